"""Subdivision (n), pineapple: each row's example, and a case that is not in it."""

import pytest

from host_tools.engine import IllegalEvent, Options, apply, legal
from host_tools.engine.book import BOOK
from railbird.rules.cards import parse

rule = pytest.mark.rule


# (n) pineapple


@rule("n(1)")
@rule("g(6)")
def test_pineapple_is_high_only(begin) -> None:
    for played in ("pineapple", "crazy_pineapple"):
        assert BOOK[played][0] == 11
        assert BOOK[played][4] == ("high",)
        with pytest.raises(IllegalEvent, match=r"at most 10 \[n\(1\)\]"):
            begin(played, range(1, 12), 1, options=Options(pineapple_max_players=10))
    assert "pineapple_hl" not in BOOK


@rule("n(3)")
@rule("n(3)(ii)(b)")
def test_no_pineapple_without_a_button(begin, dealt_order) -> None:
    for button in (None, 2):
        with pytest.raises(IllegalEvent, match=r"i\(3\)"):
            begin("pineapple", (1, 5, 10), button)
    assert dealt_order(begin("pineapple", (1, 5, 10), 5))[0] == 10


@rule("n(1)")
@rule("n(3)")
@pytest.mark.parametrize("played", ["pineapple", "crazy_pineapple"])
def test_eleven_play_pineapple(play, played: str, begin, dealt_order, down) -> None:
    """11 x 3 + 5 + 3 = 41: eleven cards are left; the button is dealt last."""
    state = begin(played, range(1, 12), 6)
    assert dealt_order(state)[10] == 6
    assert down(play, state, 3).cards_left == 11


@rule("n(5)")
@pytest.mark.parametrize(("button", "first"), [(10, [1, 5, 10]), (1, [5, 10, 1])])
def test_three_rounds_of_down_cards(play, button: int, first: list[int], begin, dealt_order) -> None:
    state = begin("crazy_pineapple", (1, 5, 10), button)
    assert dealt_order(state) == first * 3
    assert play(state).cards_left == 43


@rule("n(6)")
def test_the_first_round_of_pineapple(play, begin) -> None:
    state = play(begin("pineapple", (1, 5, 10), 10), ["10 call", "1 call"])
    assert [option[0] for option in legal(state)] == ["check", "raise"]
    assert play(state, ["5 raise 8"]).actor == 10


@rule("n(6)")
@rule("n(10)")
def test_the_button_acts_last_in_pineapple(play, begin, draw) -> None:
    state = play(begin("crazy_pineapple", (1, 5, 10), 10))
    assert (state.actor, state.to_call) == (10, 4)
    state = play(state, ["10 raise 8", "1 call", "5 call"])
    state = draw(play, state, 1, 1, 1)
    assert [state.actor, play(state, ["1 check", "5 check"]).actor] == [1, 10]


@rule("n(7)")
@rule("n(9)")
@pytest.mark.parametrize(("played", "board"), [("pineapple", 0), ("crazy_pineapple", 3)])
def test_all_in_players_discard_too(play, played: str, board: int, begin, draw) -> None:
    state = play(begin(played, (1, 5), 5, stack=40), ["1 raise 40", "5 call"])
    assert (state.next, len(state.board)) == (("discard", 1), board)
    assert draw(play, state, 1, 1).next == ("show", 1)


@rule("n(7)")
def test_pineapple_discards_before_the_flop(play, begin) -> None:
    """In-players 1 and 5: the flop waits until both hold two cards, in any order (D17)."""
    state = play(begin("pineapple", (1, 5, 10), 10), ["10 fold", "1 call", "5 check"])
    assert legal(state) == (("discard", 1, 1, 1), ("discard", 5, 1, 1))
    with pytest.raises(IllegalEvent, match="waits for seat 1 to discard"):
        apply(state, ("burn", 51))
    for cards in ((), state.hole(5)[:2]):
        with pytest.raises(IllegalEvent, match=r"1 is allowed \[n\(7\)\]"):
            apply(state, ("discard", 5, cards))
    state = apply(state, ("discard", 5, state.hole(5)[:1]))
    assert legal(state) == (("discard", 1, 1, 1),)
    state = apply(state, ("discard", 1, state.hole(1)[2:]))
    assert (state.next, len(state.hole(1)), len(state.hole(10))) == (("burn",), 2, 3)


@rule("n(8)")
@rule("n(11)")
@rule("n(12)")
@pytest.mark.parametrize(("street", "burns", "board", "left"), [(1, 1, 3, 39), (2, 2, 4, 37), (3, 3, 5, 35)])
def test_the_streets_of_pineapple(
    play, street: int, burns: int, board: int, left: int, begin, down, missing
) -> None:
    for played in ("pineapple", "crazy_pineapple"):
        state = down(play, begin(played, (1, 5, 10), 10), street)
        assert (len(state.burns), len(state.board), state.cards_left) == (burns, board, left)
    with pytest.raises(IllegalEvent):
        apply(state, ("board", missing(state)))


@rule("n(9)")
def test_crazy_pineapple_discards_once_the_flop_is_out(play, begin) -> None:
    """Before the flop betting, as the text has it; after it by option (D17)."""
    state = play(begin("crazy_pineapple", (1, 5, 10), 10), ["10 fold", "1 call", "5 check"])
    assert (len(state.board), state.next, len(state.hole(1))) == (3, ("discard", 1), 3)
    with pytest.raises(IllegalEvent, match=r"waits for seat 1 to discard \[n\(10\)\]"):
        apply(state, ("check", 1))
    later = begin("crazy_pineapple", (1, 5, 10), 10, options=Options(crazy_discard_after_flop_betting=True))
    state = play(later, ["10 fold", "1 call", "5 check"])
    assert (len(state.board), state.actor) == (3, 1)
    state = play(state, ["1 check", "5 check"])
    assert (len(state.board), state.next) == (3, ("discard", 1))


@rule("n(10)")
def test_the_flop_round_of_pineapple(play, begin, draw) -> None:
    state = play(begin("pineapple", (1, 5, 10), 10), ["10 call", "1 fold", "5 check"])
    state = draw(play, state, 1, 1)
    assert state.actor == 5
    assert play(state, ["5 check", "10 check"]).street == 2
    assert play(state, ["5 check", "10 bet 4"]).actor == 5


@rule("n(13)")
def test_the_discard_does_not_count(play, begin) -> None:
    """Kept As Ad, discarded Ac, board Kc Qc Jc 4d 2h: a pair of aces, which loses to two pairs."""
    holes, board = {1: "AsAdAc", 5: "KsQs9h"}, "KcQcJc4d2h"
    state = play(begin("pineapple", (1, 5), 5, stack=40), (), holes, board)
    state = play(state, ["1 raise 40", "5 call", "1 discard Ac", "5 discard 9h"], holes, board)
    state = play(state, ["1 show", "5 show"], holes, board)
    assert state.stacks() == {1: 0, 5: 80}
    assert parse("Ac") in state.discarded(1)


@rule("n(13)")
def test_the_board_is_everybodys_best(play, begin) -> None:
    board = "ThJhQhKhAh"
    state = play(begin("crazy_pineapple", (1, 5), 5, stack=40), (), None, board)
    state = play(state, ["1 raise 40", "5 call"], None, board)
    for seat in (1, 5):
        state = apply(state, ("discard", seat, state.hole(seat)[:1]))
    state = play(state, ["1 show", "5 show"], None, board)
    assert state.stacks() == {1: 40, 5: 40}
