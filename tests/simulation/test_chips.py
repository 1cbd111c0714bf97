"""A table with zones for chips, from tags to the books, on the real VM; and the audit of it."""

from collections import Counter
from collections.abc import Iterator

import pytest

from host_tools.chip_registry import Kind
from host_tools.link.events import Fact
from host_tools.simulation.chips import ChipAudit
from host_tools.simulation.table import SimulatedTable
from host_tools.tracker.money import Money
from host_tools.virtual.bank import Held
from host_tools.virtual.players import evening
from host_tools.virtual.timing import MID
from railbird import facts
from railbird_boards.schema import load

SECOND = 1_000_000


@pytest.fixture(scope="module")
def played() -> Iterator[SimulatedTable]:
    """One hand of three players; then a marker on two cards, a stack and a single plaque on two spots."""
    with SimulatedTable(load("casino_11_chips"), MID, 5) as table:
        script = next(evening("holdem", (2, 5, 9), 5))
        table.run(hand_and_stack(table, script))
        yield table


def hand_and_stack(table, script):
    while table.welcome is None:
        yield SECOND // 100
    yield 2 * SECOND
    yield from table.dealer.play(script)
    table.audit.hand(script.state, table.tracker.state, script.expected_stacks())
    for card in (0, 1):
        table.felt.lay(card, "seat_1", fanned=True)
    yield 2 * SECOND
    table.bank.put("seat_1", [Kind(25)], spread=True)
    table.bank.put("bet_3", [Kind(5)] * 20, spread=False)
    table.bank.put("bet_7", [Kind(500, "plaque")], spread=False)
    yield 5 * SECOND


def test_cards_are_read_as_on_a_table_without_chips(played) -> None:
    audit = played.audit
    assert (audit.hands, audit.missed(), audit.wrong(), audit.stack_mismatches) == (1, 0, 0, 0)
    assert audit.false_verdicts() == []


def test_nothing_sure_is_wrong_and_nothing_differs_from_the_books(played) -> None:
    figures = played.chips.figures()
    assert figures["chip_zones_wrong"] == figures["chip_remarks"] == 0
    assert [figures[f"{what}s_different"] for what in ("wager", "pot", "rake")] == [0, 0, 0]
    assert figures["wagers_matched"] >= 1
    assert figures["pots_matched"] + figures["pots_at_least"] >= 1
    assert figures["chip_zones_sure"] >= 13  # every zone was told empty at first


def test_of_a_stack_of_twenty_two_chips_are_told_and_only_as_a_lower_bound(played) -> None:
    readings = played.tracker.money.readings
    assert readings[facts.Z_BET + 3][:2] == (10, False)
    assert readings[facts.Z_BET + 7][:2] == (500, True)


def test_a_marker_on_the_cards_is_told_and_the_cards_stay(played) -> None:
    money = played.tracker.money
    assert [count for _, count in money.pieces(facts.Z_SEAT + 1)] == [1]
    assert facts.Z_SEAT + 1 not in money.readings
    view = played.tracker.view
    assert [view.places.get(card) for card in (0, 1)] == [facts.Z_SEAT + 1] * 2
    assert view.verdicts == []


class FakeBank:
    def __init__(self) -> None:
        self.log = {"bet_1": [Held(5 * SECOND, 10, 1), Held(20 * SECOND, 0, 0)]}


@pytest.mark.parametrize(
    ("kind", "t_ms", "worth", "wrong"),
    [
        (facts.WORTH, 6000, 10, False),
        (facts.WORTH, 8000, 0, False),  # as it was four seconds ago, at the latest
        (facts.WORTH, 9100, 0, True),
        (facts.WORTH, 15000, 9, True),
        (facts.AT_LEAST, 15000, 9, False),
        (facts.AT_LEAST, 15000, 11, True),
        (facts.AT_LEAST, 23900, 10, False),
        (facts.AT_LEAST, 24100, 10, True),
        (facts.WORTH, 4000, 0, False),
    ],
)
def test_the_audit_knows_what_lay_there(kind: int, t_ms: int, worth: int, wrong: bool) -> None:
    audit = ChipAudit(FakeBank(), Money(()))
    audit.fact(Fact(1, t_ms, kind, facts.Z_BET + 1, worth >> 16, 255, worth))
    assert bool(audit.wrong()) == wrong


def test_what_is_counted_for_the_figures() -> None:
    money = Money(())
    money.tally = Counter({("wager", "matched"): 3, ("rake", "at_least"): 2})
    figures = ChipAudit(FakeBank(), money).figures()
    assert (figures["wagers_matched"], figures["wagers_different"], figures["rakes_at_least"]) == (3, 0, 2)
