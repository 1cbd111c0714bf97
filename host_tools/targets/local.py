"""The firmware in this very interpreter, its port answered by the virtual world without a process between them.

The same seed gives the same facts as on the MicroPython VM, byte for byte and several times as fast; what only the VM
can show is left out: its memory, its language, its compiler.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from host_tools.targets.target import TICK_MASK, Target
from host_tools.virtual.hsu import HsuLine
from host_tools.virtual.i2c import I2CBus
from host_tools.virtual.spi import SpiBus
from host_tools.virtual.world import World
from railbird.app import App
from railbird.chips import Chips
from railbird.storage.chain import RECORD, Chain


class Local(Target):
    """The firmware of `board` in `world`, run by the interpreter that runs the host."""

    name = "cpython"
    word_bits = None

    def __init__(
        self,
        world: World,
        board: Mapping[str, Any],
        registry: bytes,
        on_link: Callable[[bytes], None],
        seed: int = 0,
        pace: Callable[[int], None] | None = None,
        chips: bytes = b"",
        identity: bytes = b"",
    ) -> None:
        super().__init__(world, on_link, seed, pace)
        self._flashed = board, registry
        self._chips = chips
        self._identity = identity or None
        self.log: list[bytes] = []  # every record of the journal, of a table in play mode
        self._step: Callable[[], int] | None = None

    def serve(self, done: Callable[[], bool]) -> None:
        """Let the firmware run until `done()` holds; its exceptions come as they are."""
        if self._step is None:
            chips = Chips(self._chips) if self._chips else None
            app = App(_Port(self), *self._flashed, chips, self._identity)
            if app.journal.chain is not None:
                app.journal.chain = _Copied(app.journal.chain, self.log)
            self._step = app.step
        while not done():
            self._idle(self._step())

    def close(self) -> None:
        """Nothing is to be given back."""


class _Port:
    """The port that `railbird.port` describes."""

    heap_used = heap_free = 0

    def __init__(self, target: Local) -> None:
        self._target = target
        self._world = target._world
        self.link = self
        self.idle = target._idle

    def ticks_us(self) -> int:
        return self._world.clock.now & TICK_MASK

    def ticks_ms(self) -> int:
        return self._world.clock.now // 1000 & TICK_MASK

    def bus(self, row: tuple[int, ...]) -> I2CBus:
        return self._world.buses[row[0]]

    def parts(self) -> "_Port":
        return self

    def Spi(self, _port: "_Port", row: tuple[int, ...]) -> SpiBus:
        return self._world.spis[row[0]]

    def Uart(self, _port: "_Port", row: tuple[int, ...]) -> HsuLine:
        return self._world.uarts[row[0]]

    def Irq(self, _port: "_Port", row: tuple[str, int]) -> Callable[[], int]:
        return partial(self._world.irq, row[1])

    def output(self, row: tuple[str, int, int]) -> "_Output":
        return _Output(self._world, row[0])

    def line(self, name: str | int, level: int) -> None:
        self._world.drive(name, level)

    def random16(self) -> int:
        return int.from_bytes(self._target._random.randbytes(2), "big")

    def hashed(self, n: int) -> None:
        self._world.cost("hmac", n)

    def collect(self) -> None:
        self._world.cost("gc", 1)

    # The link.

    def write(self, buf: bytearray, size: int) -> int:
        self._target._sent(bytes(buf[:size]))
        return size

    def read(self, buf: bytearray) -> int:
        inbox = self._target._inbox
        size = min(len(buf), len(inbox))
        buf[:size] = inbox[:size]
        del inbox[:size]
        return size


class _Copied:
    """The chain of a journal whose records are copied as they are written."""

    def __init__(self, chain: Chain, log: list[bytes]) -> None:
        self._chain = chain
        self._log = log

    def extend(self, ring: bytearray, at: int) -> None:
        self._chain.extend(ring, at)
        self._log.append(bytes(ring[at : at + RECORD]))


class _Output:
    def __init__(self, world: World, kind: str) -> None:
        self._world = world
        self._kind = kind

    def write(self, buf: bytearray) -> None:
        self._world.show(self._kind, bytes(buf))

    def switch(self, on: int) -> None:
        self._world.show(self._kind, bytes((on,)))
