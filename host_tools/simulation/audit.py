"""The audit: what the table reported, held against what lay on the felt and what was dealt.

It stands outside firmware, tracker and dealer. It reads the felt's log, the stream of facts, the dealer's log of his
mistakes and, after each hand, the true hand and the tracked one; none of them reads it.
"""

import hashlib
import struct
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence

from host_tools.engine import State
from host_tools.link.events import Beat, Fact
from host_tools.simulation.mistakes import Judgement, judge
from host_tools.virtual.felt import Felt
from host_tools.virtual.mistakes import SWAP, Made
from railbird import facts, words
from railbird.rules import cards, games

COUNT_WARN_MS = 720_000  # f(6)(iv), D19
COUNT_OVERDUE_MS = 900_000
REST_US = 100_000  # shorter stays are cards in flight: to report one as lying there is wrong
GRACE_US = 100_000  # a card read before its step ended may be journaled this much later
MEMORY_US = 400_000  # a sighting may be reported this long after the card has gone on


class Audit:
    """Collects facts and hands; the figures are read at the end."""

    def __init__(self, felt: Felt, made: Sequence[Made] = (), sealed: bool = False) -> None:
        """`sealed`: a table in play mode, whose counts name no card, and which after a shuffle names one where it is
        dealt and not where it is seen.
        """
        self._unnamed = ("count",) if sealed else ()
        self._naming = (facts.SIGHT, facts.DEALT) if sealed else (facts.SIGHT,)
        self._felt = felt
        self._made = made
        self._made_before = 0  # this hand
        self._hash = hashlib.sha256()
        self._sights: dict[tuple[int, int], list[int]] = defaultdict(list)
        self._good_counts = [0]
        self._untracked = 0
        self._misnamed = 0
        self.facts = 0
        self.verdicts: list[tuple[int, Fact]] = []
        self.cards_dealt = 0
        self.hands = 0
        self.stack_mismatches = 0
        self.rounds_ms: list[int] = []
        self.round_max_ms = 0
        self.rounds = 0
        self.heap_peak = 0
        self.last_beat: Beat | None = None

    def fact(self, fact: Fact) -> None:
        """A fact as it came over the link."""
        self.facts += 1
        self._hash.update(struct.pack("<IIBBBBH", *fact))
        if fact.kind in self._naming and fact.code != cards.NO_CARD:
            self._sights[fact.zone, fact.code].append(fact.t_ms)
        elif fact.kind == facts.VERDICT:
            self.verdicts.append((fact.t_ms, fact))

    def beat(self, beat: Beat) -> None:
        """A heartbeat."""
        self.last_beat = beat
        self.rounds_ms.append(beat.round_ms)
        self.rounds = beat.rounds
        self.round_max_ms = max(self.round_max_ms, beat.round_max_ms)
        self.heap_peak = max(self.heap_peak, beat.heap_used_peak)

    def counted(self, now_us: int) -> None:
        """A whole deck has been passed over the count spot."""
        self._good_counts.append(now_us // 1000)

    def hand(
        self,
        true: State,
        tracked: State | None,
        stacks: Mapping[int, int],
        put_back: int = 0,
        opened: Collection[int] | None = None,
    ) -> None:
        """A hand has ended: as it was dealt, as it was tracked, the stacks it must end with, and how many cards were
        put back into the deck during it. `opened`: the cards that the tracker knows in play mode; the others have
        stand-ins.
        """
        self.hands += 1
        self.cards_dealt += cards.DECK_SIZE - true.cards_left + put_back
        pairs: list[tuple[Sequence[int], Sequence[int]]] = [(true.board, tracked.board if tracked else ())]
        if "burn" in self._felt.zones:  # else nobody could know them
            pairs.append((true.burns, tracked.burns if tracked else ()))
        draws = any("w" in script for script, _, _ in games.streets(true.setup.game.name))
        swapped = any(made.kind.act == SWAP for made in self._made[self._made_before :])
        self._made_before = len(self._made)
        for seat in true.seats:
            hole, known = true.hole(seat), tracked.hole(seat) if tracked else ()
            # What was given up together has no order, nor has what was drawn for it in one turn, nor what was in the
            # air together.
            pairs.append((sorted(hole), sorted(known)) if draws or swapped else (hole, known))
            pairs.append((sorted(true.discarded(seat)), sorted(tracked.discarded(seat)) if tracked else ()))
        for dealt, known in pairs:
            self._untracked += max(0, len(dealt) - len(known))
            self._misnamed += max(0, len(known) - len(dealt))  # cards that were never dealt
            self._misnamed += sum(
                a != b
                for a, b in zip(dealt, known, strict=False)
                if opened is None or a in opened or b in opened
            )
        ended = tracked.stacks() if tracked is not None and tracked.finished else {}
        self.stack_mismatches += sum(ended.get(seat) != chips for seat, chips in stacks.items())

    @property
    def facts_sha256(self) -> str:
        return self._hash.hexdigest()

    def latencies_ms(self, places: tuple[str, ...] = ("",)) -> list[int]:
        """Card at rest -> sighting journaled, for every landing at zones of these names that was identified, sorted."""
        found = [
            max(0, seen - stay.begin // 1000)
            for stay in self._felt.stays
            if stay.landing
            and stay.zone.startswith(places)
            and (seen := self._seen(stay.zone, stay.code, stay.begin)) is not None
        ]
        return sorted(found)

    def missed(self) -> int:
        """Landings that were not identified by the end of their step, and cards the tracker never learned."""
        late = 0
        for stay in self._felt.stays:
            due = stay.due if stay.due is not None else stay.end
            if stay.landing and due is not None and stay.zone not in self._unnamed:
                seen = self._seen(stay.zone, stay.code, stay.begin)
                late += seen is None or seen * 1000 > due + GRACE_US
        return max(late, self._untracked)

    def wrong(self) -> int:
        """Sightings of a card where it did not lie, and cards tracked as others."""
        rests: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
        for stay in self._felt.stays:
            end = stay.end if stay.end is not None else 1 << 62
            if end - stay.begin >= REST_US:
                rests[facts.zone_id(stay.zone), stay.code].append((stay.begin, end + MEMORY_US))
        wrong = 0
        for place, times in self._sights.items():
            for t_ms in times:
                wrong += not any(
                    begin <= (t_ms + 1) * 1000 and t_ms * 1000 <= end for begin, end in rests[place]
                )
        return wrong + self._misnamed

    def false_verdicts(self) -> list[Fact]:
        """Verdicts without a physical cause. A clean run has one cause only: time since the last good count."""
        answers = self.mistakes().answers
        return [
            fact
            for number, (t_ms, fact) in enumerate(self.verdicts)
            if number not in answers and not self._caused(t_ms, fact)
        ]

    def mistakes(self) -> Judgement:
        """What the dealer did wrong, held against the verdicts."""
        return judge(self._made, [fact for _, fact in self.verdicts], self._felt.stays)

    def verdicts_by_code(self) -> dict[str, int]:
        """Name of a verdict -> how many there were."""
        return dict(Counter(words.VERDICTS[fact.code][0] for _, fact in self.verdicts))

    def _caused(self, t_ms: int, fact: Fact) -> bool:
        wait = {facts.V_COUNT_DUE: COUNT_WARN_MS, facts.V_COUNT_OVERDUE: COUNT_OVERDUE_MS}.get(fact.code)
        if wait is None:
            return False
        last = max(count for count in self._good_counts if count <= t_ms)
        return t_ms - last >= wait - 1000

    def _seen(self, zone: str, code: int, begin_us: int) -> int | None:
        """When (ms) the card was first reported at a zone after it came there."""
        times = self._sights.get((facts.zone_id(zone), code), [])
        at = bisect_left(times, begin_us // 1000)
        return times[at] if at < len(times) else None


def percentile(values: Sequence[int], share: float) -> int:
    """The value below which `share` of the sorted values lie (nearest rank); 0 for none."""
    return values[min(len(values) - 1, int(share * len(values)))] if values else 0


def verdict_name(fact: Fact) -> str:
    """A verdict in short: its name, place and card."""
    name = words.VERDICTS[fact.code][0]
    card = "" if fact.ref == cards.NO_CARD else f" {cards.name(cards.card_of(fact.ref))}"
    return f"{name} {words.zone_name(fact.zone)}{card}"
