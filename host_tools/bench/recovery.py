"""Bench of readers in trouble: how long a zone is UNKNOWN under each fault of the virtual world, what is done about it,
what dead readers cost the others.

The scanner runs in this process over the simulated chips, without a VM and without a link; all times are virtual,
profile mid with its RF faults, processor factor 2.
"""

from collections.abc import Iterator
from typing import Any

from host_tools import registry
from host_tools.virtual.faults import FAULTS
from host_tools.virtual.tag import Tag
from host_tools.virtual.timing import MID
from host_tools.virtual.world import World
from railbird import facts
from railbird.rfid.registry import Registry
from railbird.rfid.scanner import Scanner
from railbird_boards.schema import load

SECOND = 1_000_000
SETTLE_S, FAULT_S, AFTER_S, ROUNDS_S = 4, 6, 3, 8
ZONE = "seat_3"
DEAD = ("seat_2", "seat_3", "board_1", "burn", "pot")
KINDS = ("unplugged", "mute", "zombie", "scl_held")  # no acknowledgement, no word, no answer, the clock held
STEPS = ("resent", "aborted", "replayed", "channel_wrong", "clocked", "mux_reset", "chip_reset", "offline")
"""Names of `railbird.rfid.steps`."""

_TICKS = 1 << 30


class _Table:
    """No hand is on: nothing is expected anywhere."""

    expected = doubt = facts.NO_ZONE
    expected_count = 0
    counting = False

    def places(self, _zone: int) -> int:
        return 2


class _Felt:
    """A board with two cards at each seat, and what its scanner says: (time in us, kind, zone, code)."""

    def __init__(self, board: str, seed: int) -> None:
        definition = load(board)
        uids = registry.sample(1)
        self.world = World(definition, MID, seed)
        self.said: list[tuple[int, int, int, int]] = []
        self.scanner = Scanner(
            definition,
            self.world.buses,
            Registry(registry.build((uid, code) for code, uid in uids.items())),
            _Table(),
            lambda kind, zone, code, _arg: self.said.append((self.world.clock.now, kind, zone, code)),
            self.world.drive,
        )
        for code in range(2 * definition["seats"]):
            self.world.antenna(f"seat_{code // 2 + 1}").place(Tag(uids[code]))
        self.run(SETTLE_S)

    def run(self, seconds: float) -> None:
        clock = self.world.clock
        end = clock.now + round(seconds * SECOND)
        while clock.now < end:
            tick = clock.now % _TICKS
            wait = (self.scanner.poll(tick) - tick) % _TICKS
            if 0 < wait < _TICKS // 2:
                clock.advance_to(min(end, clock.now + wait))

    def states(self, zone: str, state: int, since: int) -> float | None:
        """Seconds from `since` to the first time that `zone` got into `state`, None if it never did."""
        wanted = (facts.STATE, facts.zone_id(zone), state)
        return next(((said[0] - since) / SECOND for said in self.said if said[1:] == wanted), None)


def known() -> list[str]:
    """The faults that the board has a part for."""
    world = World(load("virtual_9"), MID)
    return [name for name in FAULTS if world.faults.places(name)]


def under_fault(name: str, seed: int = 5) -> dict[str, Any]:
    """A fault on one reader of `virtual_9`, or on what it hangs on, for some seconds: the zone's states, cards lifted,
    and steps taken."""
    felt = _Felt("virtual_9", seed)
    felt.said.clear()
    places = felt.world.faults.places(name)
    place = ZONE if ZONE in places else places[0]
    since = felt.world.clock.now
    felt.world.faults.set(name, place)
    felt.run(FAULT_S)
    during, felt.said = felt.said, []
    cleared = felt.world.clock.now
    felt.world.faults.clear(name, place)
    felt.run(AFTER_S)
    back = felt.states(ZONE, facts.STATE_OK, cleared)
    felt.said = during + felt.said
    unknown = {said[2] for said in felt.said if said[1:2] + said[3:] == (facts.STATE, facts.STATE_UNKNOWN)}
    return {
        "fault": name,
        "unknown_after_s": felt.states(ZONE, facts.STATE_UNKNOWN, since),
        "back_by_itself_s": felt.states(ZONE, facts.STATE_OK, since) if back is None else None,
        "back_after_s": back,
        "zones_unknown": len(unknown),
        "lifted": sum(said[1] == facts.LIFT for said in felt.said),
        "steps": {step: n for step, n in zip(STEPS, felt.scanner.steps, strict=True) if n},
    }


def dead_readers(seed: int = 14) -> Iterator[dict[str, Any]]:
    """Full rounds a second on `casino_11` with one and five readers of each kind dead for good, beside none."""
    for kind, dead in [("none", ()), *((kind, DEAD[-n:]) for kind in KINDS for n in (1, len(DEAD)))]:
        felt = _Felt("casino_11", seed)
        for zone in dead:
            felt.world.faults.set("reset_unwired", zone)
            felt.world.faults.set(kind, zone)
        felt.run(SETTLE_S)
        rounds, busy = felt.scanner.rounds, felt.scanner.busy_ms
        felt.run(ROUNDS_S)
        yield {
            "kind": kind,
            "dead": len(dead),
            "round_ms": round(ROUNDS_S * 1000 / (felt.scanner.rounds - rounds), 1),
            "bus_share": round((felt.scanner.busy_ms - busy) / ROUNDS_S / 1000, 3),
        }
