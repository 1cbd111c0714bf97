"""Hand rankings as one comparable integer each: bigger is better, equal is a tie (subdivision (b)).

A key is category << 20, then five ranks of four bits, most important first. Suits only make flushes (R08).
Every rank multiset of up to seven cards is worked out once and remembered: at most 49,205 of seven cards,
plus 18,395 of six and 6,175 of five, so the memory is bounded and a ranking in the long run is a sum and a
look-up.
"""

from collections.abc import Sequence

_BIAS = 0x3333  # four counters of four bits, one a suit: the fifth card of a suit carries into bit 3
_FLUSH = 0x8888
_CODES = tuple(1 << 16 + 3 * (card >> 2) | 1 << 4 * (card & 3) for card in range(52))
_code = _CODES.__getitem__
_WHEEL = 1 << 12 | 0b1111  # A-2-3-4-5: the ace below, (b)(1)

CATEGORIES = (
    "no pair",
    "pair",
    "two pairs",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
)


class _Ranks(dict[int, int]):
    """Packed ranks -> key, worked out at the first look."""

    def __missing__(self, packed: int) -> int:
        key = self[packed] = _ranks_key(packed)
        return key


ranks_key = _Ranks()
"""The key of cards without a flush by their packed ranks, three bits of count a rank, the two lowest."""

_by_flush: dict[int, int] = {}


def high(cards: Sequence[int]) -> int:
    """The best five-card high hand of five, six or seven cards 0..51, all different (b)(1)-(3).

    Raises ValueError for another number of cards.
    """
    if not 5 <= len(cards) <= 7:
        raise ValueError(f"a high hand is ranked from 5 to 7 cards, not {len(cards)}")
    total = sum(map(_code, cards), _BIAS)
    flush = total & _FLUSH
    if flush:  # with at most seven cards a flush leaves no room for four of a kind or a full house
        suit = (flush.bit_length() - 1) >> 2
        mask = sum(1 << (card >> 2) for card in cards if card & 3 == suit)
        key = _by_flush.get(mask)
        if key is None:
            key = _by_flush[mask] = _flush_key(mask)
        return key
    return ranks_key[total >> 16]


def category(key: int) -> str:
    """The name of a high key's category, as (b)(2) has it."""
    return CATEGORIES[key >> 20]


def _straight(mask: int) -> int:
    """The top rank of the best straight in a set of ranks, 3 for A-2-3-4-5, -1 for none. No wrap (R06)."""
    run = mask & mask >> 1 & mask >> 2 & mask >> 3 & mask >> 4
    if run:
        return run.bit_length() + 3
    return 3 if mask & _WHEEL == _WHEEL else -1


def _key(kind: int, ranks: Sequence[int]) -> int:
    key = kind
    for rank in ranks:
        key = key << 4 | rank
    return key << 4 * (5 - len(ranks))


def _flush_key(mask: int) -> int:
    top = _straight(mask)
    if top >= 0:
        return _key(9 if top == 12 else 8, (top,))
    return _key(5, [rank for rank in range(12, -1, -1) if mask >> rank & 1][:5])


def _ranks_key(packed: int) -> int:
    """The key of cards without a flush; `packed` has three bits of count a rank."""
    groups: tuple[list[int], ...] = ([], [], [], [], [])
    for rank in range(12, -1, -1):
        groups[packed >> 3 * rank & 7].append(rank)
    _, singles, pairs, trips, quads = groups
    if quads:
        return _key(7, (quads[0], max(singles + pairs + trips)))
    if trips and len(trips) + len(pairs) > 1:
        return _key(6, (trips[0], max(trips[1:] + pairs)))
    top = _straight(sum(1 << rank for rank in singles + pairs + trips))
    if top >= 0:
        return _key(4, (top,))
    if trips:
        return _key(3, trips + singles[:2])
    if len(pairs) > 1:
        return _key(2, [*pairs[:2], max(singles + pairs[2:])])
    if pairs:
        return _key(1, pairs + singles[:3])
    return _key(0, singles[:5])
