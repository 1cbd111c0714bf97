"""Board definitions: the two there are, and every way a third can be wrong, named by board and field."""

import copy
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from railbird import facts, words
from railbird_boards import schema

SEATS = {"virtual_9": 9, "casino_11": 11}
# architecture.md, "What a zone can see": what each board has beside its seats.
SPOTS = {
    "virtual_9": ["burn", "muck", "count"],
    "casino_11": ["burn", "muck", "count", "park", "rake", "pot"],
}


@pytest.mark.parametrize("name", SEATS)
def test_the_reference_boards_have_the_zones_of_the_design(name: str) -> None:
    board = schema.load(name)
    zones = [row[0] for row in board["readers"]]
    wanted = (
        [f"seat_{k}" for k in range(1, SEATS[name] + 1)] + [f"board_{k}" for k in range(1, 6)] + SPOTS[name]
    )
    assert zones == wanted
    sights = {row[0]: row[4] for row in board["readers"]}
    assert all((sight == "passing") == (zone in ("burn", "muck", "count")) for zone, sight in sights.items())
    limits = {row[0]: row[5] for row in board["readers"]}
    assert {limits[zone] for zone in zones if zone.startswith("board")} == {1}
    assert {limits[zone] for zone in zones if zone.startswith("seat")} == {4}


def test_casino_11_is_22_readers_on_three_multiplexers_and_two_buses() -> None:
    board = schema.load("casino_11")
    assert (len(board["readers"]), len(board["muxes"]), len(board["buses"])) == (22, 3, 2)
    assert {row[2] for row in board["readers"]} == {0, 1, 2}


@pytest.mark.parametrize("name", SEATS)
def test_couplings_are_those_of_the_timing_table(name: str) -> None:
    """Neighbouring seats and board places, burn-muck, muck-count, count-park; the dealer parts the last seat from
    the first."""
    seats, spots = SEATS[name], SPOTS[name]
    wanted = {frozenset((f"seat_{k}", f"seat_{k + 1}")) for k in range(1, seats)}
    wanted |= {frozenset((f"board_{k}", f"board_{k + 1}")) for k in range(1, 5)}
    wanted |= {frozenset(("burn", "muck")), frozenset(("muck", "count"))}
    if "park" in spots:
        wanted.add(frozenset(("count", "park")))
    assert {frozenset(row) for row in schema.load(name)["couplings"]} == wanted


def test_stud_8_has_a_down_and_an_up_antenna_a_seat_and_a_place_for_the_common_card() -> None:
    board = schema.load("stud_8")
    limits = {row[0]: row[5] for row in board["readers"]}
    for seat in range(1, 9):
        assert limits[f"seat_{seat}"] >= 3  # h(3), h(8): three cards down
        assert limits[f"up_{seat}"] == 4
    assert {zone for zone in limits if zone[:2] not in ("se", "up")} == {
        "board_1", "burn", "muck", "count", "park", "pot",
    }  # fmt: skip
    couplings = {frozenset(row) for row in board["couplings"]}
    assert all(frozenset((f"seat_{k}", f"up_{k}")) in couplings for k in range(1, 9))
    assert all(
        frozenset((f"{row}_{k}", f"{row}_{k + 1}")) in couplings
        for row in ("seat", "up")
        for k in range(1, 8)
    )
    assert len(couplings) == 8 + 2 * 7 + 3


def test_pico_w_is_a_small_table_on_one_bus() -> None:
    """architecture.md: four seats, three board antennas, muck."""
    board = schema.load("pico_w")
    limits = {row[0]: row[5] for row in board["readers"]}
    assert list(limits) == ["seat_1", "seat_2", "seat_3", "seat_4", "board_1", "board_4", "board_5", "muck"]
    assert limits["board_1"] == 3  # the flop
    assert {row[1] for row in board["readers"]} == {0}
    assert len(board["muxes"]) == 1


def test_names_are_the_files() -> None:
    assert schema.names() == ["casino_11", "casino_11_chips", "pico_w", "stud_8", "virtual_9"]


def test_an_unknown_board_is_told_what_there_is() -> None:
    with pytest.raises(schema.BoardError) as caught:
        schema.load("casino_12")
    assert (
        str(caught.value)
        == "board casino_12: expected one of casino_11, casino_11_chips, pico_w, stud_8, virtual_9"
    )


@pytest.mark.parametrize("name", schema.names())
def test_the_device_can_read_a_board(name: str) -> None:
    """On the device a board is a module with BOARD; its zone names and sights are those of the vocabulary."""
    command = Path(sys.executable).with_name("micropython")
    boards = Path(__file__).parents[2] / "boards"
    script = f"import sys; sys.path.insert(0, {str(boards)!r}); from {name} import BOARD; print(len(BOARD['readers']))"
    done = subprocess.run([command, "-c", script], capture_output=True, text=True, check=True, timeout=30)
    board = schema.load(name)
    assert int(done.stdout) == len(board["readers"])
    for row in board["readers"]:
        assert words.zone_name(facts.zone_id(row[0])) == row[0]
        assert row[4] in words.SIGHTS


def changed(path: str, value: Any, of: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """A board, virtual_9 unless said otherwise, with one item changed: 'readers.3.5' is the limit of its fourth
    reader; None takes a field out."""
    board = copy.deepcopy(dict(schema.load("virtual_9") if of is None else of))
    keys: list[Any] = [int(key) if key.isdigit() else key for key in path.split(".")]

    def put(item: Any, rest: list[Any]) -> Any:
        if not rest:
            return value
        if isinstance(item, dict):
            return {**item, rest[0]: put(item.get(rest[0]), rest[1:])}
        row = list(item)
        row[rest[0]] = put(row[rest[0]], rest[1:])
        return tuple(row)

    return dict(put(board, keys))


WRONG = [
    ("name", "no name", "name: expected an identifier"),
    ("name", "a_name_of_17_chars", "name: expected an identifier of at most 16 letters"),
    ("name", 9, "name: expected an identifier"),
    ("seats", 1, "seats: expected an integer 2..11, got 1"),
    ("seats", 12, "seats: expected an integer 2..11, got 12"),
    ("seats", True, "seats: expected an integer 2..11, got True"),
    ("seats", 10, "readers: expected a reader for seat_10"),
    ("seats", 8, "readers[8].zone: expected a seat up to 8, got 'seat_9'"),
    ("buses", (), "buses: expected a tuple of at least 1 rows (id, sda, scl, freq_hz)"),
    ("buses", [], "buses: expected a tuple"),
    ("buses.1", (1, 6, 7), "buses[1]: expected a row (id, sda, scl, freq_hz)"),
    ("buses.1.0", 0, "buses[1].id: expected an id used once, got 0"),
    ("buses.0.0", -1, "buses[0].id: expected an integer 0..7, got -1"),
    ("buses.1.1", 5, "buses[1].sda: expected a pin used once, got 5"),
    ("buses.0.2", 30, "buses[0].scl: expected an integer 0..29, got 30"),
    ("buses.0.3", 1_000_000, "buses[0].freq_hz: expected an integer 10000..400000, got 1000000"),
    ("muxes.0", (0, 0x70), "muxes[0]: expected a row (bus, addr, reset_pin)"),
    ("muxes.2.0", 2, "muxes[2].bus: expected one of the buses [0, 1], got 2"),
    ("muxes.0.1", 0x6F, "muxes[0].addr: expected an integer 112..119, got 111"),
    ("muxes.1.1", 0x70, "muxes[1].addr: expected an address used once on its bus, got 112"),
    ("muxes.1.2", 10, "muxes[1].reset_pin: expected a pin used once, got 10"),
    ("muxes.1.2", 4, "muxes[1].reset_pin: expected a pin used once, got 4"),
    ("readers", (), "readers: expected a tuple of at least 1 rows"),
    (
        "readers.4",
        ("seat_5",),
        "readers[4]: expected a row (zone, bus, mux, channel, sight, limit, reset_line)",
    ),
    ("readers.0.0", "chair_1", "readers[0].zone: expected a zone name of railbird.facts, got 'chair_1'"),
    ("readers.0.0", 1, "readers[0].zone: expected a zone name of railbird.facts, got 1"),
    ("readers.0.0", "stub", "readers[0].zone: expected a zone that can have a reader, got 'stub'"),
    ("readers.16.0", "up_10", "readers[16].zone: expected a seat up to 9, got 'up_10'"),
    ("readers.16.0", "bet_11", "readers[16].zone: expected a seat up to 9, got 'bet_11'"),
    ("readers.1.0", "seat_1", "readers[1].zone: expected a zone with one reader, got 'seat_1'"),
    ("readers.0.1", 3, "readers[0].bus: expected one of the buses [0, 1], got 3"),
    ("readers.0.2", 3, "readers[0].mux: expected an integer -1..2, got 3"),
    ("readers.0.2", 2, "readers[0].mux: expected a mux on bus 0, got 2"),
    (
        "readers.0",
        ("seat_1", 0, -1, 0, "all", 2, None),
        "readers[0].mux: expected a mux, because its bus has one",
    ),
    ("readers.0.3", 8, "readers[0].channel: expected an integer 0..7, got 8"),
    ("readers.0.3", 1, "readers[1].channel: expected a channel with one reader, got 1"),
    ("readers.0.4", "inferred", "readers[0].sight: expected one of passing, all, chips, got 'inferred'"),
    ("readers.0.5", 0, "readers[0].limit: expected an integer 1..4, got 0"),
    ("readers.0.5", 5, "readers[0].limit: expected an integer 1..4, got 5"),
    ("readers.1.6", "sr0", "readers[1].reset_line: expected a line used once, got 'sr0'"),
    ("readers.1.6", 7, "readers[1].reset_line: expected a shift register output"),
    ("couplings", None, "couplings: expected a tuple"),
    ("outputs.0", ("strip", 16), "outputs[0]: expected a row (kind, pin, count)"),
    ("outputs.0.0", "siren", "outputs[0].kind: expected one of strip, buzzer, each once, got 'siren'"),
    ("outputs.1.0", "strip", "outputs[1].kind: expected one of strip, buzzer, each once, got 'strip'"),
    ("outputs.0.1", 4, "outputs[0].pin: expected a pin used once, got 4"),
    ("outputs.1.1", 16, "outputs[1].pin: expected a pin used once, got 16"),
    ("outputs.0.2", 9, "outputs[0].count: expected 10, got 9"),
    ("outputs.1.2", 2, "outputs[1].count: expected 1, got 2"),
    ("max_fields_on", 0, "max_fields_on: expected an integer 1..17, got 0"),
    ("max_fields_on", 18, "max_fields_on: expected an integer 1..17, got 18"),
    ("max_fields_on", None, "max_fields_on: expected an integer 1..17, got None"),
    ("couplings.0", ("seat_1",), "couplings[0]: expected a row (zone, zone)"),
    ("couplings.0.1", "pot", "couplings[0][1]: expected a zone with a reader, got 'pot'"),
    ("couplings.0.1", "seat_1", "couplings[0]: expected two different zones, named once"),
    ("couplings.1", ("seat_2", "seat_1"), "couplings[1]: expected two different zones, named once"),
    ("volts", 5, "volts: no such field"),
]


@pytest.mark.parametrize(("path", "value", "message"), WRONG, ids=lambda item: str(item)[:40])
def test_a_wrong_board_is_refused_by_name_and_field(path: str, value: Any, message: str) -> None:
    with pytest.raises(schema.BoardError) as caught:
        schema.check(changed(path, value), "mine.py")
    text = str(caught.value)
    assert text.startswith(f"board mine.py: {message}")
    assert "\n" not in text


LINES: dict[str, Any] = {
    "name": "lines",
    "mcu": "rp2040",
    "seats": 2,
    "buses": ((0, 4, 5, 400_000),),
    "muxes": (),
    "spis": ((8, 0, 18, 19, 16, 1_000_000),),
    "uarts": ((16, 0, 12, 13, 115_200),),
    "readers": (
        ("seat_1", 8, -1, 20, "all", 4, None),
        ("seat_2", 8, -1, 21, "all", 4, "sr0"),
        ("muck", 16, -1, 0, "passing", 2, None),
        ("board_1", 0, -1, 0, "all", 3, None),
    ),
    "irqs": (("seat_1", 22), ("board_1", 26)),
    "shift": (6, 7, 8),
    "couplings": (),
    "idle_decks": ("tray", 1),
}

WRONG_LINES = [
    ("mcu", "rp2041", "mcu: expected one of rp2040, rp2350, esp32s3, got 'rp2041'"),
    ("mcu", None, "mcu: expected one of rp2040, rp2350, esp32s3, got None"),
    ("buses", ((0, 6, 5, 400_000),), "buses[0].sda: expected a pin that unit 0 has sda on, got 6"),
    ("buses", ((0, 4, 7, 400_000),), "buses[0].scl: expected a pin that unit 0 has scl on, got 7"),
    ("spis", ((8, 0, 18, 19, 16),), "spis[0]: expected a row (id, unit, sck, mosi, miso, freq_hz)"),
    ("spis", ((0, 0, 18, 19, 16, 1_000_000),), "spis[0].id: expected an id that no other bus has, got 0"),
    ("spis", ((8, 3, 18, 19, 16, 1_000_000),), "spis[0].unit: expected an integer 0..2, got 3"),
    ("spis", ((8, 1, 18, 19, 16, 1_000_000),), "spis[0].sck: expected a pin that unit 1 has sck on, got 18"),
    ("spis", ((8, 0, 18, 18, 16, 1_000_000),), "spis[0].mosi: expected a pin used once, got 18"),
    (
        "spis",
        ((8, 0, 18, 19, 17, 1_000_000),),
        "spis[0].miso: expected a pin that unit 0 has miso on, got 17",
    ),
    ("spis", ((8, 0, 18, 19, 16, 6_000_000),), "spis[0].freq_hz: expected an integer 10000..5000000"),
    ("uarts", ((8, 0, 12, 13, 115_200),), "uarts[0].id: expected an id that no other bus has, got 8"),
    ("uarts", ((16, 0, 13, 12, 115_200),), "uarts[0].tx: expected a pin that unit 0 has tx on, got 13"),
    ("uarts", ((16, 0, 12, 13, 9600),), "uarts[0].baud: expected 115200, got 9600"),
    (
        "uarts",
        ((16, 0, 12, 13, 115_200), (17, 0, 0, 1, 115_200)),
        "uarts[1].unit: expected a unit used once, got 0",
    ),
    ("readers.0.1", 9, "readers[0].bus: expected one of the buses [0, 8, 16], got 9"),
    ("readers.0.2", 0, "readers[0].mux: expected -1 on SPI, got 0"),
    ("readers.1.3", 20, "readers[1].channel: expected a pin used once, got 20"),
    ("readers.0.3", 30, "readers[0].channel: expected an integer 0..29, got 30"),
    ("readers.2.2", 0, "readers[2].mux: expected -1 on a UART, got 0"),
    ("readers.2.3", 1, "readers[2].channel: expected an integer 0..0, got 1"),
    ("readers.1.1", 16, "readers[1].channel: expected an integer 0..0, got 21"),
    ("readers.3.1", 16, "readers[2].bus: expected a UART with one reader, got 16"),
    ("irqs", (("muck", 22),), "irqs[0].zone: expected a zone with a reader on I2C or SPI, named once"),
    ("irqs", (("pot", 22),), "irqs[0].zone: expected a zone with a reader on I2C or SPI, named once"),
    ("irqs.1.0", "seat_1", "irqs[1].zone: expected a zone with a reader on I2C or SPI, named once"),
    ("irqs.1.1", 21, "irqs[1].gpio: expected a pin used once, got 21"),
    ("shift", (6, 7), "shift: expected GPIOs (data, clock, latch), got (6, 7)"),
    ("shift", None, "shift: expected GPIOs (data, clock, latch), got None"),
    ("shift.1", 6, "shift.clock: expected a pin used once, got 6"),
    ("shift.2", 30, "shift.latch: expected an integer 0..29, got 30"),
    ("strap", 30, "strap: expected an integer 0..29, got 30"),
    ("strap", 21, "strap: expected a pin used once, got 21"),
    ("strap", None, "strap: expected an integer 0..29, got None"),
    ("watchdog_ms", 4999, "watchdog_ms: expected an integer 5000..8388, got 4999"),
    ("watchdog_ms", 8389, "watchdog_ms: expected an integer 5000..8388, got 8389"),
]


def test_readers_may_hang_on_spi_and_on_uarts_and_have_irq_lines() -> None:
    schema.check(LINES)
    no_i2c = {**LINES, "buses": (), "readers": LINES["readers"][:3], "irqs": ()}
    schema.check(no_i2c)


def test_reset_lines_of_shift_registers_need_their_pins_where_the_microcontroller_is_named() -> None:
    board = {field: value for field, value in LINES.items() if field != "shift"}
    with pytest.raises(
        schema.BoardError, match=r"shift: expected \(data, clock, latch\), because there is sr0"
    ):
        schema.check(board)
    schema.check({field: value for field, value in board.items() if field != "mcu"})


def test_an_esp32_has_more_pins_and_routes_all_of_them() -> None:
    schema.check({**LINES, "mcu": "esp32s3", "buses": ((0, 48, 1, 400_000),)})


@pytest.mark.parametrize(("path", "value", "message"), WRONG_LINES, ids=lambda item: str(item)[:40])
def test_a_wrong_line_is_refused_by_name_and_field(path: str, value: Any, message: str) -> None:
    with pytest.raises(schema.BoardError) as caught:
        schema.check(changed(path, value, LINES), "mine.py")
    text = str(caught.value)
    assert text.startswith(f"board mine.py: {message}")
    assert "\n" not in text


@pytest.mark.parametrize(("field", "value"), [("strap", 22), ("watchdog_ms", 8000)])
def test_a_board_without_a_microcontroller_has_neither_strap_nor_watchdog(field: str, value: int) -> None:
    with pytest.raises(schema.BoardError, match=f"mcu: expected one of .* because there is a {field}"):
        schema.check({**schema.load("virtual_9"), field: value})


@pytest.mark.parametrize("field", ["name", "seats", "buses", "muxes", "readers", "couplings", "idle_decks"])
def test_a_missing_field_is_named(field: str) -> None:
    board = dict(schema.load("virtual_9"))
    del board[field]
    with pytest.raises(schema.BoardError, match=f"^board half: {field}: missing$"):
        schema.check(board, "half")


def test_a_reset_line_may_be_absent_and_a_reader_may_hang_on_the_bus_itself() -> None:
    board = dict(schema.load("virtual_9"))
    board["buses"] = (*board["buses"], (2, 14, 15, 100_000))
    board["readers"] = (*board["readers"], ("pot", 2, -1, 0, "all", 4, None))
    schema.check(board)
