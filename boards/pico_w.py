"""A small real table on one Pico W: four seats, three antennas for the board, one for the muck; eight readers.

Rows as in `virtual_9`. The antenna of the first board place takes in the whole flop, three cards side by side; turn
and river have their own. There is no reader for the burns, which are inferred, and none for counting: the deck is
counted over the muck. One multiplexer and one bus carry all of it, one shift register at the GPIOs (data, clock, latch)
of `shift` its reset lines. GPIO 22 tied to ground when power comes opens maintenance. The watchdog resets a table whose
loop has hung for eight seconds.
"""

BOARD = {
    "name": "pico_w",
    "mcu": "rp2040",
    "seats": 4,
    "buses": ((0, 4, 5, 400000),),
    "muxes": ((0, 0x70, 6),),
    "readers": (
        ("seat_1", 0, 0, 0, "all", 4, "sr0"),
        ("seat_2", 0, 0, 1, "all", 4, "sr1"),
        ("seat_3", 0, 0, 2, "all", 4, "sr2"),
        ("seat_4", 0, 0, 3, "all", 4, "sr3"),
        ("board_1", 0, 0, 4, "all", 3, "sr4"),
        ("board_4", 0, 0, 5, "all", 1, "sr5"),
        ("board_5", 0, 0, 6, "all", 1, "sr6"),
        ("muck", 0, 0, 7, "passing", 2, "sr7"),
    ),
    "shift": (10, 11, 12),
    "idle_decks": ("tray", 1),
    "strap": 22,
    "watchdog_ms": 8000,
    "couplings": (
        ("seat_1", "seat_2"),
        ("seat_2", "seat_3"),
        ("seat_3", "seat_4"),
        ("board_1", "board_4"),
        ("board_4", "board_5"),
    ),
    "outputs": (
        ("strip", 16, 5),
        ("buzzer", 17, 1),
    ),
}
