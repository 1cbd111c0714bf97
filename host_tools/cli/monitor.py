"""`railbird monitor`: what every reader of a table hears, live."""

import json
import sys
import time
from typing import Annotated

import typer
from rich.console import Console
from rich.live import Live
from rich.table import Table

from host_tools.bringup.monitor import Monitor, card_names
from host_tools.bringup.simulated import Simulated
from host_tools.cli.at_table import BoardName, Choice, Faults, Port, Seed, Simulate, TableKey
from host_tools.registry import encode, sample
from host_tools.virtual.tag import Tag


def monitor(
    port: Port = None,
    simulate: Simulate = False,
    board: BoardName = None,
    fault: Faults = None,
    seed: Seed = None,
    table_key: TableKey = None,
    seconds: Annotated[
        float | None, typer.Option(help="How long; until Ctrl-C where it is left out.", min=0.1)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a round instead.")] = False,
) -> None:
    """Show what every reader hears: cards by name where the table has them registered, misses, errors by their kind.

    Example: railbird monitor --simulate --seconds 10

    One reader looks after the other, so a round takes longer than a table's; of a simulated table it is simulated time.
    """
    choice = Choice(port, simulate, board, fault, seed, table_key)
    deck = sample(seed or 0)
    tags = {"registry.bin": encode({uid: code for code, uid in deck.items()})}
    with choice.open(tags) as (bench, world):
        if world is not None:
            _lay(world, [deck[code] for code in sorted(deck)])
        watched = Monitor(bench.zones, card_names(bench))
        numbers = list(range(len(bench.zones)))
        until = time.monotonic() + seconds if seconds else float("inf")
        live = sys.stdout.isatty() and not as_json
        try:
            with Live(_table(watched), auto_refresh=False) if live else _Quiet() as screen:
                while time.monotonic() < until:
                    line = watched.take(bench.rows("look", numbers, 1))
                    if as_json:
                        print(json.dumps(line), flush=True)
                    screen.update(_table(watched), refresh=True)
        except KeyboardInterrupt:  # the way to end it
            bench.break_off()
        if not live and not as_json:
            Console().print(_table(watched))


class _Quiet:
    """Where there is no terminal nothing is drawn until the end."""

    def __enter__(self) -> "_Quiet":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def update(self, _table: Table, refresh: bool) -> None:
        """Nothing."""


def _table(watched: Monitor) -> Table:
    ms = sum(zone.us for zone in watched.zones.values()) / 1000
    table = Table(title=f"round {watched.rounds}: {ms:.0f} ms", title_justify="left")
    for column in ("zone", "", "cards", "read", "missed", "errors"):
        table.add_column(column)
    for name, zone in watched.zones.items():
        errors = " ".join(f"{kind} {number}" for kind, number in zone.errors.items())
        colour = "green" if zone.outcome == "ok" else "red"
        table.add_row(
            name, f"[{colour}]{zone.outcome}[/{colour}]", " ".join(watched.cards(zone)), str(zone.read),
            str(zone.missed), errors,
        )  # fmt: skip
    return table


def _lay(world: Simulated, uids: list[bytes]) -> None:
    """Something to see: a card at each place that takes one."""
    with world.parts.felt() as felt:
        for zone, uid in zip(felt.zones, uids, strict=False):
            felt.antenna(zone).place(Tag(uid))
