"""Chips: what those in the zones for chips are worth, and whether these are all.

A chip is known by its UID, and counts at one place only. A zone is told once its chips have lain still for a while, so
that several pushes are one wager: as WORTH when nothing can be hidden, because every tag that answered was read and
halted and they are fewer than the antenna powers however they lie; otherwise as AT_LEAST, which is never too much. In
a zone for cards a chip is told as a piece and worth nothing: a player may protect his cards with it.

A zone has slots for the chips seen there, as it has for cards, and each chip a byte that names the zone it belongs to.
A bitmap over 1,000 chips would take as much in every zone and be searched whole at the end of every look, while an
antenna powers but a few; and without the byte a chip swept into the pot would count twice until it is missed.
"""

import array

from micropython import const

from railbird import facts
from railbird.rfid.presence import CALM, LOOK, PROBE, TROUBLES
from railbird.rfid.values import KINDS, RAKE, TOP, Values
from railbird.rfid.wiring import neighbours
from railbird.ticks import diff

SLOTS = const(20)  # of a zone for chips

SETTLE_US = const(800000)  # nothing has come or gone for so long
_LATEST_US = const(4000000)  # what never lies still is told after so long, as a lower bound

_SLOTS_OTHER = const(2)  # of any other zone: a marker on the cards

# What makes a chip belong to a zone: read in so many looks in a row. What makes it gone: as with cards (`presence`).
_LOOKS = const(3)
_MISSES = const(4)
_MISSED_TRIES = const(49)
_MISSES_COUPLED = const(2)  # before a coupled zone may have it

_NOWHERE = const(255)
_NEVER = const(254)  # the UID is a card's, which wins
_UNTOLD = const(-1)


class Chips:
    """The chips of a registry, whose file is `image`. `longest` is the bytes of the longest UID.

    Once attached, the scanner calls `begin`, `tag` and `finish` (or `trouble`) for each look, the last two after those
    of presence.
    """

    def __init__(self, image):
        self._values = Values(image)
        self.longest = self._values.longest

    def attach(self, cards, board, scanner, on_input):
        """Follow the chips over the zones of `board`, at which `scanner` looks, and whose presence has what is known
        of cards and of trouble. `cards` is the registry of cards; `on_input(kind, zone, code, arg)` takes what is found
        out.
        """
        scanner.chips = self
        values = self._values
        rows = board["readers"]
        self._zones = scanner.zones
        self._for_chips = bytes([row[4] == "chips" for row in rows])
        self._limits = bytes([row[5] for row in rows])
        self._neighbours = neighbours(board)
        self._presence = scanner.presence
        self._emit = on_input
        self._owner = bytearray(b"\xff" * values.count)  # by chip: index of the zone it belongs to
        for k in range(values.count):
            if values.is_in(cards, k):
                self._owner[k] = _NEVER
        n = len(rows)
        self._first = array.array("H", bytes(2 * n + 2))  # by zone: its first slot
        for z in range(n):
            self._first[z + 1] = self._first[z] + (SLOTS if self._for_chips[z] else _SLOTS_OTHER)
        slots = self._first[n]
        self._chip = array.array("H", bytes(2 * slots))
        self._hits = bytearray(slots)  # looks in a row that read it, at most _LOOKS; 0 = a free slot
        self._seen = bytearray(slots)  # in this look
        self._misses = bytearray(slots)
        self._tries = bytearray(slots)
        self._full = bytearray(n)  # this look read more chips than there are slots
        self._sure = bytearray(n)
        self._moving = bytearray(n)  # something came or went since the zone was told last
        self._began = [0] * n  # when that was first
        self._since = [0] * n  # and last
        self._told = [_UNTOLD] * n  # worth << 1 | sure
        self._pieces = bytearray(n * KINDS)  # as told
        self._number = bytearray(KINDS)

    def begin(self, z):
        """A look at zone `z` begins; how many chips it should find."""
        self._full[z] = 0
        known = 0
        for s in range(self._first[z], self._first[z + 1]):
            self._seen[s] = 0
            known += self._hits[s] > 0 and self._misses[s] == 0
        return known

    def tag(self, z, buf, at, n):
        """The look at zone `z` read the UID buf[at:at+n]. Returns whether that is a chip's; a card's never is."""
        k = self._values.number(buf, at, n)
        if k < 0 or self._owner[k] == _NEVER:
            return False
        self._presence.chip(z, self._owner[k] in self._neighbours[z])
        s = self._slot(z, k)
        if s < 0:
            if self._owner[k] in self._neighbours[z] and not self._missed_at_home(k):
                return True  # heard across
            s = self._free(z)
            if s < 0:
                self._full[z] = 1
                return True
            self._chip[s] = k
            self._misses[s] = self._tries[s] = 0
        if not self._seen[s]:
            self._seen[s] = 1
            self._hits[s] = min(self._hits[s] + 1, _LOOKS)
        return True

    def finish(self, z, complete, tries, now):
        """The look at zone `z` is over at `now` (us ticks); if `complete`, `tries` tries found nothing more."""
        wanted = CALM
        lying = self._presence.known(z)
        doubtful = self._full[z] or lying > 0
        for s in range(self._first[z], self._first[z + 1]):
            if not self._hits[s]:
                continue
            mine = self._owner[self._chip[s]] == z
            if self._seen[s]:
                self._misses[s] = self._tries[s] = 0
                if not mine and not (self._hits[s] == _LOOKS and self._take(z, s, now)):
                    wanted = LOOK
                    doubtful = True
                lying += 1
            elif not mine:
                self._hits[s] = 0
            elif not complete or self._lies_on(z, s, tries, now):
                lying += 1
                if self._misses[s] and wanted == CALM:
                    wanted = PROBE
        urgent = self._presence.urgent
        if wanted == LOOK or urgent[z] == CALM:
            urgent[z] = wanted
        if doubtful or lying >= self._limits[z]:
            self._become(z, 0, now)
        elif complete and wanted == CALM:
            self._become(z, 1, now)
        if self._told[z] == _UNTOLD and not self._moving[z]:
            self._move(z, now)
        if self._moving[z]:
            still = wanted == CALM and diff(now, self._since[z]) >= SETTLE_US
            if still or diff(now, self._began[z]) >= _LATEST_US:
                self._tell(z, still, now)

    def trouble(self, z):
        """The look at zone `z` failed. Once it is UNKNOWN nobody knows its worth, until it is told again."""
        if self._presence.troubles[z] >= TROUBLES:
            self._told[z] = _UNTOLD
            self._moving[z] = 0

    # -- what came and went ----------------------------------------------------------------------------------

    def _move(self, z, now):
        """Something came or went at zone `z`: it has to lie still again."""
        if not self._moving[z]:
            self._moving[z] = 1
            self._began[z] = now
        self._since[z] = now

    def _become(self, z, sure, now):
        if self._sure[z] != sure:
            self._sure[z] = sure
            self._move(z, now)

    def _take(self, z, s, now):
        """Whether the chip of slot `s` belongs to zone `z` from now on: not while the zone that has it still reads it,
        which is two tags with one UID.
        """
        k = self._chip[s]
        owner = self._owner[k]
        if owner != _NOWHERE:
            if self._missed_at_home(k) < (_MISSES_COUPLED if owner in self._neighbours[z] else 1):
                if self._presence.urgent[owner] == CALM:
                    self._presence.urgent[owner] = LOOK
                return False
            self._hits[self._slot(owner, k)] = 0
            self._move(owner, now)
        self._owner[k] = z
        self._move(z, now)
        return True

    def _lies_on(self, z, s, tries, now):
        """A complete look at zone `z` did not read the chip of slot `s`, which belongs there: whether it still does."""
        self._misses[s] = min(255, self._misses[s] + 1)
        self._tries[s] = min(255, self._tries[s] + tries)
        if self._misses[s] < _MISSES or self._tries[s] < _MISSED_TRIES:
            return True
        self._hits[s] = 0
        self._owner[self._chip[s]] = _NOWHERE
        self._move(z, now)
        return False

    def _missed_at_home(self, k):
        """How many looks in a row have missed a chip at the zone it belongs to."""
        return self._misses[self._slot(self._owner[k], k)]

    def _slot(self, z, k):
        """The slot of zone `z` with chip `k`, or -1."""
        for s in range(self._first[z], self._first[z + 1]):
            if self._hits[s] and self._chip[s] == k:
                return s
        return -1

    def _free(self, z):
        """A free slot of zone `z`, or -1."""
        for s in range(self._first[z], self._first[z + 1]):
            if not self._hits[s]:
                return s
        return -1

    # -- telling ---------------------------------------------------------------------------------------------

    def _tell(self, z, still, now):
        """Tell what lies at zone `z`, where that is news. A chip that is being missed counts for no lower bound."""
        self._moving[z] = 0
        if not still:
            self._move(z, now)
        worth = self._count(z)
        zone = self._zones[z]
        for kind in range(self._values.kinds):
            at = z * KINDS + kind
            if self._number[kind] != self._pieces[at]:
                self._pieces[at] = self._number[kind]
                self._emit(facts.PIECES, zone, kind, self._number[kind])
        sure = 1 if self._sure[z] and still and worth <= TOP else 0
        worth = min(worth, TOP)
        if self._told[z] != worth << 1 | sure:
            self._told[z] = worth << 1 | sure
            if self._for_chips[z]:
                self._emit(facts.WORTH if sure else facts.AT_LEAST, zone, worth >> 16, worth & 0xFFFF)

    def _count(self, z):
        """What the chips that belong to zone `z` are worth together, and in `_number` how many of each kind. A rake
        chip is worth something in the rake area only, a(6)(i).
        """
        values = self._values
        for kind in range(values.kinds):
            self._number[kind] = 0
        worth = 0
        for s in range(self._first[z], self._first[z + 1]):
            k = self._chip[s]
            if self._hits[s] and self._owner[k] == z and not self._misses[s]:
                kind = values.kind(k)
                self._number[kind] += 1
                sort = values.sort[kind]
                if sort < RAKE or (sort == RAKE and self._zones[z] == facts.Z_RAKE):
                    worth += values.worth[kind]
        return worth
