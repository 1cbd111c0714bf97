"""A hand looked at again, step by step: what a role could see of the table after each thing that was heard.

A step is a fact or a declaration with the secrets that came after it. The hand is told once more to a follower, and its
picture is made as the live one is: nobody sees more of a moment than he could see of it then, and the producer what has
become known since.
"""

from collections.abc import Sequence
from typing import Any

from host_tools.engine import Event
from host_tools.link.events import Fact
from host_tools.live.follow import Follower
from host_tools.live.picture import Eyes, Picture, picture
from host_tools.live.roles import HEARS_NAMES
from host_tools.live.tape import Item
from host_tools.live.watch import sentence
from host_tools.live.way import step
from railbird import facts

SHOWN = (
    "role", "hand", "seats", "board", "burns", "button", "expected", "held", "advice", "verdicts", "ledger", "counts",
    "readers", "lines",
)  # fmt: skip
SILENT = (facts.EXPECT, facts.CLEAN, facts.TIME)  # facts that make no step of their own
WORDS = {
    "undo": "the last declaration is taken back",
    "misdeal": "the hand is void",
    "replace": "the round is dead",
    "cancel": "the table has not taken the hand",
}


def ends(items: Sequence[Item]) -> list[int]:
    """Where each step ends: up to there the items have been told."""
    found: list[int] = []
    for index, item in enumerate(items):
        if item.kind == "table" or (not found and item.kind != "begin"):
            continue
        silent = item.kind in ("secret", "seated") or (item.kind == "fact" and item.args[2] in SILENT)
        if silent and found:
            found[-1] = index + 1
        else:
            found.append(index + 1)
    return found


def rows(items: Sequence[Item], follower: Follower, role: str) -> list[dict[str, Any]]:
    """Every step of a hand as a row, each as the role could know it when it was told."""
    told: list[dict[str, Any]] = []
    begun = 0
    for end in ends(items):
        for item in items[begun:end]:
            follower.take(item)
        first = next(item for item in items[begun:end] if item.kind != "table")
        told.append(_row(first if told else items[end - 1], follower, role))
        begun = end
    return told


def moment(items: Sequence[Item], follower: Follower, role: str, number: int) -> Picture | None:
    """The table after a step, from 1; None where there is none."""
    last = ends(items)
    if not 1 <= number <= len(last):
        return None
    for item in items[: last[number - 1]]:
        follower.take(item)
    assert follower.watch is not None
    shown = picture(follower.watch, role)
    return {key: shown[key] for key in SHOWN}


def _row(item: Item, follower: Follower, role: str) -> dict[str, Any]:
    watch = follower.watch
    assert watch is not None
    eyes = Eyes(role, watch.tracker)
    if item.kind == "fact":
        fact = Fact(*item.args)
        named = fact.kind == facts.VERDICT and role in HEARS_NAMES
        return step(fact, watch.code_of(watch.hand, fact), eyes, named)
    text = WORDS.get(item.kind, "the hand begins")
    if item.kind == "declare":
        text = _declared(item.args[0], eyes)
    return {"t_ms": item.now_ms, "kind": text, "zone": None, "card": None}


def _declared(event: Event, eyes: Eyes) -> str:
    if event[0] == "discard":
        number = event[2] if isinstance(event[2], int) else len(event[2])
        return f"seat {event[1]} discards {number}"
    return sentence(event, eyes.known, eyes.all)
