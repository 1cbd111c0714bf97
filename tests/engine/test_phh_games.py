"""PHH for every game: the real hands to their exact stacks, writing without loss, own codes."""

import random
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from host_tools.engine import (
    IllegalEvent,
    Options,
    apply,
    fixed_limit,
    legal,
    no_limit,
    pot_limit,
    profile,
    spread_limit,
    start,
)
from host_tools.engine.book import game
from host_tools.engine.phh import Hand, PhhError, parse_text, read, write
from host_tools.engine.phh.variants import GAMES
from railbird.rules.cards import NO_CARD, name

RAZZ = {
    "variant": "'FR'",
    "antes": "[1, 1, 1]",
    "bring_in": "2",
    "small_bet": "4",
    "big_bet": "8",
    "starting_stacks": "[100, 100, 100]",
    "actions": "['d dh p1 AsKs2d', 'd dh p2 3c4cAd', 'd dh p3 QdQhKc', 'p3 pb', 'p1 cbr 4', 'p2 f', 'p3 f']",
}


def text(base: dict[str, str], **changes: str | None) -> str:
    fields = {**base, **changes}
    return "\n".join(f"{field} = {value}" for field, value in fields.items() if value is not None)


def replay(hand: Hand):
    state = hand.start
    for event in hand.events:
        state = apply(state, event)
    return state


def test_every_real_hand_gives_its_exact_finishing_stacks(real_hands: list[Path]) -> None:
    """45 hands of nine games and 100 of no-limit hold'em."""
    seen: Counter[str] = Counter()
    for file in real_hands:
        hand = read(file)
        end = replay(hand)
        assert end.finished
        assert tuple(end.stack(seat) for seat in hand.seats) == hand.finishing_stacks, file
        seen[hand.start.setup.game.name] += 1
    assert seen == {
        "holdem": 110,
        "omaha_high": 4,
        "omaha_hl8": 7,
        "stud7_high": 7,
        "stud7_hl8": 4,
        "stud7_low": 5,
        "single_draw_27": 4,
        "triple_draw_27": 4,
    }


def test_the_recorded_cards_are_dealt_and_discarded(real_hands: list[Path]) -> None:
    """Every 'd dh' and 'sd' of the text against the events, read with nothing but string functions."""
    for file in real_hands:
        hand = read(file)
        dealt: Counter[str] = Counter()
        for event in hand.events:
            if event[0] in ("deal", "discard"):
                cards = event[2] if event[0] == "discard" else (event[2],)
                dealt.update(f"{event[0]} {event[1]} {name(card)}" for card in cards if card != NO_CARD)
        wanted: Counter[str] = Counter()
        for action in tomllib.loads(file.read_text(encoding="utf-8"))["actions"]:
            words = action.split()
            if words[1] in ("dh", "sd") and len(words) > 2:
                seat = hand.seats[int(words[-2 if words[1] == "dh" else 0][1:]) - 1]
                kind = "deal" if words[1] == "dh" else "discard"
                pairs = [words[-1][index : index + 2] for index in range(0, len(words[-1]), 2)]
                wanted.update(f"{kind} {seat} {pair}" for pair in pairs if pair != "??")
        assert not wanted - dealt, file


def test_writing_a_real_hand_loses_nothing(real_hands: list[Path]) -> None:
    """The text read again is the same hand, and every field of the file is in it as it was."""
    for file in real_hands:
        hand = read(file)
        written = write(hand)
        assert parse_text(written, hand.file) == hand
        before, after = tomllib.loads(file.read_text(encoding="utf-8")), tomllib.loads(written)
        actions, again = before.pop("actions"), after.pop("actions")
        assert {"ante_trimming_status": False, **before} == after, file
        # A board run out at once may be written street by street.
        assert "".join(actions).replace("d db ", "") == "".join(again).replace("d db ", ""), file


LIMITS = (
    no_limit(4),
    pot_limit(4),
    fixed_limit(4, 8),
    fixed_limit(4, 8, 4),
    spread_limit(2, 10),
    spread_limit(2, 6, 12, 0),
)


def random_hand(seed: int) -> Hand:
    """A hand of any game with every setting, played at random with known cards to its end."""
    rng = random.Random(seed)
    played = rng.choice(list(GAMES.values()))
    options = Options(
        straddle=rng.random() < 0.5,
        headsup_button_small_blind=rng.random() < 0.5,
        kill=rng.choice(("off", "full")),
        crazy_discard_after_flop_betting=rng.random() < 0.5,
        draw_max_discards=rng.choice((3, 5)),
    )
    row = game(played, options)
    count = rng.randint(2, row.max_seats)
    seats = tuple(sorted(rng.sample(range(1, 12), count)))
    antes = rng.choice([(), (1,) * count, (5,) + (0,) * (count - 1)])
    stacks = [rng.choice((3, 9, 40, 400)) for _ in seats]
    more = {"limits": rng.choice(LIMITS), "unit": rng.choice((1, 5)), "options": options}
    more["dead_antes"] = rng.random() < 0.5
    if row.forced_card:
        state = start(played, seats, None, stacks, (), antes, bring_in=2, **more)
    else:
        if played == "omaha_hl8" and options.kill == "full":
            more["kill"] = (rng.choice(seats), 8)
        blinds = rng.choice([(4,), (2, 4)])
        state = start(played, seats, rng.choice(seats), stacks, blinds, antes, **more)
    begun, events, deck = state, [], rng.sample(range(52), 52)
    while not state.finished:
        event = choose(rng, state, deck)
        after = apply(state, event)
        if event == ("shuffle",):
            deck += [card for card in range(52) if state.dealt.seen & ~after.dealt.seen & 1 << card]
            rng.shuffle(deck)
        state = after
        events.append(event)
    return Hand(
        "a.phh", begun, state.seats, state.button, tuple(events), begun.setup.stacks, None, ("",) * count
    )


def choose(rng: random.Random, state, deck: list[int]):
    option = state.next if state.next == ("board",) else rng.choice(legal(state))
    if option[0] == "deal":
        return (*option[:2], deck.pop(), option[2])
    if option[0] in ("burn", "board"):
        return (option[0], deck.pop())
    if option[0] == "discard":
        return (*option[:2], tuple(rng.sample(state.hole(option[1]), rng.randint(*option[2:]))))
    return (*option[:2], rng.randint(*option[2:])) if len(option) == 4 else option


def test_writing_any_hand_of_any_game_loses_nothing() -> None:
    seen: Counter[str] = Counter()
    for seed in range(400):
        hand = random_hand(seed)
        again = parse_text(write(hand), "a.phh")
        assert again.start == hand.start, seed
        assert again.events == hand.events, seed
        assert again == hand
        seen[hand.start.setup.game.name] += 1
        seen.update(
            event[0] for event in hand.events if event[0] in ("shuffle", "straddle", "discard", "bring_in")
        )
        seen["kill"] += hand.start.setup.kill is not None
    assert {*GAMES.values(), "shuffle", "straddle", "discard", "bring_in", "kill"} <= set(seen)


def test_a_hand_tabled_between_burn_and_flop_is_written_as_tabled_before() -> None:
    state = begun = start("holdem", (1, 2), 2, (9, 9), (1, 2), options=profile("published"))
    events = []
    for event in [
        ("blind", 2, 1), ("blind", 1, 2), ("deal", 1, 0, "d"), ("deal", 2, 1, "d"), ("deal", 1, 2, "d"),
        ("deal", 2, 3, "d"), ("raise", 2, 9), ("call", 1), ("burn", 4), ("board", 5), ("show", 1), ("board", 6),
        ("board", 7), ("burn", 8), ("board", 9), ("burn", 10), ("board", 11), ("show", 2), ("award", 0),
    ]:  # fmt: skip
        state = apply(state, event)
        events.append(event)
    assert state.finished
    hand = Hand("a.phh", begun, (1, 2), 2, tuple(events), (9, 9), None, ())
    again = parse_text(write(hand), "a.phh")
    assert sorted(map(str, again.events)) == sorted(map(str, events))
    assert [event[0] for event in again.events[8:11]] == ["show", "burn", "board"]
    assert replay(again).stacks() == state.stacks()


def test_razz_is_read_with_the_king_to_bring_it_in() -> None:
    """The profile 'published' (D05); as the text stands the ace would (h)(4)(ii)."""
    hand = parse_text(text(RAZZ), "razz.phh")
    assert [event for event in hand.events if event[0] in ("bring_in", "raise")] == [
        ("bring_in", 3),
        ("raise", 1, 4),
    ]
    end = replay(hand)
    assert [end.stack(seat) for seat in hand.seats] == [104, 99, 97]
    with pytest.raises(PhhError, match="owes no forced bet"):
        parse_text(text(RAZZ, _options="{stud_low_bringin_ace_low = false}"), "razz.phh")


def test_a_known_card_that_is_shown_must_be_the_one_dealt() -> None:
    drawn = {
        "variant": "'FAL1D'",
        "antes": "[0, 0]",
        "blinds_or_straddles": "[1, 2]",
        "small_bet": "2",
        "big_bet": "4",
        "starting_stacks": "[9, 9]",
        "actions": "['d dh p1 2s3s4s5sKs', 'd dh p2 ??????????', 'p2 cc', 'p1 cc', 'p1 sd Ks', 'p2 sd ????', "
        "'d dh p1 Ah', 'd dh p2 ????', 'p1 cc', 'p2 cc', 'p1 sm 2s3s4s5sAh', 'p2 sm 2c3c4c5cAc']",
        "_burns": "'Qd'",
    }
    hand = parse_text(text(drawn), "low.phh")
    end = replay(hand)
    assert end.stacks() == {1: 9, 2: 9}
    assert ("burn", 4 * 10 + 1) in hand.events
    assert parse_text(write(hand), "low.phh") == hand
    for before, after, expected in [
        ("p2 sm 2c3c4c5cAc", "p2 sm 2s3c4c5cAc", "2s has been dealt before"),
        ("'d dh p1 Ah', ", "", "a 'd dh' with 1 cards for that player after it"),
        ("d dh p1 Ah", "d dh p1 AhAd", "a 'd dh' with 1 cards"),
        ("p1 sd Ks", "p1 sd Kc", "those are not cards of seat 1 [k(5)(ii)]"),
        ("p1 sd Ks", "p2 sd ??", "waits for seat 1 to discard"),
    ]:
        with pytest.raises(PhhError) as caught:
            parse_text(text(drawn, actions=drawn["actions"].replace(before, after)), "low.phh")
        assert expected in caught.value.expected


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("bring_in", None, "the field to be there"),
        ("bring_in", "0", "at least 1"),
        ("bring_in", "5", "at most the bet of 4 [c(2)(iii)]"),
        ("small_bet", "2.0", "at least 1, got 2.0"),
        ("seats", "[2, 3, 1]", "rising order"),
        ("_options", "{straddle = 1}", "a table of options of"),
        ("_options", "{kills = true}", "a table of options of"),
        ("_options", "{kill = 'double'}", "one of off, half, full"),
        ("_unit", "0", "at least 1"),
        ("_raise_cap", "-1", "at least 0"),
        ("_burns", "'Ax'", "cards like AhKd"),
        ("_burns", "3", "cards like AhKd"),
        ("_kill", "[1, 8]", "without a kill here [j(9)]"),
        ("_kill", "[4, 8]", "a player 1 to 3"),
    ],
)
def test_a_field_of_the_wrong_kind(field: str, value: str | None, expected: str) -> None:
    with pytest.raises(PhhError) as caught:
        parse_text(text(RAZZ, **{field: value}), "razz.phh")
    assert expected in caught.value.expected
    assert "\n" not in str(caught.value)


def test_the_state_of_a_read_hand_refuses_what_the_rules_do(real_hands: list[Path]) -> None:
    hand = read(real_hands[-1])
    with pytest.raises(IllegalEvent):
        apply(hand.start, ("shuffle",))
