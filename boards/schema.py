"""What a board definition must be; host side. `virtual_9` says what the rows mean."""

import re
from collections.abc import Collection, Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, NoReturn

import railbird_boards
from railbird import facts, words

_OPTIONAL = ("mcu", "spis", "uarts", "irqs", "shift", "outputs", "max_fields_on", "strap", "watchdog_ms")
_OUTPUTS = ("strip", "buzzer")
_IDLE_PLACES = ("park", "tray", "spot")
_FIELDS = ("name", "seats", "buses", "muxes", "readers", "couplings", "idle_decks")
_GPIOS = 29  # RP2040 and RP2350A bring out GPIO 0..29
_MCUS = {"rp2040": _GPIOS, "rp2350": _GPIOS, "esp32s3": 48}  # the last GPIO of each
# RP2040 and RP2350 route each function of each unit to certain pins: what is left of a pin's number, of the number of
# the unit's block, and the divisor of the block.
_RP2_PINS = {
    "sda": (2, 0, 0, 2), "scl": (2, 1, 0, 2),
    "sck": (4, 2, 0, 8), "mosi": (4, 3, 0, 8), "miso": (4, 0, 0, 8),
    "tx": (4, 0, 4, 8), "rx": (4, 1, 4, 8),
}  # fmt: skip
_BAUD = 115_200
# Longest time of each watchdog; the shortest is what loading the firmware may take.
_WATCHDOG_MS = {"rp2040": 8388, "rp2350": 16_777, "esp32s3": 60_000}
_LOADING_MS = 5000
_MUX_ADDRESSES = (0x70, 0x77)  # TCA9548A, A2..A0
_MAX_LIMIT = 4  # tags one antenna powers when they are fanned
_FOR_CHIPS = (facts.Z_RAKE, facts.Z_POT, *range(facts.Z_BET + 1, facts.Z_BET + facts.SEATS + 1))


class BoardError(ValueError):
    """A board that cannot be used: one line that names the board, the field and what was expected."""


def check(board: Mapping[str, Any], where: str | None = None) -> None:
    """Raise `BoardError` unless `board` is a complete and consistent definition.

    `where` names the board in messages when its own name cannot be trusted (a file name, say).
    """
    _Check(board, where).run()


def names() -> list[str]:
    """The boards there are."""
    found = [module.name for module in iter_modules(railbird_boards.__path__)]
    return sorted(name for name in found if name != "schema")


def load(name: str) -> Mapping[str, Any]:
    """The checked board called `name`. Raises BoardError when there is none or when it is wrong."""
    if name not in names():
        raise BoardError(f"board {name}: expected one of {', '.join(names())}")
    try:
        module: ModuleType = import_module(f"railbird_boards.{name}")
    except (SyntaxError, ValueError, ImportError, NameError) as error:
        raise BoardError(
            f"board {name}: file: expected Python that holds BOARD and nothing else ({error})"
        ) from None
    board = getattr(module, "BOARD", None)
    if not isinstance(board, Mapping):
        raise BoardError(f"board {name}: BOARD: expected a dict")
    check(board, name)
    if board["name"] != name:
        raise BoardError(f"board {name}: name: expected the name of its file, got {board['name']!r}")
    return board


class _Check:
    def __init__(self, board: Mapping[str, Any], where: str | None) -> None:
        self.board = board
        self.name = where if where is not None else str(board.get("name", "?"))
        self.last_gpio = _GPIOS
        self.taken: set[int] = set()

    def fail(self, field: str, expected: str, got: object) -> NoReturn:
        raise BoardError(f"board {self.name}: {field}: expected {expected}, got {got!r}")

    def integer(self, field: str, value: object, low: int, high: int) -> int:
        if type(value) is not int or not low <= value <= high:
            self.fail(field, f"an integer {low}..{high}", value)
        return value

    def pin(self, field: str, value: object) -> None:
        if self.integer(field, value, 0, self.last_gpio) in self.taken:
            self.fail(field, "a pin used once", value)
        self.taken.add(value)  # type: ignore[arg-type]

    def function_pin(self, at: str, function: str, unit: int, pin: object) -> None:
        """A pin of a unit's, which on an RP2040 or RP2350 has to be one of those that unit is routed to."""
        self.pin(f"{at}.{function}", pin)
        divisor, rest, offset, block = _RP2_PINS[function]
        routed = isinstance(pin, int) and pin % divisor == rest and (pin + offset) // block % 2 == unit
        if str(self.board.get("mcu")).startswith("rp2") and not routed:
            self.fail(f"{at}.{function}", f"a pin that unit {unit} has {function} on", pin)

    def rows(self, field: str, columns: tuple[str, ...], least: int = 0) -> list[tuple[Any, ...]]:
        rows = self.board.get(field, ())
        if not isinstance(rows, tuple) or len(rows) < least:
            self.fail(field, f"a tuple of at least {least} rows ({', '.join(columns)})", rows)
        for i, row in enumerate(rows):
            if not isinstance(row, tuple) or len(row) != len(columns):
                self.fail(f"{field}[{i}]", f"a row ({', '.join(columns)})", row)
        return list(rows)

    def run(self) -> None:
        for field in _FIELDS:
            if field not in self.board:
                raise BoardError(f"board {self.name}: {field}: missing")
        for field in self.board:
            if field not in _FIELDS + _OPTIONAL:
                raise BoardError(f"board {self.name}: {field}: no such field")
        name = self.board["name"]
        if not isinstance(name, str) or not name.isidentifier() or not name.isascii() or len(name) > 16:
            self.fail("name", "an identifier of at most 16 letters", name)
        self.integer("seats", self.board["seats"], 2, facts.SEATS)
        if "mcu" in self.board:
            if self.board["mcu"] not in _MCUS:
                self.fail("mcu", f"one of {', '.join(_MCUS)}", self.board["mcu"])
            self.last_gpio = _MCUS[self.board["mcu"]]
        buses = self._buses()
        spis = self._spis(buses)
        uarts = self._uarts(buses | spis)
        muxes = self._muxes(buses)
        zones = self._readers(buses, spis, uarts, muxes)
        self._irqs(uarts)
        self._shift()
        self._couplings(zones)
        self._idle_decks(zones)
        if "outputs" in self.board:
            self._outputs()
        if "max_fields_on" in self.board:
            self.integer("max_fields_on", self.board["max_fields_on"], 1, len(zones))
        self._machine()

    def _machine(self) -> None:
        """What only a microcontroller has: the pin that opens maintenance at power-on, and a watchdog."""
        for field in ("strap", "watchdog_ms"):
            if field in self.board and "mcu" not in self.board:
                self.fail("mcu", f"one of {', '.join(_MCUS)}, because there is a {field}", "none")
        if "strap" in self.board:
            self.pin("strap", self.board["strap"])
        if "watchdog_ms" in self.board:
            longest = _WATCHDOG_MS[self.board["mcu"]]
            self.integer("watchdog_ms", self.board["watchdog_ms"], _LOADING_MS, longest)

    def _idle_decks(self, zones: Collection[str]) -> None:
        """A place for one deck at least that is not in play, a(3): before a reader, in the chip tray, or on a spot."""
        place = self.board["idle_decks"]
        if not isinstance(place, tuple) or len(place) != 2:
            self.fail("idle_decks", "(place, decks), a(3)", place)
        if place[0] not in _IDLE_PLACES or (place[0] == "park" and "park" not in zones):
            self.fail("idle_decks[0]", "tray, spot, or park where it has a reader, a(3)", place[0])
        self.integer("idle_decks[1]", place[1], 1, 2)

    def _buses(self) -> set[int]:
        seen: set[int] = set()
        least = 0 if self.board.get("spis") or self.board.get("uarts") else 1
        for i, (bus, sda, scl, freq) in enumerate(self.rows("buses", ("id", "sda", "scl", "freq_hz"), least)):
            at = f"buses[{i}]"
            if self.integer(f"{at}.id", bus, 0, 7) in seen:
                self.fail(f"{at}.id", "an id used once", bus)
            seen.add(bus)
            self.function_pin(at, "sda", bus, sda)
            self.function_pin(at, "scl", bus, scl)
            self.integer(f"{at}.freq_hz", freq, 10_000, 400_000)  # the PN532's limit
        return seen

    def _unit(self, at: str, row: tuple[Any, ...], seen: dict[int, int], others: set[int]) -> int:
        """Id and unit of a row of `spis` or `uarts`; `seen` has the units by id of those before it."""
        if self.integer(f"{at}.id", row[0], 0, 31) in others or row[0] in seen:
            self.fail(f"{at}.id", "an id that no other bus has", row[0])
        if self.integer(f"{at}.unit", row[1], 0, 2) in seen.values():
            self.fail(f"{at}.unit", "a unit used once", row[1])
        seen[row[0]] = row[1]
        return int(row[1])

    def _spis(self, others: set[int]) -> set[int]:
        seen: dict[int, int] = {}
        columns = ("id", "unit", "sck", "mosi", "miso", "freq_hz")
        for i, row in enumerate(self.rows("spis", columns)):
            at = f"spis[{i}]"
            unit = self._unit(at, row, seen, others)
            for function, pin in zip(columns[2:5], row[2:5], strict=True):
                self.function_pin(at, function, unit, pin)
            self.integer(f"{at}.freq_hz", row[5], 10_000, 5_000_000)  # the PN532's limit
        return set(seen)

    def _uarts(self, others: set[int]) -> set[int]:
        seen: dict[int, int] = {}
        for i, row in enumerate(self.rows("uarts", ("id", "unit", "tx", "rx", "baud"))):
            at = f"uarts[{i}]"
            unit = self._unit(at, row, seen, others)
            self.function_pin(at, "tx", unit, row[2])
            self.function_pin(at, "rx", unit, row[3])
            if row[4] != _BAUD:  # what the chip has after a reset; it is never told another
                self.fail(f"{at}.baud", str(_BAUD), row[4])
        return set(seen)

    def _irqs(self, uarts: set[int]) -> None:
        """On I2C and SPI the line says that a frame waits; on a UART it does not wait."""
        readers = {row[0]: row[1] for row in self.board["readers"]}
        seen: set[str] = set()
        for i, (zone, gpio) in enumerate(self.rows("irqs", ("zone", "gpio"))):
            at = f"irqs[{i}]"
            if not isinstance(zone, str) or zone in seen or readers.get(zone) in {None, *uarts}:
                self.fail(f"{at}.zone", "a zone with a reader on I2C or SPI, named once", zone)
            seen.add(zone)
            self.pin(f"{at}.gpio", gpio)

    def _muxes(self, buses: set[int]) -> list[int]:
        seen: set[tuple[int, int]] = set()
        owner: list[int] = []
        for i, (bus, addr, reset) in enumerate(self.rows("muxes", ("bus", "addr", "reset_pin"))):
            at = f"muxes[{i}]"
            if type(bus) is not int or bus not in buses:
                self.fail(f"{at}.bus", f"one of the buses {sorted(buses)}", bus)
            self.integer(f"{at}.addr", addr, *_MUX_ADDRESSES)
            if (bus, addr) in seen:
                self.fail(f"{at}.addr", "an address used once on its bus", addr)
            seen.add((bus, addr))
            self.pin(f"{at}.reset_pin", reset)
            owner.append(bus)
        return owner

    def _place(self, at: str, bus: int, mux: object, channel: object, kind: str) -> None:
        """A reader on SPI has its chip select for a channel, one on a UART is alone there."""
        if mux != -1:
            self.fail(f"{at}.mux", f"-1 on {kind}", mux)
        if kind == "SPI":
            self.pin(f"{at}.channel", channel)
        else:
            self.integer(f"{at}.channel", channel, 0, 0)
            if sum(row[1] == bus for row in self.board["readers"]) > 1:
                self.fail(f"{at}.bus", "a UART with one reader", bus)

    def _readers(self, buses: set[int], spis: set[int], uarts: set[int], muxes: list[int]) -> set[str]:
        columns = ("zone", "bus", "mux", "channel", "sight", "limit", "reset_line")
        zones: set[str] = set()
        places: set[tuple[int, int, int]] = set()
        lines: set[str] = set()
        for i, (zone, bus, mux, channel, sight, limit, line) in enumerate(self.rows("readers", columns, 1)):
            at = f"readers[{i}]"
            self._zone(f"{at}.zone", zone)
            if zone in zones:
                self.fail(f"{at}.zone", "a zone with one reader", zone)
            zones.add(zone)
            if type(bus) is not int or bus not in buses | spis | uarts:
                self.fail(f"{at}.bus", f"one of the buses {sorted(buses | spis | uarts)}", bus)
            if bus not in buses:
                self._place(at, bus, mux, channel, "SPI" if bus in spis else "a UART")
            else:
                self._channel(at, bus, mux, channel, muxes)
                if (bus, mux, channel) in places:
                    self.fail(f"{at}.channel", "a channel with one reader", channel)
                places.add((bus, mux, channel))
                if mux < 0 and bus in muxes:
                    # All readers answer to one address, so an open channel would answer beside this one.
                    self.fail(f"{at}.mux", "a mux, because its bus has one", mux)
            if sight not in words.SIGHTS[1:]:
                self.fail(f"{at}.sight", f"one of {', '.join(words.SIGHTS[1:])}", sight)
            if sight == "chips" and facts.zone_id(zone) not in _FOR_CHIPS:
                self.fail(f"{at}.sight", "chips at bet spots, pot and rake area only", zone)
            if sight != "chips" and zone.startswith("bet_"):
                self.fail(f"{at}.sight", "chips, as at every bet spot", sight)
            self.integer(f"{at}.limit", limit, 1, _MAX_LIMIT)
            if line is not None:
                if not isinstance(line, str) or not re.fullmatch("sr[0-9]{1,2}", line):
                    self.fail(f"{at}.reset_line", "a shift register output 'sr0'..'sr99' or None", line)
                if line in lines:
                    self.fail(f"{at}.reset_line", "a line used once", line)
                lines.add(line)
        for seat in range(1, self.board["seats"] + 1):
            if f"seat_{seat}" not in zones:
                self.fail("readers", f"a reader for seat_{seat}", "none")
        if any(zone.startswith("bet_") for zone in zones) and not {"rake", "pot"} <= zones:
            self.fail("readers", "readers for pot and rake, a(2)(ii), beside bet spots", "none")
        return zones

    def _channel(self, at: str, bus: int, mux: int, channel: object, muxes: list[int]) -> None:
        self.integer(f"{at}.mux", mux, -1, len(muxes) - 1)
        if mux >= 0 and muxes[mux] != bus:
            self.fail(f"{at}.mux", f"a mux on bus {bus}", mux)
        self.integer(f"{at}.channel", channel, 0, 7 if mux >= 0 else 0)

    def _zone(self, field: str, zone: object) -> None:
        try:
            code = facts.zone_id(zone)
        except (TypeError, ValueError):
            self.fail(field, "a zone name of railbird.facts", zone)
        if code in (facts.Z_STUB, facts.NO_ZONE):
            self.fail(field, "a zone that can have a reader", zone)
        for base in (facts.Z_SEAT, facts.Z_UP, facts.Z_BET):
            if base + self.board["seats"] < code <= base + facts.SEATS:
                self.fail(field, f"a seat up to {self.board['seats']}", zone)

    def _shift(self) -> None:
        """Where a microcontroller is named its pins are: the shift registers hang on three of them."""
        chained = [row[6] for row in self.board["readers"] if row[6] is not None]
        if "shift" not in self.board:
            if chained and "mcu" in self.board:
                self.fail("shift", f"(data, clock, latch), because there is {chained[0]}", "none")
            return
        row = self.board["shift"]
        if not isinstance(row, tuple) or len(row) != 3:
            self.fail("shift", "GPIOs (data, clock, latch)", row)
        for name, gpio in zip(("data", "clock", "latch"), row, strict=True):
            self.pin(f"shift.{name}", gpio)

    def _outputs(self) -> None:
        """A strip has a lamp a seat and one before the dealer; a buzzer is one."""
        seen: set[str] = set()
        for i, (kind, pin, count) in enumerate(self.rows("outputs", ("kind", "pin", "count"))):
            at = f"outputs[{i}]"
            if kind not in _OUTPUTS or kind in seen:
                self.fail(f"{at}.kind", f"one of {', '.join(_OUTPUTS)}, each once", kind)
            seen.add(kind)
            self.pin(f"{at}.pin", pin)
            wanted = self.board["seats"] + 1 if kind == "strip" else 1
            if self.integer(f"{at}.count", count, 1, facts.SEATS + 1) != wanted:
                self.fail(f"{at}.count", str(wanted), count)

    def _couplings(self, zones: set[str]) -> None:
        seen: set[frozenset[str]] = set()
        for i, row in enumerate(self.rows("couplings", ("zone", "zone"))):
            for j, zone in enumerate(row):
                if not isinstance(zone, str) or zone not in zones:
                    self.fail(f"couplings[{i}][{j}]", "a zone with a reader", zone)
            pair = frozenset(row)
            if len(pair) != 2 or pair in seen:
                self.fail(f"couplings[{i}]", "two different zones, named once", row)
            seen.add(pair)
