"""Stock MicroPython on an emulated Pico with the virtual readers at its pins: the real port, from tags to stacks.

Needs an image (RAILBIRD_UF2) and some minutes a hand.
"""

from functools import partial
from itertools import islice

import pytest

from host_tools.simulation.table import SimulatedTable
from host_tools.virtual.players import evening
from host_tools.virtual.timing import MID
from railbird_boards.schema import load

SEED, SEATS = 5, (1, 2)
LANDED = frozenset(("seat_1", "seat_2", "board_1", "board_4", "board_5"))


class Evening:
    """`hands` hands on pico_w, and what the table said; in this interpreter where there is no image. `cut_at(fact)`:
    power goes, once.
    """

    def __init__(self, uf2, hands, cut_at=None):
        from host_tools.targets.rp2040 import Rp2040

        self.facts = []
        self._cut_at = cut_at
        self.table = SimulatedTable(
            load("pico_w"),
            MID,
            SEED,
            on_fact=self._fact,
            local=uf2 is None,
            machine=partial(Rp2040, uf2=uf2) if uf2 else None,
        )
        with self.table:
            self.table.play(islice(evening("holdem", SEATS, SEED), hands))

    def _fact(self, _now, fact):
        self.facts.append(fact)
        if self._cut_at is not None and self._cut_at(fact):
            self._cut_at = None
            self.table.cut()

    @property
    def clean(self):
        audit = self.table.audit
        return (audit.missed(), audit.wrong(), len(audit.false_verdicts()), audit.stack_mismatches) == (
            0,
        ) * 4


@pytest.fixture(scope="module")
def on_a_pico(uf2):
    return Evening(uf2, 2)


def test_two_hands_from_tags_to_stacks_with_nothing_missed_wrong_or_false(on_a_pico):
    assert on_a_pico.table.audit.hands == 2
    assert on_a_pico.clean
