"""Bench of the reader layer: full rounds over a full table, and hands for the landings; all in virtual time."""

import time
from itertools import islice
from typing import Any

from host_tools.engine import start
from host_tools.link.events import Fact
from host_tools.simulation.audit import percentile
from host_tools.simulation.bounds import bounds_ms, work
from host_tools.simulation.table import SimulatedTable
from host_tools.virtual.dealer import Moves
from host_tools.virtual.players import evening
from host_tools.virtual.timing import FACTORS, PROFILES, Timing
from railbird import facts
from railbird_boards.schema import load

BOARD = "casino_11"
EXPECTED = ("seat", "burn", "board")  # where the deal expects a card; the muck gets its cards unannounced
SETTLE_S = 4
MEASURE_S = 20
SECOND = 1_000_000
STACK = 200


def full_round(timing: Timing, seed: int = 1) -> dict[str, Any]:
    """A full table lies still in a hold'em hand: two cards at each seat, five on the board. Rounds with both bounds,
    false lifts.
    """
    board = load(BOARD)
    lifts: list[Fact] = []
    table = SimulatedTable(
        board,
        timing,
        seed,
        on_fact=lambda _now, fact: lifts.append(fact) if fact.kind == facts.LIFT else None,
    )
    zones = [f"seat_{seat}" for seat in range(1, 12)] * 2 + [f"board_{place}" for place in range(1, 6)]

    def lay() -> Moves:
        while table.welcome is None:
            yield SECOND // 100
        # In a hand the table knows how many cards a seat has; that they come all at once only holds the deal.
        table.tracker.begin(start("holdem", range(1, 12), 11, (STACK,) * 11, (1, 2)))
        while not table.tracker.ready:
            yield SECOND // 100
        for code, zone in enumerate(zones):
            table.felt.lay(code, zone, fanned=True)
        yield SETTLE_S * SECOND

    def wait() -> Moves:
        yield MEASURE_S * SECOND

    with table:
        table.run(lay())
        before, rounds = work(table.world), table.audit.rounds
        skip = len(table.audit.rounds_ms)
        table.run(wait())
        processor, rf = bounds_ms(board, before, work(table.world), table.audit.rounds - rounds)
        times = sorted(table.audit.rounds_ms[skip:])
    return {
        "round_p50_ms": percentile(times, 0.5),
        "round_max_ms": times[-1] if times else 0,
        "processor_bound_ms": round(processor),
        "rf_bound_ms": round(rf),
        "false_lifts": len(lifts),
    }


def landings(timing: Timing, hands: int, seed: int = 1) -> dict[str, Any]:
    """Hands at nine seats: card at rest to input journaled, over all landings; and how fast the simulation ran."""
    table = SimulatedTable(load(BOARD), timing, seed)
    begun = time.monotonic()
    with table:
        table.play(islice(evening("holdem", range(1, 10), seed), hands))
    wall = time.monotonic() - begun
    times = table.audit.latencies_ms()
    expected = table.audit.latencies_ms(EXPECTED)
    return {
        "expected_p99_ms": percentile(expected, 0.99),
        "landings": len(times),
        "p50_ms": percentile(times, 0.5),
        "p99_ms": percentile(times, 0.99),
        "max_ms": times[-1],
        "missed": table.audit.missed(),
        "heap_peak_bytes": table.audit.heap_peak,
        "times_table_pace": round(table.clock.now / 1e6 / wall, 1),
    }


def profiles() -> list[tuple[str, Timing]]:
    """Every timing profile at its processor factor, and mid at the other factors."""
    named = [(f"{name}, factor {timing.processor_factor:g}", timing) for name, timing in PROFILES.items()]
    mid = PROFILES["mid"]
    return named + [
        (f"mid, factor {factor:g}", mid.with_factor(factor))
        for factor in FACTORS
        if factor != mid.processor_factor
    ]
