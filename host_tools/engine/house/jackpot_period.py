"""A qualifying period of the jackpot (r)(4)-(7): contributions, the tracking form, the payout, what is carried over.

Immutable values; the fund of a period pools the tables that take part. Amounts in the smallest coin.
"""

from collections.abc import Mapping
from typing import NamedTuple

from host_tools.engine.events import IllegalEvent
from host_tools.engine.house.jackpot import JackpotRules, check_jackpot, rank_name, split

CAGES = ("main", "satellite")


class Form(NamedTuple):
    """The qualifying-hand tracking form (r)(4)(i)-(v), with what the award needs: the kind of jackpot, the key of the
    hand, when it was made, and whether valid identification was shown (r)(2)(vii).
    """

    name: str
    phone: str
    seat: int
    table: int
    rank: str
    dealer: str
    dealer_licence: str
    verifier: str
    verifier_licence: str
    kind: str
    key: int
    at: int
    identified: bool = False


class Period(NamedTuple):
    """`carried` comes from the period before (r)(7); `boxes` is ((table, amount), ...); `forms` in order; `announced`
    are the ranks that were best when they were recorded (r)(4).
    """

    rules: JackpotRules
    tables: tuple[int, ...]
    carried: int = 0
    boxes: tuple[tuple[int, int], ...] = ()
    forms: tuple[Form, ...] = ()
    announced: tuple[str, ...] = ()
    closed: bool = False

    @property
    def fund(self) -> int:
        """The amount to be displayed (r)(2), (r)(5): what the tables gave and what was carried over."""
        return self.carried + sum(amount for _, amount in self.boxes)


class Payout(NamedTuple):
    """Paid from the cage (r)(6)."""

    form: Form
    amount: int
    cage: str


def period(rules: JackpotRules, tables: tuple[int, ...], carried: int = 0) -> Period:
    """A period about to begin. Raises IllegalEvent for rules that may not be posted."""
    check_jackpot(rules)
    return Period(rules, tables, carried, tuple((table, 0) for table in tables))


def contribute(value: Period, table: int, amount: int) -> Period:
    """A contribution goes into the box of its table. Raises IllegalEvent for a table that does not take part (r)(1),
    for more than the posted maximum (r)(2)(ii), or once the period is closed.
    """
    if table not in value.tables:
        raise IllegalEvent(f"table {table} takes no part in the jackpot", "r(1)")
    if not 0 <= amount <= value.rules.max_contribution:
        raise IllegalEvent(f"contribution {amount}: at most {value.rules.max_contribution}", "r(2)(ii)")
    if value.closed:
        raise IllegalEvent("the period is closed", "r(5)")
    boxes = tuple((where, held + amount if where == table else held) for where, held in value.boxes)
    return value._replace(boxes=boxes)


def blank(form: Form) -> tuple[str, ...]:
    """The fields without which the form cannot be closed (r)(4)(i)-(v)."""
    fields = (
        "name",
        "phone",
        "seat",
        "table",
        "rank",
        "dealer",
        "dealer_licence",
        "verifier",
        "verifier_licence",
    )
    return tuple(field for field in fields if not getattr(form, field))


def record(value: Period, form: Form) -> Period:
    """A verified hand enters the form; the rank of a new best is announced (r)(4).

    Raises IllegalEvent for a blank field, a hand that its own dealer verified (r)(4)(v), a written rank that is not
    the hand's (r)(4)(iii), a time outside the qualifying period (r)(2)(i).
    """
    missing = blank(form)
    if missing:
        raise IllegalEvent(f"the tracking form lacks {', '.join(missing)}", "r(4)")
    if (form.verifier, form.verifier_licence) == (form.dealer, form.dealer_licence):
        raise IllegalEvent("a floorperson or above verifies the hand, not its dealer", "r(4)(v)")
    if form.rank != rank_name(form.key):
        raise IllegalEvent(f"the form has {form.rank!r}, the hand is {rank_name(form.key)}", "r(4)(iii)")
    first, last = value.rules.qualifying
    if not first <= form.at < last or value.closed:
        raise IllegalEvent("the hand was not made in the qualifying period", "r(2)(i)")
    if form.kind not in [kind for kind, _ in value.rules.qualifiers]:
        raise IllegalEvent(f"there is no jackpot for a {form.kind}", "r(1)")
    return _announced(value, value._replace(forms=(*value.forms, form)), form)


def identify(value: Period, index: int) -> Period:
    """Valid identification was shown for the hand of a form, which counts from now on (r)(2)(vii)."""
    if not 0 <= index < len(value.forms):
        raise IllegalEvent(f"there is no form {index}", "r(2)(vii)")
    forms = list(value.forms)
    forms[index] = forms[index]._replace(identified=True)
    return _announced(value, value._replace(forms=tuple(forms)), forms[index])


def _announced(before: Period, after: Period, form: Form) -> Period:
    """The rank of a form is announced when it is the new best."""
    best_keys = [max((one.key for one in best(value, form.kind)), default=0) for value in (before, after)]
    if best_keys[1] > best_keys[0]:
        return after._replace(announced=(*after.announced, form.rank))
    return after


def best(value: Period, kind: str) -> tuple[Form, ...]:
    """The best hands of a kind so far, the earliest first; hands without identification are pending (r)(2)(vii)."""
    forms = [form for form in value.forms if form.kind == kind and form.identified]
    top = max((form.key for form in forms), default=0)
    return tuple(sorted([form for form in forms if form.key == top], key=lambda form: form.at))


def differences(value: Period, counted: Mapping[int, int]) -> dict[int, int]:
    """Table -> what its box holds more (or, below 0, less) than its ledger; only where they differ (r)(5)."""
    return {
        table: counted.get(table, 0) - held for table, held in value.boxes if counted.get(table, 0) != held
    }


def close(value: Period, counted: Mapping[int, int], cage: str) -> tuple[Period, tuple[Payout, ...], int]:
    """The period ends: (closed period, payouts, what the next period begins with) (r)(5)-(7).

    The boxes have been counted; a difference has to be cleared first. Nobody has to be there to win (r)(2)(vi). A
    kind of jackpot without a hand is added to the next period (r)(7). Raises IllegalEvent.
    """
    if value.closed:
        raise IllegalEvent("the period is closed", "r(5)")
    if cage not in CAGES:
        raise IllegalEvent(f"cage {cage!r}: expected {' or '.join(CAGES)}", "r(6)")
    wrong = differences(value, counted)
    if wrong:
        table, amount = next(iter(wrong.items()))
        raise IllegalEvent(f"table {table}: the count differs from the ledger by {amount}", "r(5)")
    payouts: list[Payout] = []
    carried = value.fund
    for (kind, _), part in zip(value.rules.qualifiers, value.rules.parts, strict=True):
        winners = best(value, kind)
        amount = value.fund * part // 1000
        if winners:
            amounts = split(value.rules, amount, len(winners))
            payouts += [Payout(form, paid, cage) for form, paid in zip(winners, amounts, strict=True) if paid]
            carried -= amount
    return value._replace(closed=True), tuple(payouts), carried
