"""The count of the deck and its clock, 5324.42(f)(6)(iv), ambiguity D19.

A count is by identity: fifty-two known tags, each of the deck in play. Times are ticks in milliseconds; when power was
gone they begin anew, and the age of the last good count is what it was, until the host's clock says how long that took.
"""

from micropython import const

from railbird import facts, ticks
from railbird.rules import cards

_WARN_MS = const(720_000)  # D19: the reminder comes early, at 12 minutes
_OVERDUE_MS = const(900_001)  # due by the fifteenth minute, overdue after it
_NONE = const(255)
_LONG_S = const(901)  # so old is overdue
_BATCH = const(16)  # missing cards named at once: the facts that follow from one input are few

# What the clock has said since the last good count.
_STOPPED = const(0)
_NOTHING = const(1)
_DUE = const(2)
_OVERDUE = const(3)


class Count:
    """Counts `deck` and tells by `emit(kind, zone, code, ref, arg)`.

    running  a count is in progress
    alarm    tick at which `tick` has something to say (the clock, or more missing cards), or None
    """

    def __init__(self, deck, emit):
        self._deck = deck
        self._emit = emit
        self.running = False
        self.alarm = None
        self._sound = True
        self._said = _STOPPED
        self._last_good = 0
        self._good_s = 0  # the same by the host's clock, 0 where that is not known
        self._doubtful = False
        self._due = None  # when the clock speaks next
        self._name = 0  # tag codes still to be looked at for missing cards
        self._name_end = 0

    def fields(self, bits):
        """Everything, for a snapshot."""
        self.running = bits.flag(self.running)
        self._sound = bits.flag(self._sound)
        self._said = bits.field(self._said, 2)
        self._last_good = bits.field(self._last_good, 30)
        self._good_s = bits.field(self._good_s, 30)
        self._doubtful = bits.flag(self._doubtful)
        self._due = self._tick(bits, self._due)
        self.alarm = self._tick(bits, self.alarm)
        self._name = bits.field(self._name, 8)
        self._name_end = bits.field(self._name_end, 8)

    def _tick(self, bits, tick):
        """A tick or None."""
        return bits.field(tick or 0, 30) if bits.flag(tick is not None) else None

    def restart(self, now_ms, last_ms):
        """Ticks begin anew at `now_ms`; the last input before that came at `last_ms` of the ticks before."""
        self._set_age(now_ms, ticks.diff(last_ms, self._last_good))
        self._doubtful = True

    def host_time(self, now_ms, time_s):
        """The host's clock shows `time_s` less 2**30 seconds: a count in doubt is as old as that says."""
        if self._doubtful and self._good_s:
            self._set_age(now_ms, min(max(time_s - self._good_s, 0), _LONG_S) * 1000)
        else:
            self._good_s = _tick(time_s - ticks.diff(now_ms, self._last_good) // 1000)
        self._doubtful = False

    def _set_age(self, now_ms, age_ms):
        self._last_good = ticks.add(now_ms, -age_ms)
        if self._said == _NOTHING:
            self._due = ticks.add(self._last_good, _WARN_MS)
        elif self._said == _DUE:
            self._due = ticks.add(self._last_good, _OVERDUE_MS)
        self.alarm = now_ms if self._name < self._name_end else self._due

    def start_clock(self, now_ms):
        """Play begins: a deck that was never counted here has to be counted within 15 minutes."""
        if self._said == _STOPPED:
            self._good(now_ms)

    def begin(self):
        """The dealer begins to pass the deck over the count spot."""
        self.running = self._sound = True
        self._name_end = self._name
        self.alarm = self._due
        self._deck.begin_count()

    def spoil(self):
        """A foreign tag or a second tag of one card was met: this count cannot be good."""
        self._sound = False

    def end(self, now_ms):
        """The whole deck has passed: good when every card did and nothing else. Names each missing card, the
        first 16 at once and the others at the following ticks.
        """
        deck = self._deck
        self.running = False
        good = self._sound and deck.counted == cards.DECK_SIZE
        self._emit(facts.COUNTED, _NONE, 1 if good else 0, _NONE, deck.counted)
        self._name = cards.tag_code(deck.live, 0)
        self._name_end = self._name + cards.DECK_SIZE
        if good:
            self._good(now_ms)
        self._name_missing(now_ms)

    def tick(self, now_ms):
        """The clock stands at `now_ms`: says once that the count is due, and once that it is overdue."""
        age = ticks.diff(now_ms, self._last_good)
        if age >= _OVERDUE_MS and _NOTHING <= self._said < _OVERDUE:
            self._said = _OVERDUE
            self._due = None
            self._emit(facts.VERDICT, _NONE, facts.V_COUNT_OVERDUE, _NONE, min(age // 1000, 65535))
        elif age >= _WARN_MS and self._said == _NOTHING:
            self._said = _DUE
            self._due = ticks.add(self._last_good, _OVERDUE_MS)
            self._emit(facts.VERDICT, _NONE, facts.V_COUNT_DUE, _NONE, age // 1000)
        self._name_missing(now_ms)

    def _name_missing(self, now_ms):
        named = 0
        while self._name < self._name_end:
            code = self._name
            if not self._deck.is_counted(code):
                if named == _BATCH:
                    break  # here, so that whether more follow depends on how many are missing and not on which
                self._emit(facts.VERDICT, _NONE, facts.V_MISSING_AT_COUNT, code, self._deck.last_seen(code))
                named += 1
            self._name = code + 1
        self.alarm = now_ms if self._name < self._name_end else self._due

    def _good(self, now_ms):
        if self._good_s:
            self._good_s = _tick(self._good_s + ticks.diff(now_ms, self._last_good) // 1000)
        self._last_good = now_ms
        self._said = _NOTHING
        self._due = ticks.add(now_ms, _WARN_MS)
        if self._name == self._name_end:
            self.alarm = self._due


def _tick(seconds):
    """As far as 30 bits go: a host may say anything of its clock."""
    return min(max(seconds, 0), ticks.MASK)
