"""From the names in the table of games to the functions that rank a player's cards."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from host_tools.engine.ranking.high import high
from host_tools.engine.ranking.low import (
    ace_to_five,
    deuce_to_seven,
    deuce_to_seven_with_wheel,
    eight_or_better,
)
from host_tools.engine.ranking.omaha import omaha_high, omaha_low

Cards = tuple[int, ...]
Evaluator = Callable[[Cards, Cards], int]
"""(own cards, community cards) -> key, bigger is better, 0 = no such hand."""

RANKINGS: dict[str, Callable[[Sequence[int]], int]] = {
    "high": high,
    "a5": ace_to_five,
    "27": deuce_to_seven,
    "8b": eight_or_better,
}


def _of_all(ranking: Callable[[Sequence[int]], int]) -> Evaluator:
    def evaluate(hole: Cards, board: Cards) -> int:
        return ranking(hole + board)

    return evaluate


_ANY = {name: _of_all(ranking) for name, ranking in RANKINGS.items()}
_WITH_WHEEL = {**_ANY, "27": _of_all(deuce_to_seven_with_wheel)}
_OMAHA: dict[str, Evaluator] = {"high": omaha_high, "8b": omaha_low}


@lru_cache(maxsize=64)
def evaluators(rankings: tuple[str, ...], hole_used: int, wheel_in_27: bool = False) -> tuple[Evaluator, ...]:
    """The evaluator of each ranking; `hole_used` as in the table of games. Raises KeyError for no such one."""
    table = _OMAHA if hole_used else _WITH_WHEEL if wheel_in_27 else _ANY
    return tuple(table[name] for name in rankings)
