"""`railbird bench`: every budget that exists so far, measured, with its unit and how it was measured; the parts in more
detail as commands of their own.
"""

import json
import time
from typing import Annotated, Any

import typer
from rich.console import Console

from host_tools.bench import chips, code, core, core_vm, engine, memory, powercut, recovery, scan, sealing
from host_tools.cli.bench_fuzz import fuzz_command
from host_tools.cli.bench_powercut import powercut_command
from host_tools.cli.bench_rp2040 import rp2040_command
from host_tools.cli.bench_scan import scan_command
from host_tools.cli.bench_secrecy import secrecy_command
from host_tools.cli.bench_soak import soak_command
from host_tools.link.lines import packet_line
from host_tools.targets.vm import Vm
from host_tools.virtual.timing import PROFILES
from railbird.link import formats, messages

KB = 1024

bench = typer.Typer()
bench.command("soak")(soak_command)
bench.command("fuzz")(fuzz_command)
bench.command("powercut")(powercut_command)
bench.command("scan")(scan_command)
bench.command("secrecy")(secrecy_command)
bench.command("rp2040")(rp2040_command)


@bench.callback(invoke_without_command=True)
def budgets(
    context: typer.Context,
    hands: Annotated[int, typer.Option(help="Hands dealt for the landings of each profile.", min=1)] = 3,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of the table.")] = False,
) -> None:
    """Measure what has a budget and print it beside the budget.

    Example: railbird bench --hands 5
    """
    if context.invoked_subcommand is not None:
        return
    rows: list[dict[str, Any]] = []

    def add(what: str, measured: str, budget: str, how: str) -> None:
        rows.append({"what": what, "measured": measured, "budget": budget, "how": how})

    for name, timing in scan.profiles():
        figures = scan.full_round(timing)
        bound = max(figures["processor_bound_ms"], figures["rf_bound_ms"])
        add(
            f"full round, 22 readers, 27 cards ({name})",
            f"p50 {figures['round_p50_ms']} ms, max {figures['round_max_ms']} ms; processor bound "
            f"{figures['processor_bound_ms']} ms, RF bound {figures['rf_bound_ms']} ms; "
            f"{figures['false_lifts']} false lifts",
            f"{1.3 * bound:.0f} ms (1.3 x the larger bound)",
            f"simulated, {scan.MEASURE_S} s of a still table",
        )
    for name, timing in PROFILES.items():
        figures = scan.landings(timing, hands)
        add(
            f"card at rest to input journaled ({name}, factor 2)",
            f"where the deal expects it p99 {figures['expected_p99_ms']} ms; all landings p50 {figures['p50_ms']} ms, "
            f"p99 {figures['p99_ms']} ms, max {figures['max_ms']} ms; "
            f"{figures['missed']} of {figures['landings']} missed",
            "p99 200 ms where the deal expects it (mid)",
            f"simulated, {hands} hands at 9 seats with one count of the deck",
        )
        if name == "mid":
            heap, pace = figures["heap_peak_bytes"], figures["times_table_pace"]
    add(
        "heap in use, peak",
        f"{heap / KB:.1f} KB",
        "120 KB on 32 bits",
        f"{Vm.word_bits}-bit words, {Vm.name} VM",
    )
    add(
        "whole stack, simulated",
        f"{pace} times table pace",
        "10 times",
        "wall time of the mid landings, two processes",
    )
    sighting, packet = code.allocated()
    add(
        "allocated by a sighting / a packet",
        f"{sighting} / {packet} bytes",
        "0 bytes",
        "collector off, 64-bit VM; 32-bit words: bench memory",
    )
    add(
        "device code as .mpy",
        f"{sum(code.resident().values()) / KB:.1f} KB",
        "48 KB",
        "files of the modules a table keeps loaded; its board goes after the start",
    )
    worn = powercut.wear(hands, 1)
    add(
        "flash",
        f"{worn['erases_a_hand']} erases a hand, life {worn['flash_life_years']} years, "
        f"{worn['bytes_a_fact']} bytes a fact",
        "3 erases a hand, 5 years",
        f"simulated, {hands} hands at 9 seats; 40 hands an hour, 64 sectors of {powercut.ENDURANCE} erases",
    )
    add(
        "MACs in play mode",
        sealing.told(sealing.macs(hands)),
        "-",
        f"simulated, {hands} hands at 9 seats, the timing profile mid",
    )
    fact = len(packet_line(messages.FACT, 1, 1, 1, bytes(formats.payload_size(messages.FACT))))
    add("one fact on the wire", f"{fact} bytes", "-", "carrier A, a whole line")
    versus = engine.compare(engine.TABLES[0], engine.PASSIVE, 6.0)
    ratio = versus["ratio"]
    beside = f"{ratio:.0f} times PokerKit's" if ratio else "PokerKit is not installed"
    add(
        f"engine, {versus['table']}",
        f"{versus['hands_per_s']:.0f} hands/s, {beside}",
        "50 times",
        f"{versus['mix']}, processor time",
    )
    if as_json:
        print(json.dumps(rows))
        return
    console = Console(soft_wrap=True)
    for row in rows:
        console.print(f"[bold]{row['what']}[/bold]  (budget {row['budget']}; {row['how']})", highlight=False)
        console.print(f"    {row['measured']}", highlight=False)


@bench.command("engine")
def engine_command(
    seconds: Annotated[float, typer.Option(help="Processor time of each comparison.", min=0.1)] = 4.0,
    hands: Annotated[int, typer.Option(help="Hands over which the memory is traced.", min=2)] = 2000,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of the table.")] = False,
) -> None:
    """Hands a second beside PokerKit's, the memory they take, evaluations a second.

    Example: railbird bench engine --seconds 10 --json
    """
    tables = []
    for table in engine.TABLES:
        for mix in (engine.PASSIVE, engine.ACTIVE):
            half, peak = engine.peak_mb(table, mix, hands)
            row = engine.compare(table, mix, seconds)
            tables.append({**row, "peak_mb": peak, "peak_mb_of_first_half": half, "memory_hands": hands})
    evaluations = engine.evaluations_per_s(1.0)
    if as_json:
        print(json.dumps({"tables": tables, "evaluations_per_s": evaluations}))
        return
    console = Console(soft_wrap=True, highlight=False)
    for row in tables:
        beside = "PokerKit is not installed"
        if row["ratio"]:
            short = round(100 * (1 - row["ratio"] / row["target"]))
            miss = f", {short} % short" if short > 0 else ""
            beside = f"{row['ratio']} times PokerKit (target {row['target']}{miss})"
        console.print(
            f"[bold]{row['table']}[/bold], {row['mix']}: {row['hands_per_s']:.0f} hands/s, {beside}; "
            f"{row['peak_mb']} MB at most in {hands} hands, {row['peak_mb_of_first_half']} MB in the first half"
        )
    for ranking, rate in evaluations.items():
        console.print(f"[bold]{ranking}[/bold]: {rate:.0f} evaluations/s")


@bench.command("core")
def core_command(
    hands: Annotated[int, typer.Option(help="Hands played.", min=1)] = 2000,
    seed: Annotated[int, typer.Option(help="Of the hands.")] = 1,
    vm: Annotated[
        bool, typer.Option("--vm", help="The table of the flashed firmware on a MicroPython VM.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of the lines.")] = False,
) -> None:
    """Random hands of all games by the engine, and at every step the table's walker beside it: next place, burns, live
    seats, ledger. Exit status 1 at the first difference.

    Example: railbird bench core --hands 100000 --seed 7 --json
    """
    begun = time.monotonic()
    try:
        counts, difference = (core_vm.compare_on_vm if vm else core.compare)(hands, seed), None
    except core.Mismatch as mismatch:
        counts, difference = mismatch.counts, str(mismatch)
    figures = {
        **counts,
        "mismatches": 0 if difference is None else 1,
        "mismatch": difference,
        "hands_per_s": round(counts["hands"] / (time.monotonic() - begun), 1),
    }
    if as_json:
        print(json.dumps(figures))
    else:
        print(f"{counts['hands']} hands, {counts['steps']} steps compared, {figures['hands_per_s']} hands/s")
        print(f"differs: {difference}" if difference else "no difference")
    if difference:
        raise typer.Exit(1)


@bench.command("chips")
def chips_command(
    limit: Annotated[
        int, typer.Option(help="Tags that the board relies on an antenna to power.", min=1, max=4)
    ] = 2,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of the table.")] = False,
) -> None:
    """How many of 1, 2, 4, 8 and 20 chips at a bet spot are read, side by side and stacked, and in what time.

    Example: railbird bench chips --limit 4 --json
    """
    rows = [
        {"profile": name, "limit": limit, **row}
        for name, timing in PROFILES.items()
        for row in chips.stays(timing, limit)
    ]
    if as_json:
        print(json.dumps(rows))
        return
    for row in rows:
        told = "as all there is" if row["sure"] else "as a lower bound"
        wrong = ", which is WRONG" if row["sure_and_wrong"] else ""
        print(
            f"{row['profile']:<5} {row['chips']:2} {row['lie']:<12} read {row['read_most']}, told {told}{wrong}, "
            f"after {row['told_p50_ms']} ms (median of {row['spots']} spots; at most {row['told_max_ms']} ms)"
        )


@bench.command("recovery")
def recovery_command(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of the table.")] = False,
) -> None:
    """Each fault of the simulated world for six seconds: when the zone is UNKNOWN, when it is back, what was done about
    it; and full rounds with one and with five dead readers of each kind.

    Example: railbird bench recovery --json
    """
    under = [recovery.under_fault(name) for name in recovery.known()]
    dead = list(recovery.dead_readers())
    if as_json:
        print(json.dumps({"faults": under, "dead_readers": dead}))
        return
    console = Console(soft_wrap=True, highlight=False)
    for row in under:
        unknown = (
            "not felt" if row["unknown_after_s"] is None else f"UNKNOWN after {row['unknown_after_s']:.2f} s"
        )
        alone = (
            ""
            if row["back_by_itself_s"] is None
            else f", back by itself after {row['back_by_itself_s']:.2f} s"
        )
        back = "" if row["back_after_s"] is None else f", back {row['back_after_s']:.2f} s after its end"
        steps = ", ".join(f"{step} {n}" for step, n in row["steps"].items())
        console.print(
            f"[bold]{row['fault']}[/bold]: {unknown}{alone}{back}; {row['lifted']} lifted; {steps or 'no steps'}"
        )
    for row in dead:
        figures = f"round {row['round_ms']} ms, bus busy {row['bus_share']:.0%}"
        console.print(f"[bold]{row['dead']} dead, {row['kind']}[/bold]: {figures}")


@bench.command("memory")
def memory_command(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of the table.")] = False,
) -> None:
    """Heap of the whole firmware while a full table is dealt, on 32-bit and 64-bit words; what it allocates; its code.

    Example: railbird bench memory --json
    """
    tables, left_out = memory.tables()
    resident = code.resident()
    if as_json:
        figures = {"mpy_bytes": sum(resident.values()), "mpy": resident, "left_out": left_out or None}
        print(json.dumps({"tables": tables, **figures}))
        return
    console = Console(soft_wrap=True, highlight=False)
    for row in tables:
        console.print(
            f"[bold]{row['board']}, {row['game']}, {row['seats']} seats{', play mode' if row['play'] else ''}, "
            f"{row['word_bits']}-bit words[/bold]: "
            f"{row['live_bytes'] / KB:.1f} KB live, largest free block {row['largest_free_bytes'] / KB:.1f} KB "
            f"of a heap of {row['heap_bytes'] / KB:.1f} KB; allocated by a step with an input / a packet / neither: "
            f"{row['input_bytes']} / {row['packet_bytes']} / {row['poll_bytes']} bytes"
        )
    if left_out:
        console.print(left_out)
    console.print(
        f"[bold].mpy of a table's modules[/bold]: {sum(resident.values()) / KB:.1f} KB (budget 48 KB)"
    )
    for name, size in resident.items():
        console.print(f"    {size:5} {name}")
