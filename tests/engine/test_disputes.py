"""What other engines got wrong in no-limit hold'em: one test a kind, written from the rules.

The numbers are those of the list of disputes in the design notes (engines.md, section 4). Kinds of other
games, of rake and of life between hands are not here.
"""

import pytest

from host_tools.engine import IllegalEvent, apply, legal, profile, start
from host_tools.engine.phh import PhhError, parse_text

BOARD_PLAYS = "AhKhQhJhTh"
DRY_BOARD = "KdQcJh9s3c"


def table(stacks, seats=None, blinds=(50, 100), **more):
    seats = seats or tuple(range(1, len(stacks) + 1))
    return start("holdem", seats, seats[-1], stacks, blinds, **more)


def down(seats, rounds):
    return [f"{seat} check" for seat in seats] * rounds


def test_01_no_odd_chip_is_lost_to_integer_division(play) -> None:
    """Two tie for 201 with one dead chip of a folded blind: 101 and 100."""
    state = table((500, 500, 500), blinds=(1, 100))
    state = play(state, ["3 call", "1 fold", "2 check", *down((2, 3), 3)], None, BOARD_PLAYS)
    state = play(state, ["2 show", "3 show"])
    assert state.stacks() == {1: 499, 2: 501, 3: 500}


def test_02_a_three_way_split_that_divides_evenly_is_even(play) -> None:
    """30,300 three ways is 10,100 each, not 10,101 / 10,100 / 10,099."""
    state = table((10_100,) * 3)
    state = play(state, ["3 raise 10100", "1 call", "2 call"], None, BOARD_PLAYS)
    state = play(state, ["3 show", "1 show", "2 show"])
    assert state.pots[0].amount == 30_300
    assert state.stacks() == {1: 10_100, 2: 10_100, 3: 10_100}


def test_03_the_odd_chip_goes_to_the_first_seat_left_of_the_button(play) -> None:
    """S01, also where that seat has a higher number than the other winner."""
    state = start("holdem", (2, 5, 8), 5, (500,) * 3, (1, 1, 100))
    # The button is at 5, so the order is 8, 2, 5. Seat 2 folds its dead chip; 8 and 5 tie for 201.
    state = play(state, ["8 call", "2 fold", "5 check", *down((8, 5), 3)], None, BOARD_PLAYS)
    state = play(state, ["8 show", "5 show"])
    assert state.stacks() == {8: 501, 2: 499, 5: 500}


def test_06_a_hand_without_a_share_in_a_pot_moves_no_chip_of_it(play) -> None:
    """Seats 2 and 3 tie for the side pot and seat 1 wins the centre pot: 1 has no voice in the side pot's odd
    chip.

    Seat 1 is all-in for 60, seat 4 folds after 101: centre pot 240, side pot 3 x 41 = 123, split 62 and 61.
    """
    state = table((60, 101, 101, 500))
    state = play(
        state,
        ["3 raise 101", "4 call", "1 call", "2 call"],
        {1: "KsKh", 2: "AcTd", 3: "AdTc", 4: "2d2s"},
        "AhTs7c7dKc",
    )
    state = play(state, ["3 show", "4 muck", "1 show", "2 show"])
    assert [tuple(pot) for pot in state.pots] == [(240, (1, 2, 3, 4)), (123, (2, 3, 4))]
    assert state.stacks() == {1: 240, 2: 62, 3: 61, 4: 399}


def test_07_the_results_of_several_all_ins_sum_to_nothing(play) -> None:
    stacks = (120, 340, 560, 780, 1000)
    state = table(stacks)
    state = play(
        state,
        ["3 raise 560", "4 raise 780", "5 call", "1 call", "2 call"],
        {1: "AsTs", 2: "KsKh", 3: "QdQs", 4: "JdJs", 5: "2d2h"},
        DRY_BOARD,
    )
    state = play(state, ["5 show", "1 show", "2 show", "3 show", "4 show"])
    # Layers: 600 to the straight, 880 to the kings, 660 to the queens, 440 to the jacks; 220 were never bet.
    assert state.stacks() == {1: 600, 2: 880, 3: 660, 4: 440, 5: 220}


def test_08_the_second_best_hand_wins_the_side_pot(play) -> None:
    state = table((100, 300, 300))
    state = play(
        state,
        ["3 raise 300", "1 call", "2 call"],
        {1: "AsTs", 2: "KsKh", 3: "2d2h"},
        DRY_BOARD,
    )
    state = play(state, ["3 show", "1 show", "2 show"])
    assert state.stacks() == {1: 300, 2: 400, 3: 0}


def test_09_an_all_in_player_keeps_his_claim_to_the_pot_he_paid_into(play) -> None:
    """Seat 1 is all-in before the flop; the others bet and fold afterwards. He still wins the centre pot."""
    state = table((100, 500, 500))
    state = play(
        state,
        ["3 call", "1 call", "2 check", "2 bet 200", "3 fold"],
        {1: "AsTs", 2: "7d2s"},
        DRY_BOARD,
    )
    assert [tuple(pot) for pot in state.pots] == []
    state = play(state, ["2 show", "1 show"])
    assert state.stacks() == {1: 300, 2: 400, 3: 400}


def test_10_a_layer_of_which_everybody_folded_does_not_vanish(play) -> None:
    """Seat 2 bets 700 into seat 3 and both have more in than anyone who shows: all 26,410 are paid."""
    stacks = (1000, 9000, 9000, 8410)
    state = table(stacks)
    state = play(
        state,
        [
            "3 raise 3000",
            "4 call",
            "1 call",
            "2 call",
            "2 bet 2000",
            "3 call",
            "4 fold",
            "2 check",
            "3 bet 500",
        ],
    )
    state = play(state, ["2 fold"], None, "")
    state = play(state, ["3 show", "1 show"])
    assert sum(state.stacks().values()) == sum(stacks)
    assert sum(award.amount for award in state.awards) == 1000 + 5000 + 5000 + 3000


def test_11_no_split_while_a_player_has_yet_to_call(play) -> None:
    """One all-in, one call, one still to act: the hand waits for him and pays nothing."""
    state = play(table((300, 500, 300)), ["3 raise 300", "1 call"])
    assert (state.actor, state.to_call, state.pots) == (2, 200, ())


def test_12_a_returned_overbet_is_no_win(play) -> None:
    """Seat 3 loses the showdown; the 200 that seat 1 could not match come back but are no award."""
    state = table((300, 100, 500), blinds=(50, 100))
    state = play(state, ["3 raise 500", "1 call"], {1: "AsTs", 2: "7d2s", 3: "2d2h"}, DRY_BOARD)
    state = play(state, ["3 show", "1 show", "2 show"])
    assert state.returned == ((3, 200),)
    assert {award.seat for award in state.awards} == {1}
    assert state.stacks() == {1: 700, 2: 0, 3: 200}


def test_13_the_winner_of_an_all_in_keeps_his_stack_when_the_others_fold(play) -> None:
    state = play(table((1000, 1000, 1000)), ["3 raise 1000", "1 fold", "2 fold"])
    assert state.stacks() == {1: 950, 2: 900, 3: 1150}
    assert [award[:3] for award in state.awards] == [(0, 3, 250)]


def test_14_the_uncalled_bet_is_no_part_of_the_pot(play) -> None:
    state = play(table((1000,) * 3), ["3 call", "1 call", "2 check", "1 bet 400", "2 fold", "3 fold"])
    assert (state.returned, state.pots[0].amount) == (((1, 400),), 300)


def test_15_a_player_is_asked_to_call_an_all_in_raise(play) -> None:
    state = play(table((1000, 1000, 1000)), ["3 call", "1 call", "2 raise 1000"])
    assert (state.actor, state.to_call) == (3, 900)
    assert play(state, ["3 fold"]).actor == 1


def test_16_an_all_in_player_is_out_of_the_rotation_and_cannot_fold(play) -> None:
    state = play(table((100, 500, 500)), ["3 call", "1 call", "2 check"])
    assert state.is_all_in(1)
    assert state.actor == 2
    with pytest.raises(IllegalEvent):
        apply(state, ("fold", 1))
    assert play(state, ["2 check", "3 check"]).actor == 2


def test_17_a_short_all_in_after_a_full_one_does_not_reopen(play) -> None:
    """Seat 4 raises to 300, seat 1 is all-in for a full raise to 600, seat 2 for 700: seat 3, who called 600,
    faces 100 and may only call. Seat 4 faces 400, more than the full raise of 300, and may raise.
    """
    state = table((600, 700, 5000, 5000, 5000), seats=(1, 2, 3, 4, 5))
    state = play(state, ["3 raise 300", "4 call", "5 fold", "1 raise 600", "2 raise 700"])
    assert legal(state)[-1] == ("raise", 3, 1000, 5000)
    state = play(state, ["3 call"])
    assert legal(state)[-1] == ("raise", 4, 1000, 5000)
    later = table((600, 5000, 700, 5000, 5000), seats=(1, 2, 3, 4, 5))
    later = play(later, ["3 call", "4 raise 300", "5 fold", "1 raise 600", "2 call", "3 raise 700", "4 call"])
    assert legal(later) == (("fold", 2), ("call", 2))


def test_18_the_least_raise_is_not_capped_by_the_opponents_stack(play) -> None:
    """Heads-up, the big blind has 150 left: a raise to 160 is below the least of 200, a raise to 250 is
    allowed.
    """
    state = play(start("holdem", (1, 2), 2, (250, 5000), (50, 100), options=profile("published")))
    assert legal(state)[-1] == ("raise", 2, 200, 5000)
    with pytest.raises(IllegalEvent, match="from 200 to 5000"):
        apply(state, ("raise", 2, 160))


def test_19_a_stack_between_the_call_and_the_least_raise_may_raise_all_in(play) -> None:
    state = play(table((500, 500, 150)))
    assert legal(state) == (("fold", 3), ("call", 3), ("raise", 3, 150, 150))


def test_20_the_ante_is_no_part_of_the_street_bet(play) -> None:
    state = play(table((500,) * 3, antes=(20,) * 3))
    assert (state.to_call, state.bet(2), state.pot) == (100, 100, 210)
    assert legal(state)[-1] == ("raise", 3, 200, 480)


def test_21_a_blind_larger_than_the_stack_is_all_in_and_has_no_option(play) -> None:
    state = play(table((500, 70, 500)))
    assert (state.stack(2), state.bet(2)) == (0, 70)
    state = play(state, ["3 call", "1 call"])
    assert state.actor == 1  # the flop: the all-in blind is passed over
    assert state.street == 1


def test_22_the_big_blind_has_its_option_after_limps(play) -> None:
    state = play(table((500,) * 3), ["3 call", "1 call"])
    assert legal(state) == (("check", 2), ("raise", 2, 200, 500))
    assert play(state, ["2 raise 200"]).actor == 3


def test_23_heads_up_blinds_and_order_of_published_hands(play) -> None:
    state = start("holdem", (4, 9), 4, (500, 500), (50, 100), options=profile("published"))
    state = play(state)
    assert (state.bet(4), state.bet(9), state.actor) == (50, 100, 4)
    state = play(state, ["4 call", "9 check"])
    assert state.actor == 9


def test_24_the_first_left_of_the_button_opens_the_flop_not_the_button(play) -> None:
    assert play(table((500,) * 4), ["3 call", "4 call", "1 call", "2 check"]).actor == 1


def test_27_a_fraction_of_a_coin_is_refused() -> None:
    """Amounts are whole numbers of the smallest coin: 10 and 25 cents, never .12."""
    with pytest.raises(IllegalEvent, match="whole numbers of the smallest coin"):
        table((500,) * 3, blinds=(0.1, 0.25))
    text = """
        variant = 'NT'
        antes = [0, 0, 0]
        blinds_or_straddles = [0.12, 0.25, 0]
        min_bet = 1
        starting_stacks = [500, 500, 500]
        actions = []
        """
    with pytest.raises(PhhError, match=r"blinds_or_straddles: expected a list of 3 whole numbers"):
        parse_text(text, "hand.phh")


def test_28_the_last_aggressor_shows_first(play) -> None:
    state = table((500,) * 3)
    state = play(
        state,
        ["3 call", "1 call", "2 check", *down((1, 2, 3), 2), "1 check", "2 bet 100", "3 call", "1 fold"],
    )
    assert state.next == ("show", 2)


def test_29_the_wheel_is_a_straight_and_the_steel_wheel_beats_a_six_high_straight(play) -> None:
    state = table((500,) * 2)
    state = play(state, ["1 call", "2 check", *down((1, 2), 3)], {1: "AhKs", 2: "QsQd"}, "2c3d4h5s9c")
    assert play(state, ["1 show", "2 show"]).stack(1) == 600
    steel = table((500,) * 2)
    steel = play(steel, ["1 call", "2 check", *down((1, 2), 3)], {1: "AhKs", 2: "6s6d"}, "2h3h4h5h9c")
    assert play(steel, ["1 show", "2 show"]).stack(1) == 600


def test_31_suits_do_not_break_a_tie(play) -> None:
    state = table((500,) * 2)
    state = play(state, ["1 call", "2 check", *down((1, 2), 3)], {1: "AcKc", 2: "AsKs"}, "Qd9h7h5d2c")
    assert play(state, ["1 show", "2 show"]).stacks() == {1: 500, 2: 500}


def test_36_a_folded_card_is_not_dealt_again(play, cards) -> None:
    state = table((500,) * 3)
    state = play(state, ["3 fold"], {3: "AsAd"})
    state = apply(apply(state, ("call", 1)), ("check", 2))
    with pytest.raises(IllegalEvent, match="Ad has been dealt before"):
        apply(state, ("burn", cards("Ad")[0]))


def test_38_a_third_blind_as_straddle_acts_last_and_sets_the_raise(play) -> None:
    state = play(table((1000,) * 4, blinds=(50, 100, 200)))
    assert (state.actor, state.to_call) == (4, 200)
    assert legal(state)[-1] == ("raise", 4, 400, 1000)
    state = play(state, ["4 call", "1 call", "2 call"])
    assert legal(state) == (("check", 3), ("raise", 3, 400, 1000))
