"""The firmware in this very interpreter, its port answered by the virtual world without a process between them.

The same seed gives the same facts as on the MicroPython VM, byte for byte and several times as fast; what only the VM
can show is left out: its memory, its language, its compiler.
"""

from collections.abc import Callable, Mapping
from errno import EIO
from functools import partial
from typing import Any

from littlefs import LittleFS, LittleFSError, UserContext

from host_tools.targets.target import TICK_MASK, Target
from host_tools.virtual.flash import Flash
from host_tools.virtual.hsu import HsuLine
from host_tools.virtual.i2c import I2CBus
from host_tools.virtual.spi import SpiBus
from host_tools.virtual.world import World
from railbird.app import App
from railbird.chips import Chips
from railbird.port import virtual_flash as layout


class Local(Target):
    """The firmware of `board` in `world`, run by the host's own interpreter. `on_start` hears of every start."""

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
        self._step: Callable[[], int] | None = None
        self.on_start: Callable[[App], None] = lambda _app: None

    def serve(self, done: Callable[[], bool]) -> None:
        """Let the firmware run until `done()` holds; its exceptions come as they are."""
        while not done():
            if self._cut_due:
                self._power_cycle()
                self._step = None
            if self._step is None:
                self._step = self._start()
            self._idle(self._step())

    def _start(self) -> Callable[[], int]:
        chips = Chips(self._chips) if self._chips else None
        app = App(_Port(self), *self._flashed, chips, self._identity)
        self.on_start(app)
        return app.step

    def close(self) -> None:
        """Nothing is to be given back."""


class _Port:
    """The port that `railbird.port` describes."""

    heap_used = heap_free = 0
    watchdog_reset = False

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

    def files(self) -> "Files":
        return Files(self._world.flash)

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


class _Output:
    def __init__(self, world: World, kind: str) -> None:
        self._world = world
        self._kind = kind

    def write(self, buf: bytearray) -> None:
        self._world.show(self._kind, bytes(buf))

    def switch(self, on: int) -> None:
        self._world.show(self._kind, bytes((on,)))


class Files:
    """The files that `railbird.port` describes, on `flash`, by littlefs as the VM's is set up: it does the same
    operations in the same order.
    """

    def __init__(self, flash: Flash) -> None:
        self._fs = LittleFS(
            context=_Device(flash),
            mount=False,
            block_size=layout.SECTOR,
            block_count=layout.SECTORS,
            read_size=layout.READ_SIZE,
            prog_size=layout.UNIT,
            cache_size=4 * layout.READ_SIZE,
            lookahead_size=layout.LOOKAHEAD,
            block_cycles=100,
        )
        try:
            self._fs.mount()
        except LittleFSError:
            self._fs.format()
            self._fs.mount()

    def read(self, number: int, buf: bytearray) -> int:
        try:
            with self._fs.open(_path(number), "rb") as file:
                data = file.read()
        except FileNotFoundError:
            return 0
        except (LittleFSError, OSError):
            return -1
        buf[: len(data)] = data
        return len(data)

    def write(self, number: int, buf: bytearray, size: int) -> int:
        try:
            self._write(number, bytes(buf[:size]))
        except LittleFSError as error:
            return -int(error.code)
        except OSError as error:
            return error.errno or EIO
        return 0

    def _write(self, number: int, data: bytes) -> None:
        try:
            with self._fs.open(_path(number), "wb") as file:
                file.write(data)
        except FileNotFoundError:
            self._fs.mkdir(_path(number).rpartition("/")[0])
            self._write(number, data)


def _path(number: int) -> str:
    return f"/j{number >> 2}/{number}"


class _Device(UserContext):
    """The world's flash for littlefs."""

    def __init__(self, flash: Flash) -> None:
        super().__init__(0)
        self._flash = flash

    def read(self, _config: object, block: int, offset: int, size: int) -> bytearray:
        return bytearray(self._flash.read(block * layout.SECTOR + offset, size))

    def prog(self, _config: object, block: int, offset: int, data: bytes) -> int:
        return 0 if self._flash.program(block * layout.SECTOR + offset, data) else -EIO

    def erase(self, _config: object, block: int) -> int:
        return 0 if self._flash.erase(block) else -EIO

    def sync(self, _config: object) -> int:
        return 0
