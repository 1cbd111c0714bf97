"""`railbird bench scan`: the reader layer's figures by board, timing, dead readers and cards a zone; and baselines."""

import json
from itertools import product
from typing import Annotated, Any

import typer
from rich.console import Console

from host_tools.bench import baselines, matrix
from host_tools.bench.matrix import Case
from host_tools.bench.pool import results
from host_tools.simulation.table import TableError
from host_tools.virtual.timing import FACTORS, PROFILES
from railbird_boards.schema import load, names

COMPARED = (
    ("full round p50", "round_p50_ms", "round_p50_ms"),
    ("landing where the deal expects it p50", "landing_p50_ms", "expected_p50_ms"),
    ("landing where the deal expects it p99", "landing_p99_ms", "expected_p99_ms"),
    ("landing elsewhere p50", "landing_p50_ms", "other_p50_ms"),
    ("landing elsewhere p99", "landing_p99_ms", "other_p99_ms"),
)
TARGET = 5


def scan_command(
    board: Annotated[list[str] | None, typer.Option(help="Boards.", show_default="all")] = None,
    profile: Annotated[list[str] | None, typer.Option(help="Timing profiles.", show_default="all")] = None,
    factor: Annotated[
        list[float] | None, typer.Option(help="Processor factors.", show_default="1, 2, 4")
    ] = None,
    dead: Annotated[
        list[int] | None, typer.Option(help="How many readers are dead.", show_default="0, 1, 5")
    ] = None,
    kind: Annotated[
        list[str] | None,
        typer.Option(help="How they are dead: nack, mute, zombie, clock.", show_default="all"),
    ] = None,
    cards: Annotated[list[int] | None, typer.Option(help="Cards a seat.", show_default="1, 2, 4")] = None,
    deals: Annotated[int, typer.Option(help="Deals of two cards to each seat, in each row.", min=1)] = 3,
    probes: Annotated[int, typer.Option(help="Cards that come and go one by one.", min=1)] = 40,
    seed: Annotated[int, typer.Option(help="Of each row.", min=0)] = 1,
    workers: Annotated[int, typer.Option(help="Rows at once.", min=1, max=64)] = 1,
    compared: Annotated[
        bool,
        typer.Option(
            "--baselines", help="Beside two other ways to read the same felt (casino_11, two cards a seat)."
        ),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of the rows.")] = False,
) -> None:
    """Full rounds with both bounds, landings and lifts, in virtual time; a row for each of what is chosen. All
    of it takes hours.

    Example: railbird bench scan --board casino_11 --profile mid --factor 2 --cards 2

    Against the published driver: railbird bench scan --baselines
    """
    profiles = _chosen("profile", profile, tuple(PROFILES))
    factors = _chosen("factor", factor, FACTORS)
    console = Console(stderr=as_json, soft_wrap=True, highlight=False)
    if compared:
        _baselines(console, profile or ["mid"], factor or [2.0], deals, probes, seed, as_json)
        return
    boards = board or [name for name in names() if "seat_1" in {row[0] for row in load(name)["readers"]}]
    for name in boards:
        load(name)
    killed = [
        (count, how)
        for count in _chosen("dead", dead, matrix.DEAD)
        for how in (_chosen("kind", kind, tuple(matrix.KINDS)) if count else ("none",))
    ]
    cases = [
        Case(name, timing, times, count, how, lying, deals, probes, seed)
        for name, timing, times, (count, how), lying in product(
            boards, profiles, factors, killed, _chosen("cards", cards, tuple(matrix.CARDS))
        )
    ]
    rows = []
    with console.status(f"0 of {len(cases)} rows") as status:
        for row in results(matrix.measure, cases, workers):
            rows.append(row)
            status.update(f"{len(rows)} of {len(cases)} rows")
            if not as_json:
                console.print(matrix.text(row))
    if as_json:
        print(json.dumps({"rows": rows}))


def _chosen(name: str, values: Any, known: tuple[Any, ...]) -> Any:
    """What was asked for, or everything. TableError for what there is not."""
    for value in values or ():
        if value not in known:
            raise TableError(f"--{name} {value}: expected one of {', '.join(map(str, known))}")
    return values or known


def _baselines(
    console: Console,
    profiles: list[str],
    factors: list[float],
    deals: int,
    probes: int,
    seed: int,
    as_json: bool,
) -> None:
    found = []
    for profile, factor in product(profiles, factors):
        with console.status(f"{profile}, factor {factor:g}"):
            ours = matrix.measure(Case(baselines.BOARD, profile, factor, 0, "none", 2, deals, probes, seed))
            others = baselines.compare(PROFILES[profile].with_factor(factor), seed)
        published = others["published"]
        ratios = {} if isinstance(published, str) else _ratios(published, ours)
        found.append(
            {**others, "ours": ours, "times_published": ratios, "profile": profile, "factor": factor}
        )
        if not as_json:
            _print(console, found[-1])
    if as_json:
        print(json.dumps({"baselines": found}))


def _ratios(published: dict[str, Any], ours: dict[str, Any]) -> dict[str, float]:
    return {name: round(published[theirs] / max(1, ours[mine]), 1) for name, theirs, mine in COMPARED}


def _print(console: Console, found: dict[str, Any]) -> None:
    console.print(
        f"[bold]{found['profile']}, factor {found['factor']:g}[/bold], 22 readers, 27 cards, virtual time"
    )
    for name in ("published", "sequential"):
        row = found[name]
        if isinstance(row, str):
            console.print(f"    {row}")
            continue
        console.print(
            f"    {name:<10} round p50 {row['round_p50_ms']} max {row['round_max_ms']} ms, "
            f"reads {row['cards_read_p50']} of {row['cards']}; "
            f"landing p50 {row['landing_p50_ms']} p99 {row['landing_p99_ms']} ms of {row['landings']}"
        )
        if "cards_read_with_fields_left_on" in row:
            console.print(
                "               without RF off after each look, which the driver does not do by itself: reads "
                f"{row['cards_read_with_fields_left_on']}"
            )
    console.print(matrix.text(found["ours"]))
    for what, ratio in found["times_published"].items():
        console.print(f"    {what}: {ratio} times as fast as the published driver (target {TARGET})")
