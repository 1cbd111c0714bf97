"""`railbird bench soak`: hours of hands while every fault strikes now and then."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from host_tools.bench import soak
from host_tools.cli.simulate import TargetName
from host_tools.simulation.table import TableError

MOST_HOURS = 1000


def soak_command(
    hours: Annotated[float, typer.Option(help="Simulated hours of play.")] = 1.0,
    seed: Annotated[int, typer.Option(help="Of all shards.", min=0)] = 1,
    workers: Annotated[int, typer.Option(help="Shards at once.", min=1, max=64)] = 1,
    keep: Annotated[
        Path | None, typer.Option(help="A folder of finished shards; those in it are not run again.")
    ] = None,
    target: Annotated[
        TargetName, typer.Option(help="cpython: four times as fast, without the heap.")
    ] = TargetName.vm,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of the lines.")] = False,
) -> None:
    """Deal hands on casino_11 while each fault (railbird faults) strikes four times an hour somewhere for 3 s. Counts
    what was reported and was not so, readers that did not come back, and what the heap grew.

    Example: railbird bench soak --hours 24 --seed 7 --workers 2 --keep SOAK --json

    Ended by Ctrl-C and started again it goes on with the shards (15 minutes each) that are not in the folder. Exit
    status 1 when anything was wrong.
    """
    if not 0 < hours <= MOST_HOURS:
        raise TableError(f"--hours {hours:g}: expected more than 0, at most {MOST_HOURS}")
    wanted = soak.shards(hours, seed, target is TargetName.local)
    done: dict[int, dict[str, Any]] = {}
    if keep is not None:
        try:
            keep.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise TableError(f"--keep {keep}: expected a folder ({error.strerror})") from None
        done = soak.kept(keep, wanted)
    console = Console(stderr=as_json, soft_wrap=True, highlight=False)
    todo = [shard for shard in wanted if shard.number not in done]
    with console.status(_progress(len(done), len(wanted))) as status:
        for figures in soak.run(todo, workers):
            done[figures["shard"]["number"]] = figures
            if keep is not None:
                soak.keep(keep, figures)
            status.update(_progress(len(done), len(wanted)))
    total = soak.total([done[number] for number in sorted(done)])
    if as_json:
        print(json.dumps(total))
    else:
        _print(console, total)
    if any(total[name] for name in soak.FAILURES):
        raise typer.Exit(1)


def _progress(done: int, of: int) -> str:
    return f"{done} of {of} shards"


def _print(console: Console, total: dict[str, Any]) -> None:
    console.print(
        f"[bold]{total['hours']:g} h[/bold] in {total['shards']} shards: {total['hands']} hands, "
        f"{total['facts']} facts, {sum(total['faults'].values())} faults of {len(total['faults'])} kinds"
    )
    for name in soak.COUNTS:
        console.print(f"    {name.replace('_', ' '):<16} {total[name]}")
    console.print(f"    {'heap growth':<16} {total['heap_growth_bytes']} bytes")
    for found in total["findings"]:
        console.print(
            f"{found['kind']} seed {found['shard_seed']} {found['t_ms'] / 1000:.1f} s {found['zone']} {found['what']}: "
            f"{', '.join(found['faults']) or 'no fault'}",
            markup=False,
        )
