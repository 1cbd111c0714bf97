"""Who may win what: the centre pot and the side pots, from contributions alone ((c)(3)(iv)(a), (c))."""

from collections.abc import Sequence
from typing import NamedTuple


class Pot(NamedTuple):
    """`amount` in the smallest coin; `seats` of those who may win it, in the order they were given."""

    amount: int
    seats: tuple[int, ...]


def pots(seats: Sequence[int], paid: Sequence[int], live: Sequence[bool], dead: int = 0) -> tuple[Pot, ...]:
    """The pots, centre pot first, then the side pots in the order they were created.

    `paid` is what each seat put in over the whole hand, uncalled bets already returned; `live` tells who has
    not folded; `dead` is money that nobody has a claim to by contribution (an ante paid for the whole table)
    and goes into the centre pot. A layer ends at every distinct contribution of a live seat. Folded money
    above the highest of them stays in the last pot, so that the pots always sum to sum(paid) + dead. Raises
    ValueError when nobody is live.
    """
    players = list(zip(seats, paid, live, strict=True))
    levels = sorted({part for _, part, alive in players if alive})
    if not levels:
        raise ValueError("a pot needs at least one live seat")
    result = []
    filled = -dead  # what the pots below hold; the dead money comes on top of the first
    for level in levels:
        if level == levels[-1]:
            upto = sum(paid)
        else:
            upto = sum([part if part < level else level for part in paid])
        entitled = tuple([seat for seat, part, alive in players if alive and part >= level])
        if upto > filled:
            result.append(Pot(upto - filled, entitled))
        filled = upto
    return tuple(result)
