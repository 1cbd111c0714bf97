"""A night run by its people at a simulated table: players come and go, words are taken back, cards are entered."""

import pytest

from host_tools.engine.session.books import books
from host_tools.live.desk import Refused
from host_tools.live.night import Night, plain_table, simulated_night
from host_tools.live.roles import ROLES
from host_tools.tracker.view import Verdict
from railbird import facts
from railbird.rules import paragraphs
from railbird.rules.cards import name


def floor(live, *event, why="asked for"):
    return live.do("session", event=list(event), why=why)


def players(seen):
    return {row["seat"]: row for row in seen["night"]["players"]}


def push(live):
    """Call and check and show to the end of the hand, and push its pots."""
    while True:
        seen = live.until(
            "dealer", lambda seen: seen["desk"]["choices"] or seen["desk"]["push"], "a decision"
        )
        if seen["desk"]["push"]:
            live.do("push")
            live.until("dealer", lambda seen: not seen["desk"]["push"])
            return
        kinds = {choice[0]: choice for choice in seen["desk"]["choices"]}
        kind = next(kind for kind in ("check", "call", "bring_in", "show", "discard") if kind in kinds)
        try:
            live.do("declare", event=[kind, kinds[kind][1], *([0] if kind == "discard" else [])])
        except Refused:  # the picture was of the moment before
            continue


def test_players_sit_add_move_and_leave_and_the_books_balance(make_live):
    live = make_live(seats=(1, 4, 7))
    live.do("console", on=True)
    seen = live.until("floor", lambda seen: seen["hand"] and seen["hand"]["number"] == 1)
    assert sorted(players(seen)) == [1, 4, 7]
    floor(live, "sit", 2, "Ann", 60)
    floor(live, "add", 4, 50)
    with pytest.raises(Refused, match=r"a\(1\)"):
        floor(live, "sit", 4, "Bob", 60)
    with pytest.raises(Refused, match=r"c\(3\)\(iii\)"):
        floor(live, "sit", 5, "Bob", 1)
    with pytest.raises(Refused, match=r"c\(3\)\(i\)"):
        floor(live, "move", 7, 5)  # in the middle of a hand
    floor(live, "leave", 7)
    seen = live.until("floor", lambda seen: players(seen).get(7, {}).get("status") == "leaving")
    assert players(seen)[2] == {
        "seat": 2, "name": "Ann", "stack": 60, "status": "new", "missed": [], "posting": False,
    }  # fmt: skip
    live.until("dealer", lambda seen: seen["desk"]["choices"])
    push(live)
    seen = live.until("floor", lambda seen: 7 not in players(seen), "seat 7 has gone with its chips")
    assert 2 in players(seen)
    assert books(live.table._night.session).balanced
    assert [row[2] for row in seen["decisions"]] == ["sit 2 Ann 60", "add 4 50", "leave 7"]
    assert {(row[1], row[3]) for row in seen["decisions"]} == {("Ana", "asked for")}


def test_a_decision_without_a_reason_or_outside_the_list_is_none(make_live):
    live = make_live()
    for event in (
        ["begin"],
        ["cut"],
        ["award", 0],
        ["sit", 1.5, "Ann", 60],
        ["sit", 2, "x" * 61, 60],
        ["sit", 2, "a\nb", 60],
        ["sit", 2, "Ann", 10**13],
        ["sit", 2, ["Ann"], 60],
        [],
        "sit",
    ):
        with pytest.raises(Refused):
            live.do("session", event=event, why="asked for")
    with pytest.raises(Refused, match="reason"):
        live.do("session", event=["sit", 2, "Ann", 60], why="  ")
    assert live.table._night.session.seats[2] is None


def test_who_misses_the_blinds_posts_them_or_waits(make_live):
    """D02: seat 4 goes away before its big blind; what it has missed is on the floor's page."""
    live = make_live(seats=(1, 4, 7))
    live.do("console", on=True)
    live.until("dealer", lambda seen: seen["desk"]["choices"])
    floor(live, "away", 4)
    seen = live.until(
        "floor", lambda seen: any("seat 4 is away" in text for text in seen["night"]["due"]) or True
    )
    for _ in range(3):
        push(live)
    seen = live.until("floor", lambda seen: players(seen)[4]["missed"], "missed blinds")
    assert players(seen)[4]["status"] == "away"
    with pytest.raises(Refused):
        live.do("settle", seat=1, method="held", why="supervisor")
    with pytest.raises(Refused):
        live.do("settle", seat=4, method="lost", why="supervisor")
    live.do("settle", seat=4, method="held", why="the supervisor holds them")
    floor(live, "back", 4)
    floor(live, "post", 4)
    seen = live.until("floor", lambda seen: players(seen)[4]["posting"])
    push(live)  # the hand that had begun before
    push(live)
    live.until("floor", lambda seen: players(seen)[4]["status"] == "in", "seat 4 is dealt in")
    assert books(live.table._night.session).balanced


def test_the_last_declaration_is_taken_back(make_live):
    live = make_live(seats=(1, 4, 7))
    live.do("console", on=True)
    first = live.until("dealer", lambda seen: seen["desk"]["choices"])
    seat, pot = first["hand"]["actor"], first["hand"]["pot"]
    live.do("declare", event=["call", seat])
    live.until("dealer", lambda seen: seen["desk"]["choices"] and seen["hand"]["actor"] != seat)
    assert live.do("undo") == f"taken back: seat {seat} calls"
    again = live.until("dealer", lambda seen: seen["desk"]["choices"] and seen["hand"]["actor"] == seat)
    assert (again["hand"]["pot"], again["desk"]["choices"]) == (pot, first["desk"]["choices"])
    live.do("declare", event=["raise", seat, 8])
    seen = live.until("dealer", lambda seen: seen["desk"]["choices"] and seen["hand"]["actor"] != seat)
    assert seen["hand"]["pot"] == pot + 8
    live.until(
        "producer", lambda seen: seen["hand"]["pot"] == pot + 8, "the stream has taken it back as well"
    )
    folder = seen["hand"]["actor"]
    live.do("declare", event=["fold", folder])
    live.until("dealer", lambda seen: seen["desk"]["choices"] and seen["hand"]["actor"] not in (seat, folder))
    with pytest.raises(
        Refused,
        match=f"fold of seat {folder} cannot be taken back, the table has been told .*: call the floor",
    ):
        live.do("undo")
    push(live)
    live.until("dealer", lambda seen: seen["hand"]["number"] == 2)
    assert (live.table._table.audit.stack_mismatches, live.table._table.audit.wrong()) == (0, 0)


def test_nothing_is_taken_back_once_a_card_has_been_dealt(make_live):
    live = make_live(seats=(1, 4))
    live.do("console", on=True)
    for kind in ("call", "check"):
        seen = live.until(
            "dealer", lambda seen, kind=kind: kind in [row[0] for row in seen["desk"]["choices"]]
        )
        live.do("declare", event=[kind, seen["hand"]["actor"]])
    live.until("dealer", lambda seen: len(seen["board"]) == 3 and seen["desk"]["choices"])
    with pytest.raises(Refused, match="gone on"):
        live.do("undo")


def test_the_pots_are_pushed_by_the_dealer(make_live):
    live = make_live(seats=(1, 4))
    live.do("console", on=True)
    live.until("dealer", lambda seen: seen["desk"]["choices"])
    with pytest.raises(Refused, match=r"f\(6\)\(v\)"):
        live.do("push")
    push(live)
    seen = live.until("dealer", lambda seen: seen["hand"]["number"] == 2)
    assert any("pushes the pots" in text for _, text in seen["lines"])


def test_a_hand_goes_on_by_hand_where_a_reader_is_gone(make_live):
    """The reader of the turn is unplugged: the card lies there, nobody reads it, the dealer enters it."""
    live = make_live(seats=(1, 4))
    live.do("console", on=True)
    live.until("dealer", lambda seen: seen["desk"]["choices"])
    live.do("fault", name="unplugged", zone="board_4", on=True)
    live.until("dealer", lambda seen: seen["readers"]["board_4"] == "UNKNOWN")
    while True:
        seen = live.until("dealer", lambda seen: seen["desk"]["choices"])
        state = live.table._table.dealer._waits
        if state is not None and len(state.board) == 4:
            break
        kinds = [row[0] for row in seen["desk"]["choices"]]
        live.do("declare", event=["check" if "check" in kinds else "call", seen["desk"]["choices"][0][1]])
        live.until("dealer", lambda now, before=seen: now["desk"]["choices"] != before["desk"]["choices"])
    seen = live.until("viewer", lambda seen: seen["hand"]["waits"] == "board card")
    assert len(seen["board"]) == 3
    live.do("enter", card=name(state.board[3]), zone="board_4")
    seen = live.until("viewer", lambda seen: len(seen["board"]) == 4)
    assert seen["board"][3] == name(state.board[3])
    push(live)
    live.until("dealer", lambda seen: seen["hand"]["number"] == 2)
    assert live.table._table.audit.stack_mismatches == 0


def test_the_game_changes_with_the_next_hand(make_live):
    table = plain_table("holdem", 9)
    omaha = table.stakes[0]._replace(name="omaha 1-2", game="omaha_high", buy_in=(20, 300))
    night = simulated_night(table._replace(stakes=(*table.stakes, omaha)), {1: 100, 4: 100})
    live = make_live(night=night, board="casino_11")
    live.do("console", on=True)
    live.until("dealer", lambda seen: seen["desk"]["choices"])
    with pytest.raises(Refused, match="round is being played"):
        floor(live, "game", "omaha 1-2")
    seen = live.until("floor", lambda seen: seen["night"])
    assert seen["night"]["games"] == ["holdem 1-2", "omaha 1-2"]
    live.do("pause", on=True)
    push(live)
    live.until("floor", lambda seen: not seen["night"]["playing"])
    live.do("session", event=["game", "omaha 1-2"], why="by the list")
    live.do("pause", on=False)
    live.until("dealer", lambda seen: seen["desk"]["choices"])
    assert live.table._table.tracker.state.setup.game.name == "omaha_high"


def test_the_floor_posts_limits_and_rake_between_hands_and_they_are_played(make_live):
    """Blinds of 2 and 4, called and checked: 8 in the pot, a tenth is nothing whole; a dollar at 8 is one."""
    live = make_live(seats=(1, 4))
    live.do("console", on=True)
    live.until("dealer", lambda seen: seen["desk"]["choices"])
    posted = ["stakes", "holdem", "fixed 4 8", "2 4", 0, 0, "40 400", 0]
    rake = ["rake_terms", "incremental", 0, "8:1 20:1", "", 5]
    for event in (posted, rake):
        with pytest.raises(Refused, match="round is being played"):
            floor(live, *event)
    live.do("pause", on=True)
    push(live)
    live.until("floor", lambda seen: not seen["night"]["playing"])
    for event, rule in (
        (["rake_terms", "percentage", 101, "", "", 4], r"o\(2\)\(i\)\(a\)"),
        (["rake_terms", "percentage", 100, "", "", 11], r"o\(1\)\(iii\)"),  # filed: 10
        (["stakes", "stud7_high", "fixed 2 4", "", 1, 1, "20 200", 0], "puts more cards at a place"),
        (["stakes", "holdem", "fixed 4 8", "2 4", 0, 0, "40 400", -1], r"c\(3\)"),
    ):
        with pytest.raises(Refused, match=rule):
            floor(live, *event)
    with pytest.raises(Refused, match="reason"):
        floor(live, *posted, why="")
    floor(live, *posted, why="the players ask for more")
    floor(live, *rake, why="the evening's rake")
    live.do("pause", on=False)
    seen = live.until("dealer", lambda seen: seen["desk"]["choices"])
    assert seen["hand"]["pot"] == 6
    assert seen["posted"]["signs"] == ["Rake: $1 at $8, $1 at $20, maximum $5"]
    before = books(live.table._night.session).drop_box
    push(live)
    live.until("dealer", lambda now, number=seen["hand"]["number"]: now["hand"]["number"] > number)
    after = books(live.table._night.session)
    assert (after.drop_box - before, after.balanced) == (1, True)
    seen = live.until("floor", lambda seen: seen["night"])
    assert seen["night"]["stakes"]["bets"] == "4 8"
    assert [row[1:] for row in seen["decisions"]] == [
        ["Ana", "stakes holdem fixed 4 8 2 4 0 0 40 400 0", "the players ask for more"],
        ["Ana", "rake_terms incremental 0 8:1 20:1  5", "the evening's rake"],
    ]


def test_too_few_players_are_waited_for(make_live):
    live = make_live(seats=(1, 4))
    live.do("console", on=True)
    live.until("dealer", lambda seen: seen["desk"]["choices"])
    floor(live, "leave", 4)
    push(live)
    live.until("floor", lambda seen: sorted(players(seen)) == [1])
    floor(live, "sit", 8, "Eve", 80)
    live.until("dealer", lambda seen: seen["hand"]["number"] == 2 and seen["desk"]["choices"])
    live.until(
        "producer", lambda seen: {"Eve", "Player 1"} == {one["name"] for one in seen["stream"]["seats"]}
    )
    assert live.table._table.tracker.state.seats == (1, 8) or live.table._table.tracker.state.seats == (8, 1)


def test_a_latched_fault_is_cleared_with_a_reason(make_live):
    live = make_live()
    with pytest.raises(Refused):
        live.do("clear", fault="none such", why="looked at")
    with pytest.raises(Refused, match="reason"):
        live.do("clear", fault="torn", why="")
    live.do("clear", fault="torn", why="power was out")
    seen = live.until("floor", lambda seen: seen["decisions"])
    assert seen["decisions"][-1][1:] == ["Ana", "clears the fault torn", "power was out"]
    assert live.table._table.tracker.refused == []


def test_names_and_chips_are_for_those_who_work(make_live):
    live = make_live()
    seen = {role: live.until(role, lambda seen: seen["hand"]) for role in ROLES}
    assert {role for role in ROLES if seen[role].get("night")} == {"dealer", "floor"}
    assert seen["viewer"]["posted"] == {
        "announcement": "Texas hold'em $2-$200, 6 seats open",
        "signs": ["Rake: 10% of all bets, maximum $4"],
        "ante": "no ante",
    }


def test_the_rake_is_what_the_session_takes(make_live):
    """A call and a check of 2 each at 10 % give no whole coin; a raise to 20 called gives 4, the maximum."""
    live = make_live(seats=(1, 4))
    live.do("console", on=True)
    seen = live.until("dealer", lambda seen: seen["desk"]["choices"])
    live.do("declare", event=["raise", seen["hand"]["actor"], 20])
    seen = live.until(
        "dealer",
        lambda now, seen=seen: now["desk"]["choices"] and now["hand"]["actor"] != seen["hand"]["actor"],
    )
    live.do("declare", event=["call", seen["hand"]["actor"]])
    seen = live.until("viewer", lambda seen: len(seen["board"]) == 3)
    assert (seen["hand"]["pot"], seen["hand"]["rake"]) == (40, 4)
    push(live)
    live.until("dealer", lambda seen: seen["hand"]["number"] == 2)
    assert books(live.table._night.session).drop_box == 4
    assert books(live.table._night.session).balanced


def test_a_clean_evening_of_ten_fast_hands_calls_nobody(make_live):
    """Nothing above the lowest tier: what is told is that the deck is to be counted."""
    live = make_live(seats=(1, 4), hands=10)
    seen = live.until("floor", lambda seen: seen["link"]["lost"], patience_s=600)
    assert seen["link"]["lost"] == "the evening is over"
    assert (seen["hand"]["number"], seen["tally"]["attention"], seen["tally"]["held"]) == (10, 0, 0)
    assert {row["name"] for row in seen["verdicts"]} <= {"count_due"}


def test_a_night_refuses_what_its_session_refuses():
    night = simulated_night(plain_table("holdem", 9), {1: 100, 4: 100})
    assert isinstance(night, Night)
    night.put(("cut",))
    start = night.begin()
    before = night.session
    with pytest.raises(ValueError, match="has not ended"):
        night.over([start.next])
    with pytest.raises(ValueError, match="i"):
        night.over([("award", 0)])
    assert night.session is before


@pytest.mark.parametrize(
    ("verdict", "record"),
    [
        (
            Verdict(facts.V_WRONG_SEAT, 4, 0, paragraphs.WRONG_START),
            ("p(1)(ii)", "the deal began at the wrong seat"),
        ),
        (Verdict(facts.V_NOT_CUT, 1, 0, 0), ("p(1)(i)", "the cards were not shuffled and cut")),
        (Verdict(facts.V_TWO_FACE_UP, 1, 0, 0), ("p(1)(iii)", "more than one card lay face up in the deck")),
        (Verdict(facts.V_SKIPPED, 4, 255, paragraphs.NOT_DEALT_IN), ("p(1)(iv)", "seat 4 was not dealt in")),
        (Verdict(facts.V_TOO_MANY, 4, 0, paragraphs.deals("holdem", 1)), ("p(1)", "the floor has called it")),
        (None, ("p(1)", "the floor has called it")),
    ],
)
def test_a_misdeal_is_recorded_with_its_cause(verdict, record):
    night = simulated_night(plain_table("holdem", 9), {1: 100, 4: 100})
    night.gathered()
    night.begin()
    night.misdeal(verdict)
    said = night.session.records[-1]
    assert (said.rule, said.text) == (record[0], f"misdeal: {record[1]}")
    assert night.session.round is None
