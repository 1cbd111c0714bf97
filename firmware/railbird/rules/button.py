"""The button: where it starts, where it goes, 5324.42(i)(3).

A set of seats is a bitmap, bit 0 = seat 1, up to bit 10 = seat 11.
"""

from railbird.rules.games import MAX_SEATS


def holds(seats: int, seat: int) -> bool:
    """Whether `seat` is in the bitmap; a number that is no seat never is."""
    return 1 <= seat <= MAX_SEATS and seats >> (seat - 1) & 1 == 1


def count(seats: int) -> int:
    """How many seats a bitmap has."""
    number = 0
    while seats:
        seats &= seats - 1
        number += 1
    return number


def next_seat(seats: int, seat: int) -> int:
    """The next seat of the bitmap clockwise from `seat` (0 = the dealer's place), which may be `seat` itself
    when it is the only one; 0 when the bitmap is empty.
    """
    for step in range(1, MAX_SEATS + 1):
        other = seat + step
        if other > MAX_SEATS:
            other -= MAX_SEATS
        if seats >> (other - 1) & 1:
            return other
    return 0


def first_button(seats: int) -> int:
    """Where the button starts: the first player to the dealer's right, (i)(3)(i); 0 when there is none."""
    for seat in range(MAX_SEATS, 0, -1):
        if seats >> (seat - 1) & 1:
            return seat
    return 0
