"""The keyed hash chain over the inputs: each record's link is an HMAC of the link before it and of the record.

    link i    the first 16 bytes of HMAC(key, link i-1, record i with its three spare bytes zero); link 0 is the boot id
              and 14 zero bytes
    record i  bears the first three bytes of its link in its spare bytes (journal.py), so that the first record that was
              removed, changed, moved or put in can be named

The host keeps links as they come with the heartbeats: whoever changes the log later cannot change those, even with the
key.
"""

from struct import pack

from micropython import const

from railbird.link.mac import Mac

RECORD = const(16)
LINK = const(16)
SPARE = bytes((11, 14, 15))  # where a record's spare bytes are


class Chain:
    """`link` is that of the last record."""

    def __init__(self, key, boot_id):
        self._mac = Mac(key)
        self.link = pack("<H14x", boot_id)
        self._text = bytearray(LINK + RECORD)

    def extend(self, ring, at):
        """Take in the record ring[at:at + 16], whose spare bytes are zero, and write them."""
        text = self._text
        for index in range(LINK):
            text[index] = self.link[index]
        for index in range(RECORD):
            text[LINK + index] = ring[at + index]
        link = self._mac.digest(text)
        self.link = link[:LINK]
        for index in range(3):
            ring[at + SPARE[index]] = link[index]
