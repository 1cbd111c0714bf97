"""One I2C bus and the TCA9548A multiplexers on it: opens the one channel that a transaction is for.

Every PN532 answers to the same address, so at most one channel of a bus may be open at a time. The control
register of a TCA9548A has one bit per channel; a written value holds from the STOP of the write.
"""

from micropython import const

DIRECT = const(-1)  # the place of a device that hangs on the bus itself

_CHANNELS = const(8)
_UNSURE = const(-2)

_CLOSED = b"\x00"
_OPEN = (b"\x01", b"\x02", b"\x04", b"\x08", b"\x10", b"\x20", b"\x40", b"\x80")


class Trunk:
    """A bus with its multiplexers at `addresses`. A place is 8 * index of the multiplexer + channel, or
    DIRECT.

    `bus` has `write(addr, buf)` and `read(addr, buf)`, 0 or an errno. `selects` counts channel settings
    written.
    """

    def __init__(self, bus, addresses):
        self._bus = bus
        self._addresses = addresses
        self._place = _UNSURE if addresses else DIRECT
        self.selects = 0

    def write(self, place, addr, buf):
        """Write `buf` to the device `addr` at `place`: 0 or an errno."""
        error = 0 if place == self._place else self._route(place)
        return error if error else self._bus.write(addr, buf)

    def read(self, place, addr, buf):
        """Read len(buf) bytes from the device `addr` at `place` into `buf`: 0 or an errno."""
        error = 0 if place == self._place else self._route(place)
        return error if error else self._bus.read(addr, buf)

    def _route(self, place):
        """Open `place` and nothing else. After an error every multiplexer counts as open until it was
        closed."""
        current = self._place
        self._place = _UNSURE
        if current == _UNSURE:
            for i in range(len(self._addresses)):
                error = self._set(i, _CLOSED)
                if error:
                    return error
        elif current >= 0 and (place < 0 or current // _CHANNELS != place // _CHANNELS):
            error = self._set(current // _CHANNELS, _CLOSED)
            if error:
                return error
        if place >= 0:
            error = self._set(place // _CHANNELS, _OPEN[place % _CHANNELS])
            if error:
                return error
        self._place = place
        return 0

    def _set(self, mux, value):
        self.selects += 1
        return self._bus.write(self._addresses[mux], value)
