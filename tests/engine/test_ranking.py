"""High hands against the regulation's examples, known counts and a second library."""

import itertools
import random
from collections import Counter
from math import comb

import phevaluator
import pytest

from host_tools.engine.ranking.high import category, high
from railbird.rules.cards import name

# Subdivision (b)(2), check: independent hands in descending order.
DESCENDING = (
    "As Ks Qs Js Ts > 9h 8h 7h 6h 5h > 4s 4h 4d 4c Kd > 2s 2h 2d Ac Ad > Qc Tc 8c 5c 2c > 6s 5d 4c 3h 2s > "
    "Jh Jd Jc 9s 2d > 8s 8d 3c 3h Kc > 7h 7d As 9c 4d > Ad Qs 9h 6c 3s"
)

BETTER = [
    ("b(1)", "Ah Kd 9c 5s 3h", "Kh Qd Jc 9s 8d"),
    ("b(1)", "Ad 2c 3h 4s 5d", "Ac Kd Qh Js 9c"),
    ("b(2)(i)", "Ah Kh Qh Jh Th", "Kd Qd Jd Td 9d"),
    ("b(2)(ii)", "Kd Qd Jd Td 9d", "Qc Jc Tc 9c 8c"),
    ("b(2)(ii)", "6h 5h 4h 3h 2h", "5s 4s 3s 2s As"),
    ("b(2)(ii)", "5s 4s 3s 2s As", "Kh Kd Kc Ks 9d"),
    ("b(2)(iii)", "As Ah Ad Ac 2s", "Ks Kh Kd Kc Qd"),
    ("b(2)(iii)", "3s 3h 3d 3c 4s", "2s 2h 2d 2c Ac"),
    ("b(2)(iii)", "9s 9h 9d 9c 2d Kd 3c", "9s 9h 9d 9c 2d Qd Jc"),
    ("b(2)(iv)", "Ks Kh Kd 2c 2s", "Qs Qh Qd Ac As"),
    ("b(2)(iv)", "As Ad Ac 7h 2c Kh Kd", "As Ad Ac 7h 2c Qh Qd"),
    ("b(2)(iv)", "3s 3h 3d 4c 4h", "2s 2d 2c Ah Ad"),
    ("b(2)(v)", "Ah Jh 9h 5h 3h", "Ac Jc 9c 5c 2c"),
    ("b(2)(v)", "Ac 6c 4c 3c 2c", "Kd Qd Jd 9d 8d"),
    ("b(2)(v)", "7s 5s 4s 3s 2s", "Ah Kd Qc Js Td"),
    ("b(2)(vi)", "Ah Kd Qc Js Th", "Kh Qd Jc Ts 9h"),
    ("b(2)(vi)", "6s 5d 4c 3h 2d", "5c 4d 3s 2h Ac"),
    ("b(2)(vi)", "2h 2d 3c 4d 5s", "Qh Kd Ac 2s 3h"),
    ("b(2)(vii)", "As Ah Ad 3c 2s", "Ks Kh Kd Ac Qd"),
    ("b(2)(vii)", "5s 5h 5d 9c 8d Kc 2d", "5s 5h 5d 9c 8d Qc Jd"),
    ("b(2)(viii)", "Kh Kd 2c 2s 3h", "Qc Qs Jh Jd Ah"),
    ("b(2)(viii)", "As Ad 3c 3h 2d", "Ks Kd Qc Qh Ac"),
    ("b(2)(ix)", "Kh Kd 4c 3s 2h", "2c 2s Ah Qd Js"),
    ("b(2)(ix)", "Th Td Kc 8s 3h", "Tc Ts Kd 8h 2c"),
    ("b(3)", "Ah Kd 9c 5s 3h", "As Kc 9d 5h 2s"),
    ("i(10)", "Qh Jc Tc 2d 2h As Kd", "Qh Jc Tc 2d 2h 2s 3c"),
]

TIED = [
    ("b(2)(i)", "Ah Kh Qh Jh Th", "As Ks Qs Js Ts"),
    ("b(2)(iii)", "9s 9h 9d 9c 2d Ah 3c", "9s 9h 9d 9c 2d As Jc"),
    ("b(3)", "Ah Kd 9c 5s 3h", "As Kc 9d 5h 3s"),
    ("three pairs: the best fifth card", "Ah Ad Kh Kd Qh Qd 2c", "As Ac Ks Kc Qs 2d 3c"),
]

# How often each category occurs among all five-card hands (combinatorics).
COUNTS = {
    "royal flush": 4,
    "straight flush": 36,
    "four of a kind": 13 * 48,
    "full house": 13 * 4 * 12 * 6,
    "flush": 4 * comb(13, 5) - 40,
    "straight": 10 * 4**5 - 40,
    "three of a kind": 13 * 4 * comb(12, 2) * 16,
    "two pairs": comb(13, 2) * 36 * 44,
    "pair": 13 * 6 * comb(12, 3) * 64,
    "no pair": (comb(13, 5) - 10) * (4**5 - 4),
}


def test_the_categories_descend_as_the_regulation_lists_them(cards) -> None:
    keys = [high(cards(text)) for text in DESCENDING.split(">")]
    assert keys == sorted(keys, reverse=True)
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize(("rule", "better", "worse"), BETTER)
def test_worked_example(cards, rule: str, better: str, worse: str) -> None:
    assert high(cards(better)) > high(cards(worse)), rule


@pytest.mark.parametrize(("rule", "one", "other"), TIED)
def test_tie(cards, rule: str, one: str, other: str) -> None:
    assert high(cards(one)) == high(cards(other)), rule


def test_no_straight_flush_wraps_around_the_ace(cards) -> None:
    assert category(high(cards("Kh Ah 2h 3h 4h"))) == "flush"
    assert category(high(cards("Ah Kh Qh Jh Td"))) == "straight"


def test_every_five_card_hand_falls_into_one_of_7462_classes() -> None:
    classes = Counter(map(high, itertools.combinations(range(52), 5)))
    assert len(classes) == 7462
    counts: Counter[str] = Counter()
    for key, count in classes.items():
        counts[category(key)] += count
    assert counts == COUNTS


@pytest.mark.parametrize("size", [5, 6, 7])
def test_phevaluator_orders_hands_alike(size: int) -> None:
    """phevaluator numbers its classes from 1, the best; the two orders have to be the same, ties included."""
    rng = random.Random(size)
    seen: dict[int, int] = {}
    for _ in range(12_000):
        hand = rng.sample(range(52), size)
        ours, theirs = high(hand), phevaluator.evaluate_cards(*map(name, hand))
        assert seen.setdefault(theirs, ours) == ours
    ordered = [seen[rank] for rank in sorted(seen)]
    assert ordered == sorted(ordered, reverse=True)
    assert len(set(ordered)) == len(ordered)


@pytest.mark.parametrize("count", [0, 4, 8])
def test_another_number_of_cards_is_refused(count: int) -> None:
    with pytest.raises(ValueError, match=f"not {count}"):
        high(list(range(count)))
