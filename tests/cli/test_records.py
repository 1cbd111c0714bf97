"""The records command as a user runs it, on a hand worked out by hand; and what it refuses."""

import csv
import io
import json
import resource
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from host_tools.engine.phh import parse_text

EVENING = '''
evening = """
sit 1 Ann 100
sit 4 Bob 100
sit 6 Cleo 100
distribute Sue red blue
dealer Dan D-1
inspect red 1
inspect red 4
inspect blue 4
inspect blue 6
open
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
'''


@pytest.fixture(scope="module")
def folder(railbird, tmp_path_factory) -> Path:
    """The hand of the test of sessions: $30 before the flop, $70 in all, rake 4, aces of seat 4 win 66."""
    folder: Path = tmp_path_factory.mktemp("records")
    (folder / "evening.toml").write_text(EVENING)
    done = railbird("session", "run", "evening.toml", "--record", "sqlite:///railbird.db", cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    return folder


def test_hands(railbird, folder: Path) -> None:
    (line,) = railbird("records", "hands", "--json", cwd=folder).stdout.splitlines()
    hand = json.loads(line)
    assert (hand["table"], hand["hand"], hand["pot"], hand["rake"], hand["winners"]) == (
        "table 7",
        1,
        70,
        4,
        [[4, 66]],
    )
    text = railbird("records", "hands", "--phh", cwd=folder).stdout
    assert parse_text(text, "hand").finishing_stacks == (90, 140, 70)
    done = railbird("records", "hands", cwd=folder)
    heading, row = done.stdout.splitlines()
    assert heading.split()[:4] == ["table", "at", "hand", "game"]
    assert row.split()[4:9] == ["1", "holdem", "6", "1", "4"]


def test_the_books_as_csv(railbird, folder: Path) -> None:
    done = railbird("records", "rake", "--csv", cwd=folder)
    (row,) = csv.DictReader(io.StringIO(done.stdout))
    assert (row["table"], row["hand"], row["entry"], row["amount"]) == ("table 7", "1", "taken", "4")
    done = railbird("records", "jackpot", cwd=folder)
    assert (done.returncode, done.stdout) == (0, "no jackpot in these records\n")


def test_what_is_open(railbird, folder: Path) -> None:
    done = railbird("records", "audit", "--json", cwd=folder)
    assert done.returncode == 1
    assert [json.loads(line)["finding"] for line in done.stdout.splitlines()] == [
        "nobody has looked at the layout [a(2)]",
        "no record of f(6)(i), f(6)(iii), f(6)(iv), f(6)(vii) in 1 hands: 1 [f(6)]",
        "rake of 4 is in the rake area [o(2)(i)(c)]",
    ]


def test_a_simulated_evening(railbird, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/sim.db"
    done = railbird(
        "simulate", "--board", "virtual_9", "--seats", "2", "--hands", "1", "--target", "cpython", "--json",
        "--record", url,
    )  # fmt: skip
    figures = json.loads(done.stdout)
    assert (figures["hands"], done.returncode) == (1, 0)
    with sqlite3.connect(tmp_path / "sim.db") as database:
        assert database.execute("SELECT count(*) FROM facts").fetchone() == (figures["facts"],)
    done = railbird("records", "counts", "--csv", "--db", url)
    assert done.stdout.splitlines()[1].endswith(",0,52,yes,")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("hands",), "no records at railbird.db"),
        (("hands", "--db", "railbird.db"), "expected a URL such as sqlite:///railbird.db"),
        (("hands", "--csv", "--phh"), "--csv, --json, --phh: expected one of them"),
        (("rake", "--phh"), "--phh: expected with hands, not rake"),
        (("tips",), "'tips' is not one of"),
    ],
)
def test_what_is_refused(railbird, tmp_path: Path, args: tuple[str, ...], words: str) -> None:
    done = railbird("records", *args, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("railbird: ")
    assert words in line
    assert list(tmp_path.iterdir()) == []


def test_a_stale_schema(railbird, folder: Path, tmp_path: Path) -> None:
    with sqlite3.connect(folder / "railbird.db") as source, sqlite3.connect(tmp_path / "old.db") as old:
        source.backup(old)
        old.execute("UPDATE railbird_schema SET version = 0")
    done = railbird("records", "audit", "--db", "sqlite:///old.db", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == (
        "railbird: old.db has schema 0, these tools have 1: "
        "read it with the tools that wrote it, and begin new records for these\n"
    )


def test_a_file_that_may_grow_no_further(folder: Path, tmp_path: Path) -> None:
    """As on a full disk: one line, and what is there is sound."""
    limit = 2_000_000
    done = subprocess.run(
        [
            Path(sys.executable).with_name("railbird"),
            *("session", "run", "evening.toml", "--record", f"sqlite:///{tmp_path}/full.db"),
        ],
        cwd=_longer(folder, tmp_path),
        capture_output=True,
        text=True,
        timeout=300,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert "full.db: the disk" in line
    assert "make room" in line
    with sqlite3.connect(tmp_path / "full.db") as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        rows = database.execute("SELECT outcome, inputs IS NULL FROM hands").fetchall()
    assert {row for row in rows if row[0]} == {("complete", 0)}


def _longer(folder: Path, tmp_path: Path) -> Path:
    """The same evening with hand after hand."""
    text = (folder / "evening.toml").read_text().replace("finish\n", "finish\nhands 20\n")
    (tmp_path / "evening.toml").write_text(text)
    return tmp_path
