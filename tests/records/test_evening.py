"""What is put into a session, as it is kept: hands, both books, forms, decks, the floor's records. Dollars."""

from pathlib import Path

import pytest

from host_tools.engine.events import IllegalEvent
from host_tools.engine.phh import parse_text
from host_tools.engine.session.books import books
from host_tools.engine.session.script_file import load
from host_tools.engine.session.script_run import run
from host_tools.records import decks, models, queries
from host_tools.records.evening import Evening

SAMPLE = Path(__file__).parents[2] / "examples" / "evening.toml"
EPOCH_MS = 1_767_225_600_000
OPENING = """
sit 1 Ann 100
sit 4 Bob 100
sit 6 Cleo 100
distribute Sue red blue
dealer Dan D-1
inspect red 1
inspect red 4
inspect blue 4
inspect blue 6
clock 3600
open
"""
HAND = """
hand
cards 4 AsAh
cards 6 KsKh
cards board 2c7d9sJd3h
6 raise 10
1 call
4 call
1 check
4 bet 20
6 call
1 fold
finish
"""
TABLE = """
[table]
number = 7
[table.rake]
methods = ["percentage"]
per_mille = 100
cap = 4
[[table.stakes]]
name = "holdem"
game = "holdem"
wagers = [2, 200]
buy_in = [40, 300]
blinds = [1, 2]
minimum = 2
"""


@pytest.fixture
def evening(store, tmp_path):
    """Plays lines after the opening and keeps them; the session at the end."""

    def play(lines: str, table: str = TABLE):
        file = tmp_path / "evening.toml"
        file.write_text(f'evening = """{OPENING}{lines}"""\n{table}')
        recorder = Evening(store, "table 7", EPOCH_MS)
        end = run(load(file), recorder.step)
        recorder.keep()
        return end

    return play


def entries(store, book: str = "rake"):
    rows = store.rows(models.money.select().where(models.money.c.book == book).order_by(models.money.c.id))
    return [(row.hand, row.entry, row.amount) for row in rows]


def test_a_hand_worked_out_by_hand(store, evening) -> None:
    """Button 6; it raises to 10, 1 and 4 call: $30, rake 3. 4 bets 20, 6 calls, 1 folds: $70, rake 4 at most. Aces of
    seat 4 win 66. PHH knows no rake: there 4 ends with 140.
    """
    evening(HAND + "rake_to_box\n")
    (hand,) = queries.hands(store)
    assert (hand["pot"], hand["rake"], hand["winners"]) == (70, 4, [[4, 66]])
    assert (hand["button"], hand["seats"], hand["outcome"]) == (6, [1, 4, 6], "complete")
    assert hand["at"] == "2026-01-01 01:00:00"
    assert parse_text(hand["phh"], "hand").finishing_stacks == (90, 140, 70)
    assert entries(store) == [(1, "taken", 4), (1, "to drop box", 4)]


def test_an_undone_hand_and_an_undone_input(store, evening) -> None:
    end = evening("cut\nbegin\nundo 1\nbegin\nundo 2\n")
    assert end.round is None
    assert [row["outcome"] for row in queries.hands(store)] == ["undone", "undone"]
    assert [row["text"] for row in _floor(store, "f(6)")][-2:] == ["undone: begin", "undone: cut; begin"]


def _floor(store, rule: str):
    found = store.rows(models.floor.select().where(models.floor.c.rule == rule).order_by(models.floor.c.id))
    return [row._mapping for row in found]


def test_an_undone_action_is_no_part_of_the_hand(store, evening) -> None:
    evening("hand\n6 call\nundo 1\n6 raise 10\n1 fold\n4 fold\nfinish\n")
    (hand,) = queries.hands(store)
    acts = [event for event in hand["inputs"] if event[0] in ("call", "raise", "fold")]
    assert acts == [["raise", 6, 10], ["fold", 1], ["fold", 4]]
    kept = [row.event for row in store.rows(models.inputs.select().order_by(models.inputs.c.id))]
    assert kept[kept.index(["call", 6]) :][:3] == [["call", 6], ["undo", 1], ["raise", 6, 10]]


def test_a_mishap_that_phh_cannot_tell(store, evening) -> None:
    """A card is exposed and exchanged: the events of the hand alone do not lead to its end."""
    evening("hand\ndeal 3\nexposed 4\nfinish\n")
    (hand,) = queries.hands(store)
    assert (hand["outcome"], hand["phh"]) == ("complete", None)
    assert hand["winners"]


def test_the_time_charge_and_its_undoing(store, evening) -> None:
    table = TABLE.replace(
        'methods = ["percentage"]\nper_mille = 100\ncap = 4',
        'methods = ["time"]\n[table.rake.time]\nfees = [[2, 200, 12]]\nparts = 2',
    )
    evening("time_charge\nundo 1\ntime_charge\nverify Max\nrake_to_box\n", table)
    assert entries(store) == [  # three players, half an hour each
        (0, "time charge", 18),
        (0, "undone", -18),
        (0, "time charge", 18),
        (0, "to drop box", 18),
    ]


def test_the_sample_evening(store) -> None:
    """Its script says that 98 are in the drop box and 34 in the jackpot's."""
    recorder = Evening(store, "table 7", EPOCH_MS)
    end = run(load(SAMPLE), recorder.step)
    recorder.keep()
    rake = entries(store)
    assert sum(amount for _, entry, amount in rake if entry == "taken") == 98
    assert sum(amount for _, entry, amount in rake if entry == "to drop box") == 98
    assert rake[-1][1:] == ("drop counted", 98)
    jackpot = entries(store, "jackpot")
    assert sum(amount for _, entry, amount in jackpot if entry == "contribution") == 34
    assert jackpot[-3:] == [(36, "to cage", 34), (36, "payout", 34), (36, "carried over", 0)]
    (form,) = [row for row in queries.jackpot(store) if row["entry"] == "form"]
    assert (form["name"], form["phone"], form["seat"], form["table_number"], form["rank"]) == (
        "Ann",
        "555-0100",
        1,
        7,
        "four of a kind, 8s, A",
    )
    assert (form["dealer"], form["dealer_licence"], form["verifier"], form["verifier_licence"]) == (
        "Rae Lund",
        "D-1002",
        "Max Stone",
        "F-7",
    )
    assert books(end).balanced
    hands = queries.hands(store)
    assert [row["outcome"] for row in hands if row["outcome"] != "complete"] == ["misdeal", "dead"]
    assert len(hands) == 36
    untold = [row for row in hands if row["outcome"] == "complete" and not row["phh"]]
    assert [row["hand"] for row in untold] == [2, 11]  # the exposed card; the blind that seat 2 had missed
    assert ["dead", 2, 1] in untold[1]["inputs"]


JACKPOT = TABLE.replace(
    "[[table.stakes]]",
    """[table.jackpot]
collection = [0, 90000]
qualifying = [0, 90000]
contribution = 1
max_contribution = 1
min_pot = 10
min_dealt = 3
claim_days = 30
restrictions = "None."
qualifiers = { "high hand" = "2c2d2h2s3d" }
[[table.stakes]]""",
)


def test_identification_that_is_shown_later(store, evening) -> None:
    """The form is pending, and then it is not."""
    lines = "hand\ncards 4 8h8d\ncards board 8c8sAh4h5s\nfinish\nqualify Bob 555-0101 Max F-7 ''\n"
    evening(lines, JACKPOT)
    assert [row.identified for row in store.rows(models.forms.select())] == [False]


def test_identification_shown(store, evening) -> None:
    lines = (
        "hand\ncards 4 8h8d\ncards board 8c8sAh4h5s\nfinish\nqualify Bob 555-0101 Max F-7 ''\nidentify Bob\n"
    )
    evening(lines, JACKPOT)
    assert [row.identified for row in store.rows(models.forms.select())] == [True]


def test_the_decks_of_a_table(store, evening) -> None:
    """The supervisor's two, who looked at each, and one that was short and is gone; another takes its place."""
    evening(
        "hand\ndeal 3\ndeck_fault missing\nrecount bad\nfloor dead\ninspect green 4\ninspect green 6\ndeck green\n"
    )
    rows = store.rows(models.decks.select().order_by(models.decks.c.id))
    assert [(row.what, row.deck, row.who, row.seat) for row in rows] == [
        ("distributed", "red", "Sue", 0),
        ("distributed", "blue", "Sue", 0),
        ("inspected", "red", "Ann", 1),
        ("inspected", "red", "Bob", 4),
        ("inspected", "blue", "Bob", 4),
        ("inspected", "blue", "Cleo", 6),
        ("in play", "red", "", 0),
        ("removed", "red", "", 0),
        ("inspected", "green", "Bob", 4),
        ("inspected", "green", "Cleo", 6),
        ("in play", "green", "", 0),
    ]
    assert rows[0].considered == "limits 2-200, table 7, Texas hold'em"
    assert {row.back for row in rows} == {"red", "blue", "green"}
    desk = Evening(store, "table 7", EPOCH_MS).desk
    assert decks.unbagged(desk) == ("red",)
    with pytest.raises(IllegalEvent, match=r"deck red, bagged: bag is to be recorded \[5322\.15\(c\)\]"):
        decks.record(desk, "bagged", "red", who="Sue Hill")
    decks.record(desk, "bagged", "red", who="Sue Hill", bag="B-0042")
    assert decks.unbagged(desk) == ()


@pytest.mark.parametrize(
    ("what", "more"),
    [
        ("inspected", {"who": "Ann"}),
        ("inspected", {"back": "red"}),
        ("burnt", {}),
        ("bagged", {"bag": "B-1"}),
    ],
)
def test_a_deck_record_with_a_blank(store, what: str, more: dict[str, str]) -> None:
    desk = Evening(store, "table 7", EPOCH_MS).desk
    with pytest.raises(IllegalEvent):
        decks.record(desk, what, "red", **more)
