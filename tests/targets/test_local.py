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


def test_readers_on_spi_and_a_uart_and_an_irq_line_say_the_same_on_both():
    board = {
        "name": "lines",
        "seats": 2,
        "buses": ((0, 4, 5, 400_000),),
        "muxes": (),
        "spis": ((8, 0, 18, 19, 16, 1_000_000),),
        "uarts": ((16, 0, 12, 13, 115_200),),
        "irqs": (("board_1", 15),),
        "readers": (
            ("seat_1", 8, -1, 20, "all", 4, "sr0"),
            ("muck", 16, -1, 0, "all", 4, "sr1"),
            ("board_1", 0, -1, 0, "all", 4, "sr2"),
        ),
        "couplings": (),
    }
    said = []
    for local in (False, True):
        facts = []
        table = SimulatedTable(
            board, MID, 3, on_fact=lambda now, fact, facts=facts: facts.append((now, fact)), local=local
        )

        def lay(table=table):
            for code, zone in enumerate(("seat_1", "muck", "board_1")):
                table.felt.lay(code, zone)
            yield 3_000_000

        with table:
            table.run(lay())
        said.append(facts)
    assert {(fact.zone, fact.code) for _, fact in said[0]} >= {(1, 0), (52, 1), (41, 2)}
    assert said[0] == said[1]
