"""Bench of the reader layer, a row for each board, timing, set of dead readers and number of cards a zone; all in
virtual time. A row is one table: deals, then everything still, then cards that come and go one by one.
"""

import random
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

from host_tools.engine import start
from host_tools.link.events import Fact
from host_tools.simulation.audit import percentile
from host_tools.simulation.bounds import bounds_ms, work
from host_tools.simulation.table import SimulatedTable
from host_tools.virtual.dealer import PITCH_INTERVAL, Moves
from host_tools.virtual.timing import PROFILES
from railbird import facts
from railbird.rules import games
from railbird_boards.schema import load

MS, SECOND = 1000, 1_000_000
SETTLE_S, MEASURE_S = 4, 20
PATIENCE_US = 8 * SECOND  # what is not reported by then is never reported
BETWEEN = (300 * MS, 900 * MS)
KINDS = {
    "nack": ("unplugged",),
    "mute": ("mute", "reset_unwired"),
    "zombie": ("zombie", "reset_unwired"),
    "clock": ("scl_held",),
}
"""How a reader is dead: the faults that are set on it for good, no reset reaching it."""
DEAD = (0, 1, 5)
CARDS = {1: None, 2: "holdem", 4: "omaha_high"}
"""Cards a seat -> the game in which they lie there while all is still: the table then knows a zone to be full."""


class Case(NamedTuple):
    """A row to be measured."""

    board: str
    profile: str
    factor: float
    dead: int
    kind: str
    cards: int
    deals: int
    probes: int
    seed: int = 1


class Watch:
    """Sightings and lifts as they come, in ms of the table's clock."""

    def __init__(self) -> None:
        self._times: dict[tuple[int, int, int], list[int]] = defaultdict(list)
        self.lifts = 0

    def fact(self, _now: int, fact: Fact) -> None:
        if fact.kind in (facts.SIGHT, facts.LIFT):
            self._times[fact.kind, fact.zone, fact.code].append(fact.t_ms)
            self.lifts += fact.kind == facts.LIFT

    def after(self, kind: int, zone: str, code: int, since_us: int) -> int | None:
        """Milliseconds from a moment to the first such report; None before it."""
        times = self._times[kind, facts.zone_id(zone), code]
        return next((t_ms - since_us // MS for t_ms in times if t_ms >= since_us // MS), None)


class Measured:
    """Latencies in ms; `missed` counts what was never reported."""

    def __init__(self) -> None:
        self.expected: list[int] = []
        self.other: list[int] = []
        self.lift: list[int] = []
        self.missed = 0

    def add(self, to: list[int], latency: int | None) -> None:
        if latency is None:
            self.missed += 1
        else:
            to.append(latency)


def dead_zones(board: Mapping[str, Any], count: int) -> list[str]:
    """So many zones of a board, evenly spread over its readers."""
    rows = board["readers"]
    return [rows[(2 * k + 1) * len(rows) // (2 * count)][0] for k in range(count)]


def measure(case: Case) -> dict[str, Any]:
    """The figures of a row.

    round_p50_ms, round_max_ms  of full rounds while everything lies still, with both bounds of one (simulation.bounds)
    expected_*_ms               card at rest to input journaled where the deal expects it: two cards to each seat
    other_*_ms                  the same where nothing is expected: a card put back at its seat, one at a dealer's spot
    lift_p99_ms                 card taken away to input journaled, at zones that are not passed
    cards_lying, cards_read     what lies still, and how many of it were reported where they lie
    false_lifts                 while everything lay still
    unreported                  landings and lifts that were not told of within eight seconds

    Seats whose reader is dead are not dealt in; cards still lie at all of them.
    """
    board = load(case.board)
    watch, found = Watch(), Measured()
    timing = PROFILES[case.profile].with_factor(case.factor)
    table = SimulatedTable(board, timing, case.seed, on_fact=watch.fact, local=True)
    dead = dead_zones(board, case.dead)
    rng = random.Random(f"scan {case}")
    codes = _felt(board, case.cards)
    with table:
        table.run(_begin(table, dead, case.kind))
        for _ in range(case.deals):
            table.run(_deal(table, dead, watch, found, rng))
        begun = table.clock.now
        table.run(_lie(table, case.cards, codes))
        before, rounds, lifts = work(table.world), table.audit.rounds, watch.lifts
        skip = len(table.audit.rounds_ms)
        table.run(_wait(MEASURE_S * SECOND))
        processor, rf = bounds_ms(board, before, work(table.world), table.audit.rounds - rounds)
        times = sorted(table.audit.rounds_ms[skip:])
        false_lifts = watch.lifts - lifts
        read = sum(watch.after(facts.SIGHT, zone, code, begun) is not None for code, zone in codes.items())
        table.run(_probe(table, dead, codes, watch, found, case.probes, rng))
    return {
        **case._asdict(),
        "readers": len(board["readers"]),
        "round_p50_ms": percentile(times, 0.5),
        "round_max_ms": times[-1] if times else 0,
        "processor_bound_ms": round(processor),
        "rf_bound_ms": round(rf),
        **_latencies("expected", found.expected),
        **_latencies("other", found.other),
        "lifts": len(found.lift),
        "lift_p99_ms": percentile(sorted(found.lift), 0.99),
        "cards_lying": len(codes),
        "cards_read": read,
        "false_lifts": false_lifts,
        "unreported": found.missed,
    }


def _latencies(name: str, values: list[int]) -> dict[str, int]:
    ordered = sorted(values)
    return {
        f"{name}_landings": len(ordered),
        f"{name}_p50_ms": percentile(ordered, 0.5),
        f"{name}_p99_ms": percentile(ordered, 0.99),
        f"{name}_max_ms": ordered[-1] if ordered else 0,
    }


def _felt(board: Mapping[str, Any], cards: int) -> dict[int, str]:
    """What lies still: so many cards at each seat, one at each board place; tag code -> zone."""
    zones = [row[0] for row in board["readers"]]
    places = [zone for zone in zones if zone.startswith("seat")] * cards
    places += [zone for zone in zones if zone.startswith("board")]
    return dict(enumerate(places))


def _begin(table: SimulatedTable, dead: list[str], kind: str) -> Moves:
    while table.welcome is None:
        yield 10 * MS
    for zone in dead:
        for name in KINDS[kind]:
            table.world.faults.set(name, zone)
    yield SETTLE_S * SECOND


def _hand(table: SimulatedTable, seats: list[int], game: str) -> Moves:
    seats = seats[: games.max_seats(game)]
    table.tracker.begin(start(game, seats, seats[-1], (200,) * len(seats), (1, 2)))
    yield from _ready(table)


def _ready(table: SimulatedTable) -> Moves:
    while not table.tracker.ready:
        yield 10 * MS


def _wait(us: int) -> Moves:
    yield us


def _seats(table: SimulatedTable, dead: list[str]) -> list[int]:
    return [seat for seat in range(1, table.board["seats"] + 1) if f"seat_{seat}" not in dead]


def _deal(table: SimulatedTable, dead: list[str], watch: Watch, found: Measured, rng: random.Random) -> Moves:
    """Two cards to each seat in the order of the deal, at a dealer's pace; then the hand is void."""
    yield from _hand(table, _seats(table, dead), "holdem")
    laid = {}
    state = table.tracker.state
    order = (state.seats if state else ()) * 2
    # Drawn, or the table would hold a deal in the order of a fresh deck, or one like the last.
    for code, seat in zip(rng.sample(range(52), len(order)), order, strict=True):
        zone = f"seat_{seat}"
        table.felt.lay(code, zone, landing=True, fanned=True)
        laid[code] = zone, table.clock.now
        yield rng.randint(*PITCH_INTERVAL)
    yield SECOND
    for code, (zone, since) in laid.items():
        found.add(found.expected, watch.after(facts.SIGHT, zone, code, since))
    table.tracker.misdeal()
    yield from _ready(table)
    for code in laid:
        table.felt.lift(code)
    yield SETTLE_S * SECOND


def _lie(table: SimulatedTable, cards: int, codes: dict[int, str]) -> Moves:
    game = CARDS[cards]
    if game is not None:
        # That the cards come all at once only holds the deal.
        yield from _hand(table, list(range(1, table.board["seats"] + 1)), game)
    for code, zone in codes.items():
        table.felt.lay(code, zone, fanned=True)
    yield SETTLE_S * SECOND


def _probe(
    table: SimulatedTable, dead: list[str], codes: dict[int, str], watch: Watch, found: Measured, times: int,
    rng: random.Random,
) -> Moves:  # fmt: skip
    """Cards come and go one by one: one at a seat is taken away and put back, one comes to a dealer's spot and goes."""
    seats = [zone for zone in dict.fromkeys(codes.values()) if zone.startswith("seat") and zone not in dead]
    spots = [zone for zone in table.felt.zones if zone in facts.SINGLE and zone not in dead]
    spare = len(codes)
    for _ in range(times):
        zone = rng.choice(seats + spots)
        yield rng.randint(*BETWEEN)
        if zone in seats:
            code = next(code for code, place in codes.items() if place == zone)
            yield from _take(table, zone, code, watch, found)
            yield rng.randint(*BETWEEN)
            yield from _put(table, zone, code, watch, found)
        else:
            yield from _put(table, zone, spare, watch, found)
            yield rng.randint(*BETWEEN)
            yield from _take(table, zone, spare, watch, found)


def _put(table: SimulatedTable, zone: str, code: int, watch: Watch, found: Measured) -> Moves:
    since = table.clock.now
    table.felt.lay(code, zone, landing=True, fanned=True)
    yield from _until(table, watch, facts.SIGHT, zone, code, since)
    found.add(found.other, watch.after(facts.SIGHT, zone, code, since))


def _take(table: SimulatedTable, zone: str, code: int, watch: Watch, found: Measured) -> Moves:
    since = table.clock.now
    table.felt.lift(code)
    yield from _until(table, watch, facts.LIFT, zone, code, since)
    if zone not in table.felt.passing:
        found.add(found.lift, watch.after(facts.LIFT, zone, code, since))


def _until(table: SimulatedTable, watch: Watch, kind: int, zone: str, code: int, since: int) -> Moves:
    while watch.after(kind, zone, code, since) is None and table.clock.now < since + PATIENCE_US:
        yield 10 * MS


def text(row: Mapping[str, Any]) -> str:
    """A row for people, its budgets beside it."""
    bound = max(row["processor_bound_ms"], row["rf_bound_ms"])
    dead = f"{row['dead']} dead ({row['kind']})" if row["dead"] else "none dead"
    return (
        f"[bold]{row['board']}, {row['profile']}, factor {row['factor']:g}, {dead}, "
        f"{row['cards']} cards a seat[/bold]\n"
        f"    round p50 {row['round_p50_ms']} max {row['round_max_ms']} ms "
        f"(1.3 x the larger bound: {1.3 * bound:.0f}; processor {row['processor_bound_ms']}, RF {row['rf_bound_ms']})\n"
        f"    landing expected p50 {row['expected_p50_ms']} p99 {row['expected_p99_ms']} "
        f"max {row['expected_max_ms']} ms of {row['expected_landings']} (200 at mid); "
        f"other p50 {row['other_p50_ms']} p99 {row['other_p99_ms']} "
        f"max {row['other_max_ms']} ms of {row['other_landings']} (two rounds)\n"
        f"    reads {row['cards_read']} of {row['cards_lying']} cards; "
        f"lift p99 {row['lift_p99_ms']} ms of {row['lifts']}; false lifts {row['false_lifts']}; "
        f"unreported {row['unreported']}"
    )
