"""Numbers packed bit by bit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.rules.bits import Bits


def test_bits_by_hand() -> None:
    """5 in three bits, then 2 in two, the lowest bit first: 101 10 -> 0b10101 = 21."""
    buf = bytearray(1)
    bits = Bits(buf, False)
    assert (bits.field(5, 3), bits.field(2, 2), bits.used) == (5, 2, 5)
    assert buf == b"\x15"


fields = st.integers(1, 30).flatmap(lambda width: st.tuples(st.integers(0, (1 << width) - 1), st.just(width)))


@given(st.lists(fields, max_size=30), st.binary(min_size=4, max_size=4))
def test_what_was_written_is_read(written, numbers) -> None:
    buf = bytearray(b"\xff" * 200)
    bits, values = Bits(buf, False), bytearray(numbers)
    for value, width in written:
        bits.field(value, width)
    bits.array(values, range(1, 4), 8)
    again, read = Bits(buf, True), bytearray(4)
    assert [(again.field(0, width), width) for _, width in written] == written
    again.array(read, range(1, 4), 8)
    assert read[1:] == values[1:]
    assert again.used == bits.used


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        Bits(bytearray(9), False).field(8, 3)
    with pytest.raises(ValueError, match="buffer ends"):
        Bits(bytearray(1), True).field(0, 9)
