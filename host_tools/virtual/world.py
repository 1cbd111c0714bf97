"""The parts of a board on one clock: buses, switches, chips, antennas. It knows chips and tags, not poker."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

from host_tools.virtual.clock import Clock
from host_tools.virtual.faults import Faults
from host_tools.virtual.field import Antenna
from host_tools.virtual.flash import Flash
from host_tools.virtual.hsu import HsuLine, Pn532Hsu
from host_tools.virtual.i2c import PN532_ADDRESS, I2CBus, Pn532I2C
from host_tools.virtual.options import ChipOptions
from host_tools.virtual.pn532 import Pn532
from host_tools.virtual.spi import Pn532Spi, SpiBus
from host_tools.virtual.tag import Tag
from host_tools.virtual.tca9548a import Tca9548a
from host_tools.virtual.timing import MID, Timing

Front = Pn532I2C | Pn532Spi | Pn532Hsu
Bus = I2CBus | SpiBus | HsuLine

FLASH_SECTORS = 64  # 256 KB, of the 800 and more that the file system of a Pico has


class Reader:
    """One reader of the board: its chip, the chip's side (`front`) of the bus it hangs on (`wire`), and its antenna;
    `mux` and `channel` if it hangs behind one, the antenna `beside` it in board order, and `rng`, which only faults
    draw from. `i2c` and `bus` are front and wire where they are of I2C; ValueError where they are not.
    """

    __slots__ = ("antenna", "beside", "channel", "chip", "front", "mux", "rng", "wire", "zone")

    def __init__(
        self, zone: str, antenna: Antenna, chip: Pn532, front: Front, wire: Bus, rng: random.Random
    ) -> None:
        self.zone = zone
        self.antenna = antenna
        self.chip = chip
        self.front = front
        self.wire = wire
        self.mux: Tca9548a | None = None
        self.channel = 0
        self.beside: Antenna | None = None
        self.rng = rng

    @property
    def i2c(self) -> Pn532I2C:
        if not isinstance(self.front, Pn532I2C):
            raise ValueError(f"the reader of {self.zone} hangs on no I2C bus")
        return self.front

    @property
    def bus(self) -> I2CBus:
        if not isinstance(self.wire, I2CBus):
            raise ValueError(f"the reader of {self.zone} hangs on no I2C bus")
        return self.wire


class World:
    """A board brought to life.

    `board` is a board definition, taken to be checked already: `buses` rows (id, sda, scl, freq_hz), `muxes`
    rows (bus id, address, reset pin or None), `readers` rows (zone, bus id, mux index or -1, channel, sight,
    limit, reset line or None), `couplings` rows (zone, zone), and where a board has them `spis` rows (id, unit,
    sck, mosi, miso, freq_hz), whose readers' channel is the chip select, `uarts` rows (id, unit, tx, rx, baud),
    and `irqs` rows (zone, gpio). An I2C bus runs at the lower of its own and the profile's clock. The same
    board, timing, seed and options give the same run. `faults` sets faults.
    """

    def __init__(
        self,
        board: Mapping[str, Any],
        timing: Timing = MID,
        seed: object = 0,
        *,
        options: ChipOptions | None = None,
        charge_parse: bool = True,
    ) -> None:
        options = ChipOptions() if options is None else options
        self.clock = Clock()
        self.timing = timing
        self.charged: Counter[str] = Counter()  # units of processor work by kind, those of the buses aside
        self.flash = Flash(FLASH_SECTORS, self.cost)
        self.shown: dict[str, list[tuple[int, bytes]]] = {row[0]: [] for row in board.get("outputs", ())}
        self.buses: dict[int, I2CBus] = {
            row[0]: I2CBus(self.clock, timing, row[3], name=str(row[0]), charge_parse=charge_parse)
            for row in board["buses"]
        }
        self.spis: dict[int, SpiBus] = {
            row[0]: SpiBus(self.clock, timing, row[5], name=str(row[0]), charge_parse=charge_parse)
            for row in board.get("spis", ())
        }
        self.uarts: dict[int, HsuLine] = {
            row[0]: HsuLine(self.clock, timing, row[4], name=str(row[0]), charge_parse=charge_parse)
            for row in board.get("uarts", ())
        }
        self._lines: dict[object, list[Pn532 | Tca9548a]] = {}
        self.muxes: list[Tca9548a] = []
        for bus, address, reset_pin in board["muxes"]:
            mux = Tca9548a(self.buses[bus], address)
            self.muxes.append(mux)
            self._wire_line(reset_pin, mux)
        self.readers: dict[str, Reader] = {}
        self._irqs: dict[int, str] = {gpio: zone for zone, gpio in board.get("irqs", ())}
        for zone, bus, mux_index, channel, _sight, _limit, reset_line in board["readers"]:
            antenna = Antenna(zone, self.clock, timing, seed)
            chip = Pn532(self.clock, antenna, timing, options)
            front, wire = self._connect(chip, bus, mux_index, channel)
            rng = random.Random(f"{seed}/{zone}/faults")
            reader = self.readers[zone] = Reader(zone, antenna, chip, front, wire, rng)
            if mux_index >= 0:
                reader.mux, reader.channel = self.muxes[mux_index], channel
            self._wire_line(reset_line, chip)
        for one, other in board["couplings"]:
            self.antenna(one).couple(self.antenna(other))
        around = list(self.readers.values())
        for reader, after in zip(around, around[1:] + around[:1], strict=True):
            reader.beside = after.antenna if after is not reader else None
        self.faults = Faults(self, seed)

    def _connect(self, chip: Pn532, bus: int, mux: int, channel: int) -> tuple[Front, Bus]:
        """The front-end of a chip by the kind of its bus, connected to it."""
        if bus in self.spis:
            spi = Pn532Spi(chip, self.clock, self.timing)
            self.spis[bus].attach(channel, spi)
            return spi, self.spis[bus]
        if bus in self.uarts:
            hsu = Pn532Hsu(chip, self.clock, self.timing)
            self.uarts[bus].attach(hsu)
            return hsu, self.uarts[bus]
        i2c = Pn532I2C(chip, self.clock, self.timing)
        if mux < 0:
            self.buses[bus].attach(PN532_ADDRESS, i2c)
        else:
            self.muxes[mux].attach(channel, PN532_ADDRESS, i2c)
        return i2c, self.buses[bus]

    def _wire_line(self, line: object, part: Pn532 | Tca9548a) -> None:
        if line is not None:
            self._lines.setdefault(line, []).append(part)

    @property
    def processor_factor(self) -> float:
        """How many times slower than the measured one the processor is."""
        return self.timing.processor_factor

    @property
    def zones(self) -> tuple[str, ...]:
        """Names of the zones that have a reader, in board order."""
        return tuple(self.readers)

    def reader(self, zone: str) -> Reader:
        """The reader of a zone; ValueError if the board has none."""
        try:
            return self.readers[zone]
        except KeyError:
            raise ValueError(f"the board has no reader for zone {zone!r}") from None

    def bus(self, name: str) -> I2CBus:
        """A bus by its name, "bus 0"; ValueError if the board has none."""
        for number, bus in self.buses.items():
            if name == f"bus {number}":
                return bus
        raise ValueError(f"the board has no {name!r}")

    def mux(self, name: str) -> Tca9548a:
        """A multiplexer by its name, "mux 0", numbered in board order; ValueError if the board has none."""
        for number, mux in enumerate(self.muxes):
            if name == f"mux {number}":
                return mux
        raise ValueError(f"the board has no {name!r}")

    def antenna(self, zone: str) -> Antenna:
        """The antenna of a zone; ValueError if the board has none."""
        return self.reader(zone).antenna

    def tags(self, zone: str) -> tuple[Tag, ...]:
        """The tags physically at a zone now, for comparison from outside."""
        return self.antenna(zone).tags

    def drive(self, line: object, level: int) -> None:
        """The microcontroller drives a reset line of the board: 0 holds what hangs on it in reset, 1 lets it
        go. ValueError for a line the board does not have."""
        parts = self._lines.get(line)
        if parts is None:
            raise ValueError(f"the board has no reset line {line!r}")
        for part in parts:
            part.hold_reset(not level)

    def power_cycle(self) -> None:
        """The table is without power for a moment: its chips and multiplexers begin anew, cards and flash stay."""
        for reader in self.readers.values():
            reader.chip.power_cycle()
        for mux in self.muxes:
            mux.hold_reset(True)
            mux.hold_reset(False)

    def irq(self, gpio: int) -> int:
        """The level of the IRQ line of the reader that is wired to `gpio`."""
        return self.readers[self._irqs[gpio]].chip.irq(self.clock.now)

    def show(self, output: str, data: bytes) -> None:
        """The microcontroller sets an output: what it shows from now on is logged in `shown`, with the time. A strip
        takes no time of the bus or of the processor that the timing table would know.
        """
        self.shown[output].append((self.clock.now, data))

    def cost(self, kind: str, n: int = 1) -> int:
        """Charge `n` units of processor work to the clock; kinds as in ``Processor.cost_us``. Microseconds
        charged."""
        us = self.timing.cost_us(kind, n)
        self.charged[kind] += n
        self.clock.advance(us)
        return us

    def _wires(self) -> list[tuple[int, Bus]]:
        """Every bus with its number on the board."""
        return [*self.buses.items(), *self.spis.items(), *self.uarts.items()]

    def counters(self) -> dict[str, Any]:
        """Everything counted so far: per bus, per zone, and violations of coupling."""
        return {
            "virtual_us": self.clock.now,
            "buses": {
                bus_id: {
                    "transactions": bus.transactions,
                    "nacks": bus.nacks,
                    "wire_us": bus.wire_us,
                    "processor_us": bus.processor_us,
                }
                for bus_id, bus in self._wires()
            },
            "readers": {
                zone: {
                    "commands": sum(reader.chip.commands.values()),
                    "errors": reader.chip.errors,
                    "lost_commands": reader.chip.lost_commands,
                    "retries": reader.chip.initiator.retries,
                    "too_early": reader.front.refused,
                    "rf_us": reader.antenna.on_us,
                    "exchanges": reader.antenna.exchanges,
                    "exchanges_lost": reader.antenna.lost,
                    "overheard": reader.antenna.overheard,
                }
                for zone, reader in self.readers.items()
            },
            "coupled_on": sum(reader.antenna.coupled_on for reader in self.readers.values()),
        }
