"""One reader through Adafruit's driver: against the simulated chip, and where the extra is not installed."""

import pytest

from host_tools.bench import adafruit
from host_tools.bringup import InputError
from host_tools.bringup.probe import ask, over_i2c, over_uart
from host_tools.virtual.tag import Tag
from host_tools.virtual.world import World

NTAG = bytes.fromhex("04112233445566")
BOARD = {
    "buses": ((0, 4, 5, 400_000),),
    "muxes": (),
    "readers": (("seat_1", 0, -1, 0, "all", 2, None),),
    "couplings": (),
}


@pytest.fixture
def reader():
    """(the driver, the world of its one reader)."""
    world = World(BOARD)
    with adafruit.library() as library:
        adafruit.keep_time(world.clock)
        yield library.PN532_I2C(adafruit.I2C(world.buses[0], lambda: world.clock.advance(2000))), world


def test_it_says_what_it_is_and_names_each_tag_once(reader):
    driver, world = reader
    world.antenna("seat_1").place(Tag(NTAG))
    heard = []
    said = ask(driver, 3, lambda: world.clock.now / 1e6, heard.append)
    assert said.firmware == (0x32, 1, 6, 7)
    assert said.uids == tuple(heard) == (NTAG.hex(),)


def test_it_hears_nothing_where_nothing_lies(reader):
    driver, world = reader
    said = ask(driver, 2, lambda: world.clock.now / 1e6, lambda _: pytest.fail("nothing lies there"))
    assert said.uids == ()


@pytest.mark.parametrize("make", [lambda: over_i2c("/dev/i2c-1"), lambda: over_uart("/dev/ttyUSB0")])
def test_without_the_extra_one_line_says_so(make):
    with pytest.raises(
        InputError, match=r"railbird probe needs its extra: pip install 'railbird\[probe\]' \("
    ):
        make()


def test_a_bus_that_is_none():
    with pytest.raises(InputError, match="--i2c /dev/spi0: expected /dev/i2c-N"):
        over_i2c("/dev/spi0")
