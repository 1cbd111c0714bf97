"""Nine seats, five board places, burn, muck and count: the table the simulated hands are played on.

Rows: bus (id, sda, scl, Hz); mux (bus, address, reset pin); reader (zone, bus, mux or -1, channel, sight,
limit, reset line or None); coupling (zone, zone): antennas that hear each other and are never on together.
`limit` is the number of tags that belong there at once: a stacked pair at a seat, one card at a board place.
Outputs (kind, pin, count): a light strip with a lamp a seat and one before the dealer, a buzzer.
`max_fields_on`, where a board has it, is how many fields the supply feeds at once, 100 mA each; without it, all.
Reset lines "sr0", "sr1".. are the outputs of a chain of shift registers; multiplexers have a pin each.
"""

BOARD = {
    "name": "virtual_9",
    "seats": 9,
    "buses": (
        (0, 4, 5, 400000),
        (1, 6, 7, 400000),
    ),
    "muxes": (
        (0, 0x70, 10),
        (0, 0x71, 11),
        (1, 0x70, 12),
    ),
    "readers": (
        ("seat_1", 0, 0, 0, "all", 4, "sr0"),
        ("seat_2", 0, 0, 1, "all", 4, "sr1"),
        ("seat_3", 0, 0, 2, "all", 4, "sr2"),
        ("seat_4", 0, 0, 3, "all", 4, "sr3"),
        ("seat_5", 0, 0, 4, "all", 4, "sr4"),
        ("seat_6", 0, 0, 5, "all", 4, "sr5"),
        ("seat_7", 0, 0, 6, "all", 4, "sr6"),
        ("seat_8", 0, 0, 7, "all", 4, "sr7"),
        ("seat_9", 0, 1, 0, "all", 4, "sr8"),
        ("board_1", 0, 1, 1, "all", 1, "sr9"),
        ("board_2", 0, 1, 2, "all", 1, "sr10"),
        ("board_3", 0, 1, 3, "all", 1, "sr11"),
        ("board_4", 0, 1, 4, "all", 1, "sr12"),
        ("board_5", 0, 1, 5, "all", 1, "sr13"),
        ("burn", 1, 2, 0, "passing", 2, "sr14"),
        ("muck", 1, 2, 1, "passing", 2, "sr15"),
        ("count", 1, 2, 2, "passing", 2, "sr16"),
    ),
    "idle_decks": ("tray", 1),
    "couplings": (
        ("seat_1", "seat_2"),
        ("seat_2", "seat_3"),
        ("seat_3", "seat_4"),
        ("seat_4", "seat_5"),
        ("seat_5", "seat_6"),
        ("seat_6", "seat_7"),
        ("seat_7", "seat_8"),
        ("seat_8", "seat_9"),
        ("board_1", "board_2"),
        ("board_2", "board_3"),
        ("board_3", "board_4"),
        ("board_4", "board_5"),
        ("burn", "muck"),
        ("muck", "count"),
    ),
    "outputs": (
        ("strip", 16, 10),
        ("buzzer", 17, 1),
    ),
}
