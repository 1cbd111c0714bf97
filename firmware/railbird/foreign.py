"""Tags that do not belong to the deck in play: each is told of once in a round."""

from micropython import const

from railbird import facts
from railbird.rules import paragraphs as p

_TOLD = const(16)  # as many are told one by one in a round; more of them say nothing new
_UNKNOWN = const(128)  # keys beside the tag codes
_TWICE = const(129)


class Foreign:
    """The foreign tags of a round, and the verdicts on them."""

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

    def _first_time(self, key, zone, arg):
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

    def other_deck(self, table, zone, code):
        """A card of the deck that is not in play, a(5)(i), p(3)."""
        if self._watched(table, zone) and self._first_time(code, zone, 0):
            dealt = table.in_hand and zone <= facts.Z_BURN
            rule = p.UNSOUND_DECK if dealt else p.ONE_DECK
            table.verdict(facts.V_OTHER_DECK, zone, code, table.expected << 8 | rule)
            self._spoil(table, dealt)

    def unknown(self, table, zone, fold):
        """A tag of neither deck."""
        if self._watched(table, zone) and self._first_time(_UNKNOWN, zone, fold):
            table.verdict(facts.V_UNKNOWN_TAG, zone, facts.NO_ZONE, fold)
            self._spoil(table, table.in_hand and zone <= facts.Z_BURN)

    def twice(self, table, zone, code, other):
        """One UID in two places, p(3)."""
        if self._first_time(_TWICE, code, 0):
            table.verdict(facts.V_TWO_ZONES, zone, code, other)
            self._spoil(table, table.in_hand)

    def _watched(self, table, zone):
        """Whether a foreign tag is told of: anywhere on the felt in a hand, at its spot in a count."""
        return zone != facts.Z_PARK and (table.in_hand or (table.counting and zone == table.count_zone))

    def _spoil(self, table, dealt):
        """A tag that should not be there spoils a count, and where cards are dealt it holds the deal."""
        table.count.spoil()
        table.hold(table.held or dealt)
