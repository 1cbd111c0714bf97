"""The posted betting limits of a table (c)(7)(iii): no limit, pot limit, fixed limit or a spread (W01).

Amounts in the smallest coin; pairs are by bet tier, the rounds of the small and of the big bet.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple


class Limits(NamedTuple):
    """`structure` is 'no', 'pot', 'fixed' or 'spread'. `least` bounds a bet or raise below, 0 = the largest blind;
    `most` bounds it above in a spread. `cap` is how many raises a round may have after its first bet, 0 = any
    number; raises between two players do not count.
    """

    structure: str
    least: tuple[int, int]
    most: tuple[int, int]
    cap: int

    @property
    def fixed_steps(self) -> bool:
        """A bet goes up in steps: a short all-in counts as a step from half of it on (W01)."""
        return self.structure in ("fixed", "spread")


CAP = 3  # raises of a round, unless posted otherwise


def no_limit(min_bet: int = 0) -> Limits:
    """Any amount from `min_bet` and the last full raise on."""
    return Limits("no", (min_bet, min_bet), (0, 0), 0)


def pot_limit(min_bet: int = 0) -> Limits:
    """Raises up to what the pot holds after the call."""
    return Limits("pot", (min_bet, min_bet), (0, 0), 0)


def fixed_limit(small: int, big: int, cap: int = CAP) -> Limits:
    """Bets and raises of exactly one amount."""
    return Limits("fixed", (small, big), (small, big), cap)


def spread_limit(least: int, most: int, big: int = 0, cap: int = CAP) -> Limits:
    """Bets and raises from `least` to `most`, to `big` in the later rounds."""
    return Limits("spread", (least, least), (most, big or most), cap)


STRUCTURES: dict[str, Callable[..., Limits]] = {
    "no": no_limit, "pot": pot_limit, "fixed": fixed_limit, "spread": spread_limit,
}  # fmt: skip


def limits(structure: str, amounts: Sequence[int]) -> Limits:
    """The limits of a structure by its amounts, in the order above. Raises ValueError."""
    if structure not in STRUCTURES:
        raise ValueError(f"expected one of {', '.join(STRUCTURES)} and whole numbers")
    try:
        return STRUCTURES[structure](*amounts)
    except TypeError:
        raise ValueError(f"{len(amounts)} amounts do not make {structure} limits") from None


def amounts(posted: Limits) -> tuple[int, ...]:
    """What makes these limits out of their structure, those left out that go without saying."""
    _, least, most, cap = posted
    capped = (cap,) if cap != CAP else ()
    if posted.structure == "fixed":
        return (*least, *capped)
    if posted.structure == "spread":
        return (least[0], most[0], *((most[1], *capped) if capped or most[1] != most[0] else ()))
    return least[:1] if least[0] else ()
