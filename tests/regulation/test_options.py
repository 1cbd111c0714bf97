"""House options whose alternatives no other file shows: what a room may choose where the text leaves a gap."""

import pytest

from host_tools.engine import IllegalEvent, Options, apply, fixed_limit, legal, profile, start
from host_tools.engine.conduct import placed_in_silence
from host_tools.engine.opening import best_showing

rule = pytest.mark.rule

CHECKS = ["1 check", "4 check", "6 check", "9 check"]


def checked_round(state):
    """Everybody checks until the round is over."""
    street = state.street
    while state.next[0] == "act" and state.street == street:
        state = apply(state, ("check", state.actor))
    return state


@rule("g")
@pytest.mark.parametrize("allowed", [True, False])
def test_triple_draw_may_be_left_out(allowed: bool) -> None:
    """X01: (l) regulates it, (g) does not list it."""
    options = Options(allow_triple_draw=allowed)
    if allowed:
        assert not start("triple_draw_27", (1, 2), 2, (9, 9), (1, 2), options=options).finished
    else:
        with pytest.raises(IllegalEvent, match=r"not offered here \[g\]"):
            start("triple_draw_27", (1, 2), 2, (9, 9), (1, 2), options=options)


@rule("c(11)")
@pytest.mark.parametrize(("live", "street"), [(True, 0), (False, 1)])
def test_a_straddle_with_and_without_the_option_to_raise(play, table, live: bool, street: int) -> None:
    """W04: seat 6 straddles 8 and everybody calls; only a live one may raise now."""
    state = table((200,) * 4, options=Options(straddle=True, straddle_live=live))
    state = apply(apply(apply(state, state.next), ("blind", 4, 4)), ("straddle", 6))
    state = play(state, ["9 call", "1 call", "4 call"])
    assert state.street == street
    assert state.actor == (6 if live else 1)


@rule("c(11)")
def test_a_dead_straddle_still_answers_a_raise(play, table) -> None:
    state = table((200,) * 4, options=Options(straddle=True, straddle_live=False))
    state = apply(apply(apply(state, state.next), ("blind", 4, 4)), ("straddle", 6))
    state = play(state, ["9 raise 16", "1 fold", "4 fold"])
    assert legal(state) == (("fold", 6), ("call", 6), ("raise", 6, 24, 200))


@rule("c(9)")
@pytest.mark.parametrize(("opens", "to", "back"), [("full_value", 100, 0), ("least", 4, 96)])
def test_a_silent_single_chip_that_opens(play, table, opens: str, to: int, back: int) -> None:
    """W05: a chip of 100 in a round of bets from 4."""
    options = Options(oversized_chip_opens=opens)
    state = play(table((200,) * 4, options=options), ["6 call", "9 call", "1 call", "4 check"])
    assert placed_in_silence(state, (100,))[:2] == (("bet", 1, to), back)
    assert placed_in_silence(state, (50, 50))[:2] == (("bet", 1, 100), 0)


@rule("f(5)")
@pytest.mark.parametrize(("order", "first"), [("aggressor", 4), ("first_to_act", 1)])
def test_who_shows_first(play, table, order: str, first: int) -> None:
    """W14: on the river seat 1 bets, seat 4 raises, 6 and 1 call."""
    state = play(table((200,) * 4, options=Options(showdown_order=order)), ["6 call", "9 call", "1 call"])
    state = play(state, ["4 check", *CHECKS * 2, "1 bet 4", "4 raise 8", "6 call", "9 fold", "1 call"])
    assert state.next == ("show", first)


@rule("h(8)")
@pytest.mark.parametrize(
    ("included", "events", "left", "burns"),
    [
        (True, ["shuffle", "burn", "board"], [4, 3, 2], 1),
        (False, ["burn", "shuffle", "burn", "board"], [0, 3, 2, 1], 2),
    ],
)
def test_the_last_card_of_a_short_deck(
    play, begin_stud, to_street, missing, included: bool, events, left, burns: int
) -> None:
    """D10, eight players: the three burns are shuffled with the last card; or it is burned first and stays out."""
    options = Options(stud_reshuffle_includes_last_card=included)
    state = play(begin_stud("stud7_high", range(1, 9), options=options))
    state = checked_round(to_street(state, play, 3, {}))
    assert state.cards_left == 1
    last = missing(state)
    for event, stub in zip(events, left, strict=True):
        assert state.next == (event,)
        state = apply(state, (event,) if event == "shuffle" else (event, missing(state)))
        assert state.cards_left == stub
    assert len(state.burns) == burns
    assert (state.burns[0] == last) != included


@rule("k(5)(ii)")
@rule("l(6)")
@pytest.mark.parametrize("game", ["draw5_high", "triple_draw_27"])
def test_a_burn_after_the_discards_are_shuffled(play, drawing, draw, missing, game: str) -> None:
    """D14, seven players: 16 cards after the burn, five for each of the first three. The fourth gets the last one, then
    the 15 discards are shuffled and one of them burned.
    """
    options = Options(draw_burn_after_reshuffle=True)
    state = draw(play, drawing(play, game, 7, options=options), 5, 5, 5)
    assert state.cards_left == 1
    state = apply(state, ("discard", 4, state.hole(4)[:2]))
    state = apply(state, ("deal", 4, missing(state), "d"))
    state = apply(state, ("shuffle",))
    assert (state.next, state.cards_left) == (("burn",), 15)
    state = apply(state, ("burn", missing(state)))
    assert (state.next, state.cards_left, len(state.burns)) == (("deal", 4, "d"), 14, 2)
    assert apply(state, ("deal", 4, missing(state), "d")).next == ("discard", 5)


@rule("h(5)")
@pytest.mark.parametrize("option", [False, True])
def test_the_forced_bettor_has_the_option_of_a_blind(play, third, option: bool) -> None:
    """W09: seat 4 brings it in for 2, the others just call. As a blind it could still check or raise to 4."""
    state = third(play, "stud7_high", {1: "Kd", 2: "Qd", 4: "2c"}, options=Options(forced_bet_option=option))
    state = play(state, ["4 bring_in", "1 call", "2 call"])
    if option:
        assert legal(state) == (("check", 4), ("raise", 4, 4, 4))
        assert play(state, ["4 raise 4"]).actor == 1
        state = play(state, ["4 check"])
    assert (state.street, state.pot) == (1, 6)


@rule("h(8)")
@pytest.mark.parametrize(("counts", "opener"), [(True, 1), (False, 2)])
def test_a_common_card_in_the_hands_showing(play, fourth, cards, counts: bool, opener: int) -> None:
    """D11: with the common king seat 1 shows a pair of kings; without it seat 2's ace is best."""
    options = Options(common_card_counts_for_opener=counts)
    state = fourth(play, "stud7_high", {1: "KdQd7h5c", 2: "AhJs8d3s"}, options=options)
    dealt = state.dealt._replace(board=tuple(cards("Kc")))
    assert state.seats[best_showing(state.setup, dealt, state.wager.live)] == opener


@rule("k(5)(ii)")
@pytest.mark.parametrize(
    ("stub_first", "then", "left"), [(True, ("deal", 4, "d"), 2), (False, ("shuffle",), 11)]
)
def test_the_rest_of_the_deck_first_or_shuffled_in(play, drawing, draw, stub_first: bool, then, left) -> None:
    """D14, eight players: two cards are left and nine discarded when the fourth wants three."""
    options = Options(draw_stub_first=stub_first)
    state = draw(play, drawing(play, "draw5_high", 8, options=options), 3, 3, 3)
    state = apply(state, ("discard", 4, state.hole(4)[:3]))
    assert state.next == then
    state = apply(state, ("shuffle",)) if not stub_first else state
    assert (state.next, state.cards_left) == (("deal", 4, "d"), left)


@rule("k(5)(ii)")
@rule("l(6)")
@pytest.mark.parametrize("most", [0, 3, 5])
def test_the_most_that_may_be_discarded(play, drawing, most: int) -> None:
    """D13."""
    state = drawing(play, "triple_draw_27", 2, options=Options(draw_max_discards=most))
    assert legal(state) == (("discard", 1, 0, most),)
    for count in range(most + 1, 6):
        with pytest.raises(IllegalEvent, match=f"0 to {most} is allowed" if most else "0 is allowed"):
            apply(state, ("discard", 1, state.hole(1)[:count]))


@rule("l(12)")
@pytest.mark.parametrize(("straight", "winner"), [(False, 1), (True, 6)])
def test_a_wheel_in_deuce_to_seven(play, begin, draw, straight: bool, winner: int) -> None:
    """R04: A-5-4-3-2 beats a pair of deuces as an ace-high hand, and loses to it as a straight."""
    holes = {1: "Ah5h4s3d2c", 6: "2d2h3c4d5s"}
    options = Options(wheel_is_straight_in_27=straight)
    state = play(begin("triple_draw_27", (1, 6), 6, stack=40, options=options), (), holes)
    state = draw(play, play(state, ["1 raise 40", "6 call"], holes), *[0] * 6)
    assert play(state, ["1 show", "6 show"], holes).stack(winner) == 80


@rule("k(5)(ii)")
@pytest.mark.parametrize("burned", [False, True])
def test_the_card_to_be_burned_cannot_be_drawn(play, drawing, draw, burned: bool) -> None:
    """Ten players of draw: one card is left after the burn. The first draws it for one of its own, which is all that
    the second could get; where it is burned, nothing is left to get.
    """
    options = Options(draw5_max_players=10, draw_burn_after_reshuffle=burned)
    state = drawing(play, "draw5_high", 10, options=options)
    assert (state.cards_left, legal(state)) == (1, (("discard", 1, 0, 1),))
    assert legal(draw(play, state, 1)) == (("discard", 2, 0, 0 if burned else 1),)


def tied(play, game: str, holes, board: str, **more):
    """Seat 8 and seat 5 tie for 201, of which seat 2 left one; the button is at 5."""
    state = start(game, (2, 5, 8), 5, (500,) * 3, (1, 1, 100), **more)
    return play(state, ["8 call", "2 fold", "5 check"], holes, board)


@rule("i(10)")
@rule("b(3)")
@pytest.mark.parametrize(("odd", "winner"), [("first_after_button", 8), ("suit", 5)])
def test_the_odd_chip_of_holdem(play, odd: str, winner: int) -> None:
    """S01: both play the ace with the board; seat 5's is the spade, seat 8 is first after the button."""
    options = Options(odd_chip_button_games=odd)
    holes, board = {5: "As4d", 8: "Ac4h"}, "KhQd9c7s2d"
    state = tied(play, "holdem", holes, board, options=options)
    state = play(state, ["8 check", "5 check"] * 3, holes, board)
    state = play(state, ["8 show", "5 show"])
    assert state.stack(winner) == 501


@rule("j(6)(ii)(a)")
def test_the_odd_chip_of_omaha_by_the_suit_of_two_and_three(play) -> None:
    """S05: aces full on the board's pair. The five cards of seat 8 hold its ace of hearts, those of seat 5 no more than
    clubs and diamonds: the spades of seat 5 are not played, as only two own cards are.
    """
    options = Options(odd_chip_button_games="suit")
    holes, board = {5: "AcAd3s4s", 8: "AhAs5c6c"}, "KhKd9c7h2d"
    state = tied(play, "omaha_high", holes, board, options=options)
    state = play(state, ["8 check", "5 check"] * 3, holes, board)
    state = play(state, ["8 show", "5 show"])
    assert state.stacks() == {2: 499, 5: 500, 8: 501}


@rule("l(12)")
@pytest.mark.parametrize(
    ("odd", "five", "eight", "winner"),
    [
        ("first_after_button", "2c3d4h5s7d", "2s3h4d5c7h", 8),
        ("suit", "2c3d4h5s7d", "2s3h4d5c7h", 5),
        ("suit", "2d4h5s9dAc", "2h4d5c9hAs", 5),
        ("suit", "2h4h5s9dAs", "2d4d5c9hAc", 8),
    ],
)
def test_the_odd_chip_of_triple_draw(play, odd: str, five: str, eight: str, winner: int) -> None:
    """The deuce is the lowest card, the ace the highest, and the lower suit of two deuces gets the chip."""
    options = Options(odd_chip_button_games=odd)
    holes = {5: five, 8: eight}
    state = tied(play, "triple_draw_27", holes, "", limits=fixed_limit(100, 200), options=options)
    for _ in range(3):
        state = play(state, ["8 discard", "5 discard", "8 check", "5 check"], holes)
    state = play(state, ["8 show", "5 show"])
    assert state.stack(winner) == 501


@rule("i(4)")
def test_what_most_rooms_do(play) -> None:
    """D01, D05, D17 as every cardroom has them: the button posts the small blind when two play, a king brings it in in
    stud low, crazy pineapple is discarded after the flop betting.
    """
    options = profile("cardroom")
    assert play(start("holdem", (4, 9), 4, (500, 500), (50, 100), options=options)).bet(4) == 50
    crazy = start("crazy_pineapple", (1, 2), 2, (9, 9), (1, 2), options=options)
    assert [street[0] for street in crazy.setup.game.streets] == ["ddd", "bccc", "xbc", "bc"]
    razz = start("stud7_low", (1, 2), None, (9, 9), bring_in=1, limits=fixed_limit(2, 4), options=options)
    assert razz.setup.game.streets[0][1] == "king"
