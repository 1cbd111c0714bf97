"""The registry of chips: what each is worth. The table of `registry`, whose tag code is the number of a kind of chip.

A kind is a record without a UID: value u32 (in the smallest coin), series u8, sort u8 in place of the UID, length 0,
and its number. So 1,000 chips of twenty kinds take 12,252 bytes. Loaded only where a board has zones for chips.
"""

import array

from micropython import const

from railbird.rfid.registry import HEADER_SIZE, RECORD, Registry

CHIP = const(0)
PLAQUE = const(1)
RAKE = const(2)  # a special rake chip, a(6)
LAMMER = const(3)  # a marker, worth nothing anywhere; its record says 1
KINDS = const(20)  # at most: a look may end with news of each
TOP = const(0xFFFFFF)  # the most that a zone's worth is told as

_SORT_AT = const(5)
_LENGTH_AT = const(10)
_CODE_AT = const(11)


class Values(Registry):
    """`kinds` is how many there are; by kind `worth` and `sort`; `kind` by chip.

    A chip is addressed by the number of its record. Raises ValueError with one line for data that is not sound.
    """

    def __init__(self, data):
        super().__init__(data)
        self.worth = array.array("I", bytes(4 * KINDS))
        self.sort = bytearray(KINDS)
        self.kinds = 0
        for at in range(HEADER_SIZE, len(data), RECORD):
            if data[at + _LENGTH_AT] == 0:
                number = data[at + _CODE_AT]
                worth = data[at] | data[at + 1] << 8 | data[at + 2] << 16
                if (
                    number >= KINDS
                    or self.worth[number]
                    or not worth
                    or data[at + 3]
                    or data[at + _SORT_AT] > LAMMER
                ):
                    raise ValueError("registry: no kind of chip at byte %d" % at)
                self.worth[number] = worth
                self.sort[number] = data[at + _SORT_AT]
                self.kinds = max(self.kinds, number + 1)
        for at in range(HEADER_SIZE, len(data), RECORD):
            if data[at + _CODE_AT] >= self.kinds or not self.worth[data[at + _CODE_AT]]:
                raise ValueError("registry: a chip of no kind at byte %d" % at)

    def kind(self, number):
        """The kind of the chip with this number."""
        return self._data[HEADER_SIZE + number * RECORD + _CODE_AT]

    def is_in(self, other, number):
        """Whether the UID of a chip is in another registry as well."""
        at = HEADER_SIZE + number * RECORD
        n = self._data[at + _LENGTH_AT]
        return n > 0 and other.find(self._data, at, n) >= 0
