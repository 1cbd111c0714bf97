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
    levels = sorted({amount for amount, alive in zip(paid, live, strict=True) if alive})
    if not levels:
        raise ValueError("a pot needs at least one live seat")
    result = []
    below = 0
    top = levels[-1]
    for level in levels:
        ceiling = max(paid) if level == top else level
        amount = dead + sum(min(part, ceiling) - min(part, below) for part in paid)
        dead = 0
        entitled = tuple(
            seat for seat, part, alive in zip(seats, paid, live, strict=True) if alive and part >= level
        )
        if amount:
            result.append(Pot(amount, entitled))
        below = level
    return tuple(result)
