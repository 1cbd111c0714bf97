"""A night that its people run from the page: kept so that a server that starts again goes on in the middle of a hand.

Beside the facts there are, among the inputs, those of the session, what the dealer has declared, and the house with
which the night began: one of another house is another night.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

from sqlalchemy import Select, and_, or_

from host_tools.engine.events import Event
from host_tools.engine.session.state import Session
from host_tools.link.events import Fact, Secret
from host_tools.records import audit, controls, departures, evening, layout, models, rounds
from host_tools.records.desk import Desk
from host_tools.records.store import Store
from railbird import facts

SESSION, DECLARED, HOUSE = "session", "declared", "house"
TAKEN_BACK = ["undo"]


class Kept(NamedTuple):
    """What the records have of a night: its inputs; of the hand in play what was declared, and the facts since it
    began; of the readers what was told last; the boot of the table; when the deck was last counted and found good.
    """

    inputs: list[Event]
    declared: list[Event]
    facts: list[Fact | Secret]
    readers: list[Fact]
    boot: int | None
    counted_at: int | None


class NightBook:
    """Writes at the desk of a recorder, whose `keep` puts all of a step on disk together."""

    def __init__(self, store: Store, desk: Desk) -> None:
        self._store = store
        self._desk = desk

    def whole(self) -> AbstractContextManager[None]:
        """What is written within is there as a whole, and nothing of it where something raises."""
        return self._store.whole()

    def begin(self, house: str) -> Kept | None:
        """A night of this house: what is kept of it where the last one was, else None, and it begins now."""
        rows = self._desk.rows(models.inputs)
        marks = [index for index, row in enumerate(rows) if row.source == HOUSE]
        if not marks or rows[marks[-1]].event != [house]:
            self._add(HOUSE, [house])
            return None
        since = rows[marks[-1] + 1 :]
        inputs = [_event(row.event) for row in since if row.source == SESSION]
        begun = [index for index, row in enumerate(since) if row.source == SESSION and row.event == ["begin"]]
        declared: list[Event] = []
        for row in since[begun[-1] :] if begun else []:
            if row.source == DECLARED and row.event == TAKEN_BACK:
                declared.pop()
            elif row.source == DECLARED:
                declared.append(_event(row.event))
        begun_at = since[begun[-1]].at if begun else 0
        boot = self._desk.newest(models.boots)
        good = self._desk.rows(models.counts, good=True)
        return Kept(
            inputs,
            declared,
            self._of_the_hand(begun_at),
            self._of_the_readers(),
            boot and boot.boot_id,
            good[-1].at if good else None,
        )

    def opened(self, steps: Sequence[tuple[Session, Event, Session]]) -> None:
        """What the house's file has put in, which need not be kept as inputs."""
        for before, event, after in steps:
            evening.book(self._desk, before, event, after)

    def step(self, before: Session, event: Event, after: Session) -> None:
        """An input that made `after` of `before`."""
        self._add(SESSION, event)
        evening.book(self._desk, before, event, after)

    def declared(self, event: Event) -> None:
        """The dealer has declared it."""
        self._add(DECLARED, event)

    def taken_back(self) -> None:
        """The last declaration was a mistake."""
        self._add(DECLARED, TAKEN_BACK)

    def decided(self, who: str, what: str, why: str) -> None:
        """A decision of the floor that is about no verdict."""
        self._desk.add(models.decisions, hand=self._desk.hand, what=what, who=who, why=why)

    def settled(self, seat: int, method: str, who: str) -> None:
        """What becomes of the chips of a player who is away (c)(3)(v)."""
        departures.settle(self._desk, seat, method, who)

    def looked(self, who: str, found: layout.Layout) -> None:
        """Somebody has looked at the table's layout (a)(2)."""
        layout.look(self._desk, who, found)

    def logged(self, item: str, text: str, who: str, waiver: bool) -> None:
        """The dealer's record of an item of (f)(6), or a waiver. ValueError for what is no item."""
        rounds.log(self._desk, item, text, who, waiver)

    def open_items(self) -> tuple[str, ...]:
        """What the records lack now, one sentence each with its paragraph."""
        desk = self._desk
        found = list(audit.setting_up(desk))
        sheet = desk.newest(models.controls)
        found += (
            controls.open_items(dict(sheet._mapping))
            if sheet is not None
            else ["nothing is filed on the rake [o(1)]"]
        )
        last = desk.newest(models.hands)
        if last is not None and last.outcome == "complete":
            lacking = rounds.missing([row.item for row in desk.rows(models.dealer_log, hand=last.number)])
            if lacking:
                found.append(f"no record of {', '.join(lacking)} in hand {last.number} [f(6)]")
        return tuple(found)

    def _add(self, source: str, event: Sequence[Any]) -> None:
        self._desk.add(models.inputs, hand=self._desk.hand, source=source, event=list(event))

    def _of_the_hand(self, begun_at: int) -> list[Fact | Secret]:
        """The facts since the table said that the hand has begun; none where it has not said so yet."""
        table = models.facts
        first = self._store.first(
            self._facts()
            .where(table.c.kind == facts.HAND, table.c.at >= begun_at)
            .order_by(table.c.boot.desc(), table.c.number.desc())
        )
        if first is None:
            return []
        later = or_(
            table.c.boot > first.boot, and_(table.c.boot == first.boot, table.c.number >= first.number)
        )
        return [
            _fact(row)
            for row in self._store.rows(self._facts().where(later).order_by(table.c.boot, table.c.number))
        ]

    def _of_the_readers(self) -> list[Fact]:
        boot, table = self._desk.newest(models.boots), models.facts
        if boot is None:
            return []
        told = table.select().where(table.c.boot == boot.id, table.c.kind == facts.STATE)
        found = [_fact(row) for row in self._store.rows(told.order_by(table.c.number))]
        return [fact for fact in found if isinstance(fact, Fact)]

    def _facts(self) -> Select[Any]:
        boots, table = models.boots, models.facts
        return table.select().join(boots).where(boots.c.desk == self._desk.id)


def _event(values: Sequence[Any]) -> Event:
    return tuple(tuple(value) if isinstance(value, list) else value for value in values)


def _fact(row: Any) -> Fact | Secret:
    plain = Fact(*[getattr(row, name) for name in Fact._fields])
    return plain if row.secret is None else Secret(*plain, row.secret)
