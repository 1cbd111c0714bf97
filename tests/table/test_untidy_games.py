"""Two cards in the air at once, in every game: whatever the order in which they become known, it is the same deal."""

import random

import pytest

from host_tools.bench.core import Walk, hand_for
from railbird import facts
from railbird.rules import games
from railbird.table import Table

ALL_ZONES = (*range(1, 12), *range(21, 32), *range(41, 46), facts.Z_BURN, facts.Z_MUCK)


def hand(game: str, rng: random.Random):
    """(up zones, inputs) of a hand in which draws are told of."""
    while True:
        played = hand_for(rng)
        if played.game == game and not played.begun:
            return played.ups, [given for step in Walk(played, rng).steps() for given in step.inputs]


def swapped(inputs, rng: random.Random):
    """Now and then two cards that land one after the other in different places change their turns."""
    mixed, at = list(inputs), 0
    while at + 1 < len(mixed):
        one, two = mixed[at], mixed[at + 1]
        cards = all(given[0] == facts.SIGHT and given[1] <= facts.Z_BURN for given in (one, two))
        if cards and one[1] != two[1] and rng.random() < 0.3:
            mixed[at], mixed[at + 1] = two, one
            at += 1
        at += 1
    return mixed


def played(inputs, ups: int):
    """(the verdicts, where each card was dealt to): every zone is looked at whenever no order is in doubt."""
    verdicts, homes = [], {}
    table = Table(lambda *fact: verdicts.append(fact) if fact[0] == facts.VERDICT else None, ups)
    for number, given in enumerate(inputs):
        if given[:3] == (facts.COMMAND, 0, facts.OP_END):
            homes = {code: table._dealt.home(code) for code in range(52)}
        table.apply(400 * number, *given)
        if table.doubt == facts.NO_ZONE:
            for zone in ALL_ZONES:
                table.apply(400 * number, facts.CLEAN, zone, 0, 0)
    return verdicts, homes


@pytest.mark.parametrize("game", games.NAMES)
def test_two_cards_in_the_air(game: str) -> None:
    rng = random.Random(game)
    for _ in range(8):
        ups, inputs = hand(game, rng)
        _, homes = played(inputs, ups)
        assert played(swapped(inputs, rng), ups) == ([], homes)
