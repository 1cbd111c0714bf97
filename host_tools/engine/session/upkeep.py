"""Dealers, decks, chips and the day: what a table needs beside players ((a), (d), (o)(2)(iii), (r)). Handlers of
`night`.
"""

from host_tools.engine.events import Event, IllegalEvent
from host_tools.engine.house.jackpot import rank_name
from host_tools.engine.house.jackpot_period import Form, Period, close, identify, period, record
from host_tools.engine.house.time_charge import assessed
from host_tools.engine.session.between import idle
from host_tools.engine.session.seating import player
from host_tools.engine.session.state import Deck, Session

INSPECTORS = 2  # players who look at each deck (d)
DECKS = 2  # at a table at all times (a)(5)(i)


def clock(session: Session, event: Event) -> Session:
    """The time, in seconds; it does not run backwards."""
    if event[1] < session.now:
        raise IllegalEvent(f"the clock stood at {session.now}", "r(2)(i)")
    return session._replace(now=event[1])


def distribute(session: Session, event: Event) -> Session:
    """A supervisor gives the table its two decks for the gaming day, having considered limits, place and game
    (a)(5)(ii).
    """
    _, supervisor, first, second = event
    if session.is_open or not supervisor or not first or not second or first == second:
        raise IllegalEvent("decks are given to a closed table by a supervisor, two that differ", "a(5)(ii)")
    session = session._replace(decks=(Deck(first), Deck(second)), distributed=True, deck="")
    return session.noted("a(5)(ii)", f"{supervisor} gives decks {first} and {second}")


def inspect(session: Session, event: Event) -> Session:
    """The player of a seat has looked through a deck (d). A new deck takes the place of one that was removed."""
    _, name, seat = event
    player(session, seat)
    found = {deck.name: deck for deck in session.decks}
    if name not in found:
        if not name or len(found) >= DECKS or not session.distributed:
            raise IllegalEvent(f"no deck {name!r}: two are kept at the table", "a(5)(i)")
        found[name] = Deck(name)
    seen = found[name].inspectors
    if seat not in seen:
        found[name] = Deck(name, (*seen, seat))
    return session._replace(decks=tuple(found.values()))


def take_deck(session: Session, event: Event) -> Session:
    """An inspected deck comes into play between two rounds."""
    name = event[1]
    idle(session, "change of deck")
    _inspected(session, name)
    return session._replace(deck=name, cut=False).noted("a(5)(i)", f"deck {name} is in play")


def _inspected(session: Session, name: str) -> None:
    found = {deck.name: deck for deck in session.decks}
    if name not in found:
        raise IllegalEvent(f"no deck {name!r} at the table", "a(5)(i)")
    count = len(found[name].inspectors)
    if count < INSPECTORS:
        raise IllegalEvent(f"deck {name}: inspected by {count} of {INSPECTORS}", "d")


def change_dealer(session: Session, event: Event) -> Session:
    """Another dealer, with name and licence, between two rounds."""
    _, name, licence = event
    if not name or not licence:
        raise IllegalEvent("a dealer has a name and a licence", "r(4)(iv)")
    if session.round is not None:
        raise IllegalEvent("the dealer changes between two rounds", "f(6)")
    if session.made:
        raise IllegalEvent(f"the hand of seat {session.made[0].seat} waits for the floor", "r(4)(iv)")
    return session._replace(dealer=(name, licence)).noted("f(6)", f"dealer {name}, {licence}")


def open_table(session: Session, event: Event) -> Session:
    """The table opens: a dealer, two decks that two players each have inspected (d), the button placed anew (i)(3)."""
    del event
    if session.is_open:
        raise IllegalEvent("the table is open", "d")
    if not session.distributed or len(session.decks) < DECKS:
        raise IllegalEvent("no decks have been distributed to the table", "a(5)(ii)")
    if not session.dealer[0]:
        raise IllegalEvent("the table has no dealer", "f(6)")
    for deck in session.decks:
        _inspected(session, deck.name)
    rules = session.table.house.jackpot
    if rules is not None and session.period is None:
        session = session._replace(period=period(rules, (session.table.number,)))
    session = session._replace(is_open=True, deck=session.decks[0].name, button=0, small=0, big=0)
    return session.noted("d", "the table opens")


def close_table(session: Session, event: Event) -> Session:
    """The table closes once everybody has gone and the rake is in the drop box."""
    del event
    idle(session, "closing")
    if session.seated:
        raise IllegalEvent(f"seats {', '.join(map(str, session.seated))} are taken", "c(3)(i)")
    if session.held:
        raise IllegalEvent(f"rake of {session.held} lies in the rake area", "o(2)(i)(c)")
    return session._replace(is_open=False, deck="", cut=False).noted("d", "the table closes")


def end_day(session: Session, event: Event) -> Session:
    """The gaming day ends: the drop box is counted, the decks go."""
    _, supervisor, counted = event
    if session.is_open or not supervisor:
        raise IllegalEvent("a supervisor ends the day of a closed table", "a(5)(ii)")
    drop = session.boxed - session.emptied
    if counted != drop:
        difference = counted - drop
        raise IllegalEvent(f"the drop box differs from the ledger by {difference}", "o(2)(iii)(e)")
    session = session._replace(decks=(), distributed=False, dealer=("", ""), emptied=session.boxed)
    return session.noted("a(5)(ii)", f"{supervisor} ends the day, drop {counted}")


def tip(session: Session, event: Event) -> Session:
    """Chips of a player go into the tip box: they are in no pot and no stack any more (a)(4)."""
    _, seat, amount = event
    idle(session, "tip")
    who = player(session, seat)
    if not 0 < amount <= who.stack:
        raise IllegalEvent(f"tip of {amount}: seat {seat} has {who.stack}", "a(4)")
    session = session.with_seat(seat, who._replace(stack=who.stack - amount))
    return session._replace(tips=session.tips + amount)


def fill(session: Session, event: Event) -> Session:
    """Chips come to the tray."""
    amount = event[1]
    if amount < 1:
        raise IllegalEvent(f"fill of {amount}: expected 1 or more", "a(3)")
    return session._replace(tray=session.tray + amount).noted("a(3)", f"fill of {amount}")


def credit(session: Session, event: Event) -> Session:
    """Chips go from the tray to the cage."""
    amount = event[1]
    if not 0 < amount <= session.tray:
        raise IllegalEvent(f"credit of {amount}: the tray holds {session.tray}", "a(3)")
    return session._replace(tray=session.tray - amount).noted("a(3)", f"credit of {amount}")


def rake_chip(session: Session, event: Event) -> Session:
    """The dealer swaps value chips in the rake area for one rake chip: they go to the tray (a)(6)(i)."""
    dollars = event[1]
    table = session.table
    if dollars not in table.rake_chips:
        raise IllegalEvent(f"no rake chip of ${dollars} at this table", "a(6)")
    worth = dollars * table.dollar
    value_chips = session.rake_area - session.held_chips
    if value_chips < worth:
        raise IllegalEvent(
            f"{value_chips} in value chips in the rake area: too little for ${dollars}", "a(6)(i)"
        )
    return session._replace(tray=session.tray + worth, held_chips=session.held_chips + worth)


def time_charge(session: Session, event: Event) -> Session:
    """A part of an hour is charged: from each stack to the rake area (o)(2)(iii)(d). Who cannot pay is named."""
    del event
    idle(session, "time charge")
    rake = session.table.house.rake
    if rake is None or "time" not in rake.methods or rake.time is None:
        raise IllegalEvent("no time is charged at this table", "o(2)(iii)")
    least, most = session.stakes.wagers
    for seat, fee in assessed(rake.time, least, most, session.seated, session.table.unit).items():
        who = player(session, seat)
        if who.stack < fee:
            session = session.noted("o(2)(iii)(d)", f"seat {seat} has not paid its time of {fee}")
            continue
        session = session.with_seat(seat, who._replace(stack=who.stack - fee))
        session = session._replace(held=session.held + fee, to_verify=True)
    return session


def verify(session: Session, event: Event) -> Session:
    """A floorperson or supervisor verifies the time charges (o)(2)(iii)(e)."""
    if not event[1] or not session.to_verify:
        raise IllegalEvent("no time charge is to be verified, or nobody does", "o(2)(iii)(e)")
    session = session._replace(to_verify=False)
    return session.noted("o(2)(iii)(e)", f"{event[1]} verifies time charges, {session.held} in the rake area")


def rake_to_box(session: Session, event: Event) -> Session:
    """The rake area is emptied into the drop box between two rounds (o)(2)(i)(c), (F03)."""
    del event
    if session.round is not None:
        raise IllegalEvent("the rake stays in the rake area until the round is over", "o(2)(i)(b)")
    if not session.held:
        raise IllegalEvent("the rake area is empty", "o(2)(i)(c)")
    if session.to_verify:
        raise IllegalEvent("the time charges have not been verified", "o(2)(iii)(e)")
    return session._replace(boxed=session.boxed + session.held, held=0, held_chips=0)


def qualify(session: Session, event: Event) -> Session:
    """The floor verifies the oldest qualifying hand and fills in the form (r)(4)."""
    _, name, phone, verifier, licence, identified = event
    if session.period is None or not session.made:
        raise IllegalEvent("no qualifying hand waits to be verified", "r(4)")
    made = session.made[0]
    form = Form(
        name, phone, made.seat, session.table.number, rank_name(made.key), *session.dealer, verifier, licence,
        made.kind, made.key, made.at, identified == "identified",
    )  # fmt: skip
    return _announced(session, record(session.period, form))._replace(made=session.made[1:])


def show_identification(session: Session, event: Event) -> Session:
    """A player whose hand is pending shows valid identification: it counts from now on (r)(2)(vii)."""
    forms = session.period.forms if session.period is not None else ()
    pending = [index for index, form in enumerate(forms) if form.name == event[1] and not form.identified]
    if session.period is None or not pending:
        raise IllegalEvent(f"no form of {event[1]!r} is pending", "r(2)(vii)")
    return _announced(session, identify(session.period, pending[0]))


def _announced(session: Session, value: Period) -> Session:
    """The session with the tracking forms as they are now; what is the new best rank is announced (r)(4)."""
    before = session.period.announced if session.period is not None else ()
    for rank in value.announced[len(before) :]:
        session = session.noted("r(4)", f"announced as the best so far: {rank}")
    return session._replace(period=value)


def end_period(session: Session, event: Event) -> Session:
    """The qualifying period ends: counted, taken to a cage, paid, the rest carried over (r)(5)-(7)."""
    _, cage, counted = event
    if session.period is None or session.round is not None:
        raise IllegalEvent("no period can end now", "r(5)")
    if session.made:
        raise IllegalEvent(f"the hand of seat {session.made[0].seat} has not been verified", "r(4)")
    number = session.table.number
    closed, payouts, carried = close(session.period, {number: counted}, cage)
    for payout in payouts:
        text = f"{payout.form.name} wins {payout.amount} with {payout.form.rank}, paid by the {cage} cage"
        session = session.noted("r(6)", text)
    moved = dict(closed.boxes)[number]
    following = period(closed.rules, closed.tables, carried)
    session = session._replace(period=following, caged=session.caged + moved)
    session = session._replace(payouts=session.payouts + payouts)
    return session.noted("r(5)", f"{moved} taken to the {cage} cage, {carried} carried over")
