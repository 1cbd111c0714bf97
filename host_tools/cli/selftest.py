"""`railbird selftest`: each bus, multiplexer, reader, reset line and output of a table, and what to look at."""

import json
import sys
from collections.abc import Callable

import typer
from rich.console import Console
from rich.table import Table

from host_tools.bringup.selftest import Finding, judge, measure
from host_tools.bringup.simulated import Simulated
from host_tools.bringup.symptoms import FAIL, PASS
from host_tools.cli.at_table import BoardName, Choice, Faults, Json, Port, Seed, Simulate, TableKey

_QUESTIONS = {"strip": "Do all lamps of the light strip burn?", "buzzer": "Does the buzzer sound?"}
_COLOURS = {PASS: "green", FAIL: "red"}


def selftest(
    port: Port = None,
    simulate: Simulate = False,
    board: BoardName = None,
    fault: Faults = None,
    seed: Seed = None,
    table_key: TableKey = None,
    as_json: Json = False,
) -> None:
    """Test every bus, multiplexer, reader, reset line and output of a table, and say which lead to look at.

    Example: railbird selftest --simulate --fault unplugged@seat_2

    Take the cards off the felt first. Exit status 1 when something fails; a note leaves a table able to deal.
    """
    with Choice(port, simulate, board, fault, seed, table_key).open() as (bench, world):
        measured = measure(bench, _looker(world, as_json), _teller())
        findings = judge(bench.board, measured)
        name = bench.board["name"]
    failed = any(finding.level == FAIL for finding in findings)
    if as_json:
        print(
            json.dumps(
                {"board": name, "passed": not failed, "parts": [finding._asdict() for finding in findings]}
            )
        )
    else:
        _show(name, findings)
    if failed:
        raise typer.Exit(1)


def _teller() -> Callable[[str], None]:
    """Says on a terminal what is on; a pipe is spared it."""
    if not sys.stderr.isatty():
        return lambda _: None
    return lambda part: print(f"\r\033[K{part}", end="", file=sys.stderr, flush=True)


def _looker(world: Simulated | None, silent: bool) -> Callable[[str], bool | None]:
    """Who looks at an output: the world, or the person at the terminal; nobody where there is neither."""
    if world is not None:
        return world.shows
    if silent or not sys.stdin.isatty():
        return lambda _: None
    return lambda kind: typer.confirm(f"\r{_QUESTIONS[kind]}", err=True)


def _show(name: str, findings: list[Finding]) -> None:
    counts = {
        level: sum(finding.level == level for finding in findings)
        for level in dict.fromkeys(finding.level for finding in findings)
    }
    table = Table(
        title=f"{name}: " + ", ".join(f"{number} {level}" for level, number in counts.items()),
        title_justify="left",
    )
    for column in ("part", "", "what", "look at"):
        table.add_column(column)
    for finding in findings:
        colour = _COLOURS.get(finding.level, "yellow")
        look = "\n".join((finding.look, *finding.leads)) if finding.symptom else ""
        table.add_row(finding.part, f"[{colour}]{finding.level}[/{colour}]", finding.says, look)
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)
    Console().print(table)
