"""What the records say, as rows for a terminal, a spreadsheet or a program. Amounts in the smallest coin."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Column, Select, Table, select

from host_tools.records import models
from host_tools.records.store import Store

Rows = list[dict[str, Any]]


def moment(at: int | None) -> str:
    """Milliseconds since 1970 as a date and a time in UTC; '' for none."""
    return "" if at is None else datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")


def hands(store: Store) -> Rows:
    """Every hand in the order played: how it came out, its inputs and, where it has one, its PHH text."""
    names = (
        "number",
        "game",
        "button",
        "seats",
        "outcome",
        "pot",
        "rake",
        "winners",
        "ended",
        "inputs",
        "phh",
    )
    rows = _read(store, models.hands, names)
    return [
        {"hand" if name == "number" else name: value for name, value in row.items()}
        | {"ended": moment(row["ended"])}
        for row in rows
    ]


def alerts(store: Store) -> Rows:
    """Every verdict, with who decided what about it, why and when."""
    verdicts, decisions = models.verdicts, models.decisions
    query = _of_desk(
        verdicts,
        *_columns(verdicts, ("hand", "name", "rule", "zone", "card", "text", "advice")),
        decisions.c.what.label("decision"),
        decisions.c.who.label("decided_by"),
        decisions.c.why,
        decisions.c.at.label("decided"),
    ).outerjoin(decisions, verdicts.c.decision == decisions.c.id)
    rows = _dicts(store, query)
    for row in rows:
        row["decided"] = moment(row["decided"])
    return rows


def counts(store: Store) -> Rows:
    """Every count of a deck, with the cards that were missing f(6)(iv)."""
    return _read(store, models.counts, ("hand", "seen", "good", "missing"))


def rake(store: Store) -> Rows:
    """The rake book."""
    return _book(store, "rake")


def jackpot(store: Store) -> Rows:
    """The jackpot book, and the qualifying-hand forms r(4)."""
    form = (
        "hand", "name", "phone", "seat", "table_number", "rank", "dealer", "dealer_licence", "verifier",
        "verifier_licence", "kind", "identified",
    )  # fmt: skip
    forms = [row | {"entry": "form"} for row in _read(store, models.forms, form)]
    rows = [dict.fromkeys(("table", "at", "hand", "entry", "amount", "who", "note", *form)) | row
            for row in (*_book(store, "jackpot"), *forms)]  # fmt: skip
    return sorted(rows, key=lambda row: str(row["at"]))


def _book(store: Store, book: str) -> Rows:
    rows = _read(store, models.money, ("hand", "book", "entry", "amount", "who", "note"))
    return [{name: row[name] for name in row if name != "book"} for row in rows if row["book"] == book]


def _columns(table: Table, names: Sequence[str]) -> list[Column[Any]]:
    return [table.c[name] for name in names]


def _of_desk(table: Table, *columns: Any) -> Select[Any]:
    """These columns of the rows of a table, with the name of the poker table and the time, in the order written."""
    desk = models.desks
    chosen = select(desk.c.name.label("table"), table.c.at, *columns)
    return chosen.select_from(table).join(desk, table.c.desk == desk.c.id).order_by(table.c.id)


def _read(store: Store, table: Table, names: Sequence[str]) -> Rows:
    return _dicts(store, _of_desk(table, *_columns(table, names)))


def _dicts(store: Store, query: Select[Any]) -> Rows:
    rows = [dict(row._mapping) for row in store.rows(query)]
    return [row | {"at": moment(row["at"])} for row in rows]
