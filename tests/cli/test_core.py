"""`railbird core`: deal orders written by hand from the text."""

import json
from pathlib import Path

import pytest

from host_tools.cli.core import walk
from railbird import facts
from railbird.rules import games
from railbird.rules.deal import Deal

FLOP = ["burn", "board_1", "board_2", "board_3", "burn", "board_4", "burn", "board_5"]


def zones(railbird, *args: str) -> list[str]:
    done = railbird("core", "--json", *args)
    assert done.returncode == 0, done.stderr
    return [json.loads(line)["zone"] for line in done.stdout.splitlines()]


def test_holdem_for_two_three_and_eleven(railbird) -> None:
    """i(5): two rounds from the seat after the button, the button last; i(7)-(9)."""
    for seats in (2, 3, 11):
        ring = [f"seat_{seat}" for seat in range(1, seats + 1)]
        assert zones(railbird, "--game", "holdem", "--seats", str(seats)) == ring * 2 + FLOP


def test_omaha_for_two_and_ten(railbird) -> None:
    """j(4): four rounds."""
    for seats in (2, 10):
        ring = [f"seat_{seat}" for seat in range(1, seats + 1)]
        assert zones(railbird, "--game", "omaha_hl8", "--seats", str(seats)) == ring * 4 + FLOP


def test_the_hand_ends_with_the_last_fold_but_one(railbird) -> None:
    three = ("--game", "holdem", "--seats", "3", "--fold", "1@1")
    assert zones(railbird, *three, "--fold", "3@2") == ["seat_1", "seat_2", "seat_3"] * 2 + FLOP[:4]
    assert zones(railbird, *three) == ["seat_1", "seat_2", "seat_3"] * 2 + FLOP


def test_the_table_has_a_line_a_card(railbird) -> None:
    lines = railbird("core", "--game", "holdem", "--seats", "2").stdout.splitlines()
    assert lines[0].split() == ["card", "street", "zone", "nth"]
    assert [line.split() for line in lines[1:6]] == [
        ["1", "1", "seat_1", "1"], ["2", "1", "seat_2", "1"], ["3", "1", "seat_1", "2"],
        ["4", "1", "seat_2", "2"], ["5", "2", "burn", "1"],
    ]  # fmt: skip


def test_every_worked_deal_of_a_game_that_the_device_deals(cases_dir: Path) -> None:
    deals = json.loads((cases_dir / "deals.json").read_text(encoding="utf-8"))[1:]
    known = [deal for deal in deals if deal["game"] in ("holdem", "omaha_high", "omaha_hl8")]
    assert len(known) > 10
    for worked in known:
        folds, expected, street = [], [], 1
        for step in worked["steps"].split():
            if step == "b":
                street += 1
            if "fold" in step:
                folds.append((int(step[1:-4]), street))
            else:
                expected.append("burn" if step == "b" else "board" if step == "c" else f"seat_{step[1:-1]}")
        deal = Deal(facts.Z_BOARD, facts.Z_BURN)
        deal.start(worked["game"], sum(1 << seat - 1 for seat in worked["seats"]), worked["button"])
        walked = [place.zone.partition("_") for place in walk(deal, len(worked["seats"]), folds)]
        assert [zone if zone == "board" else "".join((zone, *rest)) for zone, *rest in walked] == expected


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (("--game", "badugi", "--seats", "3"), "--game badugi: expected one of stud7_high"),
        (("--game", "holdem", "--seats", "1"), "--seats 1: expected 2 to 11"),
        (("--game", "holdem", "--seats", "12"), "--seats 12: expected 2 to 11"),
        (("--game", "omaha_high", "--seats", "11"), "--seats 11: expected 2 to 10"),
        (("--game", "holdem", "--seats", "x"), "--seats"),
        (("--game", "holdem"), "--seats"),
        (("--game", "holdem", "--seats", "3", "--fold", "4@1"), "--fold 4@1: expected SEAT@STREET"),
        (("--game", "holdem", "--seats", "3", "--fold", "1@5"), "a street 1 to 4"),
        (("--game", "holdem", "--seats", "3", "--fold", "1"), "--fold 1: expected"),
        (("--game", "holdem", "--seats", "3", "--fold", "１@1"), "expected SEAT@STREET"),
        (
            ("--game", "holdem", "--seats", "3", "--fold", "1@1", "--fold", "1@2"),
            "seat 1 folds more than once",
        ),
        (("--game", "holdem", "--seats", "2", "--fold", "1@1", "--fold", "2@2"), "expected at most 1"),
    ],
)
def test_what_does_not_fit_is_one_line(refused, args: tuple[str, ...], named: str) -> None:
    assert named in refused("core", *args)


def test_each_game_is_dealt_or_refused(railbird) -> None:
    for game in games.GAMES:
        done = railbird("core", "--game", game, "--seats", "2")
        assert done.returncode == 0 or "the device does not deal it yet" in done.stderr
        assert "Traceback" not in done.stderr
