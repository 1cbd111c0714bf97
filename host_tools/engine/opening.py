"""Who opens a betting round by the cards showing: the forced bet and the later rounds of stud ((h)(4), (h)(6))."""

from collections.abc import Sequence
from functools import lru_cache

from host_tools.engine.ranking import high
from host_tools.engine.state import Dealt, Setup
from railbird.rules.cards import NO_CARD

Key = tuple[int, ...]


def up_cards(setup: Setup, hole: Sequence[int]) -> list[int]:
    """The cards of a hand that lie face up, in the order dealt."""
    return [card for card, face in zip(hole, setup.game.faces, strict=False) if face == "u"]


def forced_position(setup: Setup, dealt: Dealt, live: int) -> int:
    """The position that owes the forced bet: its card is the lowest or highest, equal ones by suit (h)(4).

    A card that was not identified owes nothing.
    """
    opener = setup.game.streets[dealt.street][1]
    cards = {
        position: up_cards(setup, hole)[0] for position, hole in enumerate(dealt.hole) if live >> position & 1
    }
    shown = {position: card for position, card in cards.items() if card != NO_CARD} or cards
    if opener == "low":
        return min(shown, key=lambda position: shown[position])
    if opener == "king":  # the ace below the two
        return max(shown, key=lambda position: (shown[position] + 4) % 52)
    return max(shown, key=lambda position: shown[position])


def best_showing(setup: Setup, dealt: Dealt, live: int) -> int:
    """The position with the best hand showing; of equal ones the first clockwise from the dealer (D07). Cards
    that were not identified count for nothing.
    """
    options = setup.options
    common = dealt.board if options.common_card_counts_for_opener else ()
    showing = high_showing if setup.game.streets[dealt.street][1] == "best" else low_showing
    keys = {
        position: showing([card for card in (*up_cards(setup, hole), *common) if card != NO_CARD])
        for position, hole in enumerate(dealt.hole)
        if live >> position & 1
    }
    top = max(keys.values())
    tied = [position for position, key in keys.items() if key == top]
    if len(tied) > 1 and options.tied_board_opener == "first_active":
        return min(keys)
    return tied[0]


def high_showing(cards: Sequence[int]) -> Key:
    """Of up to four cards by quads, trips, two pairs, pair, high cards; five make a whole hand (R07). Bigger is
    better; suits do not matter.
    """
    if len(cards) == 5:
        return (high(cards),)
    return _pattern(sum([1 << 3 * (card >> 2) for card in cards]))


def low_showing(cards: Sequence[int]) -> Key:
    """The fewest pairs, then the lowest worst card, the ace low (R07). Bigger is better."""
    return tuple([-part for part in _pattern(sum([1 << 3 * ((card + 4 >> 2) % 13) for card in cards]))])


@lru_cache(maxsize=16384)
def _pattern(packed: int) -> Key:
    """How often the ranks occur, most often first, then the ranks in that order, the higher of equals first.

    `packed` has three bits of count a rank.
    """
    counts = sorted(
        [(packed >> 3 * rank & 7, rank) for rank in range(13) if packed >> 3 * rank & 7], reverse=True
    )
    padding = (0,) * (sum([count for count, _ in counts]) - len(counts))
    return (*[count for count, _ in counts], *padding, *[rank for _, rank in counts])
