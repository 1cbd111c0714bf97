"""Omaha hands: exactly two of the own cards with exactly three of the board, high and low apart ((j)(6)-(8)).

What depends on the board alone, its ten triples, is worked out once for all players.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from host_tools.engine.ranking.high import high, ranks_key
from host_tools.engine.ranking.low import distinct_key

_RANKS = tuple(1 << 3 * (card >> 2) for card in range(52))
_LOW = tuple(
    1 << (card + 4 >> 2) % 13 & 0xFF for card in range(52)
)  # ace to eight as bits 0..7, else nothing


class _Board(NamedTuple):
    """`ranks`: the packed ranks of each triple; `lows`: each set of three different ranks of eight or lower;
    `suited`: a suit and the board's cards of it, when a flush is possible.
    """

    ranks: tuple[int, ...]
    lows: tuple[int, ...]
    suited: tuple[int, tuple[int, ...]] | None


@lru_cache(maxsize=64)
def _board(board: tuple[int, ...]) -> _Board:
    triples = list(combinations(board, 3))
    lows = set()
    for one, two, three in triples:
        mask = _LOW[one] | _LOW[two] | _LOW[three]
        if mask.bit_count() == 3:
            lows.add(mask)
    suited = None
    for suit in range(4):
        held = tuple(card for card in board if card & 3 == suit)
        if len(held) >= 3:
            suited = suit, held
    ranks = {_RANKS[one] + _RANKS[two] + _RANKS[three] for one, two, three in triples}
    return _Board(tuple(ranks), tuple(lows), suited)


def omaha_high(hole: Sequence[int], board: Sequence[int]) -> int:
    """The key of the best high hand, as `ranking.high` has it (j)(6). `hole` has two cards or more."""
    ranks, _, suited = _board(tuple(board))
    best = 0
    if suited is not None:
        suit, common = suited
        own = [card for card in hole if card & 3 == suit]
        if len(own) > 1:
            best = max(
                [high(two + three) for two in combinations(own, 2) for three in combinations(common, 3)]
            )
    keys = ranks_key
    for one, two in combinations([_RANKS[card] for card in hole], 2):
        pair = one + two
        for triple in ranks:
            key = keys[pair + triple]
            if key > best:
                best = key
    return best


def omaha_low(hole: Sequence[int], board: Sequence[int]) -> int:
    """The key of the best eight-or-better low, as `low.eight_or_better` has it; 0 for none (j)(7), (S06)."""
    lows = _board(tuple(board)).lows
    if not lows:
        return 0
    best = 0x100
    for one, two in combinations({_LOW[card] for card in hole if _LOW[card]}, 2):
        pair = one | two
        for triple in lows:
            if (
                not pair & triple and pair | triple < best
            ):  # the set with the lower top card is the better hand
                best = pair | triple
    return _LOW_KEYS[best] if best < 0x100 else 0


_LOW_KEYS = {mask: distinct_key(mask) for mask in range(0x100) if mask.bit_count() == 5}
