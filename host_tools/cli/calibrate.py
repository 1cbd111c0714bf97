"""`railbird calibrate`: one card walked round the table."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from host_tools.bringup import InputError
from host_tools.bringup import calibrate as table
from host_tools.bringup.bench import Bench
from host_tools.bringup.felt import hot_cold
from host_tools.cli.at_table import BoardName, Choice, Faults, Json, Port, Seed, Simulate, TableKey
from host_tools.cli.standing import Hand, Person
from host_tools.registry import sample


def calibrate(
    port: Port = None,
    simulate: Simulate = False,
    board: BoardName = None,
    fault: Faults = None,
    seed: Seed = None,
    table_key: TableKey = None,
    looks: Annotated[
        int, typer.Option(help="Of each reader while the card lies at a place.", min=1)
    ] = table.LOOKS,
    svg: Annotated[Path | None, typer.Option(help="Draw how well each place is read into this file.")] = None,
    out: Annotated[
        Path | None, typer.Option(help="Write the board's definition as the table is wired into this file.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Walk one card round the table: which reader is which zone, who hears whom, how well each place is read.

    Example: railbird calibrate --port /dev/ttyACM0 --svg places.svg --out pico_w_new.py

    Take all other cards away. Ctrl-C ends the walk, what was walked to counts. Exit status 1 when there is something to
    look at.
    """
    with Choice(port, simulate, board, fault, seed, table_key).open() as (bench, world):
        who: Person | Hand = Hand(world, sample(seed or 0)) if world else Person()
        walks = _walks(bench, who, looks)
        definition = bench.board
    places = table.judge(walks)
    remarks = table.remarks(definition, places)
    _write(svg, hot_cold(definition, {place.zone: place.rate for place in places}))
    _write(out, table.as_module(table.proposal(definition, places)))
    if as_json:
        rows = [place._asdict() for place in places]
        print(json.dumps({"board": definition["name"], "places": rows, "remarks": remarks}))
    else:
        print(table.hot_cold(places))
        print("\n".join(remarks) or "every zone is read by its own reader, and well")
    if remarks or len(places) < len(definition["readers"]):
        raise typer.Exit(1)


def _walks(bench: Bench, who: Person | Hand, looks: int) -> list[table.Walk]:
    walks = []
    try:
        for zone in bench.zones:
            who.lay(0, zone, "")
            said = who.confirm(f"one card on {zone}, Enter (s: not there, q: enough)")
            if said == "q":
                break
            if said != "s":
                walks.append(table.walk(bench, zone, looks))
                if not walks[-1].heard[zone]:
                    print(f"{zone}: its own reader does not hear it", file=sys.stderr)
    except KeyboardInterrupt:
        bench.break_off()
    who.lift()
    return walks


def _write(file: Path | None, text: str) -> None:
    """A file that is written whole, or not at all. Raises InputError."""
    if file is None:
        return
    part = file.with_name(file.name + ".part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(file)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise InputError(f"{file}: {error.strerror}") from None
