"""A reader on a UART, seen as `mux.Trunk` shows one on I2C: what is read begins with a status byte.

pn532.md 1.5: the chip sends ACK and answer by itself, as soon as they are ready. They are gathered here, and are
there once a frame is whole.
"""

from micropython import const

from railbird.rfid import frame

_WAKE = b"\x55\x55" + bytes(15)
_ROOM = const(64)  # an ACK and the longest answer
_ACK_READ = const(7)  # bytes of the one read that asks for an ACK


class HsuTrunk:
    """The one reader on `line`, which has `write(buf)`, and `read(buf)` -> how many bytes of those that have arrived.
    A UART cannot tell that nobody is there: nothing ever comes from an absent chip.
    """

    def __init__(self, line):
        self._line = line
        self._got = bytearray(_ROOM)
        self._views = [memoryview(self._got)[n:] for n in range(_ROOM)]
        self._count = 0

    def write(self, _place, _addr, buf):
        """Write a frame: always 0. What came before it is stale. An abort, which begins a set-up, also wakes the
        chip.
        """
        while self._line.read(self._got):
            pass
        self._count = 0
        if buf == frame.ACK:
            self._line.write(_WAKE)
        self._line.write(buf)
        return 0

    def read(self, _place, _addr, buf):
        """Fill `buf` with a status byte, 1 when a frame is whole, and then the frame; always 0."""
        got = self._got
        if self._count < _ROOM:
            self._count += self._line.read(self._views[self._count])
        end = self._count
        found = frame.parse(got, 0, end)
        if found == frame.NO_FRAME or found == frame.CUT:
            buf[0] = 0
            return 0
        buf[0] = 1
        size = len(buf) - 1
        for i in range(size):
            buf[i + 1] = got[i] if i < end else 0
        if size == _ACK_READ - 1:
            self._drop(size)
        return 0

    def _drop(self, size):
        """The ACK has been taken; what follows it stays."""
        got = self._got
        self._count = max(self._count - size, 0)
        for i in range(self._count):
            got[i] = got[i + size]
