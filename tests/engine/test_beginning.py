"""Who owes what before the first card, who acts first, what cannot begin."""

import pytest

from host_tools.engine import IllegalEvent, Options, apply, legal, no_limit, profile, start

FOUR = {"seats": (1, 4, 6, 9), "button": 9, "stacks": (200, 200, 200, 200), "blinds": (2, 4)}


def begin(**changes):
    return start("holdem", **{**FOUR, **changes})


def forced(state) -> list[tuple]:
    """The forced bets of a hand, in order."""
    events = []
    while state.next[0] in ("ante", "blind"):
        events.append(state.next)
        state = apply(state, state.next)
    return events


def test_blinds_go_to_the_seats_after_the_button() -> None:
    """c(2)(ii): button 9, seats 1,4,6,9, blinds [2,4]: seat 1 posts 2, seat 4 posts 4, before card 1."""
    assert forced(begin()) == [("blind", 1, 2), ("blind", 4, 4)]


def test_the_order_in_which_seats_are_named_does_not_matter() -> None:
    state = begin(seats=(6, 9, 1, 4), stacks=(10, 20, 30, 40))
    assert state.seats == (1, 4, 6, 9)
    assert state.stacks() == {1: 30, 4: 40, 6: 10, 9: 20}


def test_one_blind_is_posted_by_the_seat_after_the_button(play) -> None:
    """i(4): blinds [4]: only seat 1 posts 4, first to act seat 4."""
    state = play(begin(blinds=(4,)))
    assert (state.bet(1), state.pot, state.actor) == (4, 4, 4)


def test_four_antes_make_four_before_the_first_card() -> None:
    """c(2)(i): ante $1, seats 1,2,4,6: pot $4 before card 1."""
    state = start("holdem", (1, 2, 4, 6), 6, (50,) * 4, (1, 2), (1,) * 4)
    for _ in range(4):
        assert state.next[0] == "ante"
        state = apply(state, state.next)
    assert (state.pot, state.dealt.seen) == (4, 0)


def test_no_card_before_the_forced_bets() -> None:
    state = begin(antes=(1, 1, 1, 1))
    with pytest.raises(IllegalEvent, match="waits for seat 1 antes 1"):
        apply(state, ("deal", 1, 0, "d"))
    with pytest.raises(IllegalEvent, match=r"c\(2\)\(ii\)"):
        apply(state, ("blind", 1, 2))


@pytest.mark.parametrize("event", [("blind", 1, 1), ("blind", 1, 3), ("blind", 4, 4), ("ante", 1, 2)])
def test_a_blind_of_another_amount_or_seat_is_refused(event) -> None:
    with pytest.raises(IllegalEvent):
        apply(begin(), event)


def test_heads_up_as_the_text_is_written(play) -> None:
    """i(4): seats 2,7, button 7: seat 2 posts the first blind, the button the second and acts last."""
    state = start("holdem", (2, 7), 7, (100, 100), (2, 4))
    assert forced(state) == [("blind", 2, 2), ("blind", 7, 4)]
    state = play(state)
    assert state.actor == 2
    assert play(state, ["2 call", "7 check"]).actor == 2


def test_heads_up_as_published(play) -> None:
    """D01: the button posts the small blind, acts first before the flop and last after it."""
    state = start("holdem", (2, 7), 7, (100, 100), (2, 4), options=profile("published"))
    assert forced(state) == [("blind", 7, 2), ("blind", 2, 4)]
    state = play(state)
    assert state.actor == 7
    assert play(state, ["7 call", "2 check"]).actor == 2


def test_the_published_profile_changes_nothing_for_three() -> None:
    state = start("holdem", (2, 5, 7), 7, (100,) * 3, (2, 4), options=profile("published"))
    assert forced(state) == [("blind", 2, 2), ("blind", 5, 4)]


def test_straddle(play) -> None:
    """c(11): seat 6 straddles 8 before card 1: first to act seat 9, and seat 6 acts last with the option."""
    state = begin(options=Options(straddle=True))
    state = apply(apply(state, state.next), ("blind", 4, 4))
    assert legal(state) == (("deal", 1, "d"), ("straddle", 6))
    state = play(apply(state, ("straddle", 6)))
    assert (state.actor, state.to_call, state.bet(6)) == (9, 8, 8)
    state = play(state, ["9 call", "1 call", "4 call"])
    assert legal(state) == (("check", 6), ("raise", 6, 16, 200))
    assert play(state, ["6 check"]).actor == 1


def test_a_straddle_may_be_the_whole_stack(play) -> None:
    """Blinds 1 and 2, seat 6 has exactly 4: it straddles all-in and the hand goes on around it."""
    state = begin(options=Options(straddle=True), blinds=(1, 2), stacks=(200, 200, 4, 200))
    state = play(apply(apply(apply(state, state.next), ("blind", 4, 2)), ("straddle", 6)))
    assert (state.actor, state.to_call, state.is_all_in(6)) == (9, 4, True)
    assert play(state, ["9 fold", "1 call", "4 call"]).street == 1


def test_a_straddle_is_refused_when_off_late_from_another_seat_short_or_twice() -> None:
    off = begin()
    on = begin(options=Options(straddle=True))
    short = begin(options=Options(straddle=True), stacks=(200, 200, 7, 200))
    single = begin(options=Options(straddle=True), blinds=(4,))

    def posted(state):
        while state.next[0] == "blind":
            state = apply(state, state.next)
        return state

    dealt = apply(posted(on), ("deal", 1, 0, "d"))
    straddled = apply(posted(on), ("straddle", 6))
    for state, seat in [
        (posted(off), 6), (on, 6), (posted(on), 9), (dealt, 6), (posted(short), 6), (posted(single), 4),
        (straddled, 6),
    ]:  # fmt: skip
        with pytest.raises(IllegalEvent, match=r"c\(11\)"):
            apply(state, ("straddle", seat))


def test_no_straddle_heads_up_where_the_next_seat_has_posted() -> None:
    state = start("holdem", (2, 7), 7, (100, 100), (2, 4), options=Options(straddle=True))
    state = apply(apply(state, state.next), ("blind", 7, 4))
    assert legal(state) == (("deal", 2, "d"),)


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"seats": (3,), "stacks": (9,), "button": 3, "blinds": (1,)}, "f(2)"),
        ({"seats": tuple(range(1, 13)), "stacks": (9,) * 12}, "i(2)"),
        ({"seats": (1, 4, 6, 12)}, "a(1)"),
        ({"seats": (0, 4, 6, 9)}, "a(1)"),
        ({"seats": (1, 4, 4, 9)}, "a(1)"),
        ({"button": 2}, "i(3)"),
        ({"stacks": (200, 200, 200)}, "c(3)(iii)"),
        ({"antes": (1, 1)}, "c(3)(iii)"),
        ({"stacks": (200, 0, 200, 200)}, "c(3)(iii)"),
        ({"blinds": ()}, "i(4)"),
        ({"blinds": (0, 4)}, "i(4)"),
        ({"blinds": (4, 2)}, "i(4)"),
        ({"blinds": (1, 2, 4, 8, 16)}, "i(4)"),
        ({"antes": (-1, 0, 0, 0)}, "c(2)(i)"),
        ({"limits": no_limit(-1)}, "c(7)(iii)"),
        ({"unit": 0}, "c(7)(iii)"),
        ({"stacks": (200.0, 200, 200, 200)}, "c(3)"),
        ({"blinds": (2.5, 5)}, "c(3)"),
        ({"button": True}, "c(3)"),
    ],
)
def test_a_hand_that_cannot_begin_names_the_rule(changes, rule: str) -> None:
    with pytest.raises(IllegalEvent) as caught:
        begin(**changes)
    assert caught.value.rule == rule
    assert "\n" not in str(caught.value)


def test_an_unknown_game_or_profile_says_what_there_is() -> None:
    with pytest.raises(IllegalEvent, match="expected one of stud7_high, stud7_low, "):
        start("go", (1, 2), 1, (9, 9), (1,))
    with pytest.raises(ValueError, match="regulation, published"):
        profile("casino")


def test_a_seat_posts_once_to_be_dealt_in() -> None:
    """D02: 2 dead and 2 dead again is no posting."""
    with pytest.raises(IllegalEvent, match=r"posts twice to be dealt in \[c\(2\)\]"):
        start("holdem", (1, 4, 6), 6, (100,) * 3, (1, 2), entries=((6, 0, 2), (6, 0, 2)))


def test_eleven_players_leave_a_stub_of_22(play) -> None:
    """i(2), i(9): 22 hole + 5 board + 3 burns = 30."""
    state = start("holdem", range(1, 12), 4, (100,) * 11, (1, 2))
    order = [7, 8, 9, 10, 11, 1, 2, 3, 4]
    state = play(state, [f"{seat} call" for seat in order] + ["5 call", "6 check"])
    for _ in range(3):
        state = play(state, [f"{seat} check" for seat in [5, 6, *order]])
    assert state.next == ("show", 5)
    assert 52 - state.dealt.seen.bit_count() == 22
    assert len(state.burns) == 3
