"""Multiplexers: whatever happens, a transaction meets the one chip it is meant for.

The model of a TCA9548A is its control register: bit n connects channel n, a write holds from its STOP.
"""

import random

import pytest

from host_tools.virtual.tag import Tag
from host_tools.virtual.timing import MID
from host_tools.virtual.world import World
from railbird.rfid.chip import Answer
from railbird.rfid.mux import DIRECT, Trunk
from railbird.rfid.pn532 import BUS, OK, Reader

CHIP = 0x24
FIRST, SECOND = 0x70, 0x71
EIO = 5


class Bus:
    """Multiplexers at `addresses` and a chip behind every channel. `met` are the places of the chips that a
    transaction with 24h reached, by the channels that were open; `failing` says at which addresses transactions fail,
    and whether "before" or "after" they had their effect."""

    def __init__(self, addresses, registers=0):
        self.registers = dict.fromkeys(addresses, registers)
        self.met = []
        self.log = []
        self.failing = {}

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
        assert addr == CHIP
        if failure != "before":
            self.log.append((addr, len(buf)))
            self.met.append(self.opened())
        return EIO if failure else 0


def test_control_register_byte_for_byte():
    bus = Bus((FIRST, SECOND))
    trunk = Trunk(bus, bytes((FIRST, SECOND)))
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
    trunk = Trunk(bus, bytes((FIRST,)))
    assert trunk.write(2, CHIP, b"a") == 0
    assert trunk.write(DIRECT, CHIP, b"b") == 0
    assert trunk.read(DIRECT, CHIP, bytearray(1)) == 0
    assert trunk.write(2, CHIP, b"c") == 0
    assert bus.met == [[2], [], [], [2]]
    assert [row for row in bus.log if row[0] == FIRST] == [(FIRST, v) for v in ("00", "04", "00", "04")]


def test_a_bus_without_multiplexers():
    bus = Bus(())
    trunk = Trunk(bus, b"")
    assert trunk.write(DIRECT, CHIP, b"a") == 0
    assert trunk.read(DIRECT, CHIP, bytearray(1)) == 0
    assert bus.log == [(CHIP, "61"), (CHIP, 1)]
    assert trunk.selects == 0


def test_channels_left_open_before_the_start_are_closed():
    """Field failure 11: a channel left selected, two chips answer."""
    bus = Bus((FIRST, SECOND), registers=0xFF)
    trunk = Trunk(bus, bytes((FIRST, SECOND)))
    assert trunk.write(8 + 1, CHIP, b"a") == 0
    assert bus.met == [[9]]


@pytest.mark.parametrize("how", ["before", "after"])
@pytest.mark.parametrize("which", [FIRST, SECOND])
def test_after_an_error_every_multiplexer_counts_as_open(how, which):
    bus = Bus((FIRST, SECOND))
    trunk = Trunk(bus, bytes((FIRST, SECOND)))
    assert trunk.write(3, CHIP, b"a") == 0
    bus.failing = {which: how}
    assert trunk.write(8 + 4, CHIP, b"b") == EIO
    assert trunk.read(8 + 4, CHIP, bytearray(1)) == EIO
    assert bus.met == [[3]]  # no chip was met while it was not known which
    bus.failing = {}
    bus.log.clear()
    assert trunk.write(3, CHIP, b"c") == 0
    assert bus.log[:2] == [(FIRST, "00"), (SECOND, "00")]
    assert bus.met == [[3], [3]]


def test_a_refusal_by_the_chip_is_handed_on():
    bus = Bus((FIRST,))
    trunk = Trunk(bus, bytes((FIRST,)))
    bus.failing = {CHIP: "before"}
    assert trunk.write(1, CHIP, b"a") == EIO
    assert trunk.read(1, CHIP, bytearray(1)) == EIO


@pytest.mark.parametrize("seed", range(5))
def test_random_use_with_random_errors_meets_one_chip_only(seed):
    rng = random.Random(seed)
    bus = Bus((FIRST, SECOND), registers=rng.randrange(256))
    trunk = Trunk(bus, bytes((FIRST, SECOND)))
    done = 0
    for turn in range(3000):
        errors = 0.2 if turn % 100 < 50 else 0.0
        failing = [addr for addr in (FIRST, SECOND, CHIP) if rng.random() < errors]
        bus.failing = {addr: rng.choice(("before", "after")) for addr in failing}
        place = rng.choice((DIRECT, *range(16)))
        call, buf = rng.choice(((trunk.write, b"x"), (trunk.read, bytearray(3))))
        bus.met.clear()
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
    clock.advance_to(max([clock.now] + [reader.ready_at for reader in readers]))


def test_readers_behind_two_multiplexers_at_once():
    channels = [(0, 0), (0, 7), (1, 0), (1, 3)]
    world = World(world_board(channels), MID.without_rf_faults(), 1)
    bus = Watched(world)
    trunk = Trunk(bus, bytes((FIRST, SECOND)))
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
    trunk = Trunk(world.buses[0], bytes((FIRST, SECOND)))
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
    for _ in range(2):
        look_all(world, readers)
    assert [reader.outcome for reader in readers] == [OK, OK, OK]
    assert [reader.found.count for reader in readers] == [1, 1, 1]
