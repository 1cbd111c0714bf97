"""The audit of chips: what the table told of zones for chips, held against what lay there; and the books beside it."""

from bisect import bisect_right
from typing import Any

from host_tools.chip_registry import Kind, build, sample
from host_tools.engine.house.rake import Rake
from host_tools.link.events import Fact
from host_tools.simulation.audit import percentile
from host_tools.tracker.chips import AT_LEAST, DIFFERENT, SAME, UNREAD
from host_tools.tracker.money import Money
from host_tools.virtual.bank import Bank
from host_tools.virtual.croupier import STOCK
from railbird import facts, words

RAKE = Rake(("percentage",), per_mille=100, cap=4)
MEMORY_US = (
    4_000_000  # chips that went may be told this long afterwards: as for cards, and the time to settle
)
GRACE_US = 100_000

UID_LENGTHS = (7, 7, 7, 4, 10)


def registered(seed: int, cards: list[bytes]) -> tuple[list[tuple[bytes, Kind]], bytes, tuple[Kind, ...]]:
    """The house's chips, their registry for the device and its kinds by number."""
    chips = sample(seed, STOCK, UID_LENGTHS)
    return chips, *build(chips, cards)


class ChipAudit:
    """Reads the log of the bank, which nobody else does, and the facts; the figures are read at the end."""

    def __init__(self, bank: Bank, money: Money) -> None:
        self._bank = bank
        self._money = money
        self._told: list[Fact] = []

    def fact(self, fact: Fact) -> None:
        """A fact as it came over the link."""
        if fact.kind in (facts.WORTH, facts.AT_LEAST):
            self._told.append(fact)

    def wrong(self) -> list[Fact]:
        """Readings told as sure when something else lay there, and lower bounds above what lay there."""
        found = []
        for fact in self._told:
            worth, lay = fact.code << 16 | fact.arg, self._lay(fact)
            if worth not in lay if fact.kind == facts.WORTH else worth > max(lay):
                found.append(fact)
        return found

    def figures(self) -> dict[str, Any]:
        """What `railbird simulate` adds for a board with zones for chips."""
        tally = self._money.tally
        times = self.settled_ms()
        sure = sum(fact.kind == facts.WORTH for fact in self._told)
        books = {
            f"{what}s_{how}": tally[what, how]
            for what in ("wager", "pot", "rake")
            for how in (SAME, AT_LEAST, DIFFERENT, UNREAD)
            if what == "wager" or how != UNREAD
        }
        return {
            "chip_zones_told": len(self._told),
            "chip_zones_sure": sure,
            "chip_zones_wrong": len(self.wrong()),
            **books,
            "chip_remarks": len(self._money.remarks),
            "chips_told_ms": {"p50": percentile(times, 0.5), "p99": percentile(times, 0.99)},
        }

    def settled_ms(self) -> list[int]:
        """From the last chip put to a bet spot to its worth being told as sure, for those that were, sorted."""
        found = []
        for fact in self._told:
            zone = words.zone_name(fact.zone)
            worth = fact.code << 16 | fact.arg
            if fact.kind == facts.WORTH and worth and zone.startswith("bet_"):
                put = [held.since_us for held in self._bank.log.get(zone, ()) if held.worth == worth]
                at = bisect_right(put, fact.t_ms * 1000)
                if at:
                    found.append(fact.t_ms - put[at - 1] // 1000)
        return sorted(found)

    def _lay(self, fact: Fact) -> set[int]:
        """What a zone held within the time that a fact may speak of."""
        log = self._bank.log.get(words.zone_name(fact.zone), [])
        end = bisect_right(log, fact.t_ms * 1000 + GRACE_US, key=lambda held: held.since_us)
        begin = bisect_right(log, fact.t_ms * 1000 - MEMORY_US, key=lambda held: held.since_us)
        return {held.worth for held in log[max(0, begin - 1) : end]} | (set() if begin else {0})
