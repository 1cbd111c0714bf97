"""Subdivision (c), words and chips: each row's example, and a case that is not in it."""

import pytest

from host_tools.engine import (
    IllegalEvent,
    Options,
    apply,
    fixed_limit,
    legal,
    no_limit,
    pot_limit,
    spread_limit,
)
from host_tools.engine.conduct import declared, placed_after_words, placed_in_silence, raise_at_rest

rule = pytest.mark.rule


@rule("c(4)")
def test_a_spoken_declaration_binds_in_turn(play, facing) -> None:
    state = facing(play, 10)
    assert declared(state, 9, "fold") == ("fold", 9)
    assert declared(state, 9, "raise", 40) == ("raise", 9, 40)
    assert declared(state, 9, "call") == ("call", 9)
    assert declared(state, 1, "raise", 40) is None
    for words in (("check", 0), ("raise", 19), ("bet", 40)):
        with pytest.raises(IllegalEvent, match=r"c\(4\)"):
            declared(state, 9, *words)


@rule("c(4)")
def test_a_fold_binds_where_a_check_was_free(play, table) -> None:
    state = play(table((200,) * 4), ["6 call", "9 call", "1 call", "4 check"])
    assert not apply(state, declared(state, 1, "fold")).is_live(1)


@rule("c(5)")
@pytest.mark.parametrize(("placed", "back", "short"), [(25, 0, 15), (60, 20, 0), (40, 0, 0)])
def test_the_announced_amount_stands(play, placed: int, back: int, short: int, facing) -> None:
    state = facing(play, 10)
    ruling = placed_after_words(state, ("raise", 9, 40), placed)
    assert ruling[:3] == (("raise", 9, 40), back, short)


@rule("c(5)")
def test_an_announced_call_is_the_call(play, facing) -> None:
    assert placed_after_words(facing(play, 10), ("call", 9), 25)[1:3] == (15, 0)


@rule("c(6)")
@rule("c(6)(ii)")
@pytest.mark.parametrize(("chips", "event"), [((25,), ("bet", 1, 25)), ((5, 5, 5, 5), ("bet", 1, 20))])
def test_chips_released_are_a_bet(play, chips, event, table) -> None:
    """One wager, however it was put in; it cannot be withdrawn, as the event has happened."""
    state = play(table((200,) * 4), ["6 call", "9 call", "1 call", "4 check"])
    ruling = placed_in_silence(state, chips)
    assert (ruling.event, ruling.back) == (event, 0)
    after = apply(state, ruling.event)
    with pytest.raises(IllegalEvent):
        apply(after, ruling.event)


@rule("c(6)")
@rule("c(6)(ii)")
def test_too_little_for_a_bet_is_none(play, table) -> None:
    state = play(table((200,) * 4), ["6 call", "9 call", "1 call", "4 check"])
    with pytest.raises(IllegalEvent, match=r"too little for a bet \[c\(7\)\(iii\)\]"):
        placed_in_silence(state, (1, 1))
    with pytest.raises(IllegalEvent, match="no wager is due"):
        placed_in_silence(state, ())


@rule("c(7)")
@pytest.mark.parametrize("later", [10, 25])
def test_a_bet_once_made_is_not_increased(play, later: int, table) -> None:
    state = play(table((200,) * 4), ["6 call", "9 call", "1 call", "4 check"])
    assert placed_in_silence(state, (5, 5), later)[:2] == (("bet", 1, 10), later)


@rule("c(7)(i)")
@pytest.mark.parametrize(
    ("chips", "later", "to"), [((5, 5, 5, 5), 0, 20), ((5, 5), 10, 10), ((5, 5, 25), 5, 35)]
)
def test_a_bet_said_to_be_incomplete(play, chips, later: int, to: int, table) -> None:
    """What was announced as not complete belongs to the chips of the bet, what was not goes back."""
    state = play(table((200,) * 4), ["6 call", "9 call", "1 call", "4 check"])
    assert placed_in_silence(state, chips, later)[:2] == (("bet", 1, to), later)


@rule("c(7)(ii)")
def test_the_exact_call_is_a_call(play, facing) -> None:
    """Facing 10, puts in 10, then says raise: refused; after another's raise to 20 the seat may raise again."""
    state = facing(play, 10)
    ruling = placed_in_silence(state, (5, 5))
    assert ruling.event == ("call", 9)
    state = apply(state, ruling.event)
    with pytest.raises(IllegalEvent):
        apply(state, ("raise", 9, 20))
    state = play(state, ["1 raise 20", "6 call"])
    assert ("raise", 9, 30, 996) in legal(state)


@rule("c(7)(ii)")
def test_less_than_the_call_is_not_enough(play, facing) -> None:
    with pytest.raises(IllegalEvent, match="10 to call"):
        placed_in_silence(facing(play, 10), (5,))


@rule("c(7)(iii)")
@pytest.mark.parametrize(("placed", "to", "back", "short"), [(16, 16, 0, 0), (24, 16, 8, 0), (10, 16, 0, 6)])
def test_an_announced_raise_until_the_hands_rest(
    play, placed: int, to: int, back: int, short: int, facing
) -> None:
    """Fixed bets of 8: 8 and then 8 make the raise to 16; 24 is cut to 16; 10 lacks 6."""
    state = facing(play, 8, limits=fixed_limit(8, 16), blinds=(4, 8))
    assert raise_at_rest(state, placed)[:3] == (("raise", 9, to), back, short)


@rule("c(7)(iii)")
@pytest.mark.parametrize(
    ("limits", "least", "most"),
    [(no_limit(), 20, 996), (pot_limit(), 20, 46), (spread_limit(4, 20), 20, 30)],
)
def test_the_posted_limits(play, limits, least: int, most: int, facing) -> None:
    """Facing 10. Pot limit: 4 + 4 + 4 + 4 and the bet are 26, after the call 36, so the raise is to 46."""
    assert legal(facing(play, 10, limits=limits))[-1] == ("raise", 9, least, most)


@rule("c(9)")
def test_a_single_larger_chip_is_a_call(play, facing) -> None:
    state = facing(play, 5)
    assert placed_in_silence(state, (25,))[:3] == (("call", 9), 20, 0)
    assert declared(state, 9, "raise", 25) == ("raise", 9, 25)


@rule("c(9)")
@pytest.mark.parametrize(
    ("chips", "event", "back"),
    [
        ((5, 5), ("raise", 9, 10), 0),
        ((1, 25), ("raise", 9, 26), 0),
        ((5, 1), ("call", 9), 1),
        ((25, 25), ("raise", 9, 50), 0),
    ],
)
def test_several_chips(play, chips, event, back: int, facing) -> None:
    """W05: a call unless the chips without the smallest one already make the call and the rest a raise."""
    assert placed_in_silence(facing(play, 5), chips)[:2] == (event, back)


@rule("c(9)")
def test_a_single_chip_opens_for_its_full_value(play, table) -> None:
    state = play(table((200,) * 4), ["6 call", "9 call", "1 call", "4 check"])
    assert placed_in_silence(state, (100,)).event == ("bet", 1, 100)
    fixed = play(table((200,) * 4, limits=fixed_limit(4, 8)), ["6 call", "9 call", "1 call", "4 check"])
    assert placed_in_silence(fixed, (100,))[:2] == (("bet", 1, 4), 96)


# The same as events of a hand: what stands, what goes back, what is still to be put in.


@rule("c(4)")
def test_words_in_turn_are_the_wager(play, facing) -> None:
    """Facing 10, "forty" is a raise to 40; a spoken fold stands though chips follow, which go back."""
    state = apply(facing(play, 10), ("declare", 9, "raise", 40))
    assert (state.bet(9), state.actor) == (40, 1)
    assert state.rulings[-1][:4] == (("raise", 9, 40), 0, 40, "c(4)")
    folded = apply(apply(facing(play, 10), ("declare", 9, "fold")), ("place", 9, (5, 5)))
    assert not folded.is_live(9)
    assert folded.rulings[-1].back == 10


@rule("c(4)")
@pytest.mark.parametrize("binding", [False, True])
def test_words_out_of_turn(play, facing, binding: bool) -> None:
    """W07: seat 1 says call before seat 9 has acted. Where it binds, only while the bet to answer is the same."""
    state = facing(play, 10, options=Options(out_of_turn_binding=binding))
    said = apply(state, ("declare", 1, "call"))
    assert (said.actor, said.bet(1), said.wager[:-1]) == (9, 0, state.wager[:-1])
    called = play(said, ["9 call"])
    assert (legal(called) == (("call", 1),)) == binding
    if binding:
        for other in (("fold", 1), ("raise", 1, 20)):
            with pytest.raises(IllegalEvent, match=r"seat 1 has said out of turn: seat 1 calls \[c\(4\)\]"):
                apply(called, other)
    assert play(called, ["1 call"]).street == 2
    raised = play(said, ["9 raise 40"])
    assert len(legal(raised)) == 3
    assert not play(raised, ["1 fold"]).is_live(1)


@rule("c(4)")
def test_a_raise_said_out_of_turn_binds_to_its_amount(play, facing) -> None:
    state = facing(play, 10, options=Options(out_of_turn_binding=True))
    state = play(apply(state, ("declare", 1, "raise", 50)), ["9 call"])
    assert legal(state) == (("raise", 1, 50, 50),)
    with pytest.raises(IllegalEvent, match="has said"):
        apply(state, ("raise", 1, 60))
    assert apply(state, ("raise", 1, 50)).bet(1) == 50
    too_little = facing(play, 10, options=Options(out_of_turn_binding=True))
    too_little = play(apply(too_little, ("declare", 1, "raise", 15)), ["9 call"])
    assert len(legal(too_little)) == 3  # no raise that the rules allow binds nobody


@rule("c(4)")
@pytest.mark.parametrize(
    "words",
    [(9, "fly"), (9, "raise"), (9, "call", 10), (9, "check"), (4, "call"), (2, "call"), (9, "raise", 19)],
)
def test_words_that_are_no_wager_are_refused(play, facing, words) -> None:
    with pytest.raises(IllegalEvent, match=r"c\(4\)"):
        apply(facing(play, 10), ("declare", *words))


@rule("c(5)")
@pytest.mark.parametrize(
    ("chips", "back", "short"), [((25,), 0, 15), ((25, 25, 5, 5), 20, 0), ((25, 5, 5, 5), 0, 0)]
)
def test_chips_after_words_are_corrected_to_them(play, facing, chips, back: int, short: int) -> None:
    """Announced 40: 25 lack 15, of 60 go back 20; the bet is 40 in both."""
    state = apply(apply(facing(play, 10), ("declare", 9, "raise", 40)), ("place", 9, chips))
    assert state.rulings[-1][:4] == (("raise", 9, 40), back, short, "c(5)")
    assert state.bet(9) == 40
    if short:
        state = apply(state, ("place", 9, (25,)))
        assert state.rulings[-1][1:4] == (25 - short, 0, "c(5)")
        assert apply(state, ("place", 9, (5,))).rulings[-1][1:4] == (5, 0, "c(7)")


@rule("c(7)")
def test_a_string_bet_goes_back(play, table) -> None:
    """Seat 1 bets 10, then adds 10 on its own: the bet remains 10."""
    state = play(table((200,) * 4), ["6 call", "9 call", "1 call", "4 check"])
    state = apply(apply(state, ("place", 1, (5, 5))), ("place", 1, (5, 5)))
    assert (state.bet(1), state.actor) == (10, 4)
    assert state.rulings[-1][:4] == (("bet", 1, 10), 10, 0, "c(7)")


@rule("c(7)(iii)")
def test_chips_with_the_word_raise(play, facing) -> None:
    """Fixed bets of 8: of 24 the raise to 16 stands and 8 go back; 10 lack 6, which follow."""
    state = facing(play, 8, limits=fixed_limit(8, 16), blinds=(4, 8))
    cut = apply(state, ("place", 9, (8, 8, 8), "raise"))
    assert (cut.bet(9), cut.rulings[-1][1:4]) == (16, (8, 0, "c(7)(iii)"))
    lacks = apply(state, ("place", 9, (5, 5), "raise"))
    assert (lacks.bet(9), lacks.rulings[-1].short) == (16, 6)
    assert apply(lacks, ("place", 9, (5, 1))).rulings[-1][1:4] == (0, 0, "c(5)")


@rule("c(9)")
def test_the_single_chip_as_an_event(play, facing) -> None:
    """Facing 5 a silent 25 is a call with 20 to change; with the word raise it is a raise to 25."""
    silent = apply(facing(play, 5), ("place", 9, (25,)))
    assert (silent.bet(9), silent.rulings[-1][1:4]) == (5, (20, 0, "c(9)"))
    said = apply(facing(play, 5), ("place", 9, (25,), "raise"))
    assert (said.bet(9), said.rulings[-1][1:3]) == (25, (0, 0))
    called = apply(facing(play, 5), ("place", 9, (25,), "call"))
    assert (called.bet(9), called.rulings[-1][1:4]) == (5, (20, 0, "c(5)"))


@rule("c(6)")
@pytest.mark.parametrize(
    "event",
    [
        ("place", 9, ()),
        ("place", 9, (0,)),
        ("place", 9, (2.5,)),
        ("place", 1, (10,)),
        ("place", 9, (4,)),
        ("place", 9, (25,), "fly"),
    ],
)
def test_chips_that_are_no_wager_are_refused(play, facing, event) -> None:
    state = facing(play, 10)
    snapshot = repr(state)
    with pytest.raises(IllegalEvent):
        apply(state, event)
    assert repr(state) == snapshot


@rule("c(6)")
@pytest.mark.parametrize(
    ("chips", "event", "back", "short"),
    [
        ((2,), ("bring_in", 1), 0, 0),
        ((3,), ("bring_in", 1), 1, 0),
        ((1,), ("bring_in", 1), 0, 1),
        ((4,), ("bet", 1, 4), 0, 0),
        ((5,), ("bet", 1, 4), 1, 0),
    ],
)
def test_chips_of_the_seat_that_owes_the_forced_bet(play, third, chips, event, back: int, short: int) -> None:
    """Forced bet 2, bets of 4; the two of clubs is up at seat 1."""
    state = third(play, "stud7_high", {1: "2c", 2: "9d", 3: "Kh"})
    state = apply(state, ("place", 1, chips))
    assert state.rulings[-1][:3] == (event, back, short)
