"""`railbird bench fuzz`: random and damaged inputs for everything that takes any."""

import json
from typing import Annotated

import typer
from rich.console import Console

from host_tools.bench import fuzz


def fuzz_command(
    inputs: Annotated[int, typer.Option(help="Shared out over the targets.", min=100, max=10**9)] = 10_000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same inputs.", min=0)] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of the lines.")] = False,
) -> None:
    """Feed frame parser, registry, packet decoder, commands, table, scanner, and the firmware on the VM. Counts
    crashes, hangs, and what was told that was not so.

    Example: railbird bench fuzz --inputs 1000000 --seed 7 --json

    Exit status 1 when there was any.
    """
    console = Console(stderr=as_json, soft_wrap=True, highlight=False)
    with console.status("parser") as status:
        figures = fuzz.run(inputs, seed, lambda name, done: status.update(f"{name}: {done} inputs"))
    if as_json:
        print(json.dumps(figures))
    else:
        for name, row in figures["targets"].items():
            console.print(
                f"[bold]{name}[/bold]: {row['inputs']} inputs, {row['crashes']} crashes, {row['hangs']} hangs, "
                f"{row['inventions']} inventions"
            )
        for found in figures["findings"]:
            console.print(f"{found['kind']} at {found['stream']}: {found['what']}", markup=False)
    if figures["crashes"] or figures["hangs"] or figures["inventions"]:
        raise typer.Exit(1)
