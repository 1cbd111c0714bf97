"""Subdivisions (a), (d), (e), (q), as far as a session of the engine keeps them: each row's example and another case.

Amounts in dollars.
"""

import re

import pytest

from host_tools.engine import IllegalEvent, start
from host_tools.engine.house.rake import Rake
from host_tools.engine.house.time_charge import TimeCharge
from host_tools.engine.rounds.play import apply_round, begin_round
from host_tools.engine.rounds.table_round import House
from host_tools.engine.session.books import announcement, books, reminders, signs
from host_tools.engine.session.night import apply_session, begin_session
from host_tools.engine.session.settings import check_rake_chips, wagered
from host_tools.registry import Back, RegistryError, build, sample
from railbird_boards.schema import BoardError, check, load

rule = pytest.mark.rule


def put_in(session, *events):
    for event in events:
        session = apply_session(session, event)
    return session


def with_rake(opened, settings_of, each: int, **more):
    """A table whose rake area holds so much time from each of its four players."""
    rake = Rake(("time",), time=TimeCharge(((4, 8, each),), parts=1))
    return put_in(opened(settings_of(rake, **more)), ("time_charge",))


@rule("a(1)")
@pytest.mark.parametrize(("seats", "fits"), [(11, True), (2, True), (12, False), (1, False)])
def test_a_table_has_at_most_eleven_seats(settings_of, seats: int, fits: bool) -> None:
    table = settings_of()._replace(seats=seats)
    if fits:
        assert begin_session(table).table.seats == seats
        return
    with pytest.raises(IllegalEvent, match=r"\[a\(1\)\]"):
        begin_session(table)


@rule("a(1)")
@pytest.mark.parametrize("seat", [0, 10, 12, -1])
def test_a_seat_is_one_of_the_table(settings_of, seat: int) -> None:
    """The table has nine."""
    session = begin_session(settings_of())
    for event in (("sit", seat, "Ann", 100), ("away", seat), ("add", seat, 5), ("leave", seat)):
        with pytest.raises(IllegalEvent, match=r"\[a\(1\)\]"):
            apply_session(session, event)


@rule("a(2)(ii)")
def test_rake_is_held_and_then_moved_away(play_round) -> None:
    """$4 of $60: pot 56, held 4."""
    rake = Rake(("incremental",), steps=((50, 4),), cap=10)
    value = begin_round(start("holdem", (1, 4, 6), 6, (200,) * 3, (2, 4)), House(rake))
    value = play_round(value, ["6 raise 20", "1 call", "4 call"], until=lambda v: v.next[0] == "rake")
    assert value.pot == 60
    value = apply_round(value, ("rake", 4))
    assert (value.pot, value.rake) == (56, 4)


@rule("a(2)(ii)")
def test_the_rake_area_is_empty_after_the_round(opened, settings_of) -> None:
    session = put_in(with_rake(opened, settings_of, 1), ("verify", "Sue"))
    assert (session.rake_area, session.boxed) == (4, 0)
    assert reminders(session) == ("rake of 4 is still in the rake area [o(2)(i)(c)]",)
    session = put_in(session, ("rake_to_box",))
    assert (session.rake_area, session.boxed, reminders(session)) == (0, 4, ())
    with pytest.raises(IllegalEvent, match="the rake area is empty"):
        put_in(session, ("rake_to_box",))


@rule("a(6)")
def test_rake_chips_only_where_they_are_used(opened, settings_of) -> None:
    with pytest.raises(IllegalEvent, match=r"\[a\(6\)\]"):
        put_in(with_rake(opened, settings_of, 1), ("rake_chip", 4))


@rule("a(6)")
@rule("a(6)(i)")
def test_a_swap_leaves_the_rake_as_it_is(opened, settings_of) -> None:
    """4 x $1 for one $4 chip: the rake area holds 4, the tray 4 value chips more."""
    session = with_rake(opened, settings_of, 1, rake_chips=(2, 3, 4), tray=100)
    after = put_in(session, ("rake_chip", 4))
    assert (after.rake_area, after.tray, after.held_chips) == (4, 104, 4)
    assert books(after).balanced
    with pytest.raises(IllegalEvent, match=r"0 in value chips in the rake area.*\[a\(6\)\(i\)\]"):
        put_in(after, ("rake_chip", 2))


@rule("a(6)(i)")
def test_too_little_rake_for_a_chip_and_no_bet_with_one(settings_of, opened) -> None:
    """$2 held are not swapped for a $4 chip; such a chip before a seat counts for nothing."""
    session = with_rake(opened, settings_of, 1, rake_chips=(2, 4))
    session = put_in(session, ("rake_chip", 2))
    with pytest.raises(IllegalEvent, match=r"a\(6\)\(i\)"):
        put_in(session, ("rake_chip", 4))
    assert wagered([("value", 5), ("rake", 4), ("value", 1)]) == 6
    assert wagered([("rake", 4)]) == 0


@rule("a(6)(iii)")
@pytest.mark.parametrize(("dollars", "fits"), [(2, True), (3, True), (4, True), (1, False), (5, False)])
def test_the_denominations(dollars: int, fits: bool) -> None:
    if fits:
        check_rake_chips((dollars,))
        return
    with pytest.raises(IllegalEvent, match=r"expected \$2, \$3 or \$4 \[a\(6\)\(iii\)\]"):
        check_rake_chips((2, dollars))


@rule("a(6)(iii)")
def test_a_table_with_another_chip_does_not_open(settings_of) -> None:
    with pytest.raises(IllegalEvent, match=r"a\(6\)\(iii\)"):
        begin_session(settings_of(rake_chips=(2, 5)))


@rule("a(5)(ii)")
def test_decks_are_distributed_for_the_day(settings_of) -> None:
    session = put_in(begin_session(settings_of()), ("sit", 3, "Ann", 100))
    assert reminders(session) == ("no deck distribution is recorded for this table [a(5)(ii)]",)
    session = put_in(session, ("distribute", "Sue", "red", "blue"))
    assert reminders(session) == ()
    assert session.records[-1].text == "Sue gives decks red and blue"
    for event in (("distribute", "", "red", "blue"), ("distribute", "Sue", "red", "red")):
        with pytest.raises(IllegalEvent, match=r"a\(5\)\(ii\)"):
            put_in(session, event)


@rule("d")
def test_two_players_inspect_each_deck(settings_of) -> None:
    session = put_in(
        begin_session(settings_of()),
        ("sit", 1, "Ann", 100), ("sit", 2, "Bob", 100), ("dealer", "Dan", "D-1"),
        ("distribute", "Sue", "A", "B"), ("inspect", "A", 1), ("inspect", "A", 2), ("inspect", "B", 2),
    )  # fmt: skip
    with pytest.raises(IllegalEvent, match=r"deck B: inspected by 1 of 2 \[d\]"):
        put_in(session, ("open",))
    with pytest.raises(IllegalEvent, match="deck B: inspected by 1 of 2"):
        put_in(session, ("inspect", "B", 2), ("open",))
    assert put_in(session, ("inspect", "B", 1), ("open",)).is_open


@rule("d")
def test_a_new_deck_is_inspected_as_well(settings_of, opened) -> None:
    """The red deck was short and is gone; a green one has to be looked through by two."""
    session = put_in(
        opened(settings_of()),
        ("cut",), ("begin",), ("deck_fault", "missing"), ("recount", "bad"), ("floor", "dead"),
    )  # fmt: skip
    session = put_in(session, ("inspect", "green", 1))
    with pytest.raises(IllegalEvent, match=r"deck green: inspected by 1 of 2 \[d\]"):
        put_in(session, ("deck", "green"))
    assert put_in(session, ("inspect", "green", 4), ("deck", "green")).deck == "green"
    with pytest.raises(IllegalEvent, match=r"two are kept at the table \[a\(5\)\(i\)\]"):
        put_in(session, ("inspect", "black", 1))


@rule("e")
def test_shuffle_and_cut_come_before_the_deal(settings_of, opened) -> None:
    session = opened(settings_of())
    with pytest.raises(IllegalEvent, match=r"p\(1\)\(i\)"):
        put_in(session, ("begin",))
    session = put_in(session, ("cut",), ("begin",))
    assert session.round is not None


@rule("e")
def test_another_deck_is_cut_anew(settings_of, opened) -> None:
    session = put_in(opened(settings_of()), ("cut",), ("deck", "blue"))
    with pytest.raises(IllegalEvent, match=r"p\(1\)\(i\)"):
        put_in(session, ("begin",))


@rule("q")
def test_what_is_announced(settings_of, opened) -> None:
    session = opened(settings_of(), 7)
    assert announcement(session) == "Texas hold'em $4-$8, 2 seats open"
    assert announcement(put_in(session, ("sit", 8, "Zoe", 100))) == "Texas hold'em $4-$8, 1 seat open"
    assert "P1" not in announcement(session)


@rule("q")
def test_an_empty_table_and_a_dollar_of_cents(settings_of) -> None:
    table = settings_of(dollar=100)
    stakes = table.stakes[0]._replace(game="omaha_hl8", wagers=(400, 850))
    assert announcement(begin_session(table._replace(stakes=(stakes,)))) == (
        "Omaha high-low split eight or better $4-$8.5, 9 seats open"
    )


@rule("o(3)")
def test_the_rake_is_posted(settings_of, opened, percent) -> None:
    assert signs(opened(settings_of(percent(cap=5)))) == ("Rake: 10% of all bets, maximum $5",)
    steps = Rake(("incremental",), steps=((10, 1), (20, 1)), cap=2)
    assert signs(opened(settings_of(steps))) == ("Rake: $1 at $10, $1 at $20, maximum $2",)


@rule("o(2)(iii)(e)")
def test_the_charges_are_verified_by_somebody(opened, settings_of) -> None:
    session = with_rake(opened, settings_of, 2)
    for event in (("verify", ""), ("rake_to_box",)):
        with pytest.raises(IllegalEvent, match=r"o\(2\)\(iii\)\(e\)"):
            put_in(session, event)
    session = put_in(session, ("clock", 900), ("verify", "Sue"))
    assert (session.records[-1].at, session.records[-1].text) == (
        900, "Sue verifies time charges, 8 in the rake area"
    )  # fmt: skip


@rule("o(2)(iii)(e)")
def test_the_drop_box_is_counted_at_the_end_of_the_day(opened, settings_of) -> None:
    session = put_in(with_rake(opened, settings_of, 2), ("verify", "Sue"), ("rake_to_box",))
    session = put_in(session, *[("leave", seat) for seat in (1, 2, 3, 4)], ("close",))
    with pytest.raises(IllegalEvent, match="differs from the ledger by -1"):
        put_in(session, ("end_day", "Sue", 7))
    assert not put_in(session, ("end_day", "Sue", 8)).distributed


@rule("a(3)")
@pytest.mark.parametrize(
    ("place", "parked"),
    [
        (("park", 1), True),
        (("tray", 1), True),  # the place may lie inside the chip tray
        (("spot", 2), True),
        (("tray", 0), False),
        (("floor", 1), False),
        ((), False),
        (None, False),
    ],
)
def test_a_table_has_a_place_for_an_idle_deck(place, parked: bool) -> None:
    board = {**load("casino_11"), "idle_decks": place}
    if place is None:
        del board["idle_decks"]
    if parked:
        check(board)
        return
    with pytest.raises(BoardError, match=r"idle_decks"):
        check(board)


@rule("a(3)")
def test_a_park_without_a_reader_is_none() -> None:
    with pytest.raises(BoardError, match=r"idle_decks\[0\].*a\(3\)"):
        check({**load("pico_w"), "idle_decks": ("park", 1)})


RED, BLUE = Back("red", "diamonds"), Back("blue", "diamonds")


@rule("a(5)(iii)(a)")
@pytest.mark.parametrize(
    ("backs", "shuffler", "refused"),
    [
        ((RED, BLUE), True, ""),
        ((RED, Back("red", "waves")), True, "a(5)(iii)(a)"),
        ((RED, Back("red", "waves")), False, ""),
        ((RED, RED), False, "a(5)(i)"),
        ((RED,), True, ""),
    ],
)
def test_two_decks_can_be_told_apart_and_at_a_shuffler_by_colour(backs, shuffler: bool, refused: str) -> None:
    tags = [(uid, code) for code, uid in sample(3).items()]
    decks = range(len(backs))
    tags = [(uid, code) for uid, code in tags if code >> 6 in decks]
    if not refused:
        assert build(tags, decks, backs=backs, shuffler=shuffler)
        return
    with pytest.raises(RegistryError, match=re.escape(f"[{refused}]")):
        build(tags, decks, backs=backs, shuffler=shuffler)
