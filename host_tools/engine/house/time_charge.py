"""The rake by the hour (o)(2)(iii): who pays how much at a collection. Amounts in the smallest coin."""

from collections.abc import Sequence
from typing import NamedTuple

from host_tools.engine.awards import shares
from host_tools.engine.events import IllegalEvent


class TimeCharge(NamedTuple):
    """`fees` is ((least wager, most wager, fee an hour), ...) (b); `per` 'player' or 'table' (a); the hour is charged
    in `parts` equal parts (c).
    """

    fees: tuple[tuple[int, int, int], ...]
    per: str = "player"
    parts: int = 2


def check_charge(charge: TimeCharge) -> None:
    """Raises IllegalEvent for a charge that the rules do not allow or that leaves a broken coin."""
    if charge.per not in ("player", "table"):
        raise IllegalEvent(f"time charge per {charge.per!r}: expected player or table", "o(2)(iii)(a)")
    if not charge.fees or any(fee < 1 or not 0 < least <= most for least, most, fee in charge.fees):
        raise IllegalEvent(f"time charges {list(charge.fees)}: expected fees by limits", "o(2)(iii)(b)")
    if len({limits[:2] for limits in charge.fees}) < len(charge.fees):
        raise IllegalEvent(f"time charges {list(charge.fees)}: expected one for each limits", "o(2)(iii)(b)")
    if charge.parts < 1 or any(fee % charge.parts for _, _, fee in charge.fees):
        raise IllegalEvent(f"a fee in {charge.parts} parts does not come out whole", "o(2)(iii)(c)")


def part_fee(charge: TimeCharge, least: int, most: int) -> int:
    """The fee of one part of an hour at these wagering limits. Raises IllegalEvent where none is posted for them."""
    for low, high, fee in charge.fees:
        if (low, high) == (least, most):
            return fee // charge.parts
    raise IllegalEvent(f"no fee is posted for limits {least}-{most}", "o(2)(iii)(b)")


def assessed(
    charge: TimeCharge, least: int, most: int, seated: Sequence[int], unit: int = 1
) -> dict[int, int]:
    """Seat -> what it owes. Every occupied or held seat pays, away or not (F07); a charge per table is shared out by
    the unit, the odd ones to the first seats.
    """
    fee = part_fee(charge, least, most)
    if charge.per == "player":
        return dict.fromkeys(seated, fee)
    return dict(zip(seated, shares(fee, seated, unit), strict=True)) if seated else {}
