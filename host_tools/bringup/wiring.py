"""The wiring of a board's definition, lead by lead, in the order in which one solders it."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

Board = Mapping[str, Any]

READER_MA = 100  # a PN532 module with its field on
ADDRESS = "0x24"
NOTES = (
    "Supply and ground: 3.3 V and GND to every part, 100 mA a reader; a 74HC595 has OE at GND, SRCLR at 3.3 V.",
    "Every PN532 has its switches set to the bus named in its row. RSTPD_N resets it; RSTO is an output.",
    "SDA and SCL of each bus and of each channel of a multiplexer (TCA9548A) need a pull-up to 3.3 V.",
)
_SR_OUTPUTS = "ABCDEFGH"  # QA..QH of a 74HC595


class Lead(NamedTuple):
    """One lead between two pins; `note` is what to mind there."""

    part: str
    pin: str
    to: str
    to_pin: str
    note: str = ""


def leads(board: Board) -> list[Lead]:
    """Every signal lead of a checked board; supply and ground are left to the reader of the page."""
    return [*_buses(board), *_muxes(board), *_readers(board), *_shift(board), *_outputs(board)]


def _buses(board: Board) -> Iterator[Lead]:
    for bus, sda, scl, freq_hz in board["buses"]:
        pull = f"I2C{bus}, {freq_hz // 1000} kHz"
        yield Lead("mcu", f"GPIO {sda}", f"bus {bus}", "SDA", pull)
        yield Lead("mcu", f"GPIO {scl}", f"bus {bus}", "SCL", pull)
    for bus, unit, sck, mosi, miso, freq_hz in board.get("spis", ()):
        for pin, name in ((sck, "SCK"), (mosi, "MOSI"), (miso, "MISO")):
            yield Lead("mcu", f"GPIO {pin}", f"bus {bus}", name, f"SPI{unit}, mode 0, {freq_hz // 1000} kHz")
    for bus, unit, tx, rx, baud in board.get("uarts", ()):
        yield Lead("mcu", f"GPIO {tx}", f"bus {bus}", "RX of the reader", f"UART{unit}, {baud} baud")
        yield Lead("mcu", f"GPIO {rx}", f"bus {bus}", "TX of the reader", f"UART{unit}, {baud} baud")


def _muxes(board: Board) -> Iterator[Lead]:
    for number, (bus, address, reset) in enumerate(board["muxes"]):
        name = f"mux {number}"
        yield Lead(
            f"bus {bus}",
            "SDA, SCL",
            name,
            "SDA, SCL",
            f"{address:#x}: A2 A1 A0 = {address & 7:03b}",
        )
        yield Lead("mcu", f"GPIO {reset}", name, "RESET")


def _readers(board: Board) -> Iterator[Lead]:
    spis = {row[0] for row in board.get("spis", ())}
    uarts = {row[0] for row in board.get("uarts", ())}
    for zone, bus, mux, channel, *_ in board["readers"]:
        if bus in spis:
            yield Lead("mcu", f"GPIO {channel}", zone, "NSS", f"bus {bus}, SPI")
        elif bus in uarts:
            yield Lead(f"bus {bus}", "TX, RX", zone, "RX, TX", "HSU")
        elif mux < 0:
            yield Lead(f"bus {bus}", "SDA, SCL", zone, "SDA, SCL", f"I2C, {ADDRESS}")
        else:
            yield Lead(f"mux {mux}", f"SD{channel}, SC{channel}", zone, "SDA, SCL", f"I2C, {ADDRESS}")
    for zone, gpio in board.get("irqs", ()):
        yield Lead("mcu", f"GPIO {gpio}", zone, "IRQ")


def _shift(board: Board) -> Iterator[Lead]:
    if "shift" in board:
        for gpio, pin in zip(board["shift"], ("SER", "SRCLK", "RCLK"), strict=True):
            yield Lead("mcu", f"GPIO {gpio}", "shift register 0", pin, "74HC595")
    used = sorted((int(row[6][2:]), row[0]) for row in board["readers"] if row[6] is not None)
    for register in range(1, used[-1][0] // 8 + 1 if used else 0):
        yield Lead(
            f"shift register {register - 1}", "QH'", f"shift register {register}", "SER", "clocks in common"
        )
    for number, zone in used:
        output = f"Q{_SR_OUTPUTS[number % 8]}"
        yield Lead(
            f"shift register {number // 8}",
            output,
            zone,
            "RSTPD_N",
            f"sr{number}",
        )


def _outputs(board: Board) -> Iterator[Lead]:
    for kind, pin, count in board.get("outputs", ()):
        if kind == "strip":
            yield Lead(
                "mcu", f"GPIO {pin}", "light strip", "DIN", f"{count} WS2812: a seat each, then the dealer"
            )
        else:
            yield Lead("mcu", f"GPIO {pin}", "buzzer", "+", "an active one, through a transistor")


class Summary(NamedTuple):
    """A board in numbers: `current_ma` is the most that all fields draw that may be on at once."""

    seats: int
    readers: int
    muxes: int
    buses: int
    shift_registers: int
    current_ma: int


def summary(board: Board) -> Summary:
    """The parts of a checked board."""
    readers = board["readers"]
    lines = [int(row[6][2:]) for row in readers if row[6] is not None]
    return Summary(
        board["seats"],
        len(readers),
        len(board["muxes"]),
        len(board["buses"]) + len(board.get("spis", ())) + len(board.get("uarts", ())),
        (max(lines) // 8 + 1) if lines else 0,
        READER_MA * min(board.get("max_fields_on", len(readers)), len(readers)),
    )
