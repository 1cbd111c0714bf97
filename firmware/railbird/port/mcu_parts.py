"""Parts of the port to a MicroPython board that not every table has: SPI, UARTs, shift registers, lamps, buzzer."""

import time

import machine
from micropython import const

_WAKE_US = const(2000)  # chip select low, pn532.md 1.4
_RX_RING = const(256)
_WS2812 = (400, 850, 800, 450)  # ns: high and low of a 0, of a 1


class Spi:
    """A hardware SPI bus, mode 0, highest bit first: `row` is (id, unit, sck, mosi, miso, freq_hz)."""

    def __init__(self, _port: object, row: tuple[int, int, int, int, int, int]) -> None:
        self._spi = machine.SPI(
            row[1],
            baudrate=row[5],
            polarity=0,
            phase=0,
            sck=machine.Pin(row[2]),
            mosi=machine.Pin(row[3]),
            miso=machine.Pin(row[4]),
        )
        self._selects: dict[int, machine.Pin] = {}

    def connect(self, select: int) -> None:
        """A reader has its chip select at this GPIO: nobody may take it for selected."""
        self._selects[select] = machine.Pin(select, machine.Pin.OUT, value=1)

    def write(self, select: int, buf: bytes) -> None:
        """One window of chip select in which `buf` goes out."""
        pin = self._selects[select]
        pin(0)
        self._spi.write(buf)
        pin(1)

    def exchange(self, select: int, buf: bytearray) -> None:
        """One window in which `buf` goes out and is replaced by what came in."""
        pin = self._selects[select]
        pin(0)
        self._spi.write_readinto(buf, buf)
        pin(1)

    def wake(self, select: int) -> None:
        """Chip select low long enough to wake the chip."""
        pin = self._selects[select]
        pin(0)
        time.sleep_us(_WAKE_US)
        pin(1)


class Uart:
    """A hardware UART, 8N1: `row` is (id, unit, tx, rx, baud)."""

    def __init__(self, _port: object, row: tuple[int, int, int, int, int]) -> None:
        self._uart = machine.UART(
            row[1],
            baudrate=row[4],
            tx=machine.Pin(row[2]),
            rx=machine.Pin(row[3]),
            rxbuf=_RX_RING,
            timeout=0,
        )

    def write(self, buf: bytes) -> None:
        """Send `buf`."""
        self._uart.write(buf)

    def read(self, buf: bytearray) -> int:
        """Bytes that have arrived, at most len(buf), into `buf`; their number."""
        return self._uart.readinto(buf) or 0


def Irq(_port: object, row: tuple[str, int]) -> machine.Pin:
    """The IRQ line of a reader: `row` is (zone, gpio)."""
    return machine.Pin(row[1], machine.Pin.IN, machine.Pin.PULL_UP)


class Shift:
    """A chain of `count` shift register outputs (74HC595) at the GPIOs `data`, `clock` and `latch`; all begin at 1."""

    def __init__(self, data: int, clock: int, latch: int, count: int) -> None:
        self._data = machine.Pin(data, machine.Pin.OUT, value=0)
        self._clock = machine.Pin(clock, machine.Pin.OUT, value=0)
        self._latch = machine.Pin(latch, machine.Pin.OUT, value=0)
        self._levels = bytearray(b"\x01" * count)
        self._push()

    def set(self, output: int, level: int) -> None:
        """Drive one output; 0 is the first of the chain."""
        self._levels[output] = level
        self._push()

    def _push(self) -> None:
        """The last output's level goes in first."""
        for i in range(len(self._levels) - 1, -1, -1):
            self._data(self._levels[i])
            self._clock(1)
            self._clock(0)
        self._latch(1)
        self._latch(0)


class Strip:
    """Light strip of WS2812 lamps: `row` is ("strip", gpio, count)."""

    def __init__(self, row: tuple[str, int, int]) -> None:
        self._pin = machine.Pin(row[1], machine.Pin.OUT, value=0)
        self._wire = bytearray(3 * row[2])

    def write(self, buf: bytearray) -> None:
        """Show the colours of all lamps; the wire has green before red."""
        wire = self._wire
        for i in range(0, len(wire), 3):
            wire[i] = buf[i + 1]
            wire[i + 1] = buf[i]
            wire[i + 2] = buf[i + 2]
        machine.bitstream(self._pin, 0, _WS2812, wire)


class Buzzer:
    """An active buzzer: `row` is ("buzzer", gpio, 1)."""

    def __init__(self, row: tuple[str, int, int]) -> None:
        self._pin = machine.Pin(row[1], machine.Pin.OUT, value=0)

    def switch(self, on: int) -> None:
        """On or off."""
        self._pin(on)
