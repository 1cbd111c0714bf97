"""Subdivision (h), the showdown of seven-card stud: each row's example, and a case that is not in it."""

import pytest

from host_tools.engine import Options, fixed_limit, start
from railbird.rules.cards import parse

SEVEN = ("stud7_high", "stud7_low", "stud7_hl", "stud7_hl8")
rule = pytest.mark.rule


@rule("h(9)")
def test_five_of_seven(cards) -> None:
    from host_tools.engine.ranking.high import high

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
def test_the_best_high_hand_wins(play, hands, winner: int, settled) -> None:
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
def test_the_best_low_hand_wins(play, hands, winner: int, settled) -> None:
    assert settled(play, "stud7_low", hands, 50).stack(winner) == 100


KINGS, LOW = "KsKhKdQcQd9h9s", "7c5d4s3h2cJhTd"  # a full house; a seven low


@rule("h(9)(iii)")
def test_high_and_low_share_equally(play, settled) -> None:
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
def test_the_excess_goes_to_the_high_hand(play, settled, paid, muckers, high_half, low_half) -> None:
    """Pot 201: high 101, low 100; 200: 100 each; 205: 103 and 102."""
    state = settled(play, "stud7_hl", {1: KINGS, 4: LOW}, paid, muckers)
    assert (state.stack(1), state.stack(4)) == (high_half, low_half)


@rule("h(9)(iii)(b)")
def test_a_tied_high_hand_and_the_highest_suit(play, settled) -> None:
    """The high half 101 of 201: tied seats 2 [As...] and 5 [Ah...]: 51 and 50; the low 100 to seat 6."""
    hands = {2: "AsKdQcJhTd9s9h", 5: "AhKsQdJcTc9d9c", 6: "7c5d4s3h2c8h8d"}
    state = settled(play, "stud7_hl", hands, 67)
    assert [award[1:] for award in state.awards] == [(2, 51, "high"), (5, 50, "high"), (6, 100, "low")]
    swapped = {2: hands[5], 5: hands[2], 6: hands[6]}
    state = settled(play, "stud7_hl", swapped, 67)
    assert [award[1:] for award in state.awards] == [(5, 51, "high"), (2, 50, "high"), (6, 100, "low")]


@rule("h(9)(iii)(b)")
def test_the_suit_is_that_of_the_five_cards_or_of_all_seven_by_option(play, settled) -> None:
    """S03: tied flushes, 99 for two: of the five cards the ace of diamonds is the highest, of the seven that of
    spades.
    """
    flush = {2: "Ac9c7c5c3cAsKh", 5: "Ad9d7d5d3d2s4s"}
    assert settled(play, "stud7_high", flush, 33, 1).stacks() == {2: 49, 5: 50, 11: 0}
    seven = Options(odd_chip_cards="seven")
    assert settled(play, "stud7_high", flush, 33, 1, options=seven).stacks() == {2: 50, 5: 49, 11: 0}


@rule("h(9)(iii)(c)")
def test_a_tied_low_hand_and_the_lowest_suit(play, settled) -> None:
    """The low half 107 of 215: seat 3 [7c 5c 4d 2s Ac] over seat 6 [7d 5d 4s 2h As] by the ace of clubs."""
    hands = {1: KINGS, 3: "7c5c4d2sAcJhTd", 6: "7d5d4s2hAsJsTs"}
    state = settled(play, "stud7_hl", hands, 43, 2)
    assert [award[1:] for award in state.awards] == [(1, 108, "high"), (3, 54, "low"), (6, 53, "low")]
    swapped = {1: KINGS, 3: hands[6], 6: hands[3]}
    assert settled(play, "stud7_hl", swapped, 43, 2).stacks() == {1: 108, 3: 53, 6: 54, 10: 0, 11: 0}


@rule("h(9)(iii)(c)")
@pytest.mark.parametrize(("reading", "winner"), [("nearest_ace", 3), ("worst_card", 6)])
def test_the_lowest_low_card_in_two_readings(play, reading: str, winner: int, settled) -> None:
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
def test_the_low_has_to_be_eight_or_better(play, low: str, share: int, settled) -> None:
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
def test_the_same_or_different_five_cards(play, played: str, hand: str, awards: list[str], settled) -> None:
    """Against a pair of queens with nothing low: both halves, or the whole pot where no low qualifies."""
    state = settled(play, played, {2: hand, 5: "QhQsJcJhTdTc9d"}, 50)
    assert [award.part for award in state.awards if award.seat == 2] == awards
    assert state.stack(2) == 100


@rule("h(12)")
@pytest.mark.parametrize("hand", ["AsAh2d3c4s7hKd", "Ac2d3h4s5c9dKh"])
def test_an_ace_is_low_and_high_at_once(play, hand: str, settled) -> None:
    """Aces with a 7-4-3-2-A low beat kings both ways; so does the wheel."""
    state = settled(play, "stud7_hl8", {2: hand, 5: "KsKcJcTh9s6c8d"}, 50)
    assert state.stack(2) == 100
