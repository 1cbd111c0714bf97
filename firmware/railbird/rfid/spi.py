"""A reader on an SPI bus, seen as `mux.Trunk` shows one on I2C: what is read begins with a status byte.

pn532.md 1.4: a window of chip select begins with 02 status read, 01 data write or 03 data read, and everything goes
with its lowest bit first, which not every microcontroller can: bytes are mirrored here.
"""

from micropython import const

from railbird.rfid.frame import ACK

_STATUS = const(0x40)  # 02 mirrored
_READ = const(0xC0)  # 03
_READY = const(0x80)  # 01

_MIRROR = bytearray(256)
for _byte in range(256):
    for _bit in range(8):
        if _byte >> _bit & 1:
            _MIRROR[_byte] |= 0x80 >> _bit

_outgoing: dict[bytes, bytes] = {}  # frame -> what is clocked out, shared by all readers


class SpiTrunk:
    """The one reader with chip select `select` on `bus`, which has `write(select, buf)`, `exchange(select, buf)`,
    `wake(select)` and `connect(select)`, which has to come first. An SPI bus cannot tell that nobody is there: the
    status of an absent chip is never ready.
    """

    def __init__(self, bus, select):
        self._bus = bus
        self._select = select
        bus.connect(select)
        self._poll = bytearray(2)

    def write(self, _place, _addr, buf):
        """Write a frame: always 0. An abort, which begins a set-up, also wakes the chip."""
        out = _outgoing.get(buf)
        if out is None:
            out = _outgoing[buf] = bytes([_MIRROR[byte] for byte in b"\x01" + buf])
        if buf == ACK:
            self._bus.wake(self._select)
        self._bus.write(self._select, out)
        return 0

    def read(self, _place, _addr, buf):
        """Fill `buf` with a status byte, 1 when a frame waits, and then the frame; always 0."""
        poll = self._poll
        poll[0] = _STATUS
        poll[1] = 0
        self._bus.exchange(self._select, poll)
        if poll[1] != _READY:
            buf[0] = 0
        else:
            if len(buf) > 1:
                buf[0] = _READ
                self._bus.exchange(self._select, buf)
                for i in range(1, len(buf)):
                    buf[i] = _MIRROR[buf[i]]
            buf[0] = 1
        return 0
