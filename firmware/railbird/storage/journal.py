"""The journal of inputs on flash: small files in a ring, and a snapshot of the table beside them.

An input is a record of 11 bytes, little-endian: its time 28 bits and kind 4 bits, zone u8, code u8, arg u16, request u8
(of a command: its id), check u16. A file begins with the number of its first record u32, that record's time u32 and a
check u16, and holds up to PLACES records; it is written whole, with `write` of `railbird.port`, so that it is the old
one or the new one whenever power goes. The checks are the lower half of the CRC-32 of what is before them, a record's
with the lower half of its number in their place.

The snapshot is what the table was after some input that the host had every fact of, that input's number u32, the
journal's name u16 (drawn when it began), the last accepted request u8, and the CRC-32 of it all. Records after it are
never overwritten: when the ring is full of them, there is no room.

Numbers start at 1, are never reused and stay below 2**30 (a century of sightings), so that they remain small integers
on a 32-bit VM. `railbird.storage.recovery` reads it all when power is back.
"""

from struct import pack_into

from micropython import const

from railbird import facts, ticks
from railbird.link.packet import crc_into

FILES = const(16)
PLACES = const(10)
SNAPSHOT = const(16)  # the number of its file
FAULTS = const(17)
HEAD = const(10)
SIZE = const(11)
TAIL = const(11)
SNAPSHOT_SIZE = const(432)
TIME_BITS = const(0x0FFFFFFF)
BURST = const(32)  # inputs that may come before the next flush

_CHECKED = const(9)  # bytes of a record before its check
_SCARCE = const(8)  # free files
_PLENTY = const(40)  # records after which a new snapshot is worth its while, when nothing is urgent


class Journal:
    """On the `files` of a port.

    name     tells it from the journal of another table, or of this one before its flash was cleared
    last     number of the newest input
    safe     number of the newest one that is on flash
    kept     number of the input that the snapshot was taken after
    request  id of the last accepted command
    flushes  how many times a file was written
    """

    def __init__(self, files):
        self.files = files
        self.name = 0
        self.last = 0
        self.safe = 0
        self.kept = 0
        self.request = 0
        self.flushes = 0
        self.file = 0  # number of the file in the making, modulo FILES its place in the ring
        self.free = FILES - 1  # files in the ring that may be overwritten, but for that one
        self.buf = bytearray(HEAD + SIZE * (PLACES + BURST))
        self._count = 0  # records in it
        self._t_ms = 0  # time of the newest
        self._check = bytearray(4)

    def room(self):
        """How many more inputs can be taken now."""
        return min(PLACES + BURST, self.free * PLACES) - self._count

    def append(self, t_ms, kind, zone, code, arg, request=0):
        """Take an input and return its number; it is on flash after the next `flush`."""
        buf = self.buf
        at = HEAD + SIZE * self._count
        seq = self.last + 1
        if self._count == 0:
            self._begin(seq, t_ms)
        if kind == facts.COMMAND:
            self.request = request
        pack_into(
            "<BBBBBBHBH", buf, at,
            t_ms & 255, t_ms >> 8 & 255, t_ms >> 16 & 255, (t_ms >> 24 & 15) | kind << 4,
            zone, code, arg, request, seq & 0xFFFF,
        )  # fmt: skip
        self._sign(at, at + _CHECKED)
        self._count += 1
        self._t_ms = t_ms
        self.last = seq
        return seq

    def flush(self):
        """Put on flash what is not there yet: 0, or an errno, and then nothing is forgotten."""
        while self.safe < self.last:
            size = min(self._count, PLACES)
            error = self.files.write(self.file % FILES, self.buf, HEAD + SIZE * size)
            if error:
                return error
            self.flushes += 1
            self.safe = self.last - self._count + size
            if size == PLACES:
                self.next_file()
        return 0

    def next_file(self):
        """What is on flash stays there; what is not goes to the next file."""
        buf = self.buf
        left = self.last - self.safe
        at = HEAD + SIZE * (self._count - left)
        for index in range(SIZE * left):
            buf[HEAD + index] = buf[at + index]
        self._count = left
        self.file += 1
        self.free -= 1
        if left:
            low = buf[HEAD] | buf[HEAD + 1] << 8 | buf[HEAD + 2] << 16 | (buf[HEAD + 3] & 15) << 24
            self._begin(self.safe + 1, self._t_ms - (self._t_ms - low & TIME_BITS) & ticks.MASK)

    def skip(self, seq):
        """Numbers up to `seq` were used, though nothing is known of what they stood for."""
        self.last = self.safe = max(self.last, seq)

    def stale(self, quiet):
        """Whether a snapshot is due: there is something to leave behind, and nothing urgent; or the ring fills up."""
        return (quiet and self.last - self.kept >= _PLENTY) or self.free < _SCARCE

    def keep(self, table):
        """Write a snapshot of the table as it is, of whose inputs nobody needs to hear any more: 0, or an errno."""
        buf = bytearray(SNAPSHOT_SIZE)
        size = table.save(buf)
        pack_into("<IHB", buf, size, self.last, self.name, self.request)
        crc_into(buf, 0, size + TAIL - 4, buf, size + TAIL - 4)
        self.flushes += 1
        error = self.files.write(SNAPSHOT, buf, size + TAIL)
        if not error:
            self.kept = self.last
            self.free = FILES - 1
        return error

    def _begin(self, seq, t_ms):
        pack_into("<IIH", self.buf, 0, seq, t_ms, 0)
        self._sign(0, HEAD - 2)

    def _sign(self, at, end):
        """The check of buf[at:end], which stands after it and counts as it is."""
        crc_into(self.buf, at, end + 2, self._check, 0)
        self.buf[end] = self._check[0]
        self.buf[end + 1] = self._check[1]
