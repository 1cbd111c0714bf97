"""`railbird session`: a table's whole evening from a script, and its books."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table as Grid

from host_tools.cli.hand import plain
from host_tools.engine.events import Event
from host_tools.engine.session.books import announcement, books, reminders, signs
from host_tools.engine.session.script_file import Script, load
from host_tools.engine.session.script_run import run as play
from host_tools.engine.session.state import Session

EPOCH_MS = 1_767_225_600_000  # when the clock of a script stands at 0: 2026-01-01 00:00:00 UTC

session = typer.Typer(help="A table's evening: players, hands, mishaps, money.", no_args_is_help=True)


@session.callback()
def group() -> None:
    """A table's evening: players, hands, mishaps, money."""


@session.command()
def run(
    script: Annotated[Path, typer.Argument(help="A scripted evening, TOML.")],
    as_json: Annotated[bool, typer.Option("--json", help="The books as one JSON object.")] = False,
    record: Annotated[
        str | None, typer.Option(metavar="URL", help="Record the evening, see railbird records --help.")
    ] = None,
) -> None:
    """Play a scripted evening and print its books, amounts in the smallest coin.

    Example: railbird session run examples/evening.toml

    With records: railbird session run examples/evening.toml --record sqlite:///railbird.db

    Exit status 0 only if every chip that was bought is accounted for.
    """
    evening = load(script)
    if record is None:
        end = play(evening)
    else:
        end = _recorded(evening, record)
    if as_json:
        print(json.dumps(_figures(end)))
    else:
        _print(Console(highlight=False, markup=False), end)
    sys.exit(0 if books(end).balanced else 1)


def _recorded(script: Script, url: str) -> Session:
    """Play it and keep every input. The database's library is loaded only where it is asked for."""
    from host_tools.records.evening import Evening
    from host_tools.records.store import open_store

    store = open_store(url, create=True)
    try:
        recorder = Evening(store, f"table {script.table.number}", EPOCH_MS)

        def step(before: Session, event: Event, after: Session) -> None:
            recorder.step(before, event, after)
            recorder.keep()

        return play(script, step)
    finally:
        store.close()


def _figures(end: Session) -> dict[str, Any]:
    return {
        **books(end)._asdict(),
        "balanced": books(end).balanced,
        "seats": {
            str(seat): {"name": player.name, "stack": end.stack(seat), "status": player.status}
            for seat, player in enumerate(end.seats)
            if player is not None
        },
        "payouts": [
            {"name": paid.form.name, "hand": paid.form.rank, "amount": paid.amount, "cage": paid.cage}
            for paid in end.payouts
        ],
        "announcement": announcement(end),
        "signs": list(signs(end)),
        "records": [record._asdict() for record in end.records],
        "undone": [[list(event) for event in inputs] for inputs in end.undone],
        "reminders": list(reminders(end)),
    }


def _print(console: Console, end: Session) -> None:
    table = books(end)
    console.print(f"Table {end.table.number}  {announcement(end)}", style="bold")
    console.print(*signs(end), sep="\n")
    records = Grid("second", "hand", "rule", "what", box=None, pad_edge=False)
    for record in end.records:
        records.add_row(str(record.at), str(record.hand), record.rule, plain(record.text))
    console.print("\nRecords", style="bold")
    console.print(records)
    for inputs in end.undone:
        console.print(plain(f"undone: {'; '.join(' '.join(map(str, event)) for event in inputs)}"))
    grid = Grid(box=None, show_header=False, pad_edge=False)
    grid.add_column()
    grid.add_column(justify="right")
    for name, amount in table._asdict().items():
        grid.add_row(name.replace("_", " "), str(amount))
    for seat in end.seated:
        player = end.seats[seat]
        if player is not None:
            grid.add_row(plain(f"seat {seat} {player.name}, {player.status}"), str(end.stack(seat)))
    console.print(f"\nBooks, which {'balance' if table.balanced else 'DO NOT BALANCE'}", style="bold")
    console.print(grid)
    for text in reminders(end):
        console.print(plain(f"reminder: {text}"))
