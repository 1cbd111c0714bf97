"""The tags that one look of one reader has listed so far."""

from micropython import const

ROW = const(12)  # a row of `Found.uids`: length, then up to 10 bytes of UID; last whether it was halted

PREFIX = const(4)  # bytes of a UID that one cascade level tells
READABLE_UID = const(7)  # length of the UIDs that `is_on_pages` knows

_LENGTH_LIMIT = const(10)
_HALTED = const(11)
_CASCADE_TAG = const(0x88)


class Found:
    """Up to `cap` tags: `count` rows of `uids`."""

    def __init__(self, cap):
        self.cap = cap
        self.count = 0
        self.uids = bytearray(cap * ROW)

    def clear(self):
        """Forget everything: a new look."""
        self.count = 0

    def row(self, buf, at, n):
        """The row of the UID buf[at:at+n], a new one if it was not listed before; -1 if there is no row left
        or the length is none a UID can have."""
        uids = self.uids
        for k in range(self.count):
            if uids[k * ROW] == n and self._same(k * ROW + 1, buf, at, n):
                return k
        k = self.count
        if k == self.cap or not 0 < n <= _LENGTH_LIMIT:
            return -1
        self.count = k + 1
        uids[k * ROW + _HALTED] = 0
        uids[k * ROW] = n
        for i in range(n):
            uids[k * ROW + 1 + i] = buf[at + i]
        return k

    def halt(self, row):
        """The tag in `row` was halted."""
        self.uids[row * ROW + _HALTED] = 1

    def is_halted(self, row):
        """Whether it was."""
        return self.uids[row * ROW + _HALTED]

    def awake(self):
        """How many of the listed tags were not halted: they answer again in this look."""
        count = 0
        for k in range(self.count):
            if not self.is_halted(k):
                count += 1
        return count

    def is_on_pages(self, row, buf, at):
        """Whether a Type 2 tag's first pages buf[at:] (UID 0-2, a check byte, UID 3-6) are those of the tag in
        `row`, which has a 7-byte UID."""
        uids = self.uids
        start = row * ROW + 1
        same = True
        for i in range(READABLE_UID):
            if uids[start + i] != buf[at + i + (i > 2)]:
                same = False
        return same

    def _same(self, start, buf, at, n):
        uids = self.uids
        for i in range(n):
            if uids[start + i] != buf[at + i]:
                return False
        return True


def begins(buf, at, n, level):
    """Whether the UID buf[at:at+n] begins as the four bytes of its first cascade level say (pn532.md 2.4)."""
    skip = 1 if n > PREFIX else 0
    same = not skip or level[0] == _CASCADE_TAG
    for i in range(skip, PREFIX):
        if level[i] != buf[at + i - skip]:
            same = False
    return same
