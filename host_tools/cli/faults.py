"""`railbird faults`: what can go wrong in the virtual world, with sources."""

import json
from typing import Annotated

import typer
from rich.console import Console

from host_tools.virtual.faults import ALWAYS, FAULTS


def faults(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON array instead of the list.")] = False,
) -> None:
    """List the faults of simulated readers, tags, buses and supplies: effect, how each ends, source.

    Example: railbird faults --json

    Rows of a source are those of the design's table of field failures.
    """
    rows = [
        {
            "name": fault.name,
            "part": fault.part,
            "effect": fault.effect,
            "ends": fault.ends,
            "source": fault.source,
        }
        for fault in FAULTS.values()
    ]
    if as_json:
        always = [
            {"name": name, "part": "always", "effect": effect, "ends": chosen, "source": source}
            for name, source, effect, chosen in ALWAYS
        ]
        print(json.dumps(rows + always))
        return
    console = Console(soft_wrap=True, highlight=False)
    for row in rows:
        console.print(f"[bold]{row['name']}[/bold] ({row['part']})")
        console.print(f"    {row['effect']}.\n    Ends {row['ends']}. Source: {row['source']}.", markup=False)
    console.print("\n[bold]Always so[/bold], without a switch here:")
    for name, source, effect, chosen in ALWAYS:
        console.print(f"    {name}: {effect} ({chosen}). Source: {source}.", markup=False)
