"""Subdivision (h), the deal and the betting of seven-card stud: each row's example, and a case that is not in it."""

import pytest

from host_tools.engine import IllegalEvent, Options, apply, fixed_limit, legal, start
from host_tools.engine.book import BOOK

SEVEN = ("stud7_high", "stud7_low", "stud7_hl", "stud7_hl8")
rule = pytest.mark.rule


FORCED = [
    ("h(4)", "stud7_high", {1: "2h", 2: "2c", 3: "Kd"}, 2),
    ("h(4)", "stud7_high", {1: "5s", 2: "5h", 3: "5d"}, 3),
    ("h(4)(i)", "stud7_high", {1: "As", 2: "3d", 4: "3c", 6: "Kh"}, 4),
    ("h(4)(i)", "stud7_high", {1: "As", 2: "Kh", 5: "9d"}, 5),
    ("h(4)(i)", "stud7_high", {3: "Ac", 7: "Kd"}, 7),
    ("h(4)(ii)", "stud7_low", {1: "Kh", 2: "Ac", 5: "Ad", 7: "2s"}, 5),
    ("h(4)(ii)", "stud7_low", {1: "Kh", 3: "Ks", 4: "2c"}, 3),
    ("h(4)(ii)", "stud7_low", {2: "Ts", 3: "Jc", 9: "9s"}, 3),
    ("h(4)(iii)", "stud7_hl", {1: "As", 2: "Kd", 4: "Kc", 8: "Qh"}, 2),
    ("h(4)(iii)", "stud7_hl", {1: "As", 2: "2c"}, 2),
    ("h(4)(iii)", "stud7_hl", {1: "As", 2: "Ac", 4: "Ad"}, 1),
    ("h(4)(iv)", "stud7_hl8", {1: "Ac", 3: "2d", 4: "2h", 6: "3c"}, 3),
    ("h(4)(iv)", "stud7_hl8", {2: "Ac", 5: "Kd"}, 5),
    ("h(4)(iv)", "stud7_hl8", {2: "8s", 5: "8c", 6: "9c"}, 5),
    ("m(4)", "stud5_high", {1: "5d", 2: "5c", 3: "Jh", 6: "As"}, 2),
    ("m(4)", "stud5_high", {4: "Ad", 9: "Kc"}, 9),
    ("c(2)(iii)", "stud5_high", {1: "9h", 3: "4d", 7: "Kc"}, 3),
    ("c(2)(iii)", "stud7_high", {1: "9h", 3: "Td", 7: "9c"}, 7),
]


@pytest.mark.parametrize(
    ("played", "ups", "seat"), [pytest.param(*values, marks=rule(rule_id)) for rule_id, *values in FORCED]
)
def test_the_forced_bet(play, played: str, ups: dict[int, str], seat: int, third) -> None:
    """Nothing else may happen until it is posted."""
    state = third(play, played, ups)
    assert legal(state) == (("bring_in", seat), ("bet", seat, 4, 4))
    for event in (("check", seat), ("fold", seat), ("call", seat)):
        with pytest.raises(IllegalEvent, match="owes the forced bet of 2"):
            apply(state, event)
    state = apply(state, ("bring_in", seat))
    assert (state.bet(seat), state.pot) == (2, 2)


@rule("h(4)(ii)")
def test_the_usual_forced_bet_of_stud_low_by_option(play, third) -> None:
    """D05: then the king posts."""
    usual = Options(stud_low_bringin_ace_low=True)
    assert third(play, "stud7_low", {1: "Kh", 2: "Ac", 5: "Ad", 7: "2s"}, options=usual).actor == 1


@rule("h(4)")
def test_no_forced_bet_before_every_player_has_three_cards(begin_stud) -> None:
    state = begin_stud("stud7_high", (1, 2, 3))
    for place, card in zip(range(8), range(20, 52), strict=False):
        assert state.next == ("deal", 1 + place % 3, "ddu"[place // 3])
        with pytest.raises(IllegalEvent):
            apply(state, ("bring_in", 1))
        state = apply(state, (*state.next[:2], card, state.next[2]))


@rule("h(1)")
def test_all_four_games_are_dealt_alike() -> None:
    assert len({tuple(script for script, _, _ in BOOK[played][2]) for played in SEVEN}) == 1


@rule("h(1)")
def test_no_burn_can_be_left_out(play, fourth) -> None:
    state = fourth(play, "stud7_hl", {1: "Kd", 2: "3h"})
    state = play(state, ["1 bring_in"])
    state = apply(state, ("call", 2))
    assert state.next == ("burn",)
    with pytest.raises(IllegalEvent, match="h\\(6\\)"):
        apply(state, ("deal", 1, 51, "u"))


@rule("h(2)")
def test_eight_players_at_most_and_an_ante(play, begin_stud, third) -> None:
    assert len(begin_stud("stud7_low", range(1, 9)).seats) == 8
    with pytest.raises(IllegalEvent, match=r"9 players: at most 8 \[h\(2\)\]"):
        begin_stud("stud7_low", range(1, 10))
    assert third(play, "stud7_high", {1: "2h", 2: "3c"}, ante=1).pot == 2
    assert third(play, "stud7_high", {1: "2h", 2: "3c"}).pot == 0


@rule("h(2)")
@pytest.mark.parametrize("played", SEVEN)
def test_an_ante_is_paid_before_the_cards(played: str, begin_stud) -> None:
    state = begin_stud(played, (2, 9), ante=1)
    assert [state.next, apply(state, state.next).next] == [("ante", 2, 1), ("ante", 9, 1)]


@rule("h(3)")
@pytest.mark.parametrize(("seats", "left"), [((1, 3, 4, 7), 40), (range(1, 9), 28), ((2, 11), 46)])
def test_three_cards_each_from_the_dealers_left(seats, left: int, begin_stud) -> None:
    state, order = begin_stud("stud7_high", seats), []
    while state.next[0] == "deal":
        order.append(state.next[1:])
        state = apply(state, (*state.next[:2], len(order), state.next[2]))
    assert order == [(seat, face) for face in "ddu" for seat in seats]
    assert state.cards_left == left
    with pytest.raises(IllegalEvent, match="has no button"):
        start("stud7_high", seats, seats[0], (9,) * len(seats), bring_in=1, limits=fixed_limit(2, 4))


@rule("h(5)")
def test_the_forced_bettor_has_no_option(play, third) -> None:
    """Forced 2 by seat 4: order 6, 1, 2; all call: 8 in the pot and the round is over."""
    state = third(play, "stud7_high", {1: "Kd", 2: "Qd", 4: "2c", 6: "Jd"})
    state = play(state, ["4 bring_in"])
    order = []
    while state.street == 0:
        order.append(state.actor)
        assert ("check", state.actor) not in legal(state)
        state = apply(state, ("call", state.actor))
    assert (order, state.pot) == ([6, 1, 2], 8)


@rule("h(5)")
def test_a_raise_is_answered_by_all(play, third) -> None:
    """Bets of 4: seat 1 completes to 4, seat 2 raises to 8: 4, 6 and 1 have to respond. The cap is three raises (W01);
    completing is none (W09).
    """
    state = third(play, "stud7_high", {1: "Kd", 2: "Qd", 4: "2c", 6: "Jd"})
    state = play(state, ["4 bring_in", "6 call", "1 raise 4", "2 raise 8"])
    assert (state.actor, state.to_call) == (4, 6)
    state = play(state, ["4 raise 12", "6 raise 16"])
    assert legal(state) == (("fold", 1), ("call", 1))
    state = play(state, ["1 call", "2 call", "4 call"])
    assert (state.street, state.pot) == (1, 64)


@rule("h(5)")
@pytest.mark.parametrize(
    ("forced", "short", "opening"),
    [(10, 99, ["4 bring_in"]), (2, 3, ["4 bring_in", "6 raise 3", "1 raise 10"])],
)
def test_what_completes_the_forced_bet_and_what_raises_it(
    play, forced: int, short: int, opening: list[str]
) -> None:
    """Bets of 10, three raises (W01). A forced bet of 10 is a full bet: nothing completes it. All-in for 3 over one of
    2 is less than half of a bet, and seat 1 completes it to 10: not yet a raise (W09).
    """
    stacks = (99, 99, 99, short)
    state = start("stud7_high", (1, 2, 4, 6), None, stacks, bring_in=forced, limits=fixed_limit(10, 20))
    state = play(state, (), {1: "KdKsKh", 2: "QdQsQh", 4: "2d2s2c", 6: "JdJsJh"})
    state = play(state, opening)
    for to in (20, 30, 40):
        assert legal(state)[-1] == ("raise", state.actor, to, to)
        state = apply(state, legal(state)[-1][:3])
    assert legal(state)[-1][0] == "call"


@rule("h(5)")
def test_the_forced_bet_may_be_a_full_one_or_all_that_is_left(play, third) -> None:
    """W09: a full bet instead; W12: with 1 of 2 left the others still answer 2."""
    ups = {1: "Kd", 2: "Qd", 4: "2c"}
    state = play(third(play, "stud7_high", ups), ["4 bet 4"])
    assert (state.actor, state.to_call, legal(state)[-1]) == (1, 4, ("raise", 1, 8, 8))
    state = play(third(play, "stud7_high", ups, stacks=(50, 50, 1)), ["4 bring_in"])
    assert (state.is_all_in(4), state.to_call) == (True, 2)
    strict = third(play, "stud7_high", ups, options=Options(bring_in_may_complete=False))
    assert legal(strict) == (("bring_in", 4),)


@rule("h(6)")
def test_fourth_street(play, third) -> None:
    """In-players 2, 5, 6, seat 1 folded: a burn, then up cards to 2, 5, 6; all-in seat 5 gets its card (W11)."""
    ups = {1: "Kd", 2: "2c", 5: "Qd", 6: "Jd"}
    state = play(third(play, "stud7_high", ups, stacks=(50, 50, 4, 50)), ["2 bring_in", "5 raise 4"])
    state = apply(apply(apply(state, ("call", 6)), ("fold", 1)), ("call", 2))
    assert state.next == ("burn",)
    state = apply(state, ("burn", 51))
    order = []
    while state.next[0] == "deal":
        order.append(state.next[1:])
        state = apply(state, (*state.next[:2], 50 - len(order), state.next[2]))
    assert (order, len(state.burns)) == ([(2, "u"), (5, "u"), (6, "u")], 1)
    assert state.actor in (2, 6)


@rule("h(6)")
def test_fourth_street_begins_with_the_first_remaining_player(play, third) -> None:
    state = play(third(play, "stud7_hl8", {1: "Kd", 2: "Qd", 3: "2c"}), ["3 bring_in", "1 fold", "2 call"])
    assert (state.up(1), len(state.up(2)), len(state.up(3)), len(state.burns)) == (state.hole(1)[2:], 2, 2, 1)


OPENERS = [
    ("h(6)(i)", "stud7_high", {2: "Kd4c", 5: "3h3s", 6: "AcQd"}, 5),
    ("h(6)(i)", "stud7_hl", {2: "Kd4cKh", 5: "3h3s3d", 6: "AcAdQh"}, 5),
    ("h(6)(i)", "stud7_hl8", {2: "KdKc4h4d", 5: "AhAsQd2c", 6: "TcJcQcKs"}, 2),
    ("h(6)(ii)", "stud7_low", {2: "Kd4c", 5: "3h3s", 6: "Ac6d"}, 6),
    ("h(6)(ii)", "stud7_low", {2: "Kd4c", 5: "3h3s", 6: "Ac6d", 8: "5c4d"}, 8),
    ("h(6)(ii)", "stud7_low", {2: "2d2c3h", 5: "KhQs9d", 6: "Jc9h8s"}, 6),
    ("h(6)(iii)", "stud7_high", {2: "Kh5d", 3: "Ah9d", 6: "As9c"}, 3),
    ("h(6)(iii)", "stud7_low", {2: "7h5d", 3: "Ah4d", 6: "As4c"}, 3),
    ("m(6)", "stud5_high", {1: "5d9h", 2: "5c5h", 6: "AsKd"}, 2),
    ("m(6)", "stud5_high", {1: "Qd7h", 6: "Qs7c"}, 1),
    ("m(6)", "stud5_high", {3: "9d8h", 6: "Ts2c"}, 6),
]


@pytest.mark.parametrize(
    ("played", "ups", "seat"), [pytest.param(*values, marks=rule(rule_id)) for rule_id, *values in OPENERS]
)
def test_the_opener_of_a_later_round(play, played: str, ups: dict[int, str], seat: int, fourth) -> None:
    state = fourth(play, played, ups)
    assert state.actor == seat
    assert [option[0] for option in legal(state)] == ["check", "bet"]


@rule("h(6)(iii)")
def test_a_tied_opener_read_literally(play, fourth) -> None:
    """D07: the first remaining player from the dealer's left, tied or not."""
    ups = {2: "Kh5d", 3: "Ah9d", 6: "As9c"}
    assert fourth(play, "stud7_high", ups, options=Options(tied_board_opener="first_active")).actor == 2


@rule("h(7)")
def test_a_later_round(play, fourth) -> None:
    """Opener 5: 5 checks, 6 checks, 2 bets 4, 5 calls, 6 raises to 8, 2 calls, 5 folds: 2: 8, 5: 4, 6: 8."""
    state = fourth(play, "stud7_high", {2: "Kd4c", 5: "3h3s", 6: "AcQd"})
    paid = dict(zip(state.seats, state.wager.paid, strict=True))
    done = play(state, ["5 check", "6 check", "2 bet 4", "5 call", "6 raise 8", "2 call", "5 fold"])
    assert done.street == 2
    after = dict(zip(done.seats, done.wager.paid, strict=True))
    assert {seat: after[seat] - paid[seat] for seat in after} == {2: 8, 5: 4, 6: 8}
    assert play(state, ["5 check", "6 check", "2 check"]).pot == state.pot


@rule("h(7)")
def test_a_checked_seat_has_to_answer_a_bet(play, fourth) -> None:
    state = fourth(play, "stud7_hl", {2: "Kd4c", 5: "3h3s", 6: "AcQd"})
    state = play(state, ["5 check", "6 bet 4", "2 fold"])
    assert legal(state) == (("fold", 5), ("call", 5), ("raise", 5, 8, 8))
    with pytest.raises(IllegalEvent, match=r"4 to call \[h\(7\)\]"):
        apply(state, ("check", 5))


@rule("h(8)")
@pytest.mark.parametrize(
    ("players", "stubs", "common"),
    [(8, [28, 19, 10, 1, 2], True), (7, [31, 23, 15, 7, 5], True), (6, [34, 27, 20, 13, 6], False)],
)
def test_a_short_deck(play, players: int, stubs: list[int], common: bool, begin_stud, to_street) -> None:
    """8 players: one card is left for the seventh street, so the three burns and it are shuffled, one burnt, one dealt
    to all. 7 players: burn and common card. 6: no common card.
    """
    state = play(begin_stud("stud7_high", range(1, players + 1)))
    seen = [state.cards_left]
    for street in range(1, 5):
        state = to_street(state, play, street, {})
        seen.append(state.cards_left)
    assert seen == stubs
    assert len(state.board) == common
    assert state.actor is not None
    assert all(len(state.hole(seat)) == 7 - common for seat in state.seats)


@rule("h(8)")
def test_just_enough_cards_and_the_burn_by_option(play, begin_stud, to_street) -> None:
    """D09: seven players, seven cards left: without the burn nobody needs a common card."""
    options = Options(stud_skip_burn_to_avoid_common=True)
    state = to_street(play(begin_stud("stud7_high", range(1, 8), options=options)), play, 4, {})
    assert (state.board, len(state.burns), state.cards_left) == ((), 3, 0)
