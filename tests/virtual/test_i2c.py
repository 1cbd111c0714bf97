"""Wire time, pauses the chip demands, and two chips on one address (pn532.md 1.3, timing table)."""

from dataclasses import replace

import pytest

from host_tools.virtual.clock import Clock
from host_tools.virtual.field import Antenna
from host_tools.virtual.i2c import I2CBus, Pn532I2C
from host_tools.virtual.options import ChipOptions
from host_tools.virtual.pn532 import Pn532
from host_tools.virtual.tag import Tag
from host_tools.virtual.timing import HIGH, LOW, MID

GET_VERSION = bytes.fromhex("0000ff02fed4022a00")
SAM = bytes.fromhex("0000ff03fdd4140117 00")
EIO, ETIMEDOUT = 5, 110


class Memory:
    """A device that takes everything and sends one byte over and over."""

    def __init__(self, byte=0xFF, stretch=0, parsed=0):
        self.byte = byte
        self.stretch = stretch
        self.parsed = parsed
        self.log = []

    def begin(self, now):
        self.log.append(("begin", now))
        return self.stretch

    def write(self, data):
        self.log.append(("write", data))

    def read(self, began, buf):
        self.log.append(("read", began))
        buf[:] = bytes((self.byte,)) * len(buf)
        return self.parsed


@pytest.mark.parametrize(
    ("timing", "board_hz", "size", "us"),
    [
        (MID, 400_000, 1, 58 + 50),  # START, address and one byte of 9 bits each, STOP: 20 bits
        (MID, 400_000, 7, 58 + 185),  # an ACK read: 74 bits
        (MID, 400_000, 23, 58 + 545),  # response of a 7-byte tag: 218 bits
        (MID, None, 0, 58 + 28),  # 11 bits, 27.5 us
        (HIGH, 400_000, 7, 58 + 740),  # the profile's clock is 100 kHz
        (LOW, 100_000, 7, 58 + 740),  # and so may the board's be
        (MID.with_factor(1), 400_000, 1, 29 + 50),
        (MID.with_factor(4), 400_000, 1, 116 + 50),
    ],
)
def test_a_call_costs_the_processor_and_the_wire(timing, board_hz, size, us):
    clock = Clock()
    bus = I2CBus(clock, timing, board_hz)
    bus.attach(0x24, Memory())
    assert bus.write(0x24, bytes(size)) == 0
    assert clock.now == us
    if size:
        assert bus.read(0x24, bytearray(size)) == 0
        assert clock.now == 2 * us
    assert bus.transactions == (2 if size else 1)
    assert bus.wire_us + bus.processor_us == clock.now


def test_nobody_there_is_eio_after_the_address():
    clock = Clock()
    bus = I2CBus(clock, MID)
    buf = bytearray(b"keep")
    assert bus.read(0x24, buf) == EIO
    assert bus.write(0x24, b"x") == EIO
    assert buf == b"keep"
    assert clock.now == 2 * (58 + 28)
    assert bus.nacks == 2


def test_devices_see_the_start_and_the_stop():
    clock = Clock()
    bus = I2CBus(clock, MID)
    device = Memory(stretch=300)
    bus.attach(0x10, device)
    clock.at(100, lambda: device.log.append(("event", clock.now)))
    bus.write(0x10, b"ab")
    assert device.log == [("begin", 58), ("event", 100), ("write", b"ab")]
    assert clock.now == 58 + 300 + 73  # 29 bits: 72.5 us


def test_a_clock_held_too_long_times_out():
    clock = Clock()
    bus = I2CBus(clock, MID, stretch_limit_us=50_000)
    bus.attach(0x10, Memory(stretch=50_001))
    assert bus.write(0x10, b"a") == ETIMEDOUT
    assert clock.now == 58 + 50_000


@pytest.mark.parametrize(("charge", "us"), [(True, 1496), (False, 0)])
def test_parsing_is_charged_for_response_bytes(charge, us):
    """510 us for 15 bytes at factor 1: 22 bytes at factor 2 are 1496 us."""
    clock = Clock()
    bus = I2CBus(clock, MID, charge_parse=charge)
    bus.attach(0x10, Memory(parsed=22))
    bus.read(0x10, bytearray(23))
    assert clock.now == 58 + 545 + us


def test_only_the_response_is_parsed_not_status_ack_or_filler():
    clock = Clock()
    timing = replace(MID.without_rf_faults(), bus_free_us=0, nack_window_us=0)
    bus = I2CBus(clock, timing)
    bus.attach(0x24, chip_on(clock, timing))
    bus.write(0x24, GET_VERSION)
    clock.advance(1000)
    processor = bus.processor_us
    bus.read(0x24, bytearray(1))
    bus.read(0x24, bytearray(7))
    assert bus.processor_us == processor + 2 * 58
    clock.advance(5000)
    bus.read(0x24, bytearray(40))
    assert bus.processor_us == processor + 3 * 58 + 884  # 13 bytes of frame


def test_memoryviews_are_filled():
    bus = I2CBus(Clock(), MID)
    bus.attach(0x10, Memory(0x5A))
    backing = bytearray(6)
    assert bus.read(0x10, memoryview(backing)[2:4]) == 0
    assert backing == bytes.fromhex("00005a5a0000")


def test_two_devices_on_one_address_are_anded():
    bus = I2CBus(Clock(), MID)
    one, other = Memory(0b1100), Memory(0b1010, stretch=70)
    bus.attach(0x24, one)
    bus.attach(0x24, other)
    buf = bytearray(2)
    assert bus.read(0x24, buf) == 0
    assert buf == bytes((0b1000, 0b1000))
    assert bus.write(0x24, b"x") == 0
    assert one.log[-1] == other.log[-1] == ("write", b"x")
    bus.detach(0x24, other)
    bus.read(0x24, buf)
    assert buf == bytes((0b1100, 0b1100))


def test_of_two_devices_only_the_acknowledging_one_takes_part():
    bus = I2CBus(Clock(), MID)
    deaf, other = Memory(0, stretch=-1), Memory(0x77)
    bus.attach(0x24, deaf)
    bus.attach(0x24, other)
    buf = bytearray(1)
    assert bus.read(0x24, buf) == 0
    assert buf == b"\x77"


def chip_on(clock, timing, options=None):
    options = ChipOptions(asleep_at_start=False) if options is None else options
    antenna = Antenna("spot", clock, timing)
    return Pn532I2C(Pn532(clock, antenna, timing, options), clock, timing)


@pytest.fixture
def lone_chip():
    """(clock, bus, front) with given pauses and no processor cost, so that gaps are what the test makes
    them."""

    def make(bus_free_us, nack_window_us, **options):
        clock = Clock()
        timing = replace(
            MID.without_rf_faults().with_factor(0), bus_free_us=bus_free_us, nack_window_us=nack_window_us
        )
        bus = I2CBus(clock, timing)
        front = chip_on(clock, timing, ChipOptions(asleep_at_start=False, **options))
        bus.attach(0x24, front)
        return clock, bus, front

    return make


@pytest.mark.parametrize("gap", [0, 999, 1000])
def test_the_window_after_a_write(lone_chip, gap):
    clock, bus, front = lone_chip(0, 1000)
    assert bus.write(0x24, SAM) == 0
    clock.advance(gap)
    assert bus.read(0x24, bytearray(1)) == (0 if gap >= 1000 else EIO)
    assert front.refused == (gap < 1000)


def test_the_window_after_reads(lone_chip):
    """After the ACK, not after a status read nor after a response (pn532.md 1.3: observed after a write or
    ACK read)."""
    clock, bus, _ = lone_chip(0, 1000)
    bus.write(0x24, SAM)
    clock.advance(1000)
    assert bus.read(0x24, bytearray(1)) == 0
    assert bus.read(0x24, bytearray(7)) == 0
    assert bus.read(0x24, bytearray(1)) == EIO
    clock.advance(3000)
    assert bus.read(0x24, bytearray(10)) == 0
    assert bus.read(0x24, bytearray(1)) == 0
    assert bus.write(0x24, SAM) == 0


def test_the_window_after_reads_is_a_switch(lone_chip):
    clock, bus, _ = lone_chip(0, 1000, nack_after_status=True, nack_after_response=True)
    bus.write(0x24, SAM)
    clock.advance(1000)
    assert bus.read(0x24, bytearray(1)) == 0
    assert bus.read(0x24, bytearray(1)) == EIO
    clock.advance(1000)
    bus.read(0x24, bytearray(7))
    clock.advance(3000)
    assert bus.read(0x24, bytearray(10)) == 0
    assert bus.read(0x24, bytearray(1)) == EIO


@pytest.mark.parametrize("exchange", ["status", "write", "probe", "response"])
@pytest.mark.parametrize("gap", [1299, 1300])
def test_bus_free_time_counts_from_every_acknowledged_exchange(lone_chip, exchange, gap):
    clock, bus, _ = lone_chip(1300, 0)
    if exchange == "response":
        for size in (0, 7, 10):
            assert (bus.read(0x24, bytearray(size)) if size else bus.write(0x24, SAM)) == 0
            clock.advance(3000)
        bus.write(0x24, b"")
        clock.advance(1300)
    size = {"status": 1, "response": 10}.get(exchange)
    if size:
        assert bus.read(0x24, bytearray(size)) == 0
    else:
        assert bus.write(0x24, SAM if exchange == "write" else b"") == 0
    clock.advance(gap)
    assert bus.read(0x24, bytearray(1)) == (0 if gap == 1300 else EIO)


def test_an_unacknowledged_address_does_not_restart_the_pause(lone_chip):
    clock, bus, _ = lone_chip(1300, 0)
    bus.write(0x24, SAM)
    clock.advance(1200)
    assert bus.read(0x24, bytearray(1)) == EIO
    clock.advance(72)  # 28 us were spent on the address
    assert bus.read(0x24, bytearray(1)) == 0


def test_a_probe_opens_no_window(lone_chip):
    _, bus, _ = lone_chip(0, 1000)
    assert bus.write(0x24, b"") == 0
    assert bus.write(0x24, SAM) == 0


def test_pauses_are_per_chip():
    clock = Clock()
    timing = MID.without_rf_faults()
    bus = I2CBus(clock, timing)
    bus.attach(0x24, chip_on(clock, timing))
    bus.attach(0x25, chip_on(clock, timing))
    assert bus.write(0x24, SAM) == 0
    assert bus.write(0x25, SAM) == 0
    assert bus.write(0x24, SAM) == EIO


def test_an_unplugged_chip_comes_back_in_low_vbat(lone_chip):
    clock, bus, front = lone_chip(0, 0)
    assert bus.write(0x24, SAM) == 0
    front.plug(False)
    clock.advance(10_000)
    assert bus.write(0x24, SAM) == EIO
    front.plug(True)
    clock.advance(1999)
    assert bus.write(0x24, SAM) == EIO
    clock.advance(1)
    assert bus.write(0x24, bytes.fromhex("0000ff04fcd4320100f900")) == 0
    clock.advance(20_000)
    status = bytearray(1)
    assert bus.read(0x24, status) == 0
    assert status == b"\x00"
    assert bus.write(0x24, SAM) == 0
    clock.advance(1000)
    bus.read(0x24, status)
    assert status == b"\x01"


def test_readiness_is_that_of_the_start_not_of_the_stop():
    """A response that becomes ready while the status byte is on the wire is not in it yet."""
    clock = Clock()
    timing = replace(MID.without_rf_faults(), bus_free_us=0, nack_window_us=0)
    bus = I2CBus(clock, timing)
    front = chip_on(clock, timing, ChipOptions(asleep_at_start=False, low_vbat_start=False))
    bus.attach(0x24, front)
    chip = front._chip
    chip.antenna.place(Tag(bytes(range(7))))
    bus.write(0x24, bytes.fromhex("0000ff04fcd44a0100e100"))
    clock.advance(400)
    bus.read(0x24, bytearray(7))
    done = clock.now + 21_000
    clock.advance_to(done - 58 - 20)  # the START is 20 us before the response
    status = bytearray(1)
    bus.read(0x24, status)
    assert clock.now > done
    assert status == b"\x00"
    bus.read(0x24, status)
    assert status == b"\x01"
