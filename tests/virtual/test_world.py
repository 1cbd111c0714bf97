"""A small board brought to life."""

import hashlib

import pytest

from host_tools.virtual.tag import Tag
from host_tools.virtual.timing import HIGH, MID
from host_tools.virtual.world import World

BOARD = {
    "name": "three_spots",
    "seats": 2,
    "buses": ((0, 4, 5, 400_000), (1, 6, 7, 100_000)),
    "muxes": ((0, 0x70, 20),),
    "readers": (
        ("seat_1", 0, 0, 0, "all", 2, 21),
        ("seat_2", 0, 0, 5, "all", 2, 21),
        ("muck", 1, -1, 0, "passing", 2, None),
    ),
    "couplings": (("seat_1", "seat_2"),),
}
QUIET = MID.without_rf_faults()
EIO = 5
SAM = bytes.fromhex("0000ff03fdd414011700")
LIST = bytes.fromhex("0000ff04fcd44a0100e100")
ONE_RETRY = bytes.fromhex("0000ff06fad43205ff0101f400")
FIELD_OFF = bytes.fromhex("0000ff04fcd4320100f900")
UID = bytes.fromhex("04112233445566")


def dialogue(world, bus, raw):
    """Write, ACK, response; status polls every 1.5 ms. The frame without its status byte."""
    limit = world.clock.now + 500_000
    ack, got = bytearray(7), bytearray(40)
    for wanted in (lambda: bus.write(0x24, raw) == 0, lambda: filled(bus, ack), lambda: filled(bus, got)):
        while not wanted():
            assert world.clock.now < limit
            world.clock.advance(1500)
    return bytes(got[1:])


def filled(bus, buf):
    """Read a frame; True if there was one."""
    return bus.read(0x24, buf) == 0 and buf[0] == 1


def test_readers_sit_where_the_board_says():
    world = World(BOARD, QUIET)
    assert world.zones == ("seat_1", "seat_2", "muck")
    for zone in world.zones:
        world.antenna(zone).place(Tag(UID[:6] + bytes((len(zone) + ord(zone[-1]),))))
    left, right = world.buses[0], world.buses[1]
    assert left.write(0x24, SAM) == EIO
    for bus, setting, zone in ((left, 0x01, "seat_1"), (left, 0x20, "seat_2"), (right, None, "muck")):
        if setting is not None:
            assert bus.write(0x70, bytes((setting,))) == 0
        dialogue(world, bus, SAM)
        raw = dialogue(world, bus, LIST)
        assert raw[13:20] == world.tags(zone)[0].uid
        dialogue(world, bus, FIELD_OFF)
    assert right.write(0x70, b"\x01") == EIO


def test_the_slower_of_board_and_profile_sets_the_clock():
    for timing, slow in ((QUIET, False), (HIGH, True)):
        world = World(BOARD, timing)
        before = world.clock.now
        world.buses[0].write(0x70, b"\x00")
        assert world.clock.now - before == 58 + (200 if slow else 50)


def test_coupled_zones_disturb_each_other_and_are_counted():
    world = World(BOARD, QUIET)
    for zone in ("seat_1", "muck", "seat_2"):
        world.antenna(zone).switch(True)
    assert world.counters()["coupled_on"] == 1
    assert world.antenna("seat_2").coupled_on == 1
    assert not world.antenna("muck").disturbing()


def test_reset_lines():
    world = World(BOARD, QUIET)
    bus = world.buses[0]
    bus.write(0x70, b"\x01")
    assert bus.write(0x24, SAM) == 0
    world.drive(21, 0)
    assert world.reader("seat_1").chip.held
    assert world.reader("seat_2").chip.held
    assert not world.reader("muck").chip.held
    assert bus.write(0x24, SAM) == EIO
    world.drive(21, 1)
    world.clock.advance(2000)
    assert bus.write(0x24, SAM) == 0
    world.drive(20, 0)
    assert bus.write(0x70, b"\x01") == EIO
    world.drive(20, 1)
    assert world.muxes[0].register == 0
    assert bus.write(0x70, b"\x01") == 0
    with pytest.raises(ValueError, match="22"):
        world.drive(22, 0)


def test_unknown_zone():
    with pytest.raises(ValueError, match="seat_3"):
        World(BOARD, QUIET).antenna("seat_3")


def test_processor_work_is_charged():
    world = World(BOARD, QUIET)
    assert world.processor_factor == 2
    assert world.cost("gc") == 2600
    assert world.cost("flash_page", 2) == 2800
    assert world.clock.now == 5400


def test_counters_of_one_dialogue():
    world = World(BOARD, QUIET)
    muck, bus = world.reader("muck"), world.buses[1]
    for raw in (SAM, ONE_RETRY, LIST):
        dialogue(world, bus, raw)
    on_at = world.clock.now - muck.antenna.on_us
    dialogue(world, bus, FIELD_OFF)
    counters = world.counters()
    mine = counters["readers"]["muck"]
    assert mine["commands"] == 4
    assert (mine["exchanges"], mine["retries"]) == (2, 1)
    assert counters["virtual_us"] == world.clock.now
    assert counters["buses"][1]["transactions"] == bus.transactions
    assert counters["buses"][0] == {"transactions": 0, "nacks": 0, "wire_us": 0, "processor_us": 0}
    assert on_at < world.clock.now - mine["rf_us"]
    assert counters["readers"]["seat_1"]["commands"] == 0


def run(seed):
    """Twenty seconds of one reader with loss, and a tag coming and going; a digest of all bytes read and
    their times."""
    world = World(BOARD, MID, seed)
    bus, spot = world.buses[1], world.antenna("muck")
    card = Tag(UID)

    def hand():
        while True:
            spot.place(card)
            yield 70_000
            spot.remove(card)
            yield 45_000

    world.clock.spawn(hand())
    digest = hashlib.sha256()
    dialogue(world, bus, SAM)
    dialogue(world, bus, ONE_RETRY)
    while world.clock.now < 20_000_000:
        digest.update(dialogue(world, bus, LIST) + world.clock.now.to_bytes(8, "big"))
        dialogue(world, bus, FIELD_OFF)
    assert world.antenna("muck").lost > 0
    return digest.hexdigest()


def test_the_same_seed_gives_the_same_bytes_at_the_same_times():
    assert run(1) == run(1)
    assert run(1) != run(2)
