"""A street's deal script spelled out for the seats still in: one place after another, as `State.next` has it."""

from functools import lru_cache

from host_tools.engine.events import BOARD, BURN, SHUFFLE, Event

DRAW: Event = ("draw",)  # every seat discards and draws, in turn
GIVE_UP: Event = ("give up",)  # every seat discards one
DRAW_BURN: Event = ("draw burn",)  # a burn that a draw may find no card for
END: Event = ("end",)  # the betting round
_PLACES = {"b": BURN, "c": BOARD, "s": SHUFFLE, "w": DRAW, "x": GIVE_UP}


@lru_cache(maxsize=1024)
def plan(seats: tuple[int, ...], live: int, script: str) -> tuple[Event, ...]:
    """`script` as in the table of games, and `s` for a shuffle of the burns; `live` is a set of positions."""
    places: list[Event] = []
    for letter in script:
        if letter in "du":
            places += [("deal", seat, letter) for index, seat in enumerate(seats) if live >> index & 1]
        elif letter == "b" and "w" in script:
            places.append(DRAW_BURN)
        else:
            places.append(_PLACES[letter])
    return (*places, END)
