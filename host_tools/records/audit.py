"""What is open in the records of a table: one finding each, with its paragraph."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from host_tools.records import controls, decks, departures, layout, models
from host_tools.records.desk import Desk
from host_tools.records.queries import moment
from host_tools.records.rounds import missing
from host_tools.records.store import Store
from host_tools.records.verdicts import COUNTED
from railbird import words

IN = ("taken", "time charge", "undone")  # what came to the rake area


def audit(store: Store) -> list[dict[str, Any]]:
    """The findings of every table, in the order of setting up, hands and money."""
    desks = store.rows(models.desks.select().order_by(models.desks.c.id))
    return [
        {"table": row.name, "finding": finding}
        for row in desks
        for finding in findings(Desk(store, row.name, lambda: 0))
    ]


def findings(desk: Desk) -> Iterator[str]:
    """What is open at one table."""
    yield from setting_up(desk)
    yield from _hands(desk)
    yield from _verdicts(desk)
    yield from _rounds(desk)
    yield from _money(desk)
    yield from _readers(desk)


def setting_up(desk: Desk) -> Iterator[str]:
    """What is open about the table itself: layout, decks, who is away."""
    found = layout.latest(desk)
    if found is None:
        yield "nobody has looked at the layout [a(2)]"
    else:
        if not layout.complete(found):
            yield "the layout is INCOMPLETE [a(2)]"
        yield from layout.open_items(found)
    if desk.hand and not desk.rows(models.decks, what="distributed"):
        yield "no deck distribution is recorded [a(5)(ii)]"
    for deck in decks.unbagged(desk):
        yield f"deck {deck} was removed: the number of its bag is not recorded [5322.15(c)(2)]"
    for row in desk.rows(models.departures):
        yield from departures.reminders(row)


def _hands(desk: Desk) -> Iterator[str]:
    for row in desk.rows(models.hands):
        if not row.outcome:
            yield f"hand {row.number} has not ended"
        elif row.outcome == "unfinished":
            yield f"hand {row.number} was never finished"


def _verdicts(desk: Desk) -> Iterator[str]:
    decided = {row.id: row for row in desk.rows(models.decisions)}
    for row in desk.rows(models.verdicts):
        decision = decided.get(row.decision)
        if decision is None and row.tier >= words.FLOOR:
            yield f"hand {row.hand}: nobody has decided about {row.name} [{row.rule}]"
    for decision in decided.values():
        if not decision.who and decision.what != COUNTED:
            yield f"hand {decision.hand}: {decision.what}, and nobody is named who decided so"


def _rounds(desk: Desk) -> Iterator[str]:
    """Hands whose log lacks the same items, together (f)(6)."""
    logged = defaultdict(list)
    for row in desk.rows(models.dealer_log):
        logged[row.hand].append(row.item)
    lacking = defaultdict(list)
    for row in desk.rows(models.hands, outcome="complete"):
        lacking[missing(logged[row.number])].append(str(row.number))
    for items, numbers in lacking.items():
        if items:
            yield f"no record of {', '.join(items)} in {len(numbers)} hands: {', '.join(numbers)} [f(6)]"


def _money(desk: Desk) -> Iterator[str]:
    book = desk.rows(models.money, book="rake")
    held = sum(row.amount for row in book if row.entry in IN)
    held -= sum(row.amount for row in book if row.entry == "to drop box")
    if held:
        yield f"rake of {held} is in the rake area [o(2)(i)(c)]"
    sheet = desk.newest(models.controls)
    if sheet is not None:
        yield from controls.open_items(dict(sheet._mapping))
    elif book:
        yield "nothing is filed on the rake [o(1)]"
    for form in desk.rows(models.forms, identified=False):
        yield f"form of {form.name} is pending: no identification [r(2)(vii)]"


def _readers(desk: Desk) -> Iterator[str]:
    last = {row.zone: row for row in desk.rows(models.readers)}
    for zone, row in last.items():
        if row.state != "ok":
            yield f"the reader of {zone} is in trouble since {moment(row.at)}"
    for row in desk.rows(models.floor, rule=""):
        yield f"{moment(row.at)}: {row.text}"
