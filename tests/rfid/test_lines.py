"""Readers on SPI, on a UART and with an IRQ line: the same driver and scanner, the same promises as behind I2C."""

import pytest

from host_tools import registry
from host_tools.virtual.field import FANNED
from host_tools.virtual.tag import Tag
from host_tools.virtual.timing import HIGH, LOW, MID
from host_tools.virtual.world import World
from railbird import facts, words
from railbird.rfid import chip, steps
from railbird.rfid.registry import Registry
from railbird.rfid.scanner import Scanner
from railbird.rfid.spi import SpiTrunk
from tests.rfid.test_scanner import Table

S = 1_000_000
PERIOD = 1 << 30
UIDS = registry.sample(3, (4, 7, 10))
IMAGE = registry.build((uid, code) for code, uid in UIDS.items())
SPI, HSU, I2C = "seat_1", "muck", "board_1"
BOARD = {
    "name": "lines",
    "seats": 2,
    "buses": ((0, 4, 5, 400_000),),
    "muxes": (),
    "spis": ((8, 0, 18, 19, 16, 1_000_000),),
    "uarts": ((16, 0, 12, 13, 115_200),),
    "readers": (
        (SPI, 8, -1, 20, "all", 4, "one"),
        ("seat_2", 8, -1, 21, "all", 4, "two"),
        (HSU, 16, -1, 0, "all", 4, "line"),
        (I2C, 0, -1, 0, "all", 4, "other"),
    ),
    "couplings": (),
}


class Bench:
    """A scanner on the board above; `irqs` names the zones whose IRQ line is wired, `resets` says whether the reset
    lines are.
    """

    def __init__(self, timing=MID, irqs=(), seed=1, resets=False):
        self.world = World(BOARD, timing, seed)
        self.clock = self.world.clock
        self.inputs = []
        wires = self.world.buses | self.world.spis | self.world.uarts
        for zone in irqs:
            wires[zone] = lambda zone=zone: self.world.reader(zone).chip.irq(self.clock.now)
        self.tags = {code: Tag(uid) for code, uid in UIDS.items()}
        self._drive = self.world.drive if resets else lambda _name, _level: None
        self.connect(wires)

    def connect(self, wires):
        self.scanner = Scanner(BOARD, wires, Registry(IMAGE), Table(), self._note, self._drive)

    def _note(self, kind, zone, code, _arg):
        self.inputs.append((words.KIND_NAMES[kind], words.zone_name(zone), code))

    def run(self, seconds):
        end = self.clock.now + round(seconds * S)
        while self.clock.now < end:
            tick = self.clock.now % PERIOD
            wait = (self.scanner.poll(tick) - tick) % PERIOD
            if 0 < wait < PERIOD // 2:
                self.clock.advance_to(min(end, self.clock.now + wait))

    def lay(self, zone, *codes):
        for code in codes:
            self.world.antenna(zone).place(self.tags[code], FANNED)

    def lift(self, *codes):
        for code in codes:
            self.world.antenna(self.tags[code].place).remove(self.tags[code])


EVERYWHERE = {SPI: (0, 1, 2), HSU: (3, 4, 5), I2C: (6, 7, 8)}
SIGHTS = sorted(("sight", zone, code) for zone, codes in EVERYWHERE.items() for code in codes)


@pytest.mark.parametrize("timing", [LOW, MID, HIGH], ids=lambda timing: timing.name)
@pytest.mark.parametrize("irqs", [(), (SPI, I2C)], ids=["polled", "irq"])
def test_cards_of_every_uid_length_are_seen_and_lifted(timing, irqs):
    bench = Bench(timing, irqs)
    for zone, codes in EVERYWHERE.items():
        bench.lay(zone, *codes)
    bench.run(5)
    assert sorted(bench.inputs) == SIGHTS
    bench.inputs.clear()
    bench.run(20)
    assert bench.inputs == []
    bench.lift(0, 3, 6)
    bench.run(5)
    assert sorted(bench.inputs) == [("lift", I2C, 6), ("lift", HSU, 3), ("lift", SPI, 0)]
    assert sum(bench.scanner.outcomes[1:5]) == 0  # bus, silent, frame, chip


@pytest.mark.parametrize("zone", [SPI, HSU])
@pytest.mark.parametrize(
    "name", ["mute", "zombie", "error_frame", "no_wake", "unplugged", "brown_out_freeze", "late_reply"]
)
def test_a_reader_that_cannot_see_is_unknown_and_comes_back(zone, name):
    bench = Bench()
    for place, codes in EVERYWHERE.items():
        bench.lay(place, *codes)
    bench.run(4)
    bench.inputs.clear()
    bench.world.faults.set(name, zone)
    bench.run(4)
    assert bench.inputs == [("state", zone, facts.STATE_UNKNOWN)]
    bench.world.faults.clear(name, zone)
    if name == "no_wake":
        bench.world.reader(zone).chip.power_cycle()
    bench.run(5)
    assert bench.inputs == [("state", zone, facts.STATE_UNKNOWN), ("state", zone, facts.STATE_OK)]


@pytest.mark.parametrize("zone", [SPI, HSU])
@pytest.mark.parametrize(
    "name",
    ["bit_shift", "long_preamble", "no_preamble", "bad_checksum", "cut_reply", "lost_command", "brown_out"],
)
def test_damaged_frames_invent_nothing(zone, name):
    bench = Bench()
    bench.lay(zone, *EVERYWHERE[zone])
    bench.run(4)
    bench.inputs.clear()
    bench.world.faults.set(name, zone)
    bench.run(1)
    bench.world.faults.clear(name, zone)
    bench.run(5)
    assert {row[0] for row in bench.inputs} <= {"state"}


def test_a_chip_that_holds_miso_blinds_its_bus_and_no_more():
    bench = Bench()
    for place, codes in EVERYWHERE.items():
        bench.lay(place, *codes)
    bench.run(4)
    bench.inputs.clear()
    bench.world.faults.set("miso_driven", "seat_2")
    bench.run(4)
    assert bench.inputs == [("state", SPI, facts.STATE_UNKNOWN)]
    bench.world.faults.clear("miso_driven", "seat_2")
    bench.run(4)
    assert bench.inputs[1:] == [("state", SPI, facts.STATE_OK)]


@pytest.mark.parametrize(("name", "zone"), [("spi_pause", SPI), ("hsu_pause", HSU)])
def test_a_chip_that_needs_longer_pauses_is_still_read(name, zone):
    bench = Bench()
    bench.world.faults.set(name, zone)
    bench.lay(zone, *EVERYWHERE[zone])
    bench.run(5)
    assert sorted(bench.inputs) == [row for row in SIGHTS if row[1] == zone]


def test_a_baud_rate_left_high_lasts_until_the_reset_line():
    bench = Bench()
    bench.lay(HSU, 3, 4, 5)
    bench.world.faults.set("baud_left_high", HSU)
    bench.run(4)
    assert bench.inputs == [("state", HSU, facts.STATE_UNKNOWN)]
    bench.world.drive("line", 0)
    bench.world.drive("line", 1)
    bench.run(4)
    assert sorted(bench.inputs[1:]) == sorted([("state", HSU, facts.STATE_OK), *SIGHTS[3:6]])


@pytest.mark.parametrize(
    ("zone", "name"),
    [
        *((zone, name) for zone in (SPI, HSU) for name in ("mute", "zombie", "no_wake")),
        (HSU, "baud_left_high"),
    ],
)
def test_a_reset_line_brings_a_reader_back(zone, name):
    """What ends by a reset ends by itself; and nothing that lies there was lifted or came anew."""
    bench = Bench(resets=True)
    for place, codes in EVERYWHERE.items():
        bench.lay(place, *codes)
    bench.run(4)
    bench.inputs.clear()
    bench.world.faults.set(name, zone)
    bench.run(8)
    assert {row[0] for row in bench.inputs} <= {"state"}
    assert bench.inputs[-1:] in ([], [("state", zone, facts.STATE_OK)])
    assert bench.scanner.steps[steps.CHIP_RESET] >= 1
    bench.lift(EVERYWHERE[zone][0])
    bench.run(4)
    assert bench.inputs[-1] == ("lift", zone, EVERYWHERE[zone][0])


def test_dead_readers_on_other_buses_delay_nobody():
    rounds = []
    for dead in ((), (HSU, "seat_2")):
        bench = Bench()
        bench.lay(SPI, 0, 1)
        for zone in dead:
            bench.world.faults.set("unplugged", zone)
        bench.run(4)
        before = bench.scanner.rounds
        bench.run(4)
        rounds.append(bench.scanner.rounds - before)
    assert rounds[1] >= 0.8 * rounds[0]


def test_an_irq_line_spares_the_bus_what_it_tells():
    """A look at an empty antenna waits 24 ms for its list command: with the line there is no word on the bus then."""
    used = []
    for irqs in ((), (I2C,)):
        bench = Bench(HIGH.without_rf_faults(), irqs)
        bench.world.reader(I2C).chip.late_us = 20_000  # later than it is used to
        bench.run(10)
        used.append(bench.world.buses[0].transactions / bench.world.reader(I2C).chip.commands[0x4A])
    assert used[1] < used[0]


def test_a_line_that_stays_high_is_a_silent_reader():
    bench = Bench()
    wires = bench.world.buses | bench.world.spis | bench.world.uarts | {I2C: lambda: 1}
    bench.connect(wires)
    bench.lay(I2C, 6)
    bench.run(4)
    assert bench.inputs == [("state", I2C, facts.STATE_UNKNOWN)]
    assert bench.scanner.outcomes[chip.SILENT] >= 3


def test_frames_leave_mirrored_behind_the_write_byte():
    """pn532.md 1.4: 01 and the frame, lowest bit first; worked out by hand for GetFirmwareVersion."""

    class Bus:
        def connect(self, select):
            assert select == 20

        def write(self, select, buf):
            self.sent = (select, bytes(buf).hex())

    bus = Bus()
    assert SpiTrunk(bus, 20).write(0, 0, bytes.fromhex("0000ff02fed4022a00")) == 0
    assert bus.sent == (20, "80" + "0000ff407f2b405400")
