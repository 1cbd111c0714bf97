"""The log of play mode: a keyed hash chain over the inputs, each record sealed for whoever has the table's key.

    record    16 bytes, little-endian: number u32, t_ms u32, kind u8, zone u8, code u8, mark u8, arg u16, mark u16
    link i    the first 16 bytes of HMAC(key, link i-1, record i with its marks zero); link 0 is the journal's name u16
              and 14 zero bytes
    marks     the first three bytes of the record's link, so that the first record that was removed, changed, moved or
              put in can be named
    block     the record as one AES block; no two records are alike

The host keeps the blocks, and the links as they come with the heartbeats: whoever changes the log later cannot change
those, even with the key.
"""

from struct import pack, pack_into

from cryptolib import aes
from micropython import const

from railbird.link.mac import Mac

LINK = const(16)

_ECB = const(1)
_RECORD = "<IIBBBBHH"
_MARK_AT = const(27)  # in the text that is hashed
_MARKS_AT = const(30)


class Log:
    """`link` is that of the newest record."""

    def __init__(self, secret):
        self._mac = Mac(secret.digest(b"log"))
        self._key = secret.digest(b"log block")[:LINK]
        self.link = bytes(LINK)
        self._text = bytearray(2 * LINK)

    def begin(self, name):
        """The log of the journal called so has no record yet."""
        self.link = pack("<H14x", name)

    def block(self, seq, t_ms, kind, zone, code, arg):
        """Take in the next record: its block."""
        text = self._text
        for index in range(LINK):
            text[index] = self.link[index]
        pack_into(_RECORD, text, LINK, seq, t_ms, kind, zone, code, 0, arg, 0)
        link = self._mac.digest(text)
        self.link = link[:LINK]
        text[_MARK_AT] = link[0]
        text[_MARKS_AT] = link[1]
        text[_MARKS_AT + 1] = link[2]
        return aes(self._key, _ECB).encrypt(text[LINK:])
