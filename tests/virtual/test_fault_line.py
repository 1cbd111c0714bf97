"""Each fault of readers on SPI and on a UART as the microcontroller meets it, what ends it, and the IRQ line."""

import pytest

from host_tools.virtual.faults import FAULTS
from host_tools.virtual.timing import MID
from host_tools.virtual.world import World

LINES = {
    "name": "lines",
    "seats": 2,
    "buses": (),
    "muxes": (),
    "spis": ((8, 0, 18, 19, 16, 1_000_000),),
    "uarts": ((16, 0, 12, 13, 115_200),),
    "readers": (
        ("seat_1", 8, -1, 20, "all", 4, None),
        ("seat_2", 8, -1, 21, "all", 4, None),
        ("muck", 16, -1, 0, "passing", 2, "line"),
    ),
    "couplings": (),
}
SAM = bytes.fromhex("0000ff05fbd4140114010200")
ASK = bytes.fromhex("0000ff02fed4022a00")
ACK = bytes.fromhex("0000ff00ff00")
VERSION = bytes.fromhex("0000ff06fad50332010607e800")


def mirrored(data):
    return bytes(int(f"{byte:08b}"[::-1], 2) for byte in data)


@pytest.fixture
def world():
    """Two readers on an SPI bus and one on a UART, awake and set up."""
    world = World(LINES, MID.without_rf_faults(), 7, charge_parse=False)
    for select in (20, 21):
        world.spis[8].wake(select)
        assert spi(world, select, SAM)[0] == ACK
    assert hsu(world, bytes(20) + SAM)[:6] == ACK
    return world


def spi_ready(world, select):
    buf = bytearray(mirrored(b"\x02\x00"))
    world.spis[8].exchange(select, buf)
    return mirrored(buf)[1]


def spi_read(world, select, size):
    buf = bytearray(mirrored(b"\x03") + bytes(size))
    world.spis[8].exchange(select, buf)
    return mirrored(buf)[1:]


def spi(world, select, frame, wait_us=5000):
    """The ACK and 13 bytes of what comes after it."""
    world.clock.advance(10_000)
    world.spis[8].write(select, mirrored(b"\x01" + frame))
    world.clock.advance(wait_us)
    ack = spi_read(world, select, 6)
    world.clock.advance(5000)
    return ack, spi_read(world, select, 13)


def hsu(world, frame, wait_us=20_000):
    """All that comes within 20 ms."""
    line = world.uarts[16]
    world.clock.advance(10_000)
    line.write(frame)
    world.clock.advance(wait_us)
    buf = bytearray(64)
    return bytes(buf[: line.read(buf)])


def test_sound_readers_answer(world):
    assert spi(world, 20, ASK) == (ACK, VERSION)
    assert hsu(world, ASK) == ACK + VERSION


def test_only_readers_of_that_kind_have_such_faults(world):
    assert world.faults.places("miso_driven") == ["seat_1", "seat_2"]
    assert world.faults.places("baud_left_high") == ["muck"]
    assert world.faults.places("stretching") == []
    assert world.faults.places("mute") == ["seat_1", "seat_2", "muck"]
    for name, place in (("miso_driven", "muck"), ("baud_left_high", "seat_1"), ("stretching", "seat_1")):
        with pytest.raises(ValueError, match="hangs on"):
            FAULTS[name].strike(world, place)


def test_miso_driven(world):
    world.faults.set("miso_driven", "seat_2")
    assert spi(world, 20, ASK) == (bytes(6), bytes(13))
    assert spi(world, 21, ASK) == (ACK, VERSION)
    world.faults.clear("miso_driven", "seat_2")
    assert spi(world, 20, ASK) == (ACK, VERSION)


def test_spi_pause(world):
    """MID: 1 ms after a write; now 5 ms."""
    for fault, pauses in ((False, ((900, 0), (1100, 1))), (True, ((4800, 0), (5100, 1)))):
        if fault:
            world.faults.set("spi_pause", "seat_1")
        for pause, ready in pauses:
            world.clock.advance(10_000)
            world.spis[8].write(20, mirrored(b"\x01" + ASK))
            world.clock.advance(pause)
            assert spi_ready(world, 20) == ready
    world.faults.clear("spi_pause", "seat_1")
    world.spis[8].write(20, mirrored(b"\x01" + ASK))
    world.clock.advance(1100)
    assert spi_ready(world, 20) == 1


def test_baud_left_high(world):
    world.faults.set("baud_left_high", "muck")
    assert hsu(world, ASK) == b""
    assert hsu(world, bytes.fromhex("5555") + bytes(15) + SAM) == b""
    world.drive("line", 0)
    world.drive("line", 1)
    assert hsu(world, bytes.fromhex("5555") + bytes(15) + SAM)[:6] == ACK
    assert hsu(world, ASK) == ACK + VERSION


def test_hsu_pause(world):
    """A command half a millisecond after the response's last byte."""
    line = world.uarts[16]

    def again():
        line.write(ASK)
        while line.any() < len(ACK + VERSION):
            world.clock.advance(20)
        world.clock.advance(500)
        line.read(bytearray(64))
        return hsu_now(world)

    def hsu_now(world):
        line.write(ASK)
        world.clock.advance(20_000)
        buf = bytearray(64)
        return bytes(buf[: line.read(buf)])

    assert again() == ACK + VERSION
    world.faults.set("hsu_pause", "muck")
    world.clock.advance(10_000)
    assert again() == b""
    world.faults.clear("hsu_pause", "muck")
    assert again() == ACK + VERSION


def test_a_chip_asleep_is_woken_by_chip_select_and_by_bytes(world):
    """pn532.md 1.4: 2 ms low; asleep, MISO reads FF. 1.5: a long preamble."""
    for zone in ("seat_1", "muck"):
        world.reader(zone).chip.fall_asleep()
    world.clock.advance(1000)
    assert spi_read(world, 20, 3) == b"\xff\xff\xff"
    world.spis[8].wake(20)
    assert spi(world, 20, ASK) == (ACK, VERSION)
    assert hsu(world, ASK[:4]) == b""  # lost while it wakes
    assert hsu(world, ASK) == ACK + VERSION


def test_a_chip_that_is_not_there(world):
    for zone in ("seat_1", "muck"):
        world.reader(zone).front.plug(False)
    assert spi(world, 20, ASK) == (b"\xff" * 6, b"\xff" * 13)
    assert hsu(world, ASK) == b""


def test_irq_is_low_while_a_frame_waits(world):
    """pn532.md 1.6: low from ACK or response ready until it has been read; SAMConfiguration's third byte 00 keeps
    it high."""
    chip = world.reader("seat_1").chip

    def level():
        return chip.irq(world.clock.now)

    world.clock.advance(10_000)
    spi_read(world, 20, 13)
    assert level() == 1
    world.spis[8].write(20, mirrored(b"\x01" + ASK))
    assert level() == 1
    world.clock.advance(1500)
    assert level() == 0
    assert spi_read(world, 20, 6) == ACK
    assert level() == 1
    world.clock.advance(2500)
    assert level() == 0
    spi_read(world, 20, 13)
    assert level() == 1
    spi(world, 20, bytes.fromhex("0000ff05fbd4140114000300"))
    world.clock.advance(10_000)
    world.spis[8].write(20, mirrored(b"\x01" + ASK))
    world.clock.advance(1500)
    assert level() == 1
