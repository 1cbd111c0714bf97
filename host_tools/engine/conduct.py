"""How words and chips become a wager: binding declarations, wrong amounts, string bets, the single chip ((c)(4)-(9)).

Two events, 'declare' and 'place', are read as the wager they come down to, and the reading is kept with the state as a
`Ruling`. What decides are pure functions over a state in which a seat is to act; chips are in the smallest coin.
"""

from collections.abc import Callable, Sequence

from host_tools.engine.events import Event, IllegalEvent
from host_tools.engine.posting import bring_in
from host_tools.engine.state import Ruling, State
from host_tools.engine.wagering import call, check, fold, wager_to, wagers

_PLAYS: dict[str, Callable[[State, Event], State]] = {
    "fold": fold, "check": check, "call": call, "bet": wager_to, "raise": wager_to, "bring_in": bring_in,
}  # fmt: skip


def declare(state: State, event: Event) -> State:
    """Words in turn are the wager they name, whose chips have still to be put in; out of turn they are noted, and bind
    where a room has it so (W07).
    """
    _, seat, verb, *to = event
    if state.next[0] != "act" or seat not in state.setup.seats or not state.is_live(seat):
        raise IllegalEvent(f"seat {seat} has nothing to declare", "c(4)")
    if verb not in _PLAYS or len(to) != (verb in ("bet", "raise")):
        raise IllegalEvent(f"seat {seat} says {' '.join(map(str, event[2:]))}: no wager", "c(4)")
    words = declared(state, seat, verb, *to)
    if words is None:
        return _ruled(state, _ruling(state, seat, (verb, seat, *to), 0, 0, "c(4)")._replace(ahead=True))
    return _ruled(_PLAYS[verb](state, words), _ruling(state, seat, words, 0, _due(state, words), "c(4)"))


def place(state: State, event: Event) -> State:
    """Chips in turn make a wager, with a word or without. Afterwards they make up what is short of an announced one
    (c)(5); what is more goes back, as a bet once made is not increased (c)(7).
    """
    _, seat, chips, *word = event
    if not chips or any(type(chip) is not int or chip < 1 for chip in chips):
        raise IllegalEvent(f"chips {list(chips)}: expected whole numbers of the smallest coin", "c(3)")
    total = sum(chips)
    if state.next == ("act", seat):
        if not word:
            ruling = placed_in_silence(state, chips)
        elif word[0] in ("bet", "raise"):
            ruling = raise_at_rest(state, total)
        else:
            ruling = placed_after_words(state, declared(state, seat, word[0]) or (), total)
        return _ruled(_PLAYS[ruling.event[0]](state, ruling.event), ruling)
    before = [ruling for ruling in state.rulings if ruling.seat == seat and not ruling.ahead]
    if not before or word:
        raise IllegalEvent(f"seat {seat} may not put in chips now", "c(6)")
    stands, _, due, *_ = before[-1]
    rule = "c(5)" if due else "c(7)"
    return _ruled(state, _ruling(state, seat, stands, max(total - due, 0), max(due - total, 0), rule))


def _ruled(state: State, ruling: Ruling) -> State:
    wager = state.wager
    return state._replace(wager=wager._replace(rulings=(*wager.rulings, ruling)))


def _ruling(state: State, seat: int, event: Event, back: int, short: int, rule: str) -> Ruling:
    return Ruling(event, back, short, rule, seat, state.dealt.street, state.wager.level)


def declared(state: State, seat: int, verb: str, to: int = 0) -> Event | None:
    """The event that a spoken 'fold', 'check', 'call', 'bet' or 'raise' binds the seat to (c)(4).

    None out of turn (W07). `to` is the whole contribution that was named, for a bet or raise. Raises IllegalEvent for
    words that the rules do not allow the seat now.
    """
    if state.next != ("act", seat):
        return None
    if verb == "fold":
        return (verb, seat)
    for option in wagers(state):
        if option[0] == verb and len(option) == 2:
            return option
        if option[0] == verb and option[2] <= to <= option[3]:
            return (verb, seat, to)
    raise IllegalEvent(f"seat {seat} may not {verb}" + (f" to {to}" if to else ""), "c(4)")


def placed_after_words(state: State, event: Event, placed: int) -> Ruling:
    """Chips that differ from the announced wager are corrected to it (c)(5)."""
    due = _due(state, event)
    return _ruling(state, event[1], event, max(placed - due, 0), max(due - placed, 0), "c(5)")


def placed_in_silence(state: State, chips: Sequence[int], later: int = 0) -> Ruling:
    """Chips put in without a word, in one motion; `later` is what was added after they had been released.

    What was added later goes back: a wager once made is not increased (c)(7) unless the player said that it was not
    complete (c)(7)(i), in which case it belongs to `chips`. Facing a bet a single chip larger than the call is a call
    (c)(9), as are several of which the smallest is not needed for a raise (W05). Less than a full bet from the seat
    that owes the forced bet is the forced bet. Raises IllegalEvent for less than the rules allow.
    """
    seat = state.next[1]
    if state.next[0] != "act" or not chips:
        raise IllegalEvent("no wager is due", "c(6)")
    options = {option[0]: option for option in wagers(state)}
    total, owed = sum(chips), state.to_call
    bet = state.bet(seat)
    if owed and (len(chips) == 1 or total - min(chips) < owed):
        if total < owed:
            raise IllegalEvent(f"seat {seat} has put in {total}: {owed} to call", "c(7)(ii)")
        return _ruling(
            state, seat, ("call", seat), total - owed + later, 0, "c(9)" if total > owed else "c(7)(ii)"
        )
    wager = options.get("raise") or options.get("bet")
    if "bring_in" in options and (wager is None or total < wager[2]):
        forced = min(state.setup.bring_in, state.stack(seat))
        back, short = max(total - forced, 0) + later, max(forced - total, 0)
        return _ruling(state, seat, ("bring_in", seat), back, short, state.setup.game.paragraphs.forced)
    if wager is None or total < wager[2] - bet:
        if not owed:
            raise IllegalEvent(f"seat {seat} has put in {total}: too little for a bet", "c(7)(iii)")
        return _ruling(state, seat, ("call", seat), total - owed + later, 0, "c(7)(ii)")
    to = min(bet + total, wager[3])
    if len(chips) == 1 and wager[0] == "bet" and state.setup.options.oversized_chip_opens == "least":
        to = wager[2]
    return _ruling(state, seat, (wager[0], seat, to), bet + total - to + later, 0, "c(7)")


def raise_at_rest(state: State, placed: int) -> Ruling:
    """An announced raise with all chips that were added until both hands were at rest (c)(7)(iii): cut to the limit."""
    seat = state.next[1]
    for option in wagers(state):
        if option[0] in ("bet", "raise"):
            to = min(state.bet(seat) + placed, option[3])
            event, back = (option[0], seat, max(to, option[2])), state.bet(seat) + placed - to
            return _ruling(state, seat, event, back, max(option[2] - to, 0), "c(7)(iii)")
    raise IllegalEvent(f"seat {seat} may not raise", "c(7)(iii)")


def _due(state: State, event: Event) -> int:
    """What a seat has to put in for an event."""
    if event[0] == "call":
        return state.to_call
    if event[0] == "bring_in":
        return min(state.setup.bring_in, state.stack(event[1]))
    return int(event[2]) - state.bet(event[1]) if event[0] in ("bet", "raise") else 0
