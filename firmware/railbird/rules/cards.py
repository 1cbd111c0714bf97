"""Cards as small integers, the same on the device and on the host.

A card is 0..51 = 4 * rank + suit, ranks 2..A as 0..12, suits clubs < diamonds < hearts < spades (the order
in which the regulation compares suits, 5324.42(h)(9)(iii)). 52 is the cover card, which never counts toward
the 52.
A tag names a deck as well: `tag code` = 64 * deck + card, deck 0 or 1.
"""

from micropython import const

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK_SIZE = const(52)
COVER = const(52)
NO_CARD = const(255)


def name(card: int) -> str:
    """The two letters of a card: 51 -> 'As'; the cover card is '##' and no card is '--'."""
    if card < DECK_SIZE:
        return RANKS[card >> 2] + SUITS[card & 3]
    return "##" if card == COVER else "--"


def parse(text: str) -> int:
    """The card of two letters: 'As' -> 51. Raises ValueError for anything else."""
    if len(text) == 2:
        rank = RANKS.find(text[0])
        suit = SUITS.find(text[1])
        if rank >= 0 and suit >= 0:
            return 4 * rank + suit
    raise ValueError("not a card: %r" % (text,))


def tag_code(deck: int, card: int) -> int:
    """The code of a tag: 64 * deck + card."""
    return deck << 6 | card


def deck_of(code: int) -> int:
    """The deck, 0 or 1, of a tag code."""
    return code >> 6


def card_of(code: int) -> int:
    """The card 0..52 of a tag code."""
    return code & 63
