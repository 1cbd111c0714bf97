import pytest

from host_tools.virtual.clock import Clock
from host_tools.virtual.i2c import I2CBus
from host_tools.virtual.tca9548a import Tca9548a
from host_tools.virtual.timing import MID

EIO = 5


class Byte:
    """A device that sends its own byte."""

    def __init__(self, byte):
        self.byte = byte
        self.written = []
        self.asked = []

    def begin(self, now):
        self.asked.append(now)
        return 0

    def write(self, data):
        self.written.append(data)

    def read(self, began, buf):
        assert began in self.asked
        buf[:] = bytes((self.byte,)) * len(buf)
        return 0


@pytest.fixture
def bus():
    return I2CBus(Clock(), MID)


def get(bus, address=0x24):
    buf = bytearray(1)
    error = bus.read(address, buf)
    return error or buf[0]


def test_channels_open_by_bit(bus):
    mux = Tca9548a(bus, 0x70)
    for channel in range(8):
        mux.attach(channel, 0x24, Byte(0x10 + channel))
    assert get(bus) == EIO  # all closed after power-up
    for channel in range(8):
        assert bus.write(0x70, bytes((1 << channel,))) == 0
        assert get(bus) == 0x10 + channel
        assert get(bus, 0x70) == 1 << channel
    bus.write(0x70, b"\x00")
    assert get(bus) == EIO
    assert mux.writes == 9


def test_two_open_channels_are_one_bus(bus):
    """pn532.md 5 row 11: two chips answer, wired AND."""
    mux = Tca9548a(bus, 0x70)
    one, other = Byte(0x0F), Byte(0x3C)
    mux.attach(0, 0x24, one)
    mux.attach(3, 0x24, other)
    bus.write(0x70, b"\x09")
    assert get(bus) == 0x0C
    bus.write(0x24, b"both")
    assert one.written == other.written == [b"both"]


def test_two_switches_left_open_collide(bus):
    first, second = Tca9548a(bus, 0x70), Tca9548a(bus, 0x71)
    first.attach(0, 0x24, Byte(0x0F))
    second.attach(0, 0x24, Byte(0x3C))
    bus.write(0x70, b"\x01")
    assert get(bus) == 0x0F
    bus.write(0x71, b"\x01")
    assert get(bus) == 0x0C
    bus.write(0x70, b"\x00")
    assert get(bus) == 0x3C


def test_the_last_byte_of_a_write_counts(bus):
    mux = Tca9548a(bus, 0x77)
    bus.write(0x77, b"\x01\x02\x04")
    assert mux.register == 0x04
    bus.write(0x77, b"")
    assert mux.register == 0x04


def test_reset_closes_everything_and_silences_the_switch(bus):
    mux = Tca9548a(bus, 0x70)
    mux.attach(2, 0x24, Byte(1))
    bus.write(0x70, b"\x04")
    mux.hold_reset(True)
    assert get(bus) == EIO
    assert bus.write(0x70, b"\x04") == EIO
    mux.hold_reset(False)
    assert get(bus) == EIO
    bus.write(0x70, b"\x04")
    assert get(bus) == 1


def test_a_device_taken_off_is_gone(bus):
    mux = Tca9548a(bus, 0x70)
    device = Byte(1)
    mux.attach(2, 0x24, device)
    bus.write(0x70, b"\x04")
    mux.detach(2, 0x24, device)
    assert get(bus) == EIO


@pytest.mark.parametrize("address", [0x6F, 0x78])
def test_address_range(bus, address):
    with pytest.raises(ValueError, match="0x70 to 0x77"):
        Tca9548a(bus, address)
