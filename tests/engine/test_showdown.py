"""Who shows, who may muck, what competes, in which order pots are pushed (W14, f(5), f(6)(vi), S01)."""

import pytest

from host_tools.engine import IllegalEvent, apply, legal, start
from railbird.rules.cards import NO_CARD

BOARD = "KdQcJh9s3c"


def table(stacks, seats=(1, 4, 6, 9), button=9, **more):
    return start("holdem", seats, button, stacks, (2, 4), **more)


def checked_down(play, holes=None, board=BOARD, **more):
    """Everybody calls, then checks to the end; seat 1 is due to show."""
    checks = ["1 check", "4 check", "6 check", "9 check"] * 3
    return play(table((200,) * 4, **more), ["6 call", "9 call", "1 call", "4 check", *checks], holes, board)


def test_the_first_to_act_shows_first_when_nobody_bet(play) -> None:
    """W14; legal offers the seat that is due first, then clockwise."""
    state = checked_down(play)
    assert state.next == ("show", 1)
    assert [option[1] for option in legal(state)] == [1, 1, 4, 4, 6, 6, 9, 9]


def test_the_last_aggressor_of_the_last_round_shows_first(play) -> None:
    start_of_river = ["6 call", "9 call", "1 call", "4 check"] + [
        "1 check",
        "4 check",
        "6 check",
        "9 check",
    ] * 2
    state = play(table((200,) * 4), [*start_of_river, "1 bet 4", "4 raise 8", "6 call", "9 fold", "1 call"])
    assert state.next == ("show", 4)
    assert play(state, ["4 show"]).next == ("show", 6)
    assert play(state, ["4 show", "6 muck"]).next == ("show", 1)


def test_an_earlier_rounds_aggressor_does_not_show_first(play) -> None:
    state = play(
        table((200,) * 4),
        ["6 raise 20", "9 call", "1 fold", "4 fold"] + ["6 bet 4", "9 call"] + ["6 check", "9 check"] * 2,
    )
    assert state.next == ("show", 6)
    state = play(
        table((200,) * 4),
        ["6 raise 20", "9 raise 60", "1 fold", "4 fold", "6 call"] + ["6 check", "9 check"] * 3,
    )
    assert state.next == ("show", 6)


def test_a_first_to_act_who_folded_passes_the_duty_on(play) -> None:
    flop = ["6 call", "9 call", "1 call", "4 check"] + ["1 check", "4 check", "6 check", "9 check"] * 2
    state = play(table((200,) * 4), [*flop, "1 fold", "4 check", "6 check", "9 check"])
    assert state.next == ("show", 4)


def test_all_in_before_the_river_the_aggressor_of_the_last_betting_shows_first(play) -> None:
    state = play(table((200, 200, 50, 50)), ["6 raise 10", "9 raise 50", "1 fold", "4 fold", "6 call"])
    assert state.next == ("show", 9)
    state = play(table((50, 200, 200, 200)), ["6 call", "9 fold", "1 raise 50", "4 fold", "6 call"])
    assert state.next == ("show", 1)


def test_hands_may_be_tabled_while_the_board_is_run_out(play) -> None:
    state = play(table((200, 200, 50, 50)))
    for event in [("raise", 6, 50), ("call", 9), ("fold", 1), ("fold", 4)]:
        state = apply(state, event)
    assert legal(state) == (("burn",), ("show", 6), ("show", 9))
    state = apply(apply(state, ("show", 9)), ("show", 6))
    assert legal(state) == (("burn",),)
    with pytest.raises(IllegalEvent):
        apply(state, ("show", 9))
    with pytest.raises(IllegalEvent):
        apply(state, ("muck", 6))
    assert play(state).finished


def test_no_hand_is_tabled_while_bets_are_possible(play) -> None:
    state = play(table((200,) * 4), ["6 call", "9 call", "1 call"])
    with pytest.raises(IllegalEvent):
        apply(state, ("show", 6))
    state = apply(state, ("check", 4))
    assert state.next == ("burn",)
    with pytest.raises(IllegalEvent):
        apply(state, ("show", 6))


def test_only_tabled_hands_compete(play) -> None:
    """Seat 4 holds the straight and concedes: seat 6's pair wins."""
    state = checked_down(play, {1: "2d2h", 4: "AsTs", 6: "KhKs", 9: "7d7h"})
    state = play(state, ["1 show", "4 muck", "6 show", "9 show"])
    assert state.stacks() == {1: 196, 4: 196, 6: 212, 9: 196}


def test_the_last_hand_left_wins_without_showing(play) -> None:
    state = play(checked_down(play), ["1 muck", "4 muck", "6 muck"])
    assert state.finished
    assert state.stack(9) == 212
    assert not state.is_shown(9)


def test_a_hand_is_shown_or_mucked_once_and_only_by_the_live(play) -> None:
    state = play(checked_down(play), ["1 show", "4 muck"])
    for event in [("show", 1), ("muck", 1), ("show", 4), ("muck", 4), ("show", 3)]:
        with pytest.raises(IllegalEvent, match=r"i\(10\)"):
            apply(state, event)


def test_a_hand_may_be_tabled_before_its_turn(play) -> None:
    state = play(checked_down(play), ["6 show", "1 show"])
    assert state.next == ("show", 4)


def test_all_who_could_win_a_side_pot_conceding_leaves_it_to_the_last(play) -> None:
    """Seat 1 is all-in and tables; 4 and 6 muck: the side pot is 6's, who had nobody left to concede to."""
    state = play(
        table((20, 200, 200, 200)),
        ["6 call", "9 fold", "1 raise 20", "4 call", "6 call", "4 bet 30", "6 call"]
        + ["4 check", "6 check"] * 2,
    )
    state = play(state, ["1 show", "4 muck", "6 muck"])
    assert [award[:3] for award in state.awards] == [(1, 6, 60), (0, 1, 60)]


def test_side_pots_are_awarded_before_the_centre_pot(play) -> None:
    """f(6)(vi), D20: pots main, side1, side2 are awarded side2, side1, main; another order is refused."""
    state = play(
        table((50, 100, 150, 150)),
        ["6 raise 150", "9 call", "1 call", "4 call"],
        {1: "AsTs", 4: "KhKs", 6: "QdQs", 9: "2d2h"},
        BOARD,
    )
    for seat in (6, 9, 1, 4):
        state = apply(state, ("show", seat))
    assert [tuple(pot) for pot in state.pots] == [(200, (1, 4, 6, 9)), (150, (4, 6, 9)), (100, (6, 9))]
    assert state.next == ("award", 2)
    for wrong in (0, 1, 3, -1):
        with pytest.raises(IllegalEvent, match=r"f\(6\)\(vi\)"):
            apply(state, ("award", wrong))
    state = play(state)
    assert [award[:3] for award in state.awards] == [(2, 6, 100), (1, 4, 150), (0, 1, 200)]


def test_the_board_is_everybodys_best_hand(play) -> None:
    """i(10): three players, $300, board Ah Kh Qh Jh Th: $100 each."""
    state = start("holdem", (1, 4, 6), 6, (100,) * 3, (2, 4))
    state = play(state, ["6 raise 100", "1 call", "4 call", "6 show", "1 show", "4 show"], None, "AhKhQhJhTh")
    assert state.stacks() == {1: 100, 4: 100, 6: 100}


def test_the_worked_example_of_i_10(play) -> None:
    """Board Qh Jc Tc 2d 2h: seat 1 As Kd (straight to the ace) beats seat 4 2s 3c (222QJ)."""
    state = checked_down(play, {1: "AsKd", 4: "2s3c"}, "QhJcTc2d2h")
    state = play(state, ["1 show", "4 show", "6 muck", "9 muck"])
    assert state.stack(1) == 212


@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        # Three tie for 13: each gets 4, the odd chip goes to the first of them clockwise from the button at
        # 9.
        (1, {1: 196 + 5, 4: 200 - 1, 6: 196 + 4, 9: 196 + 4}),
        # Units of 5: nobody gets a whole unit by division, so the pot goes out as 5, 5 and 3.
        (5, {1: 196 + 5, 4: 200 - 1, 6: 196 + 5, 9: 196 + 3}),
    ],
)
def test_odd_chips_go_clockwise_from_the_button(play, unit: int, expected) -> None:
    """S01: seats 1, 6 and 9 tie on the board; seat 4 folded a dead 1. The first after the button is seat
    1.
    """
    state = start("holdem", (1, 4, 6, 9), 9, (200,) * 4, (1, 1, 4), unit=unit)
    checks = ["1 check", "6 check", "9 check"] * 3
    state = play(state, ["9 call", "1 call", "4 fold", "6 check", *checks], None, "AhKhQhJhTh")
    state = play(state, ["1 show", "6 show", "9 show"])
    assert state.stacks() == expected


def test_a_seats_cards_are_named_when_it_shows_what_was_never_identified(cards) -> None:
    state = start("holdem", (2, 9), 9, (4, 4), (2, 4))
    state = apply(apply(state, state.next), ("blind", 9, 4))
    ace, king, queen, jack = cards("As Ks Qd Jd")
    for seat, card in [(2, ace), (9, NO_CARD), (2, NO_CARD), (9, jack)]:
        state = apply(state, ("deal", seat, card, "d"))
    state = apply(state, ("call", 2))
    for burn, street in [(NO_CARD, "2c3c4d"), (NO_CARD, "8h"), (NO_CARD, "9h")]:
        state = apply(state, ("burn", burn))
        for card in cards(street):
            state = apply(state, ("board", card))
    assert state.next == ("show", 2)
    for wrong in [
        ("show", 2),
        ("show", 2, ()),
        ("show", 2, (ace,)),
        ("show", 2, (ace, ace)),
        ("show", 2, (king, queen)),
        ("show", 2, (ace, jack)),  # dealt to seat 9
        ("show", 2, (ace, cards("2c")[0])),  # on the board
        ("show", 2, (ace, 52)),
        ("show", 2, (ace, 50.0)),
        ("show", 2, (ace, king, queen)),
        ("show", 9, (jack, ace)),
    ]:
        with pytest.raises(IllegalEvent):
            apply(state, wrong)
    state = apply(state, ("show", 2, (king, ace)))
    assert state.hole(2) == (ace, king)
    state = apply(state, ("show", 9, (jack, queen)))
    assert state.hole(9) == (queen, jack)
    assert apply(state, ("award", 0)).stacks() == {2: 8, 9: 0}


def test_naming_one_seats_cards_leaves_the_others_alone(cards) -> None:
    """Three all-in by the ante; the middle seat's cards are the deuce of clubs and one that was known."""
    state = start("holdem", (2, 5, 9), 9, (4, 4, 4), (2, 4), (4, 4, 4))
    for _ in range(3):
        state = apply(state, state.next)
    deuce, king, *others = cards("2c Ks As Ad Qh Qd")
    ace, other_ace, queen, other_queen = others
    for card in (ace, NO_CARD, queen, other_ace, king, other_queen):
        state = apply(state, (*state.next[:2], card, "d"))
    board = iter(cards("3h7h9hTcJs"))
    while state.next[0] in ("burn", "board"):
        state = apply(state, ("burn", NO_CARD) if state.next == ("burn",) else ("board", next(board)))
    state = apply(state, ("show", 5, (king, deuce)))
    assert [state.hole(seat) for seat in (2, 5, 9)] == [
        (ace, other_ace), (deuce, king), (queen, other_queen),
    ]  # fmt: skip


def test_named_cards_of_a_known_hand_have_to_be_its_own(play, cards) -> None:
    state = checked_down(play, {1: "AsKs"})
    with pytest.raises(IllegalEvent, match="not the 2 cards of seat 1"):
        apply(state, ("show", 1, tuple(cards("AsQs"))))
    assert apply(state, ("show", 1, tuple(cards("KsAs")))).is_shown(1)
