"""The files that a user names: what is none is refused in one line, a pipe that nobody writes to included."""

import os

import pytest

from host_tools.engine import given
from host_tools.provision import make, save

NESTED = "a=" + "[" * 5000
LONG = "a = " + "9" * 5000
BRACKETS = "[" * 100_000


@pytest.fixture
def key(tmp_path):
    save(make("table-7")[1], tmp_path / "table.key")
    return tmp_path / "table.key"


# What reads a file of the user's, by what stands before its name.
SCRIPTS = (("session", "run"), ("live", "--simulate", "--http", "0", "--house"))
JSON = (
    ("live", "--simulate", "--http", "0", "--passwords"),
    ("live", "--simulate", "--http", "0", "--players"),
    ("live", "--simulate", "--http", "0", "--play", "--audit-key"),
    ("live", "--port", "/dev/nothing", "--http", "0", "--key"),
    ("enroll", "--simulate", "--deck", "A", "--out"),
    ("selftest", "--simulate", "--table-key"),
)
PHH = ("simulate", "--phh")


@pytest.mark.parametrize("words", [*SCRIPTS, PHH])
@pytest.mark.parametrize("text", [NESTED, LONG, 'a = "\ud800"'])
def test_toml_that_is_none(refused, tmp_path, words, text):
    path = tmp_path / "odd.toml"
    path.write_text(text, encoding="utf-8", errors="surrogatepass")
    assert "odd.toml" in refused(*words, str(path))


@pytest.mark.parametrize("words", JSON)
@pytest.mark.parametrize("text", [BRACKETS, "9" * 5000, "\ud800"])
def test_json_that_is_none(refused, tmp_path, words, text):
    path = tmp_path / "odd.json"
    path.write_text(text, encoding="utf-8", errors="surrogatepass")
    path.chmod(0o600)
    assert "odd.json" in refused(*words, str(path))


@pytest.mark.parametrize("words", [*SCRIPTS, PHH, *JSON])
def test_a_pipe_is_not_waited_for(refused, tmp_path, words):
    os.mkfifo(tmp_path / "pipe", 0o600)
    assert "pipe" in refused(*words, str(tmp_path / "pipe"))


@pytest.mark.parametrize("place", [0, 1, 2])
def test_the_files_of_a_log_may_be_no_pipes_either(refused, tmp_path, key, place):
    os.mkfifo(tmp_path / "pipe")
    files = [tmp_path / "log.bin", tmp_path / "anchors.txt", key]
    files[0].write_bytes(b"")
    files[1].write_text("1 1 " + "00" * 16)
    files[place] = tmp_path / "pipe"
    log, heads, of_table = map(str, files)
    assert "pipe" in refused("log", "verify", log, "--anchors", heads, "--key", of_table)


@pytest.mark.parametrize("option", ["--key", "--identity", "--tags", "--chips"])
def test_what_is_flashed_may_be_no_pipe(railbird, refused, tmp_path, option):
    railbird("signing-key", tmp_path / "good.pem")
    pipe = tmp_path / ("table.key" if option == "--identity" else "pipe")
    os.mkfifo(pipe)
    files = {"--key": tmp_path / "good.pem", option: tmp_path if option == "--identity" else pipe}
    words = [str(word) for pair in files.items() for word in pair]
    assert pipe.name in refused("flash", "--port", "/dev/nothing", "--board", "pico_w", *words)


def test_a_text_is_read_with_any_ends_of_lines(tmp_path):
    (tmp_path / "text").write_bytes(b"a\r\nb\rc\n")
    assert given.text(tmp_path / "text") == "a\nb\nc\n"
