"""The board behind a pty behaves as one on USB does (micropython.md 5); mpremote's own command line cannot tell."""

import contextlib
import fcntl
import os
import select
import subprocess
import sys
import termios
import time
import tty

import pytest

from host_tools.targets.pty_board import PtyBoard


@pytest.fixture
def board(tmp_path):
    if sys.platform != "linux":
        pytest.skip("the board on a pty was left out: Linux only")
    with PtyBoard(tmp_path) as one:
        one.wait_for_port()
        yield one


@pytest.fixture
def mpremote(board):
    """mpremote(words...): its own command line on the board's port; what it printed."""

    def run(*words, status=0):
        command = [sys.executable, "-m", "mpremote", "connect", board.wait_for_port(), *words]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout

    return run


@pytest.fixture
def line(board):
    """The host's end of the serial line."""
    fd = os.open(board.port, os.O_RDWR | os.O_NOCTTY)
    tty.setraw(fd)
    yield fd
    with contextlib.suppress(OSError):
        os.close(fd)


def expect(fd, wanted, timeout_s=20.0):
    """Read until `wanted` has come; all that came."""
    data = b""
    until = time.monotonic() + timeout_s
    while wanted not in data:
        assert time.monotonic() < until, data[-500:]
        if select.select([fd], [], [], 0.1)[0]:
            data += os.read(fd, 4096)
    return data


def execute(fd, code):
    """Run code in the raw prompt and do not wait for it; what has been printed already."""
    os.write(fd, b"\r\x03\r\x01")
    expect(fd, b"raw REPL; CTRL-B to exit\r\n>")
    os.write(fd, code.encode() + b"\x04")
    return expect(fd, b"OK").partition(b"OK")[2]


def begin(fd, code):
    """Run code that says `up` when it is; between OK and its first statement Ctrl-C is as before, on a board too."""
    if b"up" not in execute(fd, code):
        expect(fd, b"up")


def test_mpremote_itself(mpremote, tmp_path, board):
    assert mpremote("eval", "6*7") == "42\n"
    (tmp_path / "tree" / "deep").mkdir(parents=True)
    (tmp_path / "tree" / "deep" / "file.txt").write_text("hello\n" * 300)
    mpremote("resume", "cp", "-r", str(tmp_path / "tree"), ":")
    assert mpremote("resume", "cat", ":tree/deep/file.txt") == "hello\n" * 300
    assert "tree/" in mpremote("resume", "ls")
    assert mpremote("exec", "import os; print(os.listdir('/tree'))") == "['deep']\n"
    mpremote("exec", "1/0", status=1)
    starts = board.starts
    mpremote("soft-reset")
    assert board.starts > starts
    assert mpremote("resume", "ls", ":tree").split()[-1] == "deep/"


def test_main_runs_after_a_reset_and_not_under_the_raw_prompt(mpremote, board, tmp_path):
    (tmp_path / "main.py").write_text("import machine\nprint('main', machine.reset_cause())\n")
    mpremote("cp", str(tmp_path / "main.py"), ":main.py")
    board.printed = b""
    mpremote("eval", "1")  # which resets softly into the raw prompt
    assert b"main" not in board.printed
    starts = board.starts
    mpremote("reset")
    until = time.monotonic() + 20
    while b"main 3" not in board.printed and time.monotonic() < until:
        time.sleep(0.05)
    assert (b"main 3" in board.printed, board.starts > starts) == (True, True)
    board.power_off()
    board.printed = b""
    board.power_on()
    board.wait_for_port()
    until = time.monotonic() + 20
    while b"main 1" not in board.printed and time.monotonic() < until:
        time.sleep(0.05)
    assert b"main 1" in board.printed


def test_the_port_is_not_there_before_boot_has_returned(mpremote, board, tmp_path):
    """Issue 15230: a boot.py that never returns, and no port ever."""
    (tmp_path / "boot.py").write_text("while True: pass\n")
    mpremote("cp", str(tmp_path / "boot.py"), ":boot.py")
    board.power_off()
    board.power_on()
    with pytest.raises(TimeoutError):
        board.wait_for_port(1.5)


def test_ctrl_c_empties_the_ring_where_it_is_armed(line):
    begin(line, "import time\nprint('up')\ntime.sleep(30)")
    os.write(line, b"lost lost\x03kept")
    said = expect(line, b"KeyboardInterrupt")
    os.write(line, b"\x02")
    said = expect(line, b">>> ")
    assert b"lost" not in said


def test_ctrl_c_is_a_byte_where_it_is_not_armed(line):
    begin(
        line,
        "import micropython, sys\nmicropython.kbd_intr(-1)\nprint('up')\nprint(sys.stdin.buffer.read(5))",
    )
    os.write(line, b"ab\x03cd")
    assert b"b'ab\\x03cd'" in expect(line, b"cd'")


def test_no_more_than_ring_and_fifo_is_taken_while_nobody_reads(line, board):
    """Some 512 and 256 bytes; the rest stays at the host until the program reads."""
    execute(
        line,
        "import sys, time\ntime.sleep(2)\nn = 0\nwhile n < 3000:\n n += len(sys.stdin.buffer.read(1))\nprint('all', n)",
    )
    os.write(line, b"x" * 3000)
    time.sleep(0.7)
    waiting = int.from_bytes(fcntl.ioctl(board._terminal, termios.FIONREAD, b"\0" * 4), "little")
    assert 512 <= waiting < 2000  # a busy machine shows late what has been given
    expect(line, b"all 3000")


def test_output_to_a_host_that_does_not_read_is_dropped_after_half_a_second(line, board):
    heard = execute(line, "for i in range(4000): print('%060d' % i)\nprint('end')")
    until = time.monotonic() + 60
    while b"end" not in board.printed and time.monotonic() < until:
        time.sleep(0.1)
    assert b"end" in board.printed  # the program went on
    while select.select([line], [], [], 0.3)[0]:
        heard += os.read(line, 65536)
    assert heard.startswith(b"%060d" % 0)
    assert len(heard) < 4000 * 62  # and the host has holes


def test_a_host_that_comes_back_finds_the_same_prompt(board, line):
    assert b">" in execute(line, "kept = 41") or expect(line, b">")
    os.close(line)
    time.sleep(0.2)
    again = os.open(board.port, os.O_RDWR | os.O_NOCTTY)
    os.write(again, b"print(kept + 1)\x04")
    assert b"42" in expect(again, b"42")
    os.close(again)


def test_a_watchdog_that_is_not_fed_resets(line, board):
    starts = board.starts
    execute(line, "import machine, time\nmachine.WDT(timeout=300)\ntime.sleep(60)")
    until = time.monotonic() + 30
    while board.starts == starts and time.monotonic() < until:
        time.sleep(0.05)
    assert board.starts == starts + 1
