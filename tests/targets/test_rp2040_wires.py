"""The virtual readers behind an emulated RP2040's I2C blocks and pins, driven by its registers as pico-sdk drives them.

No image and no program: what the processor would write into the registers (datasheet 4.3.17) is written here, and the
emulator's clock is moved on by hand. Durations are counted in bits of 313 cycles of 8 ns, which is what pico-sdk makes
of 400 kHz.
"""

import pytest

from host_tools.virtual.i2c import SCL, SDA_IN_BYTE
from host_tools.virtual.timing import MID
from host_tools.virtual.world import World

pytestmark = pytest.mark.usefixtures("emulator")

ENABLE, TAR, DATA, RAW, ABORT_SOURCE = 0x6C, 0x04, 0x10, 0x34, 0x80
CLR_ABORT, CLR_STOP, RXFLR, STATUS = 0x54, 0x60, 0x78, 0x70
READ, STOP = 1 << 8, 1 << 9
TX_EMPTY, TX_ABORT, STOP_SEEN = 1 << 4, 1 << 6, 1 << 9
NO_ACK, LOST = 1 << 0, 1 << 12
BIT_US = 313 * 8 / 1000
GET_VERSION = bytes.fromhex("0000ff02fed4022a00")  # 9 bytes, a whole command
ACK = bytes.fromhex("0000ff00ff00")
READER, MUX = 0x24, 0x70

BOARD = {
    "name": "wired",
    "buses": ((0, 4, 5, 400_000), (1, 6, 7, 400_000)),
    "muxes": ((0, MUX, 9),),
    "readers": (
        ("seat_1", 0, 0, 2, "all", 4, None),
        ("seat_2", 0, 0, 3, "all", 4, None),
        ("muck", 1, -1, 0, "all", 4, "sr1"),
    ),
    "shift": (10, 11, 12),
    "couplings": (),
    "outputs": (("strip", 16, 1), ("buzzer", 17, 1)),
}


class Rig:
    """An emulated chip, a world at its pins, and what pico-sdk does with an I2C block."""

    def __init__(self):
        from rp2040py.rp2040 import RP2040

        from host_tools.targets.rp2040_chip import Log
        from host_tools.targets.rp2040_wires import I2CWire, Pins

        self.world = World(BOARD, MID.without_rf_faults(), 1)
        self.chip = RP2040()
        self.chip.logger = Log()
        self.clock = self.chip.clock
        for number in (0, 1):
            block = self.chip.i2c[number]
            I2CWire(block, self.world.buses[number], self.sync, self.clock)
            block.fs_clock_high_period, block.fs_clock_low_period = 126, 187
        self.pins = Pins(self.chip, self.world, BOARD, self.sync)
        for reader in self.world.readers.values():
            reader.chip.asleep = False
        for gpio in (4, 5, 6, 7):
            self.chip.gpio[gpio].pad_value |= 0x40  # input enable, as gpio_set_function

    @property
    def us(self):
        return self.clock.nanos / 1000

    def sync(self):
        now = int(self.clock.nanos + 1) // 1000
        self.world.clock.advance_to(now)
        return now

    def wait(self, us):
        self.clock.tick(us * 1000)
        self.sync()

    def until(self, done, limit_us=5000):
        """Polls every cycle or so; False where the time is up."""
        end = self.us + limit_us
        while not done():
            if self.us >= end:
                return False
            self.clock.tick(100)
        return True

    def begin(self, bus, address):
        block = self.chip.i2c[bus]
        block.write_uint32(ENABLE, 0)
        block.write_uint32(TAR, address)
        block.write_uint32(ENABLE, 1)
        return block

    def write(self, bus, address, data):
        """As i2c_write_timeout_us: number of bytes, "EIO" or "ETIMEDOUT"."""
        block = self.begin(bus, address)
        for number, byte in enumerate(data):
            last = number == len(data) - 1
            block.write_uint32(DATA, byte | (STOP if last else 0))
            if not self.until(lambda: block.read_uint32(RAW) & TX_EMPTY):
                return "ETIMEDOUT"
            refused = block.read_uint32(ABORT_SOURCE)
            if refused:
                block.read_uint32(CLR_ABORT)
            if (refused or last) and not self.until(lambda: block.read_uint32(RAW) & STOP_SEEN):
                return "ETIMEDOUT"
            if refused or last:
                block.read_uint32(CLR_STOP)
            if refused:
                return "EIO"
        return len(data)

    def read(self, bus, address, size):
        """As i2c_read_timeout_us: the bytes, "EIO" or "ETIMEDOUT"."""
        block = self.begin(bus, address)
        data = []
        for number in range(size):
            block.write_uint32(DATA, READ | (STOP if number == size - 1 else 0))
            if not self.until(lambda: block.read_uint32(RAW) & TX_ABORT or block.read_uint32(RXFLR)):
                return "ETIMEDOUT"
            if block.read_uint32(RAW) & TX_ABORT:
                block.read_uint32(CLR_ABORT)
                return "EIO"
            data.append(block.read_uint32(DATA) & 0xFF)
        self.wait(2 * BIT_US)  # its STOP
        return bytes(data)

    def pin(self, gpio, level):
        """As gpio_put, and gpio_init before the first."""
        sio = self.chip.sio
        sio.write_uint32(0x14 if level else 0x18, 1 << gpio)
        sio.write_uint32(0x24, 1 << gpio)
        self.chip.gpio[gpio].ctrl = 5
        self.chip.gpio[gpio].check_for_updates()


@pytest.fixture
def rig():
    return Rig()


def bits(before, after):
    return (after - before) / BIT_US


def test_nine_bytes_take_as_long_as_their_bits(rig):
    began = rig.us
    assert rig.write(1, READER, GET_VERSION) == 9
    assert bits(began, rig.us) == pytest.approx(1 + 9 + 9 * 9 + 1, abs=0.5)  # START, address, bytes, STOP
    assert rig.world.readers["muck"].chip.commands == {2: 1}
    assert rig.world.buses[1].wire_us == pytest.approx(230, abs=10)


def test_a_byte_is_written_when_it_is_on_the_wire_and_not_before(rig):
    block = rig.begin(1, READER)
    block.write_uint32(DATA, GET_VERSION[0])
    rig.clock.tick(17 * BIT_US * 1000)
    assert not block.read_uint32(RAW) & TX_EMPTY  # in its eighth bit: START, address and acknowledge are ten
    rig.clock.tick(3 * BIT_US * 1000)
    assert block.read_uint32(RAW) & TX_EMPTY


def test_the_ready_byte_comes_with_the_ack_and_goes_with_it(rig):
    rig.write(1, READER, GET_VERSION)
    written = rig.world.clock.now
    assert rig.world.timing.ack_us == 400
    rig.wait(MID.bus_free_us)
    began = rig.us
    assert rig.read(1, READER, 7) == b"\1" + ACK
    assert bits(began, rig.us) == pytest.approx(1 + 9 + 7 * 9 + 1, abs=2)
    assert rig.us - written > MID.bus_free_us
    rig.wait(MID.bus_free_us)
    assert rig.read(1, READER, 1) == b"\0"
    rig.wait(MID.bus_free_us)
    assert rig.read(1, READER, 1) == b"\1"  # the response, 2 ms after the ACK was ready
    rig.wait(MID.bus_free_us)
    assert rig.read(1, READER, 13) == bytes.fromhex("01 0000ff06fad50332010607 e8")


def test_before_the_ack_is_ready_the_byte_says_so(rig):
    rig.write(1, READER, GET_VERSION)
    rig.world.readers["muck"].front._free_at = 0  # a chip that needs no pause
    assert rig.read(1, READER, 7)[0] == 0


def test_an_address_nobody_has_is_refused_after_its_nine_bits(rig):
    began = rig.us
    assert rig.write(0, READER, GET_VERSION) == "EIO"  # all channels are closed
    assert bits(began, rig.us) == pytest.approx(1 + 9 + 1, abs=0.5)
    assert rig.read(0, READER, 7) == "EIO"
    assert rig.world.buses[0].nacks == 2


def test_a_chip_asked_too_early_refuses_too(rig):
    assert rig.write(1, READER, GET_VERSION) == 9
    assert rig.read(1, READER, 1) == "EIO"
    assert rig.world.readers["muck"].front.refused == 1


def test_one_channel_of_the_multiplexer_leads_to_one_reader(rig):
    assert rig.write(0, MUX, b"\x08") == 1
    assert rig.read(0, MUX, 1) == b"\x08"
    assert rig.read(0, MUX, 3) == b"\x08\x08\x08"
    assert rig.write(0, READER, GET_VERSION) == 9
    rig.wait(2 * BIT_US)  # pico-sdk leaves the STOP of a read behind, and takes it for that of the next write
    commands = {zone: reader.chip.commands for zone, reader in rig.world.readers.items()}
    assert commands == {"seat_1": {}, "seat_2": {2: 1}, "muck": {}}


def test_two_open_channels_answer_as_one(rig):
    rig.write(0, MUX, b"\x0c")
    rig.write(0, READER, GET_VERSION)
    rig.world.readers["seat_2"].chip.mute = True
    rig.wait(5000)
    assert rig.read(0, READER, 7) == bytes(7)  # the AND of an ACK and of "not ready" with its filler 0x00
    assert rig.world.readers["seat_1"].chip.commands == {2: 1}


def test_the_reset_pin_of_a_multiplexer_closes_it(rig):
    rig.pin(9, 1)
    rig.write(0, MUX, b"\x04")
    rig.pin(9, 0)
    assert rig.write(0, MUX, b"\x04") == "EIO"
    rig.pin(9, 1)
    assert rig.read(0, MUX, 1) == b"\0"


def test_a_clock_that_is_stretched_makes_the_transaction_longer(rig):
    rig.world.readers["muck"].front.stretch_us = 700
    began = rig.us
    assert rig.write(1, READER, GET_VERSION) == 9
    assert rig.us - began == pytest.approx(92 * BIT_US + 700, abs=2)


def test_a_chip_that_sleeps_stretches_the_clock_while_it_wakes(rig):
    rig.world.readers["muck"].chip.asleep = True
    began = rig.us
    assert rig.write(1, READER, GET_VERSION) == 9
    assert rig.us - began == pytest.approx(92 * BIT_US + 400, abs=2)  # the timing table's mid


def test_a_clock_that_is_held_is_a_timeout_and_then_the_bus_is_free_again(rig):
    rig.world.buses[1].hold(SCL)
    rig.pins.relevel()
    assert not rig.chip.gpio[7].input_value
    assert rig.write(1, READER, GET_VERSION) == "ETIMEDOUT"
    rig.world.buses[1].release()
    rig.pins.relevel()
    rig.wait(100)
    assert rig.write(1, READER, GET_VERSION) == 9


def test_data_held_low_is_no_bus_and_nine_clocks_free_it(rig):
    bus = rig.world.buses[1]
    bus.hold(SDA_IN_BYTE)
    rig.pins.relevel()
    assert (rig.chip.gpio[6].input_value, rig.chip.gpio[7].input_value) == (False, True)
    block = rig.begin(1, READER)
    block.write_uint32(DATA, 0 | STOP)
    assert rig.until(lambda: block.read_uint32(RAW) & TX_ABORT)
    assert block.read_uint32(ABORT_SOURCE) & LOST
    for clocks in range(9):
        assert bus.held, clocks
        rig.pin(7, 0)
        rig.pin(7, 1)
    assert not bus.held
    assert rig.chip.gpio[6].input_value


def test_a_block_that_is_reset_forgets_what_it_was_doing(rig):
    block = rig.begin(1, READER)
    block.write_uint32(DATA, 0)
    rig.clock.tick(15 * BIT_US * 1000)
    block.reset()
    block.fs_clock_high_period, block.fs_clock_low_period = 126, 187
    rig.wait(1000)
    assert rig.write(1, READER, GET_VERSION) == 9
    assert rig.world.readers["muck"].chip.commands == {2: 1}


def test_the_shift_registers_hold_a_reader_in_reset(rig):
    data, clock, latch = BOARD["shift"]
    for level in (0, 1):  # the last output goes in first
        rig.pin(data, level)
        rig.pin(clock, 1)
        rig.pin(clock, 0)
    rig.pin(latch, 1)
    assert rig.world.readers["muck"].chip.held
    assert rig.write(1, READER, GET_VERSION) == "EIO"


def test_a_lamp_by_the_length_of_its_pulses(rig):
    green, red, blue = 0x80, 0x0F, 0x01
    for byte in (green, red, blue):  # the order of a WS2812's wire
        for bit in range(7, -1, -1):
            high = 800 if byte >> bit & 1 else 400
            rig.pin(16, 1)
            rig.clock.tick(high)
            rig.pin(16, 0)
            rig.clock.tick(1250 - high)
    assert [colours for _, colours in rig.world.shown["strip"]] == [bytes((red, green, blue))]


def test_the_buzzer_is_a_pin(rig):
    rig.pin(17, 1)
    rig.pin(17, 0)
    assert [on for _, on in rig.world.shown["buzzer"]] == [b"\1", b"\0"]
