"""The judge of a soak: what a table in trouble reported, held against what lay on the felt and what was broken when.

It stands apart from firmware, tracker and dealer: it reads the felt's log, the world's log of faults, the antennas
themselves twenty times a second, and the facts that came over the link.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from host_tools.link.events import Fact
from host_tools.simulation.audit import GRACE_US, MEMORY_US, REST_US, verdict_name
from host_tools.virtual.faults import fault
from host_tools.virtual.felt import Felt, Stay
from host_tools.virtual.world import World
from railbird import facts, words
from railbird.rules import cards

LOOK_US = 50_000
STILL_US = (
    1_000_000  # a card that has lain so long lies still; no zone with a sound reader goes unread for longer
)
HAND_US = 180_000_000  # no hand takes longer
RECOVERY_US = 10_000_000  # so long after a fault is over what goes wrong at its place may still come of it
HIDDEN_US = 1_000_000  # looks that missed a hidden card may end so long after it can be heard again

WRONG, FALSE_LIFT, MISSED, IN_FAULT = "wrong", "false_lift", "missed", "missed_in_fault"
FALSE_VERDICT, VERDICT_IN_FAULT, LOST = "false_verdict", "false_verdict_in_fault", "lost_reader"
# Verdicts that rest on a card's not being where it should be.
OF_ORDER = (facts.V_WRONG_SEAT, facts.V_OUT_OF_ORDER, facts.V_SKIPPED, facts.V_HAND_SHORT)


class Strike(NamedTuple):
    """A fault as it was: name, place, and from when to when (us)."""

    name: str
    place: str
    begin: int
    end: int


class Finding(NamedTuple):
    """Something reported that was not so. `faults` are those at its place then, or else those anywhere."""

    kind: str
    t_ms: int
    zone: str
    what: str
    faults: tuple[str, ...]


class Judge:
    """Judges one run.

    wrong            SIGHT of a card where neither it nor a tag with its UID lay, or only flew by
    false_lift       LIFT of a card that had lain still for a second and could be heard all that time: powered, and no
                     field stuck
    missed           a card that came to rest, could be heard, and was not reported by the end of its step, with no
                     fault at its reader, multiplexer or bus from ten seconds before it came
    missed_in_fault  the same where there was one
    false_verdict    a verdict with no cause on the felt: neither a foreign tag, nor a second one with the UID, nor
                     time, nor, where it is about the order of the deal, a card that lies unheard where it speaks of
    false_verdict_in_fault   the same where a card came, while a fault was at its reader, multiplexer or bus or not
                     long after, to a place that the verdict speaks of, and went unread
    """

    def __init__(self, world: World, felt: Felt, uids: dict[int, bytes]) -> None:
        self._world = world
        self._felt = felt
        self._uids = uids
        self._inaudible: dict[int, list[int]] = defaultdict(list)
        self._strange: dict[str, list[tuple[int, bytes]]] = defaultdict(list)
        self._sights: list[Fact] = []
        self._lifts: list[Fact] = []

    def watch(self) -> Iterator[int]:
        """A process that looks at the antennas for ever."""
        while True:
            self.look()
            yield LOOK_US

    def look(self) -> None:
        """Note the cards that nobody could hear now, and the tags that are none of the cards."""
        now = self._world.clock.now
        for code in self._felt.lying:
            if not self._felt.audible(code):
                self._inaudible[code].append(now)
        for zone in self._felt.zones:
            self._strange[zone] += [(now, uid) for uid in self._felt.strangers(zone)]

    def fact(self, fact: Fact) -> None:
        """A fact as it came over the link."""
        if fact.kind == facts.SIGHT:
            self._sights.append(fact)
        elif fact.kind == facts.LIFT:
            self._lifts.append(fact)

    def sighted(self, zone: str, since_us: int) -> bool:
        """Whether anything was reported at a zone since then."""
        place = facts.zone_id(zone)
        return any(fact.zone == place and fact.t_ms * 1000 >= since_us for fact in self._sights)

    def findings(self, verdicts: Iterable[Fact]) -> list[Finding]:
        """Everything that was not so, in the order of time. `verdicts` are those that no passing of time explains."""
        found = [self._finding(WRONG, f, f.code) for f in self._sights if self._is_wrong(f)]
        found += [self._finding(FALSE_LIFT, f, f.code) for f in self._lifts if self._is_false_lift(f)]
        found += [
            Finding(
                VERDICT_IN_FAULT if self._is_blinded(f) else FALSE_VERDICT,
                f.t_ms,
                words.zone_name(f.zone),
                verdict_name(f),
                self.faults(words.zone_name(f.zone), f.t_ms * 1000),
            )
            for f in verdicts
            if not self._is_caused(f)
        ]
        found += filter(None, map(self._missed, self._felt.stays))
        return sorted(found, key=lambda finding: finding.t_ms)

    def _finding(self, kind: str, fact: Fact, code: int) -> Finding:
        zone = words.zone_name(fact.zone)
        return Finding(kind, fact.t_ms, zone, _card(code), self.faults(zone, fact.t_ms * 1000))

    # -- what was so -----------------------------------------------------------------------------------------

    def _is_wrong(self, fact: Fact) -> bool:
        zone, t_us = words.zone_name(fact.zone), fact.t_ms * 1000
        uid = self._uids[fact.code]
        if any(t_us - MEMORY_US <= then <= t_us + LOOK_US and uid == it for then, it in self._strange[zone]):
            return False
        return not any(
            stay.begin <= t_us + 1000 and t_us <= end + MEMORY_US and end - stay.begin >= REST_US
            for stay, end in self._stays(fact.code, zone)
        )

    def _is_false_lift(self, fact: Fact) -> bool:
        t_us = fact.t_ms * 1000
        still = any(
            stay.begin <= t_us - STILL_US and t_us < end
            for stay, end in self._stays(fact.code, words.zone_name(fact.zone))
        )
        return still and not self._was_inaudible(fact.code, t_us - STILL_US - HIDDEN_US, t_us)

    def _is_caused(self, fact: Fact) -> bool:
        t_us = fact.t_ms * 1000
        if fact.code in OF_ORDER:
            places = self._places(fact)
            return any(
                facts.zone_id(stay.zone) in places and self._lies_unheard(stay, t_us)
                for stay in self._felt.stays
            )
        if fact.code not in (facts.V_UNKNOWN_TAG, facts.V_TWO_ZONES):
            return False
        if fact.code == facts.V_TWO_ZONES and any(
            s.name == "heard_next_door"
            and s.begin <= t_us <= s.end + STILL_US
            and facts.zone_id(s.place) in (fact.zone, fact.arg)
            for s in self.strikes()
        ):
            return True  # two readers do hear it
        uid = None if fact.code == facts.V_UNKNOWN_TAG else self._uids.get(fact.ref)
        zones = [words.zone_name(fact.zone)] if uid is None else list(self._felt.zones)
        return any(
            t_us - STILL_US <= then <= t_us + LOOK_US and uid in (None, it)
            for zone in zones
            for then, it in self._strange[zone]
        )

    def _is_blinded(self, fact: Fact) -> bool:
        """Whether a card that a fault kept from being read may be what a verdict on the order of the deal misses."""
        if fact.code not in OF_ORDER:
            return False
        t_us = fact.t_ms * 1000
        places = self._places(fact)
        since = t_us - (
            HAND_US if fact.code == facts.V_HAND_SHORT else RECOVERY_US
        )  # that one is told at the end
        return any(
            facts.zone_id(stay.zone) in places
            and since <= stay.begin <= t_us
            and self._is_struck(stay, t_us)
            and not self._was_reported(stay, t_us)
            for stay in self._felt.stays
        )

    def _places(self, fact: Fact) -> set[int]:
        """Of which places a verdict on the order of the deal speaks: where it is, and where a card should be."""
        return {fact.zone, facts.Z_MUCK if fact.code == facts.V_HAND_SHORT else fact.arg >> 8}

    def _is_struck(self, stay: Stay, until_us: int) -> bool:
        """Whether a fault was at the reader of a place until then, and not over long before a card came there."""
        return any(
            self._touches(s, stay.zone) and s.begin <= until_us and stay.begin <= s.end + RECOVERY_US
            for s in self.strikes()
        )

    def _was_reported(self, stay: Stay, until_us: int) -> bool:
        place = facts.zone_id(stay.zone)
        return any(
            fact.code == stay.code and fact.zone == place and stay.begin <= fact.t_ms * 1000 + 1000
            and fact.t_ms * 1000 <= until_us
            for fact in self._sights
        )  # fmt: skip

    def _lies_unheard(self, stay: Stay, t_us: int) -> bool:
        """Whether a card lay at a place then, could not be heard lately, and had not been reported there."""
        if not stay.begin <= t_us or (stay.end is not None and stay.end <= t_us):
            return False
        unheard = self._was_inaudible(stay.code, max(stay.begin, t_us - STILL_US), t_us)
        return unheard and not self._was_reported(stay, t_us)

    def _missed(self, stay: Stay) -> Finding | None:
        due = stay.due if stay.due is not None else stay.end
        if not stay.landing or due is None:
            return None
        if self._was_reported(stay, due + GRACE_US):
            return None
        excused = self._is_struck(stay, due) or self._was_inaudible(stay.code, stay.begin, due)
        kind = IN_FAULT if excused else MISSED
        return Finding(kind, due // 1000, stay.zone, _card(stay.code), self.faults(stay.zone, due))

    def _stays(self, code: int, zone: str) -> Iterator[tuple[Stay, int]]:
        for stay in self._felt.stays:
            if stay.code == code and stay.zone == zone:
                yield stay, stay.end if stay.end is not None else 1 << 62

    def _was_inaudible(self, code: int, begin: int, end: int) -> bool:
        times = self._inaudible[code]
        at = bisect_left(times, begin)
        return at < len(times) and times[at] <= end

    # -- what was broken -------------------------------------------------------------------------------------

    def strikes(self) -> list[Strike]:
        """The world's log of faults, each with its end."""
        found: list[Strike] = []
        begun: dict[tuple[str, str], int] = {}
        for t_us, what, name, place in self._world.faults.log:
            if what == "set":
                begun[name, place] = t_us
            elif (name, place) in begun:
                found.append(Strike(name, place, begun.pop((name, place)), t_us))
        return found + [Strike(name, place, t_us, 1 << 62) for (name, place), t_us in begun.items()]

    def faults(self, zone: str, t_us: int) -> tuple[str, ...]:
        """The faults at a zone at a time or not long before it; if there are none, those anywhere else."""
        then = [s for s in self.strikes() if s.begin <= t_us <= s.end + RECOVERY_US]
        own = [s for s in then if self._touches(s, zone)]
        return tuple(f"{s.name} at {s.place}{'' if own else ' (elsewhere)'}" for s in own or then)

    def _touches(self, strike: Strike, zone: str) -> bool:
        """Whether a fault concerns the reader of a zone: its own, or one of its multiplexer or bus. A channel that is
        open beside others concerns its whole bus.
        """
        reader = self._world.readers.get(zone)
        if reader is None:
            return False
        part = fault(strike.name).part
        if part == "reader":
            return strike.place == zone
        if part == "mux":
            return reader.mux is self._world.mux(strike.place)
        bus = self._world.bus(strike.place) if part == "bus" else self._world.reader(strike.place).bus
        return reader.bus is bus


def _card(code: int) -> str:
    return cards.name(cards.card_of(code))
