"""The rake: what a house may take of the pots of one hand ((o)(2)(i), (ii), (o)(4)).

Pure functions over what the seats have put in. Amounts in the smallest coin.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from host_tools.engine.events import IllegalEvent
from host_tools.engine.house.time_charge import TimeCharge, check_charge
from host_tools.engine.state import State

METHODS = ("percentage", "incremental", "time")
MOST = 100  # thousandths of all sums bet (o)(2)(i)(a)


class Rake(NamedTuple):
    """What a house has filed on the rake of a table (o)(1); a frozen setting.

    methods            some of METHODS, at least one (o)(2)
    per_mille          the percentage, in thousandths
    steps              ((level, amount), ...): `amount` is taken once the pots reach `level` (o)(2)(ii)(a)
    time               the charge by the hour
    cap                the most that one hand may be raked (o)(1)(iii); 0 = not filed
    unit               the percentage is rounded down to it (F01)
    basis              'cumulative': of all bets so far, less what was taken; 'per_round': each round's own (F02)
    count_antes        antes are sums bet, too (F02)
    incremental_basis  the levels are those of the 'total', taken from the main pot first, or of 'each_pot' (F05)
    no_flop_no_drop    a game with a board that ends before the flop is not raked (F08)
    """

    methods: tuple[str, ...]
    per_mille: int = 0
    steps: tuple[tuple[int, int], ...] = ()
    time: TimeCharge | None = None
    cap: int = 0
    unit: int = 1
    basis: str = "cumulative"
    count_antes: bool = False
    incremental_basis: str = "total"
    no_flop_no_drop: bool = True


class Filed(NamedTuple):
    """What a house has filed with the commission (o)(1): the systems that its tables may use, and the maximum
    permissible rake of a hand.
    """

    methods: tuple[str, ...]
    cap: int


class Take(NamedTuple):
    """Chips moved from a pot to the rake area; `level` is what a seat had to put in for a share of that pot."""

    method: str
    level: int
    amount: int


class Layer(NamedTuple):
    """A pot as it stands between two rounds: `bets` is what bears a percentage, `total` all that is in it."""

    level: int
    bets: int
    total: int


def check_rake(rake: Rake) -> None:
    """Raises IllegalEvent, naming the paragraph, for controls that the rules do not allow."""
    if not rake.methods or not set(rake.methods) <= set(METHODS):
        raise IllegalEvent(f"rake {list(rake.methods)}: expected some of {', '.join(METHODS)}", "o(2)")
    _check_once(rake.methods)
    if "percentage" in rake.methods and not 0 < rake.per_mille <= MOST:
        raise IllegalEvent(f"rake of {rake.per_mille / 10}%: expected more than 0, at most 10", "o(2)(i)(a)")
    levels = [level for level, _ in rake.steps]
    if "incremental" in rake.methods:
        amounts = [amount for _, amount in rake.steps]
        if not levels or min(amounts) < 1 or levels[0] < 1 or sorted(set(levels)) != levels:
            raise IllegalEvent(f"rake steps {list(rake.steps)}: expected levels that go up", "o(2)(ii)")
    if "time" in rake.methods:
        if rake.time is None:
            raise IllegalEvent("no fee by the hour", "o(2)(iii)(b)")
        check_charge(rake.time)
    if takes_from_pots(rake) and rake.cap < 1:
        raise IllegalEvent("the maximum permissible rake is missing", "o(1)(iii)")
    if rake.basis not in ("cumulative", "per_round") or rake.unit < 1:
        raise IllegalEvent(f"rake basis {rake.basis!r}, unit {rake.unit}", "o(1)(ii)")
    if rake.incremental_basis not in ("total", "each_pot"):
        raise IllegalEvent(f"incremental basis {rake.incremental_basis!r}", "o(1)(ii)")


def _check_once(methods: Sequence[str]) -> None:
    if len(set(methods)) < len(methods):
        raise IllegalEvent(f"rake {list(methods)}: expected each system once", "o(2)")


def check_filed(rake: Rake, filed: Filed) -> None:
    """Raises IllegalEvent, naming the paragraph, for a rake that the house has not filed (o)(1)."""
    if not set(filed.methods) <= set(METHODS):
        raise IllegalEvent(f"filed {list(filed.methods)}: expected some of {', '.join(METHODS)}", "o(1)(i)")
    _check_once(filed.methods)
    if not set(rake.methods) <= set(filed.methods):
        raise IllegalEvent(
            f"rake {list(rake.methods)}: the house has filed {', '.join(filed.methods) or 'none'}", "o(1)(i)"
        )
    if takes_from_pots(rake) and rake.cap > filed.cap:
        raise IllegalEvent(f"a maximum of {rake.cap}: the house has filed {filed.cap}", "o(1)(iii)")


def takes_from_pots(rake: Rake) -> bool:
    """A charge by the hour leaves the pots alone (o)(2)(iii)."""
    return "percentage" in rake.methods or "incremental" in rake.methods


def sign(rake: Rake, money: Callable[[int], str] = str) -> str:
    """The sign at the table (o)(3), from the very parameters that the hand is raked by; `money` writes an amount."""
    parts = []
    if "percentage" in rake.methods:
        of = "each betting round" if rake.basis == "per_round" else "all bets"
        parts.append(f"{rake.per_mille / 10:g}% of {of}")
    if "incremental" in rake.methods:
        parts += [f"{money(amount)} at {money(level)}" for level, amount in rake.steps]
    if takes_from_pots(rake):
        parts.append(f"maximum {money(rake.cap)}")
    if "time" in rake.methods and rake.time:
        fees = [
            f"{money(fee)} an hour at {money(least)}-{money(most)}" for least, most, fee in rake.time.fees
        ]
        parts += [f"{text} per {rake.time.per}" for text in fees]
    return ", ".join(parts)


def layers(hand: State, since: Sequence[int], count_antes: bool = False) -> tuple[Layer, ...]:
    """The pots of a hand between two rounds, main pot first; `since` is what bears no fee of each position's chips.

    What was returned as uncalled is in no pot any more (o)(4).
    """
    paid, dead = hand.wager.paid, hand.wager.dead
    live = hand.wager.live
    levels = sorted({part for index, part in enumerate(paid) if live >> index & 1})
    result = []
    low = 0
    for level in levels:
        high = max(paid) if level == levels[-1] else level
        total = sum(min(part, high) - min(part, low) for part in paid)
        old = sum(
            min(part, before, high) - min(part, before, low) for part, before in zip(paid, since, strict=True)
        )
        if total + dead:
            result.append(Layer(level, total - old + (dead if count_antes else 0), total + dead))
        low, dead = level, 0
    return tuple(result)


def free_of_fee(hand: State, rake: Rake) -> tuple[int, ...]:
    """What each position has put in that no percentage is taken of: its ante, unless antes count (F02)."""
    antes = [0] * len(hand.setup.seats)
    if not rake.count_antes and not hand.setup.dead_antes:
        for kind, seat, amount in hand.setup.posts:
            if kind == "ante":
                antes[hand.setup.positions[seat]] = amount
    return tuple(antes)


def due(rake: Rake, pots: Sequence[Layer], taken: Sequence[Take]) -> tuple[Take, ...]:
    """What is to be taken after a betting round, main pot first, within the cap and never more than the pots hold
    (o)(2)(i)(b), (ii)(a).
    """
    takes = []
    if "percentage" in rake.methods:
        takes += _percentage(rake, pots, taken)
    if "incremental" in rake.methods:
        takes += _incremental(rake, pots, taken)
    room = min(rake.cap, sum(pot.total for pot in pots)) - sum(take.amount for take in taken)
    return cut(takes, room)


def _percentage(rake: Rake, pots: Sequence[Layer], taken: Sequence[Take]) -> list[Take]:
    """Each pot bears the fee on its own bets (F05), rounded down to the unit (F01)."""
    takes = []
    low = -1
    for pot in pots:
        fee = pot.bets * rake.per_mille // 1000 // rake.unit * rake.unit
        if rake.basis == "cumulative":
            fee -= sum(
                take.amount for take in taken if take.method == "percentage" and low < take.level <= pot.level
            )
        takes.append(Take("percentage", pot.level, max(fee, 0)))
        low = pot.level
    return takes


def _incremental(rake: Rake, pots: Sequence[Layer], taken: Sequence[Take]) -> list[Take]:
    """Every level that the pots have reached is charged once (o)(2)(ii)(a)."""
    if rake.incremental_basis == "total":
        fee = _reached(rake, sum(pot.total for pot in pots))
        fee -= sum(take.amount for take in taken if take.method == "incremental")
        return [Take("incremental", 0, max(fee, 0))]
    takes = []
    low = -1
    for pot in pots:
        fee = _reached(rake, pot.total)
        fee -= sum(
            take.amount for take in taken if take.method == "incremental" and low < take.level <= pot.level
        )
        takes.append(Take("incremental", pot.level, max(fee, 0)))
        low = pot.level
    return takes


def _reached(rake: Rake, total: int) -> int:
    return sum(amount for level, amount in rake.steps if level <= total)


def cut(takes: Sequence[Take], room: int) -> tuple[Take, ...]:
    """The first of these takes that come to no more than `room`."""
    kept = []
    for take in takes:
        amount = min(take.amount, room)
        if amount > 0:
            kept.append(take._replace(amount=amount))
            room -= amount
    return tuple(kept)


def bound(rake: Rake, pots: Sequence[Layer]) -> int:
    """The most that may have been taken of these pots: what a refund has left of them bears no more."""
    most = 0
    if "percentage" in rake.methods:
        most += sum(pot.bets * rake.per_mille // 1000 // rake.unit * rake.unit for pot in pots)
    if "incremental" in rake.methods:
        whole = [sum(pot.total for pot in pots)]
        totals = whole if rake.incremental_basis == "total" else [pot.total for pot in pots]
        most += sum(_reached(rake, total) for total in totals)
    return min(most, rake.cap)


def less(amounts: Sequence[int], levels: Sequence[int], takes: Sequence[Take]) -> tuple[int, ...]:
    """The pots after the rake: each take comes out of the pot that its level lies in, or the main pot on if that pot
    does not hold so much (F05).
    """
    left = list(amounts)
    for take in takes:
        amount = take.amount
        own = next((index for index, level in enumerate(levels) if level >= take.level), len(levels) - 1)
        for index in (own, *range(len(left))):
            part = min(left[index], amount)
            left[index] -= part
            amount -= part
    return tuple(left)
