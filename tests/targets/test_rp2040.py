"""Stock MicroPython on an emulated Pico with the virtual readers at its pins: the real port, from tags to stacks.

Needs an image (RAILBIRD_UF2) and some ten minutes: one evening of two hands, power gone in the middle of the second.
"""

from functools import partial
from itertools import islice

import pytest

from host_tools.bringup.flashed import provisioned
from host_tools.simulation.table import SimulatedTable
from host_tools.virtual.players import evening
from host_tools.virtual.timing import MID
from railbird import facts
from railbird_boards.schema import load

SEED, SEATS, HANDS = 5, (1, 2), 2
CUT_AT = 3  # cards of the second hand


class Evening:
    """Two hands on pico_w and all that the table said; in this interpreter where there is no image."""

    def __init__(self, uf2=None):
        self.facts = []
        self.table = SimulatedTable(
            load("pico_w"), MID, SEED, on_fact=self._fact, local=uf2 is None, machine=uf2 and _machine(uf2)
        )
        with self.table:
            self.table.play(islice(evening("holdem", SEATS, SEED), HANDS))

    def _fact(self, _now, fact):
        self.facts.append(fact)
        kinds = [one.kind for one in self.facts]
        second = kinds[kinds.index(facts.END) :] if facts.END in kinds else []
        on_a_pico = self.table.target.word_bits == 32
        if on_a_pico and fact.kind == facts.DEALT and second.count(facts.DEALT) == CUT_AT:
            self.table.cut()

    def inputs(self):
        """What the deal rests on, and what follows from it: every card as it is first seen at a place, commands, and
        the facts of both. When a reader notices that a card has gone, and what it glimpses while the deck is washed
        over it between two hands, is a matter of timing.
        """
        found = []
        seen = set()
        in_hand = True  # or in the count before the first
        for _, _, *fact in self.facts:
            kind, zone, code = fact[:3]
            in_hand |= kind == facts.HAND
            if kind == facts.HAND:
                seen.clear()
            if kind == facts.SIGHT and (not in_hand or (zone, code) in seen):
                continue
            if kind not in (facts.LIFT, facts.CLEAN, facts.BOOT):
                seen.add((zone, code))
                found.append(tuple(fact))
            in_hand &= kind != facts.END
        return found


def _machine(uf2):
    from host_tools.targets.rp2040 import Rp2040

    return partial(Rp2040, uf2=uf2, flashed=provisioned)


@pytest.fixture(scope="module")
def on_a_pico(uf2):
    return Evening(uf2)


def test_two_hands_from_tags_to_stacks_with_nothing_missed_wrong_or_false(on_a_pico):
    audit = on_a_pico.table.audit
    assert audit.hands == HANDS
    assert (audit.missed(), audit.wrong(), audit.false_verdicts(), audit.stack_mismatches) == (0, 0, [], 0)


def test_power_that_went_in_the_middle_of_a_hand_is_back_in_the_middle_of_it(on_a_pico):
    (boot,) = [fact for fact in on_a_pico.facts if fact.kind == facts.BOOT]
    assert on_a_pico.table.target.cuts == 1
    assert (boot.zone, boot.code) == (0, CUT_AT)  # the street of the first cards, and how many of them
    assert boot.arg > CUT_AT  # inputs that the journal gave back


def test_the_same_seed_gives_the_same_inputs_in_the_same_order(on_a_pico):
    local = Evening().inputs()
    assert len(local) > 100  # a count of 52, two hands
    assert on_a_pico.inputs() == local
