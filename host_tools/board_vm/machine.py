"""`machine` of the board behind a pty: pins nobody wired, a bus nobody answers, a watchdog and a reset that are real.

Constants and limits are those of the rp2 port. The other end of the socket is `host_tools.targets.pty_board`.
"""

import errno
import os

PWRON_RESET = 1
WDT_RESET = 3

_wire = open(int(os.getenv("RAILBIRD_WIRE")), "r+b")
_pins = [pair.split("=") for pair in os.getenv("RAILBIRD_PINS").split(",") if pair]
_levels = {int(gpio): int(level) for gpio, level in _pins}


def tell(what):
    """Say a line to the board's keeper."""
    _wire.write(what.encode() + b"\n")


def reset_cause():
    return int(os.getenv("RAILBIRD_CAUSE"))


def unique_id():
    return b"railbird"


def reset():
    """The keeper kills this process; nothing runs on until it has."""
    tell("reset")
    while True:
        _wire.read(1)


def bitstream(pin, encoding, timing, data):
    """Lamps that nobody sees."""


class Pin:
    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    PULL_UP = 1

    def __init__(self, gpio, mode=-1, pull=-1, value=None):
        self._gpio = gpio
        self.init(mode, pull, value)

    def init(self, mode=-1, pull=-1, value=None):
        if value is not None:
            _levels[self._gpio] = value

    def __call__(self, level=None):
        if level is None:
            return _levels.get(self._gpio, 1)
        _levels[self._gpio] = level
        return None


class I2C:
    def __init__(self, unit, scl, sda, freq=400000, timeout=50000):
        pass

    def writeto(self, addr, buf, stop=True):
        raise OSError(errno.ENODEV)

    def readfrom_into(self, addr, buf, stop=True):
        raise OSError(errno.ENODEV)


class WDT:
    def __init__(self, id=0, timeout=5000):
        if not 0 < timeout <= 8388:
            raise ValueError("timeout exceeds 8388")
        tell("watchdog %d" % timeout)

    def feed(self):
        tell("feed")
