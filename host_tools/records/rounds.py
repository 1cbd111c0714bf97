"""The dealer's log of a round: a record or a waiver for each of the nine items of (f)(6)."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from host_tools.engine.state import State
from host_tools.records import models
from host_tools.records.desk import Desk

ITEMS = tuple(f"f(6)({number})" for number in ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"))
COUNT_WITHIN_MS = 900_000  # f(6)(iv)
DECISIONS = ("fold", "check", "call", "bet", "raise", "bring_in", "discard", "show", "muck")


class House(NamedTuple):
    """What a round can be held against: `holding` how the dealer holds the deck in this shift, '' not recorded; `burns`
    and `muck` whether readers see them; `rake` and `contribution` what was taken, None where the house takes none.
    """

    holding: str = ""
    burns: bool = False
    muck: bool = False
    rake: int | None = None
    contribution: int | None = None


def log(desk: Desk, item: str, text: str, who: str = "", waiver: bool = False) -> None:
    """A record of the round of the hand in play, or a waiver; ValueError for what is no item of (f)(6)."""
    if item not in ITEMS:
        raise ValueError(f"{item}: expected one of {', '.join(ITEMS)}")
    desk.add(models.dealer_log, hand=desk.hand, item=item, waiver=waiver, text=text, who=who)


def log_round(desk: Desk, end: State, events: Iterable[tuple[Any, ...]], house: House) -> None:
    """What is known of a completed round without asking anybody."""
    decisions = sum(event[0] in DECISIONS for event in events)
    log(desk, "f(6)(ii)", f"{decisions} decisions called for and told")
    if house.holding:
        log(desk, "f(6)(i)", house.holding)
    if house.burns:
        log(desk, "f(6)(iii)", f"{len(end.burns)} burns, watched by a reader")
    good = [row.at for row in desk.rows(models.counts, good=True) if desk.now() - row.at <= COUNT_WITHIN_MS]
    if good:
        log(desk, "f(6)(iv)", f"52 of 52, {(desk.now() - good[-1]) // 1000} s before the end of the round")
    pots = [award.pot for award in end.awards]
    log(desk, "f(6)(v)", f"pushed to seat {', '.join(str(award.seat) for award in end.awards)}")
    log(desk, "f(6)(vi)", f"{len(set(pots)) - 1} side pots before the main pot", waiver=len(set(pots)) == 1)
    if house.muck:
        log(desk, "f(6)(vii)", "hands counted back by the reader of the muck")
    for item, name, amount in (("viii", "rake", house.rake), ("ix", "jackpot", house.contribution)):
        text = f"{amount} taken" if amount is not None else f"no {name} at this table"
        log(desk, f"f(6)({item})", text, waiver=amount is None)


def missing(logged: Iterable[str]) -> tuple[str, ...]:
    """The items of which a round has neither record nor waiver."""
    there = set(logged)
    return tuple(item for item in ITEMS if item not in there)
