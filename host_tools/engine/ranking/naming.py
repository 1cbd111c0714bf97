"""A hand in words: its best five cards, and what they are called."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple

from host_tools.engine.ranking.evaluation import RANKINGS
from host_tools.engine.ranking.high import category, high
from host_tools.engine.ranking.low import ace_to_five, deuce_to_seven_with_wheel, low_category
from railbird.rules.cards import RANKS

_WORDS = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)
_ACE = 12
_WHEEL = {_ACE, 0, 1, 2, 3}


class Best(NamedTuple):
    """The key as the rankings give it, 0 for no such hand; the five cards, most important first; their name."""

    key: int
    five: tuple[int, ...]
    words: str


def best_hand(
    ranking: str,
    hole: Sequence[int],
    board: Sequence[int] = (),
    hole_used: int = 0,
    wheel_in_27: bool = False,
) -> Best:
    """The best five of own and community cards; `hole_used` as in the table of games (j)(6), `wheel_in_27` as the
    option has it (R04).

    Slow and plain: every five is ranked. Raises KeyError for no such ranking, ValueError for fewer than five cards.
    """
    rank = deuce_to_seven_with_wheel if ranking == "27" and wheel_in_27 else RANKINGS[ranking]
    if hole_used:
        own, common = combinations(hole, hole_used), list(combinations(board, 5 - hole_used))
        fives = [two + three for two in own for three in common]
    else:
        fives = list(combinations((*hole, *board), 5))
    key, five = max(((rank(five), five) for five in fives), key=lambda pair: pair[0])
    if not key:
        return Best(0, (), "no low hand of eight or better")
    return Best(key, *_named(ranking, five, wheel_in_27))


def _named(ranking: str, five: tuple[int, ...], wheel_in_27: bool) -> tuple[tuple[int, ...], str]:
    """The cards in the order of their importance, and their name."""
    wheel = {card >> 2 for card in five} == _WHEEL
    if ranking in ("a5", "8b"):
        kind, ace_low = low_category(ace_to_five(five)), True
    else:
        kind, ace_low = category(high(five)), wheel and (ranking == "high" or wheel_in_27)
        if wheel and not ace_low:  # no straight in deuce-to-seven (R04)
            kind = "flush" if kind == "straight flush" else "no pair"

    def place(rank: int) -> int:
        return -1 if ace_low and rank == _ACE else rank

    counts = Counter(card >> 2 for card in five)
    order = sorted(counts, key=lambda rank: (counts[rank], place(rank)), reverse=True)
    cards = tuple(sorted(five, key=lambda card: (-order.index(card >> 2), card & 3), reverse=True))
    return cards, _NAMES.get(kind, _high_card)(kind, order)


def _high_card(kind: str, order: list[int]) -> str:
    return f"{kind}, {_WORDS[order[0]]} high"


def _many(rank: int) -> str:
    return _WORDS[rank] + ("es" if _WORDS[rank] == "six" else "s")


_NAMES: dict[str, Callable[[str, list[int]], str]] = {
    "no pair": lambda kind, order: f"{kind}, {'-'.join(RANKS[rank] for rank in order)}",
    "pair": lambda kind, order: f"{kind} of {_many(order[0])}",
    "two pairs": lambda kind, order: f"{kind}, {_many(order[0])} and {_many(order[1])}",
    "three of a kind": lambda kind, order: f"{kind}, {_many(order[0])}",
    "full house": lambda kind, order: f"{kind}, {_many(order[0])} over {_many(order[1])}",
    "four of a kind": lambda kind, order: f"{kind}, {_many(order[0])}",
    "royal flush": lambda kind, order: kind,  # noqa: ARG005
}
"""Straights and flushes are named by their highest card."""
