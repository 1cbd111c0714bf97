"""`railbird eval`."""

import json

import pytest


@pytest.mark.parametrize(
    ("args", "lines"),
    [
        (("high", "AsKdQcJhTs2d3c"), ["As Kd Qc Jh Ts  straight, ace high"]),
        (("high", "As", "Kd", "Qc", "Jh", "Ts", "2d", "3c"), ["As Kd Qc Jh Ts  straight, ace high"]),
        (("a5", "AhKd7c5d4s3s2h"), ["5d 4s 3s 2h Ah  no pair, 5-4-3-2-A"]),
        (("8b", "AsKdQc2d3c"), ["no low hand of eight or better"]),
        (
            ("27", "7h5d4c3s2h,", "Ad5h4c3d2s"),
            ["1  7h 5d 4c 3s 2h  no pair, 7-5-4-3-2", "2  Ad 5h 4c 3d 2s  no pair, A-5-4-3-2", "hand 1 wins"],
        ),
        (
            ("high", "ThTs6s6dAh, ThTs6s6dAs"),
            ["1  Ts Th 6s 6d Ah  two pairs, tens and sixes", "2  Ts Th 6s 6d As  two pairs, tens and sixes",
             "hands 1, 2 tie"],
        ),
        (
            ("8b", "--board", "3c4d8h9hTh", "As2dKcKd,KsQsJsJd"),
            ["1  8h 4d 3c 2d As  no pair, 8-4-3-2-A", "2  no low hand of eight or better", "hand 1 wins"],
        ),
        (
            ("8b", "AsKdQc2d3c,9s9d9cTsJs"),
            ["1  no low hand of eight or better", "2  no low hand of eight or better", "no hand wins"],
        ),
        (("high", "--board", "3h 4h 8h 9h Ts", "Ah2s2cKd"), ["2s 2c Ts 9h 8h  pair of twos"]),
    ],
)  # fmt: skip
def test_the_best_hand_in_words_and_who_wins(railbird, args: tuple[str, ...], lines: list[str]) -> None:
    """The last: four hearts on the board and one in the hand are no flush (j)(6)."""
    done = railbird("eval", "--ranking", *args)
    assert (done.returncode, done.stderr) == (0, "")
    assert [line.partition("  key ")[0] for line in done.stdout.splitlines()] == lines


def test_json_has_the_comparable_key(railbird) -> None:
    done = railbird("eval", "--ranking", "high", "--json", "--board", "3c4d8h9hTh", "AhKh2s2c, 6d7d2d7s")
    found = json.loads(done.stdout)
    assert found["board"] == ["3c", "4d", "8h", "9h", "Th"]
    flush, straight = found["hands"]
    assert flush["cards"] == ["Ah", "Kh", "2s", "2c"]
    assert (flush["five"], flush["words"]) == (["Ah", "Kh", "Th", "9h", "8h"], "flush, ace high")
    assert (straight["five"], straight["words"]) == (["Th", "9h", "8h", "7d", "6d"], "straight, ten high")
    assert flush["key"] > straight["key"] > 0
    assert found["winners"] == [1]


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (("high", "AsAs2d3d4d"), "As is there twice"),
        (("high", "--board", "3c4d8h9hTh", "AhKh2s3c"), "3c is there twice"),
        (("high", "AsKdQc1hTs"), "not a card: '1h'"),
        (("high", "AsKdQcJhT"), "not a card: 'T'"),
        (("high", "askdqcjhts"), "not a card: 'as'"),
        (("high", "A♠K♠Q♠J♠T♠"), "not a card: 'A♠'"),
        (("high", "AsKd"), "expected 5 to 7 cards, got 2"),
        (("high", "AsKdQcJhTs2d3c4c"), "expected 5 to 7 cards, got 8"),
        (("high", "AsKdQcJhTs,"), "expected 5 to 7 cards, got 0"),
        (("27", "AsKdQcJhTs2d"), "expected 5 cards, got 6"),
        (("a5", "--board", "3c4d8h9hTh", "AhKh2s2c"), "--board: expected --ranking high or 8b"),
        (("high", "--board", "3c4d8h9hTh", "AhKh"), "expected 4 cards and a board of 3 to 5, got 2 and 5"),
        (("high", "--board", "3c4d", "AhKh2s2c"), "got 4 and 2"),
        (("high", "--board", "xx", "AhKh2s2c"), "--board: expected cards"),
        (("best", "AsKdQcJhTs"), "--ranking"),
        (("high",), "CARDS"),
    ],
)
def test_wrong_cards_are_one_line(refused, args: tuple[str, ...], named: str) -> None:
    assert named in refused("eval", "--ranking", *args)


def test_the_ranking_has_to_be_named(refused) -> None:
    assert "--ranking" in refused("eval", "AsKdQcJhTs")
