"""The count of the deck and its clock, 5324.42(f)(6)(iv), ambiguity D19.

A count is by identity: fifty-two known tags, each of the deck in play. Times are ticks in milliseconds.
"""

from micropython import const

from railbird import facts, ticks
from railbird.rules import cards

_WARN_MS = const(720_000)  # D19: the reminder comes early, at 12 minutes
_OVERDUE_MS = const(900_001)  # due by the fifteenth minute, overdue after it
_NONE = const(255)

# What the clock has said since the last good count.
_STOPPED = const(0)
_NOTHING = const(1)
_DUE = const(2)
_OVERDUE = const(3)


class Count:
    """Counts `deck` and tells by `emit(kind, zone, code, ref, arg)`.

    running  a count is in progress
    alarm    tick at which `tick` has something to say, or None
    """

    def __init__(self, deck, emit):
        self._deck = deck
        self._emit = emit
        self.running = False
        self.alarm = None
        self._sound = True
        self._said = _STOPPED
        self._last_good = 0

    def start_clock(self, now_ms):
        """Play begins: a deck that was never counted here has to be counted within 15 minutes."""
        if self._said == _STOPPED:
            self._good(now_ms)

    def begin(self):
        """The dealer begins to pass the deck over the count spot."""
        self.running = self._sound = True
        self._deck.begin_count()

    def spoil(self):
        """A foreign tag or a second tag of one card was met: this count cannot be good."""
        self._sound = False

    def end(self, now_ms):
        """The whole deck has passed: good when every card did and nothing else; names each missing card."""
        deck = self._deck
        self.running = False
        good = self._sound and deck.counted == cards.DECK_SIZE
        self._emit(facts.COUNTED, _NONE, 1 if good else 0, _NONE, deck.counted)
        for card in range(cards.DECK_SIZE):
            if not deck.is_counted(card):
                code = deck.live << 6 | card
                self._emit(facts.VERDICT, _NONE, facts.V_MISSING_AT_COUNT, code, deck.last_seen(code))
        if good:
            self._good(now_ms)

    def tick(self, now_ms):
        """The clock stands at `now_ms`: says once that the count is due, and once that it is overdue."""
        if self._said == _STOPPED:
            return
        age = ticks.diff(now_ms, self._last_good)
        if age >= _OVERDUE_MS and self._said < _OVERDUE:
            self._said = _OVERDUE
            self.alarm = None
            self._emit(facts.VERDICT, _NONE, facts.V_COUNT_OVERDUE, _NONE, min(age // 1000, 65535))
        elif age >= _WARN_MS and self._said < _DUE:
            self._said = _DUE
            self.alarm = ticks.add(self._last_good, _OVERDUE_MS)
            self._emit(facts.VERDICT, _NONE, facts.V_COUNT_DUE, _NONE, age // 1000)

    def _good(self, now_ms):
        self._last_good = now_ms
        self._said = _NOTHING
        self.alarm = ticks.add(now_ms, _WARN_MS)
