"""The stub put down on the felt in a hand: a lammer lies on top of it until it is taken up again, f(6)(i).

Of a stub an antenna powers two tags at most, so one card of the deck in play at a spot where none is dealt to is a stub
put down. A table that knows no lammers has nobody to remind.
"""

from collections.abc import Sequence

from host_tools.chip_registry import Kind
from railbird import facts
from railbird.rules import cards

RULE = "f(6)(i)"
GRACE_MS = 3000  # a hand that sets it down puts the lammer on within that time
SPOTS = (facts.Z_COUNT, facts.Z_PARK)


class StubDown:
    """Follows the facts of one table, whose registry of chips has these `kinds` by number."""

    def __init__(self, kinds: Sequence[Kind]) -> None:
        self._lammers = frozenset(number for number, kind in enumerate(kinds) if kind.sort == "lammer")
        self._in_hand = False
        self._deck: int | None = None  # in play, as the first card dealt tells
        # By spot: since when (ms) each card lies there, and how many lammers of each kind.
        self._stub: dict[int, dict[int, int]] = {spot: {} for spot in SPOTS}
        self._marked: dict[int, dict[int, int]] = {spot: {} for spot in SPOTS}
        self._told: set[int] = set()

    def fact(self, t_ms: int, kind: int, zone: int, code: int, arg: int) -> None:
        """A fact at the table's time."""
        if kind == facts.HAND:
            self._in_hand = True
            self._deck = None
        elif kind in (facts.END, facts.MISDEAL, facts.DEAD):
            self._in_hand = False
            self._told.clear()
        elif kind == facts.DEALT:
            self._deck = cards.deck_of(code)
        if zone not in self._stub:
            return
        if kind == facts.SIGHT:
            self._stub[zone][code] = t_ms
        elif kind == facts.LIFT:
            self._stub[zone].pop(code, None)
            if not self._stub[zone]:
                self._told.discard(zone)
        elif kind == facts.PIECES and code in self._lammers:
            self._marked[zone][code] = arg

    def due(self, t_ms: int) -> list[int]:
        """The spots at which a stub lies without a lammer by now, each told once until it is taken up."""
        if not self._in_hand or not self._lammers:
            return []
        found = []
        for spot, lying in self._stub.items():
            since = [began for code, began in lying.items() if cards.deck_of(code) == self._deck]
            marked = any(self._marked[spot].values())
            if since and t_ms - min(since) >= GRACE_MS and not marked and spot not in self._told:
                found.append(spot)
        self._told.update(found)
        return found
