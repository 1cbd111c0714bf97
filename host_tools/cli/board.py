"""`railbird board`: a board's definition, checked, and on paper."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from host_tools.bringup.felt import drawing
from host_tools.bringup.wiring import NOTES, leads, summary
from host_tools.cli import complete
from host_tools.virtual.dealer import suits
from railbird import words
from railbird.rules import games
from railbird_boards import schema

board = typer.Typer(
    help="Boards: the definition of a table's hardware, checked, and on paper.", no_args_is_help=True
)

Name = Annotated[
    str, typer.Argument(metavar="NAME", help="A board definition of boards/.", autocompletion=complete.board)
]
Json = Annotated[bool, typer.Option("--json", help="One JSON object instead of the lines.")]


@board.command()
def check(name: Name, as_json: Json = False) -> None:
    """Check a board's definition and say what it takes and what it sees.

    Example: railbird board check casino_11

    Exit status 2 and one line that names board, row and what was expected, when it is wrong.
    """
    checked = schema.load(name)
    parts = summary(checked)
    sights = {row[0]: row[4] for row in checked["readers"]}
    fit = [game for game in games.NAMES if suits(checked, game)]
    figures = {"name": name, **parts._asdict(), "games": fit, "sights": sights}
    if as_json:
        print(json.dumps(figures))
        return
    print(
        f"{name}: {parts.seats} seats, {parts.readers} readers, {parts.muxes} multiplexers on {parts.buses} buses"
    )
    print(f"  {parts.shift_registers} shift registers; the readers draw {parts.current_ma} mA at most")
    for sight in words.SIGHTS[1:]:
        zones = [zone for zone, seen in sights.items() if seen == sight]
        if zones:
            print(f"  {sight}: {' '.join(zones)}")
    print(f"  games: {' '.join(fit)}")


@board.command()
def wiring(
    name: Name,
    svg: Annotated[Path | None, typer.Option(help="Draw the zones on the felt into this file.")] = None,
    as_json: Json = False,
) -> None:
    """The wiring of a board, lead by lead, in the order in which one solders it.

    Example: railbird board wiring pico_w --svg pico_w.svg
    """
    checked = schema.load(name)
    found = leads(checked)
    if svg is not None:
        try:
            svg.write_text(drawing(checked), encoding="utf-8")
        except OSError as error:
            raise schema.BoardError(f"--svg {svg}: {error.strerror}") from None
    if as_json:
        print(json.dumps({"name": name, "leads": [lead._asdict() for lead in found]}))
        return
    table = Table(title=f"{name}: {len(found)} leads", title_justify="left")
    for column in ("from", "pin", "to", "pin", "note"):
        table.add_column(column)
    for lead in found:
        table.add_row(*lead)
    console = Console()
    console.print(table)
    for note in NOTES:
        console.print(note, highlight=False)
