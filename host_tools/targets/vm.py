"""The firmware on a real MicroPython VM, its port answered by the virtual world.

One VM is one process. It asks for every bus transaction, every wait and every link transfer over one socket pair
(`railbird.port.virtual` has the format), and this side answers, so the world's clock is the only clock there is.
"""

import os
import socket
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from errno import EIO
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from host_tools.targets.names import translated
from host_tools.targets.stage import connect, flash_names, stage
from host_tools.targets.target import TICK_MASK, Target
from host_tools.virtual.world import World
from railbird.port.virtual import (
    CLEAR,
    COLLECT,
    HASHED,
    IDLE,
    LINE,
    LINK_READ,
    LINK_WRITE,
    OUTPUT,
    OUTPUTS,
    RANDOM,
    READ,
    WRITE,
)
from railbird.port.virtual_flash import FLASH_ERASE, FLASH_PROGRAM, FLASH_READ, SECTOR, UNIT
from railbird.port.virtual_lines import IRQ, SPI_EXCHANGE, SPI_WAKE, SPI_WRITE, UART_READ, UART_WRITE

SILENCE_S = 30.0  # wall time without a request after which a VM is given up as hung
HEAP = "360k"  # 1.5 times what a Pico has free at boot: the firmware takes as much more here (railbird bench memory)
SOURCE_HEAP = "480k"  # a board never compiles; 64-bit words and the compiler together need more

# The package's own script starts the VM; this runs it with the interpreter that runs us, wherever that lives.
VM_COMMAND = (sys.executable, "-c", "import sys; from micropython_unix import main; sys.exit(main())")

_HEAD = struct.Struct("<BBBBI")
_REPLY = struct.Struct("<III")


class VmDied(Exception):
    """The VM ended or hung by itself; the message carries its status and the last lines it printed."""


def share_a_core() -> set[int]:
    """Keep this process, and those it starts, on the processor it runs on; returns where it might run before.

    World and VM take turns and never run at once: on one core a turn is a switch, between two it is a wake-up that
    costs more than the turn. Only Linux can say so; elsewhere nothing changes and the set is empty.
    """
    if not hasattr(os, "sched_setaffinity"):
        return set()
    before = os.sched_getaffinity(0)
    fields = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
    os.sched_setaffinity(0, {int(fields[36])})  # "processor", the 39th field, counted after the name
    return before


class Vm(Target):
    """A VM running the firmware of `board` in `world`. `trace`, where it is a file, gets every byte that crosses,
    requests and answers in their order.
    """

    word_bits = 64
    name = "micropython-unix"

    def __init__(
        self,
        world: World,
        board: Mapping[str, Any],
        registry: bytes,
        on_link: Callable[[bytes], None],
        seed: int = 0,
        pace: Callable[[int], None] | None = None,
        source: bool = False,
        chips: bytes = b"",
        identity: bytes = b"",
    ) -> None:
        super().__init__(world, on_link, seed, pace)
        self.trace: BinaryIO | None = None
        self._source = source
        self._folder = tempfile.TemporaryDirectory(prefix="railbird-")
        folder = Path(self._folder.name)
        self._pending = b""
        self._cores: set[int] = set()
        try:
            stage(folder, board, registry, -1, source, chips, identity)
            self._cores = share_a_core()
            self._log = (folder / "vm.log").open("wb")
            self._start()
        except BaseException:
            self._free_cores()
            self._folder.cleanup()
            raise

    def _start(self) -> None:
        """A process of the VM, with a socket to it that its settings name."""
        ours, theirs = socket.socketpair()
        ours.settimeout(SILENCE_S)
        folder = Path(self._folder.name)
        connect(folder, theirs.fileno())
        try:
            # An own session: Ctrl-C at the terminal is for this process, which then hangs up.
            self._process = subprocess.Popen(
                [
                    *VM_COMMAND,
                    "-X",
                    f"heapsize={SOURCE_HEAP if self._source else HEAP}",
                    "main.py",
                ],
                cwd=folder,
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=self._log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
        self._socket = ours

    def __enter__(self) -> "Vm":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def pid(self) -> int:
        return self._process.pid

    def close(self) -> None:
        """Hang up and wait for the VM to end; one that does not is killed."""
        self._socket.close()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._free_cores()
        self._log.close()
        self._folder.cleanup()

    def _power_cycle(self) -> None:
        """The process is killed where it is, and another one starts."""
        super()._power_cycle()
        self._process.kill()
        self._process.wait()
        self._socket.close()
        self._pending = b""
        self._start()

    def _free_cores(self) -> None:
        if self._cores:
            os.sched_setaffinity(0, self._cores)
            self._cores = set()

    def serve(self, done: Callable[[], bool]) -> None:
        """Answer requests until `done()` holds; raises VmDied when the VM ends or falls silent first."""
        clock, buses, inbox = self._clock, self._world.buses, self._inbox
        take, unpack, pack = self._take, _HEAD.unpack, _REPLY.pack
        while not done():
            op, a, b, n, value = unpack(take(8))
            data = b""
            status = extra = 0
            if op == READ:
                buffer = bytearray(n)
                status = buses[a].read(b, buffer)
                data = bytes(buffer)
            elif op == WRITE:
                status = buses[a].write(b, take(n))
            elif op == IDLE:
                self._idle(value)
            elif op == LINK_WRITE:
                self._sent(take(n)[:value])
                status = value
            elif op == LINK_READ:
                status = min(n, len(inbox))
                data = bytes(inbox[:status]).ljust(n, b"\0")
                del inbox[:status]
            elif op == RANDOM:
                status, extra = self._random.randbytes(2)
            elif op == OUTPUT:
                kind = OUTPUTS[a]
                self._world.show(kind, take(n) if kind == "strip" else bytes((b,)))
            elif op == HASHED:
                self._world.cost("hmac", value)
            elif op >= FLASH_READ:
                status, data = self._flash(op, a, n * UNIT, value)
            elif op >= SPI_WRITE:
                status, data = self._other_line(op, a, b, n)
            elif op == CLEAR:
                status = buses[a].clear()
            elif op == LINE:
                self._world.drive(f"sr{a}" if b else a, value)
            elif op == COLLECT:
                self._world.cost("gc", 1)
            else:
                raise VmDied(f"the VM sent an unknown request {op}")
            if self._cut_due:
                self._power_cycle()
                continue
            now = clock.now
            head = status | min(len(inbox), 255) << 8 | extra << 16
            answer = pack(head, now & TICK_MASK, now // 1000 & TICK_MASK) + data
            if self.trace is not None:
                self.trace.write(answer)
            self._socket.sendall(answer)

    def _flash(self, op: int, sector: int, size: int, offset: int) -> tuple[int, bytes]:
        """A request for the flash: status and data of the answer."""
        flash = self._world.flash
        if op == FLASH_READ:
            return 0, flash.read(sector * SECTOR + offset, size)
        if op == FLASH_PROGRAM:
            return 0 if flash.program(sector * SECTOR + offset, self._take(size)) else EIO, b""
        if op == FLASH_ERASE:
            return 0 if flash.erase(sector) else EIO, b""
        raise VmDied(f"the VM sent an unknown request {op}")

    def _other_line(self, op: int, number: int, select: int, n: int) -> tuple[int, bytes]:
        """A request for an SPI bus, a UART or an IRQ line: status and data of the answer."""
        world = self._world
        if op == IRQ:
            return world.irq(number), b""
        if op == SPI_WAKE:
            world.spis[number].wake(select)
        elif op == SPI_WRITE:
            world.spis[number].write(select, self._take(n))
        elif op == UART_WRITE:
            world.uarts[number].write(self._take(n))
        elif op == SPI_EXCHANGE:
            buffer = bytearray(self._take(n))
            world.spis[number].exchange(select, buffer)
            return 0, bytes(buffer)
        elif op == UART_READ:
            buffer = bytearray(n)
            return world.uarts[number].read(buffer), bytes(buffer)
        else:
            raise VmDied(f"the VM sent an unknown request {op}")
        return 0, b""

    def _take(self, n: int) -> bytes:
        """The next n bytes the VM has sent."""
        while len(self._pending) < n:
            try:
                more = self._socket.recv(4096)
            except TimeoutError:
                raise VmDied(
                    f"the VM has asked for nothing in {SILENCE_S:.0f} s and was stopped{self._last_words()}"
                ) from None
            if not more:
                status = self._process.wait()
                raise VmDied(f"the VM ended with status {status}{self._last_words()}")
            self._pending += more
        data, self._pending = self._pending[:n], self._pending[n:]
        if self.trace is not None:
            self.trace.write(data)
        return data

    def _last_words(self) -> str:
        self._log.flush()
        text = Path(self._log.name).read_text(errors="replace").strip()
        if not text:
            return "; it printed nothing"
        text = text[-4000:]
        return "; it printed:\n" + (text if self._source else translated(text, flash_names()))
