"""A table over more than one hand and one day: what an undo may not reach, full games, the drop of each day.

Worked out by hand; amounts in dollars.
"""

import pytest

from host_tools.engine import IllegalEvent, Options, fixed_limit
from host_tools.engine.house.rake import Rake
from host_tools.engine.rounds.table_round import House
from host_tools.engine.session.books import announcement, books
from host_tools.engine.session.night import apply_session, begin_session
from host_tools.engine.session.settings import Stakes, Table
from host_tools.engine.session.state import Session

HOLDEM = Stakes("holdem", "holdem", (20, 40), (20, 500), (10, 20), limits=fixed_limit(20, 40), minimum=20)
STUD = Stakes("stud", "stud7_high", (20, 40), (20, 500), (), 0, fixed_limit(20, 40), 10, 20)
RAKE = Rake(("percentage",), 100, cap=4)


def put_in(session: Session, *events) -> Session:
    for event in events:
        session = apply_session(session, event)
    return session


def opened(session: Session, seats) -> Session:
    """These seats sit down, the decks come, the table opens."""
    session = put_in(session, *[("sit", seat, f"P{seat}", 200) for seat in seats])
    session = put_in(session, ("distribute", "Sue", "red", "blue"), ("dealer", "Dan", "D-1"))
    looks = [("inspect", deck, seat) for deck in ("red", "blue") for seat in seats[:2]]
    return put_in(session, *looks, ("open",))


def table(seats=(1, 2, 3, 4), stakes=(HOLDEM, STUD), **more) -> Session:
    return opened(begin_session(Table(7, stakes, House(RAKE), Options(), **more)), seats)


def called(session: Session, until=lambda _: False) -> Session:
    """A hand in which everybody calls and checks down."""
    session = put_in(session, ("cut",), ("begin",))
    cards = iter(range(52))
    while session.round is not None and not until(session):
        event = session.round.next
        if event[0] == "deal":
            event = ("deal", event[1], next(cards), event[2])
        elif event[0] in ("burn", "board"):
            event = (event[0], next(cards))
        elif event[0] == "act":
            event = ("call" if session.round.hand.to_call else "check", event[1])
        session = apply_session(session, event)
    return session


def test_no_undo_brings_back_who_left_after_a_misdeal() -> None:
    """The misdeal ends the round that seat 2 was to leave after: its chips are gone from the table."""
    session = put_in(table(), ("cut",), ("begin",), ("leave", 2), ("away", 3), ("misdeal", "start"))
    assert session.cashed == 200
    with pytest.raises(IllegalEvent, match="0 inputs can be undone"):
        put_in(session, ("undo", 1))
    assert put_in(session, ("away", 4), ("undo", 1)).cashed == 200


def test_a_misdeal_that_nobody_leaves_after_can_be_undone() -> None:
    session = put_in(table(), ("cut",), ("begin",))
    assert put_in(session, ("misdeal", "start"), ("undo", 1)).round == session.round


@pytest.mark.rule("h(2)")
def test_a_ninth_seat_in_at_stud_is_refused() -> None:
    """The table has eleven positions; who is away holds a seat."""
    session = table(range(1, 9), stakes=(STUD,))
    assert announcement(session) == "Seven-card stud $20-$40, 0 seats open"
    for events in ((), (("away", 8),)):
        with pytest.raises(IllegalEvent, match=r"stud seats 8 \[f\(2\)\]"):
            put_in(session, *events, ("sit", 9, "Eve", 200))
    session = put_in(session, ("leave", 8))
    assert announcement(session).endswith("1 seat open")
    assert put_in(session, ("sit", 9, "Eve", 200)).seats[9].name == "Eve"


def test_who_is_away_comes_back_to_a_game_that_is_not_full() -> None:
    """Nine at hold'em, one of them away, change to stud: eight play, the ninth is back when one has gone."""
    session = put_in(table(range(1, 10)), ("away", 9), ("game", "stud"))
    with pytest.raises(IllegalEvent, match="stud seats 8"):
        put_in(session, ("back", 9))
    assert put_in(session, ("away", 1), ("back", 9)).seats[9].status == "back"
    assert announcement(session).endswith("0 seats open")


@pytest.mark.rule("i(3)(i)")
def test_each_opening_has_its_own_button_and_drop() -> None:
    """Two called hands of 20 each, 40 and 60 in the pot before the flop, are raked 4 and (at most) 4. The second day
    begins with the button at the dealer's right, seat 6, wherever it was the day before.
    """
    session = put_in(called(table((1, 2))), ("rake_to_box",), ("leave", 1), ("leave", 2), ("close",))
    session = put_in(session, ("end_day", "Sue", 4))
    session = called(opened(session, (3, 5, 6)), lambda session: session.round.hand.street == 1)
    assert session.round.hand.button == 6
    session = put_in(session, ("deck_fault", "extra"), ("recount", "bad"), ("floor", "dead"))
    session = put_in(called(put_in(session, ("deck", "blue"))), ("rake_to_box",))
    session = put_in(session, *[("leave", seat) for seat in (3, 5, 6)], ("close",))
    with pytest.raises(IllegalEvent, match="differs from the ledger by 4"):
        put_in(session, ("end_day", "Sue", 8))
    session = put_in(session, ("end_day", "Sue", 4))
    assert (books(session).drop_box, books(session).balanced) == (8, True)


@pytest.mark.rule("a(6)(i)")
def test_a_rake_chip_goes_back_with_the_rake_of_a_dead_round() -> None:
    """4 raked of 80, two of them swapped; the dead round reverses the rake (F06), so the tray gets its chip back."""
    session = called(table(tray=100, rake_chips=(2,)), lambda session: session.rake_area == 4)
    session = put_in(session, ("rake_chip", 2))
    assert (session.tray, session.held_chips) == (102, 2)
    session = put_in(session, ("deck_fault", "missing"), ("recount", "bad"), ("floor", "dead"))
    assert (session.tray, session.held_chips, session.rake_area) == (100, 0, 0)
    assert books(session).stacks == 800
