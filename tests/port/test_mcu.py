"""The port of a MicroPython board on CPython: what it makes of `machine`, and a whole table behind it.

The fake `machine` (fake/) has the signatures and errors of the real one; behind it are the simulated chips.
"""

from types import SimpleNamespace

import pytest

from host_tools.link.events import Fact
from host_tools.link.session import HostSession
from host_tools.registry import build, sample
from host_tools.virtual.field import FANNED
from host_tools.virtual.tag import Tag
from host_tools.virtual.timing import MID
from railbird import facts
from railbird.app import App
from railbird.port import BUS_TIMEOUT_US, FREED, HELD, HIGH
from railbird_boards.schema import load
from tests.boards.test_schema import LINES

S = 1_000_000
PICO = load("pico_w")
TAGS = sample(5)
EIO, ETIMEDOUT = 5, 110
FULL = {**LINES, "outputs": (("strip", 10, 3), ("buzzer", 11, 1))}


class Table:
    """The whole firmware on the port, and its host."""

    def __init__(self, port, rig):
        self.port, self.rig = port, rig
        self.app = App(port, rig.board, build([(uid, code) for code, uid in TAGS.items()]))
        self.host = HostSession(number=1, epoch_s=0)
        self.facts = []

    def run(self, seconds):
        until = self.rig.clock.now + round(seconds * S)
        while self.rig.clock.now < until:
            self.port.idle(self.app.step())
            events = self.host.feed(bytes(self.rig.to_host))
            self.rig.to_host.clear()
            self.facts += [event for event in events if isinstance(event, Fact)]
            self.rig.to_table += self.host.poll(self.rig.clock.now)

    def lay(self, zone, *codes):
        for code in codes:
            self.rig.world.antenna(zone).place(Tag(TAGS[code]), FANNED)

    def seen(self, kind=facts.SIGHT):
        return sorted((fact.zone, fact.code) for fact in self.facts if fact.kind == kind)


@pytest.fixture
def table(connect):
    return lambda board, **more: Table(*connect(board, **more))


def test_a_small_table_sees_its_cards_through_the_real_port(table):
    table = table(PICO)
    table.lay("seat_1", 0, 1)
    table.lay("board_1", 10, 11, 12)
    table.lay("board_5", 20)
    table.run(5)
    assert table.seen() == [(1, 0), (1, 1), (41, 10), (41, 11), (41, 12), (45, 20)]
    assert sum(table.app.scanner.outcomes[1:5]) == 0


def test_readers_on_every_kind_of_bus_through_the_real_port(table):
    table = table(FULL)
    for zone, codes in (("seat_1", (0, 1)), ("seat_2", (2,)), ("muck", (3, 4)), ("board_1", (5,))):
        table.lay(zone, *codes)
    table.run(5)
    assert table.seen() == [(1, 0), (1, 1), (2, 2), (41, 5), (52, 3), (52, 4)]
    assert sum(table.app.scanner.outcomes[1:5]) == 0


def test_a_reader_pulled_off_is_unknown_and_comes_back(table):
    table = table(PICO)
    table.lay("seat_1", 0)
    table.run(4)
    front = table.rig.world.reader("seat_1").front
    front.plug(False)
    table.run(4)
    front.plug(True)
    table.run(4)
    assert table.seen() == [(1, 0)]
    assert table.seen(facts.STATE) == [(1, facts.STATE_UNKNOWN), (1, facts.STATE_OK)]
    assert table.seen(facts.LIFT) == []


def test_units_are_opened_as_the_board_says(connect):
    port, rig = connect(FULL)
    port.bus(FULL["buses"][0])
    port.parts().Spi(port, FULL["spis"][0])
    port.parts().Uart(port, FULL["uarts"][0])
    assert rig.opened == {
        ("i2c", 0): (5, 4, 400_000, BUS_TIMEOUT_US),
        ("spi", 0): (1_000_000, (18, 19, 16)),
        ("uart", 0): (115_200, 12, 13),
    }
    assert BUS_TIMEOUT_US <= 10_000  # far below the 50 ms of rp2


def test_errors_of_the_bus_are_numbers(connect):
    port, rig = connect(PICO)
    bus = port.bus(PICO["buses"][0])
    assert bus.write(0x24, b"\0") == EIO  # no channel is open
    assert bus.read(0x24, bytearray(2)) == EIO
    assert bus.write(0x70, b"\x01") == 0
    rig.world.faults.set("scl_held", "seat_1")
    before = rig.clock.now
    assert bus.read(0x70, bytearray(1)) == ETIMEDOUT
    assert rig.clock.now - before < 6000
    rig.world.faults.set("other_errno", "bus 0")
    rig.world.faults.clear("scl_held", "seat_1")
    assert bus.write(0x24, b"\0") in (0, 19)


def test_fewer_acknowledged_bytes_than_written_are_an_error(connect, monkeypatch, modules):
    port, _ = connect(PICO)
    bus = port.bus(PICO["buses"][0])
    monkeypatch.setattr(modules["machine"].I2C, "writeto", lambda _self, _addr, buf: len(buf) - 1)
    assert bus.write(0x70, b"\x01\x02") == EIO

    def nameless(_self, _addr, _buf):
        raise OSError

    monkeypatch.setattr(modules["machine"].I2C, "writeto", nameless)
    assert bus.write(0x70, b"\x01\x02") == EIO


def test_nine_clocks_free_a_byte_and_nothing_is_clocked_when_the_lines_are_high(connect):
    port, rig = connect(PICO)
    bus = port.bus(PICO["buses"][0])
    before = rig.clock.now
    assert bus.clear() == HIGH
    assert rig.clock.now == before
    bus.write(0x70, b"\x01")
    rig.world.faults.set("sda_in_byte", "seat_1")
    assert bus.write(0x70, b"\x01") != 0
    assert bus.clear() == FREED
    assert bus.write(0x70, b"\x01") == 0
    rig.world.faults.set("sda_stuck", "bus 0")
    assert bus.clear() == HELD
    rig.world.faults.clear("sda_stuck", "bus 0")
    rig.world.faults.set("scl_stuck", "bus 0")
    assert bus.clear() == HELD


def test_reset_lines(connect):
    port, rig = connect(PICO)
    port.line(6, 0)
    assert rig.world.muxes[0].held
    port.line(6, 1)
    assert not rig.world.muxes[0].held
    port.line("sr3", 0)  # this board has no shift registers: nothing happens


def test_shift_registers_hold_what_is_not_told(connect):
    """Four outputs at data 14, clock 15, latch 17: the last output's level goes in first."""
    port, rig = connect(PICO, {"shift": (14, 15, 17, 4)})

    def shifted():
        held, out = [], None
        level = 0
        for _, gpio, value in rig.log:
            if gpio == 14:
                level = value
            elif gpio == 15 and value:
                held.append(level)
            elif gpio == 17 and value:
                out = held[-4:]
        rig.log.clear()
        return out

    assert shifted() == [1, 1, 1, 1]
    port.line("sr1", 0)
    assert shifted() == [1, 1, 0, 1]
    port.line("sr3", 0)
    assert shifted() == [0, 1, 0, 1]
    port.line("sr1", 1)
    assert shifted() == [0, 1, 1, 1]


def test_lamps_have_green_first_on_the_wire(connect):
    port, rig = connect(FULL)
    strip = port.output(FULL["outputs"][0])
    strip.write(bytes.fromhex("010203040506070809"))
    assert rig.log[-1] == ("lamps", 10, (400, 850, 800, 450), bytes.fromhex("020103050406080709"))
    buzzer = port.output(FULL["outputs"][1])
    buzzer.switch(1)
    buzzer.switch(0)
    assert rig.log[-3:] == [("pin", 11, 0), ("pin", 11, 1), ("pin", 11, 0)]


def test_the_watchdog_is_fed_by_the_loop_and_only_where_it_is_wanted(connect):
    port, rig = connect(PICO)
    port.idle(rig.clock.now)
    assert rig.log == []
    port, rig = connect(PICO, {"watchdog_ms": 8000})
    port.idle(rig.clock.now)
    assert rig.log == [("watchdog", 8000), ("watchdog", 0)]
    with pytest.raises(ValueError, match="8388"):
        connect(PICO, {"watchdog_ms": 9000})


def test_idle_ends_at_its_tick_or_with_the_first_byte(connect):
    port, rig = connect(PICO)
    port.idle(2500)
    assert rig.clock.now == 2000  # the rest without looking at the link
    port.idle(2500)
    assert rig.clock.now == 2500
    port.idle(2400)
    assert rig.clock.now == 2500
    rig.clock.at(4000, lambda: rig.to_table.extend(b"x"))
    port.idle(22_500)
    assert rig.clock.now == 4000


def test_idle_over_the_wrap_of_the_ticks(connect):
    port, rig = connect(PICO)
    rig.clock.advance_to((1 << 30) - 1000)
    assert port.ticks_us() == (1 << 30) - 1000
    port.idle(1000)
    assert rig.clock.now == (1 << 30) + 1000
    assert port.ticks_us() == 1000


def test_link_reads_what_is_there_and_never_waits(connect):
    port, rig = connect(PICO)
    buf = bytearray(4)
    assert port.link.read(buf) == 0
    rig.to_table += b"abcdef"
    assert (port.link.read(buf), bytes(buf)) == (4, b"abcd")
    assert (port.link.read(buf), bytes(buf[:2])) == (2, b"ef")


def test_link_takes_nothing_while_the_host_does_not_read(connect):
    port, rig = connect(PICO)
    assert port.link.write(bytearray(b"hello"), 3) == 3
    rig.reading = False
    assert port.link.write(bytearray(b"hello"), 3) == 0
    assert rig.to_host == b"hel"


def test_entropy_and_heap(connect, monkeypatch, modules):
    port, _ = connect(PICO)
    monkeypatch.setattr(modules["mcu"], "os", SimpleNamespace(urandom=lambda n: b"\x12\x34"[:n]))
    assert port.random16() == 0x1234
    port.collect()
    assert (port.heap_used, port.heap_free) == (7, 9)


def test_a_chip_select_is_high_before_anybody_is_selected(connect):
    port, rig = connect(FULL)
    App(port, FULL, build([(uid, code) for code, uid in TAGS.items()]))
    assert (rig.levels[20], rig.levels[21]) == (1, 1)
    assert rig.world.spis[8].transactions == 0


def test_profile_without_faults_is_used_here():
    assert MID.rf_loss > 0  # a table through the port is no laboratory
