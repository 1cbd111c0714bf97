"""What the floor records beside the game: (a)(2), (a)(4), (c)(3)(v), (f)(1), (f)(6), (o)(1), (r)(4)(ii).

Each row's example, and a case that is not in it. Dollars; times in seconds of the day.
"""

import pytest

from host_tools.engine import IllegalEvent
from host_tools.engine.house.jackpot import JackpotRules
from host_tools.engine.house.rake import Rake
from host_tools.engine.house.time_charge import TimeCharge
from host_tools.engine.session.books import books
from host_tools.engine.session.night import apply_session
from host_tools.records import controls, departures, layout, models, rounds
from host_tools.records.audit import findings
from host_tools.records.desk import Desk
from host_tools.records.evening import Evening
from host_tools.records.layout import Layout
from host_tools.records.store import open_store

rule = pytest.mark.rule
DAY_MS = 1_767_225_600_000
WHOLE = Layout("Grand Casino", "", True, True, "dealer", "poker room")


@pytest.fixture
def store(tmp_path):
    records = open_store(f"sqlite:///{tmp_path}/railbird.db", create=True)
    yield records
    records.close()


@pytest.fixture
def desk(store) -> Desk:
    return Desk(store, "table 7", lambda: DAY_MS)


def put_in(session, *events):
    for event in events:
        session = apply_session(session, event)
    return session


@rule("a(2)")
def test_the_layout_is_complete_with_mark_and_rake_area(desk) -> None:
    """Facility mark ticked, rake area unticked; both ticked."""
    layout.look(desk, "Sue", WHOLE._replace(rake_area=False))
    assert "the layout is INCOMPLETE [a(2)]" in findings(desk)
    layout.look(desk, "Sue", WHOLE)
    assert list(findings(desk)) == []
    assert layout.latest(desk) == WHOLE


@rule("a(2)")
def test_a_table_that_nobody_has_looked_at(desk) -> None:
    assert list(findings(desk)) == ["nobody has looked at the layout [a(2)]"]
    layout.look(desk, "Sue", Layout())
    assert "the layout is INCOMPLETE [a(2)]" in findings(desk)


@rule("a(2)(i)")
@pytest.mark.parametrize(
    ("name", "logo", "is_open"),
    [
        ("Grand Casino", "", False),
        ("", "", True),
        ("", "crown.svg", False),
    ],
)
def test_name_or_logo(name: str, logo: str, is_open: bool) -> None:
    found = layout.open_items(WHOLE._replace(facility_name=name, logo=logo))
    assert found == (("the layout shows neither name nor logo of the facility [a(2)(i)]",) if is_open else ())


@rule("a(4)")
@pytest.mark.parametrize(
    ("box", "side", "finding"),
    [
        (True, "dealer", ()),
        (True, "seat 6", ("the tip box is at seat 6, not on the dealer's [a(4)]",)),
        (False, "", ("the table has no tip box [a(4)]",)),
        (True, "", ("the tip box is at no side, not on the dealer's [a(4)]",)),
    ],
)
def test_the_tip_box(box: bool, side: str, finding: tuple[str, ...]) -> None:
    assert layout.open_items(WHOLE._replace(tip_box=box, tip_side=side)) == finding


@rule("a(4)")
def test_tips_are_in_no_pot_and_no_stack(opened, settings_of) -> None:
    session = opened(settings_of())  # four players with 200
    after = put_in(session, ("tip", 3, 5))
    assert (after.stack(3), books(after).stacks, books(after).pot, books(after).tips) == (195, 795, 0, 5)
    assert books(after).balanced
    for amount in (0, 196, -1):
        with pytest.raises(IllegalEvent, match=r"\[a\(4\)\]"):
            put_in(after, ("tip", 3, amount))
    with pytest.raises(IllegalEvent, match="a round is being played"):
        put_in(after, ("cut",), ("begin",), ("tip", 3, 5))


@rule("c(3)(v)")
def test_a_stack_that_is_watched_while_its_player_is_away(store) -> None:
    """Seat 4, $212, left on the table, at 20:14; $150 when he is back."""
    desk = Desk(store, "table 7", lambda: DAY_MS + (20 * 60 + 14) * 60_000)
    departures.leave(desk, 4, 212, "left", "Sue")
    (row,) = desk.rows(models.departures)
    assert (row.seat, row.stack, row.method, row.supervisor) == (4, 212, "left", "Sue")
    assert (row.at - DAY_MS) // 60_000 == 20 * 60 + 14
    assert departures.reminders(row) == ()
    assert departures.back(desk, 4, 150) == 62
    assert "seat 4 left with 212 and came back with 150: 62 missing [c(3)(v)]" in findings(desk)


@rule("c(3)(v)")
def test_leaving_without_a_method_brings_a_reminder(desk) -> None:
    departures.leave(desk, 4, 212)
    reminder = "seat 4 left with 212: counted, held or left is not recorded [c(3)(v)]"
    assert reminder in findings(desk)
    departures.settle(desk, 4, "held", "Sue")
    assert reminder not in findings(desk)
    for method, supervisor in (("taken", "Sue"), ("held", "")):
        with pytest.raises(IllegalEvent, match=r"c\(3\)\(v\)"):
            departures.settle(desk, 4, method, supervisor)
    assert departures.back(desk, 4, 212) == 0
    with pytest.raises(IllegalEvent, match="nobody is away from seat 4"):
        departures.back(desk, 4, 212)


@rule("c(3)(v)")
def test_who_is_away_in_a_session(store, opened, settings_of) -> None:
    evening = Evening(store, "table 7", DAY_MS)
    before = opened(settings_of())
    for event in (("away", 2), ("back", 2)):
        after = apply_session(before, event)
        evening.step(before, event, after)
        before = after
    (row,) = evening.desk.rows(models.departures)
    assert (row.seat, row.stack, row.returned, row.method) == (2, 200, 200, "")


@rule("f(1)")
@pytest.mark.parametrize("area", ["", "slot floor", "poker room"])
def test_the_area_of_the_table(area: str) -> None:
    found = layout.open_items(WHOLE._replace(area=area))
    assert found == (() if area == "poker room" else ("the table does not stand in the poker room [f(1)]",))


@rule("f(1)")
def test_the_area_is_on_the_report_of_a_table_that_was_moved(desk) -> None:
    layout.look(desk, "Sue", WHOLE)
    layout.look(desk, "Sue", WHOLE._replace(area="lobby"))
    assert list(findings(desk)) == ["the table does not stand in the poker room [f(1)]"]


def ended(desk: Desk) -> None:
    """A hand that was completed, and of which only its number matters."""
    desk.hand += 1
    desk.add(models.hands, number=desk.hand, game="holdem", seats=[1, 2], outcome="complete")
    desk.add(models.decks, what="distributed", deck="red")


@rule("f(6)")
def test_a_round_with_all_nine_items(desk) -> None:
    layout.look(desk, "Sue", WHOLE)
    ended(desk)
    for item in rounds.ITEMS:
        rounds.log(desk, item, "done", "Dan", waiver=item == "f(6)(ix)")
    assert list(findings(desk)) == []
    assert len(rounds.ITEMS) == 9


@rule("f(6)")
def test_missing_items_are_listed_by_round(desk) -> None:
    layout.look(desk, "Sue", WHOLE)
    for gone in ("f(6)(iv)", "", "f(6)(iv)", "f(6)(i)"):
        ended(desk)
        for item in rounds.ITEMS:
            if item != gone:
                rounds.log(desk, item, "done", "Dan")
    assert list(findings(desk)) == [
        "no record of f(6)(iv) in 2 hands: 1, 3 [f(6)]",
        "no record of f(6)(i) in 1 hands: 4 [f(6)]",
    ]
    with pytest.raises(ValueError, match="expected one of"):
        rounds.log(desk, "f(6)(x)", "done")


@rule("f(6)")
def test_what_a_session_knows_of_a_round(store, opened, settings_of, play_round) -> None:
    """No reader, no count: four of the nine are left to people. The dealer has said how he holds the deck."""
    del play_round
    evening = Evening(store, "table 7", DAY_MS)
    session = opened(settings_of(), 2)
    events = [("cut",), ("begin",), ("blind", 1, 2), ("blind", 2, 4)]
    events += [("deal", seat, card, "d") for card, seat in enumerate((1, 2, 1, 2))]
    evening.holding = "left hand"
    for event in (*events, ("fold", 1), ("award", 0)):
        after = apply_session(session, event)
        evening.step(session, event, after)
        session = after
    logged = {row.item: row.text for row in evening.desk.rows(models.dealer_log)}
    assert rounds.missing(logged) == ("f(6)(iii)", "f(6)(iv)", "f(6)(vii)")
    assert logged["f(6)(i)"] == "left hand"
    assert (logged["f(6)(viii)"], logged["f(6)(ix)"]) == ("0 taken", "no jackpot at this table")


@rule("o(1)(i)")
@pytest.mark.parametrize(
    ("rake", "system", "is_open"),
    [
        (Rake(("percentage",), 100, cap=5), "percentage", False),
        (Rake(("incremental",), steps=((20, 1),), cap=5), "incremental", False),
        (Rake(("time",), time=TimeCharge(((4, 8, 12),))), "time", False),
        (Rake(("percentage", "time"), 100, cap=5, time=TimeCharge(((4, 8, 12),))), "percentage,time", False),
        (None, "", True),
        (Rake(("raffle",), cap=5), "raffle", True),
    ],
)
def test_the_rake_system_that_is_filed(desk, rake, system: str, is_open: bool) -> None:
    controls.file(desk, rake)
    sheet = desk.newest(models.controls)
    assert sheet is not None
    assert sheet.system == system
    finding = "the rake system is not one of percentage, incremental, time [o(1)(i)]"
    assert (finding in findings(desk)) == is_open


@rule("o(1)(i)")
def test_the_sheet_is_filed_when_the_table_opens(store, settings_of, percent) -> None:
    from host_tools.engine.session.night import begin_session

    evening = Evening(store, "table 7", DAY_MS)
    session = begin_session(settings_of(percent(cap=5)))
    inputs = [("sit", 1, "Ann", 100), ("sit", 2, "Bob", 100), ("distribute", "Sue", "A", "B")]
    inputs += [("dealer", "Dan", "D-1"), *[("inspect", deck, seat) for deck in "AB" for seat in (1, 2)]]
    for event in (*inputs, ("open",)):
        after = apply_session(session, event)
        evening.step(session, event, after)
        session = after
    (sheet,) = evening.desk.rows(models.controls)
    assert (sheet.system, sheet.cap) == ("percentage", 5)
    for event in (("rake_terms", "percentage", 50, "", "", 3), ("undo", 1)):
        after = apply_session(session, event)
        evening.step(session, event, after)
        session = after
    sheets = evening.desk.rows(models.controls)
    assert [(row.method, row.cap) for row in sheets] == [
        ("10% of all bets, maximum 5", 5),
        ("5% of all bets, maximum 3", 3),
        ("10% of all bets, maximum 5", 5),
    ]


@rule("o(1)(ii)")
def test_how_the_rake_is_calculated_with_a_sample_pot(desk) -> None:
    """$84 at 10%, rounded down to the dollar: 8, and 5 with that cap; by levels 1 at 20 and 2 more at 60: 3."""
    rake = Rake(("percentage",), 100, cap=10)
    controls.file(desk, rake)
    sheet = desk.newest(models.controls)
    assert sheet is not None
    assert sheet.method == "10% of all bets, maximum 10"
    assert (sheet.parameters["per_mille"], sheet.parameters["unit"]) == (100, 1)
    assert controls.sample(rake, 84) == 8
    assert controls.sample(rake._replace(cap=5), 84) == 5
    assert controls.sample(Rake(("incremental",), steps=((20, 1), (60, 2)), cap=5), 84) == 3
    assert controls.sample(Rake(("time",), time=TimeCharge(((4, 8, 12),))), 84) == 0


@rule("o(1)(ii)")
def test_a_sheet_without_a_method_is_incomplete(desk) -> None:
    controls.file(desk, None)
    assert "how the rake is calculated is not filed [o(1)(ii)]" in findings(desk)
    sheet = {"system": "percentage", "method": "10%", "parameters": {}, "cap": 5}
    assert controls.open_items(sheet) == ("how the rake is calculated is not filed [o(1)(ii)]",)
    assert controls.open_items(sheet | {"parameters": {"per_mille": 100}, "cap": 0}) == (
        "the maximum permissible rake is not filed [o(1)(iii)]",
    )


@rule("r(4)(ii)")
@pytest.mark.parametrize("number", [7, 12])
def test_the_form_has_the_number_of_its_table(
    store, settings_of, opened, cards, play_round, number: int
) -> None:
    del play_round
    jackpot = JackpotRules(
        collection=(0, 9000), qualifying=(0, 9000), contribution=1, max_contribution=1, min_pot=2, min_dealt=2,
        claim_days=30, restrictions="none", qualifiers=(("high hand", tuple(cards("2c2d2h2s3d"))),),
    )  # fmt: skip
    session = opened(settings_of(jackpot=jackpot)._replace(number=number), 2)
    evening = Evening(store, f"table {number}", DAY_MS)
    for event in hand_of_eights(cards):
        after = apply_session(session, event)
        evening.step(session, event, after)
        session = after
    (form,) = evening.desk.rows(models.forms)
    assert (form.table_number, form.name, form.rank) == (number, "Ann", "four of a kind, 8s, A")


def hand_of_eights(cards):
    """Heads-up, button 2: seat 1 has eights, the board two more and an ace; both check it down and show."""
    hole = cards("8h2c8d3c")
    board = cards("8c8sAh4h5s")
    yield from [("cut",), ("begin",), ("blind", 1, 2), ("blind", 2, 4)]
    for card, seat in zip(hole, (1, 2, 1, 2), strict=True):
        yield ("deal", seat, card, "d")
    yield from [("call", 1), ("check", 2)]
    for burn, street in zip(cards("9c9d9h"), (board[:3], board[3:4], board[4:]), strict=True):
        yield ("burn", burn)
        for card in street:
            yield ("board", card)
        yield from [("check", 1), ("check", 2)]
    yield from [("show", 1), ("show", 2), ("drop", 1), ("award", 0)]
    yield ("qualify", "Ann", "555-0100", "Max", "F-7", "identified")
