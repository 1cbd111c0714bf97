"""The registry of tags: which card each UID is. One sorted table in one bytes object, searched in place.

Layout, little-endian: magic `RBTR`, version u8, record length u8, record count u16, CRC32 of all records u32;
then records of 12 bytes, ascending: UID padded with zeros to 10 bytes, UID length, tag code. Files are made
and checked by `host_tools.registry`.
"""

import binascii
import struct

from micropython import const

MAGIC = b"RBTR"
VERSION = const(1)
HEADER = "<4sBBHI"
HEADER_SIZE = const(12)
RECORD = const(12)
UID_SIZE = const(10)

_LENGTH_AT = const(10)
_CODE_AT = const(11)
_CODES = const(128)
_SIZES = (4, 7, UID_SIZE)
_CASCADE_TAG = const(0x88)


class Registry:
    """A loaded table. Raises ValueError with one line for data that is not a sound table."""

    def __init__(self, data):
        size = len(data)
        if size < HEADER_SIZE or data[:4] != MAGIC:
            raise ValueError("registry: no table of tags")
        _, version, record, count, crc = struct.unpack(HEADER, data[:HEADER_SIZE])
        if version != VERSION or record != RECORD:
            raise ValueError("registry: of version %d, with records of %d bytes" % (version, record))
        if size != HEADER_SIZE + count * RECORD:
            raise ValueError("registry: %d bytes for %d records" % (size, count))
        self._data = bytes(data)
        if binascii.crc32(memoryview(self._data)[HEADER_SIZE:]) & 0xFFFFFFFF != crc:
            raise ValueError("registry: damaged")
        self.count = count
        self.longest = 0  # bytes of the longest UID
        for at in range(HEADER_SIZE, size, RECORD):
            if at > HEADER_SIZE and not self._follows(at):
                raise ValueError("registry: out of order at byte %d" % at)
            if self._data[at + _CODE_AT] >= _CODES:
                raise ValueError("registry: no tag code at byte %d" % (at + _CODE_AT))
            self.longest = max(self.longest, self._data[at + _LENGTH_AT])

    def _follows(self, at):
        """Whether the record at byte `at` sorts after the one before it; a slice of each would be much to collect."""
        for i in range(at, at + _CODE_AT):
            if self._data[i] != self._data[i - RECORD]:
                return self._data[i] > self._data[i - RECORD]
        return False

    def find(self, buf, at, n):
        """The tag code of the UID buf[at:at+n], or -1 when it is in no deck. Allocates nothing."""
        number = self.number(buf, at, n)
        return self._data[HEADER_SIZE + number * RECORD + _CODE_AT] if number >= 0 else -1

    def number(self, buf, at, n):
        """The number of the record of the UID buf[at:at+n], from 0, or -1. Allocates nothing."""
        low = 0
        high = self.count - 1
        while low <= high:
            middle = (low + high) >> 1
            order = self._compare(HEADER_SIZE + middle * RECORD, buf, at, n)
            if order == 0:
                return middle
            if order < 0:
                low = middle + 1
            else:
                high = middle - 1
        return -1

    def _compare(self, record, buf, at, n):
        """Below, at or above 0 as the record sorts before, equals or sorts after the UID."""
        data = self._data
        for i in range(UID_SIZE):
            other = buf[at + i] if i < n else 0
            if data[record + i] != other:
                return data[record + i] - other
        return data[record + _LENGTH_AT] - n


def is_torn(buf, at, n):
    """Whether buf[at:at+n] is no tag's UID but what a reader in trouble made of one.

    A UID has 4, 7 or 10 bytes. None begins with 88, which marks a cascade level (pn532.md 2.4); one with three zeros in
    front has been shifted (pn532.md 5, row 47).
    """
    return n not in _SIZES or buf[at] == _CASCADE_TAG or not (buf[at] or buf[at + 1] or buf[at + 2])


def fold(buf, at, n):
    """16 bits that tell unregistered UIDs apart in a fact: a CRC-16 (CCITT) of the UID."""
    crc = 0xFFFF
    for i in range(n):
        crc ^= buf[at + i] << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021) & 0xFFFF if crc & 0x8000 else crc << 1
    return crc
