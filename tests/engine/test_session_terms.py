"""What the floor posts between two hands: game, limits, rake. Amounts in dollars, worked out by hand."""

import pytest

from host_tools.engine import IllegalEvent, fixed_limit, no_limit
from host_tools.engine.house.rake import Filed, Rake
from host_tools.engine.limits import amounts, limits, pot_limit, spread_limit
from host_tools.engine.rounds.table_round import House
from host_tools.engine.session.books import books, signs
from host_tools.engine.session.night import apply_session, begin_session
from host_tools.engine.session.script_file import Script, ScriptError, load
from host_tools.engine.session.script_run import run
from host_tools.engine.session.settings import Stakes, Table

HOLDEM = Stakes("holdem 2-4", "holdem", (2, 4), (20, 200), (1, 2), limits=fixed_limit(2, 4), minimum=2)
STUD = Stakes("stud", "stud7_high", (2, 4), (20, 200), (), 1, fixed_limit(2, 4), 1, 2)
RAKE = Rake(("percentage",), 100, cap=4)
ALL = Filed(("percentage", "incremental", "time"), 5)
OPEN = """
sit 1 Ann 100
sit 2 Bob 100
sit 3 Cleo 100
sit 4 Dan 100
distribute Sue red blue
dealer Dee D-1
inspect red 1
inspect red 2
inspect blue 1
inspect blue 2
open
"""
LINE = 'stakes holdem "fixed 4 8" "2 4" 0 0 "40 400" 4'


def evening(text: str = "", stakes=(HOLDEM, STUD), rake=RAKE, filed: Filed | None = ALL):
    """A table of four that is open, and the lines that follow; the rake of each hand."""
    table = Table(7, stakes, House(rake), filed=filed)
    lines = tuple(enumerate([line for line in (OPEN + text).split("\n") if line], 1))
    taken = []

    def heard(_before, event, after) -> None:
        if event[0] == "rake":
            taken.append(after.rake_area)

    return run(Script("evening", table, lines, 1), heard), taken


def put(session, *event):
    return apply_session(session, event)


def test_limits_change_between_two_hands() -> None:
    """Four call the big blind of 2 and check: 8 are in the pot, a tenth is nothing whole. At 4-8 they are 16."""
    session, taken = evening(f"hand\nfinish\n{LINE}\nhand\nfinish")
    assert max(taken) == 1
    assert session.boxed + session.held == 1
    assert (session.stakes.name, session.stakes.wagers, session.stakes.blinds) == (
        "holdem 4-8",
        (4, 8),
        (2, 4),
    )
    assert [stakes.name for stakes in session.table.stakes] == ["holdem 4-8", "stud"]
    assert books(session).balanced
    assert ("g", "the game is holdem 4-8, fixed limit") in [(one.rule, one.text) for one in session.records]


def test_no_limit_is_named_by_its_blinds_and_bounded_by_the_buy_in() -> None:
    session, _ = evening('stakes omaha_high "pot" "1 3" 0 0 "30 300" 0')
    assert (session.stakes.name, session.stakes.wagers) == ("omaha_high 1-3", (3, 300))
    session = put(session, "stakes", "holdem", "no", "5 10", 0, 0, "100 1000", 0)
    assert (session.stakes.name, session.stakes.wagers, session.stakes.limits) == (
        "holdem 5-10",
        (10, 1000),
        no_limit(),
    )


def test_a_button_game_becomes_stud_and_goes_on() -> None:
    """Antes of 1 and a bring-in of 1 from four players who do not raise: five dollars at most before the first bet."""
    session, _ = evening('hand\nfinish\nstakes stud5_high "fixed 2 4" "" 1 1 "20 200" 0\nhand\nfinish')
    assert (session.stakes.game, session.hands) == ("stud5_high", 2)
    assert books(session).balanced


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (("badugi", "fixed 2 4", "1 2", 0, 0, "20 200", 0), r"\[g\]"),
        (("holdem", "flat 2 4", "1 2", 0, 0, "20 200", 0), r"c\(7\)\(iii\)"),
        (("holdem", "fixed 2", "1 2", 0, 0, "20 200", 0), r"c\(7\)\(iii\)"),
        (("holdem", "fixed 2 x", "1 2", 0, 0, "20 200", 0), r"c\(7\)\(iii\)"),
        (("holdem", "", "1 2", 0, 0, "20 200", 0), r"c\(7\)\(iii\)"),
        (("holdem", "fixed 2 4", "1 2", 0, 0, "200", 0), r"c\(3\)"),
        (("holdem", "fixed 2 4", "1 2", 0, 0, "200 20", 0), r"c\(3\)"),
        (("holdem", "fixed 4 8", "1 2", 0, 0, "20 9999999999999", 0), r"c\(3\)"),
        (("holdem", "fixed 0 0", "1 2", 0, 0, "20 200", 0), r"bets 0-0.*c\(7\)\(iii\)"),
        (("holdem", "fixed 0 4", "1 2", 0, 0, "20 200", 0), r"bets 0-4.*c\(7\)\(iii\)"),
        (("holdem", "fixed 8 4", "1 2", 0, 0, "20 200", 0), r"bets 8-4.*c\(7\)\(iii\)"),
        (("holdem", "spread 0 5", "1 2", 0, 0, "20 200", 0), r"bets 0-0.*c\(7\)\(iii\)"),
        (("holdem", "spread 2 8 4", "1 2", 0, 0, "20 200", 0), r"at most 8-4.*c\(7\)\(iii\)"),
        (
            ("holdem", "no limit", "1 2", 0, 0, "20 200", 0),
            r"^'limit': expected whole numbers \[c\(7\)\(iii\)\]$",
        ),
        (
            ("holdem", "fixed 2 4", "1 2", 0, 0, "20 200", 201),
            r"less than it takes to be dealt in \[c\(3\)\(iii\)\]",
        ),
        (("holdem", "fixed 2 4", "1 300", 0, 0, "20 200", 0), r"c\(3\)\(iii\)"),
        (("holdem", "fixed 2 4", "1 2", 1, 0, "20 200", 200), r"c\(3\)\(iii\)"),  # 1 of ante beside them
        (("stud7_high", "fixed 2 4", "1 2", 0, 0, "20 200", 0), r"\["),  # no blinds in stud
        (("omaha_hl8", "fixed 2 4", "", 0, 0, "20 200", 0), r"\["),  # nothing forces a bet
    ],
)
def test_limits_that_cannot_be_posted(event, rule) -> None:
    session, _ = evening()
    with pytest.raises(IllegalEvent, match=rule):
        put(session, "stakes", *event)


def test_a_minimum_that_the_largest_buy_in_just_covers_is_posted() -> None:
    session, _ = evening()
    assert put(session, "stakes", "holdem", "fixed 2 4", "1 2", 1, 0, "20 200", 199).stakes.minimum == 199


@pytest.mark.parametrize("name", ["A" * 201, "Ann\n", "\ud800"])
def test_a_name_that_no_page_and_no_record_takes_is_refused(name) -> None:
    session, _ = evening()
    with pytest.raises(IllegalEvent, match="texts of at most 200 letters that can be printed"):
        put(session, "sit", 5, name, 100)
    with pytest.raises(IllegalEvent, match="below 10"):
        put(session, "clock", 10**18)


def test_a_game_that_does_not_seat_them_all_is_not_posted() -> None:
    """(l)(2): seven at triple draw; eight sit there."""
    session, _ = evening("sit 5 Eve 100\nsit 6 Fay 100\nsit 7 Gil 100\nsit 8 Hal 100")
    with pytest.raises(IllegalEvent, match=r"seats 7 \[f\(2\)\]"):
        put(session, "stakes", "triple_draw_27", "fixed 2 4", "1 2", 0, 0, "20 200", 0)


def test_what_is_posted_twice_is_refused_and_undo_brings_the_old_back() -> None:
    session, _ = evening()
    other = put(session, "stakes", "omaha_high", "fixed 2 4", "1 2", 0, 0, "20 200", 0)
    other = put(other, "game", "stud")
    with pytest.raises(IllegalEvent, match=r"omaha_high 2-4 is posted already"):
        put(other, "stakes", "omaha_high", "fixed 2 4", "1 2", 0, 0, "20 200", 0)
    assert put(other, "undo", 2).table == session.table


def test_nothing_changes_while_a_round_is_played() -> None:
    session, _ = evening("hand")
    for event in (
        ("stakes", "holdem", "fixed 4 8", "2 4", 0, 0, "40 400", 0),
        ("rake_terms", "percentage", 50, "", "", 4),
    ):
        with pytest.raises(IllegalEvent, match=r"a round is being played \[f\(4\)\]"):
            put(session, *event)


@pytest.mark.rule("o(3)")
def test_the_rake_changes_between_two_hands_and_so_does_its_sign() -> None:
    """16 in the pot: a tenth is 1, a twentieth nothing whole; a dollar at 8 and at 16 are 2."""
    steps = 'rake_terms incremental 0 "8:1 16:1 20:1" "" 5'
    session, _ = evening(
        f'{LINE}\nhand\nfinish\nrake_terms percentage 50 "" "" 4\nhand\nfinish\n{steps}\nhand\nfinish'
    )
    assert session.boxed + session.held == 1 + 0 + 2
    assert signs(session) == ("Rake: $1 at $8, $1 at $16, $1 at $20, maximum $5",)
    assert books(session).balanced


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (("percentage", 105, "", "", 4), r"o\(2\)\(i\)\(a\)"),  # the row's own 10.5 percent
        (("percentage", 100, "", "", 6), r"a maximum of 6: the house has filed 5 \[o\(1\)\(iii\)\]"),
        (("percentage", 100, "", "", 0), r"o\(1\)\(iii\)"),
        (("", 100, "", "", 4), r"\[o\(2\)\]"),
        (("flat", 100, "", "", 4), r"\[o\(2\)\]"),
        (("incremental", 0, "20:1 10:1", "", 4), r"o\(2\)\(ii\)"),
        (("incremental", 0, "20", "", 4), r"o\(2\)\(ii\)"),
        (("incremental", 0, "20::1", "", 4), r"o\(2\)\(ii\)"),
        (("incremental", 0, "20:1:", "", 4), r"o\(2\)\(ii\)"),
        (("incremental", 0, "20-1", "", 4), r"o\(2\)\(ii\)"),
        (("incremental", 0, "\u0662:1", "", 4), r"o\(2\)\(ii\)"),
        (("percentage percentage", 100, "", "", 4), r"each system once \[o\(2\)\]"),
        (("time percentage time", 100, "", "2-4:12", 4), r"each system once \[o\(2\)\]"),
        (("time", 0, "", "2-4:-4", 0), r"such as 2-4:12 \[o\(2\)\(iii\)\(b\)\]"),
        (("time", 0, "", "2:4:12", 0), r"o\(2\)\(iii\)\(b\)"),
        (("time", 0, "", "2-4-12", 0), r"o\(2\)\(iii\)\(b\)"),
        (("time", 0, "", "2-4:12 2-4:14", 0), r"one for each limits \[o\(2\)\(iii\)\(b\)\]"),
        (("time", 0, "", "4-8:12", 0), r"no fee is posted for limits 2-4 \[o\(2\)\(iii\)\(b\)\]"),
        (("time", 0, "", "4:8", 0), r"o\(2\)\(iii\)\(b\)"),
        (("time", 0, "", "", 0), r"o\(2\)\(iii\)\(b\)"),
    ],
)
def test_a_rake_that_rules_or_filing_do_not_allow(event, rule) -> None:
    session, _ = evening()
    with pytest.raises(IllegalEvent, match=rule):
        put(session, "rake_terms", *event)


def test_without_a_filing_the_table_keeps_to_what_it_opened_with() -> None:
    session, _ = evening(filed=None)
    with pytest.raises(IllegalEvent, match=r"the house has filed percentage \[o\(1\)\(i\)\]"):
        put(session, "rake_terms", "time", 0, "", "2-4:12", 0)
    lower = put(session, "rake_terms", "percentage", 50, "", "", 3)
    again = put(lower, "rake_terms", "percentage", 100, "", "", 4)
    assert again.table == session.table
    with pytest.raises(IllegalEvent, match=r"filed 4 \[o\(1\)\(iii\)\]"):
        put(lower, "rake_terms", "percentage", 100, "", "", 5)
    with pytest.raises(IllegalEvent, match=r"o\(1\)\(iii\)"):
        begin_session(Table(7, (HOLDEM,), House(RAKE), filed=Filed(("percentage",), 3)))


def test_an_hour_is_charged_at_limits_that_have_a_fee() -> None:
    """$12 an hour in halves: 6 from each of four. Limits of 4-8 have no fee, so they are not posted."""
    session, _ = evening('rake_terms time 0 "" "2-4:12" 0\ntime_charge')
    assert session.held == 24
    with pytest.raises(IllegalEvent, match=r"o\(2\)\(iii\)\(e\)"):
        put(session, "rake_terms", "percentage", 100, "", "", 4)
    with pytest.raises(IllegalEvent, match=r"no fee is posted for limits 4-8 \[o\(2\)\(iii\)\(b\)\]"):
        put(session, "stakes", "holdem", "fixed 4 8", "2 4", 0, 0, "40 400", 0)


def test_a_house_files_in_its_script(tmp_path) -> None:
    file = tmp_path / "house.toml"
    text = """evening = ""
[table]
number = 1
[table.rake]
methods = ["percentage"]
per_mille = 100
cap = 4
[table.filed]
methods = ["percentage", "time"]
cap = %s
[[table.stakes]]
name = "a"
game = "holdem"
wagers = [2, 4]
buy_in = [20, 200]
blinds = [1, 2]
"""
    file.write_text(text % 5)
    assert load(file).table.filed == Filed(("percentage", "time"), 5)
    file.write_text(text % 3)
    with pytest.raises(ScriptError, match=r"a maximum of 4: the house has filed 3 \[o\(1\)\(iii\)\]"):
        load(file)


@pytest.mark.parametrize(
    ("posted", "structure", "words"),
    [
        (fixed_limit(2, 4), "fixed", (2, 4)),
        (fixed_limit(2, 4, 4), "fixed", (2, 4, 4)),
        (spread_limit(1, 5), "spread", (1, 5)),
        (spread_limit(1, 5, 10), "spread", (1, 5, 10)),
        (spread_limit(1, 5, 5, 4), "spread", (1, 5, 5, 4)),
        (no_limit(), "no", ()),
        (pot_limit(5), "pot", (5,)),
    ],
)
def test_limits_are_posted_and_read_in_the_same_words(posted, structure, words) -> None:
    assert amounts(posted) == words
    assert limits(structure, words) == posted
