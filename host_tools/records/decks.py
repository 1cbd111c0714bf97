"""What becomes of a deck: given out (a)(5)(ii), looked through (d), in play, put into a bag 5322.15(c)(2)."""

from typing import Any

from host_tools.engine.events import IllegalEvent
from host_tools.records import models
from host_tools.records.desk import Desk

WHAT = ("distributed", "inspected", "in play", "removed", "bagged")


def record(desk: Desk, what: str, deck: str, **more: Any) -> None:
    """What happened to a deck; `more` as in the table of decks. IllegalEvent for what is none of WHAT, an inspection
    without the colour of the back or by nobody, a bag without its number or without who has signed it.
    """
    if what not in WHAT or not deck:
        raise IllegalEvent(f"{what} {deck!r}: expected one of {', '.join(WHAT)}, and a deck", "d")
    needed = {"inspected": ("back", "who"), "bagged": ("bag", "who")}.get(what, ())
    blank = [name for name in needed if not more.get(name)]
    if blank:
        raise IllegalEvent(f"deck {deck}, {what}: {', '.join(blank)} is to be recorded", "5322.15(c)")
    desk.add(models.decks, what=what, deck=deck, **more)


def unbagged(desk: Desk) -> tuple[str, ...]:
    """The decks that were removed and whose bag is not recorded."""
    rows = desk.rows(models.decks)
    bags = {row.deck for row in rows if row.what == "bagged"}
    return tuple(row.deck for row in rows if row.what == "removed" and row.deck not in bags)
