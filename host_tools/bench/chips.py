"""Bench of chips: how many of those that lie at a bet spot are read, whether that is known to be all, and after what
time it is told.
"""

from collections.abc import Mapping
from typing import Any

from host_tools.chip_registry import Kind
from host_tools.link.events import Fact
from host_tools.simulation.audit import percentile
from host_tools.simulation.table import SimulatedTable
from host_tools.virtual.dealer import Moves
from host_tools.virtual.timing import Timing
from railbird import facts
from railbird_boards.schema import load

BOARD = "casino_11_chips"
NUMBERS = (1, 2, 4, 8, 20)
SPOTS = tuple(range(1, 11, 2))
SECOND = 1_000_000
STAY_S = 8
ONE = Kind(1)


def stays(timing: Timing, limit: int, seed: int = 1) -> list[dict[str, Any]]:
    """A row for so many chips of 1 side by side, and stacked, at five bet spots at once; nothing else lies there.

    `limit` is the board's, of all zones for chips: how many tags it relies on an antenna to power.
    """
    heard: list[Fact] = []
    table = SimulatedTable(with_limit(limit), timing, seed, on_fact=lambda _now, fact: heard.append(fact))
    rows = []

    def lie(number: int, spread: bool) -> Moves:
        while table.welcome is None:
            yield SECOND // 100
        for seat in SPOTS:
            table.bank.put(f"bet_{seat}", [ONE] * number, spread)
        yield STAY_S * SECOND
        for seat in SPOTS:
            table.bank.clear(f"bet_{seat}")

    def wait() -> Moves:
        yield STAY_S * SECOND

    with table:
        table.run(wait())
        for spread in (True, False):
            for number in NUMBERS:
                begun = table.clock.now // 1000
                heard.clear()
                table.run(lie(number, spread))
                rows.append(_row(number, spread, heard, begun))
                table.run(wait())
    return rows


def with_limit(limit: int) -> Mapping[str, Any]:
    """The board, whose zones for chips rely on so many tags."""
    board = dict(load(BOARD))
    board["readers"] = tuple(
        (*row[:5], limit, row[6]) if row[4] == "chips" else row for row in board["readers"]
    )
    return board


def _row(number: int, spread: bool, heard: list[Fact], begun_ms: int) -> dict[str, Any]:
    """What was told last of each spot, and when; the worst of them, and the median time."""
    told: dict[int, Fact] = {}
    for fact in heard:
        if fact.kind in (facts.WORTH, facts.AT_LEAST) and fact.zone > facts.Z_BET:
            told[fact.zone] = fact
    sure = [fact for fact in told.values() if fact.kind == facts.WORTH]
    times = sorted(fact.t_ms - begun_ms for fact in told.values())
    return {
        "chips": number,
        "lie": "side by side" if spread else "stacked",
        "spots": len(SPOTS),
        "told": len(told),
        "read_least": min(fact.arg for fact in told.values()),
        "read_most": max(fact.arg for fact in told.values()),
        "sure": len(sure),
        "sure_and_wrong": sum(fact.arg != number for fact in sure),
        "told_p50_ms": percentile(times, 0.5),
        "told_max_ms": times[-1],
    }
