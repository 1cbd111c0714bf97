"""The one table of games, read by the device's rules core and by the host's engine.

A game is one row: `max_seats`, `order`, `streets`, `hole`, `rankings`; what each means is said by the function
that reads it. The paragraph beside a row names the game in 5324.42.

Rows are tuples and strings only, so that one file imports on CPython and on MicroPython and weighs little.
"""

MAX_SEATS = 11  # (a)(1): at most 11 player positions

_BLIND = "blind"
_LEFT = "left"
_TURN_RIVER = (("bc", _LEFT, 1), ("bc", _LEFT, 1))
_FLOP_STREETS = (("bccc", "left", 0),) + _TURN_RIVER
_OMAHA = (("dddd", _BLIND, 0),) + _FLOP_STREETS
_DRAW = (("ddddd", _BLIND, 0), ("bw", _LEFT, 1))
_TRIPLE_DRAW = (("ddddd", _BLIND, 0), ("bw", _LEFT, 0), ("bw", _LEFT, 1), ("bw", _LEFT, 1))


def _stud(first: str, later: str) -> "tuple[tuple[str, str, int], ...]":
    """(h)(3)-(8): the forced bet by one card showing, the later openers by the hand showing."""
    return (("ddu", first, 0), ("bu", later, 0), ("bu", later, 1), ("bu", later, 1), ("bd", later, 1))


_PINEAPPLE = (("ddd", _BLIND, 0), ("xbccc", _LEFT, 0)) + _TURN_RIVER
_CRAZY = (("ddd", _BLIND, 0), ("bcccx", _LEFT, 0)) + _TURN_RIVER
_STUD5 = (("du", "low", 0), ("bu", "best", 0), ("bu", "best", 1), ("bu", "best", 1))
_HIGH = ("high",)

# The order of the names is their number on the wire and in the journal: append only.
NAMES = (
    "holdem",
    "stud7_high",
    "stud7_low",
    "stud7_hl",
    "stud7_hl8",
    "omaha_high",
    "omaha_hl8",
    "draw5_high",
    "draw5_low",
    "triple_draw_27",
    "stud5_high",
    "pineapple",
    "crazy_pineapple",
)

GAMES = {
    "stud7_high": (8, _LEFT, _stud("low", "best"), 0, _HIGH),  # (h)
    "stud7_low": (8, _LEFT, _stud("high", "best low"), 0, ("a5",)),  # (h)
    "stud7_hl": (8, _LEFT, _stud("king", "best"), 0, ("high", "a5")),  # (h)
    "stud7_hl8": (8, _LEFT, _stud("low", "best"), 0, ("high", "8b")),  # (h)
    "holdem": (11, "button", (("dd", _BLIND, 0),) + _FLOP_STREETS, 0, _HIGH),  # (i)
    "omaha_high": (10, "button", _OMAHA, 2, _HIGH),  # (j)
    "omaha_hl8": (10, "button", _OMAHA, 2, ("high", "8b")),  # (j)
    "draw5_high": (8, "button", _DRAW, 0, _HIGH),  # (k), seats by X02
    "draw5_low": (8, "button", _DRAW, 0, ("a5",)),  # (k), seats by X02
    "triple_draw_27": (7, "button", _TRIPLE_DRAW, 0, ("27",)),  # (l)
    "stud5_high": (8, _LEFT, _STUD5, 0, _HIGH),  # (m), seats by X06
    "pineapple": (11, "button", _PINEAPPLE, 0, _HIGH),  # (n)
    "crazy_pineapple": (11, "button", _CRAZY, 0, _HIGH),  # (n)
}


def max_seats(game: str) -> int:
    """Most seats that may be dealt in."""
    return GAMES[game][0]


def order(game: str) -> str:
    """Who is dealt first: 'button' = the seat after the button, the button last (i)(5); 'left' = the first
    seat on the dealer's left (h)(3), and there is no button.
    """
    return GAMES[game][1]


def streets(game: str) -> "tuple[tuple[str, str, int], ...]":
    """The streets, each (deal script, opener, bet tier).

    The script's letters, in the order of the text: `d`/`u` a card down/up to every seat in the hand, `b` burn,
    `c` community card, `x` every seat discards one, `w` every seat draws, one after the other.

    The opener of the betting round that follows: 'blind' = after the last blind; 'left' = the first seat in the
    hand after the button; 'low', 'high', 'king' = the forced bet, by the lowest or highest card showing, or the
    highest with the ace below the two (h)(4); 'best', 'best low' = the best high or low hand showing (h)(6).

    Tier 0/1 is the small/big bet of a fixed limit.
    """
    return GAMES[game][2]


def hole_used(game: str) -> int:
    """How many own cards a hand must use; 0 when any mix is allowed, 2 in Omaha (j)(6)."""
    return GAMES[game][3]


def rankings(game: str) -> "tuple[str, ...]":
    """The rankings that share the pot, high before low: 'high', 'a5' ace-to-five, '27' deuce-to-seven, '8b' a
    low of eight or better. One: the whole pot; two: half each.
    """
    return GAMES[game][4]
