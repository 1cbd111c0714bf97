"""Power gone in the middle of hands: they are finished, and what the table says in all is what happened on the felt."""

from itertools import islice

import pytest

from host_tools.simulation.table import SimulatedTable, simulated
from host_tools.virtual.players import evening
from host_tools.virtual.timing import MID
from railbird import facts
from railbird_boards.schema import load


def played(board, game, seats, cuts, local, seed=4):
    """A hand with power cut at these times (us): the table, and its facts."""
    told = []
    table = SimulatedTable(load(board), MID, seed, on_fact=lambda _now, fact: told.append(fact), local=local)
    with table:
        for at in cuts:
            table.clock.at(at, table.cut)
        table.play(islice(evening(game, range(1, seats + 1), seed), 1))
    return table, told


def sound(table):
    audit = table.audit
    assert (audit.hands, audit.missed(), audit.wrong(), audit.false_verdicts()) == (1, 0, 0, [])
    assert audit.stack_mismatches == 0
    assert table.tracker.refused == []
    assert table.tracker.problems == []


def dealt(told):
    """Which card came to which place as the n-th: the content of a hand."""
    return sorted((fact.zone, fact.arg & 255, fact.code) for fact in told if fact.kind == facts.DEALT)


def test_a_hand_cut_at_several_points_on_the_vm_is_finished():
    table, told = played(
        "casino_11", "holdem", 3, (3_000_000, 9_000_000, 21_000_000, 40_000_000), local=False
    )
    sound(table)
    assert table.target.cuts >= 3
    assert [fact.kind for fact in told].count(facts.BOOT) == table.target.cuts
    assert facts.FAULT not in [fact.kind for fact in told]
    numbers = [fact.input_seq for fact in told]
    assert numbers == sorted(numbers)
    felt = {(facts.zone_id(stay.zone), stay.code) for stay in table.felt.stays if stay.landing}
    assert {(zone, code) for zone, _, code in dealt(told)} <= felt
    assert len(dealt(told)) == len(set(dealt(told)))  # nothing is told twice


@pytest.mark.parametrize(
    ("board", "game", "seats"),
    [("casino_11", "omaha_hl8", 4), ("stud_8", "stud7_high", 4), ("casino_11", "triple_draw_27", 3)],
)
def test_games_go_on_over_cuts(board, game, seats):
    table, told = played(board, game, seats, range(4_000_000, 100_000_000, 11_000_000), local=True)
    sound(table)
    assert table.target.cuts >= 4
    assert len(dealt(told)) == len(set(dealt(told)))


def test_what_was_moved_while_power_was_gone_is_told_as_it_is():
    """Two cards lie at seats when power goes; back, one has gone and one lies elsewhere."""
    told = []
    table = SimulatedTable(
        load("virtual_9"), MID, 3, on_fact=lambda _now, fact: told.append(fact), local=True
    )

    def move():
        table.felt.lay(10, "seat_1")
        table.felt.lay(11, "seat_2")
        table.felt.lay(12, "seat_5")
        yield 3_000_000
        table.cut()
        table.felt.lift(10)
        table.felt.lift(11)
        table.felt.lay(11, "seat_7")
        yield 8_000_000

    with table:
        table.run(move())
    boot = [fact.kind for fact in told].index(facts.BOOT)
    before = [(fact.kind, fact.zone, fact.code) for fact in told[:boot]]
    after = [(fact.kind, fact.zone, fact.code) for fact in told[boot + 1 :]]
    assert sorted(before) == [(facts.SIGHT, 1, 10), (facts.SIGHT, 2, 11), (facts.SIGHT, 5, 12)]
    assert sorted(after) == [(facts.SIGHT, 7, 11), (facts.LIFT, 1, 10), (facts.LIFT, 2, 11)]


def test_in_play_mode_a_hand_ends_although_power_went_while_its_cards_were_pulled_in():
    """The table holds cards to lie there which have gone, and refuses the end until its readers have missed them."""
    table = SimulatedTable(load("casino_11"), MID, 3, local=True, **simulated(3))
    with table:
        table.cut_now_and_then(200, 3)
        table.play(islice(evening("holdem", (2, 7, 10, 11), 3), 2))
    assert table.target.cuts > 3
    audit = table.audit
    assert (audit.hands, audit.stack_mismatches, audit.missed(), audit.wrong()) == (2, 0, 0, 0)
    assert (audit.false_verdicts(), table.tracker.refused) == ([], [])
    assert {*table.distrusted} == {
        "a frame in clear, where one under a MAC is due"
    }  # of a table that has begun anew
