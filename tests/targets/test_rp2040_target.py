"""World and emulator on one clock, power that goes and comes, a board that says nothing: with a program that sleeps."""

import struct
from functools import partial

import pytest

from host_tools.link.events import Fact
from host_tools.simulation.table import SimulatedTable
from host_tools.targets.vm import VmDied
from host_tools.virtual.timing import HIGH, MID
from host_tools.virtual.world import World
from railbird import facts
from railbird_boards.schema import BoardError, load

pytestmark = pytest.mark.usefixtures("emulator")

SLEEP = struct.pack("<2H", 0xBF30, 0xE7FD)  # wfi; b to it
FILES = 0xA0000


def empty(_board, _table):
    """A file system that holds nothing: what runs here reads none."""
    return b"\xff" * ((2 << 20) - FILES)


@pytest.fixture
def uf2(tmp_path):
    head = (0x0A324655, 0x9E5D5157, 0x2000, 0x10000000, 256, 0, 1, 0xE48BFF56)
    file = tmp_path / "sleep.uf2"
    file.write_bytes(struct.pack("<8I", *head) + SLEEP.ljust(476, b"\0") + struct.pack("<I", 0x0AB16F30))
    return file


@pytest.fixture
def target(uf2):
    from host_tools.targets.rp2040 import Rp2040

    return Rp2040(
        World(load("pico_w"), MID, 1), load("pico_w"), b"tags", lambda _: None, uf2=uf2, flashed=empty
    )


def test_the_world_follows_the_emulator_event_by_event(target):
    clock = target._world.clock
    seen = []
    for at in (300, 25_000, 25_000, 2_000_001):
        clock.at(at, lambda at=at: seen.append((at, clock.now, round(target.chip.clock.nanos))))
    target.serve(lambda: len(seen) == 4)
    assert seen == [(at, at, 1000 * at) for at in (300, 25_000, 25_000, 2_000_001)]
    assert clock.now == 2_000_001  # and not a moment further


def test_power_that_goes_takes_all_but_the_flash_and_the_time(target):
    clock, before = target._world.clock, target.chip
    before.rp2040.sram[0:4] = b"gone"
    before.rp2040.flash[FILES : FILES + 4] = b"kept"
    clock.at(70_000, target.cut)
    target.serve(lambda: clock.now >= 90_000)
    assert target.cuts == 1
    assert target.chip is not before
    assert bytes(target.chip.rp2040.flash[FILES : FILES + 4]) == b"kept"
    assert bytes(target.chip.rp2040.sram[0:4]) != b"gone"
    assert target.chip.now_us == pytest.approx(clock.now - 70_000, abs=1)


def test_a_board_that_resets_itself_begins_to_count_anew_and_the_world_does_not(target):
    clock = target._world.clock
    target.chip.rp2040.write_uint32(0x40010008, 0x1FFFF)  # PSM.WDSEL: all of the chip, as machine.reset
    clock.at(70_000, lambda: target.chip.rp2040.watchdog.write_uint32(0x00, 1 << 31))
    target.serve(lambda: clock.now >= 90_000)
    assert (target.cuts, target.chip.resets, target.power_ms) == (0, 1, 70)
    assert target.chip.rp2040.timer.read_uint32(0x28) == pytest.approx(clock.now - 70_000, abs=5)  # TIMERAWL


def test_bytes_under_way_to_a_board_without_power_are_lost(target):
    clock = target._world.clock
    old = target.chip.usb
    clock.at(70_000, target.cut)
    clock.at(70_000, lambda: target.send(b"too late"))
    target.serve(lambda: clock.now >= 80_000)
    assert (bytes(old._queue), bytes(target.chip.usb._queue)) == (b"", b"")


def test_a_board_that_says_nothing_for_a_minute_is_given_up(uf2):
    from host_tools.targets.rp2040 import Rp2040

    with (
        SimulatedTable(load("pico_w"), MID, 1, machine=partial(Rp2040, uf2=uf2, flashed=empty)) as table,
        pytest.raises(VmDied, match="nothing in 60 s; it printed nothing"),
    ):
        table.play([])
    assert table.clock.now == 60_000_000


def test_the_times_of_a_board_that_began_anew_are_those_of_the_world(uf2):
    from host_tools.targets.rp2040 import Rp2040

    heard = []
    table = SimulatedTable(
        load("pico_w"),
        MID,
        1,
        on_fact=lambda _, fact: heard.append(fact),
        machine=partial(Rp2040, uf2=uf2, flashed=empty),
    )
    table.clock.at(70_000, table.cut)
    table.target.serve(lambda: table.clock.now >= 90_000)
    for number, t_ms, kind in (
        (7, 60, facts.SIGHT),
        (9, 11, facts.BOOT),
        (8, 65, facts.LIFT),
        (9, 15, facts.SIGHT),
    ):
        table._fact(Fact(number, t_ms, kind, 1, 0, 255, 0))
    assert [fact.t_ms for fact in heard] == [60, 81, 65, 85]  # the third was told before power went


def test_a_bus_is_no_faster_than_the_profile():
    from host_tools.targets.rp2040 import slowed

    board = load("pico_w")
    assert slowed(board, World(board, MID, 1))["buses"] == ((0, 4, 5, 400_000),)
    assert slowed(board, World(board, HIGH, 1))["buses"] == ((0, 4, 5, 100_000),)


def test_a_board_of_another_kind_is_refused(uf2):
    from host_tools.targets.rp2040 import Rp2040

    board = load("virtual_9")
    with pytest.raises(BoardError, match="expected an rp2040"):
        Rp2040(World(board, MID, 1), board, b"", lambda _: None, uf2=uf2, flashed=empty)
