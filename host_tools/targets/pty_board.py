"""A board on a serial port: a real MicroPython VM that behaves over a pty as a Pico does over USB.

The VM's own prompt answers (raw and raw-paste mode included) on a terminal of its own; this side stands between that
and the pty a host opens, and does what the USB stack of the rp2 port does (micropython.md 5):

- the port is there only after boot.py has returned, and gone over a hard reset; `link` is a symbolic link to where it
  is now, as udev's /dev/serial/by-id is;
- input waits in a FIFO of 256 bytes and a ring of 512; Ctrl-C, while it is armed, empties the ring;
- output to a host that has the port open and does not read waits half a second and is then dropped; without a host the
  newest 256 bytes are kept, and a host that leaves takes with it what waits;
- Ctrl-D at the prompt is a soft reset: the same port, a new heap, boot.py, and main.py unless the prompt is raw.

The flash is a file (`board_vm/prelude.py` mounts littlefs over it), so power may go at any moment: `power_off`.
"""

import contextlib
import fcntl
import os
import pty
import select
import socket
import struct
import subprocess
import sys
import termios
import threading
import time
import tty
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

from host_tools.targets.pty_parts import Parts

BLOCKS = 352  # sectors of 4 KB that a Pico's MicroPython leaves to the file system
BLOCK = 4096
POWER_ON = (
    1  # machine.PWRON_RESET and machine.WDT_RESET of the rp2 port, which a reset by software has as well
)
OTHER_RESET = 3

_RING = 512
_FIFO = 256
_DROP_S = 0.5
_ENUMERATION_S = 0.2  # from boot.py's end to a device file, at least
_TICK_MS = 20
_RAW = b"raw REPL; CTRL-B to exit\r\n"
_FRIENDLY = b"for more information.\r\n"
_REBOOT = b"MPY: soft reboot\r\n"
_PRELUDE = Path(__file__).parents[1] / "board_vm" / "prelude.py"
# As vm.VM_COMMAND, with its terminal as the controlling one: Ctrl-C is the terminal's doing.
_COMMAND = (
    sys.executable,
    "-c",
    "import fcntl, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
    "from micropython_unix import main; sys.exit(main())",
)


class PtyBoard:
    """One board, its files in `folder`; `pins` are the levels at its GPIOs, 1 where none is given. `log`, a file, gets
    every flash operation; `parts` are what its buses and pins lead to. On Linux only.
    """

    def __init__(
        self,
        folder: Path,
        pins: Mapping[int, int] | None = None,
        log: Path | None = None,
        parts: Parts | None = None,
    ) -> None:
        self.image = folder / "flash.bin"
        self.link = folder / "port"
        self.pins = dict(pins or {})
        self.starts = 0  # of the VM, resets of all kinds
        self.printed = b""  # everything that the board has said, whether or not a host heard it
        if not self.image.exists():
            self.image.write_bytes(b"\xff" * BLOCKS * BLOCK)
        self._log = log
        self._parts = parts
        self._process: subprocess.Popen[bytes] | None = None
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self._host = -1  # our end of the pty that a host opens
        self._console = self._terminal = -1  # both ends of the VM's own
        self._wire: socket.socket | None = None
        self._cpu_s = 0.0  # that the VM had used when it was last looked at

    def __enter__(self) -> "PtyBoard":
        self.power_on()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.power_off()

    @property
    def port(self) -> str:
        """The device file of now. Raises FileNotFoundError while there is none."""
        return os.readlink(self.link)

    def wait_for_port(self, timeout_s: float = 30.0) -> str:
        """The device file, once there is one. Raises TimeoutError."""
        until = time.monotonic() + timeout_s
        while time.monotonic() < until:
            with contextlib.suppress(FileNotFoundError):
                return self.port
            time.sleep(0.01)
        raise TimeoutError(f"no port within {timeout_s} s; the board said {self.printed[-2000:]!r}")

    def power_on(self) -> None:
        """Power comes."""
        self._stop.clear()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def power_off(self) -> None:
        """Power goes, whatever the board is doing."""
        self._stop.set()
        if self._process is not None:
            self._process.kill()
        if self._thread is not None:
            self._thread.join()

    # -- from here on in the thread ---------------------------------------------------------------------------

    def _run(self) -> None:
        cause, main, raw = POWER_ON, True, False
        try:
            while not self._stop.is_set():
                soft, raw = self._life(cause, main, raw)
                if soft:
                    self._say(_REBOOT)
                    main = not raw
                else:
                    self._unplug()
                    cause, main, raw = OTHER_RESET, True, False
        finally:
            self._unplug()

    def _life(self, cause: int, main: bool, raw: bool) -> tuple[bool, bool]:
        """From one start of the VM to its end: whether that was a soft reset, and whether the prompt was raw."""
        self._console, self._terminal = pty.openpty()
        tty.setraw(self._terminal)
        os.set_blocking(self._console, False)
        self._wire, theirs = socket.socketpair()
        self._wire.setblocking(False)
        world = self._parts.connect() if self._parts else None
        with self._wire, theirs, world or contextlib.nullcontext():
            self._process = subprocess.Popen(
                [*_COMMAND, "-i", _PRELUDE],
                stdin=self._terminal, stdout=self._terminal, stderr=self._terminal,
                pass_fds=[end.fileno() for end in (theirs, world) if end], start_new_session=True,
                env=self._environment(theirs, cause, main) | self._wiring(world),
            )  # fmt: skip
            theirs.close()
            if world:
                world.close()
            self.starts += 1
            self._cpu_s = 0.0
            if raw:
                os.write(self._console, b"\x01")
            try:
                return self._serve()
            finally:
                self._process.kill()
                self._process.wait()
                os.close(self._console)
                os.close(self._terminal)

    def _environment(self, wire: socket.socket, cause: int, main: bool) -> dict[str, str]:
        pins = ",".join(f"{gpio}={level}" for gpio, level in self.pins.items())
        return os.environ | {
            "RAILBIRD_IMAGE": str(self.image),
            "RAILBIRD_BLOCKS": str(BLOCKS),
            "RAILBIRD_LOG": str(self._log or ""),
            "RAILBIRD_WIRE": str(wire.fileno()),
            "RAILBIRD_CAUSE": str(cause),
            "RAILBIRD_PINS": pins,
            "RAILBIRD_MAIN": str(int(main)),
        }

    def _wiring(self, world: socket.socket | None) -> dict[str, str]:
        """What the VM has to know of the parts at its buses and pins."""
        if self._parts is None or world is None:
            return {}
        return {
            "RAILBIRD_PARTS": str(world.fileno()),
            "RAILBIRD_WIRED": ",".join(map(str, self._parts.wired)),
        }

    def _serve(self) -> tuple[bool, bool]:
        """Carry bytes both ways until the VM ends; returns as `_life`."""
        usb = _Usb(self._console, self._terminal)
        told = b""
        raw = False
        tail = b""
        plug_at = float("inf")
        watchdog_s: float | None = None
        hungry_s = 0.0  # since it was fed
        last = time.monotonic()
        while not self._stop.is_set():
            poll = select.poll()
            poll.register(self._wire, select.POLLIN)  # type: ignore[arg-type]
            if not usb.outgoing:
                poll.register(self._console, select.POLLIN)
            if self._host >= 0 and not usb.full():
                poll.register(self._host, select.POLLIN)
            busy = usb.outgoing or usb.fifo
            for fd, events in poll.poll(1 if busy else _TICK_MS):
                if fd == self._host and events & select.POLLIN:
                    usb.fifo += os.read(self._host, _FIFO - len(usb.fifo))
                elif fd == self._host:  # no host has it open
                    time.sleep(0.001)
                elif fd == self._console and events & select.POLLIN:
                    said = os.read(self._console, 1024)
                    self.printed += said
                    usb.outgoing = said
                    tail = (tail + said)[-200:]
                    raw = tail.rfind(_RAW) > tail.rfind(_FRIENDLY) or (raw and _FRIENDLY not in tail)
                elif fd not in (self._host, self._console):
                    more = self._wire.recv(4096)  # type: ignore[union-attr]
                    told += more
                    *lines, told = told.split(b"\n")
                    for line in lines:
                        if line == b"usb":
                            plug_at = time.monotonic() + _ENUMERATION_S
                        elif line == b"reset":
                            return False, False
                        elif line == b"feed":
                            hungry_s = 0.0
                        elif line.startswith(b"watchdog "):
                            watchdog_s = int(line.split()[1]) / 1000
                            hungry_s = 0.0
                    if not more:
                        self._drain(usb)
                        return True, raw
            if self._host < 0 and time.monotonic() >= plug_at:
                self._plug()
            usb.move(self._host)
            if watchdog_s is not None and time.monotonic() - last >= _TICK_MS / 1000:
                hungry_s += self._passed(time.monotonic() - last)
                last = time.monotonic()
                if hungry_s > watchdog_s:
                    return False, False
        return False, False

    def _passed(self, wall_s: float) -> float:
        """How much of that time was the VM's: all of it while it waits, what it computed while it computes. A busy
        machine is not to look like a firmware that hangs.
        """
        assert self._process is not None
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        cpu_s = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")  # utime and stime
        computed, self._cpu_s = cpu_s - self._cpu_s, cpu_s
        return computed if fields[0] == "R" else min(wall_s, 2 * _TICK_MS / 1000)

    def _drain(self, usb: "_Usb") -> None:
        """What the VM said last."""
        with contextlib.suppress(BlockingIOError, OSError):
            usb.outgoing += os.read(self._console, 65536)
        self.printed += usb.outgoing
        self._say(usb.outgoing)

    def _say(self, data: bytes) -> None:
        if self._host >= 0:
            with contextlib.suppress(BlockingIOError):
                os.write(self._host, data)

    def _plug(self) -> None:
        self._host, slave = pty.openpty()
        tty.setraw(slave)
        os.set_blocking(self._host, False)
        name = os.ttyname(slave)
        os.close(slave)
        new = self.link.with_suffix(".new")
        new.unlink(missing_ok=True)
        new.symlink_to(name)
        new.replace(self.link)

    def _unplug(self) -> None:
        if self._host >= 0:
            self.link.unlink(missing_ok=True)
            os.close(self._host)
            self._host = -1


class _Usb:
    """The buffers between a host and the VM's terminal."""

    def __init__(self, console: int, terminal: int) -> None:
        self.fifo = b""
        self.outgoing = b""
        self._console = console
        self._terminal = terminal
        self._given = 0
        self._given_since = 0.0
        self._stuck_since: float | None = None

    def full(self) -> bool:
        return len(self.fifo) >= _FIFO

    def move(self, host: int) -> None:
        """What can go on now, both ways."""
        while self.fifo:
            if self.fifo[:1] == b"\x03" and self._armed():
                os.write(self._console, b"\x03")  # the terminal empties its queue and interrupts the VM
                self.fifo = self.fifo[1:]
                continue
            room = _RING - self._waiting()
            if room <= 0:
                break
            end = self.fifo.find(b"\x03", 1) if self._armed() else -1
            n = min(room, len(self.fifo) if end < 0 else end)
            n = os.write(self._console, self.fifo[:n])
            self._given += n
            self.fifo = self.fifo[n:]
        if self.outgoing:
            self._send(host)

    def _armed(self) -> bool:
        return bool(termios.tcgetattr(self._terminal)[3] & termios.ISIG)

    def _waiting(self) -> int:
        """Bytes that the VM has not read. Those just given show in the terminal only a moment later, so for 20 ms
        they count as unread; on a machine too busy even for that the ring is larger than it should be.
        """
        now = time.monotonic()
        if now - self._given_since > 0.02:
            self._given, self._given_since = 0, now
        unread = struct.unpack("i", fcntl.ioctl(self._terminal, termios.FIONREAD, b"\0" * 4))[0]
        return max(int(unread), self._given)

    def _send(self, host: int) -> None:
        if host < 0 or _hung_up(host):
            self.outgoing = b""
            return
        try:
            self.outgoing = self.outgoing[os.write(host, self.outgoing) :]
            self._stuck_since = None
        except BlockingIOError:
            now = time.monotonic()
            self._stuck_since = self._stuck_since or now
            if now - self._stuck_since > _DROP_S:
                self.outgoing = b""


def _hung_up(fd: int) -> bool:
    poll = select.poll()
    poll.register(fd, 0)
    return any(events & select.POLLHUP for _, events in poll.poll(0))
