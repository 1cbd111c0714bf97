"""Triple draw in play mode, where the discards are shuffled back in the middle of a draw: shut cards come twice."""

from itertools import islice

import pytest

from host_tools.simulation.table import SimulatedTable, simulated
from host_tools.virtual.players import evening
from host_tools.virtual.timing import MID
from railbird import facts
from railbird_boards.schema import load


@pytest.mark.parametrize(("seats", "seed"), [((2, 4, 5, 7, 10, 11), 3), ((1, 2, 3, 5, 7, 9, 11), 4)])
def test_a_hand_with_a_shuffle_in_it_ends_as_it_was_dealt(seats, seed):
    """More than the 52 cards of a deck are dealt to six or seven players; whoever shows is read as what he has."""
    told = []
    table = SimulatedTable(
        load("casino_11"), MID, seed, on_fact=lambda _, fact: told.append(fact), local=True, **simulated(seed)
    )
    with table:
        table.play(islice(evening("triple_draw_27", seats, seed), 1))
    audit = table.audit
    assert facts.SHUFFLED in {fact.kind for fact in told}
    assert audit.cards_dealt > 52
    assert (audit.hands, audit.stack_mismatches, audit.missed(), audit.wrong()) == (1, 0, 0, 0)
    assert (table.tracker.problems, table.tracker.sealed.problems) == ([], [])
