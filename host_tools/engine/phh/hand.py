"""A hand as it stands in a PHH file, and the error for a file that is none."""

import random
from typing import Any, NamedTuple

from host_tools.engine.events import Event
from host_tools.engine.state import State
from railbird.rules.cards import DECK_SIZE, NO_CARD


class PhhError(ValueError):
    """A file that is no hand: one line with the file, the field and what was expected there; `variant` where the file
    has one.
    """

    def __init__(self, file: str, field: str, expected: str, variant: str | None = None) -> None:
        super().__init__(" ".join(f"{file}: {field}: expected {expected}".split())[:400])
        self.file = file
        self.field = field
        self.expected = expected
        self.variant = variant


class Hand(NamedTuple):
    """A hand read from a file. Amounts in the file's unit, tuples in the order of `seats` (p1, p2, ...)."""

    file: str
    start: State
    seats: tuple[int, ...]
    button: int  # 0 in stud
    events: tuple[Event, ...]  # every event of the hand, forced bets and awards included
    stacks: tuple[int, ...]  # before the hand
    finishing_stacks: tuple[int, ...] | None  # as the file has them
    players: tuple[str, ...]  # empty when the file names none
    notes: tuple[tuple[str, Any], ...] = ()  # the fields that play no part, in order


def fill(hand: Hand, seed: int) -> tuple[Event, ...]:
    """The hand's events with an unused card in every unknown place, the same for the same seed.

    Only for games without discards: a discard that is unknown stays so.
    """
    known = {event[2] for event in hand.events if event[0] == "deal"}
    known |= {event[1] for event in hand.events if event[0] in ("burn", "board")}
    unused = [card for card in range(DECK_SIZE) if card not in known]
    random.Random(seed).shuffle(unused)
    result: list[Event] = []
    for event in hand.events:
        if event[0] == "deal" and event[2] == NO_CARD:
            event = ("deal", event[1], unused.pop(), event[3])
        elif event == ("burn", NO_CARD):
            event = ("burn", unused.pop())
        result.append(event)
    return tuple(result)
