"""Subdivision (i), hold'em: each row's example, and a case that is not in it."""

import pytest

from host_tools.engine import IllegalEvent, apply, legal
from host_tools.engine.book import BOOK
from host_tools.engine.ranking.high import high
from host_tools.engine.session.button_draw import by_card
from railbird.rules.cards import parse

rule = pytest.mark.rule


# (i) hold'em


@rule("i(1)")
@rule("g(2)")
def test_holdem_is_high_only(cards) -> None:
    assert BOOK["holdem"][4] == ("high",)
    assert "holdem_hl" not in BOOK
    assert high(cards("Ah 2d 3c 4s 5h")) < high(cards("2d 3c 4s 5h 6h"))


@rule("i(1)")
@rule("i(10)")
def test_a_wheel_is_only_a_five_high_straight(play, showdown) -> None:
    holes = {1: "Ah2d", 4: "6h2s"}
    assert showdown(play, "holdem", holes, "3c4s5hKdQd", (50, 50)).stacks() == {1: 0, 4: 100}


@rule("i(2)")
@pytest.mark.parametrize(("count", "stub"), [(11, 22), (2, 40)])
def test_eleven_players_at_most(play, count: int, stub: int, begin, down) -> None:
    state = down(play, begin("holdem", range(1, count + 1), 1), 3)
    assert (state.cards_left, len(state.burns), len(state.board)) == (stub, 3, 5)
    with pytest.raises(IllegalEvent, match=r"i\(2\)"):
        begin("holdem", range(1, 13), 1)


@rule("i(3)")
@pytest.mark.parametrize("button", [None, 5])
def test_no_hand_without_a_button(button, begin) -> None:
    with pytest.raises(IllegalEvent, match=r"i\(3\)"):
        begin("holdem", (1, 4, 6), button)


@rule("i(3)(ii)")
@rule("n(3)(ii)(b)")
@pytest.mark.parametrize(
    ("dealt", "seat", "tied"),
    [
        ({1: "8d", 4: "Qs", 6: "Jh", 9: "3c"}, 4, (4,)),
        ({1: "8d", 4: "Qs", 6: "Qh", 9: "3c"}, 4, (4, 6)),
        ({1: "4c", 5: "Kd", 10: "9s"}, 5, (5,)),
        ({2: "Ac", 3: "As", 7: "Kh"}, 3, (2, 3)),
    ],
)
def test_the_button_by_a_card(dealt: dict[int, str], seat: int, tied: tuple[int, ...]) -> None:
    cards = {owner: parse(card) for owner, card in dealt.items()}
    assert by_card(cards) == (seat,)
    assert by_card(cards, "redeal") == tied
    with pytest.raises(ValueError, match="expected suit or redeal"):
        by_card(cards, "none")


@rule("i(4)")
@pytest.mark.parametrize(
    ("seats", "button", "blinds", "posts", "actor"),
    [
        ((1, 4, 6, 9), 9, (2, 4), {1: 2, 4: 4}, 6),
        ((1, 4, 6, 9), 9, (4,), {1: 4}, 4),
        ((2, 7), 7, (2, 4), {2: 2, 7: 4}, 2),
        ((1, 4, 6, 9), 4, (1, 2, 4), {6: 1, 9: 2, 1: 4}, 4),
    ],
)
def test_blinds(play, seats, button: int, blinds, posts: dict[int, int], actor: int, begin) -> None:
    state = play(begin("holdem", seats, button, blinds))
    assert {seat: state.bet(seat) for seat in seats if state.bet(seat)} == posts
    assert state.actor == actor


@rule("i(5)")
@pytest.mark.parametrize(
    ("seats", "button", "order"),
    [((1, 4, 6, 9), 9, [1, 4, 6, 9] * 2), ((1, 4, 6, 9), 4, [6, 9, 1, 4] * 2), ((3, 11), 3, [11, 3] * 2)],
)
def test_two_rounds_of_down_cards(seats, button: int, order: list[int], begin, dealt_order) -> None:
    assert dealt_order(begin("holdem", seats, button)) == order


@rule("i(6)")
def test_the_blinds_keep_the_option(play, begin) -> None:
    state = play(begin("holdem", (1, 4, 6, 9), 9), ["6 call", "9 fold", "1 call"])
    assert [option[0] for option in legal(state)] == ["check", "raise"]
    assert play(state, ["4 check"]).pot == 12
    raised = play(state, ["4 raise 8", "6 call"])
    assert (raised.actor, raised.to_call) == (1, 4)


@rule("i(6)")
def test_a_lone_blind_has_the_option_too(play, begin) -> None:
    state = play(begin("holdem", (1, 4, 6), 6, (4,)), ["4 call", "6 call"])
    assert [option[0] for option in legal(state)] == ["check", "raise"]


@rule("i(7)")
def test_the_flop(play, begin) -> None:
    state = play(begin("holdem", (1, 4, 6, 9), 9), ["6 call", "9 fold", "1 call", "4 check"])
    assert (len(state.burns), len(state.board), state.cards_left, state.actor) == (1, 3, 40, 1)
    assert play(state, ["1 check", "4 check", "6 check"]).street == 2
    folded = play(begin("holdem", (1, 4, 6, 9), 9), ["6 call", "9 fold", "1 fold", "4 check"])
    assert folded.actor == 4
    with pytest.raises(IllegalEvent, match=r"i\(7\)"):
        apply(folded, ("call", 4))


@rule("i(7)")
def test_a_bet_on_the_flop_is_answered_by_all(play, begin) -> None:
    state = play(begin("holdem", (1, 4, 6, 9), 9), ["6 call", "9 call", "1 call", "4 check"])
    state = play(state, ["1 check", "4 bet 8", "6 call", "9 raise 16", "1 fold", "4 call"])
    assert (state.actor, state.to_call) == (6, 8)
    assert play(state, ["6 call"]).street == 2


@rule("i(8)")
@rule("i(9)")
@pytest.mark.parametrize(("street", "cards"), [(2, 4), (3, 5)])
def test_turn_and_river(play, street: int, cards: int, begin, down) -> None:
    state = down(play, begin("holdem", (1, 4, 6, 9), 9), street)
    assert (len(state.burns), len(state.board), state.actor) == (street, cards, 1)
    with pytest.raises(IllegalEvent):
        apply(state, ("board", 51))
    closing = play(state, ["1 check", "4 check", "6 check"])
    after = apply(closing, ("check", 9))
    if street == 2:
        with pytest.raises(IllegalEvent, match=r"waits for burn card \[i\(9\)\]"):
            apply(after, ("board", 51))
    else:
        with pytest.raises(IllegalEvent, match=r"i\(9\)"):
            apply(after, ("board", 51))


@rule("i(10)")
@pytest.mark.parametrize(
    ("board", "holes", "stacks"),
    [
        ("QhJcTc2d2h", {1: "AsKd", 4: "2s3c"}, {1: 100, 4: 0}),
        ("AhKhQhJhTh", {1: "2c3c", 4: "2d3d"}, {1: 50, 4: 50}),
        ("9h8h7h6h2c", {1: "AsTh", 4: "5hAc"}, {1: 100, 4: 0}),
    ],
)
def test_any_mix_of_own_and_board(play, board: str, holes, stacks: dict[int, int], showdown) -> None:
    assert showdown(play, "holdem", holes, board, (50, 50)).stacks() == stacks
