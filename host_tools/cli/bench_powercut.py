"""`railbird bench powercut`: power gone at every operation of the flash."""

import json
import os
from typing import Annotated

import typer
from rich.console import Console

from host_tools.bench import powercut


def powercut_command(
    cuts: Annotated[int, typer.Option(help="Cuts tried, each in a fresh VM.", min=1, max=10**6)] = 200,
    hands: Annotated[int, typer.Option(help="Hands recorded of each game.", min=1)] = 1,
    wear_hands: Annotated[
        int, typer.Option(help="Hands over which the wear of the flash is measured; 0: not at all.", min=0)
    ] = 10,
    seed: Annotated[int, typer.Option(help="The same seed tries the same cuts.", min=0)] = 1,
    workers: Annotated[
        int, typer.Option(help="Processes.", min=1, show_default="one for each core")
    ] = os.cpu_count() or 1,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of the lines.")] = False,
) -> None:
    """Record what whole hands of three games do to the flash, cut power in operations of it, start from what is left.
    Counts inputs lost that the table had told of, states that never were, and tables that do not go on; and the wear.

    Example: railbird bench powercut --cuts 5000 --json

    Exit status 1 when there was any.
    """
    console = Console(stderr=as_json, soft_wrap=True, highlight=False)
    with console.status("recording") as status:
        recordings = [
            powercut.record(board, game, seats, hands, seed) for board, game, seats in powercut.GAMES
        ]
        rows = list(
            powercut.run(
                recordings, cuts, seed, workers, lambda done: status.update(f"{done} of {cuts} cuts")
            )
        )
        status.update("wear")
        wear = powercut.wear(wear_hands, seed) if wear_hands else None
    wrong = [row for row in rows if row["lost"] or row["torn"] or row["unbootable"]]
    figures = {
        "recordings": [{"name": one.name, "operations": len(one.operations)} for one in recordings],
        "cuts": len(rows),
        "lost": sum(row["lost"] for row in rows),
        "torn": sum(row["torn"] for row in rows),
        "unbootable": sum(row["unbootable"] for row in rows),
        "wrong": wrong,
        "wear": wear,
    }
    if as_json:
        print(json.dumps(figures))
    else:
        for one in recordings:
            console.print(f"[bold]{one.name}[/bold]: {len(one.operations)} operations of the flash")
        console.print(
            f"{figures['cuts']} cuts: {figures['lost']} lost, {figures['torn']} torn, "
            f"{figures['unbootable']} unbootable"
        )
        for row in wrong:
            console.print(f"{row['recording']}, operation {row['operation']}, {row['tear']}", markup=False)
        if wear:
            console.print(
                f"[bold]{wear['hands']} hands of hold'em at nine seats[/bold]: {wear['erases_a_hand']} erases a hand "
                f"(budget 3), {wear['bytes_a_fact']} bytes a fact, flash life {wear['flash_life_years']} years at 40 "
                f"hands an hour (budget 5); a card where the deal expects it is told after "
                f"p50 {wear['told_p50_ms']} ms, "
                f"p99 {wear['told_p99_ms']} ms (budget 200)"
            )
    if wrong:
        raise typer.Exit(1)
