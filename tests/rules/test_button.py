"""The button, i(3): where it starts and where it goes. Seats are bitmaps, bit 0 = seat 1."""

import pytest

from railbird.rules import button


def bitmap(*seats):
    return sum(1 << (seat - 1) for seat in seats)


@pytest.mark.parametrize(("seats", "first"), [((1, 4, 6, 9), 9), ((2, 3), 3), ((11, 1), 11), ((), 0)])
def test_the_button_starts_at_the_dealers_right(seats, first):
    """i(3)(i): occupied 1, 4, 6, 9 -> seat 9; 2, 3 -> seat 3."""
    assert button.first_button(bitmap(*seats)) == first


def test_the_button_moves_clockwise_over_empty_seats():
    """i(3)(iii): occupied 1, 4, 6, 9: 9 -> 1 -> 4 -> 6 -> 9."""
    seats = bitmap(1, 4, 6, 9)
    assert [button.next_seat(seats, seat) for seat in (9, 1, 4, 6)] == [1, 4, 6, 9]


@pytest.mark.parametrize(
    ("seats", "seat", "after"),
    [
        ((1, 11), 11, 1),
        ((1, 11), 1, 11),
        ((5,), 5, 5),
        ((2, 7), 0, 2),
        ((2, 7), 4, 7),
        ((2, 7), 8, 2),
        ((), 3, 0),
    ],
)
def test_the_next_seat(seats, seat, after):
    assert button.next_seat(bitmap(*seats), seat) == after


def test_seats_of_a_bitmap():
    assert button.count(0) == 0
    assert button.count(bitmap(*range(1, 12))) == 11
    assert button.count(bitmap(3, 11)) == 2
    assert [seat for seat in range(-1, 14) if button.holds(bitmap(3, 11), seat)] == [3, 11]
