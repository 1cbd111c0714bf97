"""Multiplexers: whatever happens, a transaction meets the one chip it is meant for.

The model of a TCA9548A is its control register: bit n connects channel n, a write holds from its STOP.
"""

import random

import pytest

from host_tools.virtual.tag import Tag
from host_tools.virtual.timing import MID
from host_tools.virtual.world import World
from railbird.port import FREED, HELD, HIGH
from railbird.rfid.chip import Answer
from railbird.rfid.mux import DIRECT, NO_BUS
from railbird.rfid.pn532 import BUS, OK, Reader
from railbird.rfid.steps import CHANNEL_WRONG, CLOCKED, MUX_RESET
from tests.rfid.conftest import trunk as make_trunk

CHIP = 0x24
FIRST, SECOND = 0x70, 0x71
EIO = 5


class Bus:
    """Multiplexers at `addresses` and a chip behind every channel. `met` are the places of the chips that a
    transaction with 24h reached, by the channels that were open; `failing` says at which addresses transactions fail,
    and whether "before" or "after" they had their effect; `lines` is what the next looks at the lines find."""

    def __init__(self, addresses, registers=0):
        self.registers = dict.fromkeys(addresses, registers)
        self.met = []
        self.log = []
        self.failing = {}
        self.lines = []

    def clear(self):
        return self.lines.pop(0) if self.lines else HIGH

    def reset(self, name, level):
        """The reset line of the multiplexer `name`."""
        self.log.append((name, level))
        self.registers[name] = 0

    def opened(self):
        """Places of all open channels."""
        return [
            8 * k + channel
            for k, register in enumerate(self.registers.values())
            for channel in range(8)
            if register >> channel & 1
        ]

    def write(self, addr, buf):
        failure = self.failing.get(addr)
        if failure != "before":
            self.log.append((addr, bytes(buf).hex()))
            if addr in self.registers:
                self.registers[addr] = buf[-1]
            else:
                self.met.append(self.opened())
        return EIO if failure else 0

    def read(self, addr, buf):
        failure = self.failing.get(addr)
        if failure != "before":
            self.log.append((addr, len(buf)))
            if addr in self.registers:
                buf[0] = self.registers[addr]
            else:
                self.met.append(self.opened())
        return EIO if failure else 0


def test_control_register_byte_for_byte():
    bus = Bus((FIRST, SECOND))
    trunk = make_trunk(bus, bytes((FIRST, SECOND)))
    assert trunk.write(3, CHIP, b"ab") == 0
    assert trunk.read(3, CHIP, bytearray(2)) == 0  # still open
    assert trunk.write(5, CHIP, b"cd") == 0  # same multiplexer: one write moves on
    assert trunk.write(8 + 7, CHIP, b"ef") == 0
    assert trunk.read(0, CHIP, bytearray(1)) == 0
    assert bus.log == [
        (0x70, "00"),  # what was open before is not known
        (0x71, "00"),
        (0x70, "08"),
        (CHIP, "6162"),
        (CHIP, 2),
        (0x70, "20"),
        (CHIP, "6364"),
        (0x70, "00"),  # closed before the other opens
        (0x71, "80"),
        (CHIP, "6566"),
        (0x71, "00"),
        (0x70, "01"),
        (CHIP, 1),
    ]
    assert trunk.selects == 8


def test_a_chip_on_the_bus_itself():
    bus = Bus((FIRST,))
    trunk = make_trunk(bus, bytes((FIRST,)))
    assert trunk.write(2, CHIP, b"a") == 0
    assert trunk.write(DIRECT, CHIP, b"b") == 0
    assert trunk.read(DIRECT, CHIP, bytearray(1)) == 0
    assert trunk.write(2, CHIP, b"c") == 0
    assert bus.met == [[2], [], [], [2]]
    assert [row for row in bus.log if row[0] == FIRST] == [(FIRST, v) for v in ("00", "04", "00", "04")]


def test_a_bus_without_multiplexers():
    bus = Bus(())
    trunk = make_trunk(bus, b"")
    assert trunk.write(DIRECT, CHIP, b"a") == 0
    assert trunk.read(DIRECT, CHIP, bytearray(1)) == 0
    assert bus.log == [(CHIP, "61"), (CHIP, 1)]
    assert trunk.selects == 0


def test_channels_left_open_before_the_start_are_closed():
    """Field failure 11: a channel left selected, two chips answer."""
    bus = Bus((FIRST, SECOND), registers=0xFF)
    trunk = make_trunk(bus, bytes((FIRST, SECOND)))
    assert trunk.write(8 + 1, CHIP, b"a") == 0
    assert bus.met == [[9]]


@pytest.mark.parametrize("how", ["before", "after"])
@pytest.mark.parametrize("which", [FIRST, SECOND])
def test_after_an_error_every_multiplexer_counts_as_open(how, which):
    bus = Bus((FIRST, SECOND))
    trunk = make_trunk(bus, bytes((FIRST, SECOND)))
    assert trunk.write(3, CHIP, b"a") == 0
    bus.failing = {which: how}
    assert trunk.write(8 + 4, CHIP, b"b") == NO_BUS
    assert trunk.read(8 + 4, CHIP, bytearray(1)) == NO_BUS
    assert bus.met == [[3]]  # no chip was met while it was not known which
    assert trunk.hung
    bus.failing = {}
    bus.log.clear()
    trunk.check()
    assert bus.log == [(FIRST, "00"), (SECOND, "00")]
    assert trunk.write(3, CHIP, b"c") == 0
    assert bus.met == [[3], [3]]


def test_a_chip_that_was_not_ready_costs_a_look_at_the_multiplexers():
    bus = Bus((FIRST, SECOND))
    trunk = make_trunk(bus, bytes((FIRST, SECOND)))
    assert trunk.write(3, CHIP, b"a") == 0
    bus.failing = {CHIP: "before"}
    assert trunk.write(3, CHIP, b"b") == EIO
    bus.failing = {}
    bus.log.clear()
    assert trunk.write(3, CHIP, b"b") == 0
    assert bus.log == [(FIRST, 1), (SECOND, 1), (CHIP, "62")]
    assert sum(trunk.steps) == 0


@pytest.mark.parametrize("register", ["00", "0a", "09"])
@pytest.mark.parametrize("found", ["by an error", "in the check of a round"])
def test_a_channel_that_went_wrong_is_set_right(register, found):
    """A multiplexer that started anew, or has opened more than it was told (field failure 11)."""
    bus = Bus((FIRST, SECOND))
    trunk = make_trunk(bus, bytes((FIRST, SECOND)))
    assert trunk.write(3, CHIP, b"a") == 0
    bus.registers[FIRST] = int(register, 16)
    if found == "by an error":
        bus.failing = {CHIP: "before"}
        assert trunk.write(3, CHIP, b"b") == EIO
        bus.failing = {}
    else:
        trunk.check()
    bus.met.clear()
    assert trunk.write(3, CHIP, b"b") == 0
    assert bus.met == [[3]]
    assert trunk.steps[CHANNEL_WRONG] == 1


# -- lines held low ---------------------------------------------------------------------------------------------


def hold(lines):
    """A trunk whose chip at place 3 has just found a line low; what looks at the lines find from then on."""
    bus = Bus((FIRST, SECOND))
    trunk = make_trunk(bus, bytes((FIRST, SECOND)), (FIRST, SECOND), bus.reset)
    assert trunk.write(3, CHIP, b"a") == 0
    bus.log.clear()
    bus.lines = lines
    bus.failing = {CHIP: "before"}
    error = trunk.write(3, CHIP, b"b")
    bus.failing = {}
    return bus, trunk, error


def test_nine_clocks_free_a_chip_that_waits_in_a_byte():
    _, trunk, error = hold([FREED])
    assert error == EIO  # try again
    assert (trunk.steps[CLOCKED], trunk.steps[MUX_RESET], trunk.hung) == (1, 0, False)
    assert trunk.write(3, CHIP, b"b") == 0


def test_a_multiplexer_is_reset_when_nine_clocks_do_not_help():
    bus, trunk, error = hold([HELD, HELD])
    assert error == NO_BUS  # that chip: in vain
    resets = [(FIRST, 0), (FIRST, 1), (SECOND, 0), (SECOND, 1)]
    assert bus.log == [*resets, (FIRST, "00"), (SECOND, "00")]
    assert (trunk.steps[CLOCKED], trunk.steps[MUX_RESET], trunk.hung) == (2, 2, False)
    assert trunk.write(8 + 4, CHIP, b"c") == 0  # another one: not


def test_a_bus_that_hangs_is_not_touched_until_it_is_checked():
    bus, trunk, error = hold([HELD] * 5)
    assert (error, trunk.hung) == (NO_BUS, True)
    bus.log.clear()
    assert trunk.write(8 + 4, CHIP, b"c") == NO_BUS
    assert trunk.read(1, CHIP, bytearray(1)) == NO_BUS
    assert bus.log == []
    trunk.check()
    assert trunk.hung
    assert all(row[0] in (FIRST, SECOND) and row[1] in (0, 1) for row in bus.log)  # resets, no transaction
    trunk.check()
    assert not trunk.hung
    assert trunk.read(1, CHIP, bytearray(1)) == 0


def test_a_refusal_by_the_chip_is_handed_on():
    bus = Bus((FIRST,))
    trunk = make_trunk(bus, bytes((FIRST,)))
    bus.failing = {CHIP: "before"}
    assert trunk.write(1, CHIP, b"a") == EIO
    assert trunk.read(1, CHIP, bytearray(1)) == EIO


@pytest.mark.parametrize("seed", range(5))
def test_random_use_with_random_errors_meets_one_chip_only(seed):
    rng = random.Random(seed)
    bus = Bus((FIRST, SECOND), registers=rng.randrange(256))
    trunk = make_trunk(bus, bytes((FIRST, SECOND)))
    done = 0
    for turn in range(3000):
        errors = 0.2 if turn % 100 < 50 else 0.0
        failing = [addr for addr in (FIRST, SECOND, CHIP) if rng.random() < errors]
        bus.failing = {addr: rng.choice(("before", "after")) for addr in failing}
        place = rng.choice((DIRECT, *range(16)))
        call, buf = rng.choice(((trunk.write, b"x"), (trunk.read, bytearray(3))))
        bus.met.clear()
        if trunk.hung:
            trunk.check()
        error = call(place, CHIP, buf)
        assert all(met == ([] if place == DIRECT else [place]) for met in bus.met)
        assert len(bus.opened()) <= 1 or error
        assert error or len(bus.met) == 1
        done += not error
    assert done > 2000


def world_board(channels):
    return {
        "buses": [(0, 0, 1, 400_000)],
        "muxes": [(0, FIRST, "mux 0"), (0, SECOND, "mux 1")],
        "readers": [
            (f"seat_{n}", 0, mux, channel, "all", 2, None)
            for n, (mux, channel) in enumerate(channels, start=1)
        ],
        "couplings": [],
    }


class Watched:
    """The simulated bus, and what was open whenever a chip was spoken to."""

    def __init__(self, world):
        self._world = world
        self.met = []

    def _note(self, addr):
        if addr == CHIP:
            self.met.append([(k, mux.register) for k, mux in enumerate(self._world.muxes) if mux.register])

    def write(self, addr, buf):
        self._note(addr)
        return self._world.buses[0].write(addr, buf)

    def read(self, addr, buf):
        self._note(addr)
        return self._world.buses[0].read(addr, buf)

    def clear(self):
        return self._world.buses[0].clear()


def look_all(world, readers):
    """All readers look, every one stepped when it is due."""
    clock = world.clock
    for reader in readers:
        reader.begin(clock.now, 0, 0)
    while any(reader.active for reader in readers):
        reader = min((r for r in readers if r.active), key=lambda r: r.due)
        clock.advance(max(0, reader.due - clock.now))
        reader.step(clock.now)
        reader.settle(clock.now)
    clock.advance_to(max([clock.now] + [reader.due for reader in readers]))


def test_readers_behind_two_multiplexers_at_once():
    channels = [(0, 0), (0, 7), (1, 0), (1, 3)]
    world = World(world_board(channels), MID.without_rf_faults(), 1)
    bus = Watched(world)
    trunk = make_trunk(bus, bytes((FIRST, SECOND)))
    answer = Answer(7)
    readers = [Reader(trunk, 8 * mux + channel, 4, answer) for mux, channel in channels]
    for n in range(1, 5):
        world.antenna(f"seat_{n}").place(Tag(bytes((4, 1, 2, 3, 4, 5, n))))
    for _ in range(3):
        look_all(world, readers)
        for n, reader in enumerate(readers, start=1):
            assert reader.outcome == OK
            assert reader.complete
            assert bytes(reader.found.uids[:8]) == bytes((7, 4, 1, 2, 3, 4, 5, n))
            assert reader.found.count == 1
    allowed = [[(mux, 1 << channel)] for mux, channel in channels]
    assert all(met in allowed for met in bus.met)
    assert all(row in bus.met for row in allowed)


def test_a_multiplexer_held_in_reset_is_a_trouble_and_passes():
    channels = [(0, 0), (0, 1), (1, 0)]
    world = World(world_board(channels), MID.without_rf_faults(), 1)
    trunk = make_trunk(world.buses[0], bytes((FIRST, SECOND)))
    answer = Answer(7)
    readers = [Reader(trunk, 8 * mux + channel, 4, answer) for mux, channel in channels]
    for n in range(1, 4):
        world.antenna(f"seat_{n}").place(Tag(bytes((4, 1, 2, 3, 4, 5, n))))
    look_all(world, readers)
    assert [reader.found.count for reader in readers] == [1, 1, 1]
    world.drive("mux 0", 0)
    look_all(world, readers)
    assert [reader.outcome for reader in readers[:2]] == [BUS, BUS]
    world.drive("mux 0", 1)
    trunk.check()
    for _ in range(2):
        look_all(world, readers)
    assert [reader.outcome for reader in readers] == [OK, OK, OK]
    assert [reader.found.count for reader in readers] == [1, 1, 1]
