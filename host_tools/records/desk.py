"""The poker table that rows belong to."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import Row, Select, Table

from host_tools.records import models
from host_tools.records.store import Store


class Desk:
    """Rows of the table called `name` in `store`, each with the time that `now` says, milliseconds since 1970.

    `hand` is the number of the hand in play or of the last one, 0 before the first; RecordsError as the store has it.
    """

    def __init__(self, store: Store, name: str, now: Callable[[], int]) -> None:
        self._store = store
        self.now = now
        self.id = store.desk(name)
        hands = models.hands
        last = self.newest(hands)
        self.hand: int = last.number if last else 0

    def add(self, table: Table, **values: Any) -> int:
        """A row more; its id."""
        return self._store.add(table, desk=self.id, at=self.now(), **values)

    def note(self, rule: str, text: str, who: str = "") -> None:
        """A record of the floor with its paragraph, '' for none."""
        self.add(models.floor, hand=self.hand, rule=rule, text=text, who=who)

    def fill_in(self, table: Table, row: int, **values: Any) -> None:
        """Columns of a row that are known only now."""
        self._store.fill_in(table, row, **values)

    def newest(self, table: Table) -> Row[Any] | None:
        """The last row of this desk in a table."""
        from_desk: Select[Any] = table.select().where(table.c.desk == self.id)
        return self._store.first(from_desk.order_by(table.c.id.desc()))

    def rows(self, table: Table, **values: Any) -> list[Row[Any]]:
        """The rows of this desk in which columns have these values, in order."""
        query = table.select().where(table.c.desk == self.id)
        for column, value in values.items():
            query = query.where(table.c[column] == value)
        return self._store.rows(query.order_by(table.c.id))
