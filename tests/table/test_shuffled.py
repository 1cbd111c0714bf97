"""A deck that was not shuffled shows in the order of its cards, (e), (p)(1)(i)."""

import random

import pytest

from railbird import facts
from railbird.rules import cards
from railbird.shuffled import REPEATED, SORTED, Shuffled


def dealt(watch: Shuffled, hand: list[int]) -> list[int]:
    watch.begin()
    return [watch.dealt(card) for card in hand]


@pytest.mark.parametrize("step", [1, -1])
def test_a_new_deck_is_known_by_six_cards_in_a_row(step: int) -> None:
    """Spades from the four upward, over the ace to the deuce, or downward."""
    hand = [4 * ((2 + step * number) % 13) + 3 for number in range(12)]
    assert dealt(Shuffled(), hand).index(SORTED) == 5
    assert dealt(Shuffled(), hand).count(SORTED) == 1


def test_five_in_a_row_say_nothing() -> None:
    hand = [cards.parse(name) for name in ("2h", "3h", "4h", "5h", "6h", "8h", "9h", "Th", "Jh", "Qh")]
    assert set(dealt(Shuffled(), hand)) == {0}


@pytest.mark.parametrize(("between", "ago"), [(0, 1), (2, 3)])
def test_an_order_that_comes_again(between: int, ago: int) -> None:
    watch, rng = Shuffled(), random.Random(1)
    hand = rng.sample(range(52), 20)
    assert set(dealt(watch, hand)) == {0}
    for _ in range(between):
        dealt(watch, rng.sample(range(52), 20))
    said = dealt(watch, hand)
    assert said[5] == REPEATED
    assert said.count(REPEATED) == 1
    assert watch.ago == ago


def test_an_order_of_long_ago_and_a_hand_of_five_cards_say_nothing() -> None:
    watch, rng = Shuffled(), random.Random(2)
    hand = rng.sample(range(52), 20)
    for other in (hand, *(rng.sample(range(52), 20) for _ in range(3)), hand[:5], hand[:5]):
        assert set(dealt(watch, other)) == {0}


def test_shuffled_decks_say_nothing() -> None:
    watch, rng = Shuffled(), random.Random(3)
    assert not any(any(dealt(watch, rng.sample(range(52), 30))) for _ in range(2000))


def test_the_table_holds_the_deal(driver) -> None:
    driver.hand(9, [1, 4, 6, 9])
    for zone, card in zip((1, 4, 6, 9, 1, 4), ("9d", "Td", "Jd", "Qd", "Kd", "Ad"), strict=True):
        assert not driver.table.held
        driver.sight(f"seat_{zone}", card)
    assert driver.verdicts == [("sorted", "p(1)(i)", "seat_4", "Ad")]
    assert driver.table.held
    assert driver.kinds(facts.HELD) == [(facts.HELD, 255, 255, 255, 1)]
