"""Players come and go: seats, buy-ins, breaks, changes of seat ((c)(3)). Handlers of `night`."""

from host_tools.engine.events import Event, IllegalEvent
from host_tools.engine.session.blinds import Seat
from host_tools.engine.session.settings import seat_limit
from host_tools.engine.session.state import Session


def player(session: Session, seat: int) -> Seat:
    """Who sits there. Raises IllegalEvent for a seat that the table does not have or that is empty."""
    if not 1 <= seat <= session.table.seats:
        raise IllegalEvent(f"seat {seat}: the table has {session.table.seats}", "a(1)")
    found = session.seats[seat]
    if found is None:
        raise IllegalEvent(f"seat {seat} is empty", "a(1)")
    return found


def dealt_in(session: Session, seat: int) -> bool:
    """Whether a seat is in the round that is being played."""
    return session.round is not None and seat in session.round.hand.seats


def sit(session: Session, event: Event) -> Session:
    """A player sits down with a buy-in within what is posted."""
    _, seat, name, amount = event
    if not 1 <= seat <= session.table.seats:
        raise IllegalEvent(f"seat {seat}: the table has {session.table.seats}", "a(1)")
    if session.seats[seat] is not None:
        raise IllegalEvent(f"seat {seat} is taken", "a(1)")
    limit = seat_limit(session.table, session.stakes)
    if len(session.seated) >= limit:
        raise IllegalEvent(f"{session.stakes.name} seats {limit}", "f(2)")
    least, most = session.stakes.buy_in
    if not least <= amount <= most or not name:
        raise IllegalEvent(
            f"buy-in of {amount} by {name!r}: expected a name and {least} to {most}", "c(3)(iii)"
        )
    session = session.with_seat(seat, Seat(name, amount))._replace(bought=session.bought + amount)
    return session.noted("c(3)(iii)", f"{name} sits down at seat {seat} with {amount}")


def add(session: Session, event: Event) -> Session:
    """Chips added at any time, playable from the next round on (c)(3)(i), (W03), up to the largest buy-in."""
    _, seat, amount = event
    who = player(session, seat)
    most = session.stakes.buy_in[1]
    if amount < 1 or session.stack(seat) + amount > most:
        raise IllegalEvent(f"seat {seat} may add up to {max(most - session.stack(seat), 0)}", "c(3)(i)")
    if dealt_in(session, seat):
        session = session.with_seat(seat, who._replace(adding=who.adding + amount))
    else:
        session = session.with_seat(seat, who._replace(stack=who.stack + amount))
    session = session._replace(bought=session.bought + amount)
    return session.noted("c(3)(i)", f"seat {seat} adds {amount}")


def away(session: Session, event: Event) -> Session:
    """A player takes a break from the next round on; the seat is held."""
    seat = event[1]
    who = player(session, seat)
    if who.status == "away":
        raise IllegalEvent(f"seat {seat} is away already", "c(1)")
    return session.with_seat(seat, who._replace(status="away", posting=False))


def back(session: Session, event: Event) -> Session:
    """A player is back, and is dealt in once the blinds missed are made up for (D02)."""
    seat = event[1]
    who = player(session, seat)
    if who.status != "away":
        raise IllegalEvent(f"seat {seat} is not away", "c(1)")
    limit = seat_limit(session.table, session.stakes)
    wanting = [one for one in session.seats if one is not None and one.status != "away"]
    if len(wanting) >= limit:
        raise IllegalEvent(f"{session.stakes.name} seats {limit}", "f(2)")
    return session.with_seat(seat, who._replace(status="in" if dealt_in(session, seat) else "back"))


def post(session: Session, event: Event) -> Session:
    """A player waiting for the big blind will post instead, as soon as that is allowed (D02)."""
    seat = event[1]
    who = player(session, seat)
    options = session.table.options
    policy = options.new_player if who.status == "new" else options.missed_blinds
    if who.status not in ("new", "back") or policy == "wait":
        raise IllegalEvent(f"seat {seat} may not post to be dealt in", "c(2)(ii)")
    return session.with_seat(seat, who._replace(posting=True))


def leave(session: Session, event: Event) -> Session:
    """A player leaves with all his chips: at once, or once the round he is in is over (c)(3)(i)."""
    seat = event[1]
    who = player(session, seat)
    if dealt_in(session, seat):
        return session.with_seat(seat, who._replace(leaving=True))
    return cash_out(session, seat)


def cash_out(session: Session, seat: int) -> Session:
    """The seat is empty, its chips are gone from the table."""
    who = player(session, seat)
    amount = who.stack + who.adding
    session = session.with_seat(seat, None)._replace(cashed=session.cashed + amount)
    return session.noted("c(3)(i)", f"{who.name} leaves seat {seat} with {amount}")


def move(session: Session, event: Event) -> Session:
    """A player changes seats between two rounds, all chips with him, and joins there like a new one (D02)."""
    _, seat, to = event
    who = player(session, seat)
    if not 1 <= to <= session.table.seats or session.seats[to] is not None:
        raise IllegalEvent(f"seat {to} is taken or none of the table", "a(1)")
    if dealt_in(session, seat):
        raise IllegalEvent(f"seat {seat} is in the round", "c(3)(i)")
    who = who._replace(status="away" if who.status == "away" else "new", posting=False, missed_big=True)
    session = session.with_seat(seat, None).with_seat(to, who)
    return session.noted("a(1)", f"{who.name} moves from seat {seat} to seat {to}")
