"""The button placed at random, by the rank of one card dealt to each player ((i)(3)(ii), (n)(3)(ii)(b))."""

from collections.abc import Mapping


def by_card(cards: Mapping[int, int], tie: str = "suit") -> tuple[int, ...]:
    """The seat with the highest card, ace high, as the only one of a tuple (D03).

    Of equal ranks the suit decides, spades > hearts > diamonds > clubs; with `tie` 'redeal' all the tied seats are
    named, among whom cards are dealt again. Raises ValueError without cards or for another `tie`.
    """
    if tie not in ("suit", "redeal"):
        raise ValueError(f"tie {tie!r}: expected suit or redeal")
    if tie == "suit":
        return (max(cards, key=lambda seat: cards[seat]),)
    top = max(card >> 2 for card in cards.values())
    return tuple(seat for seat, card in cards.items() if card >> 2 == top)
