"""`apply`, the one way a hand changes, and `legal`, what it would accept."""

from collections.abc import Callable

from host_tools.engine import dealing, posting, showdown, wagering
from host_tools.engine.events import DONE, SHAPES, Event, IllegalEvent
from host_tools.engine.state import State

_HANDLERS: dict[str, Callable[[State, Event], State]] = {
    "ante": posting.post,
    "blind": posting.post,
    "dead": posting.post,
    "straddle": posting.straddle,
    "deal": dealing.deal,
    "burn": dealing.burn,
    "board": dealing.board,
    "discard": dealing.discard,
    "shuffle": dealing.shuffle,
    "bring_in": posting.bring_in,
    "fold": wagering.fold,
    "check": wagering.check,
    "call": wagering.call,
    "bet": wagering.wager_to,
    "raise": wagering.wager_to,
    "show": showdown.show,
    "muck": showdown.muck,
    "award": showdown.award,
}


def apply(state: State, event: Event) -> State:
    """The state after an event (see `events`). Raises IllegalEvent with the rule; `state` never changes."""
    shape = tuple(map(type, event)) if type(event) is tuple else ()
    if not shape or shape[0] is not str or shape not in SHAPES.get(event[0], ()):
        raise IllegalEvent(f"not an event: {event!r}", "f(4)")
    return _HANDLERS[event[0]](state, event)


def legal(state: State) -> tuple[Event, ...]:
    """What may happen now, as events or beginnings of events; empty when the hand is over.

    Where a card is missing: ('deal', seat, face), ('burn',), ('board',). Where cards are given up: ('discard',
    seat, least, most) with how many for every seat that may do so now, the one that is due first. To act:
    ('bring_in', seat) where the forced bet by up card is due, else ('fold', seat) when there is
    something to call, ('check', seat) or ('call', seat), and ('bet' | 'raise', seat, least, most) for any
    whole number between. At the showdown ('show', seat) and ('muck', seat) for every hand not yet decided,
    the one that is due first. `apply` accepts nothing else, but for one thing: a fold where a check was free,
    because it binds (c)(4).
    """
    waiting = state.next
    kind = waiting[0]
    if waiting == DONE:
        return ()
    if kind == "act":
        return _wagers(state, waiting[1])
    if kind == "show":
        return tuple((verb, seat) for seat in showdown.undecided(state) for verb in ("show", "muck"))
    if kind == "discard":
        return tuple(("discard", *bounds) for bounds in dealing.discardable(state))
    result = [waiting]
    straddler = posting.straddle_seat(state)
    if straddler is not None:
        result.append(("straddle", straddler))
    result.extend(("show", seat) for seat in showdown.undecided(state))
    return tuple(result)


def _wagers(state: State, seat: int) -> tuple[Event, ...]:
    setup, _, dealt, wager, _ = state
    choices = wagering.choices(setup, dealt.street, wager, setup.positions[seat])
    result: list[Event]
    if setup.bring_in and posting.owes_bring_in(state):
        result = [("bring_in", seat)]
        if not setup.options.bring_in_may_complete:
            return tuple(result)
    elif setup.game.must_open and wagering.opens(state):
        result = [("fold", seat)]
    else:
        result = [("fold", seat), ("call", seat)] if choices.call else [("check", seat)]
    if choices.least:
        result.append(("raise" if wager.level else "bet", seat, choices.least, choices.most))
    return tuple(result)
