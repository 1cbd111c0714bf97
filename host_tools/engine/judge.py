"""`apply`, the one way a hand changes, and `legal`, what it would accept."""

from collections.abc import Callable

from host_tools.engine import conduct, dealing, posting, showdown, wagering
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
    "declare": conduct.declare,
    "place": conduct.place,
    "show": showdown.show,
    "muck": showdown.muck,
    "award": showdown.award,
}
_KINDS = {kind: (handler, SHAPES[kind]) for kind, handler in _HANDLERS.items()}


def apply(state: State, event: Event) -> State:
    """The state after an event (see `events`). Raises IllegalEvent with the rule; `state` never changes."""
    if type(event) is tuple and event and type(event[0]) is str:
        known = _KINDS.get(event[0])
        if known is not None and [*map(type, event)] in known[1]:
            return known[0](state, event)
    raise IllegalEvent(f"not an event: {event!r}", "f(4)")


def legal(state: State) -> tuple[Event, ...]:
    """What may happen now, as events or beginnings of events; empty when the hand is over.

    Where a card is missing: ('deal', seat, face), ('burn',), ('board',). Where cards are given up: ('discard',
    seat, least, most) with how many for every seat that may do so now, the one that is due first. To act:
    ('bring_in', seat) where the forced bet by up card is due, else ('fold', seat) when there is
    something to call, ('check', seat) or ('call', seat), and ('bet' | 'raise', seat, least, most) for any
    whole number between. At the showdown ('show', seat) and ('muck', seat) for every hand not yet decided,
    the one that is due first. `apply` accepts nothing else, but for a fold where a check was free, because it binds
    (c)(4), and the words and chips that come down to one of these (`conduct`).
    """
    waiting = state.next
    kind = waiting[0]
    if waiting == DONE:
        return ()
    if kind == "act":
        return wagering.wagers(state)
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
