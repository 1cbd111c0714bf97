"""A table driven by its inputs, in the words of people: zone and card names, no readers."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from railbird import facts, words
from railbird.rules import cards, games
from railbird.table import Table

Fact = tuple[int, int, int, int, int]
Input = tuple[int, int, int, int, int]


class Verdict(NamedTuple):
    name: str
    rule: str
    zone: str
    card: str


def bitmap(seats: list[int]) -> int:
    return sum(1 << (seat - 1) for seat in seats)


class Driver:
    """Applies inputs to a table half a second apart and keeps what it emits.

    Cards are names ('As') or tag codes; a card not named is the next one of the deck, 2c first.
    """

    def __init__(self, ups: int = 0) -> None:
        self.table = Table(lambda *fact: self.facts.append(fact), ups)
        self.facts: list[Fact] = []
        self.inputs: list[Input] = []
        self.now = 1000
        self._next = 0

    def apply(self, kind: int, zone: int, code: int = 0, arg: int = 0) -> list[Fact]:
        """Apply one input; the facts that follow from it."""
        self.now += 500
        before = len(self.facts)
        self.inputs.append((self.now, kind, zone, code, arg))
        self.table.apply(self.now, kind, zone, code, arg)
        return self.facts[before:]

    def command(self, op: int, zone: int = 0, arg: int = 0) -> list[Fact]:
        """A command that the table must accept."""
        refusal = self.table.check(op, zone, arg)
        assert refusal == facts.R_OK, words.REFUSALS[refusal]
        return self.apply(facts.COMMAND, zone, op, arg)

    def hand(self, button: int, seats: list[int], game: str = "holdem") -> list[Fact]:
        self._next = 0
        return self.command(facts.OP_HAND, button, games.NAMES.index(game) << 11 | bitmap(seats))

    def code(self, card: str | int | None) -> int:
        if card is None:
            self._next += 1
            return self._next - 1
        return cards.parse(card) if isinstance(card, str) else card

    def sight(self, zone: str, card: str | int | None = None) -> list[Fact]:
        return self.apply(facts.SIGHT, facts.zone_id(zone), self.code(card))

    def lift(self, zone: str, card: str | int) -> list[Fact]:
        return self.apply(facts.LIFT, facts.zone_id(zone), self.code(card))

    def clean(self, zone: str) -> list[Fact]:
        return self.apply(facts.CLEAN, facts.zone_id(zone))

    def deal(self, zones: str) -> None:
        """Sight a fresh card in each zone: '1 4u b f1 f2 f3' are seat 1, seat 4's up cards, the burn, board places.
        '4x2' throws away two of the cards that seat 4 has, '|' closes the betting round.
        """
        for word in zones.split():
            if word == "|":
                self.command(facts.OP_STREET)
            elif "x" in word:
                seat, number = map(int, word.split("x"))
                for code in self.held(seat)[:number]:
                    self.sight("muck", code)
            else:
                self.sight(zone_of(word))

    def held(self, seat: int) -> list[int]:
        """The cards dealt to a seat that are not known to lie elsewhere, first come first."""
        zones = (seat, facts.Z_UP + seat)
        came = [code for kind, zone, code, _, _ in self.facts if kind == facts.DEALT and zone in zones]
        return [code for code in dict.fromkeys(came) if self.table.deck.where(code) in zones]

    @property
    def expected(self) -> str:
        return words.zone_name(self.table.expected)

    @property
    def doubt(self) -> str:
        return words.zone_name(self.table.doubt)

    @property
    def verdicts(self) -> list[Verdict]:
        found = []
        for kind, zone, code, ref, arg in self.facts:
            if kind == facts.VERDICT:
                card = "" if ref == cards.NO_CARD else cards.name(cards.card_of(ref))
                name = words.VERDICTS[code][0]
                found.append(Verdict(name, words.rule_of(code, arg), words.zone_name(zone), card))
        return found

    def dealt(self, zone: str) -> list[str]:
        """The cards reported as dealt to a zone."""
        wanted = facts.zone_id(zone)
        return [
            cards.name(code)
            for kind, where, code, _, _ in self.facts
            if (kind, where) == (facts.DEALT, wanted)
        ]

    def kinds(self, *kinds: int) -> list[Fact]:
        return [fact for fact in self.facts if fact[0] in kinds]

    def tally(self, zone: str) -> int:
        return self.table.deck.tally(facts.zone_id(zone))


def zone_of(word: str) -> str:
    if word == "b":
        return "burn"
    if word[0] == "f":
        return f"board_{word[1]}"
    return f"up_{word[:-1]}" if word[-1] == "u" else f"seat_{word}"


@pytest.fixture
def driver() -> Driver:
    return Driver()


@pytest.fixture
def stud() -> Driver:
    """A table with an up zone at every seat."""
    return Driver(0x7FF)


@pytest.fixture
def fresh() -> Callable[[], Driver]:
    """Makes drivers, for tests that compare two tables."""
    return Driver
