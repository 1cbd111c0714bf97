"""The table of faults, and faults of a running world: set and cleared by hand, at a time, or now and then at a rate.

Off by default, and then without any effect: nothing draws from a random stream that anything else uses.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING

from host_tools.virtual import fault_air, fault_chip, fault_line, fault_wire
from host_tools.virtual.fault import Fault, Undo
from host_tools.virtual.hsu import Pn532Hsu
from host_tools.virtual.i2c import Pn532I2C
from host_tools.virtual.spi import Pn532Spi

if TYPE_CHECKING:
    from host_tools.virtual.world import World

FAULTS: dict[str, Fault] = {
    fault.name: fault
    for fault in (*fault_chip.FAULTS, *fault_wire.FAULTS, *fault_line.FAULTS, *fault_air.FAULTS)
}

ALWAYS = (
    (
        "two_targets",
        "NXP 481864; rfid 1",
        "MaxTg=2 finds 2, 1, 0 tags in turn",
        "ChipOptions.two_target_pattern",
    ),
    ("low_vbat", "row 9; 1.6", "After power-up only SAMConfiguration is heard", "ChipOptions.low_vbat_start"),
    (
        "partial_read",
        "row 18, Adafruit-PN532#17",
        "Ready until the postamble is read",
        "ChipOptions.partial_read",
    ),
    ("nothing_listed", "row 19, Adafruit CP#54", "A list command that finds nothing answers NbTg 0", "-"),
    ("short_pauses", "rows 22 and 27", "The address is not acknowledged too soon", "Timing"),
    (
        "list_for_ever",
        "row 34, libnfc#527",
        "A list command never ends unless MxRty is set",
        "RFConfiguration 05",
    ),
    ("active_reqa", "row 6", "REQA sends a tag that is active back to idle, unanswered", "-"),
)
"""Rows that need no switch, since the model always behaves so: name, source, effect, where it is chosen if it can
be."""

HOUR_US = 3_600_000_000
PER_HOUR, LEAST_PER_HOUR, MOST_PER_HOUR = 6, 1e-6, 1000
LASTS_US = 3_000_000
"""How long a fault that comes at a rate stays unless something else ends it before."""


def fault(name: str) -> Fault:
    """A row of the table; ValueError for a name it does not have."""
    try:
        return FAULTS[name]
    except KeyError:
        raise ValueError(f"fault {name!r}: expected one that `railbird faults` lists") from None


def rates(text: str) -> list[tuple[str, float]]:
    """(name, times an hour) of "NAME[:RATE],..."; ValueError for a name or a rate that cannot be."""
    wanted = []
    for part in text.split(","):
        name, _, rate = part.partition(":")
        try:
            per_hour = float(rate or PER_HOUR)
        except ValueError:
            per_hour = 0.0
        if not LEAST_PER_HOUR <= per_hour <= MOST_PER_HOUR:
            raise ValueError(
                f"fault {fault(name).name}: expected a rate from 0 to {MOST_PER_HOUR} an hour, got {rate}"
            )
        wanted.append((fault(name).name, per_hour))
    return wanted


class Faults:
    """The faults of one world. `log` has (time in us, "set" or "cleared", name, place) of everything that was done.

    A place is the zone of a reader, "bus 0", or "mux 0". ValueError for a name or a place that does not exist.
    """

    __slots__ = ("_seed", "_undo", "_world", "log")

    def __init__(self, world: World, seed: object) -> None:
        self._world = world
        self._seed = seed
        self._undo: dict[tuple[str, str], Undo] = {}
        self.log: list[tuple[int, str, str, str]] = []

    def places(self, name: str) -> list[str]:
        """Every part of the board on which a fault can be set."""
        world = self._world
        return {
            "reader": list(world.readers),
            "i2c reader": [
                zone for zone, reader in world.readers.items() if isinstance(reader.front, Pn532I2C)
            ],
            "spi reader": [
                zone for zone, reader in world.readers.items() if isinstance(reader.front, Pn532Spi)
            ],
            "hsu reader": [
                zone for zone, reader in world.readers.items() if isinstance(reader.front, Pn532Hsu)
            ],
            "channel": [zone for zone, reader in world.readers.items() if reader.mux is not None],
            "bus": [f"bus {number}" for number in world.buses],
            "mux": [f"mux {number}" for number in range(len(world.muxes))],
        }[fault(name).part]

    @property
    def standing(self) -> list[tuple[str, str]]:
        """(name, place) of what is set now."""
        return list(self._undo)

    def set(self, name: str, place: str) -> None:
        """Set it now; one that is set already is cleared first."""
        row = fault(name)
        self.clear(name, place)
        self._undo[name, place] = row.strike(self._world, place)
        self.log.append((self._world.clock.now, "set", name, place))

    def clear(self, name: str, place: str) -> None:
        """Clear it now; nothing happens if it is not set."""
        undo = self._undo.pop((name, place), None)
        if undo is not None:
            undo()
            self.log.append((self._world.clock.now, "cleared", name, place))

    def at(self, time: int, name: str, place: str, lasts_us: int | None = None) -> None:
        """Set it when the clock reaches `time` (us), and clear it `lasts_us` later if that is given."""
        self._check(name, place)
        clock = self._world.clock
        clock.at(time, lambda: self.set(name, place))
        if lasts_us is not None:
            clock.at(time + lasts_us, lambda: self.clear(name, place))

    def rate(self, name: str, place: str, per_hour: float, lasts_us: int = LASTS_US) -> None:
        """From now on set it `per_hour` times an hour on average, at random, for `lasts_us` each."""
        self._check(name, place)
        if per_hour <= 0:
            raise ValueError(f"fault {name}: expected a rate above 0 an hour, got {per_hour}")
        rng = random.Random(f"{self._seed}/{place}/{name}")

        def strikes() -> Iterator[int]:
            while True:
                yield 1 + round(rng.expovariate(per_hour / HOUR_US))
                self.set(name, place)
                yield lasts_us
                self.clear(name, place)

        self._world.clock.spawn(strikes())

    def everywhere(self, name: str, per_hour: float) -> None:
        """``rate`` on every part of the board that can have this fault."""
        for place in self.places(name):
            self.rate(name, place, per_hour)

    def _check(self, name: str, place: str) -> None:
        if place not in self.places(name):
            raise ValueError(f"fault {name}: expected a {fault(name).part} of the board, got {place!r}")
