"""Tags that do not belong to the deck in play: which of them have been told of in this round."""

from micropython import const

_TOLD = const(16)  # as many are told one by one in a round; more of them say nothing new

UNKNOWN = const(128)  # keys beside the tag codes
TWICE = const(129)


class Foreign:
    """Remembers the foreign tags of a round."""

    def __init__(self):
        self.told = bytearray(4 * _TOLD)
        self.count = 0

    def begin_round(self):
        """Nothing has been told."""
        self.count = 0

    def fields(self, bits):
        """Everything, for a snapshot."""
        self.count = bits.field(self.count, 5)
        for index in range(4 * self.count):
            self.told[index] = bits.field(self.told[index], 8)

    def first_time(self, key, zone, arg):
        """Whether a tag (its code, or one of the other keys) has not been told of in this zone since then."""
        told = self.told
        low = arg & 255
        high = arg >> 8
        for index in range(0, 4 * self.count, 4):
            if (
                told[index] == key
                and told[index + 1] == zone
                and told[index + 2] == low
                and told[index + 3] == high
            ):
                return False
        if self.count == _TOLD:
            return False
        index = 4 * self.count
        told[index] = key
        told[index + 1] = zone
        told[index + 2] = low
        told[index + 3] = high
        self.count += 1
        return True
