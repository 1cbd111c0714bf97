"""Eleven seats, five board places and six dealer spots: 22 readers on three multiplexers and two buses.

Rows as in `virtual_9`. The dealer sits between seat 11 and seat 1, so those two do not couple.
Of a parked deck the antenna powers the outermost two cards and no more.
"""

BOARD = {
    "name": "casino_11",
    "seats": 11,
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
        ("seat_10", 0, 1, 1, "all", 4, "sr9"),
        ("seat_11", 0, 1, 2, "all", 4, "sr10"),
        ("board_1", 0, 1, 3, "all", 1, "sr11"),
        ("board_2", 0, 1, 4, "all", 1, "sr12"),
        ("board_3", 0, 1, 5, "all", 1, "sr13"),
        ("board_4", 0, 1, 6, "all", 1, "sr14"),
        ("board_5", 0, 1, 7, "all", 1, "sr15"),
        ("burn", 1, 2, 0, "passing", 2, "sr16"),
        ("muck", 1, 2, 1, "passing", 2, "sr17"),
        ("count", 1, 2, 2, "passing", 2, "sr18"),
        ("park", 1, 2, 3, "all", 2, "sr19"),
        ("rake", 1, 2, 4, "all", 2, "sr20"),
        ("pot", 1, 2, 5, "all", 2, "sr21"),
    ),
    "idle_decks": ("park", 1),
    "couplings": (
        ("seat_1", "seat_2"),
        ("seat_2", "seat_3"),
        ("seat_3", "seat_4"),
        ("seat_4", "seat_5"),
        ("seat_5", "seat_6"),
        ("seat_6", "seat_7"),
        ("seat_7", "seat_8"),
        ("seat_8", "seat_9"),
        ("seat_9", "seat_10"),
        ("seat_10", "seat_11"),
        ("board_1", "board_2"),
        ("board_2", "board_3"),
        ("board_3", "board_4"),
        ("board_4", "board_5"),
        ("burn", "muck"),
        ("muck", "count"),
        ("count", "park"),
    ),
}
