"""Hands in words, worked out by hand, and the five cards against the rankings themselves."""

import random
from itertools import combinations

import pytest

from host_tools.engine.ranking.evaluation import RANKINGS
from host_tools.engine.ranking.naming import best_hand
from host_tools.engine.ranking.omaha import omaha_high, omaha_low
from railbird.rules.cards import name

CASES = [
    ("high", "AsKsQsJsTs2d3c", "AsKsQsJsTs", "royal flush"),
    ("high", "5h4h3h2hAhKdKc", "5h4h3h2hAh", "straight flush, five high"),
    ("high", "9s9h9d9c2dKd3c", "9s9h9d9cKd", "four of a kind, nines"),
    ("high", "6h6d6s2h2dKcKs", "6s6h6dKsKc", "full house, sixes over kings"),
    ("high", "AhJh9h5h3h2h2c", "AhJh9h5h3h", "flush, ace high"),
    ("high", "6s5d4c3h2dAcAs", "6s5d4c3h2d", "straight, six high"),
    ("high", "5d4c3h2sAcKd9h", "5d4c3h2sAc", "straight, five high"),
    ("high", "7s7h7d9c4dKs2c", "7s7h7dKs9c", "three of a kind, sevens"),
    ("high", "ThTs6s6d4c4hAh", "TsTh6s6dAh", "two pairs, tens and sixes"),
    ("high", "2c2dAhKs9d7c4h", "2d2cAhKs9d", "pair of twos"),
    ("high", "AdQs9h6c3s", "AdQs9h6c3s", "no pair, A-Q-9-6-3"),
    ("a5", "AhAd2c3d4s", "AhAd4s3d2c", "pair of aces"),
    ("a5", "AhKd7c5d4s3s2h", "5d4s3s2hAh", "no pair, 5-4-3-2-A"),
    ("8b", "Ah2d3c7s8hKdKc", "8h7s3c2dAh", "no pair, 8-7-3-2-A"),
    ("8b", "Ah2d3c7s9hKdKc", "", "no low hand of eight or better"),
    ("27", "7h5d4c3s2h", "7h5d4c3s2h", "no pair, 7-5-4-3-2"),
    ("27", "Ad5h4c3d2s", "Ad5h4c3d2s", "no pair, A-5-4-3-2"),
    ("27", "Ad5d4d3d2d", "Ad5d4d3d2d", "flush, ace high"),
    ("27", "6s5d4c3h2d", "6s5d4c3h2d", "straight, six high"),
]


@pytest.mark.parametrize(("ranking", "held", "five", "words"), CASES)
def test_the_five_cards_and_their_name(cards, ranking: str, held: str, five: str, words: str) -> None:
    found = best_hand(ranking, cards(held))
    assert ("".join(map(name, found.five)), found.words) == (five, words)
    assert bool(found.key) == bool(five)


def test_the_wheel_is_a_straight_in_deuce_to_seven_by_option(cards) -> None:
    """R04."""
    assert best_hand("27", cards("Ad5h4c3d2s"), wheel_in_27=True).words == "straight, five high"
    assert best_hand("27", cards("Ad5d4d3d2d"), wheel_in_27=True).words == "straight flush, five high"


@pytest.mark.parametrize("ranking", ["high", "a5", "8b"])
def test_the_key_is_that_of_the_ranking_and_of_the_five_alone(ranking: str) -> None:
    rng = random.Random(4)
    for _ in range(300):
        held = rng.sample(range(52), 7)
        found = best_hand(ranking, held)
        assert found.key == RANKINGS[ranking](held)
        assert not found.five or (RANKINGS[ranking](found.five) == found.key and set(found.five) <= set(held))


def test_omaha_takes_two_and_three() -> None:
    """j(6): the five hold exactly two own cards."""
    rng = random.Random(5)
    for _ in range(200):
        dealt = rng.sample(range(52), 9)
        hole, board = tuple(dealt[:4]), tuple(dealt[4:])
        for ranking, judge in (("high", omaha_high), ("8b", omaha_low)):
            found = best_hand(ranking, hole, board, 2)
            assert found.key == judge(hole, board)
            assert not found.five or len(set(found.five) & set(hole)) == 2


def test_no_flush_of_four_board_cards_in_omaha(cards) -> None:
    """Four hearts on the board and one in the hand are none; nor is the board's straight a straight."""
    found = best_hand("high", cards("AhKc7d2s"), cards("QhJhTh9h3c"), 2)
    assert found.words == "straight, ace high"
    assert len(list(combinations(found.five, 2))) == 10
    with pytest.raises(ValueError, match="max"):
        best_hand("high", cards("AhKc7d"))
    with pytest.raises(KeyError):
        best_hand("badugi", cards("AhKc7d2s3s"))
