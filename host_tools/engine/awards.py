"""How one pot is shared among those who may win it."""

from collections.abc import Sequence


def shares(amount: int, winners: Sequence[int], unit: int) -> tuple[int, ...]:
    """What each winner gets of `amount`, in the order of `winners`; the sum is always `amount`.

    b(3): tied hands share equally. The pot is divided down to the table unit and the rest handed out one unit
    a winner, in the order given, so that nobody is favoured by more than a unit (S02). In button games that
    order is clockwise from the button (S01). Coin below a unit follows as the last odd piece (W06). Raises
    ValueError without winners.
    """
    if not winners:
        raise ValueError("a pot needs a winner")
    count = len(winners)
    share = amount // count // unit * unit
    rest = amount - share * count
    result = []
    for _ in winners:
        odd = min(unit, rest)
        rest -= odd
        result.append(share + odd)
    return tuple(result)


def best(keys: Sequence[int]) -> tuple[int, ...]:
    """The indices of the best keys (bigger is better), in order. Raises ValueError when there is none."""
    top = max(keys)
    return tuple([index for index, key in enumerate(keys) if key == top])
