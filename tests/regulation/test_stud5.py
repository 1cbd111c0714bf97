"""Subdivision (m), five-card stud: each row's example, and a case that is not in it."""

import pytest

from host_tools.engine import IllegalEvent, Options, apply, legal
from host_tools.engine.book import BOOK, game

SEVEN = ("stud7_high", "stud7_low", "stud7_hl", "stud7_hl8")
rule = pytest.mark.rule


@rule("m(6)")
def test_the_best_hand_showing_has_to_bet_by_option(play, fourth) -> None:
    """D16."""
    state = fourth(play, "stud5_high", {1: "Qd7h", 6: "Qs7c"}, options=Options(stud5_opener_may_check=False))
    assert legal(state) == (("fold", 1), ("bet", 1, 4, 4))
    with pytest.raises(IllegalEvent, match="the best hand showing has to bet"):
        apply(state, ("check", 1))


@rule("m(1)")
def test_five_card_stud_is_high_only_and_its_most_seats_an_option(begin_stud) -> None:
    assert BOOK["stud5_high"][4] == ("high",)
    assert game("stud5_high", Options(stud5_max_players=9)).max_seats == 9
    with pytest.raises(ValueError, match="stud5_max_players 10"):
        begin_stud("stud5_high", (1, 2), options=Options(stud5_max_players=10))


@rule("m(1)")
def test_nine_players_refused_by_default(begin_stud) -> None:
    with pytest.raises(IllegalEvent, match=r"at most 8 \[m\(1\)\]"):
        begin_stud("stud5_high", range(1, 10))


@rule("m(3)")
@pytest.mark.parametrize(("seats", "left"), [((2, 5, 6), 46), (range(1, 9), 36)])
def test_one_down_one_up(seats, left: int, begin_stud) -> None:
    state, order = begin_stud("stud5_high", seats), []
    while state.next[0] == "deal":
        order.append(state.next[1:])
        state = apply(state, (*state.next[:2], len(order), state.next[2]))
    assert order == [(seat, face) for face in "du" for seat in seats]
    assert state.cards_left == left


@rule("m(5)")
def test_the_first_round_of_five_card_stud(play, third) -> None:
    """Forced 2 by seat 2 of 1, 2, 3, 6: 3 raises to 4, 6 folds, 1 and 2 call: 4, 4, 4, 0."""
    state = third(play, "stud5_high", {1: "Kd", 2: "2c", 3: "Qd", 6: "Jd"})
    state = play(state, ["2 bring_in", "3 raise 4", "6 fold", "1 call", "2 call"])
    assert (state.street, dict(zip(state.seats, state.wager.paid, strict=True))) == (
        1,
        {1: 4, 2: 4, 3: 4, 6: 0},
    )


@rule("m(5)")
def test_a_called_forced_bet_closes_the_round(play, third) -> None:
    state = third(play, "stud5_high", {1: "Kd", 2: "2c", 3: "Qd"})
    assert play(state, ["2 bring_in", "3 call", "1 call"]).street == 1


@rule("m(7)")
@pytest.mark.parametrize(("players", "left"), [(3, 34), (9, 4)])
def test_two_more_streets(play, players: int, left: int, begin_stud, to_street) -> None:
    """Three players: 3 burns, 15 dealt, 34 left; nine: 48 used, 4 left."""
    options = Options(stud5_max_players=9)
    state = to_street(play(begin_stud("stud5_high", range(1, players + 1), options=options)), play, 3, {})
    assert (state.cards_left, len(state.burns), len(state.up(1)), len(state.hole(1))) == (left, 3, 4, 5)


@rule("m(7)")
def test_the_showdown_of_five_card_stud(play, settled) -> None:
    """X07: the best high hand of the five own cards; ties share, the odd chip by suit (S01)."""
    assert settled(play, "stud5_high", {2: "Ks3d3hQc9s", 6: "2s2dAhKhQh"}, 30).stack(2) == 60
    tied = {2: "AhKdQc9s7h", 6: "AsKhQd9d7d"}
    state = settled(play, "stud5_high", tied, 31, 1)
    assert (state.stack(2), state.stack(6)) == (46, 47)
