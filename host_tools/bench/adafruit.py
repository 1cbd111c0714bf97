"""What the published CircuitPython driver for the PN532 finds round it when it runs against the virtual world.

The library is as published; only the `time` of its modules is the virtual clock. Its bus and pins are the few classes
that it would find in CircuitPython.
"""

import errno
import importlib
import sys
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from host_tools.virtual.clock import Clock
from host_tools.virtual.i2c import Buffer
from host_tools.virtual.pn532 import Pn532

DISTRIBUTION = "adafruit-circuitpython-pn532"
PACKAGES = ("adafruit_bus_device", "adafruit_pn532")
MODULES = ("adafruit_bus_device.i2c_device", "adafruit_pn532.adafruit_pn532", "adafruit_pn532.i2c")


class VirtualTime(types.ModuleType):
    """The `time` module the library sees."""

    def __init__(self, clock: Clock) -> None:
        super().__init__("time")
        self._clock = clock

    def monotonic(self) -> float:
        return self._clock.now / 1e6

    def sleep(self, seconds: float) -> None:
        self._clock.advance(round(seconds * 1e6))


class Bus(Protocol):
    """What transactions go to; both return 0 or an errno."""

    def write(self, address: int, buf: bytes | Buffer) -> int: ...
    def read(self, address: int, buf: Buffer) -> int: ...


class I2C:
    """busio.I2C on a virtual bus: errors are OSError, and every transaction is noted in `trace`.

    `pause` is called before each transaction: what the host takes, or the choice of a multiplexer's channel.
    """

    def __init__(self, bus: Bus, pause: Callable[[], None]) -> None:
        self._bus = bus
        self._pause = pause
        self._locked = False
        self.trace: list[str] = []

    def try_lock(self) -> bool:
        free = not self._locked
        self._locked = True
        return free

    def unlock(self) -> None:
        self._locked = False

    def writeto(self, address: int, buffer: bytes, *, start: int = 0, end: int | None = None) -> None:
        self._check_lock()
        data = bytes(buffer[start:end])
        self._pause()
        error = self._bus.write(address, data)
        self.trace.append(f"W {address} '{data.hex()}'" + (" refused" if error else ""))
        if error:
            raise OSError(error)

    def readfrom_into(
        self, address: int, buffer: bytearray, *, start: int = 0, end: int | None = None
    ) -> None:
        self._check_lock()
        view = memoryview(buffer)[start:end]
        self._pause()
        error = self._bus.read(address, view)
        self.trace.append(f"R{len(view)} " + ("refused" if error else view.hex()))
        if error:
            raise OSError(error)

    def _check_lock(self) -> None:
        if not self._locked:
            raise OSError(errno.EPERM)


class DigitalInOut:
    """A pin; as the chip's reset line when `chip` is given."""

    def __init__(self, chip: Pn532 | None = None) -> None:
        self._chip = chip
        self.direction: str | None = None
        self._value = True

    @property
    def value(self) -> bool:
        return self._value

    @value.setter
    def value(self, level: bool) -> None:
        self._value = level
        if self._chip is not None:
            self._chip.hold_reset(not level)


class Direction:
    INPUT, OUTPUT = "in", "out"


STAND_INS: dict[str, dict[str, Any]] = {
    "busio": {"I2C": I2C},
    "digitalio": {"DigitalInOut": DigitalInOut, "Direction": Direction},
    "circuitpython_typing": {"ReadableBuffer": bytes, "WriteableBuffer": bytearray},
}


@contextmanager
def library() -> Iterator[Any]:
    """The library's I2C module, imported over stand-ins for the modules CircuitPython has built in; its `time` stands
    still until ``keep_time``. ImportError where it is not installed.
    """
    before = {name: sys.modules.pop(name, None) for name in (*STAND_INS, *PACKAGES, *MODULES)}
    try:
        for name, content in STAND_INS.items():
            module = types.ModuleType(name)
            vars(module).update(content)
            sys.modules[name] = module
        yield importlib.import_module(MODULES[-1])
    finally:
        for name, old in before.items():
            sys.modules.pop(name, None)
            if old is not None:
                sys.modules[name] = old


def keep_time(clock: Clock) -> None:
    """Let the imported library live by a clock."""
    time = VirtualTime(clock)
    for name in MODULES:
        vars(sys.modules[name])["time"] = time
