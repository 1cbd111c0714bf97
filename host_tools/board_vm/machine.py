"""`machine` of the board behind a pty: a watchdog and a reset that are real; pins and buses lead to the virtual world
where there is one, and else nowhere: nobody answers then.

Constants and limits are those of the rp2 port. The other ends of the sockets are `host_tools.targets.pty_board` and
`host_tools.targets.pty_parts`.
"""

import errno
import os
import struct

PWRON_RESET = 1
WDT_RESET = 3

_wire = open(int(os.getenv("RAILBIRD_WIRE")), "r+b")
_pins = [pair.split("=") for pair in os.getenv("RAILBIRD_PINS").split(",") if pair]
_levels = {int(gpio): int(level) for gpio, level in _pins}
_parts = open(int(os.getenv("RAILBIRD_PARTS")), "r+b") if os.getenv("RAILBIRD_PARTS") else None
_wired = {int(gpio) for gpio in (os.getenv("RAILBIRD_WIRED") or "").split(",") if gpio}

# Requests to the parts: as `pty_parts` has them. An answer begins with the time: the world owns the clock. A pin that
# is set is not answered.
_WRITE = 1
_READ = 2
_SET = 3
_GET = 4
_LAMPS = 5
_WAIT = 6

now = 0  # microseconds of the world's clock


def _tell(op, a, b, n, data=b""):
    """A request of the parts."""
    _parts.write(struct.pack("<BBBB", op, a, b, n) + data)


def _ask(op, a, b, n, data=b""):
    """A request of the parts: the byte that answers it."""
    global now
    _tell(op, a, b, n, data)
    now, answer = struct.unpack("<QB", _take(9))
    return answer


def wait(us):
    """Let the world's clock go on."""
    _ask(_WAIT, 0, 0, 4, struct.pack("<I", us))


def _take(n):
    """So many bytes from the parts."""
    data = b""
    while len(data) < n:
        more = _parts.read(n - len(data))
        if not more:
            raise OSError(errno.EIO)
        data += more
    return data


def tell(what):
    """Say a line to the board's keeper."""
    _wire.write(what.encode() + b"\n")


def in_world():
    """Whether there is a virtual world at the pins."""
    return _parts is not None


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
    """Lamps, which only a virtual world sees."""
    if pin.gpio in _wired:
        _ask(_LAMPS, pin.gpio, 0, len(data), bytes(data))


class Pin:
    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    PULL_UP = 1

    def __init__(self, gpio, mode=-1, pull=-1, value=None):
        self.gpio = gpio
        self.init(mode, pull, value)

    def init(self, mode=-1, pull=-1, value=None):
        if value is not None:
            self(value)

    def __call__(self, level=None):
        if self.gpio in _wired:
            if level is None:
                return _ask(_GET, self.gpio, 0, 0)
            _tell(_SET, self.gpio, level, 0)
            return None
        if level is None:
            return _levels.get(self.gpio, 1)
        _levels[self.gpio] = level
        return None


class I2C:
    def __init__(self, unit, scl, sda, freq=400000, timeout=50000):
        self._unit = unit

    def writeto(self, addr, buf, stop=True):
        self._check(_WRITE, addr, len(buf), bytes(buf))
        return len(buf)

    def readfrom_into(self, addr, buf, stop=True):
        self._check(_READ, addr, len(buf))
        buf[:] = _take(len(buf))

    def _check(self, op, addr, n, data=b""):
        if _parts is None:
            raise OSError(errno.ENODEV)
        error = _ask(op, self._unit, addr, n, data)
        if error:
            raise OSError(error)


class WDT:
    def __init__(self, id=0, timeout=5000):
        if not 0 < timeout <= 8388:
            raise ValueError("timeout exceeds 8388")
        tell("watchdog %d" % timeout)

    def feed(self):
        tell("feed")
