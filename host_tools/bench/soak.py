"""Soak of the reader layer: hands dealt for hours while every fault of the table strikes now and then.

The hours are cut into shards, each a table of its own with a seed of its own, so that a soak can be ended at any time
and gone on with. A shard is a file once it is done; the same firmware and world never run it twice.
"""

import hashlib
import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache
from math import ceil
from pathlib import Path
from typing import Any

import railbird
from host_tools import virtual
from host_tools.bench import referee
from host_tools.bench.pool import results
from host_tools.bench.referee import Judge
from host_tools.simulation.table import SimulatedTable, TableError
from host_tools.targets.vm import VmDied
from host_tools.virtual.dealer import Moves
from host_tools.virtual.faults import FAULTS, LASTS_US
from host_tools.virtual.players import evening
from host_tools.virtual.timing import MID
from host_tools.virtual.world import World
from railbird_boards.schema import load

BOARD, GAME = "casino_11", "holdem"
SHARD_MINUTES = 15.0
PER_HOUR = 4.0  # how often each fault strikes, somewhere on the board
SECOND = 1_000_000
RETURN_US = 30 * SECOND  # after the last fault a reader is back by then, or lost
REST_US = 3 * SECOND  # three heartbeats, of which the last tells the heap of a table at rest
COUNTS = (
    referee.WRONG, "false_lifts", referee.MISSED, referee.IN_FAULT, "false_verdicts", "false_verdicts_in_fault",
    "lost_readers", "died",
)  # fmt: skip
PLURAL = {
    referee.FALSE_LIFT: "false_lifts",
    referee.FALSE_VERDICT: "false_verdicts",
    referee.VERDICT_IN_FAULT: "false_verdicts_in_fault",
    referee.LOST: "lost_readers",
}
FAILURES = (referee.WRONG, "false_lifts", referee.MISSED, "false_verdicts", "lost_readers", "died")


@dataclass(frozen=True, slots=True)
class Shard:
    """One table: `minutes` of play at `seed`, of what code (`build`); `local` as in `SimulatedTable`."""

    soak: int
    number: int
    seed: int
    minutes: float
    build: str
    local: bool = False

    @property
    def file(self) -> str:
        return f"soak-{self.soak}-{self.number:04}.json"


def shards(hours: float, seed: int, local: bool = False) -> list[Shard]:
    """The shards of a soak. Seed and length of one do not depend on how many there are, but the last may be short."""
    minutes = round(hours * 60, 3)
    build = _build()
    return [
        Shard(
            seed,
            number,
            _seed(seed, number),
            min(SHARD_MINUTES, minutes - number * SHARD_MINUTES),
            build,
            local,
        )
        for number in range(ceil(minutes / SHARD_MINUTES))
    ]


def _seed(soak: int, number: int) -> int:
    return int.from_bytes(hashlib.sha256(f"soak {soak} shard {number}".encode()).digest()[:4], "big")


@cache
def _build() -> str:
    """A digest of the firmware and of the simulated world: figures of other code are not these."""
    digest = hashlib.sha256()
    for root in (Path(railbird.__file__).parent, Path(next(iter(virtual.__path__)))):
        for path in sorted(root.rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def kept(folder: Path, wanted: list[Shard]) -> dict[int, dict[str, Any]]:
    """The shards of `wanted` that are in the folder already, by number. TableError for a file that is none."""
    found = {}
    for shard in wanted:
        path = folder / shard.file
        if path.exists():
            try:
                figures = json.loads(path.read_text())
                if figures["shard"] == asdict(shard):
                    found[shard.number] = figures
            except (OSError, ValueError, KeyError, TypeError) as error:
                raise TableError(f"--keep: {path}: expected a shard of a soak ({error})") from None
    return found


def keep(folder: Path, figures: dict[str, Any]) -> None:
    """Write a finished shard, whole or not at all."""
    path = folder / Shard(**figures["shard"]).file
    part = path.with_suffix(".part")
    part.write_text(json.dumps(figures, indent=1) + "\n")
    part.replace(path)


def run(todo: list[Shard], workers: int) -> Iterator[dict[str, Any]]:
    """The figures of each shard, as they are done."""
    return results(play, todo, workers)


def play(shard: Shard) -> dict[str, Any]:
    """The figures of one shard: what `referee.Judge` counts, and

    lost_readers       readers that did not report a card laid before them within half a minute of the last fault
    heap_growth_bytes  live heap after a collection between two hands: at the end, less after the first hand (which no
                       fault disturbs); 0 where `local`
    died               the VM ended or hung by itself
    faults             how often each struck
    hands, facts, virtual_s, findings (each thing that was counted, with the faults at its place)
    """
    table = SimulatedTable(
        load(BOARD), MID, shard.seed, on_fact=lambda _now, fact: judge.fact(fact), local=shard.local
    )
    judge = Judge(table.world, table.felt, table.uids)
    heap: list[int] = []
    lost: list[str] = []
    death = ""
    with table:
        try:
            table.run(_night(table, judge, shard, heap, lost))
        except VmDied as error:
            death = str(error)
    findings = judge.findings(table.audit.false_verdicts())
    now_ms = table.clock.now // 1000
    findings += [
        referee.Finding(referee.LOST, now_ms, zone, "", judge.faults(zone, now_ms * 1000)) for zone in lost
    ]
    if death:
        findings.append(referee.Finding("died", now_ms, "none", death, judge.faults("none", now_ms * 1000)))
    counts = Counter(PLURAL.get(finding.kind, finding.kind) for finding in findings)
    return {
        "shard": asdict(shard),
        **{name: counts[name] for name in COUNTS},
        "heap_growth_bytes": heap[0] - heap[-1] if len(heap) > 1 else 0,
        "hands": table.audit.hands,
        "facts": table.audit.facts,
        "facts_sha256": table.audit.facts_sha256,
        "virtual_s": round(table.clock.now / 1e6, 1),
        "faults": dict(sorted(Counter(strike.name for strike in judge.strikes()).items())),
        "findings": [finding._asdict() for finding in findings],
    }


def _night(table: SimulatedTable, judge: Judge, shard: Shard, heap: list[int], lost: list[str]) -> Moves:
    """A hand in peace, hands among faults, and at the end a card before every reader. Fills `heap` with the free bytes
    of the table at rest, and `lost` with the zones that do not see their card.
    """
    rng = random.Random(f"soak {shard.seed}")
    while table.welcome is None:
        yield SECOND // 100
    table.clock.spawn(judge.watch())
    places = range(1, table.board["seats"] + 1)
    scripts = evening(GAME, rng.sample(places, rng.randint(6, len(places))), shard.seed)
    yield from table.hand(next(scripts))
    yield from _rest(table, heap)
    until = table.clock.now + round(shard.minutes * 60 * SECOND)
    table.clock.spawn(_strikes(table.world, rng, until))
    while table.clock.now < until:
        yield from table.hand(next(scripts))
    yield max(0, until - table.clock.now) + LASTS_US  # the last fault is over
    yield RETURN_US // 3  # a tag that lay there for a fault is forgotten
    yield from _rest(table, heap)
    yield from _readers(table, judge, lost)


def _rest(table: SimulatedTable, heap: list[int]) -> Moves:
    yield REST_US
    if table.audit.last_beat is not None:
        heap.append(table.audit.last_beat.heap_free)


def _strikes(world: World, rng: random.Random, until: int) -> Iterator[int]:
    """Every fault that the board can have as often as every other, one after the other at random, each at a random
    place.
    """
    names = [name for name in sorted(FAULTS) if world.faults.places(name)]
    bag: list[str] = []
    while True:
        yield 1 + round(rng.expovariate(PER_HOUR * len(names) / 3600) * SECOND)
        if world.clock.now >= until:
            return
        if not bag:
            bag = rng.sample(names, len(names))
        name = bag.pop()
        world.clock.spawn(_strike(world, name, rng.choice(world.faults.places(name))))


def _strike(world: World, name: str, place: str) -> Iterator[int]:
    world.faults.set(name, place)
    yield LASTS_US
    world.faults.clear(name, place)


def _readers(table: SimulatedTable, judge: Judge, lost: list[str]) -> Moves:
    """Lay a card before every reader and wait until all have reported it."""
    begun = table.clock.now
    for code, zone in enumerate(table.felt.zones):
        table.felt.lay(code, zone)
    waiting = list(table.felt.zones)
    while waiting and table.clock.now < begun + RETURN_US:
        yield SECOND // 10
        waiting = [zone for zone in waiting if not judge.sighted(zone, begun)]
    lost += waiting


def total(done: list[dict[str, Any]]) -> dict[str, Any]:
    """The figures of all shards together; the heap's growth is that of the shard where it grew most."""
    faults: Counter[str] = Counter()
    for figures in done:
        faults.update(figures["faults"])
    return {
        "hours": round(sum(figures["shard"]["minutes"] for figures in done) / 60, 4),
        "shards": len(done),
        **{name: sum(figures[name] for figures in done) for name in COUNTS},
        "heap_growth_bytes": max((figures["heap_growth_bytes"] for figures in done), default=0),
        "hands": sum(figures["hands"] for figures in done),
        "facts": sum(figures["facts"] for figures in done),
        "virtual_s": round(sum(figures["virtual_s"] for figures in done), 1),
        "faults": dict(sorted(faults.items())),
        "findings": [
            {"shard_seed": figures["shard"]["seed"], **finding}
            for figures in done
            for finding in figures["findings"]
        ],
    }
