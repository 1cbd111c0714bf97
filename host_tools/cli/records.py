"""`railbird records`: what is kept of the tables."""

import csv
import json
import sys
from enum import StrEnum
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table as Grid

from host_tools.cli.hand import plain
from host_tools.records.errors import RecordsError


class What(StrEnum):
    """What to look at."""

    hands = "hands"
    alerts = "alerts"
    counts = "counts"
    rake = "rake"
    jackpot = "jackpot"
    audit = "audit"


DEFAULT = "sqlite:///railbird.db"
WIDE = 1000  # a row is one line, however wide the terminal
LONG = ("inputs", "phh")  # what no table on a terminal has room for


def records(
    what: Annotated[
        What, typer.Argument(help="hands, alerts, counts, rake, jackpot, or audit: what is still open.")
    ],
    db: Annotated[
        str, typer.Option(metavar="URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME.")
    ] = DEFAULT,
    as_csv: Annotated[bool, typer.Option("--csv", help="Comma-separated values with a heading.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="JSON, one object a line.")] = False,
    as_phh: Annotated[bool, typer.Option("--phh", help="Hands as PHH, one section each.")] = False,
) -> None:
    """Read what is kept of the tables; amounts in the smallest coin, times in UTC.

    Example: railbird records hands

    Example: railbird records hands --phh

    Example: railbird records alerts --db postgresql://floor@localhost/railbird

    Example: railbird records counts --csv

    Example: railbird records rake --csv

    Example: railbird records jackpot --json

    Example: railbird records audit

    Exit status of audit: 1 when something is open.
    """
    if as_csv + as_json + as_phh > 1:
        raise RecordsError("--csv, --json, --phh: expected one of them")
    if as_phh and what is not What.hands:
        raise RecordsError(f"--phh: expected with hands, not {what}")
    rows = _read(what, db)
    if as_phh:
        _print_phh(rows)
    elif as_json:
        for row in rows:
            print(json.dumps(row))
    elif as_csv:
        _print_csv(rows)
    else:
        _print_grid(rows, what)
    sys.exit(1 if what is What.audit and rows else 0)


def _read(what: What, url: str) -> list[dict[str, Any]]:
    """The rows of records. The database's library is loaded only here: it takes as long as all else of a command."""
    from host_tools.records import audit, queries
    from host_tools.records.store import open_store

    read = {
        What.hands: queries.hands,
        What.alerts: queries.alerts,
        What.counts: queries.counts,
        What.rake: queries.rake,
        What.jackpot: queries.jackpot,
        What.audit: audit.audit,
    }
    store = open_store(url)
    try:
        return read[what](store)
    finally:
        store.close()


def _print_phh(rows: list[dict[str, Any]]) -> None:
    """A section a hand, as collections of PHH have it; a hand alone is a file of its own."""
    told = [row for row in rows if row["phh"]]
    for row in told:
        heading = f"[{row['hand']}]\n" if len(told) > 1 else ""
        print(f"{heading}{row['phh']}")


def _print_csv(rows: list[dict[str, Any]]) -> None:
    if rows:
        names = [name for name in rows[0] if name not in LONG]
        writer = csv.DictWriter(sys.stdout, names, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows({name: _cell(row[name]) for name in names} for row in rows)


def _print_grid(rows: list[dict[str, Any]], what: What) -> None:
    console = Console(highlight=False, markup=False, soft_wrap=True, width=WIDE)
    if not rows:
        console.print("nothing is open" if what is What.audit else f"no {what} in these records")
        return
    names = [
        name for name in rows[0] if name not in LONG and any(row[name] not in (None, "") for row in rows)
    ]
    grid = Grid(*[name.replace("_", " ") for name in names], box=None, pad_edge=False)
    for row in rows:
        grid.add_row(*[plain(_cell(row[name])) for name in names])
    console.print(grid)


def _cell(value: Any) -> str:
    """A value for people: lists with spaces, pairs with a colon."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join(":".join(map(str, one)) if isinstance(one, list) else str(one) for one in value)
    return str(value)
