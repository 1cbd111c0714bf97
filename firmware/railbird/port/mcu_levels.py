"""The levels of an I2C bus on a MicroPython board, for the bench alone: a table only asks whether a line is held."""

import machine


def levels(row: tuple[int, int, int, int]) -> int:
    """1 where SDA of the bus `row` (unit, sda, scl, freq_hz) is high, and 2 where SCL is."""
    return machine.Pin(row[1])() | machine.Pin(row[2])() << 1
