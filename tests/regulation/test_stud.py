"""Subdivisions (h) and (m), seven-card and five-card stud: each row's example, and a case that is not in it."""

import pytest

from host_tools.engine import IllegalEvent, Options, apply, fixed_limit, legal, start
from host_tools.engine.book import BOOK, game
from railbird.rules.cards import name, parse

SEVEN = ("stud7_high", "stud7_low", "stud7_hl", "stud7_hl8")
rule = pytest.mark.rule


def begin(played: str, seats, stack: int = 1000, ante: int = 0, bring_in: int = 2, **more):
    limits = more.pop("limits", fixed_limit(4, 8))
    seats = tuple(seats)
    stacks = more.pop("stacks", (stack,) * len(seats))
    antes = (ante,) * len(seats)
    return start(played, seats, None, stacks, (), antes, bring_in=bring_in, limits=limits, **more)


def showing(ups: dict[int, str], played: str, down: int) -> dict[int, str]:
    """Own cards for `play`: unused low cards down, then the up cards given."""
    given = {text[index : index + 2] for text in ups.values() for index in range(0, len(text), 2)}
    rest = iter([name(card) for card in range(52) if name(card) not in given])
    del played
    return {seat: "".join(next(rest) for _ in range(down)) + text for seat, text in ups.items()}


def third(play, played: str, ups: dict[int, str], **more):
    """A hand of stud up to the forced bet, with these cards up."""
    down = 1 if played == "stud5_high" else 2
    return play(begin(played, ups, **more), (), showing(ups, played, down))


def fourth(play, played: str, ups: dict[int, str], **more):
    """The same, everybody calling until each has as many cards up as given."""
    down = 1 if played == "stud5_high" else 2
    state = begin(played, ups, **more)
    holes = showing(ups, played, down)
    state = play(state, (), holes)
    while len(state.up(state.seats[0])) < len(ups[state.seats[0]]) // 2:
        seat = state.actor
        verb = legal(state)[0][0] if not state.to_call else "call"
        state = play(state, [f"{seat} {verb}"], holes)
    return state


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
def test_the_forced_bet(play, played: str, ups: dict[int, str], seat: int) -> None:
    """Nothing else may happen until it is posted."""
    state = third(play, played, ups)
    assert legal(state) == (("bring_in", seat), ("bet", seat, 4, 4))
    for event in (("check", seat), ("fold", seat), ("call", seat)):
        with pytest.raises(IllegalEvent, match="owes the forced bet of 2"):
            apply(state, event)
    state = apply(state, ("bring_in", seat))
    assert (state.bet(seat), state.pot) == (2, 2)


@rule("h(4)(ii)")
def test_the_usual_forced_bet_of_stud_low_by_option(play) -> None:
    """D05: then the king posts."""
    usual = Options(stud_low_bringin_ace_low=True)
    assert third(play, "stud7_low", {1: "Kh", 2: "Ac", 5: "Ad", 7: "2s"}, options=usual).actor == 1


@rule("h(4)")
def test_no_forced_bet_before_every_player_has_three_cards() -> None:
    state = begin("stud7_high", (1, 2, 3))
    for place, card in zip(range(8), range(20, 52), strict=False):
        assert state.next == ("deal", 1 + place % 3, "ddu"[place // 3])
        with pytest.raises(IllegalEvent):
            apply(state, ("bring_in", 1))
        state = apply(state, (*state.next[:2], card, state.next[2]))


@rule("h(1)")
def test_all_four_games_are_dealt_alike() -> None:
    assert len({tuple(script for script, _, _ in BOOK[played][2]) for played in SEVEN}) == 1


@rule("h(1)")
def test_no_burn_can_be_left_out(play) -> None:
    state = fourth(play, "stud7_hl", {1: "Kd", 2: "3h"})
    state = play(state, ["1 bring_in"])
    state = apply(state, ("call", 2))
    assert state.next == ("burn",)
    with pytest.raises(IllegalEvent, match="h\\(6\\)"):
        apply(state, ("deal", 1, 51, "u"))


@rule("h(2)")
def test_eight_players_at_most_and_an_ante(play) -> None:
    assert len(begin("stud7_low", range(1, 9)).seats) == 8
    with pytest.raises(IllegalEvent, match=r"9 players: at most 8 \[h\(2\)\]"):
        begin("stud7_low", range(1, 10))
    assert third(play, "stud7_high", {1: "2h", 2: "3c"}, ante=1).pot == 2
    assert third(play, "stud7_high", {1: "2h", 2: "3c"}).pot == 0


@rule("h(2)")
@pytest.mark.parametrize("played", SEVEN)
def test_an_ante_is_paid_before_the_cards(played: str) -> None:
    state = begin(played, (2, 9), ante=1)
    assert [state.next, apply(state, state.next).next] == [("ante", 2, 1), ("ante", 9, 1)]


@rule("h(3)")
@pytest.mark.parametrize(("seats", "left"), [((1, 3, 4, 7), 40), (range(1, 9), 28), ((2, 11), 46)])
def test_three_cards_each_from_the_dealers_left(seats, left: int) -> None:
    state, order = begin("stud7_high", seats), []
    while state.next[0] == "deal":
        order.append(state.next[1:])
        state = apply(state, (*state.next[:2], len(order), state.next[2]))
    assert order == [(seat, face) for face in "ddu" for seat in seats]
    assert state.cards_left == left
    with pytest.raises(IllegalEvent, match="has no button"):
        start("stud7_high", seats, seats[0], (9,) * len(seats), bring_in=1, limits=fixed_limit(2, 4))


@rule("h(5)")
def test_the_forced_bettor_has_no_option(play) -> None:
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
def test_a_raise_is_answered_by_all(play) -> None:
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
def test_the_forced_bet_may_be_a_full_one_or_all_that_is_left(play) -> None:
    """W09: a full bet instead; W12: with 1 of 2 left the others still answer 2."""
    ups = {1: "Kd", 2: "Qd", 4: "2c"}
    state = play(third(play, "stud7_high", ups), ["4 bet 4"])
    assert (state.actor, state.to_call, legal(state)[-1]) == (1, 4, ("raise", 1, 8, 8))
    state = play(third(play, "stud7_high", ups, stacks=(50, 50, 1)), ["4 bring_in"])
    assert (state.is_all_in(4), state.to_call) == (True, 2)
    strict = third(play, "stud7_high", ups, options=Options(bring_in_may_complete=False))
    assert legal(strict) == (("bring_in", 4),)


@rule("h(6)")
def test_fourth_street(play) -> None:
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
def test_fourth_street_begins_with_the_first_remaining_player(play) -> None:
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
def test_the_opener_of_a_later_round(play, played: str, ups: dict[int, str], seat: int) -> None:
    state = fourth(play, played, ups)
    assert state.actor == seat
    assert [option[0] for option in legal(state)] == ["check", "bet"]


@rule("h(6)(iii)")
def test_a_tied_opener_read_literally(play) -> None:
    """D07: the first remaining player from the dealer's left, tied or not."""
    ups = {2: "Kh5d", 3: "Ah9d", 6: "As9c"}
    assert fourth(play, "stud7_high", ups, options=Options(tied_board_opener="first_active")).actor == 2


@rule("m(6)")
def test_the_best_hand_showing_has_to_bet_by_option(play) -> None:
    """D16."""
    state = fourth(play, "stud5_high", {1: "Qd7h", 6: "Qs7c"}, options=Options(stud5_opener_may_check=False))
    assert legal(state) == (("fold", 1), ("bet", 1, 4, 4))
    with pytest.raises(IllegalEvent, match="the best hand showing has to bet"):
        apply(state, ("check", 1))


@rule("h(7)")
def test_a_later_round(play) -> None:
    """Opener 5: 5 checks, 6 checks, 2 bets 4, 5 calls, 6 raises to 8, 2 calls, 5 folds: 2: 8, 5: 4, 6: 8."""
    state = fourth(play, "stud7_high", {2: "Kd4c", 5: "3h3s", 6: "AcQd"})
    paid = dict(zip(state.seats, state.wager.paid, strict=True))
    done = play(state, ["5 check", "6 check", "2 bet 4", "5 call", "6 raise 8", "2 call", "5 fold"])
    assert done.street == 2
    after = dict(zip(done.seats, done.wager.paid, strict=True))
    assert {seat: after[seat] - paid[seat] for seat in after} == {2: 8, 5: 4, 6: 8}
    assert play(state, ["5 check", "6 check", "2 check"]).pot == state.pot


@rule("h(7)")
def test_a_checked_seat_has_to_answer_a_bet(play) -> None:
    state = fourth(play, "stud7_hl", {2: "Kd4c", 5: "3h3s", 6: "AcQd"})
    state = play(state, ["5 check", "6 bet 4", "2 fold"])
    assert legal(state) == (("fold", 5), ("call", 5), ("raise", 5, 8, 8))
    with pytest.raises(IllegalEvent, match=r"4 to call \[h\(7\)\]"):
        apply(state, ("check", 5))


def to_street(state, play, street: int, folds: dict[int, list[int]]):
    """Everybody calls or checks until a street is dealt; `folds`: who folds in the round of a street."""
    while state.street < street:
        seat = state.actor
        if (seat in folds.get(state.street, []) and state.wager.level != 0) or seat in folds.get(
            state.street, []
        ):
            state = play(state, [f"{seat} fold"])
        else:
            options = [option[0] for option in legal(state)]
            verb = next(verb for verb in ("bring_in", "check", "call") if verb in options)
            state = play(state, [f"{seat} {verb}"])
    return state


@rule("h(8)")
@pytest.mark.parametrize(
    ("players", "stubs", "common"),
    [(8, [28, 19, 10, 1, 2], True), (7, [31, 23, 15, 7, 5], True), (6, [34, 27, 20, 13, 6], False)],
)
def test_a_short_deck(play, players: int, stubs: list[int], common: bool) -> None:
    """8 players: one card is left for the seventh street, so the three burns and it are shuffled, one burnt, one dealt
    to all. 7 players: burn and common card. 6: no common card.
    """
    state = play(begin("stud7_high", range(1, players + 1)))
    seen = [state.cards_left]
    for street in range(1, 5):
        state = to_street(state, play, street, {})
        seen.append(state.cards_left)
    assert seen == stubs
    assert len(state.board) == common
    assert state.actor is not None
    assert all(len(state.hole(seat)) == 7 - common for seat in state.seats)


@rule("h(8)")
def test_just_enough_cards_and_the_burn_by_option(play) -> None:
    """D09: seven players, seven cards left: without the burn nobody needs a common card."""
    options = Options(stud_skip_burn_to_avoid_common=True)
    state = to_street(play(begin("stud7_high", range(1, 8), options=options)), play, 4, {})
    assert (state.board, len(state.burns), state.cards_left) == ((), 3, 0)


def settled(play, played: str, hands: dict[int, str], paid: int, muckers: int = 0, **more):
    """A hand whose seats are all-in for `paid` each before the cards; `muckers` more seats pay and muck."""
    seats = (*hands, *range(12 - muckers, 12))
    stacks = (paid,) * len(seats)
    limits = fixed_limit(2, 4)
    state = start(played, seats, None, stacks, (), stacks, bring_in=1, limits=limits, **more)
    state = play(state, (), hands)
    while state.next[0] == "show":
        seat = state.next[1]
        state = play(state, [f"{seat} {'show' if seat in hands else 'muck'}"], hands)
    return state


@rule("h(9)")
def test_five_of_seven(cards) -> None:
    from host_tools.engine.ranking import high

    assert high(cards("As Ad Kh Kc Qs Qd 2c")) == high(cards("As Ad Kh Kc Qs"))
    assert high(cards("9s 8s 7d 6h 2c Kh Td")) == high(cards("Td 9s 8s 7d 6h"))
    assert high(cards("3s 3d 3h 7c 7s 7d 2c")) == high(cards("7c 7s 7d 3s 3d"))


@rule("h(9)")
def test_a_common_card_is_one_of_everybodys_seven(play) -> None:
    """D11: eight players, the seventh card is common: it makes the straight of seat 1."""
    hands = {1: "9s8s7d6h2cKh", 2: "AcAdQs5c3d4h"}
    state = start(
        "stud7_high", range(1, 9), None, (5,) * 8, (), (5,) * 8, bring_in=1, limits=fixed_limit(2, 4)
    )
    state = play(state, (), hands, "Td")
    assert len(state.board) == 1
    while state.next[0] == "show":
        seat = state.next[1]
        state = play(state, [f"{seat} {'show' if seat in hands else 'muck'}"], hands)
    assert state.stacks()[1] == 40


@rule("h(9)(i)")
@pytest.mark.parametrize(
    ("hands", "winner"),
    [
        ({2: "QsQhQd4c4h9d2s", 6: "AhJh9h5h3hKcKd"}, 2),
        ({2: "QsQh8d4c4h9d2s", 6: "AhJh9h5h2hKcKd"}, 6),
    ],
)
def test_the_best_high_hand_wins(play, hands, winner: int) -> None:
    assert settled(play, "stud7_high", hands, 50).stack(winner) == 100


@rule("h(9)(ii)")
@pytest.mark.parametrize(
    ("hands", "winner"),
    [
        ({2: "2c4d5h6s8hKcKd", 5: "Ac3d4s7h8cJdQs"}, 2),
        ({2: "2c4d5h6s9hKcKd", 5: "AcAd4s7h8cJdQs"}, 2),
        ({2: "2h4h5h6h9hKcKd", 5: "AcAd4s5c3c2dQs"}, 5),
    ],
)
def test_the_best_low_hand_wins(play, hands, winner: int) -> None:
    assert settled(play, "stud7_low", hands, 50).stack(winner) == 100


KINGS, LOW = "KsKhKdQcQd9h9s", "7c5d4s3h2cJhTd"  # a full house; a seven low


@rule("h(9)(iii)")
def test_high_and_low_share_equally(play) -> None:
    """Pot 200: 100 each. One player best both ways takes 200."""
    state = settled(play, "stud7_hl", {1: KINGS, 4: LOW}, 100)
    assert state.stacks() == {1: 100, 4: 100}
    assert [award[1:] for award in state.awards] == [(1, 100, "high"), (4, 100, "low")]
    scoop = settled(play, "stud7_hl", {1: "Ac2d3s4h5cKdKh", 4: "QsQh9d8c7hJdJs"}, 100)
    assert scoop.stacks() == {1: 200, 4: 0}


@rule("h(9)(iii)")
def test_each_side_pot_is_split_on_its_own(play) -> None:
    """S09: seats 1 and 4 for 40, 1 and 6 for 60 more: the centre pot high 1 and low 4, the side pot high 1, low 6."""
    seats, stacks = (1, 4, 6), (100, 40, 100)
    state = start("stud7_hl", seats, None, stacks, (), stacks, bring_in=1, limits=fixed_limit(2, 4))
    hands = {1: KINGS, 4: LOW, 6: "8c6d4c3d2dJsTs"}
    state = play(state, ["1 show", "4 show", "6 show"], hands)
    assert state.stacks() == {1: 60 + 60, 4: 60, 6: 60}


@rule("h(9)(iii)(a)")
@pytest.mark.parametrize(
    ("paid", "muckers", "high_half", "low_half"), [(67, 1, 101, 100), (100, 0, 100, 100), (41, 3, 103, 102)]
)
def test_the_excess_goes_to_the_high_hand(
    play, paid: int, muckers: int, high_half: int, low_half: int
) -> None:
    """Pot 201: high 101, low 100; 200: 100 each; 205: 103 and 102."""
    state = settled(play, "stud7_hl", {1: KINGS, 4: LOW}, paid, muckers)
    assert (state.stack(1), state.stack(4)) == (high_half, low_half)


@rule("h(9)(iii)(b)")
def test_a_tied_high_hand_and_the_highest_suit(play) -> None:
    """The high half 101 of 201: tied seats 2 [As...] and 5 [Ah...]: 51 and 50; the low 100 to seat 6."""
    hands = {2: "AsKdQcJhTd9s9h", 5: "AhKsQdJcTc9d9c", 6: "7c5d4s3h2c8h8d"}
    state = settled(play, "stud7_hl", hands, 67)
    assert [award[1:] for award in state.awards] == [(2, 51, "high"), (5, 50, "high"), (6, 100, "low")]
    swapped = {2: hands[5], 5: hands[2], 6: hands[6]}
    state = settled(play, "stud7_hl", swapped, 67)
    assert [award[1:] for award in state.awards] == [(5, 51, "high"), (2, 50, "high"), (6, 100, "low")]


@rule("h(9)(iii)(b)")
def test_the_suit_is_that_of_the_five_cards_or_of_all_seven_by_option(play) -> None:
    """S03: tied flushes, 99 for two: of the five cards the ace of diamonds is the highest, of the seven that of
    spades.
    """
    flush = {2: "Ac9c7c5c3cAsKh", 5: "Ad9d7d5d3d2s4s"}
    assert settled(play, "stud7_high", flush, 33, 1).stacks() == {2: 49, 5: 50, 11: 0}
    seven = Options(odd_chip_cards="seven")
    assert settled(play, "stud7_high", flush, 33, 1, options=seven).stacks() == {2: 50, 5: 49, 11: 0}


@rule("h(9)(iii)(c)")
def test_a_tied_low_hand_and_the_lowest_suit(play) -> None:
    """The low half 107 of 215: seat 3 [7c 5c 4d 2s Ac] over seat 6 [7d 5d 4s 2h As] by the ace of clubs."""
    hands = {1: KINGS, 3: "7c5c4d2sAcJhTd", 6: "7d5d4s2hAsJsTs"}
    state = settled(play, "stud7_hl", hands, 43, 2)
    assert [award[1:] for award in state.awards] == [(1, 108, "high"), (3, 54, "low"), (6, 53, "low")]
    swapped = {1: KINGS, 3: hands[6], 6: hands[3]}
    assert settled(play, "stud7_hl", swapped, 43, 2).stacks() == {1: 108, 3: 53, 6: 54, 10: 0, 11: 0}


@rule("h(9)(iii)(c)")
@pytest.mark.parametrize(("reading", "winner"), [("nearest_ace", 3), ("worst_card", 6)])
def test_the_lowest_low_card_in_two_readings(play, reading: str, winner: int) -> None:
    """S04: seat 3 [7h 5c 4d 2s Ac], seat 6 [7c 5d 4s 2h As]."""
    hands = {1: KINGS, 3: "7h5c4d2sAcJhTd", 6: "7c5d4s2hAsJsTs"}
    options = Options(odd_chip_low=reading)
    state = settled(play, "stud7_hl", hands, 43, 2, options=options)
    assert state.stack(winner) == 54


@rule("h(9)(iii)(d)")
def test_suits_decide_nothing_elsewhere(play) -> None:
    """Hold'em, the board is the straight: an equal split, the odd chip by seat (S01)."""
    board = "AhKdQcJhTs"
    state = start("holdem", (1, 2, 3), 3, (50, 50, 1), (1, 2), (1, 1, 1))
    holes = {1: "2s3d", 2: "2h3c", 3: "4s5d"}
    state = play(state, ["1 raise 49", "2 call", "1 show", "2 show", "3 muck"], holes, board)
    assert state.stacks() == {1: 51, 2: 50, 3: 0}


@rule("h(9)(iii)(d)")
@pytest.mark.parametrize(("one", "other"), [("Ks", "Kh"), ("Kh", "Kd"), ("Kd", "Kc")])
def test_the_order_of_suits(one: str, other: str) -> None:
    assert parse(one) > parse(other)


@rule("h(10)")
@pytest.mark.parametrize(
    ("low", "share"),
    [("8h6d4c3sAhKdKc", 75), ("9h5d4c3sAhKdKc", 0), ("8c8d4c3s2hKdQc", 0), ("8c7d6c5s4hKdQc", 0)],
)
def test_the_low_has_to_be_eight_or_better(play, low: str, share: int) -> None:
    """Pot 150; nobody qualifies: all to the high hand. The last one makes an eight-high straight: the whole pot."""
    high_hand = "9s9d9cTsThJc2d" if low != "8c7d6c5s4hKdQc" else "9s9dTsThJc2d3c"
    state = settled(play, "stud7_hl8", {1: high_hand, 4: low}, 75)
    expected = 150 if low == "8c7d6c5s4hKdQc" else share
    assert state.stack(4) == expected


@rule("h(10)")
def test_a_side_pot_without_a_low_goes_to_the_high_hand(play) -> None:
    """Only the all-in seat 4 has a low: it takes half of the centre pot, nothing of the side pot."""
    seats, stacks = (1, 4, 6), (100, 40, 100)
    state = start("stud7_hl8", seats, None, stacks, (), stacks, bring_in=1, limits=fixed_limit(2, 4))
    state = play(state, ["1 show", "4 show", "6 show"], {1: KINGS, 4: LOW, 6: "QhQsJcTh9d8d8c"})
    assert state.stacks() == {1: 60 + 120, 4: 60, 6: 0}


@rule("h(11)")
@pytest.mark.parametrize(
    ("played", "hand", "awards"),
    [
        ("stud7_hl8", "Ah2d3c4s5hKdKc", ["high", "low"]),
        ("stud7_hl8", "KsKhKd2c3d4h6s", ["high"]),
        ("stud7_hl", "KsKhKd2c3d4h6s", ["high", "low"]),
    ],
)
def test_the_same_or_different_five_cards(play, played: str, hand: str, awards: list[str]) -> None:
    """Against a pair of queens with nothing low: both halves, or the whole pot where no low qualifies."""
    state = settled(play, played, {2: hand, 5: "QhQsJcJhTdTc9d"}, 50)
    assert [award.part for award in state.awards if award.seat == 2] == awards
    assert state.stack(2) == 100


@rule("h(12)")
@pytest.mark.parametrize("hand", ["AsAh2d3c4s7hKd", "Ac2d3h4s5c9dKh"])
def test_an_ace_is_low_and_high_at_once(play, hand: str) -> None:
    """Aces with a 7-4-3-2-A low beat kings both ways; so does the wheel."""
    state = settled(play, "stud7_hl8", {2: hand, 5: "KsKcJcTh9s6c8d"}, 50)
    assert state.stack(2) == 100


@rule("m(1)")
def test_five_card_stud_is_high_only_and_its_most_seats_an_option() -> None:
    assert BOOK["stud5_high"][4] == ("high",)
    assert game("stud5_high", Options(stud5_max_players=9)).max_seats == 9
    with pytest.raises(ValueError, match="stud5_max_players 10"):
        begin("stud5_high", (1, 2), options=Options(stud5_max_players=10))


@rule("m(1)")
def test_nine_players_refused_by_default() -> None:
    with pytest.raises(IllegalEvent, match=r"at most 8 \[m\(1\)\]"):
        begin("stud5_high", range(1, 10))


@rule("m(3)")
@pytest.mark.parametrize(("seats", "left"), [((2, 5, 6), 46), (range(1, 9), 36)])
def test_one_down_one_up(seats, left: int) -> None:
    state, order = begin("stud5_high", seats), []
    while state.next[0] == "deal":
        order.append(state.next[1:])
        state = apply(state, (*state.next[:2], len(order), state.next[2]))
    assert order == [(seat, face) for face in "du" for seat in seats]
    assert state.cards_left == left


@rule("m(5)")
def test_the_first_round_of_five_card_stud(play) -> None:
    """Forced 2 by seat 2 of 1, 2, 3, 6: 3 raises to 4, 6 folds, 1 and 2 call: 4, 4, 4, 0."""
    state = third(play, "stud5_high", {1: "Kd", 2: "2c", 3: "Qd", 6: "Jd"})
    state = play(state, ["2 bring_in", "3 raise 4", "6 fold", "1 call", "2 call"])
    assert (state.street, dict(zip(state.seats, state.wager.paid, strict=True))) == (
        1,
        {1: 4, 2: 4, 3: 4, 6: 0},
    )


@rule("m(5)")
def test_a_called_forced_bet_closes_the_round(play) -> None:
    state = third(play, "stud5_high", {1: "Kd", 2: "2c", 3: "Qd"})
    assert play(state, ["2 bring_in", "3 call", "1 call"]).street == 1


@rule("m(7)")
@pytest.mark.parametrize(("players", "left"), [(3, 34), (9, 4)])
def test_two_more_streets(play, players: int, left: int) -> None:
    """Three players: 3 burns, 15 dealt, 34 left; nine: 48 used, 4 left."""
    options = Options(stud5_max_players=9)
    state = to_street(play(begin("stud5_high", range(1, players + 1), options=options)), play, 3, {})
    assert (state.cards_left, len(state.burns), len(state.up(1)), len(state.hole(1))) == (left, 3, 4, 5)


@rule("m(7)")
def test_the_showdown_of_five_card_stud(play) -> None:
    """X07: the best high hand of the five own cards; ties share, the odd chip by suit (S01)."""
    assert settled(play, "stud5_high", {2: "Ks3d3hQc9s", 6: "2s2dAhKhQh"}, 30).stack(2) == 60
    tied = {2: "AhKdQc9s7h", 6: "AsKhQd9d7d"}
    state = settled(play, "stud5_high", tied, 31, 1)
    assert (state.stack(2), state.stack(6)) == (46, 47)
