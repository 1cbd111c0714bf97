"""The ledger: where each card of the two decks is known to be, and the count of the deck by identity.

Zones are numbers of the caller's, below `ZONES`; 0 is the stub. A card is where it was last seen in this
round, or where it lies in sight; a card that is neither is inferred to be in the stub. Cover cards are
followed and never counted. Sources: 5324.42(a)(5)(i), (f)(6)(iv), (f)(6)(vii).
"""

from micropython import const

from railbird.rules import cards
from railbird.rules.bits import Bits

ZONES = const(72)
_STUB = const(0)

# Flags of a card.
_IN_SIGHT = const(1)  # a reader sees it now
_SEEN = const(2)  # seen in this round
_PLACED = const(3)
_ENTERED = const(4)  # entered by hand, and not seen by a reader since
_COUNTED = const(8)  # passed the count spot in this count


class Deck:
    """Both decks; `live` is the one in play. Everything is indexed by tag code, 64 * deck + card."""

    def __init__(self) -> None:
        self.live = 0
        self.counted = 0  # distinct cards of the live deck in this count
        self._last = bytearray(128)  # zone where each card was last seen, whenever that was
        self._flags = bytearray(128)
        self._lying = bytearray(ZONES)  # cards in sight in each zone

    def sight(self, code: int, zone: int) -> bool:
        """A card is seen in `zone`. False when it was known to lie there in sight, and nothing changes."""
        flags = self._flags[code]
        old = self._last[code]
        if flags & _IN_SIGHT:
            if old == zone:
                return False
            self._lying[old] -= 1
        self._lying[zone] += 1
        self._last[code] = zone
        self._flags[code] = (flags | _IN_SIGHT | _SEEN) & ~_ENTERED & 255
        return True

    def enter(self, code: int, zone: int) -> None:
        """Somebody says that a card, which no reader sees, lies in `zone`."""
        self._last[code] = zone
        self._flags[code] |= _SEEN | _ENTERED

    def entered(self, code: int) -> bool:
        """Whether a card is where it is by hand only."""
        return self._flags[code] & _ENTERED != 0

    def lift(self, code: int, zone: int) -> None:
        """A card is out of sight, still where it was last seen. Ignored unless it was in sight in `zone`."""
        if self._flags[code] & _IN_SIGHT and self._last[code] == zone:
            self._flags[code] &= ~_IN_SIGHT & 255
            self._lying[zone] -= 1

    def where(self, code: int) -> int:
        """The zone where a card is known to be in this round, else the stub."""
        return self._last[code] if self._flags[code] & (_IN_SIGHT | _SEEN) else _STUB

    def last_seen(self, code: int) -> int:
        """The zone where a card was last seen, in whatever round; the stub when never."""
        return self._last[code]

    def in_sight(self, code: int) -> bool:
        """Whether a reader sees the card now."""
        return self._flags[code] & _IN_SIGHT != 0

    def lying(self, zone: int) -> int:
        """How many cards are in sight in a zone, of either deck, covers included."""
        return self._lying[zone]

    def is_live(self, code: int) -> bool:
        """Whether a tag code is one of the 52 in play."""
        return cards.deck_of(code) == self.live and cards.card_of(code) < cards.DECK_SIZE

    def tally(self, zone: int) -> int:
        """How many of the 52 in play are known to be in a zone, or inferred to be in the stub."""
        number = 0
        for card in range(cards.DECK_SIZE):
            if self.where(self.live << 6 | card) == zone:
                number += 1
        return number

    def highest(self, zone: int) -> int:
        """The highest of the 52 in play that are in sight in a zone, the suit breaking ties (D03); NO_CARD without."""
        for card in range(cards.DECK_SIZE - 1, -1, -1):
            code = self.live << 6 | card
            if self.in_sight(code) and self._last[code] == zone:
                return card
        return cards.NO_CARD

    def begin_round(self) -> None:
        """The deck is whole again: all of it is in the stub but what is in sight, which was left lying."""
        for code in range(128):
            self._flags[code] &= ~(_SEEN | _ENTERED) & 255

    def forget(self, code: int) -> None:
        """A card is shuffled back into the stub; where it lies in sight it still lies."""
        self._flags[code] &= ~_SEEN & 255

    def begin_count(self) -> None:
        """A count begins with nothing counted."""
        self.counted = 0
        for code in range(128):
            self._flags[code] &= ~_COUNTED & 255

    def fields(self, bits: Bits, counting: bool) -> None:
        """Where every card is, for a snapshot; which are counted only while a count is in progress."""
        self.live = bits.field(self.live, 1)
        self.counted = bits.field(self.counted, 6) if counting else 0
        if bits.reading:
            for zone in range(ZONES):
                self._lying[zone] = 0
        for code in range(128):
            if cards.card_of(code) <= cards.COVER:
                self._last[code] = bits.field(self._last[code], 7)
                flags = self._flags[code]
                entered = flags & _ENTERED
                seen = bits.field(flags & _PLACED, 2)
                if seen == _SEEN:  # only such a card may be where it is by hand
                    entered = bits.field(entered and 1, 1) * _ENTERED
                counted = bits.field(flags & _COUNTED and 1, 1) * _COUNTED if counting else 0
                self._flags[code] = seen | entered | counted
                if bits.reading and self._flags[code] & _IN_SIGHT:
                    self._lying[self._last[code]] += 1

    def count(self, code: int) -> None:
        """A card of the live deck passes the count spot; a second pass of the same card adds nothing."""
        if not self._flags[code] & _COUNTED:
            self._flags[code] |= _COUNTED
            self.counted += 1

    def is_counted(self, code: int) -> bool:
        """Whether a card has passed in this count."""
        return self._flags[code] & _COUNTED != 0
