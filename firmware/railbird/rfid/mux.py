"""One I2C bus and the TCA9548A multiplexers on it: opens the one channel that a transaction is for.

Every PN532 answers to the same address, so at most one channel of a bus may be open at a time. The control
register of a TCA9548A has one bit per channel; a written value holds from the STOP of the write.

A device that holds a line low hangs the bus while its channel is open, and then not even the multiplexer hears: nine
clocks, then the multiplexers' reset lines, which close all channels (pn532.md 5, rows 10 and 13).
"""

from micropython import const

from railbird.port import HELD
from railbird.rfid.steps import CHANNEL_WRONG, CLOCKED, MUX_RESET

DIRECT = const(-1)  # the place of a device that hangs on the bus itself
NO_BUS = const(-1)  # in place of an errno: lines were held low, or are; to try again at once is in vain

_CHANNELS = const(8)
_UNSURE = const(-2)

_CLOSED = b"\x00"
_OPEN = (b"\x01", b"\x02", b"\x04", b"\x08", b"\x10", b"\x20", b"\x40", b"\x80")


class Trunk:
    """A bus with its multiplexers at `addresses`, reset by the lines `resets`. A place is 8 * index of the
    multiplexer + channel, or DIRECT.

    `bus` and `line` as `railbird.port` describes them. `steps` counts what was done against trouble. `selects` counts
    channel settings written. While `hung` nothing is tried but by `check`.
    """

    def __init__(self, bus, addresses, resets, line, steps):
        self._bus = bus
        self._addresses = addresses
        self._resets = resets
        self._place = _UNSURE if addresses else DIRECT
        self._doubtful = False  # an error came since the channel was set or verified
        self._register = bytearray(1)
        self.line = line
        self.steps = steps
        self.selects = 0
        self.hung = False

    def write(self, place, addr, buf):
        """Write `buf` to the device `addr` at `place`: 0, an errno or NO_BUS."""
        error = 0 if place == self._place and not self._doubtful else self._route(place)
        if not error:
            error = self._bus.write(addr, buf)
            if error:
                error = self._failed(error)
        return error

    def read(self, place, addr, buf):
        """Read len(buf) bytes from the device `addr` at `place` into `buf`: 0, an errno or NO_BUS."""
        error = 0 if place == self._place and not self._doubtful else self._route(place)
        if not error:
            error = self._bus.read(addr, buf)
            if error:
                error = self._failed(error)
        return error

    def check(self):
        """Verify that what is open is what should be; a bus that hung is tried again."""
        if self.hung or not self._verified():
            self.restore()

    def _failed(self, error):
        """A device gave an errno: it was not ready if both lines are high."""
        self._doubtful = True
        if self._is_held():
            self.restore()
            return NO_BUS
        return error

    def _route(self, place):
        """Open `place` and nothing else. After an error every multiplexer counts as open until it was
        closed."""
        if self.hung:
            return NO_BUS
        if self._doubtful and not self._verified():
            self._place = _UNSURE
        current = self._place
        if current == place:
            return 0
        self._place = _UNSURE
        if current == _UNSURE:
            self.restore()
        elif current >= 0 and (place < 0 or current // _CHANNELS != place // _CHANNELS):
            if self._set(current // _CHANNELS, _CLOSED):
                self.restore()
        if place >= 0 and not self.hung:
            if self._set(place // _CHANNELS, _OPEN[place % _CHANNELS]):
                self.restore()
                return NO_BUS
        if self.hung:
            return NO_BUS
        self._place = place
        return 0

    def _verified(self):
        """Whether every multiplexer says that it has open what should be."""
        self._doubtful = False
        for i in range(len(self._addresses)):
            right = _OPEN[self._place % _CHANNELS] if self._place // _CHANNELS == i else _CLOSED
            if self._bus.read(self._addresses[i], self._register) or self._register != right:
                self.steps[CHANNEL_WRONG] += 1
                return False
        return True

    def restore(self):
        """Free the lines and close every multiplexer, by their reset if they do not listen. Sets `hung`."""
        self.hung = not self._is_closed()
        if self.hung:
            for name in self._resets:
                self.line(name, 0)
                self.line(name, 1)
                self.steps[MUX_RESET] += 1
            self.hung = not self._is_closed()
        self._doubtful = False
        self._place = _UNSURE if self.hung else DIRECT

    def _is_closed(self):
        """Close every multiplexer: whether they all took it."""
        if self._is_held():
            return False
        for i in range(len(self._addresses)):
            if self._set(i, _CLOSED):
                return False
        return True

    def _is_held(self):
        """Free the lines: whether one is still low."""
        state = self._bus.clear()
        if state:
            self.steps[CLOCKED] += 1
        return state == HELD

    def _set(self, mux, value):
        self.selects += 1
        return self._bus.write(self._addresses[mux], value)
