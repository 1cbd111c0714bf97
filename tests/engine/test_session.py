"""A table between its hands: seats, breaks, games, undo, books. Worked out by hand; amounts in dollars."""

import pytest

from host_tools.engine import IllegalEvent, Options, fixed_limit
from host_tools.engine.house.rake import Rake
from host_tools.engine.rounds.table_round import House
from host_tools.engine.session.books import books
from host_tools.engine.session.night import apply_session, begin_session
from host_tools.engine.session.settings import Stakes, Table
from host_tools.engine.session.state import Session

HOLDEM = Stakes("holdem 2-4", "holdem", (2, 4), (20, 200), (1, 2), limits=fixed_limit(2, 4), minimum=2)
TRIPLE = Stakes(
    "triple draw", "triple_draw_27", (2, 4), (20, 200), (1, 2), limits=fixed_limit(2, 4), minimum=2
)
STUD = Stakes("stud", "stud7_high", (2, 4), (20, 200), (), 1, fixed_limit(2, 4), 1, 2)
RAKE = Rake(("percentage",), 100, cap=4)


def put_in(session: Session, *events) -> Session:
    for event in events:
        session = apply_session(session, event)
    return session


def table(players: int = 4, stakes=(HOLDEM, TRIPLE, STUD), **more) -> Session:
    session = begin_session(Table(7, stakes, House(RAKE), more.pop("options", Options()), **more))
    session = put_in(session, *[("sit", seat, f"P{seat}", 100) for seat in range(1, players + 1)])
    session = put_in(session, ("distribute", "Sue", "red", "blue"), ("dealer", "Dan", "D-1"))
    return put_in(
        session, *[("inspect", deck, seat) for deck in ("red", "blue") for seat in (1, 2)], ("open",)
    )


def begun(session: Session) -> Session:
    return put_in(session, ("cut",), ("begin",))


def played(session: Session) -> Session:
    """A hand in which everybody folds to the last one who is to act, so that nothing is raked before a flop."""
    session = begun(session)
    card = iter(range(52))
    while session.round is not None:
        kind, *rest = session.round.next
        event = session.round.next
        if kind == "deal":
            event = ("deal", rest[0], next(card), rest[1])
        elif kind == "act":
            owes = session.stakes.bring_in and session.round.hand.wager.level == 0
            event = ("bring_in" if owes else "fold", rest[0])
        session = apply_session(session, event)
    return put_in(session, ("rake_to_box",)) if session.held else session


def test_a_buy_in_within_what_is_posted() -> None:
    session = table()
    for amount in (19, 201, 0, -5):
        with pytest.raises(IllegalEvent, match=r"c\(3\)\(iii\)"):
            put_in(session, ("sit", 5, "Eve", amount))
    with pytest.raises(IllegalEvent, match="seat 4 is taken"):
        put_in(session, ("sit", 4, "Eve", 100))
    assert books(put_in(session, ("sit", 5, "Eve", 200))).bought == 600


def test_chips_added_in_a_hand_count_from_the_next() -> None:
    """(c)(3)(i), W03."""
    session = begun(table())
    session = put_in(session, ("add", 3, 50))
    assert (session.round.hand.stack(3), session.stack(3), books(session).balanced) == (100, 150, True)
    with pytest.raises(IllegalEvent, match="may add up to 50"):
        put_in(session, ("add", 3, 51))
    while session.round is not None:
        session = put_in(
            session, session.round.next if session.round.next[0] == "blind" else ("misdeal", "start")
        )
    assert begun(session).round.hand.stack(3) == 150


def test_who_leaves_in_a_hand_is_gone_after_it() -> None:
    session = put_in(begun(table()), ("leave", 2))
    assert session.seats[2] is not None
    session = put_in(session, ("misdeal", "start"))
    assert (session.seats[2], session.cashed, books(session).balanced) == (None, 100, True)


def test_who_is_away_is_not_dealt_in_and_posts_on_coming_back() -> None:
    """Button 4, blinds 1 and 2. Seat 3 goes, the big blind passes it, comes back and posts 2; the small blind has not
    passed it yet.
    """
    session = played(table())
    assert (session.button, session.small, session.big) == (4, 1, 2)
    session = played(put_in(session, ("away", 3)))
    assert (session.button, session.small, session.big) == (1, 2, 4)
    session = begun(put_in(session, ("back", 3), ("post", 3)))
    assert (session.round.hand.button, session.round.hand.seats) == (2, (4, 1, 2))
    session = put_in(session, ("misdeal", "start"))
    session = played(session)
    assert (session.button, session.small, session.big) == (2, 4, 1)
    session = begun(session)
    assert session.round.hand.setup.posts == (
        ("blind", 1, 1),
        ("blind", 2, 2),
        ("blind", 3, 2),
        ("dead", 3, 1),
    )


def test_a_break_in_the_middle_of_a_hand_begins_after_it() -> None:
    session = put_in(begun(table()), ("away", 1))
    assert 1 in session.round.hand.seats
    assert begun(put_in(session, ("misdeal", "start"))).round.hand.seats == (2, 3, 4)
    assert put_in(session, ("back", 1)).seats[1].status == "in"
    for event in (("away", 1), ("back", 2)):
        with pytest.raises(IllegalEvent, match=r"away"):
            put_in(session, event)


def test_a_change_of_seats() -> None:
    session = put_in(played(table()), ("move", 3, 9))
    assert (session.seats[3], session.seats[9].name, session.seats[9].status) == (None, "P3", "new")
    with pytest.raises(IllegalEvent, match="taken"):
        put_in(session, ("move", 1, 2))
    with pytest.raises(IllegalEvent, match="in the round"):
        put_in(begun(session), ("move", 1, 3))


def test_waiting_is_a_must_where_the_house_says_so() -> None:
    session = put_in(played(table(options=Options(new_player="wait"))), ("sit", 7, "Eve", 100))
    with pytest.raises(IllegalEvent, match=r"c\(2\)\(ii\)"):
        put_in(session, ("post", 7))


def test_the_game_changes_between_hands_to_one_that_seats_all() -> None:
    session = table(8)
    with pytest.raises(IllegalEvent, match="triple draw seats 7"):
        put_in(session, ("game", "triple draw"))
    session = put_in(session, ("game", "stud"))
    assert begun(session).round.hand.setup.game.name == "stud7_high"
    for game in ("chess", "omaha"):
        with pytest.raises(IllegalEvent, match=r"\[g\]"):
            put_in(session, ("game", game))
    with pytest.raises(IllegalEvent, match="a round is being played"):
        put_in(begun(session), ("game", "stud"))


def test_a_rotation_passes_over_a_game_with_too_few_seats() -> None:
    """Two hands of hold'em; triple draw seats seven of the eight, so that stud follows; then hold'em again."""
    session = table(8, rotation=2)
    games = []
    for _ in range(5):
        session = played(session)
        games.append(session.stakes.name)
    assert games == ["holdem 2-4", "holdem 2-4", "stud", "stud", "holdem 2-4"]


def test_the_button_stands_still_in_stud() -> None:
    session = played(table())
    session = put_in(played(put_in(session, ("game", "stud"))), ("game", "holdem 2-4"))
    assert begun(session).round.hand.button == 1


@pytest.mark.parametrize(("moves", "button"), [(False, 1), (True, 2)])
def test_the_button_after_a_dead_round(moves: bool, button: int) -> None:
    """D02: it was at 4, and the dead round at 1."""
    session = begun(played(table(options=Options(move_after_dead_round=moves))))
    session = put_in(
        session, ("deck_fault", "extra"), ("recount", "bad"), ("floor", "dead"), ("deck", "blue")
    )
    assert begun(session).round.hand.button == button


def test_a_dealer_has_a_licence_and_changes_between_hands() -> None:
    session = table()
    with pytest.raises(IllegalEvent, match="licence"):
        put_in(session, ("dealer", "Eve", ""))
    with pytest.raises(IllegalEvent, match="between two rounds"):
        put_in(begun(session), ("dealer", "Eve", "E-2"))
    assert put_in(session, ("dealer", "Eve", "E-2")).dealer == ("Eve", "E-2")


def test_fills_and_credits() -> None:
    session = put_in(table(tray=100), ("fill", 50), ("credit", 30))
    assert (session.tray, books(session).balanced) == (120, True)
    for event in (("credit", 121), ("fill", 0), ("credit", -1)):
        with pytest.raises(IllegalEvent):
            put_in(session, event)


def test_a_table_closes_empty() -> None:
    session = table(2)
    with pytest.raises(IllegalEvent, match="seats 1, 2 are taken"):
        put_in(session, ("close",))
    with pytest.raises(IllegalEvent, match="a round is being played"):
        put_in(begun(session), ("close",))
    session = put_in(session, ("leave", 1), ("leave", 2), ("close",))
    assert (session.is_open, books(session).cashed) == (False, 200)
    with pytest.raises(IllegalEvent, match="closed"):
        put_in(session, ("cut",))


def test_undo_takes_back_the_last_inputs_and_says_so() -> None:
    before = begun(table())
    session = put_in(before, ("blind", 1, 1), ("blind", 2, 2), ("deal", 1, 5, "d"))
    session = put_in(session, ("undo", 2))
    assert session._replace(undone=()) == put_in(before, ("blind", 1, 1))
    assert session.undone == ((("blind", 2, 2), ("deal", 1, 5, "d")),)
    session = put_in(session, ("blind", 2, 2), ("undo", 1))
    assert session.undone[1] == (("blind", 2, 2),)


def test_no_undo_beyond_what_cannot_be_undone() -> None:
    """The chips of the last hand were pushed: only what came after it can be taken back."""
    session = put_in(played(table()), ("away", 3))
    assert put_in(session, ("undo", 1)).seats[3].status == "in"
    for count in (2, 0, -1):
        with pytest.raises(IllegalEvent, match="1 inputs can be undone"):
            put_in(session, ("undo", count))
    with pytest.raises(IllegalEvent, match="0 inputs can be undone"):
        put_in(put_in(session, ("leave", 3)), ("undo", 1))


@pytest.mark.parametrize(
    "event", [(), ("begin", 1), ("sit", "1", "A", 5), ("nothing",), ([],), "open", ("undo",)]
)
def test_what_is_no_input(event) -> None:
    with pytest.raises(IllegalEvent):
        apply_session(table(), event)


@pytest.mark.parametrize("event", [("call", 1), ("rake", 1), ("boxed", 3)])
def test_no_event_of_a_hand_between_hands(event) -> None:
    with pytest.raises(IllegalEvent, match="no round is being played"):
        apply_session(table(), event)
