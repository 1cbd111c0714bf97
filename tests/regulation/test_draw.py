"""Subdivisions (k) and (l), five-card draw and triple draw: each row's example, and a case that is not in it."""

import pytest

from host_tools.engine import IllegalEvent, Options, apply, fixed_limit, legal
from host_tools.engine.book import BOOK, game

rule = pytest.mark.rule


# (k) five-card draw, (l) triple draw


@rule("k(1)")
@rule("g(4)")
def test_both_draw_games_are_dealt_alike(begin) -> None:
    assert BOOK["draw5_high"][:4] == BOOK["draw5_low"][:4]
    assert (BOOK["draw5_high"][4], BOOK["draw5_low"][4]) == (("high",), ("a5",))
    assert game("draw5_low", Options(draw5_max_players=10)).max_seats == 10
    with pytest.raises(IllegalEvent, match=r"at most 8 \[k\(1\)\]"):
        begin("draw5_high", range(1, 10), 1)


@rule("k(1)")
@pytest.mark.parametrize(("most", "allowed"), [(2, False), (9, True), (10, True)])
def test_the_most_seats_of_draw_are_an_option(most: int, allowed: bool, begin) -> None:
    options = Options(draw5_max_players=most)
    if allowed:
        assert len(begin("draw5_low", range(1, most + 1), 1, options=options).seats) == most
    with pytest.raises(IllegalEvent, match=f"at most {most}"):
        begin("draw5_low", range(1, most + 2), 1, options=options)


@rule("k(3)")
@rule("k(4)")
@pytest.mark.parametrize(("button", "first"), [(7, [2, 4, 7]), (2, [4, 7, 2])])
def test_five_rounds_of_down_cards(play, button: int, first: list[int], begin, dealt_order) -> None:
    state = begin("draw5_high", (2, 4, 7), button)
    assert dealt_order(state) == first * 5
    assert play(state).cards_left == 37


@rule("k(5)")
def test_the_first_round_of_draw(play, begin) -> None:
    state = play(begin("draw5_low", (2, 4, 7), 7))
    assert ([state.bet(seat) for seat in (2, 4, 7)], state.actor) == ([2, 4, 0], 7)
    state = play(state, ["7 call", "2 call"])
    assert [option[0] for option in legal(state)] == ["check", "raise"]
    assert apply(state, ("check", 4)).next == ("burn",)
    assert apply(apply(state, ("raise", 4, 8)), ("call", 7)).actor == 2


@rule("k(5)")
def test_one_blind_in_draw(play, begin) -> None:
    state = play(begin("draw5_high", (2, 4, 7), 7, (4,)))
    assert (state.actor, state.to_call, state.bet(2)) == (4, 4, 4)


@rule("k(5)(i)")
def test_one_burn_before_the_first_new_card(play, begin) -> None:
    state = play(begin("draw5_low", (2, 4, 7), 7), ["7 call", "2 call"])
    state = apply(state, ("check", 4))
    with pytest.raises(IllegalEvent, match="waits for burn card"):
        apply(state, ("discard", 2, ()))
    state = apply(state, ("burn", 51))
    order = []
    while state.next[0] in ("discard", "deal"):
        if state.next[0] == "discard":
            order.append(state.next[1])
            state = apply(state, (*state.next, state.hole(state.next[1])[:1]))
        else:
            state = apply(state, (*state.next[:2], 50 - len(order), "d"))
    assert (order, len(state.burns), state.actor) == ([2, 4, 7], 1, 2)


@rule("k(5)(ii)")
def test_a_deck_short_for_the_draw(play, drawing, draw) -> None:
    """Eight players: 11 cards after the burn; 3, 3, 3: two are left. The fourth draws 3: two, then one of the nine
    discards; its own three and the later seats' cards are not among them.
    """
    state = draw(play, drawing(play, "draw5_high", 8), 3, 3, 3)
    assert state.cards_left == 2
    state = apply(state, ("discard", 4, state.hole(4)[:3]))
    unseen = iter([card for card in range(52) if not state.dealt.seen >> card & 1])
    state = apply(apply(state, ("deal", 4, next(unseen), "d")), ("deal", 4, next(unseen), "d"))
    assert (state.next, state.cards_left) == (("shuffle",), 0)
    own = state.discarded(4)
    state = apply(state, ("shuffle",))
    assert (state.next, state.cards_left, state.discarded(4), state.burns != ()) == (
        ("deal", 4, "d"),
        9,
        own,
        True,
    )
    with pytest.raises(IllegalEvent, match="has been dealt before"):
        apply(state, ("deal", 4, own[0], "d"))


@rule("k(5)(ii)")
def test_folded_hands_are_shuffled_and_too_large_a_draw_is_refused(play, begin, drawing, missing) -> None:
    """Ten players, one card left after the burn and nothing discarded: no more than one card can be drawn. With a
    folded hand it is six, five at most.
    """
    options = Options(draw5_max_players=10)
    state = drawing(play, "draw5_low", 10, options=options)
    assert legal(state) == (("discard", 1, 0, 1),)
    with pytest.raises(IllegalEvent, match=r"may not discard 2: 0 to 1 is allowed \[k\(5\)\(ii\)\]"):
        apply(state, ("discard", 1, state.hole(1)[:2]))
    state = play(begin("draw5_low", range(1, 11), 10, options=options), ["3 fold"])
    while state.next[0] == "act":
        state = play(apply(state, ("call" if state.to_call else "check", state.actor)))
    assert legal(state) == (("discard", 1, 0, 5),)
    state = apply(apply(state, ("discard", 1, state.hole(1)[:2])), ("deal", 1, missing(state), "d"))
    folded = state.hole(3)
    state = apply(state, ("shuffle",))
    assert (len(folded), state.hole(3), state.cards_left) == (5, (), 5)


@rule("k(5)(ii)")
@pytest.mark.parametrize(("excluded", "shuffled", "most"), [(True, 9, 1), (False, 12, 5)])
def test_own_discards_by_option(play, drawing, draw, excluded: bool, shuffled: int, most: int) -> None:
    """D14, the literal reading: the fourth player's own three are shuffled in with the nine of the first three. Then
    five may be drawn of ten players' deck of one card, too, as they come back.
    """
    options = Options(draw5_max_players=10, draw_own_discards_excluded=excluded)
    state = draw(play, drawing(play, "draw5_high", 8, options=options), 3, 3, 3)
    state = apply(state, ("discard", 4, state.hole(4)[:3]))
    while state.cards_left:
        card = next(card for card in range(52) if not state.dealt.seen >> card & 1)
        state = apply(state, ("deal", 4, card, "d"))
    assert apply(state, ("shuffle",)).cards_left == shuffled
    assert legal(drawing(play, "draw5_high", 10, options=options)) == (("discard", 1, 0, most),)


@rule("k(7)")
def test_the_last_round_of_draw(play, begin, draw) -> None:
    state = play(begin("draw5_high", (2, 4, 7), 7), ["7 call", "2 fold", "4 check"])
    state = draw(play, state, 0, 0)
    assert state.actor == 4
    assert apply(apply(state, ("check", 4)), ("check", 7)).next == ("show", 4)
    assert apply(apply(state, ("bet", 4, 4)), ("raise", 7, 8)).actor == 4


@rule("k(7)")
def test_a_bet_after_the_draw_is_answered(play, begin, draw) -> None:
    state = draw(play, play(begin("draw5_low", (2, 4, 7), 7), ["7 call", "2 call", "4 check"]), 0, 0, 0)
    state = play(state, ["2 check", "4 bet 4", "7 fold"])
    assert (state.actor, state.to_call) == (2, 4)
    assert play(state, ["2 call"]).next == ("show", 4)


@rule("k(8)")
def test_all_in_before_the_draw_ends_in_a_showdown(play, begin, draw) -> None:
    state = play(begin("draw5_high", (4, 7), 7, stack=40), ["4 raise 40", "7 call"])
    assert draw(play, state, 0, 0).next == ("show", 4)


@rule("k(8)")
def test_a_showdown_or_none(play, begin, draw) -> None:
    state = play(begin("draw5_high", (2, 4, 7), 7), ["7 call", "2 fold", "4 check"])
    state = draw(play, state, 0, 0)
    assert play(state, ["4 check", "7 check"]).next == ("show", 4)
    assert play(state, ["4 bet 4", "7 fold"]).stack(4) == 200 + 6


@rule("k(8)(i)")
@rule("k(8)(ii)")
@pytest.mark.parametrize(
    ("played", "holes", "winner"),
    [
        ("draw5_high", {4: "9c9d9h2s3d", 7: "AsAdKcKdQh"}, 4),
        ("draw5_high", {4: "9c9d9h2s3d", 7: "AsKsQsJs2h"}, 4),
        ("draw5_low", {4: "8h6d4c3sAh", 7: "8c6s5d2hAc"}, 4),
        ("draw5_low", {4: "2h2d3c4s5h", 7: "KcQsJdTh9c"}, 7),
    ],
)
def test_the_best_draw_hand_wins(play, played: str, holes, winner: int, begin, draw) -> None:
    state = play(begin(played, (4, 7), 7, stack=40), (), holes)
    state = play(state, ["4 raise 40", "7 call"], holes)
    state = draw(play, state, 0, 0)
    assert play(state, ["4 show", "7 show"], holes).stack(winner) == 80


@rule("l(1)")
def test_triple_draw_has_three_draws_and_four_rounds(play, begin, draw) -> None:
    assert [script for script, _, _ in BOOK["triple_draw_27"][2]] == ["ddddd", "bw", "bw", "bw"]
    state = play(begin("triple_draw_27", (1, 3), 3))
    rounds = 0
    while not state.finished and state.next[0] != "show":
        rounds += state.next[0] == "act" and state.wager.acted == 0
        state = (
            draw(play, state, 0)
            if state.next[0] == "discard"
            else play(apply(state, ("call" if state.to_call else "check", state.actor)))
        )
    assert rounds == 4


@rule("l(1)")
@rule("l(2)")
def test_an_ante_and_no_fourth_draw(play, begin, down) -> None:
    state = play(begin("triple_draw_27", (1, 3), 3, antes=(1, 1)))
    assert state.pot == 8
    state = down(play, state, 3)
    state = play(state, ["1 check", "3 check"])
    with pytest.raises(IllegalEvent, match="waits for seat 1 shows"):
        apply(state, ("discard", 1, ()))


@rule("l(2)")
def test_seven_players_at_most(play, begin) -> None:
    assert play(begin("triple_draw_27", range(1, 8), 7)).cards_left == 17
    with pytest.raises(IllegalEvent, match=r"l\(2\)"):
        begin("triple_draw_27", range(1, 9), 8)


@rule("l(4)")
@pytest.mark.parametrize(("button", "first"), [(3, [6, 1, 3]), (6, [1, 3, 6])])
def test_five_rounds_of_down_cards_in_triple_draw(button: int, first: list[int], begin, dealt_order) -> None:
    assert dealt_order(begin("triple_draw_27", (1, 3, 6), button)) == first * 5


@rule("l(6)")
def test_the_first_draw(play, begin, draw, missing) -> None:
    """Button 3: order 6, 1, 3; six cards are refused, none is allowed."""
    state = play(begin("triple_draw_27", (1, 3, 6), 3), ["3 call", "6 call", "1 check"])
    for seat in (6, 1, 3):
        assert state.next == ("discard", seat)
        with pytest.raises(IllegalEvent, match=r"l\(6\)"):
            apply(state, ("discard", seat, (*state.hole(seat), missing(state))))
        with pytest.raises(IllegalEvent, match="those are not cards"):
            apply(state, ("discard", seat, (missing(state),)))
        state = draw(play, state, 0 if seat == 1 else 5)
    assert state.actor == 6


@rule("l(6)")
def test_a_deck_short_for_the_first_draw(play, drawing, draw, missing) -> None:
    """Seven players: 16 after the burn, five draw three each: one left. The sixth gets it, then two of 15 discards."""
    state = draw(play, drawing(play, "triple_draw_27", 7), 3, 3, 3, 3, 3)
    assert state.cards_left == 1
    own = state.hole(6)[:3]
    state = apply(apply(state, ("discard", 6, own)), ("deal", 6, missing(state), "d"))
    state = apply(state, ("shuffle",))
    assert (state.cards_left, state.discarded(6)) == (15, own)


@rule("l(7)")
@rule("l(9)")
@rule("l(11)")
@pytest.mark.parametrize("street", [1, 2, 3])
def test_the_later_rounds_of_triple_draw(play, street: int, begin, down) -> None:
    """First to act is the first unfolded seat after the button; 6 checks, 1 bets, 3 folds, 6 calls."""
    state = down(play, begin("triple_draw_27", (1, 3, 6), 3, limits=fixed_limit(4, 8)), street)
    bet = 4 if street == 1 else 8
    assert (state.actor, legal(state)) == (6, (("check", 6), ("bet", 6, bet, bet)))
    state = apply(apply(apply(state, ("check", 6)), ("bet", 1, bet)), ("fold", 3))
    raised = apply(state, ("raise", 6, 2 * bet))
    assert (raised.actor, raised.to_call) == (1, bet)
    state = apply(state, ("call", 6))
    assert state.next == (("burn",) if street < 3 else ("show", 1))


@rule("l(8)")
@rule("l(10)")
@pytest.mark.parametrize(("street", "burns", "without"), [(2, 2, 1), (3, 3, 1)])
def test_the_later_draws_burn_again(play, street: int, burns: int, without: int, begin, draw) -> None:
    """Order 6, 1 with 3 folded; D15: one burn for each draw, by option only for the first."""
    for each, wanted in ((True, burns), (False, without)):
        state = play(begin("triple_draw_27", (1, 3, 6), 3, options=Options(triple_draw_burn_each_draw=each)))
        state = play(state, ["3 fold", "6 call", "1 check"])
        order = []
        while state.street < street or state.next[0] == "discard":
            if state.next[0] == "discard":
                order.append(state.next[1])
                state = draw(play, state, 1)
            else:
                state = play(apply(state, ("check", state.actor)))
        assert (len(state.burns), order) == (wanted, [6, 1] * street)


@rule("l(12)")
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("7h5d4c3s2h", "7c6d4h3d2s"),
        ("KdKh9c5s2c", "6h5c4d3c2d"),
        ("KcJs9d8h2s", "Ah5h4s3d2c"),
        ("Ah5h4s3d2c", "2d2h3c4d5s"),
        ("8h7d6c4s3h", "8c7s6d5c2s"),
    ],
)
def test_the_lowest_hand_wins(play, better: str, worse: str, begin, draw) -> None:
    """All but the last are the digest's; 8-7-6-4-3 beats 8-7-6-5-2."""
    holes = {1: worse, 6: better}
    state = play(begin("triple_draw_27", (1, 6), 6, stack=40), (), holes)
    state = play(state, ["1 raise 40", "6 call"], holes)
    state = draw(play, state, *[0] * 6)
    assert play(state, ["1 show", "6 show"], holes).stacks() == {1: 0, 6: 80}
