"""The paragraphs of 9 NYCRR 5324.42 that verdicts rest on, by number, and those of each game's streets.

A number is what travels and is journaled; `railbird.words.RULES` has its name.
"""

from micropython import const

from railbird.rules import games

WRONG_START = const(1)  # fewer than two players have wagered voluntarily
WRONG_START_LATE = const(2)
NOT_DEALT_IN = const(3)  # the same
NOT_DEALT_IN_LATE = const(4)
NOT_SHUFFLED = const(5)
TWO_FACE_UP = const(6)
INELIGIBLE = const(7)
UNSOUND_DECK = const(8)
FACE_UP = const(9)
EXPOSED_STUD7 = const(10)
EXPOSED_STUD5 = const(11)
OFF_TABLE = const(12)
EXPOSED = const(13)
SEATED_ONLY = const(14)
ONE_DECK = const(15)
ALTERNATE = const(16)
COUNT = const(17)
BURNS_APART = const(18)
EXPOSED_BOTH = const(19)
HANDS_BACK = const(43)

_STUD7 = b"\x14\x15\x16\x16\x16"
_HOLDEM = b"\x17\x18\x19\x1a"
_OMAHA = b"\x1b\x18\x19\x1a"  # j(5) sends to the hold'em streets (X13)
_DRAW = b"\x1c\x1d"
_PINEAPPLE = b"\x25\x27\x29\x2a"

# In the order of `games.NAMES`: one paragraph a street, and where own cards are discarded or drawn when it is another.
_GAMES: "tuple[tuple[bytes, int], ...]" = (
    (_HOLDEM, 0),
    (_STUD7, 0),
    (_STUD7, 0),
    (_STUD7, 0),
    (_STUD7, 0),
    (_OMAHA, 0),
    (_OMAHA, 0),
    (_DRAW, 31),  # k(6) is absent: the draw itself as in l(6) (X03)
    (_DRAW, 31),
    (b"\x1e\x1f\x20\x21", 0),  # triple draw
    (b"\x22\x23\x24\x24", 0),  # five-card stud
    (_PINEAPPLE, 38),
    (_PINEAPPLE, 40),  # crazy pineapple
)


def _of(game: str) -> "tuple[bytes, int]":
    return _GAMES[games.NAMES.index(game)]


def deals(game: str, street: int) -> int:
    """The number of the paragraph by which a street is dealt."""
    return _of(game)[0][street]


def draws(game: str, street: int) -> int:
    """The number of the paragraph by which own cards are discarded or drawn in a street."""
    return _of(game)[1] or deals(game, street)


def exposed(game: str) -> int:
    """The number of the paragraph on a down card dealt face up; 0 where there is none: in the draw games. Pineapple
    follows hold'em (P10).
    """
    if games.order(game) == "left":
        return EXPOSED_STUD5 if len(games.streets(game)) == 4 else EXPOSED_STUD7
    return 0 if "w" in games.streets(game)[1][0] else EXPOSED
