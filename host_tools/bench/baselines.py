"""Two other ways to read the same felt in the same world, for comparison: the published CircuitPython driver, reader by
reader, and this firmware's own reader, one at a time. All in virtual time, at the costs of the timing table.

What either reads counts at once, while the table takes a card for one that lies there only after several readings.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from host_tools.bench import adafruit
from host_tools.registry import encode, sample
from host_tools.simulation.audit import percentile
from host_tools.virtual.felt import Felt
from host_tools.virtual.i2c import Buffer
from host_tools.virtual.timing import Timing
from host_tools.virtual.world import World
from railbird.rfid import wiring
from railbird.rfid.chip import DONE
from railbird.rfid.found import ROW
from railbird.rfid.mux import Trunk
from railbird.rfid.pn532 import Reader
from railbird.rfid.registry import Registry
from railbird.rfid.steps import STEPS
from railbird.ticks import MASK, diff
from railbird_boards.schema import load

BOARD = "casino_11"
TIMEOUT_S = 0.1
ROUNDS = 20
LANDINGS = 300
PATIENCE = 10  # rounds that a landing may take, on the mean
RF_CONFIGURATION, FIELD, OFF = 0x32, 1, 0

Look = Callable[[str], set[bytes]]


class Absent(Exception):
    """A baseline that cannot be run here; the message is one line."""


class Channel:
    """A bus on which only the reader of one multiplexer's channel answers."""

    def __init__(self, trunk: Trunk, place: int) -> None:
        self._trunk = trunk
        self._place = place

    def write(self, address: int, buf: bytes | Buffer) -> int:
        return int(self._trunk.write(self._place, address, buf))

    def read(self, address: int, buf: Buffer) -> int:
        return int(self._trunk.read(self._place, address, buf))


def felt(timing: Timing, seed: int) -> tuple[World, Felt, dict[int, bytes]]:
    """Eleven seats with two cards, five on the board. All UIDs have seven bytes: the published driver takes no longer
    ones.
    """
    world = World(load(BOARD), timing, seed)
    uids = sample(seed)
    cards = Felt(world, uids, frozenset())
    zones = [f"seat_{seat}" for seat in range(1, 12)] * 2 + [f"board_{place}" for place in range(1, 6)]
    for code, zone in enumerate(zones):
        cards.lay(code, zone, fanned=True)
    return world, cards, uids


@contextmanager
def published(world: World, fields_off: bool = True) -> Iterator[Look]:
    """The published driver, unmodified, an object for each reader, a list command with a tenth of a second for each.
    Absent where it is not installed.

    By itself it never turns a field off, and coupled antennas that are on together hear nothing: with `fields_off` its
    user sends RFConfiguration after each look, through the driver.
    """
    board = load(BOARD)
    try:
        with adafruit.library() as module:
            adafruit.keep_time(world.clock)
            drivers = {}
            for zone, channel in _channels(world, board).items():
                drivers[zone] = module.PN532_I2C(adafruit.I2C(channel, lambda: None))

            def look(zone: str) -> set[bytes]:
                driver = drivers[zone]
                try:
                    uid = driver.read_passive_target(timeout=TIMEOUT_S)
                except (OSError, RuntimeError):
                    uid = None
                if fields_off:
                    driver.call_function(RF_CONFIGURATION, params=[FIELD, OFF], timeout=TIMEOUT_S)
                return set() if uid is None else {bytes(uid)}

            yield look
    except ImportError:
        raise Absent(f"{adafruit.DISTRIBUTION} is not installed: its baseline is left out") from None


def _channels(world: World, board: Any) -> dict[str, Channel]:
    trunks: dict[int, Trunk] = {}
    firsts: dict[int, int] = {}
    for number, *_ in board["buses"]:
        mine = [k for k, mux in enumerate(board["muxes"]) if mux[0] == number]
        addresses, resets = bytes(board["muxes"][k][1] for k in mine), [board["muxes"][k][2] for k in mine]
        trunks[number] = Trunk(world.buses[number], addresses, resets, world.drive, [0] * STEPS)
        firsts |= {k: 8 * at for at, k in enumerate(mine)}
    return {row[0]: Channel(trunks[row[1]], firsts[row[2]] + row[3]) for row in board["readers"]}


def sequential(world: World, uids: dict[int, bytes]) -> Look:
    """This firmware's readers, one look after the other: each lists until nothing answers and knows how many tags it
    found there the last time, no more. A look that loses an exchange ends early, and there is no second one before the
    next round: a burst of lost exchanges may last several rounds.
    """
    board = load(BOARD)
    registry = Registry(encode({uid: code for code, uid in uids.items()}))
    made, _ = wiring.readers(board, world.buses, registry, world.drive, [0] * STEPS)
    readers: dict[str, Reader] = {row[0]: reader for row, reader in zip(board["readers"], made, strict=True)}
    clock = world.clock

    def until(tick: int) -> None:
        clock.advance(max(0, diff(tick, clock.now & MASK)))

    def look(zone: str) -> set[bytes]:
        reader = readers[zone]
        if reader.due:
            until(reader.due)
        reader.begin(clock.now & MASK, reader.found.count, 0)
        event = None
        while event != DONE:
            until(reader.due)
            reader.step(clock.now & MASK)
            event = reader.settle(clock.now & MASK)
        rows = [reader.found.uids[k * ROW : (k + 1) * ROW] for k in range(reader.found.count)]
        return {bytes(row[1 : 1 + row[0]]) for row in rows}

    return look


def measure(world: World, cards: Felt, uids: dict[int, bytes], look: Look, seed: int) -> dict[str, Any]:
    """Full rounds over everything that lies still, how many of the cards one finds, and landings at the empty spots:
    card at rest to its UID read.
    """
    lying = {uids[code] for code in cards.lying}
    rounds, found = [], []
    for _ in range(ROUNDS):
        begun = world.clock.now
        read = set().union(*map(look, world.readers))
        rounds.append(world.clock.now - begun)
        found.append(len(read & lying))
    rounds.sort()
    latencies = sorted(_landings(world, cards, uids, look, random.Random(f"landings {seed}"), rounds[-1]))
    return {
        "cards": len(lying),
        "cards_read_p50": percentile(sorted(found), 0.5),
        "round_p50_ms": round(percentile(rounds, 0.5) / 1000),
        "round_max_ms": round(rounds[-1] / 1000),
        "landings": len(latencies),
        "landing_p50_ms": round(percentile(latencies, 0.5) / 1000),
        "landing_p99_ms": round(percentile(latencies, 0.99) / 1000),
    }


def _landings(
    world: World, cards: Felt, uids: dict[int, bytes], look: Look, rng: random.Random, longest: int
) -> list[int]:
    spots = [zone for zone in world.readers if not world.tags(zone)]
    code = len(list(cards.lying))
    latencies: list[int] = []
    begun = 0

    def land() -> None:
        nonlocal begun
        cards.lay(code, rng.choice(spots))
        begun = world.clock.now

    world.clock.after(rng.randint(1, longest), land)
    until = (
        world.clock.now + LANDINGS * PATIENCE * longest
    )  # a way to read that finds nothing comes to an end as well
    while len(latencies) < LANDINGS and world.clock.now < until:
        for zone in world.readers:
            if uids[code] in look(zone) and cards.where(code) == zone:
                latencies.append(world.clock.now - begun)
                cards.lift(code)
                world.clock.after(rng.randint(1, longest), land)
    return latencies


def compare(timing: Timing, seed: int = 1) -> dict[str, Any]:
    """Figures of both, {"published": ..., "sequential": ...}; instead of the first a line where it is absent.

    The published driver makes no pause between transactions: its chips need none, against the timing table.
    """
    world, cards, uids = felt(timing, seed)
    rows: dict[str, Any] = {"sequential": measure(world, cards, uids, sequential(world, uids), seed)}
    try:
        rows["published"] = _published(replace(timing, bus_free_us=0), seed)
    except Absent as absent:
        rows["published"] = str(absent)
    return rows


def _published(timing: Timing, seed: int) -> dict[str, Any]:
    world, cards, uids = felt(timing, seed)
    with published(world) as look:
        figures = measure(world, cards, uids, look, seed)
    world, cards, uids = felt(timing, seed)
    with published(world, fields_off=False) as look:
        lying = {uids[code] for code in cards.lying}
        read = [len(set().union(*map(look, world.readers)) & lying) for _ in range(3)]
    return {**figures, "cards_read_with_fields_left_on": read[-1]}
