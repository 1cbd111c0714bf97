"""No-limit betting: turns, minimum raises, reopening, all-ins, refusals with their rule."""

import pytest

from host_tools.engine import IllegalEvent, apply, legal, no_limit, start


def table(stacks, blinds=(2, 4), button=9, seats=(1, 4, 6, 9), **more):
    return start("holdem", seats, button, stacks, blinds, **more)


@pytest.fixture
def four(play):
    """Seats 1, 4, 6, 9, the button at 9, blinds 2 and 4, 200 each; seat 6 to act."""
    return play(table((200,) * 4))


def refused(state, event) -> str:
    """The rule of a refusal; the state is the same value after it."""
    before = state
    with pytest.raises(IllegalEvent) as caught:
        apply(state, event)
    assert state == before
    return caught.value.rule


def test_the_blind_has_the_option_and_the_round_ends_when_all_have_answered(four, play) -> None:
    """i(6): 6 calls 4, 9 folds, 1 adds 2, seat 4 may check or raise. Check: pot 12. Raise to 8: 6 and 1
    respond.
    """
    state = play(four, ["6 call", "9 fold", "1 call"])
    assert legal(state) == (("check", 4), ("raise", 4, 8, 200))
    checked = play(state, ["4 check"])
    assert (checked.pot, checked.street, checked.actor) == (12, 1, 1)
    raised = play(state, ["4 raise 8"])
    assert raised.actor == 6
    raised = play(raised, ["6 call"])
    assert raised.actor == 1
    assert play(raised, ["1 call"]).pot == 24


def test_the_flop_is_opened_by_the_first_unfolded_seat_after_the_button(four, play) -> None:
    """i(7): in-players 1,4,6, button 9: first to act 1; if 1 is folded, 4. Check around ends the round
    (W08).
    """
    state = play(four, ["6 call", "9 fold", "1 call", "4 check"])
    assert state.actor == 1
    state = play(state, ["1 check", "4 check", "6 check"])
    assert (state.street, len(state.board), len(state.burns)) == (2, 4, 2)
    assert play(four, ["6 call", "9 call", "1 fold", "4 check"]).actor == 4


def test_the_choices_that_a_dealer_announces(four, play) -> None:
    """f(6)(ii): facing a bet fold, call, raise and no check; without one check or bet."""
    assert legal(four) == (("fold", 6), ("call", 6), ("raise", 6, 8, 200))
    assert four.to_call == 4
    flop = play(four, ["6 call", "9 call", "1 call", "4 check"])
    assert legal(flop) == (("check", 1), ("bet", 1, 4, 196))


@pytest.mark.parametrize(
    "event",
    [
        ("fold", 9),
        ("call", 1),
        ("check", 4),
        ("raise", 9, 8),
        ("fold", 3),  # c(1): nobody sits there
        ("check", 6),
        ("bet", 6, 8),
        ("raise", 6, 7),
        ("raise", 6, 4),
        ("raise", 6, 0),
        ("raise", 6, -8),
        ("raise", 6, 201),
        ("show", 6),
        ("muck", 6),
        ("burn", 50),
        ("award", 0),
    ],
)
def test_what_is_not_allowed_before_the_flop(four, event) -> None:
    assert refused(four, event)


@pytest.mark.parametrize(
    "event", [("call", 1), ("raise", 1, 8), ("bet", 1, 3), ("bet", 1, 197), ("bet", 1, 0), ("check", 4)]
)
def test_what_is_not_allowed_on_an_unopened_flop(four, play, event) -> None:
    flop = play(four, ["6 call", "9 call", "1 call", "4 check"])
    assert refused(flop, event) == "i(7)"


def test_a_refusal_names_the_street_and_says_what_is_allowed(four, play) -> None:
    with pytest.raises(IllegalEvent) as caught:
        apply(four, ("raise", 6, 7))
    assert str(caught.value) == "seat 6 may not raise to 7: from 8 to 200 is allowed [i(6)]"
    turn = play(four, ["6 call", "9 fold", "1 fold", "4 check", "4 check", "6 check"])
    with pytest.raises(IllegalEvent, match=r"waits for seat 4 to act \[i\(8\)\]"):
        apply(turn, ("check", 6))


def test_a_fold_binds_even_where_a_check_was_free(four, play) -> None:
    """c(4): a spoken fold in turn binds. It is not among the choices that the dealer announces, f(6)(ii)."""
    flop = play(four, ["6 call", "9 call", "1 call", "4 check"])
    assert ("fold", 1) not in legal(flop)
    assert not play(flop, ["1 fold"]).is_live(1)


def test_the_last_hand_after_a_fold_without_a_bet_wins_unasked(play) -> None:
    """Heads-up on the flop, seat 1 folds where a check was free: seat 2 is not asked and wins the 8."""
    state = play(table((100, 100), seats=(1, 2), button=2), ["1 call", "2 check", "1 fold"])
    assert state.stacks() == {1: 96, 2: 104}


def test_the_least_raise_is_the_last_full_raise(four, play) -> None:
    """W01. Blind 4, raise to 14 is by 10, so the next raise is to 24 at least; after 50 (by 26) to 76."""
    state = play(four, ["6 raise 14"])
    assert legal(state)[-1] == ("raise", 9, 24, 200)
    state = play(state, ["9 raise 50"])
    assert legal(state)[-1] == ("raise", 1, 86, 200)


def test_a_new_street_starts_again_from_the_minimum_bet(four, play) -> None:
    state = play(four, ["6 raise 50", "9 call", "1 fold", "4 fold"])
    assert legal(state) == (("check", 6), ("bet", 6, 4, 150))
    assert legal(play(state, ["6 bet 10"]))[-1] == ("raise", 9, 20, 150)


def test_a_table_minimum_above_the_blind(play) -> None:
    state = play(table((200,) * 4, limits=no_limit(10)), ["6 call", "9 call", "1 call", "4 check"])
    assert legal(state) == (("check", 1), ("bet", 1, 10, 196))


def test_a_short_all_in_raise_reopens_nothing(play) -> None:
    """W01: seat 6 raises to 20, seat 9 is all-in for 25: seat 6, who has acted, may call or fold; seat 1 may
    raise.
    """
    state = play(table((200, 200, 200, 25)), ["6 raise 20", "9 raise 25"])
    assert legal(state)[-1] == ("raise", 1, 41, 200)  # 25 + the last full raise of 16
    state = play(state, ["1 call", "4 fold"])
    assert legal(state) == (("fold", 6), ("call", 6))
    assert refused(state, ("raise", 6, 60)) == "i(6)"
    assert play(state, ["6 call"]).street == 1


@pytest.fixture
def short_all_ins(play):
    """Seat 5 raises to 20, a raise by 16; 7 is all-in for 30, 9 calls 30, 1 is all-in for 40, 3 folds."""
    state = table((40, 200, 200, 30, 200), seats=(1, 3, 5, 7, 9))
    return play(state, ["5 raise 20", "7 raise 30", "9 call", "1 raise 40", "3 fold"])


def test_short_all_ins_that_add_up_to_a_full_raise_reopen(short_all_ins) -> None:
    """W01: seat 5 is 20 behind, more than the full raise of 16: he may raise again, to 56 at least."""
    assert legal(short_all_ins) == (("fold", 5), ("call", 5), ("raise", 5, 56, 200))


def test_short_all_ins_that_do_not_add_up_for_a_later_caller_do_not_reopen(short_all_ins, play) -> None:
    """The same hand: seat 9 called 30 and is 10 behind. He may raise only after seat 5 has raised fully."""
    assert legal(play(short_all_ins, ["5 call"])) == (("fold", 9), ("call", 9))
    assert legal(play(short_all_ins, ["5 raise 56"])) == (("fold", 9), ("call", 9), ("raise", 9, 72, 200))


def test_a_short_all_in_bet_does_not_let_those_who_checked_raise(play) -> None:
    """Blind 4, seat 1 checks the flop, seat 4 is all-in for 3: seat 6 may raise to 7, seat 1 only call."""
    state = play(table((200, 7, 200, 200)), ["6 call", "9 call", "1 call", "4 check", "1 check", "4 bet 3"])
    assert legal(state) == (("fold", 6), ("call", 6), ("raise", 6, 7, 196))
    assert legal(play(state, ["6 call", "9 call"])) == (("fold", 1), ("call", 1))


def test_min_raise_is_not_capped_by_an_opponent_who_is_short(play) -> None:
    """Seat 4 has 10 behind only; seat 6 must still raise to 8 at least and may raise to all he has."""
    state = play(table((200, 14, 200, 200)))
    assert legal(state)[-1] == ("raise", 6, 8, 200)


def test_a_stack_between_the_call_and_the_least_raise_may_go_all_in(play) -> None:
    state = play(table((200, 200, 7, 200)))
    assert legal(state) == (("fold", 6), ("call", 6), ("raise", 6, 7, 7))
    state = play(state, ["6 raise 7"])
    assert (state.to_call, legal(state)[-1]) == (7, ("raise", 9, 11, 200))


def test_a_stack_of_the_call_or_less_may_only_call_all_in(play) -> None:
    for stack in (3, 4):
        state = play(table((200, 200, stack, 200)))
        assert legal(state) == (("fold", 6), ("call", 6))
        assert state.to_call == stack
        assert refused(state, ("raise", 6, stack)) == "c(3)(iv)"


def test_all_in_call_for_less(play) -> None:
    """c(3)(iv): facing a bet of 50 with 30 left, a call is for 30: all-in, stack 0, no further action."""
    state = play(table((200, 200, 30, 200), button=9), ["6 call", "9 raise 50", "1 fold", "4 call"])
    assert legal(state) == (("fold", 6), ("call", 6))
    assert state.to_call == 26
    state = play(state, ["6 call"])
    assert (state.stack(6), state.is_all_in(6), state.street) == (0, True, 1)
    state = play(state, ["4 check", "9 check", "4 check", "9 check", "4 check", "9 check"])
    assert state.next == ("show", 4)


def test_a_raise_needs_somebody_who_could_call_more(play) -> None:
    """c(3)(iv)(c): everybody else is all-in for no more than the bet: call or fold."""
    state = play(table((200, 4, 4, 4)), ["6 call", "9 call"])
    assert (state.actor, legal(state)) == (1, (("fold", 1), ("call", 1)))
    assert refused(state, ("raise", 1, 8)) == "c(3)(iv)(c)"


def test_nobody_left_to_bet_runs_the_board_out(play) -> None:
    state = play(table((50, 60, 70, 80)), ["6 raise 70", "9 fold", "1 call", "4 call"])
    assert (state.street, len(state.board), state.next) == (3, 5, ("show", 6))
    assert state.returned == ((6, 10),)


def test_a_single_player_with_chips_is_not_asked(play) -> None:
    """Two all-in and one with chips: no betting against oneself."""
    state = play(table((50, 50, 200, 200)), ["6 raise 50", "9 fold", "1 call", "4 call"])
    assert state.next == ("show", 6)
    assert state.stack(6) == 150


def test_the_last_with_chips_still_answers_a_bet(play) -> None:
    state = play(table((50, 200, 60, 200)), ["6 raise 60", "9 fold", "1 call"])
    assert (state.actor, state.to_call) == (4, 56)


def test_uncalled_bet_comes_back_and_is_not_won(four, play) -> None:
    """F04. Seat 6 raises to 100, all fold: 96 come back, the pot is 4 + 2 + 4."""
    state = play(four, ["6 raise 100", "9 fold", "1 fold", "4 fold"])
    assert state.returned == ((6, 96),)
    assert [award[:3] for award in state.awards] == [(0, 6, 10)]
    assert state.stacks() == {1: 198, 4: 196, 6: 206, 9: 200}


def test_everybody_folds_to_the_only_blind(play) -> None:
    """Nothing was called: the blind goes back and there is no pot to award."""
    state = play(table((200,) * 4, blinds=(4,)), ["4 fold", "6 fold", "9 fold"])
    assert (state.finished, state.pots, state.returned) == (True, (), ((1, 4),))
    assert set(state.stacks().values()) == {200}


def test_a_blind_that_is_short_still_asks_for_the_full_amount(play) -> None:
    """W12: the big blind has 3 of 4: the next player's call is still 4, a raise to 8 at least."""
    state = play(table((200, 3, 200, 200)))
    assert (state.bet(4), state.to_call, legal(state)[-1]) == (3, 4, ("raise", 6, 8, 200))


def test_a_blind_eaten_by_the_ante_is_all_in_and_dealt_in(play) -> None:
    state = play(table((200, 5, 200, 200), antes=(5,) * 4), ["6 call", "9 fold", "1 fold"])
    assert state.returned == ((6, 2),)  # of 4; the 2 of seat 1 are matched
    assert [tuple(pot) for pot in state.pots] == []
    assert state.next == ("show", 6)


def test_a_short_small_blind_with_everybody_folded_to_a_short_big_blind(play) -> None:
    """The small blind has put in more than the all-in big blind: nothing to decide, the rest comes back."""
    state = play(table((200, 1, 200, 200)), ["6 fold", "9 fold"])
    assert (state.next, state.returned) == (("show", 1), ((1, 1),))


def test_the_ante_is_no_part_of_the_bet(play) -> None:
    state = play(table((200,) * 4, antes=(3,) * 4))
    assert (state.pot, state.to_call, legal(state)[-1]) == (18, 4, ("raise", 6, 8, 197))


def test_an_ante_for_the_table_is_no_contribution(play) -> None:
    """A big-blind ante of 4 with a player all-in for 6: he may win the 4 as well as three times 6."""
    state = play(
        table((200, 200, 6, 200), antes=(0, 4, 0, 0), dead_antes=True),
        ["6 raise 6", "9 fold", "1 fold", "4 call", "6 show", "4 show"],
        {6: "AsAh", 4: "2c7d"},
        "KdQcJh9s3c",
    )
    assert [tuple(pot) for pot in state.pots] == [(18, (4, 6))]
    assert state.stacks() == {1: 198, 4: 190, 6: 18, 9: 200}


def test_an_ante_above_all_others_is_cut_to_the_next() -> None:
    state = table((2, 200, 200, 200), antes=(5, 9, 5, 5), blinds=(2, 4))
    assert state.next == ("ante", 1, 2)
    state = apply(state, state.next)
    assert state.next == ("ante", 4, 5)
