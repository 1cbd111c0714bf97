"""The simulate command as a user runs it."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from railbird.rules import games

RAILBIRD = Path(sys.executable).with_name("railbird")
FIELDS = {
    "hands",
    "cards_dealt",
    "cards_missed",
    "cards_wrong",
    "false_verdicts",
    "verdicts",
    "stack_mismatches",
    "passes_held",
    "facts",
    "facts_sha256",
    "power_cuts",
    "latency_ms",
    "round_ms",
    "virtual_s",
    "wall_s",
    "heap_peak_bytes",
    "word_bits",
    "target",
}
CPYTHON = ("--target", "cpython")
MISTAKES = {"mistakes_made", "mistakes_visible", "mistakes_caught", "mistakes_missed"}


def railbird(*args: str, timeout: float = 300) -> subprocess.CompletedProcess[str]:
    return subprocess.run([RAILBIRD, *args], capture_output=True, text=True, timeout=timeout)


def last_object(done: subprocess.CompletedProcess[str]) -> dict:
    return json.loads(done.stdout.strip().splitlines()[-1])


def test_two_hands_are_clean_and_the_same_seed_gives_the_same_facts():
    args = ("simulate", "--hands", "2", "--seats", "3", "--seed", "5", "--board", "virtual_9", "--json")
    first, second = railbird(*args), railbird(*args)
    assert first.returncode == second.returncode == 0, first.stdout + first.stderr
    one, two = last_object(first), last_object(second)
    assert set(one) == FIELDS
    assert one["verdicts"] == {}
    assert one["hands"] == 2
    assert one["facts"] > 52  # each card of the count at least
    assert one["facts_sha256"] == two["facts_sha256"]
    other = railbird(*args[:6], "6", *args[7:], *CPYTHON)
    assert last_object(other)["facts_sha256"] != one["facts_sha256"]


# Dealt as no other family on the VM; the rest in this interpreter, which says the same (tests/targets/test_local.py).
ON_THE_VM = ("crazy_pineapple", "omaha_hl8", "stud7_hl8", "triple_draw_27")


@pytest.mark.parametrize("game", [name for name in games.NAMES if name != "holdem"])
def test_a_hand_of_every_game_is_read_by_the_readers(game):
    args = ("simulate", "--game", game, "--seats", "3", "--hands", "1", "--seed", "4", "--json")
    done = railbird(*args, *(() if game in ON_THE_VM else CPYTHON))
    assert done.returncode == 0, done.stdout + done.stderr
    first = len(games.streets(game)[0][0])
    assert last_object(done)["cards_dealt"] >= 3 * first


def test_mistakes_are_counted_and_a_rate_of_0_changes_no_fact():
    args = ("simulate", "--hands", "1", "--seats", "3", "--seed", "4", "--board", "virtual_9", "--json")
    rates = (CPYTHON, ("--mistakes", "0", *CPYTHON), ("--mistakes", "1"))
    plain, none, some = (railbird(*args, *more) for more in rates)
    assert plain.returncode == none.returncode == some.returncode == 0, some.stdout + some.stderr
    assert last_object(none)["facts_sha256"] == last_object(plain)["facts_sha256"]
    figures = last_object(some)
    assert set(figures) == FIELDS | MISTAKES
    assert set(last_object(none)) == FIELDS | MISTAKES
    assert figures["mistakes_made"] >= figures["mistakes_visible"] == figures["mistakes_caught"] >= 1
    assert figures["verdicts"]["missing_at_count"] == 1  # every count goes wrong as well
    assert figures["mistakes_missed"] == 0


def test_published_hands_are_read_by_the_readers(no_limit_hands):
    """Every thirtieth of the real no-limit hands; `railbird simulate --phh` on all of them is run by hand."""
    files = no_limit_hands[::30]
    done = railbird("simulate", "--json", *CPYTHON, "--phh", *map(str, files))
    assert done.returncode == 0, done.stdout + done.stderr
    figures = last_object(done)
    assert figures["hands"] == len(files)
    assert figures["stack_mismatches"] == figures["cards_wrong"] == figures["cards_missed"] == 0


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (("--seats", "12"), "--seats 12: expected 2 to 11"),
        (("--seats", "10", "--board", "virtual_9"), "--seats 10: expected 2 to 9"),
        (("--board", "nowhere"), "nowhere"),
        (("--game", "badugi"), "--game badugi: expected one of holdem"),
        (("hand.phh",), "hand.phh: expected --phh"),
        (("--phh", "absent.phh"), "absent.phh"),
        (("--phh", "."), "a file that is there"),
        (("--seats", "1"), "--seats"),
        (("--mistakes", "1.1"), "--mistakes 1.1: expected 0 to 1"),
        (("--mistakes", "-0.1"), "--mistakes -0.1: expected 0 to 1"),
        (("--mistakes", "nan"), "--mistakes nan: expected 0 to 1"),
        (("--mistakes", "often"), "--mistakes"),
        (("--mistakes", "0.5", "--phh", "absent.phh"), "--mistakes: expected without --phh"),
        (("--phh", "absent.phh", "--game", "omaha_high"), "--game: expected without --phh"),
        (("--phh", "absent.phh", "--seats", "6"), "--seats: expected without --phh"),
        (("--phh", "absent.phh", "--hands", "1"), "--hands: expected without --phh"),
        (("--power-cuts", "inf"), "--power-cuts inf: expected 0 to 1000 an hour"),
        (("--power-cuts", "nan"), "--power-cuts nan: expected 0 to 1000"),
        (("--power-cuts", "1000.5"), "--power-cuts 1000.5: expected 0 to 1000"),
        (("--power-cuts", "-1"), "--power-cuts -1: expected 0 to 1000"),
        (("--power-cuts", "1e-300"), "--power-cuts 1e-300: expected 0 to 1000"),
        (("--faults", "rf_loss:1e-300"), "expected a rate from 0 to 1000"),
        (("--hands", "0"), "--hands"),
        (("--hands", "9" * 30), "--hands"),
        (("--profile", "x"), "--profile"),
        (("--nope",), "--nope"),
        (("--board", "schema"), "board schema: expected one of"),
    ],
)
def test_bad_options_get_one_line_and_status_2(refused, args, named):
    assert named in refused("simulate", *args)


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("variant = 'NT'", "variant = 'NS'", "variant"),
        ("min_bet = 100", "min_bet = 'a'", "min_bet"),
        ("antes = [0, 0, 0, 0, 0, 0]", "antes = [0, 0]", "antes"),
        ("starting_stacks = ", "stacks = ", "starting_stacks"),
        ("actions = ['d dh p1", "actions = ['d dh p9", "action 1"),
        ("min_bet = 100", "min_bet = " + "9" * 5000, "file"),
        ("min_bet = 100", "min_bet = " + "[" * 3000, "file"),
        ("'p3 f'", "'p3 cbr " + "9" * 5000 + "'", "action 7"),
    ],
)
def test_a_malformed_hand_history_names_file_and_field(refused, tmp_path, old, new, named):
    text = """variant = 'NT'
ante_trimming_status = true
antes = [0, 0, 0, 0, 0, 0]
blinds_or_straddles = [50, 100, 0, 0, 0, 0]
min_bet = 100
starting_stacks = [10000, 10000, 10000, 10000, 10000, 10000]
actions = ['d dh p1 KhJc', 'd dh p2 Qd9h', 'd dh p3 KsJs', 'd dh p4 6sTd', 'd dh p5 3d7c', 'd dh p6 6cAs',
  'p3 f', 'p4 f', 'p5 f', 'p6 f', 'p1 f']
"""
    assert old in text
    file = tmp_path / "hand.phh"
    file.write_text(text.replace(old, new))
    line = refused("simulate", "--phh", str(file))
    assert "hand.phh" in line
    assert named in line


def test_ctrl_c_ends_a_run_at_table_pace_cleanly():
    table = subprocess.Popen(
        [RAILBIRD, "simulate", "--pace", "table", "--seats", "2", "--board", "virtual_9"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )
    assert table.stdout is not None
    for line in table.stdout:
        if "count" in line:  # the opening count of the deck is over, the first hand begins
            break
    table.send_signal(signal.SIGINT)
    out, err = table.communicate(timeout=30)
    assert "Summary" in out
    assert "Traceback" not in out + err
    assert table.returncode == 1  # no hand had been played


def test_faults_strike_and_nothing_is_invented():
    """Lost commands and frames of an old dialogue cost time only; a fault that is none of the table is one line."""
    table = ("simulate", "--hands", "1", "--seats", "3", "--seed", "5", "--board", "virtual_9", "--json")
    sound = railbird(*table, *CPYTHON)
    struck = railbird(*table, "--faults", "lost_command:60,stale_frame:60")
    for done in (sound, struck):
        assert done.returncode == 0, done.stderr
    before, after = (json.loads(done.stdout.splitlines()[-1]) for done in (sound, struck))
    assert after["facts_sha256"] != before["facts_sha256"]
    assert [
        after[name] for name in ("cards_missed", "cards_wrong", "false_verdicts", "stack_mismatches")
    ] == [0] * 4
    for wrong in ("nope", "mute:0", "mute,"):
        done = railbird(*table, "--faults", wrong)
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
        assert "--faults" in done.stderr
