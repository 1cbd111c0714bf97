"""Verdicts, what was decided about them, and the counts of the deck, out of a table's facts."""

from host_tools.link.events import Fact
from host_tools.records import models
from host_tools.records.desk import Desk
from host_tools.tracker.consequences import consequence
from railbird import facts, words
from railbird.rules import cards

DECISIONS = {
    facts.RESUMED: "goes on",
    facts.MISDEAL: "misdeal",
    facts.DEAD: "round dead, other deck",
}
PUT_RIGHT = "put right at the table"
COUNTED = "counted again, 52 of 52"
OF_THE_COUNT = (facts.V_MISSING_AT_COUNT, facts.V_COUNT_OVERDUE)


class Verdicts:
    """Hears every fact of a table once, and writes rows of its desk by it."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._open: dict[int, int] = {}  # row of a verdict that waits for the floor -> its code
        self._decider = ("", "")
        self._released: int | None = None  # the input after which the deal was no longer held
        self._count = 0  # row of the last count
        self._missing: list[str] = []  # of that count
        self._resume()

    def _resume(self) -> None:
        """What was open when the records end."""
        codes = {row[0]: code for code, row in words.VERDICTS.items()}
        for verdict in self._desk.rows(models.verdicts, decision=None):
            if verdict.tier >= words.FLOOR:
                self._open[verdict.id] = codes[verdict.name]
        count = self._desk.newest(models.counts)
        if count is not None:
            self._count, self._missing = count.id, count.missing.split()

    @property
    def waits(self) -> bool:
        """Whether one waits for the floor."""
        return bool(self._open)

    def decide(self, who: str, why: str) -> None:
        """The next decision is this person's."""
        self._decider = (who, why)

    def fact(self, fact: Fact) -> None:
        """One fact, in order."""
        if self._released not in (None, fact.input_seq):
            self._settle(PUT_RIGHT)
        if fact.kind == facts.VERDICT:
            self._verdict(fact)
        elif fact.kind == facts.COUNTED:
            self._missing = []
            self._count = self._desk.add(
                models.counts, hand=self._desk.hand, seen=fact.arg, good=bool(fact.code)
            )
            if fact.code:
                self._settle(COUNTED, [row for row, code in self._open.items() if code in OF_THE_COUNT])
        elif fact.kind in DECISIONS:
            self._settle(DECISIONS[fact.kind])
        elif fact.kind == facts.HELD and not fact.arg and self._open:
            self._released = fact.input_seq

    def _verdict(self, fact: Fact) -> None:
        name, _, tier, text = words.VERDICTS[fact.code]
        card = "" if fact.ref == cards.NO_CARD else cards.name(cards.card_of(fact.ref))
        row = self._desk.add(
            models.verdicts,
            hand=self._desk.hand,
            name=name,
            rule=words.rule_of(fact.code, fact.arg),
            tier=tier,
            zone=words.zone_name(fact.zone),
            card=card,
            text=text,
            advice=consequence(words.rule_number(fact.code, fact.arg)),
        )
        if tier >= words.FLOOR:
            self._open[row] = fact.code
        if fact.code == facts.V_MISSING_AT_COUNT and self._count:
            self._missing.append(card)
            self._desk.fill_in(models.counts, self._count, missing=" ".join(self._missing))

    def _settle(self, what: str, rows: list[int] | None = None) -> None:
        """These have been decided, or all that are open."""
        rows = list(self._open) if rows is None else rows
        if rows:
            who, why = self._decider
            decision = self._desk.add(models.decisions, hand=self._desk.hand, what=what, who=who, why=why)
            for row in rows:
                self._desk.fill_in(models.verdicts, row, decision=decision)
                del self._open[row]
            self._decider = ("", "")
        self._released = None
