"""What a player has to have on the table, and what coin may be anted ((c)(3), (c)(3)(ii)-(iii))."""

from collections.abc import Sequence

COINS = (25, 50)  # cents
DOLLAR = 100


def least_stack(ante: int, blind_owed: int, minimum: int) -> int:
    """The chips needed to be dealt in: the ante and the larger of the blind owed this round and the table minimum;
    a forced bet by up card is part of that minimum (c)(3)(iii) (W02).
    """
    return ante + max(blind_owed, minimum)


def may_be_dealt_in(stack: int, ante: int, blind_owed: int, minimum: int) -> bool:
    """Whether a stack suffices at the start of a round of play."""
    return stack >= least_stack(ante, blind_owed, minimum)


def is_coin_ante(coins: Sequence[int]) -> bool:
    """Whether these coins, in cents, may be an ante: quarters and halves, less than a dollar together (W06)."""
    return 0 < sum(coins) < DOLLAR and all(coin in COINS for coin in coins)


def convert_coin(cents: int) -> tuple[int, int]:
    """(dollar chips, cents left as coin) once the dealer has turned the pot's coin into chips (c)(3)(ii)."""
    return divmod(cents, DOLLAR)
