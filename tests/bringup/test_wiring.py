"""The wiring of boards, held against wirings worked out by hand from the definition and the parts' documents."""

import pytest

from host_tools.bringup.wiring import leads, summary
from railbird_boards.schema import load, names

SPI_AND_UART = {
    "name": "mixed", "seats": 2, "mcu": "rp2040", "buses": (), "muxes": (), "couplings": (),
    "idle_decks": ("tray", 1),
    "spis": ((0, 0, 18, 19, 16, 1_000_000),),
    "uarts": ((1, 1, 8, 9, 115_200),),
    "readers": (("seat_1", 0, -1, 17, "all", 4, None), ("seat_2", 1, -1, 0, "all", 4, None)),
    "irqs": (("seat_1", 20),),
    "outputs": (("buzzer", 21, 1),),
}  # fmt: skip


def test_the_leads_of_a_small_table():
    found = [tuple(lead)[:4] for lead in leads(load("pico_w"))]
    assert found[:5] == [
        ("mcu", "GPIO 4", "bus 0", "SDA"),
        ("mcu", "GPIO 5", "bus 0", "SCL"),
        ("bus 0", "SDA, SCL", "mux 0", "SDA, SCL"),
        ("mcu", "GPIO 6", "mux 0", "RESET"),
        ("mux 0", "SD0, SC0", "seat_1", "SDA, SCL"),
    ]
    assert ("mux 0", "SD7, SC7", "muck", "SDA, SCL") in found
    assert ("mcu", "GPIO 10", "shift register 0", "SER") in found
    assert ("shift register 0", "QH", "muck", "RSTPD_N") in found
    assert ("mcu", "GPIO 16", "light strip", "DIN") in found
    assert len(found) == 2 + 2 + 8 + 3 + 8 + 2


def test_a_chain_of_shift_registers():
    """The ninth output is the first of the second register, which the last of the first feeds."""
    found = [tuple(lead)[:4] for lead in leads(load("casino_11"))]
    assert ("shift register 0", "QH'", "shift register 1", "SER") in found
    assert ("shift register 1", "QH'", "shift register 2", "SER") in found
    assert ("shift register 1", "QA", "seat_9", "RSTPD_N") in found
    assert ("shift register 2", "QF", "pot", "RSTPD_N") in found


def test_the_straps_of_a_multiplexer():
    """0x71 is A0 high: 1110 A2 A1 A0 in binary."""
    notes = {lead.to: lead.note for lead in leads(load("casino_11")) if lead.part.startswith("bus")}
    assert notes == {
        "mux 0": "0x70: A2 A1 A0 = 000",
        "mux 1": "0x71: A2 A1 A0 = 001",
        "mux 2": "0x70: A2 A1 A0 = 000",
    }


def test_readers_on_spi_and_a_uart():
    assert [tuple(lead)[:4] for lead in leads(SPI_AND_UART)] == [
        ("mcu", "GPIO 18", "bus 0", "SCK"),
        ("mcu", "GPIO 19", "bus 0", "MOSI"),
        ("mcu", "GPIO 16", "bus 0", "MISO"),
        ("mcu", "GPIO 8", "bus 1", "RX of the reader"),
        ("mcu", "GPIO 9", "bus 1", "TX of the reader"),
        ("mcu", "GPIO 17", "seat_1", "NSS"),
        ("bus 1", "TX, RX", "seat_2", "RX, TX"),
        ("mcu", "GPIO 20", "seat_1", "IRQ"),
        ("mcu", "GPIO 21", "buzzer", "+"),
    ]


@pytest.mark.parametrize("name", names())
def test_no_pin_of_the_microcontroller_has_two_leads(name):
    pins = [lead.pin for lead in leads(load(name)) if lead.part == "mcu"]
    assert len(pins) == len(set(pins))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("casino_11", (11, 22, 3, 2, 3, 2200)),
        ("pico_w", (4, 8, 1, 1, 1, 800)),
    ],
)
def test_a_board_in_numbers(name, expected):
    assert summary(load(name)) == expected


def test_fields_that_are_never_on_together_draw_no_current():
    assert summary({**load("casino_11"), "max_fields_on": 5}).current_ma == 500
