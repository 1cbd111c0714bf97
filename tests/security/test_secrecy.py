"""What leaves a table in play mode does not depend on the faces of shut cards, and nobody can guess them."""

import random

import pytest

from host_tools.bench import secrecy
from host_tools.bench.core import Hand, Walk
from railbird import app, facts
from railbird.rules import cards, games
from railbird.sealed import OF_A_CARD

ALL_UP = (1 << facts.SEATS) - 1

# Every kind of fact, and whether its code, ref and arg may depend on the face of a card: in play mode none may, but
# the code of an open one. A new kind has to be entered here, and in `railbird.sealed` if it names a card.
FIELDS = {
    "SIGHT": ("card", "-", "-"),
    "LIFT": ("card", "-", "-"),
    "TWICE": ("card", "-", "zone"),
    "DEALT": ("card", "-", "place"),
    "CONFLICT": ("card", "-", "zone"),
    "VERDICT": ("verdict", "card", "rule"),
    "UNKNOWN": ("-", "-", "fold of a foreign UID"),
    "CLEAN": ("-", "-", "-"),
    "STATE": ("state", "-", "-"),
    "COMMAND": ("op", "-", "arg"),
    "CLOCK": ("-", "-", "-"),
    "WORTH": ("chips", "-", "chips"),
    "AT_LEAST": ("chips", "-", "chips"),
    "PIECES": ("chips", "-", "chips"),
    "REFUSED": ("reason", "-", "count"),
    "BOOT": ("cards dealt", "-", "inputs"),
    "TIME": ("time", "-", "time"),
    "FAULT": ("fault", "-", "inputs lost"),
    "EXPECT": ("-", "-", "street"),
    "HAND": ("-", "-", "game and seats"),
    "STREET": ("-", "-", "street"),
    "FOLDED": ("-", "-", "-"),
    "END": ("-", "-", "-"),
    "MISDEAL": ("-", "-", "-"),
    "COUNTED": ("good", "-", "how many"),
    "BUTTON": ("method", "-", "-"),
    "RESUMED": ("-", "-", "-"),
    "HELD": ("-", "-", "held"),
    "SHUFFLED": ("-", "-", "how many"),
    "DEAD": ("deck", "-", "-"),
    "COMMIT": ("-", "half", "hand"),
    "BLOCK": ("-", "number", "-"),
    "OPENED": ("open card", "number", "-"),
    "LOG": ("-", "-", "-"),
    "SERVICE": ("op", "-", "whether it is over"),
    "AUDIT": ("-", "half", "hand"),
}


def kinds():
    """The kinds that facts.py defines: its numbers between the zones and the commands, and after the options."""
    prefixes = (
        "Z_",
        "OP_",
        "V_",
        "R_",
        "BY_",
        "OPTION",
        "STATE_",
        "NO_",
        "SEATS",
        "BOARD_",
        "OVERRIDE",
        "FAULT_",
    )
    return {
        name: value
        for name, value in vars(facts).items()
        if name.isupper() and isinstance(value, int) and not name.startswith(prefixes)
    }


def test_every_kind_of_fact_says_what_its_fields_tell():
    assert set(FIELDS) == set(kinds())
    named = {kinds()[name] for name, (code, _, _) in FIELDS.items() if code == "card"}
    assert named == set(OF_A_CARD)


def recorded(game, seed, folds, mucked):
    """The inputs of a hand and the faces that are opened in it, by a first run."""
    rng = random.Random(seed)
    seats = tuple(sorted(rng.sample(range(1, 12), games.max_seats(game) if rng.random() < 0.5 else 3)))
    walk = Walk(Hand(game, seats, ALL_UP, folds, mucked, rng.random() < 0.5, False), rng)
    return list(secrecy.hand_inputs(walk, rng, 0.4))


def told(inputs, mapping, audit=b""):
    device = secrecy.Device("one key for all runs", audit=audit)
    for kind, zone, code, arg in inputs:
        of_card = kind in (facts.SIGHT, facts.LIFT, facts.TWICE)
        device.apply(kind, zone, mapping.get(code, code) if of_card else code, arg)
    return device


def bare(device):
    """What was told without its secrets."""
    return [one[:5] for one in device.told]


@pytest.mark.parametrize("game", games.NAMES)
@pytest.mark.parametrize("seed", range(6))
def test_faces_of_shut_cards_change_nothing_but_the_blocks(game, seed):
    rng = random.Random(f"{game} {seed}")
    inputs = recorded(game, f"{game} {seed}", rng.choice((0.0, 0.1, 0.4)), rng.random() < 0.8)
    first = told(inputs, {})
    opened = {cards.card_of(one.code) for one in first.told if one.kind == facts.OPENED}
    shut = [card for card in range(cards.DECK_SIZE) if card not in opened]
    # Hands are dealt from an honest shuffle: runs of a suit in order are another test's.
    for _ in range(4):
        faces = dict(zip(shut, rng.sample(shut, len(shut)), strict=True))
        second = told(inputs, faces)
        assert bare(second) == bare(first)
        keys = [one for one in first.told if one.kind in (facts.COMMIT, facts.OPENED, facts.AUDIT)]
        assert [one for one in second.told if one.kind in (facts.COMMIT, facts.OPENED, facts.AUDIT)] == keys


@pytest.mark.parametrize("game", games.NAMES)
def test_no_fact_names_a_card_before_its_key_is_out(game):
    for seed in range(6):
        device = told(recorded(game, f"{game} names {seed}", 0.2, True), {})
        opened = {}
        for one in device.told:
            if one.kind == facts.OPENED:
                opened[one.ref] = one.code
            elif one.kind in OF_A_CARD:
                assert one.code == opened.get(one.ref, cards.NO_CARD)


def disorder(rng, device):
    """Inputs without sense, tilted towards what the table waits for, and applied on the way."""
    game = rng.randrange(len(games.NAMES))
    begin = (facts.COMMAND, rng.choice((0, 1, 2)), facts.OP_HAND, game << 11 | rng.getrandbits(11) | 3)
    inputs = [begin]
    device.apply(*begin)
    for _ in range(120):
        roll = rng.random()
        zone = rng.choice((*range(1, 12), *range(21, 32), *range(41, 46), *range(51, 54)))
        card = rng.choice((rng.randrange(52), rng.randrange(20)))
        table = device.table
        if roll < 0.5:
            landing = rng.random() < 0.6 and table.expected != facts.NO_ZONE
            one = (facts.SIGHT, table.expected if landing else zone, card, 0)
        elif roll < 0.6:
            lying = [code for code in range(52) if table.deck.in_sight(code)]
            card = rng.choice(lying) if lying else card
            one = (facts.LIFT, table.deck.where(card), card, 0)
        elif roll < 0.65:
            one = (facts.TWICE, zone, card, rng.choice((1, 52)))
        elif roll < 0.75:
            one = (facts.CLEAN, zone if table.doubt == facts.NO_ZONE else table.doubt, 0, 0)
        elif roll < 0.8:
            one = (facts.CLOCK, facts.NO_ZONE, 0, 0)
        elif roll < 0.97:
            op = rng.choice((2, 3, 3, 4, 6, 6, 6, 7, 8, 10, 11, 12, 13, 14, 15, 19, 24, 25))
            one = (facts.COMMAND, rng.choice((0, 1, 2, 3, 5, 255)), op, rng.choice((0, 1, 2, 255)))
        else:
            one = begin
        inputs.append(one)
        device.apply(*one)
    return inputs


@pytest.mark.parametrize("seed", range(40))
def test_nor_do_they_in_any_disorder(seed):
    """Cards on wrong places, corrected, exchanged, shuffled back: whatever the table then chooses among shut cards, it
    does not choose by their faces. Fifteen hundred such runs found three places where it did. And one input leads to
    so few facts that the outbox has room for them: at most 26 were seen, and the log's block.
    """
    rng = random.Random(f"disorder {seed}")
    for _ in range(4):
        device = secrecy.Device("another", audit=b"a" * 32)
        most, apply = 0, device.apply

        def counted(*one, apply=apply, device=device):
            nonlocal most
            before = len(device.told)
            apply(*one)
            most = max(most, len(device.told) - before)

        device.apply = counted
        inputs = disorder(rng, device)
        assert 0 < most < app._RESERVE
        first = told(inputs, {})
        opened = {cards.card_of(one.code) for one in first.told if one.kind == facts.OPENED}
        shut = [card for card in range(cards.DECK_SIZE) if card not in opened]
        second = told(inputs, dict(zip(shut, rng.sample(shut, len(shut)), strict=True)))
        assert bare(second) == bare(first)
        assert second.refused == first.refused


def test_numbers_do_not_link_a_card_across_a_shuffle():
    """A triple draw that runs dry: what comes again after the shuffle has a number that was never told before."""
    found = 0
    for seed in range(60):
        inputs = recorded(games.NAMES[9], seed, 0.0, True)
        at = [n for n, one in enumerate(inputs) if one[:3] == (facts.COMMAND, 0, facts.OP_SHUFFLE)]
        if not at:
            continue
        device = secrecy.Device(seed)
        for one in inputs[: at[0] + 1]:
            device.apply(*one)
        before = {one.ref for one in device.told if one.kind == facts.BLOCK}
        mark = len(device.told)
        back = {code for kind, _, code, _ in inputs[: at[0]] if kind == facts.LIFT}
        for one in inputs[at[0] + 1 :]:
            begin = len(device.told)
            device.apply(*one)
            if one[0] == facts.SIGHT and one[1] <= facts.SEATS and one[2] in back:
                found += 1
                assert not {told.ref for told in device.told[begin:] if told.kind in OF_A_CARD} & before
        assert mark < len(device.told)
    assert found > 10


@pytest.mark.parametrize("name", secrecy.GAMES)
def test_attacker_hits_as_often_as_chance(name):
    row = secrecy.game("play", name, 120, 11)
    assert row["guesses"] > 800
    assert row["at_chance"], row


@pytest.mark.parametrize("variant", [name for name in secrecy.VARIANTS if name != "play"])
def test_the_same_attacker_beats_every_weakened_variant(variant):
    row = secrecy.game(variant, "holdem", 60, 11)
    assert row["hit_rate"] > row["high"], row
