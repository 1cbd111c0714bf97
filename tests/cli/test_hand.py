"""`railbird hand replay` and `railbird hand explain`."""

import json
from pathlib import Path

import pytest

HAND = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = ['d dh p1 AsKs', 'd dh p2 ????', 'd dh p3 QdQh', 'p3 cbr 6', 'p1 cc', 'p2 f', 'd db 2c3c4d', 'p1 cc',
  'p3 cc', 'd db 5h', 'p1 cc', 'p3 cc', 'd db 9h', 'p1 cc', 'p3 cc', 'p1 sm AsKs', 'p3 sm']
finishing_stacks = [108, 98, 94]
"""
HEADS_UP = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ['d dh p1 AsKs', 'd dh p2 QdQh', 'p2 f']
finishing_stacks = [101, 99]
"""


@pytest.fixture
def file(tmp_path: Path):
    def write(text: str | bytes, name: str = "hand.phh") -> str:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    return write


def test_every_real_hand_is_ok_with_its_stacks(railbird, real_hands: list[Path]) -> None:
    done = railbird("hand", "replay", "--json", *map(str, real_hands))
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert [row["file"] for row in rows] == list(map(str, real_hands))
    assert len(rows) == 145
    for row in rows:
        recorded = Path(row["file"]).read_text().split("finishing_stacks = [")[1].split("]")[0]
        assert row["stacks"] == [int(stack) for stack in recorded.split(", ")]
        assert (row["ok"], row["error"]) == (True, None)
        assert Path(row["file"]).read_text().startswith(f"variant = '{row['variant']}'")
        assert all(sum(award["amount"] for award in pot["awards"]) == pot["amount"] for pot in row["pots"])


def test_one_object_and_one_line_a_file(railbird, file) -> None:
    """6 + 6 + 2 in the pot; p3 conceded."""
    good, bad = file(HAND), file(HAND.replace("'p2 f'", "'p2 cbr 1'"), "bad.phh")
    done = railbird("hand", "replay", "--json", good, bad)
    assert done.returncode == 1
    assert [json.loads(line) for line in done.stdout.splitlines()] == [
        {
            "file": good, "variant": "NT", "ok": True, "stacks": [108, 98, 94],
            "pots": [{"amount": 14, "awards": [{"seat": 1, "amount": 14, "part": ""}]}], "error": None,
        },
        {
            "file": bad, "variant": "NT", "ok": False, "stacks": None, "pots": None,
            "error": "action 6 ('p2 cbr 1'): expected what the rules allow: seat 2 may not raise to 1: from 10 to "
            "100 is allowed [i(6)]",
        },
    ]  # fmt: skip
    done = railbird("hand", "replay", good, bad)
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert lines[0] == f"ok     {good}  NT  pot 14  stacks 108 98 94"
    assert lines[1].startswith(f"fails  {bad}  NT  action 6 ('p2 cbr 1'): ")
    assert lines[2:] == ["2 hands, 1 ok"]


def test_other_stacks_than_the_file_has_fail(railbird, file) -> None:
    done = railbird("hand", "replay", "--json", file(HAND.replace("108", "109")))
    row = json.loads(done.stdout)
    assert (done.returncode, row["ok"], row["stacks"]) == (1, False, [108, 98, 94])
    assert row["error"] == "finishing_stacks: expected [108, 98, 94], got [109, 98, 94]"


def test_the_profile_says_who_posts_first_heads_up(railbird, file) -> None:
    """Published hands: p2, the button, posts small and folds first. By the text (i)(4) p1 does (D01)."""
    path = file(HEADS_UP)
    for options in ((), ("--profile", "published")):
        assert railbird("hand", "replay", path, *options).returncode == 0
    done = railbird("hand", "replay", path, "--profile", "regulation")
    assert done.returncode == 1
    assert "action 3 ('p2 f')" in done.stdout
    own = file(HEADS_UP + "_options = {headsup_button_small_blind = true}\n")
    assert railbird("hand", "replay", own, "--profile", "regulation").returncode == 0


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "variant: expected the field"),
        (b"\xff\xfe\x00\x01", "file: expected readable UTF-8 text"),
        ("variant = [", "file: expected TOML"),
        (
            HAND.replace("min_bet = 2", "min_bet = 2.5"),
            "min_bet: expected a whole number of at least 1, got 2.5",
        ),
        (HAND.replace("'p3 cbr 6'", "'p3 cbr 6.0'"), "action 4 ('p3 cbr 6.0'): expected a whole number"),
        (HAND.replace("'p3 cbr 6'", "'p3 cbr ٦'"), "action 4 ('p3 cbr ٦'): expected a whole number"),
        (HAND.replace("'NT'", "'NX'"), "variant: expected one of F, N, P, S and then"),
        (HAND.replace("'NT'", "0x" + "f" * 9000), "got a number too large to print"),
        (
            HAND.replace("min_bet = 2", "min_bet = 0x" + "f" * 9000),
            "min_bet: expected a whole number below 10^18",
        ),
        (
            HAND.replace("[100, 100, 100]", f"[100, 100, {10**18}]"),
            "starting_stacks: expected a list of whole",
        ),
        (HAND.replace("'NT'", '"N\\u001b[2J"'), "variant: expected"),
    ],
)
def test_a_file_that_is_no_hand_is_one_line(railbird, refused, file, text: str | bytes, named: str) -> None:
    path = file(text)
    done = railbird("hand", "replay", path)
    assert (done.returncode, done.stderr) == (1, "")
    assert len(done.stdout.splitlines()) == 1
    assert named in done.stdout
    assert "\x1b" not in done.stdout
    assert named in refused("hand", "explain", path)


def test_files_that_cannot_be_read_and_wrong_options(railbird, refused, tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "absent.phh"):
        done = railbird("hand", "replay", "--json", str(path))
        row = json.loads(done.stdout)
        assert (done.returncode, row["file"], row["variant"]) == (1, str(path), None)
        assert row["error"] == "file: expected a file that is there"
        assert "a file that is there" in refused("hand", "explain", str(path))
    assert "FILE" in refused("hand", "replay")
    assert "--profile" in refused("hand", "replay", "--profile", "casino", "x.phh")
    assert "unexpected extra argument" in refused("hand", "explain", "x.phh", "y.phh")
    assert list(tmp_path.iterdir()) == []


def test_explain_tells_each_step_with_its_paragraph(railbird, file) -> None:
    path = file(HAND + 'players = ["Ann", "[bold]Bo\\u001b[2J", "Cy"]\n')
    done = railbird("hand", "explain", path)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == (
        "NT (holdem), button at seat 3: seat 1 Ann 100, seat 2 [bold]Bo?[2J 100, seat 3 Cy 100"
    )
    assert lines[1] == "   1  i(4)        seat 1 posts a blind of 1"
    assert lines[-1] == "  28  f(5)        seat 1 wins 14 of the centre pot, uncontested"
    rows = [json.loads(line) for line in railbird("hand", "explain", "--json", path).stdout.splitlines()]
    assert rows[0] == {
        "step": 1, "event": ["blind", 1, 1], "words": "seat 1 posts a blind of 1", "rule": "i(4)",
    }  # fmt: skip
    assert rows[-1]["event"] is None
    assert [f"{row['step']:4}  {row['rule']:12}{row['words']}" for row in rows] == lines[1:]
