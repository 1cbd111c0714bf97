"""The one table of games, read by the device's rules core and by the host's engine.

A game is one row: `max_seats`, `order`, `streets`, `hole`, `rankings`.

order    who is dealt first: 'button' = the seat after the button, the button last (5324.42(i)(5));
         'left' = the first seat on the dealer's left (h)(3)
streets  (deal script, opener, bet tier) each. The script's letters, in the order of the text: `d`/`u` a
         card down/up to every seat in the hand, `b` burn, `c` community card, `x` every seat discards one,
         `w` draw. The opener of the betting round that follows: 'blind' = after the last blind, 'left' =
         first seat in the hand after the button. Tier 0/1 is the small/big bet of a fixed limit.
hole     how many own cards a hand uses: 0 = any of them, 2 = exactly two (Omaha)
rankings one entry: the whole pot; two: high half, low half

Rows are tuples and strings only, so that one file imports on CPython and on MicroPython and weighs little.
"""

MAX_SEATS = 11  # (a)(1): at most 11 player positions

_FLOP_STREETS = (("bccc", "left", 0), ("bc", "left", 1), ("bc", "left", 1))

GAMES = {
    "holdem": (11, "button", (("dd", "blind", 0),) + _FLOP_STREETS, 0, ("high",)),  # (i)(2), (i)(5)-(9)
}


def max_seats(game: str) -> int:
    """Most seats that may be dealt in."""
    return GAMES[game][0]


def order(game: str) -> str:
    """'button' or 'left': who is dealt first."""
    return GAMES[game][1]


def streets(game: str) -> "tuple[tuple[str, str, int], ...]":
    """The streets, each (deal script, opener, bet tier)."""
    return GAMES[game][2]


def hole_used(game: str) -> int:
    """How many own cards a hand must use; 0 when any mix is allowed."""
    return GAMES[game][3]


def rankings(game: str) -> "tuple[str, ...]":
    """The rankings that share the pot, high before low."""
    return GAMES[game][4]
