"""What other engines got wrong in stud, draw and split pots: one test a kind, written from the rules.

The numbers are those of the list of disputes in the design notes (engines.md, section 4), as in `test_disputes`.
"""

import pytest

from host_tools.engine import IllegalEvent, Options, apply, fixed_limit, legal, pot_limit, start


def staked(play, game: str, holes, paid: int, board: str = "", muckers=(), **more):
    """Everybody is all-in for `paid` by the ante and plays to the showdown: `muckers` muck, the others show."""
    seats = (*holes, *muckers)
    money = (paid,) * len(seats)
    if game.startswith("stud"):
        state = start(game, seats, None, money, (), money, bring_in=1, limits=fixed_limit(2, 4), **more)
    else:
        state = start(game, seats, seats[-1], money, (1, 2), money, limits=fixed_limit(2, 4), **more)
    state = play(state, (), holes, board)
    while not state.finished:
        kind, seat = state.next[:2]
        verb = "discard" if kind == "discard" else "muck" if seat in muckers else "show"
        state = play(state, [f"{seat} {verb}"], holes, board)
    return state


def parts(state):
    return [(award.part, award.seat, award.amount) for award in state.awards]


def third_street(play, game: str, ups: str, **more):
    """Seats 1, 2, .. with these cards up: bets of 4, forced bet of 2."""
    doors = [ups[index : index + 2] for index in range(0, len(ups), 2)]
    seats = range(1, len(doors) + 1)
    given = iter([f"{rank}{suit}" for rank in "678" for suit in "cdhs" if f"{rank}{suit}" not in doors])
    down = 1 if game == "stud5_high" else 2
    holes = {seat: "".join(next(given) for _ in range(down)) + doors[seat - 1] for seat in seats}
    stacks = (200,) * len(doors)
    state = start(game, seats, None, stacks, (), bring_in=2, limits=fixed_limit(4, 8), **more)
    return play(state, (), holes)


FULL = "KsKhKdQcQsJdJh"


def test_04_the_odd_chip_of_a_split_pot_goes_to_the_high_hand(play) -> None:
    """Three times 51: 77 to the full house, 76 to the seven low."""
    state = staked(play, "stud7_hl8", {1: FULL, 2: "Ac2d3h4s7c9dTs", 3: "5h5d5s8c8h9s9c"}, 51)
    assert parts(state) == [("high", 1, 77), ("low", 2, 76)]


def test_05_a_hand_that_does_not_qualify_wins_no_low(play) -> None:
    """A nine low, though nobody has a better one."""
    state = staked(play, "stud7_hl8", {1: FULL, 2: "Ac2d3h4s9dTsJc", 3: "5h5d5s8c8h9s9c"}, 51)
    assert parts(state) == [("high", 1, 153)]


def test_quarter_pots(play) -> None:
    """The same low twice, of 303 in the pot: 152 high; of 151 low 76 go to the ace of the lower suit (h)(9)(iii)(c)."""
    state = staked(play, "stud7_hl8", {1: FULL, 2: "Ad2c3c4s7c9dTs", 3: "Ac2d3h4d7h9cTh"}, 101)
    assert parts(state) == [("high", 1, 152), ("low", 3, 76), ("low", 2, 75)]


@pytest.mark.parametrize("ace", ["As", "Ac"])
def test_the_odd_chip_of_a_five_high_straight(play, ace: str) -> None:
    """The ace is its lowest card (b)(1): of 153 the one with the five of spades gets 77, not the ace of spades."""
    holes = {1: f"{ace}2d3c4h5dKdKh", 2: "Ad2h3s4c5sQdQh"}
    assert staked(play, "stud7_high", holes, 51, muckers=(3,)).stacks() == {1: 76, 2: 77, 3: 0}


@pytest.mark.parametrize(("counted", "winner"), [("five", 1), ("seven", 2)])
def test_the_odd_chip_of_a_high_hand_by_five_or_seven_cards(play, counted: str, winner: int) -> None:
    """Straights to the nine: seat 1's nine is the spade; of all seven cards seat 2's king is."""
    holes = {1: "5d6c7h8d9sKd2c", 2: "5h6d7c8s9hKs2h"}
    options = Options(odd_chip_cards=counted)
    state = staked(play, "stud7_high", holes, 51, muckers=(3,), options=options)
    assert state.stack(winner) == 77


@pytest.mark.parametrize(("counted", "winner"), [("five", 3), ("seven", 2)])
def test_the_odd_chip_of_a_low_by_its_worst_card(play, counted: str, winner: int) -> None:
    """By option: of the five cards that is a seven, seat 3's of clubs; of all seven a king, seat 2's of diamonds."""
    options = Options(odd_chip_low="worst_card", odd_chip_cards=counted)
    holes = {1: "TsThTdJcJsJh9d", 2: "Ad2c3c4s7hKdQs", 3: "Ac2d3h4d7cKhQh"}
    state = staked(play, "stud7_hl8", holes, 101, options=options)
    assert [award[1:3] for award in state.awards if award.amount == 76] == [(winner, 76)]


def test_three_quarters_of_a_pot(play) -> None:
    """Seat 1 has the best high hand alone and shares the low: 150 and 75 of 300."""
    holes = {1: "As2cKhKd", 2: "Ac2dQhJd", 3: "TsTh9c9d"}
    state = staked(play, "omaha_hl8", holes, 100, "3h4s8cKsQd")
    assert state.stacks() == {1: 225, 2: 75, 3: 0}


def test_a_counterfeited_low(play) -> None:
    """The deuce on the board takes seat 1's deuce: 8-7-3-2-A loses to 7-4-3-2-A."""
    state = staked(play, "omaha_hl8", {1: "As2cKhKd", 2: "Ad4cJhJs"}, 100, "2h3d7c8sQd")
    assert parts(state) == [("high", 1, 100), ("low", 2, 100)]


def test_30_and_37_a_low_straight_to_the_ace_in_deuce_to_seven_and_all_in_seats_draw(play) -> None:
    """A-5-4-3-2 is no straight: it loses to a king low and beats a pair."""
    ace = "Ac5d4h3s2c"
    assert staked(play, "triple_draw_27", {1: ace, 2: "Kc9d8h6s4c"}, 10).stacks() == {1: 0, 2: 20}
    assert staked(play, "triple_draw_27", {1: ace, 2: "2d2h5c7d8s"}, 10).stacks() == {1: 20, 2: 0}
    state = start("triple_draw_27", (1, 2), 2, (10, 10), (1, 2), (10, 10))
    assert play(state).next == ("discard", 1)


def test_32_four_own_aces_are_a_pair_in_omaha(play) -> None:
    """Two own cards and three of the board: aces up lose to three kings."""
    state = staked(play, "omaha_high", {1: "AsAhAdAc", 2: "KdQs5c6d"}, 100, "KsKh2c3d8h")
    assert state.stacks() == {1: 0, 2: 200}


def test_33_the_best_low_wins_a_low_game(play) -> None:
    """A wheel over a six low, though it is a straight."""
    state = staked(play, "stud7_low", {1: "Ac2d3h4s5cKdKs", 2: "Ad2c3s4h6cQdQs"}, 20)
    assert state.stacks() == {1: 40, 2: 0}


def test_34_every_later_seat_may_complete_the_forced_bet(play) -> None:
    """Also after a call, and the completion may be raised by a full bet."""
    state = play(third_street(play, "stud7_high", "2cKdQsJh"), ["1 bring_in"])
    assert legal(state) == (("fold", 2), ("call", 2), ("raise", 2, 4, 4))
    state = play(state, ["2 call"])
    assert legal(state) == (("fold", 3), ("call", 3), ("raise", 3, 4, 4))
    assert legal(play(state, ["3 raise 4"])) == (("fold", 4), ("call", 4), ("raise", 4, 8, 8))


def test_34_an_open_pair_on_fourth_street_changes_no_bet(play) -> None:
    """The text has none of the usual double bet."""
    holes = {1: "6c6d2c9c", 2: "7c7dKdKs", 3: "8c8dQsTd"}
    state = start("stud7_high", (1, 2, 3), None, (200,) * 3, (), bring_in=2, limits=fixed_limit(4, 8))
    state = play(play(state, (), holes), ["1 bring_in", "2 call", "3 call"], holes)
    assert legal(state) == (("check", 2), ("bet", 2, 4, 4))


def test_35_the_raises_of_third_street_in_stud_low(play) -> None:
    """The forced bet of 2 is completed to 4, then 8, 12, 16: three raises and no more."""
    state = play(third_street(play, "stud7_low", "AcKdQsJh"), ["1 bring_in", "2 raise 4"])
    for seat, to in ((3, 8), (4, 12), (1, 16)):
        assert legal(state)[-1] == ("raise", seat, to, to)
        state = play(state, [f"{seat} raise {to}"])
    assert legal(state) == (("fold", 2), ("call", 2))


def test_39_the_pot_size_raise_counts_the_call_and_no_raise_is_below_the_least(play) -> None:
    """Blinds 1 and 2: calling 2 makes 5, so that the pot is 7. Half of it, 3, is less than the least raise."""
    state = play(start("omaha_high", (1, 2, 3), 3, (100,) * 3, (1, 2), limits=pot_limit()))
    assert legal(state)[-1] == ("raise", 3, 4, 7)
    for to in (3, 8):
        with pytest.raises(IllegalEvent):
            apply(state, ("raise", 3, to))


@pytest.mark.parametrize("after_betting", [False, True])
def test_41_the_discard_of_crazy_pineapple(play, after_betting: bool) -> None:
    """The text has it before the flop betting; by option after it."""
    options = Options(crazy_discard_after_flop_betting=after_betting)
    state = start("crazy_pineapple", (1, 2), 2, (100, 100), (1, 2), options=options)
    state = play(state, ["1 call", "2 check"])
    assert (state.next[0], len(state.board)) == ("act" if after_betting else "discard", 3)


@pytest.mark.parametrize(
    ("game", "ups", "seat"),
    [
        ("stud7_high", "2d2c2sKh", 2),
        ("stud7_low", "AcAsAhKd", 2),
        ("stud7_hl", "KdKhKcAs", 2),
        ("stud7_hl8", "3h3d4c3s", 2),
        ("stud5_high", "2s2h2dAc", 3),
    ],
)
def test_bring_in_suit_ties(play, game: str, ups: str, seat: int) -> None:
    """The lowest card has the lowest suit, the highest card the highest (h)(4), m(4)."""
    assert third_street(play, game, ups).next == ("act", seat)


def test_eight_players_of_stud_run_out_of_cards(play) -> None:
    """One card for all on seventh street: it makes seat 3's royal flush and nobody else's hand."""
    holes = {seat: "" for seat in range(1, 9)}
    holes[3] = "AsKsQsJs2d2h"
    state = staked(play, "stud7_high", holes, 10, "Ts")
    assert [len(state.hole(seat)) for seat in state.seats] == [6] * 8
    assert (len(state.board), state.cards_left) == (1, 2)
    assert state.stacks() == {seat: 80 if seat == 3 else 0 for seat in state.seats}


def test_eight_players_of_stud_after_a_fold_have_cards_enough(play) -> None:
    """28 cards are left after third street, 19 after fourth. One fold there leaves 3 for seven players' seventh street,
    a common card; three folds leave 7 for five players and a burn.
    """
    for folds, common in ((1, 1), (3, 0)):
        state = start("stud7_high", range(1, 9), None, (200,) * 8, (), bring_in=1, limits=fixed_limit(2, 4))
        state = play(state)
        while state.next[0] == "act":
            folding = state.street == 1 and state.wager.live.bit_count() > 8 - folds
            verb = legal(state)[0][0] if not state.to_call else "call"
            state = play(state, [f"{state.actor} {'fold' if folding else verb}"])
        assert len(state.board) == common, folds
