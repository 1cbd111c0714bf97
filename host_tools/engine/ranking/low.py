"""Low hands as one comparable integer each: bigger is better, equal is a tie ((b)(4)-(5), (h)(10)).

The ranks of a hand count from its worst card down, made ranks first (R01, R02). As in `ranking`, every multiset
of ranks is worked out once and remembered.
"""

from collections.abc import Sequence

from host_tools.engine.ranking.high import high

LOW_CATEGORIES = (
    "four of a kind",
    "full house",
    "three of a kind",
    "two pairs",
    "pair",
    "no pair",
)
"""Of an ace-to-five hand, worst first; `key >> 20` less one is the index."""

_RANK_CODES = tuple(
    1 << 3 * ((card + 4 >> 2) % 13) for card in range(52)
)  # the ace lowest, three bits a rank
_code = _RANK_CODES.__getitem__
_WHEELS = {4 << 20 | 3 << 16: 0xC3210, 8 << 20 | 3 << 16: 5 << 20 | 0xC3210}  # as no pair and as a flush
_TOP = 16 << 20

_by_ranks: dict[int, int] = {}


def ace_to_five(cards: Sequence[int]) -> int:
    """The best ace-to-five low of five, six or seven cards; straights and flushes do not count (b)(5).

    Inside a category the rank order is that of (b)(4), so that aces are the best pair (R03). Raises ValueError
    for another number of cards.
    """
    if not 5 <= len(cards) <= 7:
        raise ValueError(f"a low hand is ranked from 5 to 7 cards, not {len(cards)}")
    ranks = sum(map(_code, cards))
    key = _by_ranks.get(ranks)
    if key is None:
        key = _by_ranks[ranks] = _ranks_key(ranks)
    return key


def eight_or_better(cards: Sequence[int]) -> int:
    """The ace-to-five key when five different ranks are eight or lower, else 0: no low hand (h)(10), (S10)."""
    key = ace_to_five(cards)
    return key if key >= _WORST_EIGHT else 0


def deuce_to_seven(cards: Sequence[int]) -> int:
    """The deuce-to-seven low of five cards: the high hands upside down, the ace always high (b)(4)-(5).

    A-2-3-4-5 is no straight (R04). Raises ValueError for another number of cards.
    """
    if len(cards) != 5:
        raise ValueError(f"a deuce-to-seven hand is ranked from 5 cards, not {len(cards)}")
    key = high(cards)
    if key in _WHEELS:
        key = _WHEELS[key]
    return _TOP - key


def deuce_to_seven_with_wheel(cards: Sequence[int]) -> int:
    """Like `deuce_to_seven`, but A-2-3-4-5 is a straight, as (b)(2)(vi) has it for high hands (R04)."""
    if len(cards) != 5:
        raise ValueError(f"a deuce-to-seven hand is ranked from 5 cards, not {len(cards)}")
    return _TOP - high(cards)


def low_category(key: int) -> str:
    """The name of an ace-to-five key's category."""
    return LOW_CATEGORIES[(key >> 20) - 1]


def distinct_key(mask: int) -> int:
    """The ace-to-five key of five different ranks, given as a set with the ace as bit 0."""
    return _key(6, [rank for rank in range(12, -1, -1) if mask >> rank & 1])


def _key(kind: int, ranks: Sequence[int]) -> int:
    key = kind
    for rank in ranks:
        key = key << 4 | 12 - rank
    return key << 4 * (5 - len(ranks))


_WORST_EIGHT = distinct_key(0b11111000)


def _ranks_key(packed: int) -> int:
    """The key of the best five cards; `packed` has three bits of count a rank, the ace lowest."""
    counts = [packed >> 3 * rank & 7 for rank in range(13)]
    held = [rank for rank in range(13) if counts[rank]]
    if len(held) >= 5:
        return _key(6, held[4::-1])
    twice = [rank for rank in held if counts[rank] >= 2]
    if len(held) == 4:
        return _key(5, [twice[0], *_others(held, twice[:1])])
    if len(held) == 3 and len(twice) >= 2:
        return _key(4, [twice[1], twice[0], *_others(held, twice[:2])])
    thrice = [rank for rank in held if counts[rank] >= 3]
    if len(held) == 3:
        return _key(3, [thrice[0], *_others(held, thrice[:1])])
    if len(twice) == 2:
        return _key(2, [thrice[0], *_others(held, thrice[:1])])
    return _key(1, [thrice[0], *_others(held, thrice[:1])])


def _others(held: Sequence[int], used: Sequence[int]) -> list[int]:
    """The remaining ranks, worst first."""
    return [rank for rank in reversed(held) if rank not in used]
