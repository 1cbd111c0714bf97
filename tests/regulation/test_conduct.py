"""Subdivision (c), words and chips: each row's example, and a case that is not in it."""

import pytest

from host_tools.engine import (
    IllegalEvent,
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
