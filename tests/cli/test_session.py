"""The session command as a user runs it: the sample evening, a hand worked out by hand, wrong scripts."""

import json
from pathlib import Path

import pytest

SAMPLE = Path(__file__).parents[2] / "examples" / "evening.toml"

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
OPENING = """
sit 1 Ann 100
sit 4 Bob 100
sit 6 Cleo 100
distribute Sue red blue
dealer Dan D-1
inspect red 1
inspect red 4
inspect blue 1
inspect blue 4
open
"""


@pytest.fixture
def script(tmp_path: Path):
    def write(lines: str, table: str = TABLE) -> Path:
        path = tmp_path / "evening.toml"
        path.write_text(f'evening = """{OPENING}{lines}"""\n{table}')
        return path

    return write


def figures(railbird, path: Path) -> dict:
    done = railbird("session", "run", path, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_sample_evening_balances(railbird) -> None:
    """Buy-ins of 200, 200, 150, 200, 300 and 200; a fill of 200 and a credit of 50 to a tray of 500."""
    end = figures(railbird, SAMPLE)
    assert end["balanced"]
    assert (end["bought"], end["tray"], end["stacks"], end["rake_area"]) == (1250, 650, 0, 0)
    assert end["cashed"] + end["drop_box"] + end["jackpot_caged"] == 1250
    assert [paid["hand"] for paid in end["payouts"]] == ["four of a kind, 8s, A"]
    assert end["undone"] == [[["call", 1]]]
    assert {"p(1)(ii)", "p(3)", "p(8)", "p(9)", "r(4)", "r(6)"} <= {
        record["rule"] for record in end["records"]
    }
    assert end == figures(railbird, SAMPLE)


def test_the_books_in_words(railbird) -> None:
    done = railbird("session", "run", SAMPLE)
    assert done.returncode == 0
    for words in ("Rake: 10% of all bets, maximum $4", "Books, which balance", "undone: call 1", "misdeal"):
        assert words in done.stdout


def test_a_hand_worked_out_by_hand(railbird, script) -> None:
    """Button 6; it raises to 10, 1 and 4 call: $30, rake 3. 4 bets 20, 6 calls, 1 folds: $70, rake 4 at most. Aces of
    seat 4 win 66.
    """
    lines = """
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
rake_to_box
"""
    end = figures(railbird, script(lines))
    assert {seat: one["stack"] for seat, one in end["seats"].items()} == {"1": 90, "4": 136, "6": 70}
    assert (end["drop_box"], end["hands"], end["reminders"]) == (4, 1, [])


def test_names_are_printed_as_they_are(railbird, script) -> None:
    """No markup; codes of the terminal are in no name."""
    done = railbird("session", "run", script("sit 7 '[/x]' 50\n"))
    assert (done.returncode, done.stderr) == (0, "")
    assert "seat 7 [/x], new" in done.stdout
    done = railbird("session", "run", script("sit 7 '[/x]\\u001b[2J' 50\n"))
    assert (done.returncode, done.stdout) == (2, "")
    assert "letters that can be printed" in done.stderr


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("sit 4 Eve 100", "line 11 of the evening, 'sit 4 Eve 100': seat 4 is taken [a(1)]"),
        ("begin", "not been shuffled and cut [p(1)(i)]"),
        ("hand\n7 call", "seat 7 may not call now"),
        ("hand\nhand", "a round is being played"),
        ("dance", "no input 'dance'"),
        ("sit four", "'sit four': not a card"),
        ("sit 9", "not an input: ('sit', 9)"),
        ("boxed", "no round is being played"),
        ("undo 99", "0 inputs can be undone"),
        ("sit 9 'Eve 100", "No closing quotation"),
        ("6", "not an input: ('6',)"),
        ("hand\ndeal", "'deal' takes 1 word"),
        ("hands -1", "'-1': expected a whole number below 10^6"),
        ("hands 9999999", "'9999999': expected a whole number below 10^6"),
        ("hand\ndeal -1", "'-1': expected a whole number below 10^6"),
        (f"sit 9 {'a' * 100_000} 100", "sit: expected texts of at most 200 letters"),
        ("hand\nexposed 4", "seat 4 has no card to be exposed"),
        ("hand\n6 raise much", "'6 raise much'"),
        ("hand\n4 discard As", "seat 4 may not discard"),
    ],
)
def test_a_line_that_the_table_refuses(railbird, script, lines: str, words: str) -> None:
    done = railbird("session", "run", script(lines))
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert words in done.stderr


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("cap = 4", "", "the maximum permissible rake is missing [o(1)(iii)]"),
        ("per_mille = 100", "per_mille = 101", "[o(2)(i)(a)]"),
        ("per_mille = 100", 'per_mille = "100"', "table.rake.per_mille: expected a whole number"),
        ("number = 7", "", "table: 'number' is missing"),
        ("number = 7", "number = 7\nnoise = 1", "table: unknown 'noise'"),
        ("number = 7", "number = 7\nseats = 12", "[a(1)]"),
        ('game = "holdem"', 'game = "chess"', "no game 'chess'"),
        ("wagers = [2, 200]", "wagers = [2]", "table.stakes.wagers: expected two whole numbers"),
        ("minimum = 2", 'limits = ["fixed", 2]', "1 amounts do not make fixed limits"),
        ("minimum = 2", 'limits = ["fixed", 0, 0]', "bets 0-0"),
        ("minimum = 2", 'limits = ["fixed", 8, 4]', "bets 8-4"),
        ("minimum = 2", 'limits = ["spread", -1, 4]', "bets -1--1"),
        ("minimum = 2", "minimum = 100000", "less than it takes to be dealt in [c(3)(iii)]"),
        ("minimum = 2", f"minimum = {10**18}", "table.stakes.minimum: expected a whole number below 10^18"),
        ('["percentage"]', '["percentage", "percentage"]', "expected each system once [o(2)]"),
        ("minimum = 2", "minimum = ", "evening.toml: Invalid value"),
        ('["percentage"]', "3", "table.rake.methods: expected a list"),
        ("minimum = 2", "limits = [[1]]", "table.stakes.limits: expected one of no, pot, fixed, spread"),
        ("minimum = 2", "limits = []", "table.stakes.limits: expected one of no, pot, fixed, spread"),
        ('name = "holdem"', 'name = "hold\\nem"', "table.stakes.name: expected a text of one line"),
        ("number = 7", "number = 7\ndollar = 0", "dollar 0: expected 1 or more"),
        ("number = 7", "number = 7\ntray = -1", "tray -1: expected none below 0"),
        ("blinds = [1, 2]", "blinds = [2, 1]", "blinds [2, 1]: expected 1 to 11, the largest last [i(4)]"),
        ("blinds = [1, 2]", "bring_in = 1", "holdem has blinds and no forced bet by up card [c(2)]"),
    ],
)
def test_a_table_that_cannot_be(railbird, script, old: str, new: str, words: str) -> None:
    assert old in TABLE
    done = railbird("session", "run", script("", TABLE.replace(old, new)))
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert words in done.stderr


def test_a_script_that_is_not_there(railbird, tmp_path: Path) -> None:
    done = railbird("session", "run", tmp_path / "nothing.toml")
    assert done.returncode == 2
    assert "nothing.toml" in done.stderr
