"""The flash: bits are only cleared, sectors are erased whole, and what an operation leaves when power goes in it."""

import pytest

from host_tools.virtual.flash import ERASED, PAGE, SECTOR, Flash, FlashError, Operation, apply, torn


@pytest.fixture
def costs():
    return []


@pytest.fixture
def flash(costs):
    return Flash(2, lambda kind, n: costs.append((kind, n)))


def test_a_program_clears_bits_and_an_erase_sets_them_all(flash):
    assert flash.read(0, 2) == b"\xff\xff"
    assert flash.program(0, b"\xf0\x0f")
    assert flash.program(0, b"\xc0\x0f")  # the same bits or fewer
    assert flash.read(0, 3) == b"\xc0\x0f\xff"
    with pytest.raises(FlashError, match="sets bits"):
        flash.program(0, b"\xc1")
    assert flash.erase(0)
    assert flash.read(0, SECTOR) == bytes([ERASED]) * SECTOR
    assert (flash.erases, flash.programs, flash.programmed) == ([1, 0], 2, 4)


def test_pages_and_sectors_are_charged(flash, costs):
    flash.program(PAGE - 16, bytes(32))  # over the edge of a page
    flash.program(2 * PAGE, bytes(2 * PAGE))
    flash.erase(1)
    assert costs == [("flash_page", 2), ("flash_page", 2), ("flash_erase", 1)]


@pytest.mark.parametrize(("at", "size"), [(2 * SECTOR, 1), (2 * SECTOR - 1, 2), (-1, 1)])
def test_what_lies_beyond_the_end_is_an_error(flash, at, size):
    with pytest.raises(FlashError, match="beyond"):
        flash.read(at, size)


def test_a_broken_flash_takes_nothing(flash):
    flash.broken = True
    assert not flash.program(0, b"\x00")
    assert not flash.erase(0)
    assert flash.read(0, 1) == b"\xff"


def test_recorded_operations_make_the_same_image(flash):
    flash.log = []
    flash.program(10, b"abc")
    flash.erase(0)
    flash.program(SECTOR, b"xyz")
    image = bytearray(b"\xff" * (2 * SECTOR))
    apply(image, flash.log)
    assert image == flash.image


@pytest.mark.parametrize(
    ("tear", "left"),
    [("nothing", b"\xff\xff\xff\xff"), ("half", b"ab\xff\xff"), ("all but one byte", b"abc\xff")],
)
def test_a_torn_program_has_a_beginning(tear, left):
    assert torn(b"\xff" * SECTOR, Operation(0, b"abcd"), tear)[:4] == left


def test_a_torn_erase_leaves_the_end_as_it_was():
    image = torn(b"\x00" * SECTOR, Operation(0, None), "half")
    assert image == b"\xff" * (SECTOR // 2) + b"\x00" * (SECTOR // 2)
