"""A hand told step by step, each with the paragraph of 9 NYCRR 5324.42 it rests on."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from host_tools.engine.events import Event, describe
from host_tools.engine.judge import apply
from host_tools.engine.posting import owes_bring_in
from host_tools.engine.ranking.naming import best_hand
from host_tools.engine.state import Award, State
from railbird.rules.cards import NO_CARD

FORCED = {
    "stud7_high": "h(4)(i)",
    "stud7_low": "h(4)(ii)",
    "stud7_hl": "h(4)(iii)",
    "stud7_hl8": "h(4)(iv)",
}
"""Who owes the forced bet, where the paragraph of the game has one for each variant."""

SHOWDOWNS = {
    "stud7_high": "h(9)(i)",
    "stud7_low": "h(9)(ii)",
    "stud7_hl": "h(9)(iii)",
    "stud7_hl8": "h(9)(iii)",
    "omaha_high": "j(6)(i)",
    "omaha_hl8": "j(6)(ii)",
    "draw5_high": "k(8)(i)",
    "draw5_low": "k(8)(ii)",
    "single_draw_27": "b(5)",  # not a game of the regulation
}
"""Who wins a showdown, likewise."""

NO_LOW = {"stud7_hl8": "h(10)", "omaha_hl8": "j(7)"}
"""Why the high hand has it all."""

MONEY = ("ante", "blind", "straddle", "bring_in", "call", "bet", "raise")
"""The events that may leave a seat all-in."""

UNCALLED = "o(4)"  # by F04
LAST_LEFT = "f(5)"


class Step(NamedTuple):
    """One thing that happened. `event` is () for what follows by itself: a bet returned, an award."""

    event: Event
    words: str
    rule: str


def steps(begun: State, events: Iterable[Event]) -> Iterator[Step]:
    """Every step of a hand from its beginning. Amounts in the smallest coin. Raises IllegalEvent as `apply` does."""
    state = begun
    for event in events:
        before, state = state, apply(state, event)
        if event[0] == "award":
            new = state.awards[len(before.awards) :]
            yield from [Step((), _award_words(state, award), _award_rule(state, award)) for award in new]
        else:
            yield Step(event, _words(before, state, event), rule(before, state, event))
        for seat, amount in state.returned[len(before.returned) :]:
            yield Step((), f"the uncalled {amount} goes back to seat {seat}", UNCALLED)


def rule(before: State, after: State, event: Event) -> str:
    """The paragraph that an event rests on, with the states before and after it."""
    kind, game, street = event[0], before.setup.game, before.street
    paragraphs = game.paragraphs
    if kind in MONEY and after.is_all_in(event[1]):
        return "c(3)(iv)"
    if kind == "ante":
        return "c(2)(i)"
    if kind == "straddle":
        return "c(11)"
    if kind in ("declare", "place"):
        return after.rulings[-1].rule
    if kind == "blind":
        killer = before.setup.kill is not None and before.setup.kill[0] == event[1]
        return "j(9)" if killer else paragraphs.forced
    if kind == "bring_in":
        return FORCED.get(game.name, paragraphs.forced)
    drawing = before.dealt.drawing
    if drawing and street > 1:  # the later draws of triple draw
        return paragraphs.deals[street]
    if kind == "discard" or drawing or (kind == "shuffle" and game.discards):
        return paragraphs.discard
    if kind in ("deal", "burn", "board", "shuffle"):
        return paragraphs.deals[street]
    if kind == "muck":
        return LAST_LEFT
    return paragraphs.showdown if kind == "show" else paragraphs.rounds[street]


def _words(before: State, after: State, event: Event) -> str:
    kind = event[0]
    words = describe(event)
    if kind == "bring_in":
        words = f"seat {event[1]} brings it in for {after.bet(event[1])}"
    elif kind == "straddle":
        words = f"seat {event[1]} straddles to {after.bet(event[1])}"
    elif kind == "call":
        words = f"seat {event[1]} calls {before.to_call}"
    elif kind == "bet" and owes_bring_in(before):
        words = f"seat {event[1]} opens with a full bet of {event[2]}"
    elif kind == "board":
        words = words if before.button else words.replace("board", "common card")
    elif kind == "show":
        words = describe(("show", event[1], after.hole(event[1])))
    return f"{words}, all-in" if kind in MONEY and after.is_all_in(event[1]) else words


def _contested(state: State, award: Award) -> bool:
    mucked = {state.seats[position] for position in state.showdown.mucked}
    return len(set(state.pots[award.pot].seats) - mucked) > 1


def _without_low(state: State, award: Award) -> bool:
    parts = {other.part for other in state.awards if other.pot == award.pot}
    return award.part == "high" and "low" not in parts


def _award_rule(state: State, award: Award) -> str:
    game = state.setup.game
    if not _contested(state, award):
        return LAST_LEFT
    if _without_low(state, award):
        return NO_LOW.get(game.name, game.paragraphs.showdown)
    return SHOWDOWNS.get(game.name, game.paragraphs.showdown)


def _award_words(state: State, award: Award) -> str:
    pot = f"side pot {award.pot}" if award.pot else "the centre pot"
    won = f"seat {award.seat} wins {award.amount} of {pot}"
    if not _contested(state, award):
        return f"{won}, uncontested"
    game, options = state.setup.game, state.setup.options
    ranking = game.rankings[award.part == "low"]
    hole = state.hole(award.seat)
    if NO_CARD in hole:
        return won
    hand = best_hand(ranking, hole, state.board, game.hole_used, options.wheel_is_straight_in_27)
    half = f" ({award.part})" if award.part and not _without_low(state, award) else ""
    none = ", no low hand" if _without_low(state, award) else ""
    return f"{won}{half}: {hand.words}{none}"
