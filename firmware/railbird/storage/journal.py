"""The journal of inputs: a ring in memory that never forgets what has not been acknowledged.

A record is 16 bytes, little-endian: seq u32, t_ms u32, kind u8, zone u8, code u8, one spare byte, arg u16,
two spare bytes; the spare ones are the chain's (chain.py), where there is one. Sequence numbers start at 1, are never
reused and stay below 2**30 (a century of sightings), so that they remain small integers on a 32-bit VM.
"""

import struct

from micropython import const

_SIZE = const(16)
_LAYOUT = "<IIBBBxHxx"


class Journal:
    """Keeps up to `capacity` records.

    first, last  oldest record kept and newest ever written; none is kept when first == last + 1
    `load` puts a record's fields into t_ms, kind, zone, code and arg
    """

    def __init__(self, capacity=256):
        self._capacity = capacity
        self._ring = bytearray(_SIZE * capacity)
        self.first = 1
        self.last = 0
        self.chain = None
        self.t_ms = 0
        self.kind = 0
        self.zone = 0
        self.code = 0
        self.arg = 0

    def pending(self):
        """How many records have not been acknowledged."""
        return self.last + 1 - self.first

    def room(self):
        """How many more can be written."""
        return self._capacity - self.pending()

    def append(self, t_ms, kind, zone, code, arg):
        """Write an input and return its sequence number, or 0 when every record is still unacknowledged."""
        if self.pending() == self._capacity:
            return 0
        seq = self.last + 1
        at = seq % self._capacity * _SIZE
        struct.pack_into(_LAYOUT, self._ring, at, seq, t_ms, kind, zone, code, arg)
        if self.chain is not None:
            self.chain.extend(self._ring, at)
        self.last = seq
        return seq

    def trim(self, seq):
        """Every record up to `seq` has been acknowledged; a lower `seq` than before changes nothing."""
        if seq > self.last:
            seq = self.last
        if seq >= self.first:
            self.first = seq + 1

    def load(self, seq):
        """Put the fields of a record into this journal's attributes; False when it is not kept."""
        if not self.first <= seq <= self.last:
            return False
        ring = self._ring
        at = seq % self._capacity * _SIZE
        self.t_ms = ring[at + 4] | ring[at + 5] << 8 | ring[at + 6] << 16 | ring[at + 7] << 24
        self.kind = ring[at + 8]
        self.zone = ring[at + 9]
        self.code = ring[at + 10]
        self.arg = ring[at + 12] | ring[at + 13] << 8
        return True

    def replay(self, apply):
        """Call `apply(t_ms, kind, zone, code, arg)` for each record kept, oldest first."""
        for seq in range(self.first, self.last + 1):
            self.load(seq)
            apply(self.t_ms, self.kind, self.zone, self.code, self.arg)
