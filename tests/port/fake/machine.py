"""MicroPython's `machine`, as far as the port uses it, wired to simulated chips instead of pins.

Signatures and errors are those of the library reference (docs.micropython.org, `machine`) and of the rp2 port:

- `Pin`: called without an argument it gives the level, with one it drives it; `init` changes the mode.
- `I2C.writeto` returns how many bytes were acknowledged; a device that does not answer is OSError(EIO), a clock held
  longer than `timeout` microseconds OSError(ETIMEDOUT).
- `SPI.write_readinto` wants two buffers of one length, which may be the same.
- `UART.readinto` returns None when nothing comes within `timeout`.
- `WDT`: a timeout beyond 8388 ms is ValueError on an RP2040; it cannot be stopped.

It runs on CPython, whose OSError has a number only with a text, and on MicroPython alike. `wire` is the other end:
whoever has the simulated world.
"""

wire = None

PWRON_RESET = 1
WDT_RESET = 3
cause = PWRON_RESET


def reset_cause():
    return cause


class Pin:
    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    PULL_UP = 1

    def __init__(self, id, mode=-1, pull=-1, value=None):
        self.id = id
        self.mode = mode
        self.init(mode, pull, value)

    def init(self, mode=-1, pull=-1, value=None):
        if mode != -1:
            self.mode = mode
        if value is not None:
            wire.pin_set(self.id, value)

    def __call__(self, level=None):
        if level is None:
            return wire.pin_get(self.id)
        if self.mode not in (Pin.OUT, Pin.OPEN_DRAIN):
            raise ValueError("the pin is no output")
        wire.pin_set(self.id, level)
        return None


class I2C:
    def __init__(self, id, scl=None, sda=None, freq=400000, timeout=50000):
        if not isinstance(scl, Pin) or not isinstance(sda, Pin):
            raise ValueError("expected pins")
        self._unit = id
        wire.i2c_open(id, scl.id, sda.id, freq, timeout)

    def writeto(self, addr, buf, stop=True):
        error = wire.i2c_write(self._unit, addr, bytes(buf))
        if error:
            raise OSError(error, "")
        return len(buf)

    def readfrom_into(self, addr, buf, stop=True):
        error, data = wire.i2c_read(self._unit, addr, len(buf))
        if error:
            raise OSError(error, "")
        buf[:] = data


class SPI:
    MSB = 0
    LSB = 1

    def __init__(
        self, id, baudrate=1000000, polarity=0, phase=0, bits=8, firstbit=MSB, sck=None, mosi=None, miso=None
    ):
        if firstbit == SPI.LSB:
            raise NotImplementedError("LSB")  # rp2
        if polarity or phase:
            raise ValueError("the PN532 has mode 0")
        self._unit = id
        wire.spi_open(id, baudrate, (sck.id, mosi.id, miso.id))

    def write(self, buf):
        wire.spi(self._unit, bytes(buf))

    def write_readinto(self, write_buf, read_buf):
        if len(write_buf) != len(read_buf):
            raise ValueError("buffers must be the same length")
        read_buf[:] = wire.spi(self._unit, bytes(write_buf))


class UART:
    def __init__(
        self, id, baudrate=9600, bits=8, parity=None, stop=1, tx=None, rx=None, rxbuf=256, timeout=0
    ):
        if timeout:
            raise ValueError("it would block")
        self._unit = id
        wire.uart_open(id, baudrate, tx.id, rx.id)

    def write(self, buf):
        wire.uart_write(self._unit, bytes(buf))
        return len(buf)

    def readinto(self, buf):
        data = wire.uart_read(self._unit, len(buf))
        buf[: len(data)] = data
        return len(data) or None


class WDT:
    def __init__(self, id=0, timeout=5000):
        if not 0 < timeout <= 8388:
            raise ValueError("timeout exceeds 8388")
        wire.watchdog(timeout)

    def feed(self):
        wire.watchdog(0)


def bitstream(pin, encoding, timing, data):
    if encoding != 0 or len(timing) != 4:
        raise ValueError("expected high and low of both bits")
    wire.bitstream(pin.id, timing, bytes(data))
