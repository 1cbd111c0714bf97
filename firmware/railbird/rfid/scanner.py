"""The scanner: which reader looks when, and which of those under way gets the bus next.

Many looks are under way at once: while one chip is busy on air the bus serves another. Coupled antennas are
never on together. Where the deal expects a card the scanner looks first and again and again; then come looks
that settle a doubtful presence, then passing zones, then all others in turn, the longest unseen first. `poll`
does at most one transaction with a reader and allocates nothing.
"""

from micropython import const

from railbird import facts
from railbird.rfid.chip import BLURRED, DONE, OK, OUTCOMES, READY, RF, TAG
from railbird.rfid.found import ROW
from railbird.rfid.presence import AGAIN, IGNORE, LOOK, PROBE, STOP, TROUBLES, Presence
from railbird.rfid.steps import STEPS
from railbird.ticks import add, diff

SETTLE_US = const(300000)  # a look that settles a doubt begins this long after it arose, or later

_PASS_US = const(120000)  # a passing zone is looked at this often
_SHARE_US = const(60000)  # two coupled passing zones take turns this often
_OVERDUE_US = const(1000000)  # a zone not looked at for this long goes before all others
_WAIT_US = const(1500000)  # but one coupled to where the deal expects a card after so long, if the deal stops
# How often a look listens for a card that comes: where the deal expects one, and at the muck, unannounced.
_PINGS_FIRST = const(40)
_PINGS_MUCK = const(10)
_PINGS_DOUBT = const(6)
_PINGS_PROBE = const(16)  # what was missed may be there: bursts of lost exchanges are 4 long on average
_PINGS_SHARED = const(4)  # where two zones take turns
_BACK_OFF_US = const(50000)
_BACK_OFF_STEPS = const(4)
_LOOKS_AT_ONCE = const(8)  # more only wait for the bus
_DEEP_ROUNDS = const(7)  # in one round of eight full zones are searched for more
_IDLE_US = const(20000)

# Ranks.
_OVERDUE = const(0)
_FIRST = const(1)
_CHECK = const(2)  # presence waits for a look
_PASSING = const(3)
_SEARCH = const(4)  # presence missed something that lay there
_REST = const(9)

_NONE = const(255)


def counted_at(zones):
    """Where the deck passes in a count: over its own spot, or where there is none over the muck."""
    return facts.Z_COUNT if facts.Z_COUNT in zones else facts.Z_MUCK


class Scanner:
    """Scans the readers of `board` over `buses` (bus id -> bus), and tells `on_input` through presence.

    `line` drives a reset line (`railbird.port`). `table` has `expected`, `expected_count`, `doubt` and `counting`.
    `steps` counts what was done against trouble (`rfid.steps`). For the heartbeat: `round_us` and
    `round_max_us` of full rounds and their number `rounds`; `looks` and `outcomes` (how many ended with each);
    `transactions` and the time `busy_us` (ms and a rest below it: `busy_ms`) spent in them. `chips` gets what is
    read of chips, where the board has zones for them; else it is None.
    """

    def __init__(self, board, buses, registry, table, on_input, line):
        from railbird.rfid import wiring  # only the start needs it

        rows = board["readers"]
        n = len(rows)
        self._n = n
        self._table = table
        self._emit = on_input
        self.zones = bytes([facts.zone_id(row[0]) for row in rows])
        self._index = bytearray(b"\xff" * 256)
        for i in range(n):
            self._index[self.zones[i]] = i
        self._count_spot = self._index[counted_at(self.zones)]
        self._passing = bytes([row[4] == "passing" for row in rows])
        limits = bytes([row[5] for row in rows])
        self._neighbours = wiring.neighbours(board)
        self._weight = bytes([limits[i] if self._neighbours[i] else 0 for i in range(n)])
        self._groups = wiring.groups(self._neighbours)
        self.presence = Presence(
            self.zones, self._passing, limits, self._neighbours, registry, table, on_input
        )
        self.steps = [0] * STEPS
        self.readers, self._trunks = wiring.readers(board, buses, registry, line, self.steps)
        self._unchecked = 0
        self._most_on = board.get("max_fields_on", n)
        self._on = 0  # fields that are on or may be, a reader in trouble's as well
        self._looking = 0
        self.chips = None
        self.transactions = 0
        self.looks = 0
        self.outcomes = [0] * OUTCOMES
        self.rounds = 0
        self.round_us = 0
        self.round_max_us = 0
        self.busy_ms = 0
        self._busy_us = 0
        self._round_began = 0
        self._had_turn = bytearray(n)
        self._begun = [0] * n
        self._ended = [0] * n
        self._retry = [0] * n
        self._rank = bytearray(n)
        self._claim = bytearray(n)
        self._held_back = bytearray(n)
        self._overdue = bytearray(n)  # the look under way began because it was overdue
        self._flight = bytearray(n)
        self._flying = 0
        self._pending = _NONE
        self._stepped = 0
        self._changed = True
        self._start_at = 0
        self._started = False
        self._doubt = facts.NO_ZONE
        self._doubt_since = 0
        self._doubt_open = False
        self._expected = facts.NO_ZONE
        self._expected_since = 0
        self._counting = False

    def poll(self, now):
        """Do what is due at `now` (us ticks): at most one transaction. Returns the tick of the next poll."""
        if self._pending != _NONE:
            self._settle(now)
        elif not self._started:
            self._begin_all(now)
        self._watch(now)
        if self._changed or diff(now, self._start_at) >= 0:
            self._start(now)
        if self._unchecked:
            self._unchecked -= 1
            self._trunks[self._unchecked].check()
            return now
        best = -1
        rank = longest = 0
        soonest = diff(self._start_at, now)
        readers = self.readers
        for k in range(self._flying):
            i = self._flight[k]
            wait = diff(readers[i].due, now)
            if wait > 0:
                if wait < soonest:
                    soonest = wait
            elif best < 0 or self._claim[i] < rank or (self._claim[i] == rank and wait < longest):
                best = i
                rank = self._claim[i]
                longest = wait
        if best < 0:
            return add(now, soonest)
        readers[best].step(now)
        self.transactions += 1
        self._pending = best
        self._stepped = now
        return now

    def _begin_all(self, now):
        """The first poll: nothing was seen yet, and long ago."""
        self._started = True
        self._round_began = now
        for i in range(self._n):
            self._ended[i] = self._retry[i] = now
            self._begun[i] = add(now, self._groups[i] - 9)
            self.readers[i].due = now

    def _watch(self, now):
        """Notice what the table wants now."""
        table = self._table
        doubt = table.doubt
        if doubt != self._doubt:
            self._doubt = doubt
            # The card that raised the doubt lay there from its first reading on, not only from its acceptance.
            self._doubt_since = self.presence.accepted_since
            self._doubt_open = doubt != facts.NO_ZONE
            self._changed = True
            if self._doubt_open and self._index[doubt] != _NONE:
                self.readers[self._index[doubt]].wind_up()
        if table.expected != self._expected or table.counting != self._counting:
            self._expected = table.expected
            self._expected_since = now
            self._counting = table.counting
            self._changed = True

    # -- the end of a transaction and of a look --------------------------------------------------------------

    def _settle(self, now):
        i = self._pending
        self._pending = _NONE
        self._busy_us += diff(now, self._stepped)
        if self._busy_us >= 1000:
            self.busy_ms += self._busy_us // 1000
            self._busy_us %= 1000
        reader = self.readers[i]
        event = reader.settle(now)
        if event == TAG:
            uids = reader.found.uids
            at = reader.row * ROW
            if self.chips and self.chips.tag(i, uids, at + 1, uids[at]):
                reader.heard = -1
                return
            heard = now if reader.heard < 0 else reader.heard
            reader.heard = -1
            then = self.presence.tag(i, uids, at + 1, uids[at], heard, reader.straight, now)
            if then == IGNORE:
                reader.ignore()
            elif then == AGAIN:
                reader.again(self.presence.pause)
            elif then == STOP:
                reader.stop()
            if self.presence.hasten != _NONE:
                self._hasten()
        elif event == DONE:
            self._done(i, reader, now)

    def _hasten(self):
        """Presence waits for a zone to be looked at: a long search there for what was missed must not hold it up."""
        reader = self.readers[self.presence.hasten]
        if reader.active and reader.patient:
            reader.cancel()
        self.presence.hasten = _NONE
        self._changed = True

    def _done(self, i, reader, now):
        k = 0
        while self._flight[k] != i:
            k += 1
        self._flying -= 1
        self._flight[k] = self._flight[self._flying]
        self._changed = True
        self._ended[i] = now
        self.looks += 1
        presence = self.presence
        self._retry[i] = now
        if reader.outcome == BLURRED:
            reader.outcome = OK if presence.saw_all(i) else RF
        elif reader.outcome == OK and not presence.plausible(i, reader.complete):
            reader.outcome = RF
        self.outcomes[reader.outcome] += 1
        presence.stray[i] = reader.lit
        if reader.outcome == READY:
            pass
        elif reader.outcome != OK:
            reader.failed()
            presence.trouble(i)
            if self.chips:
                self.chips.trouble(i)
            if reader.outcome != RF or presence.troubles[i] >= TROUBLES:
                self._retry[i] = add(now, _BACK_OFF_US << min(reader.failures, _BACK_OFF_STEPS))
        else:
            reader.failures = 0
            clean = presence.finish(i, reader.complete, reader.tried)
            if self.chips:
                self.chips.finish(i, reader.complete and presence.hears(i), reader.tried, now)
            if self._doubt_open and clean and self.zones[i] == self._doubt:
                if diff(self._begun[i], self._doubt_since) >= SETTLE_US:
                    self._doubt_open = False
                    self._emit(facts.CLEAN, self._doubt, 0, 0)

    # -- the beginning of looks ------------------------------------------------------------------------------

    def _start(self, now):
        """Begin every look that may begin, in order of rank and age."""
        self._changed = False
        self._rank_all(now)
        while True:
            best = -1
            best_rank = best_age = 0
            soonest = _IDLE_US
            for i in range(self._n):
                reader = self.readers[i]
                if reader.active:
                    continue
                wait = max(diff(reader.due, now), diff(self._retry[i], now))
                if wait > 0:
                    soonest = min(soonest, wait)
                    continue
                rank = self._rank[i]
                age = diff(now, self._ended[i])
                if not reader.dark:
                    if rank >= _SEARCH and not self._next(i):
                        continue
                    if rank > _SEARCH and (self._had_turn[i] or self._looking >= _LOOKS_AT_ONCE):
                        continue
                    if self._on >= self._most_on and self._flying:
                        continue
                if best >= 0 and (rank > best_rank or (rank == best_rank and age <= best_age)):
                    continue
                if reader.dark or self._free(i, rank):
                    best = i
                    best_rank = rank
                    best_age = age
            if best < 0:
                break
            self._begin(best, now)
        self._start_at = add(now, soonest)

    def _rank_all(self, now):
        """Who has the better claim, now."""
        table = self._table
        presence = self.presence
        first = self._index[table.expected]
        doubt = self._index[table.doubt]
        count = self._count_spot if table.counting else _NONE
        dealing = diff(now, self._expected_since) < _WAIT_US
        self._on = self._looking = 0
        for i in range(self._n):
            reader = self.readers[i]
            looks = reader.active and not reader.dark
            self._looking += looks
            self._on += looks or reader.lit
            age = diff(now, self._ended[i])
            patience = _OVERDUE_US
            if (dealing and first in self._neighbours[i]) or count in self._neighbours[i]:
                patience = _WAIT_US
            self._held_back[i] = patience == _WAIT_US
            if presence.troubles[i] >= TROUBLES:
                rank = _CHECK
            elif i == first or i == doubt or i == count:
                rank = _FIRST
            elif (
                self._passing[i] and age >= _SHARE_US and self._passes(first) and first in self._neighbours[i]
            ):
                # The burn is due while the fold that closed the round still passes the muck: they take turns.
                rank = _FIRST
            elif self._is_overdue(i, age, patience):
                rank = _OVERDUE
                self._held_back[i] = 0
            elif presence.urgent[i] == LOOK:
                # It and the expected zone beside it take turns.
                rank = _FIRST if presence.contested[i] else _CHECK
            elif self._passing[i] and age >= _PASS_US:
                rank = _PASSING
            elif presence.urgent[i] == PROBE:
                rank = _SEARCH
            else:
                rank = _REST - self._weight[i]
            self._rank[i] = rank
        for i in range(self._n):
            # On the bus, who is in the way of a better claim inherits it.
            claim = max(self._rank[i], _FIRST)
            if self.readers[i].active:
                for k in self._neighbours[i]:
                    claim = min(claim, self._rank[k])
            self._claim[i] = claim

    def _is_overdue(self, i, age, patience):
        """Whether `i` has waited too long; a look under way is only what it began as."""
        if self.readers[i].active:
            return self._overdue[i]
        return age >= patience and self.presence.troubles[i] < TROUBLES

    def _passes(self, i):
        """Whether `i` is a zone that cards pass, while the deck is not being counted."""
        return i != _NONE and self._passing[i] and not self._table.counting

    def _free(self, i, rank):
        """Whether a look at `i` may begin: no coupled antenna is on, and none has a better claim."""
        for k in self._neighbours[i]:
            other = self.readers[k]
            if other.active and not other.dark:
                if self._rank[k] > rank and (rank <= _FIRST or (rank == _CHECK and other.patient)):
                    other.cancel()
                return False
            if self._rank[k] < rank and self._rank[k] <= _FIRST:
                return False
        return True

    def _is_contested(self, i):
        """Whether a zone coupled to `i` has read what may lie here."""
        for k in self._neighbours[i]:
            if self.presence.contested[k]:
                return True
        return False

    def _next(self, i):
        """Whether all that couple with `i` have looked since it did: so they take turns."""
        for k in self._neighbours[i]:
            if diff(self._begun[k], self._begun[i]) < 0 and self._waited_for(k):
                return False
        return True

    def _waited_for(self, k):
        """Whether others wait for the turn of `k`: not if it is in trouble or held back by the expected zone."""
        return not self.presence.troubles[k] and not self._held_back[k]

    def _begin(self, i, now):
        presence = self.presence
        doubted = self._doubt_open and self.zones[i] == self._doubt
        presence.begin(i, doubted or self.rounds & _DEEP_ROUNDS == 0)
        rank = self._rank[i]
        pings = 0
        if doubted:
            pings = _PINGS_DOUBT
        elif rank == _FIRST:
            pings = _PINGS_SHARED if self._passes(i) or self._is_contested(i) else _PINGS_FIRST
        elif self.zones[i] == facts.Z_MUCK and rank != _OVERDUE:
            pings = _PINGS_MUCK
        elif presence.urgent[i] == PROBE:
            pings = _PINGS_PROBE if presence.troubles[i] < TROUBLES else _PINGS_DOUBT
        known = presence.known(i)
        if self.chips:
            known += self.chips.begin(i)
        reader = self.readers[i]
        reader.begin(now, known, pings, presence.suspect(i))
        self._on += not reader.dark
        self._looking += not reader.dark
        self._begun[i] = now
        self._overdue[i] = rank == _OVERDUE
        self._flight[self._flying] = i
        self._flying += 1
        self._take_turn(i, now)

    def _take_turn(self, i, now):
        """In a round everybody looks once before anybody looks again; one that is UNKNOWN is not waited
        for."""
        if self._had_turn[i]:
            return
        self._had_turn[i] = 1
        for k in range(self._n):
            if not self._had_turn[k] and self._waited_for(k):
                return
        self.rounds += 1
        self.round_us = diff(now, self._round_began)
        self.round_max_us = max(self.round_max_us, self.round_us)
        self._round_began = now
        self._unchecked = len(self._trunks)
        for k in range(self._n):
            self._had_turn[k] = 0
