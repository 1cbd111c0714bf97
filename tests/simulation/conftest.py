"""A table whose cards the test lays down itself: the real firmware on the VM, no dealer and no luck."""

from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any

import pytest

from host_tools.engine import start
from host_tools.link.events import Fact
from host_tools.simulation.table import SimulatedTable
from host_tools.virtual.timing import MID, Timing
from railbird import facts, words
from railbird.rules import cards
from railbird_boards.schema import load

MS = 1000
PACE = 650 * MS  # from one card to the next, as a dealer deals


class Rig:
    """Lays cards on a simulated table by hand; `facts` and `verdicts` are what the table has said so far."""

    def __init__(self, table: SimulatedTable, said: list[Fact]) -> None:
        self.table = table
        self.facts = said

    def begin(self, seats: Iterable[int], button: int) -> Iterator[int]:
        """Start a hold'em hand and wait until the table has accepted it."""
        seats = tuple(seats)
        self.table.tracker.begin(start("holdem", seats, button, (200,) * len(seats), (1, 2)))
        yield from self.ready()

    def ready(self) -> Iterator[int]:
        while self.table.welcome is None or not self.table.tracker.ready:
            yield 10 * MS

    def lay(self, *moves: str, deck: int = 0, pace: int = PACE) -> Iterator[int]:
        """Lay cards at dealing pace: 'As seat_1'. A card at the burn or the muck goes on after its rest."""
        for move in moves:
            card, zone = move.split()
            code = cards.tag_code(deck, cards.parse(card))
            self.table.felt.lay(code, zone, landing=True, fanned=True)
            yield pace
            if zone in self.table.felt.passing:
                self.table.felt.lift(code)

    def command(self, op: int, zone: int = 0, arg: int = 0) -> Iterator[int]:
        """A command as the console would send it."""
        self.table.tracker._command(op, zone, arg)
        yield from self.ready()

    def run(self, *steps: Iterable[int]) -> None:
        """Carry out steps one after the other, then let the table look for two more seconds."""

        def all_steps() -> Generator[int, None, None]:
            yield from self.ready()
            for step in steps:
                yield from step
            yield 2000 * MS

        self.table.run(all_steps())

    def of_kind(self, kind: int) -> list[Fact]:
        return [fact for fact in self.facts if fact.kind == kind]

    @property
    def verdicts(self) -> list[tuple[str, str, str]]:
        """(name, zone, rule) of every verdict so far."""
        return [
            (words.VERDICTS[fact.code][0], words.zone_name(fact.zone), words.rule_of(fact.code, fact.arg))
            for fact in self.of_kind(facts.VERDICT)
        ]


@pytest.fixture
def make_rig() -> Iterator[Callable[..., Rig]]:
    """`make_rig(board=..., seed=..., source=..., timing=...)`: a new rig, with its firmware in this interpreter, or,
    where `source` is given, on a VM from source or from .mpy; it ends with the test.
    """
    tables: list[SimulatedTable] = []

    def make(
        board: str | dict[str, Any] = "virtual_9",
        seed: int = 1,
        source: bool | None = None,
        timing: Timing = MID,
    ) -> Rig:
        said: list[Fact] = []
        definition = load(board) if isinstance(board, str) else board
        table = SimulatedTable(
            definition,
            timing,
            seed,
            on_fact=lambda _now, fact: said.append(fact),
            source=source is True,
            local=source is None,
        )
        tables.append(table)
        return Rig(table, said)

    yield make
    for table in tables:
        table.target.close()
