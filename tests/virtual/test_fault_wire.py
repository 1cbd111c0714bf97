"""Each fault of cables, lines, addresses and multiplexers as the microcontroller meets it, and what ends it."""

import pytest

from host_tools.virtual.tag import Tag
from railbird.port import FREED, HELD, HIGH

VERSION = "0000ff06fad50332010607e800"
EIO, ENODEV, ETIMEDOUT = 5, 19, 110
ASK = bytes.fromhex("0000ff02fed4022a00")
CALL_US, ADDRESS_US = 58, 28  # mid profile: 11 bits at 400 kHz
STATUS_US = CALL_US + 50  # 20 bits


def took(bench, action):
    before = bench.clock.now
    result = action()
    return result, bench.clock.now - before


def select(bench, mask):
    assert bench.bus.write(0x70, bytes((mask,))) == 0


def seats(bench):
    """Both seats' chips set up, then no channel open."""
    one, two = bench.at("seat_1"), bench.at("seat_2")
    for seat, mask in ((one, 0x01), (two, 0x20)):
        select(seat, mask)
        seat.normal()
        select(seat, 0)
    return one, two


def low_vbat(bench):
    """Only SAMConfiguration is heard, and then everything."""
    bench.clock.advance(2000)
    assert not bench.send(bytes.fromhex("4a0100"))
    assert bench.command("14011401") == "15"
    assert bench.raw("02", 13) == VERSION
    return True


def test_unplugged(bench):
    bench.fault("unplugged")
    for _ in range(3):
        assert took(bench, lambda: bench.write(ASK)) == (EIO, CALL_US + ADDRESS_US)
    assert bench.read(1)[0] == EIO
    bench.clear("unplugged")
    assert low_vbat(bench)


def test_latched_nack(bench):
    bench.fault("latched_nack")
    assert bench.write(ASK) == EIO
    bench.reset(400_000)
    assert bench.write(ASK) == EIO
    bench.clear("latched_nack")
    assert low_vbat(bench)


def test_no_power(bench):
    bench.fault("no_power")
    bench.reset()
    assert took(bench, lambda: bench.write(ASK)) == (EIO, CALL_US + ADDRESS_US)
    assert bench.bus.held == ""
    bench.clear("no_power")
    assert low_vbat(bench)


def test_leads_swapped(bench):
    bench.fault("leads_swapped")
    assert took(bench, lambda: bench.write(ASK)) == (EIO, CALL_US + ADDRESS_US)
    assert bench.bus.clear() == HIGH
    bench.clear("leads_swapped")
    assert bench.raw("02", 13) == VERSION  # it had power all the time


def test_no_pull_up_there(bench):
    one, two = seats(bench)
    one.fault("no_pull_up_there")
    select(two, 0x20)
    assert two.raw("02", 13) == VERSION
    select(one, 0x01)
    assert one.bus.held == "both"
    assert one.write(ASK) == ETIMEDOUT
    assert one.bus.clear() == HELD
    one.clear("no_pull_up_there")
    assert one.raw("02", 13) == VERSION


def test_bus_swapped(bench):
    one, _ = seats(bench)
    bench.fault("bus_swapped", "bus 0")
    assert [one.bus.write(address, b"\x01") for address in (0x24, 0x70)] == [EIO, EIO]
    assert one.bus.clear() == HIGH
    assert bench.raw("02", 13) == VERSION  # the other bus
    bench.clear("bus_swapped", "bus 0")
    select(one, 0x01)
    assert one.raw("02", 13) == VERSION


def test_stretching(bench):
    assert took(bench, lambda: bench.read(1)) == ((0, b"\x00"), STATUS_US)
    bench.fault("stretching")
    assert took(bench, lambda: bench.read(1)) == ((0, b"\x00"), STATUS_US + 440)
    assert bench.raw("02", 13) == VERSION
    bench.clear("stretching")
    assert took(bench, lambda: bench.read(1)) == ((0, b"\x00"), STATUS_US)


def test_stretching_too_long(bench):
    bench.fault("stretching_too_long")
    assert took(bench, lambda: bench.write(ASK)) == (ETIMEDOUT, CALL_US + 5_000)
    bench.clear("stretching_too_long")
    assert bench.raw("02", 13) == VERSION


def gap(bench, action, pause):
    """The error of a status read that starts `pause` us after the STOP of `action`."""
    bench.clock.advance(10_000)
    action()
    bench.clock.advance(pause - CALL_US)
    return bench.read(1)[0]


def test_bus_free(bench):
    bench.fault("bus_free")
    for action in (lambda: bench.write(ASK), lambda: bench.read(1), lambda: bench.read(7)):
        assert gap(bench, action, 4999) == EIO
        assert gap(bench, action, 5000) == 0
    bench.clear("bus_free")
    assert gap(bench, lambda: bench.write(ASK), CALL_US) == 0


def test_nack_window(bench):
    bench.fault("nack_window")
    assert gap(bench, lambda: bench.write(ASK), 4999) == EIO
    assert gap(bench, lambda: bench.read(7), 4999) == EIO  # the ACK
    assert gap(bench, lambda: bench.read(1), CALL_US) == 0
    assert gap(bench, lambda: bench.write(ASK), 5000) == 0
    bench.clear("nack_window")
    assert gap(bench, lambda: bench.write(ASK), CALL_US) == 0


def test_poll_nack(bench):
    bench.fault("poll_nack")
    assert gap(bench, lambda: bench.read(1), 2499) == EIO
    assert gap(bench, lambda: bench.read(1), 2500) == 0
    assert gap(bench, lambda: bench.write(ASK), CALL_US) == 0
    bench.clear("poll_nack")
    assert gap(bench, lambda: bench.read(1), CALL_US) == 0


def test_ready_flickers(bench):
    assert bench.send(b"\x02")
    bench.clock.advance(10_000)
    bench.fault("ready_flickers")
    assert [bench.read(1)[1] for _ in range(4)] == [b"\0", b"\1", b"\0", b"\1"]
    assert bench.read(14) == (0, b"\x01" + bytes.fromhex(VERSION))
    assert [bench.read(1)[1] for _ in range(2)] == [b"\0", b"\0"]
    bench.clear("ready_flickers")
    assert bench.send(b"\x02")
    bench.clock.advance(10_000)
    assert [bench.read(1)[1] for _ in range(2)] == [b"\1", b"\1"]


def test_clock_lock_up(bench):
    bench.fault("clock_lock_up")
    assert bench.read(1) == (0, b"\x00")
    assert bench.raw("02", 13) == VERSION
    assert bench.read(7)[0] == 0  # nothing waits: the odd read
    assert took(bench, lambda: bench.read(1)[0]) == (ETIMEDOUT, CALL_US + 5_000)
    assert bench.bus.clear() == HELD
    assert bench.write(ASK) == ETIMEDOUT
    bench.reset()
    assert bench.raw("02", 13) == VERSION
    bench.fault("clock_lock_up")
    bench.read(7)
    assert bench.write(ASK) == ETIMEDOUT
    bench.clear("clock_lock_up")
    assert bench.raw("02", 13) == VERSION


def test_scl_held(bench):
    """Behind a multiplexer: as long as the channel is open nothing goes, not even closing it; its reset helps."""
    one, two = seats(bench)
    one.fault("scl_held")
    select(two, 0x20)
    assert two.raw("02", 13) == VERSION
    select(one, 0x01)
    assert took(one, lambda: one.write(ASK)) == (ETIMEDOUT, CALL_US + 5_000)
    assert one.bus.write(0x70, b"\x20") == ETIMEDOUT
    assert bench.raw("02", 13) == VERSION  # the other bus
    bench.world.drive("mux", 0)
    bench.world.drive("mux", 1)
    select(two, 0x20)
    assert two.raw("02", 13) == VERSION
    one.clear("scl_held")
    select(one, 0x01)
    assert one.raw("02", 13) == VERSION


def test_sda_held(bench):
    bench.fault("sda_held")
    assert took(bench, lambda: bench.write(ASK)) == (EIO, CALL_US)
    assert bench.bus.clear() == HELD
    assert bench.read(1)[0] == EIO
    bench.reset()
    assert bench.raw("02", 13) == VERSION
    bench.fault("sda_held")
    bench.clear("sda_held")
    assert bench.raw("02", 13) == VERSION


def test_sda_in_byte(bench):
    bench.fault("sda_in_byte")
    assert took(bench, lambda: bench.write(ASK)) == (EIO, CALL_US)
    assert bench.bus.clear() == FREED
    assert bench.bus.clear() == HIGH
    assert bench.raw("02", 13) == VERSION
    bench.fault("sda_in_byte")
    bench.reset()
    assert bench.raw("02", 13) == VERSION


def test_channel_left_open(bench):
    """Both chips take the command; where one has finished and the other has not, the bytes are ANDed."""
    one, two = seats(bench)
    select(two, 0x20)
    one.fault("channel_left_open")
    register = bytearray(1)
    one.bus.read(0x70, register)
    assert register == b"\x21"
    one.antenna.place(Tag(bytes.fromhex("04112233445566")))
    two.antenna.place(Tag(bytes.fromhex("05122233445566")))
    assert two.send(bytes.fromhex("4a0100"))
    two.wait()
    # DCS of the one is 2A, of the other 28: 28; the UIDs give 04 10 22 33 ..
    assert two.read(23)[1].hex() == "010000ff0ff1d54b0101004400070410223344556628" + "00"
    assert one.chip.commands[0x4A] == two.chip.commands[0x4A] == 1
    select(two, 0x20)
    assert two.raw("02", 13) == VERSION
    assert one.chip.commands.get(0x02) is None


def test_channel_welded(bench):
    one, two = seats(bench)
    one.fault("channel_welded")
    for mask in (0x20, 0x00):
        select(two, mask)
        register = bytearray(1)
        one.bus.read(0x70, register)
        assert register[0] == mask
        assert two.raw("02", 13) == VERSION
    assert (one.chip.commands[0x02], two.chip.commands[0x02]) == (2, 1)
    one.clear("channel_welded")
    assert two.write(ASK) == EIO


def test_mux_silent(bench):
    one, _ = seats(bench)
    select(one, 0x01)
    bench.fault("mux_silent", "mux 0")
    assert one.bus.write(0x70, b"\x20") == EIO
    assert one.bus.read(0x70, bytearray(1)) == EIO
    assert one.raw("02", 13) == VERSION  # the channel is open still
    bench.clear("mux_silent", "mux 0")
    select(one, 0)


def test_mux_reset_unwired(bench):
    one, _ = seats(bench)
    select(one, 0x01)
    bench.fault("mux_reset_unwired", "mux 0")
    bench.world.drive("mux", 0)
    assert one.raw("02", 13) == VERSION
    bench.world.drive("mux", 1)
    bench.clear("mux_reset_unwired", "mux 0")
    bench.world.drive("mux", 0)
    assert one.write(ASK) == EIO


@pytest.mark.parametrize(
    ("name", "error", "us"),
    [
        ("scl_stuck", ETIMEDOUT, CALL_US + 5_000),
        ("sda_stuck", EIO, CALL_US),
        ("no_pull_up", ETIMEDOUT, CALL_US + 5_000),
    ],
)
def test_a_line_of_the_whole_bus(bench, name, error, us):
    one, _ = seats(bench)
    bench.fault(name, "bus 0")
    assert took(one, lambda: one.bus.write(0x70, b"\x01")) == (error, us)
    assert one.bus.clear() == HELD
    assert bench.raw("02", 13) == VERSION  # the other bus
    bench.clear(name, "bus 0")
    select(one, 0x01)
    assert one.raw("02", 13) == VERSION


def test_other_errno(bench):
    bench.fault("other_errno", "bus 1")
    assert bench.bus.write(0x33, b"x") == ENODEV
    assert bench.raw("02", 13) == VERSION
    bench.clear("other_errno", "bus 1")
    assert bench.bus.write(0x33, b"x") == EIO
