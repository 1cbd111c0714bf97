"""Who opens a betting round by the cards showing: the forced bet and the later rounds of stud ((h)(4), (h)(6))."""

from collections.abc import Sequence

from host_tools.engine.ranking.high import high
from host_tools.engine.state import Dealt, Setup
from railbird.rules.cards import NO_CARD


def forced_position(setup: Setup, dealt: Dealt, live: int) -> int:
    """The position that owes the forced bet: its card is the lowest or highest, equal ones by suit (h)(4).

    A card that was not identified owes nothing.
    """
    opener, first = setup.game.streets[dealt.street][1], setup.game.up[0]
    cards = {position: hole[first] for position, hole in enumerate(dealt.hole) if live >> position & 1}
    shown = {position: card for position, card in cards.items() if card != NO_CARD} or cards
    if opener == "low":
        return min(shown, key=lambda position: shown[position])
    if opener == "king":  # the ace below the two
        return max(shown, key=lambda position: (shown[position] + 4) % 52)
    return max(shown, key=lambda position: shown[position])


def best_showing(setup: Setup, dealt: Dealt, live: int) -> int:
    """The position with the best hand showing; of equal ones the first clockwise from the dealer (D07)."""
    options = setup.options
    first, end = setup.game.up
    common = dealt.board if options.common_card_counts_for_opener else ()
    showing = high_showing if setup.game.streets[dealt.street][1] == "best" else low_showing
    keys = [
        showing(hole[first:end] + common) if live >> position & 1 else -1
        for position, hole in enumerate(dealt.hole)
    ]
    top = max(keys)
    if options.tied_board_opener == "first_active" and keys.count(top) > 1:
        return (live & -live).bit_length() - 1
    return keys.index(top)


def high_showing(cards: Sequence[int]) -> int:
    """Of up to four cards by quads, trips, two pairs, pair, high cards; five make a whole hand (R07). Bigger is
    better; suits do not matter, and a card that was not identified counts for nothing.
    """
    if len(cards) == 5 and NO_CARD not in cards:
        return high(cards) << 40
    return _patterns[sum(map(_high_code, cards))]


def low_showing(cards: Sequence[int]) -> int:
    """The fewest pairs, then the lowest worst card, the ace low (R07). Bigger is better; a card that was not
    identified is worse than any other.
    """
    return (1 << 40) - _patterns[sum(map(_low_code, cards))]


class _Patterns(dict[int, int]):
    """Packed ranks, three bits of count a rank -> how often the ranks occur, most often first, then the ranks in that
    order, the higher of equals first; four bits each. Worked out at the first look.
    """

    def __missing__(self, packed: int) -> int:
        counts = sorted([(packed >> 3 * rank & 7, rank) for rank in range(14)], reverse=True)[:5]
        key = 0
        for count, _ in counts:
            key = key << 4 | count
        for count, rank in counts:
            key = key << 4 | (rank if count else 0)
        self[packed] = key
        return key


_patterns = _Patterns()
_unknown = (0,) * (NO_CARD - 52)
_high_code = (*[1 << 3 * (card >> 2) for card in range(52)], *_unknown, 0).__getitem__
_low_code = (*[1 << 3 * ((card + 4 >> 2) % 13) for card in range(52)], *_unknown, 1 << 39).__getitem__
