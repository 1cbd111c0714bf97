"""Presence: turns what single looks read into sightings that hold, and silence into lifts that are sure.

A tag belongs to at most one zone. A glimpse is not yet a sighting: a card may cross an antenna in flight, and
an antenna hears a tag of a coupled one now and then. A miss is not yet a lift: exchanges get lost in bursts,
so it takes several clean looks, and a look in trouble says nothing at all.

Per zone there are a few slots, one for each tag seen there of late. The scanner calls `begin`, `tag` and
`finish` (or `trouble`) for each look, and learns from `urgent` where to look again and how.
"""

import array

from micropython import const

from railbird.facts import LIFT, SIGHT, STATE, STATE_OK, STATE_UNKNOWN, TWICE, UNKNOWN, Z_BOARD
from railbird.rfid.registry import fold, is_torn
from railbird.rules.cards import NO_CARD
from railbird.ticks import diff

# `urgent` of a zone.
CALM = const(0)
LOOK = const(1)  # a tag there waits to be accepted: look again
PROBE = const(2)  # a tag that belongs there was missed: look again and try hard

# What `tag` asks of the look.
GO = const(0)  # halt the tag and list on
STOP = const(1)  # end the look
AGAIN = const(2)  # read the tag again at once
IGNORE = const(3)  # it was probably heard across

SLOTS = const(8)
TROUBLES = const(3)  # failed looks in a row after which a zone is UNKNOWN

# What makes a landing: so many readings, over a time that a card in flight does not take across an antenna.
_READINGS = const(3)
# while the deck is counted nothing lies beside the spot that could be heard across
_READINGS_COUNT = const(2)
_READINGS_COUPLED = const(4)  # to take a tag from a coupled zone, from where it is heard now and then
_READINGS_LIMIT = const(30)
_EXPECTED_US = const(83000)
_LANDING_US = const(120000)
_RUN = const(2)  # the last of them straight after each other: a lone one may have come across
_GAP_US = const(300000)  # between two readings of one visit
_PAUSE_US = const(25000)  # between readings that only wait for the time to pass
_READ_US = const(10000)
# What makes a lift: the first miss, three more looks, and tries that outlast a burst of lost exchanges.
_MISSES = const(4)
_MISSED_TRIES = const(49)
_MISSED_TRIES_PASSING = const(12)
_TWICE_ROUNDS = const(6)

# States of a slot.
_FREE = const(0)
_NEW = const(1)  # seen here, not yet accepted
_HELD = const(2)  # its tag belongs to this zone
_TOLD = const(3)  # reported as UNKNOWN or TWICE: not to be reported again while it stays

# What a look has read, as bits.
_CARD = const(1)
_OTHER = const(2)  # a UID of no deck; in trouble also a card that belongs to a coupled zone
_TORN = const(4)  # what can be no UID

_NO_UID = const(0)  # instead of the fold of an unregistered UID
_NOBODY = const(255)


class Presence:
    """Presence over the zones of a board, addressed by index.

    `zones` are their ids, `passing` and `limits` one byte each, `neighbours` the indices coupled to each.
    `table` has `expected`, `expected_count`, `counting` and `places(zone)`, the most cards that the deal gives to a
    zone; `on_input(kind, zone, code, arg)` takes what is found out. After AGAIN, `pause` is how long (us) to wait
    before the next reading; `hasten` is the index of a zone whose long search must not go on, or 255.
    """

    def __init__(self, zones, passing, limits, neighbours, registry, table, on_input):
        self._zones = zones
        self._passing = passing
        self._limits = limits
        self._neighbours = neighbours
        self._registry = registry
        self._table = table
        self._emit = on_input
        n = len(zones)
        self.urgent = bytearray(n)
        self.hasten = _NOBODY
        self.pause = 0
        self.troubles = bytearray(n)
        self.stray = bytearray(n)  # its field may be on though nobody looks: silence beside it is no absence
        self._heard = bytearray(n)  # in this look: _CARD, _OTHER
        self.accepted_since = 0  # when the tag accepted last was first read
        self.overflows = 0  # tags left out because a zone's slots were full
        self._deep = bytearray(n)
        self._room = bytearray(n)  # tags that may lie there now
        self._fresh = bytearray(n)  # something new was read in this look
        self.contested = bytearray(n)  # what was read there may lie where the deal expects a card, next door
        self._owner = bytearray(b"\xff" * 128)  # by tag code: index of the zone it belongs to
        self._suitor = array.array("H", bytes(256))  # by tag code: 1 + slot of another zone that reads it
        slots = n * SLOTS
        self._state = bytearray(slots)
        self._code = bytearray(slots)
        self._fold = array.array("H", bytes(2 * slots))
        self._seen = bytearray(slots)  # in this look
        self._hits = bytearray(slots)
        self._misses = bytearray(slots)
        self._tries = bytearray(slots)
        self._rounds = bytearray(slots)  # alternations of a disputed tag
        self._echo = bytearray(slots)  # the owner has read it since
        self._cleared = bytearray(slots)  # the expected zone next door has not
        self._run = bytearray(
            slots
        )  # readings longer after the first than a flight takes, straight after each other
        self._counts = (
            self._seen,
            self._run,
            self._hits,
            self._misses,
            self._tries,
            self._rounds,
            self._echo,
            self._cleared,
        )
        self._since = [0] * slots  # first and last reading
        self._last = [0] * slots

    def owner(self, code):
        """Index of the zone a tag code belongs to, or 255."""
        return self._owner[code]

    def known(self, z):
        """Tags that a look at zone `z` should find."""
        count = 0
        for s in range(z * SLOTS, z * SLOTS + SLOTS):
            count += self._state[s] != _FREE and self._misses[s] == 0 and not self._across(z, s)
        return count

    def begin(self, z, deep):
        """A look at zone `z` begins; a deep one lists on even when it has seen all that belongs there."""
        self._deep[z] = deep
        self._room[z] = min(self._limits[z], self._table.places(self._zones[z]))
        for s in range(z * SLOTS, z * SLOTS + SLOTS):
            self._seen[s] = 0
        self._fresh[z] = 0
        self._heard[z] = 0

    def suspect(self, z):
        """Whether a silent look at zone `z` would be the one that lifts a card."""
        for s in range(z * SLOTS, z * SLOTS + SLOTS):
            if self._state[s] == _HELD and self._misses[s] >= _MISSES - 1:
                return True
        return False

    def saw_all(self, z):
        """Whether the look at zone `z` read every card that is known to lie there."""
        for s in range(z * SLOTS, z * SLOTS + SLOTS):
            if self._state[s] == _HELD and not self._seen[s]:
                return False
        return True

    def plausible(self, z, complete):
        """Whether what the look at zone `z` read are UIDs, and, if it was `complete`, what it did not read is missing:
        not if a coupled field may have silenced it, nor if it read UIDs of no deck, which may be what has become of
        those of the cards, or a coupled zone's cards instead of its own.
        """
        heard = self._heard[z]
        if heard & _TORN:
            return False
        return heard == _CARD or not (complete and (heard or self.is_drowned(z))) or self.saw_all(z)

    def is_drowned(self, z):
        """A coupled field may be on."""
        for k in self._neighbours[z]:
            if self.stray[k]:
                return True
        return False

    def hears(self, z):
        """Whether silence at zone `z` is absence: the look there read something, or no coupled field may be on."""
        return self._heard[z] > 0 or not self.is_drowned(z)

    def chip(self, z, across):
        """The look at zone `z` read a chip; one that belongs to a coupled zone may be heard `across`."""
        self._heard[z] |= _OTHER if across and self.troubles[z] else _CARD

    def tag(self, z, buf, at, n, heard, straight, now):
        """The look at zone `z` read the UID buf[at:at+n]. Returns how the look goes on: GO, STOP, AGAIN or IGNORE.

        `heard` is when the reader first heard a tag that it had not listed yet, `now` if it did not listen;
        `straight` whether the tag was asked to be read again and answered at the first attempt.
        """
        torn = is_torn(buf, at, n)
        code = -1 if torn else self._registry.find(buf, at, n)
        mark = _NO_UID
        if code < 0:
            code = NO_CARD
            if torn:
                self._heard[z] |= _TORN
            else:
                mark = max(fold(buf, at, n), _NO_UID + 1)
        s = self._slot(z, code, mark, heard)
        other = s < 0 or code == NO_CARD or (self.troubles[z] and self._across(z, s))
        self._heard[z] |= _OTHER if other else _CARD
        if s < 0:
            self.overflows += 1
            return GO
        self._seen[s] = 1
        self._misses[s] = 0
        self._tries[s] = 0
        state = self._state[s]
        if state == _HELD:
            suitor = self._suitor[code]
            if suitor:
                self._echo[suitor - 1] = 1
        elif state == _NEW:
            self._fresh[z] = 1
            if self._owner_of(s) == _NOBODY and not 0 <= diff(now, self._last[s]) <= _GAP_US:
                self._hits[s] = 0  # what was read before was another visit
                self._since[s] = heard
            if not straight:
                self._run[s] = 0
            self._last[s] = now
            if heard != now and self._hits[s] == 0:
                self._hits[s] = 1  # the listening that heard it was a reading
            if self._hits[s] < 255:
                self._hits[s] += 1
            expected = self._zones[z] == self._table.expected  # before it hears of this and waits elsewhere
            if self._judge(z, s, now) == AGAIN:
                self._seen[s] = 0
                return AGAIN
            if self._across(z, s):
                return IGNORE
            if expected and not self._passing[z]:
                return STOP
        return STOP if self._all_seen(z) else GO

    def finish(self, z, complete, tries):
        """The look at zone `z` is over; if `complete`, `tries` tries found nothing more. Returns whether it was
        complete and read nothing that waits or is new, and not one at which all that lay there was out of sight."""
        complete = complete and self.hears(z)
        if complete and not self._fresh[z] and self._zones[z] == self._table.expected:
            self._clear_beside(z)
        urgent = CALM
        contested = 0
        away = False
        here = self._passing[z]
        for s in range(z * SLOTS, z * SLOTS + SLOTS):
            state = self._state[s]
            if state == _FREE:
                continue
            across = self._across(z, s)
            if state == _HELD:
                away = True
                here |= self._seen[s]
            if not self._seen[s] and (complete or across):
                self._missed(z, s, state, tries)
                state = self._state[s]
            if state == _NEW:
                if not across or self._hits[s] > 1:
                    urgent = LOOK
                if not across:
                    contested = self.contested[z]
            elif state == _HELD and self._misses[s] == 0 and self._disputed(s):
                urgent = LOOK
            elif state != _FREE and self._misses[s] and urgent == CALM and not self._passing[z]:
                urgent = PROBE
        self.urgent[z] = urgent
        self.contested[z] = contested
        if self.troubles[z] < TROUBLES:
            self.troubles[z] = 0
        elif self.saw_all(z) and self._find(z, NO_CARD, _NO_UID) < 0:
            # What lay there when it was last seen was read, or is surely gone.
            self.troubles[z] = 0
            self._emit(STATE, self._zones[z], STATE_OK, 0)
        return complete and urgent != LOOK and not self._fresh[z] and (here or not away)

    def hold(self, z, code):
        """A tag is held to lie at zone `z`, from before the start; the looks tell when it does not."""
        s = self._slot(z, code, 0, 0)
        if s >= 0:
            self._state[s] = _HELD
            self._owner[code] = z

    def tell_again(self):
        """A hand begins: unknown tags that were told of before it are told of again when they are read again."""
        for s in range(len(self._state)):
            if self._state[s] == _TOLD and self._code[s] == NO_CARD:
                self._state[s] = _NEW

    def trouble(self, z):
        """The look at zone `z` failed: nothing is known, nothing is forgotten."""
        if self.troubles[z] < 255:
            self.troubles[z] += 1
            if self.troubles[z] == TROUBLES:
                self._emit(STATE, self._zones[z], STATE_UNKNOWN, 0)

    # -- within a look ---------------------------------------------------------------------------------------

    def _all_seen(self, z):
        """Every tag known here was seen and there is no room for more."""
        if self._deep[z]:
            return False
        seen = 0
        for s in range(z * SLOTS, z * SLOTS + SLOTS):
            if self._state[s] != _FREE and not self._across(z, s):
                if not self._seen[s]:
                    return False
                seen += 1
        return seen >= self._room[z]

    def _across(self, z, s):
        """Whether the tag of slot `s` belongs to a coupled zone, so that it was probably heard across."""
        return self._state[s] == _NEW and self._owner_of(s) in self._neighbours[z]

    def _has_room(self, z):
        """Zone `z` is where the deal expects a card that it does not have yet."""
        table = self._table
        if self._zones[z] != table.expected:
            return False
        held = 0
        for s in range(z * SLOTS, z * SLOTS + SLOTS):
            if self._state[s] == _HELD:
                held += 1
        return held < table.expected_count

    def _judge(self, z, s, now):
        """Decide on a tag not yet accepted at zone `z` that was just read: AGAIN if more readings help, or GO."""
        owner = self._owner_of(s)
        needed = _READINGS
        dwell = _LANDING_US
        if self._passing[z]:
            dwell = 0
            if self._table.counting:
                needed = _READINGS_COUNT
        elif self._has_room(z):
            # While a board card is due, none flies across the board on its way to a seat.
            dwell = 0 if self._zones[z] >= Z_BOARD else _EXPECTED_US
        if owner != _NOBODY:
            self._suitor[self._code[s]] = s + 1
            needed = _READINGS
            if owner in self._neighbours[z]:
                needed = _READINGS_COUPLED
        hits = self._hits[s]
        if (
            owner == _NOBODY
            and not self._cleared[s]
            and hits < _READINGS_COUPLED
            and self._is_beside_expected(z)
        ):
            self.contested[z] = 1
            return GO  # that zone is looked at before this one hears of it
        age = diff(now, self._since[s])
        if age >= min(dwell, _EXPECTED_US):
            self._run[s] = min(self._run[s] + 1, _RUN)
        if needed == _READINGS_COUPLED:
            if hits < needed or age < dwell:
                return GO  # probably heard across: readings of other looks have to tell
        elif hits < needed or age < dwell or self._run[s] < _RUN:
            self.pause = max(0, min(dwell - age - _READ_US, _PAUSE_US)) if hits > 1 else 0
            return AGAIN if hits < _READINGS_LIMIT else GO
        if not self._louder(z, s) and (owner == _NOBODY or self._gone(z, s, owner, age)):
            self._accept(z, s)
        return GO

    def _is_beside_expected(self, z):
        """Whether a card that is heard at zone `z` may lie where the deal expects one: next door, and just landed."""
        if self._passing[z]:
            return False
        for k in self._neighbours[z]:
            if self._has_room(k) and self.troubles[k] < TROUBLES:
                return True
        return False

    def _clear_beside(self, z):
        """The look at the expected zone `z` read nothing new: what others next door have read lies there."""
        for k in self._neighbours[z]:
            for s in range(k * SLOTS, k * SLOTS + SLOTS):
                self._cleared[s] = 1

    def _louder(self, z, s):
        """Whether a coupled zone reads the same tag as steadily."""
        code = self._code[s]
        for k in self._neighbours[z]:
            other = self._find(k, code, self._fold[s])
            if other >= 0 and self._state[other] == _NEW and self._hits[other] >= self._hits[s]:
                return True
        return False

    def _gone(self, z, s, owner, age):
        """Whether the tag in slot `s` of zone `z`, which belongs to zone `owner`, is lifted from there; if it is not
        yet missed there, its zone is looked at. A tag steadily read in both zones is two tags."""
        code = self._code[s]
        held = self._find(owner, code, 0)
        coupled = owner in self._neighbours[z]
        if self.troubles[owner] >= TROUBLES or self.is_drowned(owner):
            # Its own zone is blind. Only a coupled antenna could hear it from there.
            gone = not coupled and age >= _LANDING_US
        else:
            # Next door it may be heard while a burst of lost exchanges silences its own zone.
            gone = self._misses[held] >= 2 and self._tries[held] >= _MISSED_TRIES_PASSING
            if not coupled:
                gone = self._misses[held] > 0
        if gone:
            self._lift(owner, held)
            return True
        if self.urgent[owner] == CALM:
            self.urgent[owner] = LOOK
        if not coupled:
            self.hasten = owner
        if self._echo[s]:
            self._echo[s] = 0
            self._hits[s] = _READINGS_COUPLED  # that it was read so often settles nothing: it is read on
            self._rounds[s] += 1
            if self._rounds[s] >= _TWICE_ROUNDS:
                self._state[s] = _TOLD
                self._emit(TWICE, self._zones[z], code, self._zones[owner])
        return False

    def _disputed(self, s):
        """Whether another zone has good reason to think that the tag of slot `s` is there now."""
        suitor = self._suitor[self._code[s]]
        return suitor > 0 and self._state[suitor - 1] == _NEW and self._hits[suitor - 1] > 1

    def _accept(self, z, s):
        code = self._code[s]
        if code == NO_CARD:
            self._state[s] = _TOLD
            self._emit(UNKNOWN, self._zones[z], NO_CARD, self._fold[s])
            return
        self._state[s] = _HELD
        self._owner[code] = z
        self.accepted_since = self._since[s]
        if self._suitor[code] == s + 1:
            self._suitor[code] = 0
        self._emit(SIGHT, self._zones[z], code, 0)

    # -- slots -----------------------------------------------------------------------------------------------

    def _missed(self, z, s, state, tries):
        """A complete look at zone `z` did not read the tag of slot `s`."""
        if self._misses[s] < 255:
            self._misses[s] += 1
        if state == _NEW:
            # One that is read in two places may be missed now and then, but not where it is heard across.
            if not self._rounds[s] or self._misses[s] >= _MISSES or self._across(z, s):
                self._free(s)
            return
        self._tries[s] = min(255, self._tries[s] + tries)
        needed = _MISSED_TRIES_PASSING if self._passing[z] else _MISSED_TRIES
        if self._misses[s] >= _MISSES and self._tries[s] >= needed:
            self._lift(z, s)

    def _owner_of(self, s):
        code = self._code[s]
        return self._owner[code] if code != NO_CARD else _NOBODY

    def _lift(self, z, s):
        """The tag of slot `s` is no longer at zone `z`."""
        code = self._code[s]
        if self._state[s] == _HELD:
            self._owner[code] = _NOBODY
            self._emit(LIFT, self._zones[z], code, 0)
            suitor = self._suitor[code]
            if suitor and self._state[suitor - 1] == _TOLD:
                # Of two tags with one UID one is gone: the other may be accepted now.
                self._state[suitor - 1] = _NEW
                self._hits[suitor - 1] = 0
        self._free(s)

    def _free(self, s):
        code = self._code[s]
        if code != NO_CARD and self._suitor[code] == s + 1:
            self._suitor[code] = 0
        self._state[s] = _FREE

    def _find(self, z, code, mark):
        """The slot of zone `z` with this tag, or -1."""
        for s in range(z * SLOTS, z * SLOTS + SLOTS):
            if self._state[s] != _FREE and self._code[s] == code and self._fold[s] == mark:
                return s
        return -1

    def _slot(self, z, code, mark, now):
        """The slot of zone `z` for this tag, a new one if need be; -1 when there is no room."""
        s = self._find(z, code, mark)
        if s >= 0:
            return s
        oldest = -1
        for k in range(z * SLOTS, z * SLOTS + SLOTS):
            if self._state[k] == _FREE:
                oldest = k
                break
            if self._state[k] == _HELD and (code == NO_CARD or not self._passing[z]):
                continue  # one miss is no absence, not even to make room; and who knows what a foreign UID is
            if self._misses[k] and (oldest < 0 or self._misses[k] > self._misses[oldest]):
                oldest = k
        if oldest < 0 and self._passing[z] and code != NO_CARD:
            # More tags than an antenna powers: the one that came first has passed, though no look was ever
            # complete enough to miss it.
            oldest = z * SLOTS
            for k in range(oldest + 1, z * SLOTS + SLOTS):
                if diff(self._since[k], self._since[oldest]) < 0:
                    oldest = k
        if oldest < 0:
            return -1
        if self._state[oldest] != _FREE:
            self._lift(z, oldest)
        self._state[oldest] = _NEW
        self._code[oldest] = code
        self._fold[oldest] = mark
        for column in self._counts:
            column[oldest] = 0
        self._since[oldest] = now
        self._last[oldest] = now
        return oldest
