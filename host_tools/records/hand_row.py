"""A hand as it is kept: its inputs, and its PHH text where it is a hand that PHH can tell."""

from collections.abc import Sequence
from functools import reduce
from typing import Any

from host_tools.engine import Event, IllegalEvent, State, apply
from host_tools.engine.phh import Hand, PhhError, parse_text, write


def ended(
    start: State | None,
    events: Sequence[Event],
    end: State | None,
    outcome: str,
    rake: int = 0,
    contribution: int = 0,
) -> dict[str, Any]:
    """What is filled in when a hand ends: `start` and `events` of the engine, the hand at its `end`, the `outcome` as
    in the table of hands; the pot is what it was before the house took anything. A hand that ends before the engine's
    does is unfinished.
    """
    whole = outcome == "complete" and end is not None and end.finished
    if outcome == "complete" and not whole:
        outcome = "unfinished"
    return {
        "outcome": outcome,
        "rake": rake,
        "inputs": [list(event) for event in events],
        "pot": rake + contribution + sum(award.amount for award in end.awards) if whole and end else 0,
        "winners": [[award.seat, award.amount] for award in end.awards] if whole and end else None,
        "phh": phh(start, events, end) if whole and start is not None and end is not None else None,
    }


def phh(start: State, events: Sequence[Event], end: State) -> str | None:
    """The hand as a PHH file, without rake, which is read back before it is believed. None for a hand that PHH cannot
    tell: where the events alone do not lead to its `end`, as after a mishap that the floor put right, or a missed blind
    was posted.
    """
    if any(event[0] == "dead" for event in events):
        return None
    try:
        told = reduce(apply, events, start)
        if not told.finished or told.dealt != end.dealt:
            return None
        stacks = tuple(told.stack(seat) for seat in start.seats)
        text = write(
            Hand("", start, start.seats, start.button, tuple(events), start.setup.stacks, stacks, ())
        )
        again = parse_text(text, "record")
        read = reduce(apply, again.events, again.start)
    except (IllegalEvent, PhhError):
        return None
    return text if (read.dealt, read.stacks()) == (told.dealt, told.stacks()) else None
