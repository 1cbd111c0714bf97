"""Who gets the odd chips of a tie in stud: suits decide ((h)(9)(iii)(b)-(d)), in a game with a button seats do (S01).

The high cards are compared from the highest down, spades first; the low cards from the nearest to the ace up,
clubs first. Equal is only a common card, then the next card decides (S03, S04).
"""

from collections.abc import Callable, Sequence
from itertools import combinations

from host_tools.engine.options import Options
from host_tools.engine.ranking.high import high
from host_tools.engine.ranking.low import ace_to_five, deuce_to_seven

_WHEEL = {12, 0, 1, 2, 3}


Hand = tuple[tuple[int, ...], tuple[int, ...]]
"""Own cards and community cards."""


def by_suit(
    ranking: str, hands: dict[int, Hand], winners: Sequence[int], options: Options, hole_used: int
) -> list[int]:
    """`winners` in the order in which they get odd chips; `hole_used` as in the table of games."""
    if ranking == "high":
        order = {winner: _high_order(hands[winner], options, hole_used) for winner in winners}
        return sorted(winners, key=lambda winner: order[winner], reverse=True)
    rank = deuce_to_seven if ranking == "27" else ace_to_five
    order = {winner: _low_order(hands[winner], options, hole_used, rank) for winner in winners}
    return sorted(winners, key=lambda winner: order[winner])


def _fives(hand: Hand, rank: Callable[[Sequence[int]], int], hole_used: int) -> list[tuple[int, ...]]:
    """Every five of the cards that make the best hand."""
    own, board = hand
    if hole_used:
        common = list(combinations(board, 5 - hole_used))
        fives = [mine + others for mine in combinations(own, hole_used) for others in common]
    else:
        fives = list(combinations(own + board, 5))
    keys = [rank(five) for five in fives]
    return [five for five, key in zip(fives, keys, strict=True) if key == max(keys)]


def _high_order(hand: Hand, options: Options, hole_used: int) -> tuple[int, ...]:
    if options.odd_chip_cards == "seven":
        return tuple(sorted(hand[0] + hand[1], reverse=True))
    return max(_descending(five) for five in _fives(hand, high, hole_used))


def _descending(five: Sequence[int]) -> tuple[int, ...]:
    """Highest first; the ace of a five-high straight is its lowest card (b)(1)."""
    straight = {card >> 2 for card in five} == _WHEEL
    return tuple(sorted((card - 52 if straight and card >= 48 else card for card in five), reverse=True))


def _low_order(
    hand: Hand, options: Options, hole_used: int, rank: Callable[[Sequence[int]], int]
) -> tuple[int, ...]:
    chosen = [hand[0] + hand[1]] if options.odd_chip_cards == "seven" else _fives(hand, rank, hole_used)
    ace = 4 if rank is ace_to_five else 0  # the ace is the lowest card but in deuce-to-seven
    return min(_from_the_ace(five, ace, options.odd_chip_low == "worst_card") for five in chosen)


def _from_the_ace(cards: Sequence[int], ace: int, worst_first: bool) -> tuple[int, ...]:
    """Smaller gets the chip: the card nearest the ace first, or the worst card first; the lowest suit first."""
    low = [(card + ace) % 52 for card in cards]
    if worst_first:
        return tuple(sorted(4 * (12 - (card >> 2)) + (card & 3) for card in low))
    return tuple(sorted(low))
