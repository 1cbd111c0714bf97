"""Whether the cards come in an order that a shuffle does not give, 5324.42(e), (p)(1)(i)."""

from micropython import const

from railbird.rules.cards import DECK_SIZE

_RUN = const(5)  # equal steps in a row: by chance once in some million hands
_FIRST = const(6)  # cards by which a hand is known again
_HANDS = const(3)
_UP = const(4)
_DOWN = const(48)
_NONE = const(255)

SORTED = const(1)
REPEATED = const(2)


class Shuffled:
    """Follows the cards of a hand and remembers how the last few hands began.

    ago  how many hands ago the order was that has come again
    """

    def __init__(self):
        self.ago = 0
        self._past = bytearray(
            b"\x3f" * (_FIRST * (_HANDS + 1))
        )  # this hand's first cards, then the last one's ...
        self._count = 0
        self._last = 0
        self._step = 0
        self._run = 0

    def fields(self, bits):
        """Everything, for a snapshot."""
        self.ago = bits.field(self.ago, 2)
        self._count = bits.field(self._count, 8)
        self._last = bits.field(self._last, 6)
        self._step = bits.field(self._step, 6)
        self._run = bits.field(self._run, 6)
        bits.array(self._past, range(len(self._past)), 6)

    def begin(self):
        """A hand begins."""
        if self._count >= _FIRST:
            for index in range(_FIRST * (_HANDS + 1) - 1, _FIRST - 1, -1):
                self._past[index] = self._past[index - _FIRST]
        self._count = self._run = 0

    def dealt(self, card):
        """The next card of the deck is dealt: SORTED at the sixth card in rank order of one suit, REPEATED at the
        sixth of a hand that began like one of the last three; else 0.
        """
        found = 0
        if card >= DECK_SIZE:
            return 0
        step = (card - self._last) % DECK_SIZE
        if self._count and (step == _UP or step == _DOWN):
            self._run = self._run + 1 if step == self._step else 1
            if self._run == _RUN:
                found = SORTED
        else:
            self._run = 0
        self._step = step
        self._last = card
        if self._count < _FIRST:
            self._past[self._count] = card
            if self._count == _FIRST - 1:
                found = found or self._repeated()
        self._count = min(self._count + 1, _NONE)
        return found

    def _repeated(self):
        for ago in range(1, _HANDS + 1):
            same = True
            for index in range(_FIRST):
                if self._past[index] != self._past[ago * _FIRST + index]:
                    same = False
            if same:
                self.ago = ago
                return REPEATED
        return 0
