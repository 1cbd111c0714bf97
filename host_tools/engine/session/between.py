"""From one round to the next: what is to be done before the cards, what is settled after. Handlers of `night`."""

from host_tools.engine import book
from host_tools.engine.beginning import start
from host_tools.engine.events import Event, IllegalEvent
from host_tools.engine.house.jackpot import collects, qualifying
from host_tools.engine.house.jackpot_period import contribute
from host_tools.engine.rounds.play import apply_round, begin_round
from host_tools.engine.session.blinds import Deal, Need, Seat, next_deal
from host_tools.engine.session.seating import cash_out
from host_tools.engine.session.settings import seat_limit
from host_tools.engine.session.state import Session


def idle(session: Session, what: str) -> None:
    """Raises IllegalEvent while a round is being played or the table is closed."""
    if not session.is_open:
        raise IllegalEvent(f"{what}: the table is closed", "d")
    if session.round is not None:
        raise IllegalEvent(f"{what}: a round is being played", "f(4)")


def cut(session: Session, event: Event) -> Session:
    """The dealer has shuffled, stacked and cut the deck (e)."""
    del event
    idle(session, "cut")
    if not session.deck:
        raise IllegalEvent("no deck is in play: the last one is to be replaced", "p(3)")
    return session._replace(cut=True)


def choose_game(session: Session, event: Event) -> Session:
    """The floor changes game or limits between rounds, to one of those posted that seats all who are in."""
    name = event[1]
    idle(session, "change of game")
    names = [stakes.name for stakes in session.table.stakes]
    if name not in names:
        raise IllegalEvent(f"no game {name!r}: expected one of {', '.join(names)}", "g")
    index = names.index(name)
    if not fits(session, index):
        limit = seat_limit(session.table, session.table.stakes[index])
        raise IllegalEvent(f"{name} seats {limit}", "f(2)")
    return session._replace(game=index, played=0).noted("g", f"the game is {name}")


def fits(session: Session, index: int) -> bool:
    """Whether a game of the table seats all who are in."""
    wanting = [one for one in session.seats if one is not None and one.status != "away"]
    return len(wanting) <= seat_limit(session.table, session.table.stakes[index])


def _rotated(session: Session) -> Session:
    """The next game of a rotation is due; one that does not seat everybody is passed over."""
    table = session.table
    if not table.rotation or session.played < table.rotation:
        return session
    count = len(table.stakes)
    for step in range(1, count + 1):
        index = (session.game + step) % count
        if fits(session, index):
            name = table.stakes[index].name
            return session._replace(game=index, played=0).noted("g", f"the game is {name}, by rotation")
    return session


def upcoming(session: Session) -> Deal:
    """Who would be dealt in now, and what they would owe."""
    stakes, table = session.stakes, session.table
    has_button = book.game(stakes.game, table.options).order == "button"
    need = Need(stakes.blinds, stakes.ante, stakes.minimum, has_button)
    players = {seat: one for seat, one in enumerate(session.seats) if one is not None}
    return next_deal(players, need, table.options, session.button, session.small, session.big)


def begin(session: Session, event: Event) -> Session:
    """A round of play begins: everything of the last one is put away, the deck is cut, two players at least are in."""
    del event
    idle(session, "new round")
    if session.held:
        raise IllegalEvent(
            f"rake of {session.held} lies in the rake area: to the drop box first", "o(2)(i)(c)"
        )
    if not session.cut:
        raise IllegalEvent("the deck has not been shuffled and cut", "p(1)(i)")
    session = _rotated(session)
    deal, stakes, table = upcoming(session), session.stakes, session.table
    if len(deal.seats) < 2:
        raise IllegalEvent(f"{len(deal.seats)} can be dealt in: a round needs 2 players", "f(2)")
    has_button = book.game(stakes.game, table.options).order == "button"
    hand = start(
        stakes.game,
        deal.seats,
        deal.button if has_button else None,
        [_seat(session, seat).stack for seat in deal.seats],
        deal.blinds,
        (stakes.ante,) * len(deal.seats) if stakes.ante else (),
        limits=stakes.limits,
        bring_in=stakes.bring_in,
        entries=deal.entries,
        dead_button=deal.dead_button,
        unit=table.unit,
        options=table.options,
    )
    house = table.house
    if session.period is None or house.jackpot is None or not collects(house.jackpot, session.now):
        house = house._replace(jackpot=None)
    for seat in deal.short:
        session = session.with_seat(seat, _seat(session, seat)._replace(status="away", posting=False))
        session = session.noted("c(3)(iii)", f"seat {seat} has too few chips to be dealt in")
    return session._replace(round=begin_round(hand, house), deal=deal, cut=False, hands=session.hands + 1)


def _seat(session: Session, seat: int) -> Seat:
    found = session.seats[seat]
    assert found is not None
    return found


def play(session: Session, event: Event) -> Session:
    """An event of the round in play."""
    if session.round is None:
        raise IllegalEvent(f"not now: {event!r}, no round is being played", "f(4)")
    before = len(session.round.verdicts)
    current = apply_round(session.round, event)
    session = session._replace(round=current)
    for verdict in current.verdicts[before:]:
        session = session.noted(verdict.rule, verdict.text)
    return _ended(session) if current.over else session


def _ended(session: Session) -> Session:
    """The round is over: chips back in the stacks, rake and contribution booked, blinds remembered. After a misdeal
    or a dead round all of that is as before it, so that the next deal is from the same button (D02).
    """
    current, deal = session.round, session.deal
    assert current is not None
    assert deal is not None
    complete = not current.outcome
    for seat in current.hand.seats:
        who = _seat(session, seat)
        stack = current.hand.stack(seat) + who.adding
        session = session.with_seat(seat, who._replace(stack=stack, adding=0))
    session = session._replace(round=None, deal=None, held=session.held + current.rake)
    swapped = max(session.held_chips - session.held, 0)  # for rake that went back: so does the swap (a)(6)(i)
    session = session._replace(tray=session.tray - swapped, held_chips=session.held_chips - swapped)
    if current.contribution and session.period is not None:
        period = contribute(session.period, session.table.number, current.contribution)
        session = session._replace(period=period)
    if current.outcome == "dead":
        decks = tuple(deck for deck in session.decks if deck.name != session.deck)
        session = session._replace(decks=decks, deck="")
    if complete or (current.outcome == "dead" and session.table.options.move_after_dead_round):
        session = _remembered(session, deal)
    if current.outcome == "misdeal":  # the re-deal is the same round (D18), from the same button
        session = session._replace(hands=session.hands - 1)
    if complete and session.period is not None:
        made = qualifying(session.period.rules, current.hand, session.now)
        session = session._replace(made=session.made + made)
        for one in made:
            session = session.noted("r(4)", f"call the floor: {one.kind} at seat {one.seat}")
    for seat in current.hand.seats:
        if _seat(session, seat).leaving:
            session = cash_out(session, seat)
    return session


def _remembered(session: Session, deal: Deal) -> Session:
    """Button and blinds after a completed round: who was dealt in owes nothing, whom they passed does."""
    for seat in deal.seats:
        who = _seat(session, seat)
        status = "away" if who.status == "away" else "in"
        session = session.with_seat(
            seat, who._replace(status=status, posting=False, missed_small=False, missed_big=False)
        )
    for seat, small, big in deal.missed:
        who_missed = session.seats[seat]
        if who_missed is not None:
            missed = who_missed._replace(
                missed_small=who_missed.missed_small or small, missed_big=who_missed.missed_big or big
            )
            session = session.with_seat(seat, missed)
    return session._replace(button=deal.button, small=deal.small, big=deal.big, played=session.played + 1)
