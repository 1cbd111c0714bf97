"""Who gets the odd chips of a tie in stud: suits decide ((h)(9)(iii)(b)-(d)), in a game with a button seats do (S01).

The high cards are compared from the highest down, spades first; the low cards from the nearest to the ace up,
clubs first. Equal is only a common card, then the next card decides (S03, S04).
"""

from collections.abc import Callable, Sequence
from itertools import combinations

from host_tools.engine.low import ace_to_five
from host_tools.engine.options import Options
from host_tools.engine.ranking import high

_WHEEL = {12, 0, 1, 2, 3}


def by_suit(
    ranking: str, hands: dict[int, tuple[int, ...]], winners: Sequence[int], options: Options
) -> list[int]:
    """`winners` in the order in which they get odd chips; `hands` has each one's five to seven cards."""
    if ranking == "high":
        return sorted(winners, key=lambda position: _high_order(hands[position], options), reverse=True)
    return sorted(winners, key=lambda position: _low_order(hands[position], options))


def _fives(cards: Sequence[int], rank: Callable[[Sequence[int]], int]) -> list[tuple[int, ...]]:
    """Every five of the cards that make the best hand."""
    fives = list(combinations(cards, 5))
    keys = [rank(five) for five in fives]
    return [five for five, key in zip(fives, keys, strict=True) if key == max(keys)]


def _high_order(cards: Sequence[int], options: Options) -> tuple[int, ...]:
    if options.odd_chip_cards == "seven":
        return tuple(sorted(cards, reverse=True))
    return max(_descending(five) for five in _fives(cards, high))


def _descending(five: Sequence[int]) -> tuple[int, ...]:
    """Highest first; the ace of a five-high straight is its lowest card (b)(1)."""
    straight = {card >> 2 for card in five} == _WHEEL
    return tuple(sorted((card - 52 if straight and card >= 48 else card for card in five), reverse=True))


def _low_order(cards: Sequence[int], options: Options) -> tuple[int, ...]:
    chosen = [tuple(cards)] if options.odd_chip_cards == "seven" else _fives(cards, ace_to_five)
    return min(_from_the_ace(five, options.odd_chip_low == "worst_card") for five in chosen)


def _from_the_ace(cards: Sequence[int], worst_first: bool) -> tuple[int, ...]:
    """Smaller gets the chip: the card nearest the ace first, or the worst card first; the lowest suit first."""
    ace_low = [(card + 4) % 52 for card in cards]
    if worst_first:
        return tuple(sorted(4 * (12 - (card >> 2)) + (card & 3) for card in ace_low))
    return tuple(sorted(ace_low))
