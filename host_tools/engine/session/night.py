"""A table's night: `apply_session`, the one way it changes, and `undo`.

    session = begin_session(table)
    session = apply_session(session, ("sit", 3, "Ann", 200))

Inputs are the events of a round (see `rounds.play`), while one is being played, and

    ('clock', second)
    ('distribute', supervisor, deck, deck)  ('inspect', deck, seat)  ('deck', name)
    ('dealer', name, licence)  ('open',)  ('close',)  ('end_day', supervisor, counted)
    ('sit', seat, name, amount)  ('add', seat, amount)  ('away', seat)  ('back', seat)  ('post', seat)
    ('leave', seat)  ('move', seat, to)
    ('cut',)  ('begin',)  ('game', name)
    ('stakes', game, 'fixed 2 4', 'blind blind', ante, bring-in, 'least most' to buy in, minimum)
    ('rake_terms', 'percentage', thousandths, 'level:amount level:amount', 'least-most:fee an hour', cap)
    ('tip', seat, amount)  ('fill', amount)  ('credit', amount)  ('rake_chip', dollars)
    ('time_charge',)  ('verify', name)  ('rake_to_box',)
    ('qualify', name, phone, verifier, licence, 'identified' or '')
    ('identify', name)  ('end_period', cage, counted)
    ('undo', inputs)
"""

from collections.abc import Callable
from functools import reduce

from host_tools.engine.events import SHAPES, Event, IllegalEvent
from host_tools.engine.house.rake import Filed
from host_tools.engine.rounds.play import ROUND_SHAPES
from host_tools.engine.session import between, seating, terms, upkeep
from host_tools.engine.session.settings import Table, check_table
from host_tools.engine.session.state import Session

SESSION_SHAPES: dict[str, tuple[type, ...]] = {
    "clock": (str, int),
    "distribute": (str, str, str, str),
    "inspect": (str, str, int),
    "deck": (str, str),
    "dealer": (str, str, str),
    "open": (str,),
    "close": (str,),
    "end_day": (str, str, int),
    "sit": (str, int, str, int),
    "add": (str, int, int),
    "away": (str, int),
    "back": (str, int),
    "post": (str, int),
    "leave": (str, int),
    "move": (str, int, int),
    "cut": (str,),
    "begin": (str,),
    "game": (str, str),
    "stakes": (str, str, str, str, int, int, str, int),
    "rake_terms": (str, str, int, str, str, int),
    "tip": (str, int, int),
    "fill": (str, int),
    "credit": (str, int),
    "rake_chip": (str, int),
    "time_charge": (str,),
    "verify": (str, str),
    "rake_to_box": (str,),
    "qualify": (str, str, str, str, str, str),
    "identify": (str, str),
    "end_period": (str, str, int),
    "undo": (str, int),
}

_HANDLERS: dict[str, Callable[[Session, Event], Session]] = {
    "clock": upkeep.clock,
    "distribute": upkeep.distribute,
    "inspect": upkeep.inspect,
    "deck": upkeep.take_deck,
    "dealer": upkeep.change_dealer,
    "open": upkeep.open_table,
    "close": upkeep.close_table,
    "end_day": upkeep.end_day,
    "sit": seating.sit,
    "add": seating.add,
    "away": seating.away,
    "back": seating.back,
    "post": seating.post,
    "leave": seating.leave,
    "move": seating.move,
    "cut": between.cut,
    "begin": between.begin,
    "game": between.choose_game,
    "stakes": terms.post_stakes,
    "rake_terms": terms.post_rake,
    "tip": upkeep.tip,
    "fill": upkeep.fill,
    "credit": upkeep.credit,
    "rake_chip": upkeep.rake_chip,
    "time_charge": upkeep.time_charge,
    "verify": upkeep.verify,
    "rake_to_box": upkeep.rake_to_box,
    "qualify": upkeep.qualify,
    "identify": upkeep.show_identification,
    "end_period": upkeep.end_period,
}

LETTERS, LARGEST = 200, 10**18  # of a text of an input, and what its numbers are below

IRREVOCABLE = frozenset(
    (
        "award",
        "drop",
        "floor",
        "leave",
        "tip",
        "fill",
        "credit",
        "rake_to_box",
        "end_period",
        "open",
        "close",
        "end_day",
    )
)
"""Chips pushed, in a locked box, or gone from the table: an undo stops there."""


def begin_session(table: Table) -> Session:
    """A table that is still closed. Raises IllegalEvent for one that may not be opened so."""
    check_table(table)
    if table.filed is None and table.house.rake is not None:
        table = table._replace(filed=Filed(table.house.rake.methods, table.house.rake.cap))
    session = Session(table, tray=table.tray)
    return session._replace(base=session)


def apply_session(session: Session, event: Event) -> Session:
    """The session after an input. Raises IllegalEvent with the rule; `session` never changes."""
    kind = event[0] if type(event) is tuple and event and type(event[0]) is str else ""
    if kind == "undo":
        return undo(session, event)
    after = _step(session, event)
    if kind in IRREVOCABLE or after.cashed != session.cashed:  # a misdeal lets go who was to leave
        return after._replace(base=after._replace(base=None, inputs=(), undone=()), inputs=())
    return after._replace(inputs=(*session.inputs, event))


def _step(session: Session, event: Event) -> Session:
    kind = event[0] if type(event) is tuple and event and type(event[0]) is str else ""
    if kind in _HANDLERS:
        if tuple(map(type, event)) != SESSION_SHAPES[kind]:
            raise IllegalEvent(f"not an input: {event!r}", "f(4)")
        if not all(map(_in_bounds, event)):
            raise IllegalEvent(
                f"{kind}: expected texts of at most {LETTERS} letters that can be printed, "
                "and whole numbers below 10^18",
                "f(4)",
            )
        return _HANDLERS[kind](session, event)
    if kind in SHAPES or kind in ROUND_SHAPES:
        return between.play(session, event)
    raise IllegalEvent(f"not an input: {event!r}", "f(4)")


def _in_bounds(value: str | int) -> bool:
    if isinstance(value, str):
        return value.isprintable() and len(value) <= LETTERS
    return abs(value) < LARGEST


def undo(session: Session, event: Event) -> Session:
    """Takes back the last inputs by replaying the others, and records what it took back. Raises IllegalEvent where
    that would reach beyond the last input that cannot be undone.
    """
    count = event[1] if len(event) == 2 and type(event[1]) is int else 0
    inputs = session.inputs
    if not 0 < count <= len(inputs):
        raise IllegalEvent(f"undo of {count}: {len(inputs)} inputs can be undone", "f(6)")
    kept, gone = inputs[:-count], inputs[-count:]
    replayed: Session = reduce(_step, kept, session.base)
    return replayed._replace(base=session.base, inputs=kept, undone=(*session.undone, gone))
