"""Low hands and Omaha hands against the regulation's examples, known counts and other libraries."""

import itertools
import random
from collections import Counter
from math import comb

import phevaluator
import pokerkit
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pokerkit import (
    EightOrBetterLowHand,
    OmahaEightOrBetterLowHand,
    RegularLowHand,
    StandardLowHand,
)

from host_tools.engine.ranking.high import category, high
from host_tools.engine.ranking.low import (
    ace_to_five,
    deuce_to_seven,
    deuce_to_seven_with_wheel,
    eight_or_better,
    low_category,
)
from host_tools.engine.ranking.omaha import omaha_high, omaha_low
from railbird.rules.cards import name

BETTER = [  # rule, ranking, better, worse
    ("b(4)", "a5", "7h 5d 4c 3s Ad", "7c 5h 4d 3h 2s"),
    ("b(4)", "a5", "7h 4d 3c 2s Ad", "9c 7d 4h 3s 2h"),
    ("b(4)", "27", "9c 7d 4h 3s 2h", "Ad 7h 4d 3c 2s"),
    ("b(4)", "a5", "8c 5d 4h 3s 2h", "9d 4s 3c 2d Ah"),
    ("b(5)", "a5", "Kh Qd Jc Ts 9h", "Ac Ad 2c 3s 4h"),
    ("b(5)", "a5", "Ac Ad Kc Qs Jh", "2c 2d 3s 4h 5c"),
    ("b(5)", "27", "Kc Kd 9s 5h 2c", "6h 5c 4d 3s 2d"),
    ("b(5)", "27", "Ac Ad Kh Qs Js", "7c 5c 4c 3c 2c"),
    ("h(9)(ii)", "a5", "2c 4d 5h 6s 8h Kc Kd", "Ac 3d 4s 7h 8c Jd Qs"),
    ("k(8)(ii)", "a5", "8h 6d 4c 3s Ah", "8c 6s 5d 2h Ac"),
    ("l(12)", "27", "7h 5d 4c 3s 2h", "7c 6d 4h 3h 2s"),
    ("l(12)", "27", "Kd Kh 9c 5s 2c", "6h 5c 4d 3c 2d"),
    ("l(12)", "27", "Kc Js 9d 8h 2s", "Ah 5h 4s 3d 2c"),
    ("l(12)", "27", "Ah 5h 4s 3d 2c", "2d 2h 3c 4d 5s"),
    ("b(5), more of it", "a5", "4c 4d 3h 3s 2c", "2h 2d 2s 3c 4h"),
    ("b(5), more of it", "a5", "3c 3d 3h Ks Qc", "Ah As Ad 2c 2h"),
    ("b(5), more of it", "a5", "Kh Ks Kd Qc Qh", "Ah As Ad Ac 2h"),
    ("R04, a suited wheel is a flush", "27", "Kc Kd 9s 5h 2c", "Ah 2h 3h 4h 5h"),
    ("R04, and the best of the ace-high flushes", "27", "Ah 2h 3h 4h 5h", "Ac 2c 3c 4c 6c"),
]

TIED = [
    ("b(5)", "a5", "Ah 2h 3h 4h 5h", "Ac 2d 3s 4c 5d"),
    ("R08", "27", "7h 5d 4c 3s 2h", "7s 5c 4d 3h 2s"),
]

RANKING = {"a5": ace_to_five, "27": deuce_to_seven, "8b": eight_or_better, "high": high}

# The hand each deal of the digest is said to make: rule, ranking, cards, a five-card hand of the same strength.
SAME = [
    ("h(10)", "8b", "8h 6d 4c 3s Ah Kd Kc", "8s 6h 4d 3c As"),
    ("h(11)", "8b", "Ah 2d 3c 4s 5h Kd Kc", "5s 4h 3d 2c As"),
    ("h(11)", "high", "Ah 2d 3c 4s 5h Kd Kc", "5s 4h 3d 2c As"),
    ("h(11)", "a5", "Ks Kh Kd 2c 3d 4h 6s", "Kc 6h 4s 3c 2h"),
    ("h(12)", "8b", "As Ah 2d 3c 4s 7h Kd", "7s 4h 3d 2c Ac"),
    ("h(12)", "high", "As Ah 2d 3c 4s 7h Kd", "Ac Ad Kc 7d 4d"),
]

NO_LOW = ["9h 5d 4c 3s Ah Kd Kc", "8c 8d 4c 3s 2h Kd Qc", "Ks Kh Kd 2c 3d 4h 6s"]  # h(10), h(11)

OMAHA_HIGH = [  # rule, own cards, board, a five-card hand of the same strength
    ("j(6)", "As 2h 3d 4c", "Ks Qs Js Ts 9d", "Ac Kh Qh Jh 4h"),
    ("j(6)", "As Ks 2d 3c", "Qs Js Ts 4h 5d", "As Ks Qs Js Ts"),
    ("j(6)(i)", "Kd Kc 9s 3s", "Ah Kh 7h 7c 2d", "Kd Kc Kh 7h 7c"),
    ("j(6)(i)", "Qh Jh 8c 4d", "Ah Kh 7h 7c 2d", "Ah Kh Qh Jh 7h"),
    ("j(6)(ii)", "As 2s Kh Qd", "3h 5d 8c Kd Qs", "Kh Kd Qd Qs 8c"),
    ("j(6)(ii)", "Kc Ks 9h 9d", "3h 5d 8c Kd Qs", "Kc Ks Kd Qs 8c"),
    ("j(8)(i)", "Ah 2d Kc Kh", "3s 4c 8d Ks Qh", "Kc Kh Ks Qh 8d"),
    ("j(8)(ii)", "As 2s Kd Kh", "3s 4s 8s Qd Jc", "As 8s 4s 3s 2s"),
    ("j(8)(iii)", "Ah Ad 2c 9h", "3d 6h 7c As Ks", "Ah Ad As Ks 7c"),
]

OMAHA_LOW = [  # rule, own cards, board, the low or none
    ("j(6)(ii)", "As 2s Kh Qd", "3h 5d 8c Kd Qs", "8c 5d 3h 2s As"),
    ("j(6)(ii)", "Kc Ks 9h 9d", "3h 5d 8c Kd Qs", ""),
    ("j(7)", "As 3h Tc Td", "2h 5d 8c Kd Qs", "8c 5d 3h 2h As"),
    ("j(7)", "As 3h Tc Td", "2h 2d 8c Kd Qs", ""),
    ("j(7)", "3c 5c Tc Td", "3h 5d 8c Kd Qs", ""),
    ("j(8)(i)", "Ah 2d Kc Kh", "3s 4c 8d Ks Qh", "8d 4c 3s 2d Ah"),
    ("j(8)(ii)", "As 2s Kd Kh", "3s 4s 8s Qd Jc", "8s 4s 3s 2s As"),
    ("j(8)(iii)", "Ah Ad 2c 9h", "3d 6h 7c As Ks", "7c 6h 3d 2c Ah"),
    ("a counterfeited deuce", "As 2c 6h Kd", "2h 3d 7c 8s Qd", "7c 6h 3d 2h As"),
    ("counterfeited twice, no third low card", "As 2c Kh Kd", "Ah 2h 7c 8s Qd", ""),
]


@pytest.mark.parametrize(("rule", "ranking", "better", "worse"), BETTER)
def test_worked_example(cards, rule: str, ranking: str, better: str, worse: str) -> None:
    assert RANKING[ranking](cards(better)) > RANKING[ranking](cards(worse)), rule


@pytest.mark.parametrize(("rule", "ranking", "one", "other"), TIED)
def test_tie(cards, rule: str, ranking: str, one: str, other: str) -> None:
    assert RANKING[ranking](cards(one)) == RANKING[ranking](cards(other)), rule


@pytest.mark.parametrize(("rule", "ranking", "seven", "five"), SAME)
def test_best_five_of_seven(cards, rule: str, ranking: str, seven: str, five: str) -> None:
    assert RANKING[ranking](cards(seven)) == RANKING[ranking](cards(five)), rule


@pytest.mark.parametrize("text", NO_LOW)
def test_no_eight_or_better(cards, text: str) -> None:
    assert eight_or_better(cards(text)) == 0


@pytest.mark.parametrize(("rule", "own", "board", "five"), OMAHA_HIGH)
def test_omaha_high(cards, rule: str, own: str, board: str, five: str) -> None:
    assert omaha_high(cards(own), cards(board)) == high(cards(five)), rule


@pytest.mark.parametrize(("rule", "own", "board", "five"), OMAHA_LOW)
def test_omaha_low(cards, rule: str, own: str, board: str, five: str) -> None:
    wanted = eight_or_better(cards(five)) if five else 0
    assert omaha_low(cards(own), cards(board)) == wanted, rule


def test_the_wheel_is_a_straight_in_27_by_option(cards) -> None:
    """R04: then a pair beats it; everything else ranks the same."""
    wheel, pair = cards("Ah 5h 4s 3d 2c"), cards("2d 2h 3c 4d 5s")
    assert deuce_to_seven_with_wheel(wheel) < deuce_to_seven_with_wheel(pair)
    rng = random.Random(1)
    for _ in range(2000):
        hand = rng.sample(range(52), 5)
        if {card >> 2 for card in hand} != {12, 0, 1, 2, 3}:
            assert deuce_to_seven(hand) == deuce_to_seven_with_wheel(hand)


def test_every_multiset_of_five_ranks_is_one_of_6175_ace_to_five_classes() -> None:
    """Counted by combinatorics: C(13,5) no pairs, 13*C(12,3) pairs, C(13,2)*11, 13*C(12,2), 13*12, 13*12."""
    classes: Counter[str] = Counter()
    keys = set()
    for ranks in itertools.combinations_with_replacement(range(13), 5):
        if max(Counter(ranks).values()) < 5:
            key = ace_to_five([4 * rank + suit for suit, rank in spread(ranks)])
            keys.add(key)
            classes[low_category(key)] += 1
    assert len(keys) == 6175
    assert classes == {
        "no pair": comb(13, 5),
        "pair": 13 * comb(12, 3),
        "two pairs": comb(13, 2) * 11,
        "three of a kind": 13 * comb(12, 2),
        "full house": 13 * 12,
        "four of a kind": 13 * 12,
    }


def spread(ranks: tuple[int, ...]) -> list[tuple[int, int]]:
    """A different suit for every card of one rank."""
    seen: Counter[int] = Counter()
    result = []
    for rank in ranks:
        result.append((seen[rank], rank))
        seen[rank] += 1
    return result


def test_deuce_to_seven_has_the_7462_classes_of_high_hands() -> None:
    keys = {deuce_to_seven(hand) for hand in itertools.combinations(range(52), 5)}
    assert len(keys) == 7462


def kit(cards: list[int]) -> str:
    return "".join(map(name, cards))


@pytest.mark.parametrize(
    ("ranking", "theirs", "sizes"),
    [
        ("a5", RegularLowHand, (5, 6, 7)),
        ("27", StandardLowHand, (5,)),
    ],
)
def test_pokerkit_orders_lows_alike(
    ranking: str, theirs: type[pokerkit.Hand], sizes: tuple[int, ...]
) -> None:
    rng = random.Random(7)
    for size in sizes:
        for _ in range(250):
            deck = rng.sample(range(52) if rng.random() < 0.5 else range(28), 2 * size)
            one, other = deck[:size], deck[size:]
            ours = RANKING[ranking](one) - RANKING[ranking](other)
            first, second = theirs.from_game(kit(one)), theirs.from_game(kit(other))
            assert (ours > 0, ours < 0) == (first > second, first < second), (one, other)


def test_pokerkit_agrees_on_eight_or_better() -> None:
    rng = random.Random(8)
    seen = 0
    for _ in range(500):
        deck = rng.sample([card for card in range(52) if card < 36 or card >= 48], 14)
        hands = (deck[:7], deck[7:])
        ours = [eight_or_better(hand) for hand in hands]
        theirs = [EightOrBetterLowHand.from_game_or_none(kit(hand)) for hand in hands]
        assert [bool(key) for key in ours] == [hand is not None for hand in theirs]
        if all(ours):
            seen += 1
            first, second = theirs
            assert (ours[0] > ours[1], ours[0] == ours[1]) == (first > second, first == second)
    assert seen > 100


def test_pokerkit_agrees_on_omaha_lows() -> None:
    rng = random.Random(9)
    seen = 0
    for _ in range(120):
        deck = rng.sample([card for card in range(52) if card < 28 or card >= 44], 13)
        board, hands = deck[:5], (deck[5:9], deck[9:])
        ours = [omaha_low(hand, board) for hand in hands]
        theirs = [OmahaEightOrBetterLowHand.from_game_or_none(kit(hand), kit(board)) for hand in hands]
        assert [bool(key) for key in ours] == [hand is not None for hand in theirs]
        if all(ours):
            seen += 1
            first, second = theirs
            assert (ours[0] > ours[1], ours[0] == ours[1]) == (first > second, first == second)
    assert seen > 30


def test_phevaluator_orders_omaha_high_hands_alike() -> None:
    rng = random.Random(10)
    seen: dict[int, int] = {}
    for number in range(3000):
        suits = range(4) if number % 2 else range(2)  # half of them with many flushes
        deck = [card for card in range(52) if card & 3 in suits]
        hand = rng.sample(deck, 9)
        board, own = hand[:5], hand[5:]
        theirs = phevaluator.evaluate_omaha_cards(*map(name, board), *map(name, own))
        ours = omaha_high(own, board)
        assert seen.setdefault(theirs, ours) == ours
    ordered = [seen[rank] for rank in sorted(seen)]
    assert ordered == sorted(ordered, reverse=True)
    assert len(set(ordered)) == len(ordered)


@given(st.lists(st.integers(0, 51), min_size=9, max_size=9, unique=True))
def test_omaha_is_the_best_of_sixty_hands(cards: list[int]) -> None:
    """The definition, tried out: two of four with three of five."""
    own, board = cards[:4], cards[4:]
    hands = [
        two + three for two in itertools.combinations(own, 2) for three in itertools.combinations(board, 3)
    ]
    assert len(hands) == 60
    assert omaha_high(own, board) == max(map(high, hands))
    assert omaha_low(own, board) == max(map(eight_or_better, hands))


@pytest.mark.parametrize("count", [0, 4, 8])
def test_another_number_of_cards_is_refused(count: int) -> None:
    for ranking in (ace_to_five, eight_or_better, deuce_to_seven, deuce_to_seven_with_wheel):
        with pytest.raises(ValueError, match=f"not {count}"):
            ranking(list(range(count)))


def test_categories_have_names(cards) -> None:
    assert (
        category(high(cards("As Ad Kc Qs Jh")))
        == low_category(ace_to_five(cards("As Ad Kc Qs Jh")))
        == "pair"
    )
