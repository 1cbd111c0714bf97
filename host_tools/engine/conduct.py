"""How words and chips become a wager: binding declarations, wrong amounts, string bets, the single chip ((c)(4)-(9)).

Pure functions over a state in which a seat is to act. `placed` counts what lies in front of the seat for this wager,
in the smallest coin; a result is the event to apply, and what goes back to the player.
"""

from collections.abc import Sequence
from typing import NamedTuple

from host_tools.engine.events import Event, IllegalEvent
from host_tools.engine.judge import legal
from host_tools.engine.state import State


class Ruling(NamedTuple):
    """The event that stands, `back` what is returned, `short` what the player has still to put in."""

    event: Event
    back: int
    short: int
    rule: str


def declared(state: State, seat: int, verb: str, to: int = 0) -> Event | None:
    """The event that a spoken 'fold', 'check', 'call', 'bet' or 'raise' binds the seat to (c)(4).

    None out of turn: it is noted and binds nobody (W07). `to` is the whole contribution that was named, for a bet or
    raise. Raises IllegalEvent for words that the rules do not allow the seat now.
    """
    if state.next != ("act", seat):
        return None
    if verb == "fold":
        return (verb, seat)
    for option in legal(state):
        if option[0] == verb and len(option) == 2:
            return option
        if option[0] == verb and option[2] <= to <= option[3]:
            return (verb, seat, to)
    raise IllegalEvent(f"seat {seat} may not {verb}" + (f" to {to}" if to else ""), "c(4)")


def placed_after_words(state: State, event: Event, placed: int) -> Ruling:
    """Chips that differ from the announced wager are corrected to it (c)(5)."""
    due = _due(state, event)
    return Ruling(event, max(placed - due, 0), max(due - placed, 0), "c(5)")


def placed_in_silence(state: State, chips: Sequence[int], later: int = 0) -> Ruling:
    """Chips put in without a word, in one motion; `later` is what was added after they had been released.

    What was added later goes back: a wager once made is not increased (c)(7) unless the player said that it was not
    complete (c)(7)(i), in which case it belongs to `chips`. Facing a bet a single chip larger than the call is a call
    (c)(9), as are several of which the smallest is not needed for a raise (W05). Raises IllegalEvent for less than the
    rules allow, with what is missing.
    """
    seat = state.next[1]
    if state.next[0] != "act" or not chips:
        raise IllegalEvent("no wager is due", "c(6)")
    options = {option[0]: option for option in legal(state)}
    total, owed = sum(chips), state.to_call
    bet = state.bet(seat)
    if owed and (len(chips) == 1 or total - min(chips) < owed):
        if total < owed:
            raise IllegalEvent(f"seat {seat} has put in {total}: {owed} to call", "c(7)(ii)")
        return Ruling(("call", seat), total - owed + later, 0, "c(9)" if total > owed else "c(7)(ii)")
    wager = options.get("raise") or options.get("bet")
    if wager is None or total < wager[2] - bet:
        if not owed:
            raise IllegalEvent(f"seat {seat} has put in {total}: too little for a bet", "c(7)(iii)")
        return Ruling(("call", seat), total - owed + later, 0, "c(7)(ii)")
    to = min(bet + total, wager[3])
    return Ruling((wager[0], seat, to), bet + total - to + later, 0, "c(7)")


def raise_at_rest(state: State, placed: int) -> Ruling:
    """An announced raise with all chips that were added until both hands were at rest (c)(7)(iii): cut to the limit."""
    seat = state.next[1]
    for option in legal(state):
        if option[0] in ("bet", "raise"):
            to = min(state.bet(seat) + placed, option[3])
            short = max(option[2] - to, 0)
            return Ruling(
                (option[0], seat, max(to, option[2])), state.bet(seat) + placed - to, short, "c(7)(iii)"
            )
    raise IllegalEvent(f"seat {seat} may not raise", "c(7)(iii)")


def _due(state: State, event: Event) -> int:
    """What a seat has to put in for an event."""
    if event[0] == "call":
        return state.to_call
    return int(event[2]) - state.bet(event[1]) if event[0] in ("bet", "raise") else 0
