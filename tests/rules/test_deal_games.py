"""The deal of every game by the device alone: worked deals, the digest of the regulation, deals written by hand."""

import csv
import json
import re
from pathlib import Path

import pytest

from railbird.rules import games
from railbird.rules.deal import Deal

UP, BOARD, BURN, MUCK = 20, 40, 51, 52
DIGEST = Path(__file__).parents[1] / "regulation" / "games.csv"
ROWS = list(csv.DictReader(DIGEST.read_text(encoding="utf-8").splitlines()))

# Two seats, 3 and 8, the button at 3 where there is one. Worked by hand from the paragraphs named.
# 3d: a card at seat 3, 3u: at its up zone, 3x: it gives up one, 3w1: and gets one; | a street
BY_HAND = {
    "stud7_high": "3d 8d 3d 8d 3u 8u | b 3u 8u | b 3u 8u | b 3u 8u | b 3d 8d",  # h(3), h(6), h(8)
    "holdem": "8d 3d 8d 3d | b f1 f2 f3 | b f4 | b f5",  # i(5), i(7)-(9)
    "omaha_high": "8d 3d 8d 3d 8d 3d 8d 3d | b f1 f2 f3 | b f4 | b f5",  # j(4), j(5)
    "draw5_high": "8d 3d 8d 3d 8d 3d 8d 3d 8d 3d | b 8w2 3w5",  # k(4), k(5)(i)
    "triple_draw_27": "8d 3d 8d 3d 8d 3d 8d 3d 8d 3d | b 8w0 3w1 | b 8w5 3w0 | b 8w3 3w2",  # l(4), l(6), l(8), l(10)
    "stud5_high": "3d 8d 3u 8u | b 3u 8u | b 3u 8u | b 3u 8u",  # m(3), m(6), m(7)
    "pineapple": "8d 3d 8d 3d 8d 3d | 3x 8x b f1 f2 f3 | b f4 | b f5",  # n(5)-(12), discards in any order (D17)
    "crazy_pineapple": "8d 3d 8d 3d 8d 3d | b f1 f2 f3 8x 3x | b f4 | b f5",  # n(9)
}
SAME = {
    "stud7_low": "stud7_high",
    "stud7_hl": "stud7_high",
    "stud7_hl8": "stud7_high",
    "omaha_hl8": "omaha_high",
    "draw5_low": "draw5_high",
}


def rounds(seats, faces: str) -> list[str]:
    return [f"{seat}{face}" for face in faces for seat in seats]


def bitmap(seats) -> int:
    return sum(1 << (seat - 1) for seat in seats)


def begin(game: str, seats, button: int | None, ups: bool = True) -> Deal:
    deal = Deal(BOARD, BURN, UP, 0x7FF if ups else 0)
    deal.start(game, bitmap(seats), button or 0)
    return deal


def follow(deal: Deal, steps: list[str], ups: bool = True) -> None:
    """Deal the steps, each only where the deal waits for it."""
    for step in steps:
        if step == "|":
            assert deal.complete(), step
            assert not deal.last_street()
            deal.open_next()
        elif step == "shuffle":
            assert deal.dry
            deal.shuffle()
        elif step.endswith("fold"):
            deal.fold(int(step[:-4]))
        elif "w" in step or "x" in step:
            seat, number = map(int, re.split("[wx]", step + "1" * step.endswith("x")))
            assert deal.gives_up(seat)
            assert deal.next_zone() == MUCK
            if "w" in step:
                assert deal.owner[deal.next] == seat, step
            deal.give_up(seat, number)
            follow(deal, [f"{seat}d"] * (number if "w" in step else 0))
        else:
            zone = zone_of(step, ups)
            assert deal.street[deal.next] == deal.open, step
            assert deal.wants(zone), (step, deal.next_zone())
            assert not deal.dry
            deal.take(zone)
        assert not deal.ahead
        assert deal.extra == 255


def zone_of(step: str, ups: bool) -> int:
    if step == "b":
        return BURN
    if step[0] == "f":
        return BOARD + int(step[1])
    return int(step[:-1]) + (UP if step[-1] == "u" and ups else 0)


@pytest.mark.parametrize("ups", [True, False], ids=["up zones", "one zone a seat"])
@pytest.mark.parametrize("game", games.NAMES)
def test_a_deal_for_two_written_by_hand(game: str, ups: bool) -> None:
    deal = begin(game, [3, 8], 3, ups)
    follow(deal, BY_HAND[SAME.get(game, game)].split(), ups)
    assert deal.last_street()
    assert deal.next == deal.size


def test_deals_for_three_written_by_hand() -> None:
    """f(2): seats 2, 5, 9, button 5. l(6): button 3, seats 1, 3, 6: draw order 6, 1, 3. m(3): 2, 5, 6."""
    follow(begin("holdem", [2, 5, 9], 5), ["9d", "2d", "5d", "9d", "2d", "5d", "|", "b"])
    follow(
        begin("triple_draw_27", [1, 3, 6], 3),
        [*["6d", "1d", "3d"] * 5, "|", "b", "6w3", "1w0", "3w5", "|", "b"],
    )
    follow(
        begin("stud5_high", [2, 5, 6], None), ["2d", "5d", "6d", "2u", "5u", "6u", "|", "b", "2u", "5u", "6u"]
    )


def test_the_most_seats_written_by_hand() -> None:
    """i(2): eleven players take 30 cards. j(2): ten, 48. l(2): seven, 35 and a burn, 16 left. n(12): eleven, 41."""
    flop = ["|", "b", "f1", "f2", "f3", "|", "b", "f4", "|", "b", "f5"]
    eleven, ten, seven = range(1, 12), range(1, 11), range(1, 8)
    for game, seats, faces, stub in (("holdem", eleven, "dd", 22), ("omaha_hl8", ten, "dddd", 4)):
        deal = begin(game, seats, seats[-1])
        follow(deal, rounds(seats, faces) + flop)
        assert deal.stub() == stub
    deal = begin("triple_draw_27", seven, 7)
    follow(deal, [*rounds(seven, "ddddd"), "|", "b"])
    assert deal.stub() == 16
    deal = begin("pineapple", eleven, 11)
    follow(deal, [*rounds(eleven, "ddd"), "|", *rounds(eleven, "x"), *flop[1:]])
    assert deal.stub() == 11


def test_eight_in_stud_to_the_end() -> None:
    """h(8): stub 28, 19, 10, 1; the seventh card is a common one: the burns shuffled, 4 cards, burn, common: 2 left."""
    seats = range(1, 9)
    deal = begin("stud7_high", seats, None)
    follow(deal, rounds(seats, "ddu"))
    for left in (19, 10, 1):
        follow(deal, ["|", "b", *rounds(seats, "u")])
        assert deal.stub() == left
    follow(deal, ["|", "shuffle"])
    assert deal.stub() == 4
    follow(deal, ["b", "f1"])
    assert (deal.stub(), deal.next) == (2, deal.size)


@pytest.mark.parametrize(("seats", "last", "stub"), [(7, ["f1"], 5), (6, rounds(range(1, 7), "d"), 6)])
def test_seven_need_a_common_card_and_six_do_not(seats: int, last: list[str], stub: int) -> None:
    """h(8): seven: 31, 23, 15, 7, then a burn and the common card: 5. Six: 34, 27, 20, 13, 6."""
    taken = range(1, seats + 1)
    deal = begin("stud7_low", taken, None)
    follow(deal, rounds(taken, "ddu") + ["|", "b", *rounds(taken, "u")] * 3)
    follow(deal, ["|", "b", *last])
    assert (deal.stub(), deal.next) == (stub, deal.size)


def test_a_draw_that_runs_short() -> None:
    """k(5)(ii): eight players, 11 left after the burn; three draw 3 each: 2 left; the fourth draws 3: it gets the 2,
    then the 9 given up before are shuffled for its third card, without its own 3 and those of later seats (D14).
    """
    seats = range(1, 9)
    deal = begin("draw5_high", seats, 8)
    follow(deal, [*rounds(seats, "ddddd"), "|", "b", "1w3", "2w3", "3w3"])
    assert deal.stub() == 2
    deal.give_up(4, 3)
    follow(deal, ["4d", "4d", "shuffle"])
    assert deal.stub() == 9
    follow(deal, ["4d", "5w5", "6w2"])
    assert deal.stub() == 1


def test_a_triple_draw_that_runs_short() -> None:
    """l(6): seven seats, 16 left after the burn; five draw 3: 1 left; the sixth draws 3: 1, then 2 of 15 shuffled."""
    seats = range(1, 8)
    deal = begin("triple_draw_27", seats, 7)
    follow(deal, [*rounds(seats, "ddddd"), "|", "b", *(f"{seat}w3" for seat in range(1, 6))])
    assert deal.stub() == 1
    deal.give_up(6, 3)
    follow(deal, ["6d", "shuffle", "6d", "6d"])
    assert deal.stub() == 13


def test_worked_deals(cases_dir: Path) -> None:
    """Every deal of deals.json: each card only where the deal waits for it, and what the deck has left."""
    seen = []
    for entry in json.loads((cases_dir / "deals.json").read_text(encoding="utf-8"))[1:]:
        for ups in (True, False):
            deal = begin(entry["game"], entry["seats"], entry["button"], ups)
            common = 0
            for word in entry["steps"].replace("shuffle burns", "shuffle").split():
                step = word.removeprefix("S")
                if word == "c":
                    common += 1
                    step = f"f{common}"
                opens = step in ("b", "shuffle") or (step.endswith("x") and deal.open == 0)
                if opens and deal.complete():
                    follow(deal, ["|"], ups)
                follow(deal, [step], ups)
            assert deal.stub() == entry["stub_left"], entry
            assert deal.next == deal.size, entry
        seen.append(entry["game"])
    assert set(seen) == set(games.NAMES)
    assert len(seen) == 52


def script_of(row: dict[str, str]) -> list[list[str]]:
    """The tokens of each street of the digest; what comes after a betting round belongs to the next street."""
    streets: list[list[str]] = [[]]
    for token in re.sub(r"\w+:", "", row["deal_script"].replace("|", " ")).split():
        if token == "B":
            streets.append([])
        elif token not in ("blinds", "S"):
            streets[-1].append(token)
    return streets[:-1]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["game_id"])
@pytest.mark.parametrize("seats", [(3, 8), (1, 6, 11), (2, 4, 5, 7, 9)])
def test_the_digest_of_the_regulation(row: dict[str, str], seats: tuple[int, ...]) -> None:
    """games.csv, its script street by street: 2, 3 and 5 seats, the button in the middle, each drawing one."""
    button = seats[1] if "no button" not in row["deal_order"] else 0
    ring = sorted(seats, key=lambda seat: (seat - button - 1) % 11)
    steps: list[str] = []
    common = 0
    for tokens in script_of(row):
        for token in tokens:
            if token[0] in "du":
                steps += [f"{seat}{token}" for seat in ring]
            elif token[0] == "c":
                steps += [f"f{common + number}" for number in range(1, int(token[1]) + 1)]
                common += int(token[1])
            elif token[0] in "wx":
                steps += [f"{seat}{'w1' if token[0] == 'w' else 'x'}" for seat in ring]
            else:
                steps.append(token)
        steps.append("|")
    deal = begin(row["game_id"], seats, button)
    follow(deal, steps[:-1])
    assert deal.next == deal.size
    assert deal.last_street()


def test_more_exchanges_than_a_hand_can_have_do_no_harm() -> None:
    """Every seat draws five every time, and three cards of each fall off the table in every street."""
    seats = range(1, 8)
    deal = begin("triple_draw_27", seats, 7)
    for street in range(4):
        if street:
            deal.open_next()
        for seat in seats:
            for _ in range(9):
                deal.exchange(seat)
            if street:
                deal.give_up(seat, 5)
    assert deal.size == 168
    assert deal.last_street()
