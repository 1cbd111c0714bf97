"""The way of a verdict or a card: the bytes on the bus, the sighting, the input, what the table made of it, the rule.

`about` is 'verdict-N', N its number, or 'card-ZONE-N', the N-th card dealt to a zone in this hand. The UID in the bytes
would tell the card in every later hand, so only a role that sees all gets bytes, and the floor those of a verdict.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from host_tools.link.events import Fact
from host_tools.live.picture import Eyes
from host_tools.live.roles import FLOOR, HEARS_NAMES, SEES_ALL
from host_tools.live.watch import Watch
from railbird import facts, words
from railbird.rules import cards

Frames = Sequence[tuple[int, str, str]]  # time in us, '>' to the reader or '<' from it, bytes in hex

_NAMES_CARD = (facts.SIGHT, facts.LIFT, facts.TWICE, facts.DEALT, facts.CONFLICT)


def way(watch: Watch, traces: Mapping[int, Frames], about: str, role: str) -> Mapping[str, Any] | None:
    """How it came about, as far as `role` may know; None for what is not kept, or not this role's to see."""
    kind, _, rest = about.partition("-")
    eyes = Eyes(role, watch.tracker)
    if kind == "verdict" and rest.isdecimal():
        noted = next((noted for noted in watch.verdicts if noted.number == int(rest)), None)
        if noted is None:
            return None
        steps = _same_input(watch, noted.fact)
        sees_bytes = role in SEES_ALL or role == FLOOR
        verdict = noted.verdict
        rule = {"rule": words.rule_of(verdict.code, verdict.arg), "advice": verdict.advice}
        named = role in HEARS_NAMES
        return _told(watch, steps, traces, noted.fact.input_seq, eyes, sees_bytes, named) | rule
    zone, _, nth = rest.rpartition("-")
    if kind != "card" or not nth.isdecimal():
        return None
    dealt = _dealt(watch, zone, int(nth))
    if dealt is None or eyes.name(cards.card_of(watch.code_of(watch.hand, dealt))) is None:
        return None
    steps = _same_input(watch, dealt)
    return _told(watch, steps, traces, dealt.input_seq, eyes, role in SEES_ALL, False)


def _same_input(watch: Watch, fact: Fact) -> list[tuple[int, Fact]]:
    """Everything that the table made of the input from which a fact comes, with the hand."""
    return [
        (hand, other)
        for hand, kept in watch.kept
        for other in kept
        if other.input_seq == fact.input_seq and abs(other.t_ms - fact.t_ms) < 60_000
    ]


def _dealt(watch: Watch, zone: str, nth: int) -> Fact | None:
    """The latest word on the n-th card of a zone."""
    found = None
    for fact in watch.kept[-1][1]:
        if fact.kind == facts.DEALT and words.zone_name(fact.zone) == zone and fact.arg & 255 == nth:
            found = fact
    return found


def _told(
    watch: Watch,
    steps: Sequence[tuple[int, Fact]],
    traces: Mapping[int, Frames],
    seq: int,
    eyes: Eyes,
    sees_bytes: bool,
    named: bool,
) -> dict[str, Any]:
    return {
        "input": seq,
        "steps": [
            step(fact, watch.code_of(hand, fact), eyes if hand == watch.hand else None, named)
            for hand, fact in steps
        ],
        "bytes": [list(frame) for frame in traces.get(seq, ())] if sees_bytes else None,
    }


def step(fact: Fact, code: int, eyes: Eyes | None, named: bool) -> dict[str, Any]:
    """A fact about a tag code as a row of the page; without `eyes`, as for an earlier hand, of which nobody sees more
    than it says.
    """
    card = cards.card_of(code)
    name = None
    if (
        (fact.kind in _NAMES_CARD or fact.kind == facts.VERDICT)
        and card < cards.DECK_SIZE
        and code != cards.NO_CARD
    ):
        name = cards.name(card) if named else eyes and eyes.name(card)
    return {
        "t_ms": fact.t_ms,
        "kind": words.KIND_NAMES[fact.kind],
        "zone": words.zone_name(fact.zone) if fact.zone != facts.NO_ZONE else None,
        "card": name,
    }
