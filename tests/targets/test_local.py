"""The firmware in this interpreter says what it says on the MicroPython VM."""

from itertools import islice

import pytest

from host_tools.simulation.table import SimulatedTable
from host_tools.virtual.players import evening
from host_tools.virtual.timing import MID
from railbird_boards.schema import load


@pytest.mark.parametrize(
    ("board", "game", "faults"),
    [
        ("casino_11", "holdem", ()),
        ("stud_8", "stud7_hl8", ()),
        ("casino_11", "triple_draw_27", ("stale_frame", "mute", "sda_held")),
    ],
)
def test_one_seed_gives_the_same_facts_on_both(board, game, faults):
    said = []
    for local in (False, True):
        facts = []
        table = SimulatedTable(
            load(board),
            MID,
            11,
            on_fact=lambda now, fact, facts=facts: facts.append((now, fact)),
            local=local,
            mistakes=0.5,
        )
        with table:
            for name in faults:
                table.world.faults.everywhere(name, 60)
            table.play(islice(evening(game, (2, 5, 7), 11), 2))
        said.append(facts)
    assert len(said[0]) > 60
    assert said[0] == said[1]
