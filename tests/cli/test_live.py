"""The live command as a user runs it: what is wrong with its input is one line and status 2."""

import fcntl
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import uvicorn

from host_tools.cli.live import _Running
from host_tools.live.feed import Hub
from host_tools.provision import make, save

RAILBIRD = Path(sys.executable).with_name("railbird")


def live(*args: str) -> subprocess.CompletedProcess[str]:
    command = [RAILBIRD, "live", *args]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL)


def refusal(*args: str) -> str:
    done = live(*args)
    assert done.returncode == 2, done.stdout + done.stderr
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


@pytest.mark.parametrize(
    ("args", "why"),
    [
        ((), "--simulate"),
        (("--simulate", "--host", "0.0.0.0"), "--passwords"),
        (("--simulate", "--game", "whist"), "--game whist"),
        (("--simulate", "--seats", "12"), "--seats 12"),
        (("--simulate", "--board", "virtual_9", "--game", "stud7_high"), "virtual_9"),
        (("--simulate", "--delay", "61"), "--delay"),
        (("--simulate", "--delay", "4"), "--delay 4: expected 5 minutes or more"),
        (("--simulate", "--audit-key", "table.key"), "--audit-key: expected with --play"),
        (("--simulate", "--play", "--audit-key", "nowhere.key"), "nowhere.key: No such file"),
        (("--port", "/dev/null", "--audit-key", "table.key"), "--audit-key: expected with --play or --key"),
        (("--port", "/dev/null", "--play"), "--play: expected with --simulate"),
        (("--simulate", "--players", "nobody.json"), "nobody.json"),
        (("--simulate", "--spool", "/dev/null"), "--spool /dev/null"),
        (("--simulate", "--http", "70000"), "--http"),
    ],
)
def test_wrong_input_is_named_in_one_line(args, why):
    assert why in refusal(*args)


def test_a_port_that_is_taken_is_named():
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert f"--http {port}" in refusal("--simulate", "--http", str(port), "--target", "cpython")


def test_ctrl_c_ends_it_without_a_word():
    command = [RAILBIRD, "live", "--simulate", "--http", "0", "--target", "cpython"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        while "http://" not in running.stdout.readline():
            pass
        running.send_signal(signal.SIGINT)
        said = running.communicate(timeout=30)[1]
    assert (running.returncode, said) == (130, "")


def test_a_file_of_passwords_that_others_may_read_is_refused(tmp_path):
    path = tmp_path / "live.json"
    path.write_text("{}")
    path.chmod(0o644)
    assert "mode 600" in refusal("--simulate", "--passwords", str(path))


def test_passwords_are_asked_for_at_a_terminal_only(tmp_path):
    path = tmp_path / "live.json"
    assert "no terminal" in refusal("--simulate", "--passwords", str(path))
    assert not path.exists()


def test_a_spool_of_another_version_and_one_in_use_are_refused(tmp_path):
    (tmp_path / "tape-000001.jsonl").write_text('{"tape": 99}\n')
    assert "expected a tape of version" in refusal("--simulate", "--http", "0", "--spool", str(tmp_path))
    (tmp_path / "tape-000001.jsonl").unlink()
    with (tmp_path / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert "another server writes there" in refusal("--simulate", "--http", "0", "--spool", str(tmp_path))


def test_a_port_that_is_taken_leaves_no_spool_behind(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        refusal("--simulate", "--http", port, "--spool", str(tmp_path / "spool"))
    assert not (tmp_path / "spool").exists()


def test_a_key_without_an_audit_key_is_refused(tmp_path):
    save(make("table-7")[1], tmp_path / "table.key")
    path = str(tmp_path / "table.key")
    assert "it has no audit key" in refusal("--simulate", "--play", "--audit-key", path)
    (tmp_path / "table.key").write_text("{}")
    assert "is no key of a table" in refusal("--simulate", "--play", "--audit-key", path)


@pytest.mark.parametrize("moment", ["before", "after"])
def test_ctrl_c_ends_the_server_also_when_it_does_not_run(moment):
    async def nothing(_scope, _receive, _send):
        raise AssertionError

    running = _Running(uvicorn.Config(nothing, port=0, log_level="warning", lifespan="off"), Hub({}))
    before = signal.getsignal(signal.SIGINT)
    reached = []

    def serve():
        with running.until_ctrl_c():
            running.should_exit = moment == "after"
            if moment == "before":
                signal.raise_signal(signal.SIGINT)
            running.run()
            if moment == "after":
                signal.raise_signal(signal.SIGINT)
            reached.append(moment)

    with pytest.raises(KeyboardInterrupt):
        serve()
    assert reached == [moment]
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize("option", ["--delay", "--mistakes"])
def test_no_number_is_within_no_bounds(refused, option):
    assert option in refused("live", "--simulate", "--http", "0", option, "nan")
