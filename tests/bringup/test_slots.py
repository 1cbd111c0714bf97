"""What a board believes and which slot it starts, on a MicroPython VM; the signatures are by `cryptography`."""

import ast
import hashlib
import json
import shutil
import subprocess

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding

from host_tools.bringup.signing import modulus
from host_tools.targets.stage import FIRMWARE
from host_tools.targets.vm import VM_COMMAND

STATE = {
    "run": "a", "trial": False, "back": None, "boots": 0, "floor": 4, "board": "pico_w", "play": True, "strap": 22,
    "why": "",
}  # fmt: skip


ASK = """
import json, slots
state = slots.read()
print(json.dumps({}))
print(json.dumps(state))
"""


@pytest.fixture
def flash(tmp_path, key):
    """flash(slot, version, files, board): a slot with a signed package; the folder stands for the root."""
    shutil.copyfile(FIRMWARE / "slots.py", tmp_path / "slots.py")
    (tmp_path / "trust.bin").write_bytes(modulus(key))

    def lay(slot, version=5, files=None, board="pico_w", padding_=None):
        files = {"railbird/app.mpy": b"app", "settings.json": b"{}"} if files is None else files
        for name, data in files.items():
            (tmp_path / slot / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / slot / name).write_bytes(data)
        digests = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
        text = json.dumps({"version": version, "board": board, "files": digests}).encode()
        (tmp_path / slot / "manifest.json").write_bytes(text)
        signature = key.sign(text, padding_ or padding.PKCS1v15(), hashes.SHA256())
        (tmp_path / slot / "signature.bin").write_bytes(signature)
        return tmp_path

    return lay


@pytest.fixture
def ask(tmp_path):
    """ask(expression, state): what it gives on the VM, and the state that is on the flash afterwards."""

    def run(expression, state=None):
        if state is not None:
            (tmp_path / "slots.json").write_text(json.dumps(state))
        (tmp_path / "ask.py").write_text(ASK.format(expression))
        done = subprocess.run(
            [*VM_COMMAND, "ask.py"], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        answer, held = map(json.loads, done.stdout.splitlines())
        return answer, held, json.loads((tmp_path / "slots.json").read_text())

    return run


def test_a_package_as_it_was_signed_is_switched_to_and_confirmed(flash, ask):
    flash("a", 4)
    flash("b", 5)
    answer, _, written = ask('slots.switch("b")', STATE)
    assert answer == ""
    assert written == {**STATE, "run": "b", "trial": True, "back": "a"}
    _, _, written = ask("slots.confirm(state)")
    assert written == {**STATE, "run": "b", "back": "a", "floor": 5}


@pytest.mark.parametrize("at", [0, 5, 191, 383])
def test_one_bit_of_a_signature_is_enough_to_refuse_it(flash, ask, at):
    file = flash("b") / "b" / "signature.bin"
    data = bytearray(file.read_bytes())
    data[at] ^= 1
    file.write_bytes(data)
    answer, _, written = ask('slots.switch("b")', STATE)
    assert answer == "the manifest is not signed by this board's key"
    assert written == STATE


@pytest.mark.parametrize("size", [0, 383, 385])
def test_a_signature_of_another_length_is_none(flash, ask, size):
    file = flash("b") / "b" / "signature.bin"
    file.write_bytes((file.read_bytes() + b"\0")[:size])
    assert ask('slots.doubt("b")', STATE)[0] == "the manifest is not signed by this board's key"


def test_another_padding_of_the_same_digest_is_refused(flash, ask):
    flash("b", padding_=padding.PSS(padding.MGF1(hashes.SHA256()), 32))
    assert ask('slots.doubt("b")', STATE)[0] == "the manifest is not signed by this board's key"


def test_a_signature_shifted_by_the_modulus_is_refused(flash, ask, key):
    """s and s + n have the same power: only the one below the modulus is a signature (RFC 8017, 5.2.2)."""
    for version in range(5, 99):  # not every signature has a second form that fits
        file = flash("b", version) / "b" / "signature.bin"
        shifted = int.from_bytes(file.read_bytes(), "big") + key.public_key().public_numbers().n
        if shifted.bit_length() <= 3072:
            break
    file.write_bytes(shifted.to_bytes(384, "big"))
    assert ask('slots.doubt("b")', STATE)[0] == "the manifest is not signed by this board's key"


def test_forged_tails_are_refused(flash, ask, key):
    """A block that ends in garbage instead of padding, and one that is right in its first bytes only, made with the
    private key: a verifier that parses, or compares a part, takes them."""
    root = flash("b")
    numbers = key.private_numbers()
    n, d = numbers.public_numbers.n, numbers.d
    sha = hashlib.sha256((root / "b" / "manifest.json").read_bytes()).digest()
    info = bytes.fromhex("3031300d060960864801650304020105000420") + sha
    short = b"\x00\x01" + b"\xff" * 8 + b"\x00" + info
    early = short + b"\x00" * (384 - len(short))
    wrong = b"\x00\x01" + b"\xff" * 330 + b"\x00" + info[:-1] + bytes((info[-1] ^ 1,))
    assert len(wrong) == 384
    for block in (early, wrong):
        forged = pow(int.from_bytes(block, "big"), d, n).to_bytes(384, "big")
        (root / "b" / "signature.bin").write_bytes(forged)
        assert ask('slots.doubt("b")', STATE)[0] == "the manifest is not signed by this board's key"


@pytest.mark.parametrize("name", ["railbird/app.mpy", "settings.json"])
def test_a_file_that_is_not_what_was_signed_is_named(flash, ask, name):
    root = flash("b")
    (root / "b" / name).write_bytes(b"Apq")
    answer, _, written = ask('slots.switch("b")', STATE)
    assert (answer, written) == (f"{name} is not what was signed", STATE)


def test_a_file_too_many_is_named(flash, ask):
    """A .py would be loaded before the .mpy that was signed."""
    root = flash("b")
    (root / "b" / "railbird" / "app.py").write_bytes(b"")
    assert ask('slots.switch("b")', STATE)[0] == "railbird/app.py is no part of the package"


def test_a_slot_that_lacks_a_file_is_not_whole(flash, ask):
    root = flash("b")
    (root / "b" / "settings.json").unlink()
    assert ask('slots.switch("b")', STATE)[0].startswith("slot b cannot be read: ")


@pytest.mark.parametrize(("version", "reason"), [(4, "version 4 is not above 4, which was confirmed"),
                                                (3, "version 3 is not above 4, which was confirmed"),
                                                (5, "")])  # fmt: skip
def test_no_version_comes_back(flash, ask, version, reason):
    flash("b", version)
    assert ask('slots.switch("b")', STATE)[0] == reason


def test_a_package_for_another_board_is_refused(flash, ask):
    flash("b", board="casino_11")
    answer, _, written = ask('slots.switch("b")', STATE)
    assert answer == "the package is for the board casino_11, this is pico_w"
    assert written == STATE


def test_three_bad_starts_go_back_and_three_more_to_safe_mode(flash, ask):
    flash("a", 4)
    flash("b", 5)
    state = {**STATE, "run": "b", "trial": True, "back": "a"}
    runs = []
    for _ in range(7):
        sound, state, _ = ask("slots.begin(state, False)", state)
        runs.append((sound, state["run"]))
    assert runs == [(True, "b")] * 3 + [(True, "a")] * 3 + [(False, "a")]


def test_power_that_comes_back_is_no_bad_start_but_of_a_trial(flash, ask):
    flash("a", 4)
    tired = {**STATE, "boots": 3}
    assert ask("slots.begin(state, True)", tired)[:2] == (True, {**STATE, "boots": 1})
    assert ask("slots.begin(state, False)", tired)[0] is False
    assert ask("slots.begin(state, True)", {**tired, "run": "b", "trial": True, "back": "a"})[1]["run"] == "a"


def test_a_slot_that_is_not_whole_is_never_gone_back_to(flash, ask):
    root = flash("a", 4)
    (root / "a" / "settings.json").write_bytes(b"cut short")
    flash("b", 5)
    sound, state, _ = ask(
        "slots.begin(state, False)", {**STATE, "run": "b", "trial": True, "back": "a", "boots": 3}
    )
    assert (sound, state["run"]) == (False, "b")


def test_to_switch_while_another_is_on_trial_keeps_the_one_to_go_back_to(flash, ask):
    flash("a", 4)
    flash("b", 6)
    _, _, written = ask('slots.switch("b")', {**STATE, "run": "b", "trial": True, "back": "a"})
    assert (written["run"], written["back"]) == ("b", "a")


def test_a_flash_without_slots_has_no_state(flash):
    root = flash("a")
    (root / "ask.py").write_text("import slots\nprint(slots.read())\n")
    done = subprocess.run(
        [*VM_COMMAND, "ask.py"], cwd=root, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout == "None\n"


def test_boot_returns_and_main_disarms_ctrl_c_before_anything_else():
    tree = ast.parse((FIRMWARE / "boot.py").read_text())
    assert len(tree.body) == 1  # its docstring: it cannot fail to return
    first, second, *_ = ast.parse((FIRMWARE / "main.py").read_text()).body
    assert (ast.unparse(first), ast.unparse(second)) == ("import micropython", "micropython.kbd_intr(-1)")
