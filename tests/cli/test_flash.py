"""`railbird flash` and `railbird signing-key` refuse what is wrong with one line and touch nothing."""

import stat

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa


@pytest.fixture(scope="module")
def key(railbird, tmp_path_factory):
    file = tmp_path_factory.mktemp("key") / "table.pem"
    done = railbird("signing-key", str(file))
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{file}: key ")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    return str(file)


def test_a_key_is_never_written_over(refused, key):
    assert refused("signing-key", key) == f"railbird: key {key}: File exists\n"


@pytest.mark.parametrize(
    ("make", "line"),
    [
        (lambda: rsa.generate_private_key(65537, 2048), "expected RSA with 3072 bits and the exponent 65537"),
        (
            lambda: ec.generate_private_key(ec.SECP256R1()),
            "expected RSA with 3072 bits and the exponent 65537",
        ),
        (None, "expected a private key in PEM, without a password"),
    ],
    ids=["2048 bits", "not RSA", "no key"],
)
def test_a_key_that_cannot_sign(refused, tmp_path, make, line):
    file = tmp_path / "wrong.pem"
    private = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    file.write_bytes(make().private_bytes(serialization.Encoding.PEM, *private) if make else b"nothing")
    words = ("flash", "--port", "/dev/none", "--board", "pico_w", "--key", str(file))
    assert refused(*words) == f"railbird: key {file}: {line}\n"


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("--board", "pico_w"), "port /dev/none: there is no serial port that can be opened"),
        (("--board", "pico_x"), "board pico_x: expected one of "),
        (("--board", "pico_w", "--play"), "--play closes the prompt: it goes with --provision"),
        (("--board", "pico_w", "--tags", "/none"), "/none: No such file or directory"),
        (("--board", "pico_w", "--tags", __file__), f"{__file__}: registry: no table of tags"),
        (("--board", "pico_w", "--identity", "/none"), "/none/table.key: No such file or directory"),
    ],
)
def test_wrong_input(refused, key, words, line):
    assert refused("flash", "--port", "/dev/none", "--key", key, *words).startswith(f"railbird: {line}")
