"""The port to a MicroPython board: RP2040 and RP2350 (Pico W, Pico 2 W) and ESP32-S3.

`settings` may have `watchdog_ms` (the loop has to come by that often; at most 8388 on an RP2040; such a watchdog cannot
be stopped, and resets the board under whoever holds it at a prompt) and `shift`, the board's (data, clock, latch) and
the number of outputs of its chain of shift registers, which holds reset lines.

The link is the USB serial of the REPL. Its packets hold no byte below 0x20 but the line end, so that Ctrl-C can stay
armed: it breaks in, and would throw away what had been received. Reading more than one byte would block until all
are there; writing to a host that has stopped reading blocks for half a second once, until the buffer is known to be
full. SPI, UART, reset and lamp parts are in `mcu_parts`, loaded where a board has them.
"""

import gc
import os
import select
import sys
import time

import machine
from micropython import const

from railbird.port import BUS_TIMEOUT_US, FREED, HELD, HIGH
from railbird.ticks import diff

_EIO = const(5)
_HALF_CLOCK_US = const(5)  # 100 kHz
_CLOCKS = const(9)


class Bus:
    """A hardware I2C bus: `row` is (unit, sda, scl, freq_hz)."""

    def __init__(self, row: tuple[int, int, int, int]) -> None:
        self._row = row
        self._sda = machine.Pin(row[1])
        self._scl = machine.Pin(row[2])
        self._open()

    def _open(self) -> None:
        self._i2c = machine.I2C(
            self._row[0], scl=self._scl, sda=self._sda, freq=self._row[3], timeout=BUS_TIMEOUT_US
        )

    def write(self, addr: int, buf: bytes) -> int:
        """Write `buf` to 7-bit `addr`; 0, or the errno of a refused transfer."""
        try:
            acks = self._i2c.writeto(addr, buf)
        except OSError as error:
            return error.errno or _EIO
        return 0 if acks >= len(buf) else _EIO

    def read(self, addr: int, buf: bytearray) -> int:
        """Read len(buf) bytes from 7-bit `addr` into `buf`; 0, or an errno."""
        try:
            self._i2c.readfrom_into(addr, buf)
        except OSError as error:
            return error.errno or _EIO
        return 0

    def clear(self) -> int:
        """Free SDA by nine clocks and a STOP if it is low: HIGH, FREED or HELD."""
        sda = self._sda
        scl = self._scl
        if sda() and scl():
            return HIGH
        if scl():
            sda.init(machine.Pin.OPEN_DRAIN, value=1)
            scl.init(machine.Pin.OPEN_DRAIN, value=1)
            for _ in range(_CLOCKS):
                self._set(scl, 0)
                self._set(scl, 1)
            self._set(scl, 0)
            self._set(sda, 0)
            self._set(scl, 1)
            self._set(sda, 1)
            self._open()
        return FREED if sda() and scl() else HELD

    def _set(self, pin: machine.Pin, level: int) -> None:
        pin(level)
        time.sleep_us(_HALF_CLOCK_US)


class Link:
    """The REPL's serial line, byte by byte."""

    def __init__(self) -> None:
        self._stdin = sys.stdin.buffer
        self._stdout = sys.stdout.buffer
        self.incoming = select.poll()
        self.incoming.register(sys.stdin, select.POLLIN)
        self._outgoing = select.poll()
        self._outgoing.register(sys.stdout, select.POLLOUT)
        self._one = bytearray(1)

    def write(self, buf: bytearray, n: int) -> int:
        """Send the first n bytes of `buf`; the number taken, 0 while the host does not read."""
        for _ in self._outgoing.ipoll(0):
            return self._stdout.write(buf, n) or 0
        return 0

    def read(self, buf: bytearray) -> int:
        """Bytes that have arrived, at most len(buf), into `buf`; their number."""
        for n in range(len(buf)):
            if not self._more():
                return n
            self._stdin.readinto(self._one)
            buf[n] = self._one[0]
        return len(buf)

    def _more(self) -> bool:
        for _ in self.incoming.ipoll(0):
            return True
        return False


class Port:
    """See the package; the ticks of these boards have 30 bits, which their stubs do not say. Raises what `machine`
    raises for a unit or a pin that the board does not have.
    """

    def __init__(self, settings: dict) -> None:  # type: ignore[type-arg]
        self.link = Link()
        self.heap_used = 0
        self.heap_free = 0
        self.watchdog_reset = machine.reset_cause() == machine.WDT_RESET
        self._incoming = self.link.incoming
        self._pins: dict[int, machine.Pin] = {}
        self._shifted = None
        if "shift" in settings:
            from railbird.port.mcu_parts import Shift

            self._shifted = Shift(*settings["shift"])
        self._watchdog = machine.WDT(timeout=settings["watchdog_ms"]) if "watchdog_ms" in settings else None

    def ticks_us(self) -> int:
        return time.ticks_us()  # type: ignore[return-value]

    def ticks_ms(self) -> int:
        return time.ticks_ms()  # type: ignore[return-value]

    def idle(self, until_us: int) -> None:
        """Wait for that tick, or until bytes arrive; the last millisecond without looking."""
        if self._watchdog is not None:
            self._watchdog.feed()
        wait = diff(until_us, self.ticks_us())
        if wait >= 1000:
            for _ in self._incoming.ipoll(wait // 1000):
                return
        elif wait > 0:
            time.sleep_us(wait)

    def bus(self, row: tuple[int, int, int, int]) -> Bus:
        return Bus(row)

    def parts(self) -> object:
        from railbird.port import mcu_parts

        return mcu_parts

    def files(self) -> object:
        """The files, in the folder where the board has started."""
        from railbird.port import files

        try:
            from railbird.port import mcu_flash
        except ImportError:  # the port programs as little as it is asked to
            pass
        else:
            mcu_flash.mount()
            del sys.modules["railbird.port.mcu_flash"], sys.modules["railbird.port"].mcu_flash
        return files.Files(".")

    def output(self, row: tuple[str, int, int]) -> object:
        from railbird.port import mcu_parts

        return mcu_parts.Strip(row) if row[0] == "strip" else mcu_parts.Buzzer(row)

    def line(self, name: int, level: int) -> None:
        """Drive a reset line: a GPIO, or an output of the shift registers by its name."""
        if isinstance(name, str):
            if self._shifted is not None:
                self._shifted.set(int(name[2:]), level)
            return
        pin = self._pins.get(name)
        if pin is None:
            pin = self._pins[name] = machine.Pin(name, machine.Pin.OUT, value=1)
        pin(level)

    def random16(self) -> int:
        two = os.urandom(2)
        return two[0] << 8 | two[1]

    def hashed(self, n: int) -> None:
        """It took what it took."""

    def collect(self) -> None:
        self.heap_used = gc.mem_alloc()
        gc.collect()
        self.heap_free = gc.mem_free()
