"""The judge of mistakes, with mistakes and verdicts made up by hand."""

import pytest

from host_tools.link.events import Fact
from host_tools.simulation.mistakes import judge, taken_up
from host_tools.virtual.felt import Stay
from host_tools.virtual.mistakes import KINDS, Made
from railbird import facts
from railbird.rules import games

S = 1_000_000
BURNS = next(kind for kind in KINDS if kind.name == "no burn")


def made(begin=10, end=20, visible=True, kind=BURNS):
    return Made(kind, begin * S, end * S, ("board_1", "burn"), visible)


def verdict(seconds, code=facts.V_OUT_OF_ORDER, zone="board_1"):
    return Fact(1, int(seconds * 1000), facts.VERDICT, facts.zone_id(zone), code, 255, 0)


def test_a_verdict_of_its_kind_in_time_catches_a_mistake():
    found = judge([made()], [verdict(11)])
    assert (found.caught, found.missed, found.answers) == (1, (), {0})


@pytest.mark.parametrize(
    ("said", "answers"),
    [
        ([], set()),
        ([verdict(10 + BURNS.within / 1000 + 0.1)], {0}),  # too late, but it has a cause
        ([verdict(9)], set()),
        ([verdict(21)], set()),
        ([verdict(11, facts.V_WRONG_SEAT)], set()),
        ([verdict(11, zone="board_2")], set()),
    ],
    ids=["silence", "late", "before", "after it was put right", "of another kind", "at another place"],
)
def test_anything_else_does_not(said, answers):
    found = judge([made()], said)
    assert (found.caught, found.missed, found.answers) == (0, (made(),), answers)


def test_what_the_board_cannot_see_is_not_missed_and_a_word_on_it_is_not_false():
    unseen = made(visible=False)
    assert judge([unseen], [])[1:] == (frozenset(), 0, ())
    assert judge([unseen], [verdict(11)]).answers == {0}


def test_one_verdict_answers_one_mistake():
    twice = [made(), made(12, 22)]
    found = judge(twice, [verdict(13)])
    assert (found.caught, found.missed) == (1, (twice[1],))
    assert judge(twice, [verdict(11), verdict(13)]).caught == 2
    assert judge([made()], [verdict(11), verdict(12)]).answers == {0}


def stay(code, zone, begin, end=None, landing=False):
    """One stay, in seconds."""
    made = Stay(code, zone, int(begin * S), landing)
    made.end = None if end is None else int(end * S)
    return made


# Two cards land at seat 4; both are taken up from 11 to 14, one of them alone from 15 to 16; a card for seat 5 crosses.
HELD = [
    stay(1, "seat_4", 1, 11, landing=True),
    stay(2, "seat_4", 2, 11, landing=True),
    stay(3, "seat_4", 12.4, 12.5),
    stay(3, "seat_5", 13, landing=True),
    stay(1, "seat_4", 14),
    stay(2, "seat_4", 14, 15),
    stay(2, "seat_4", 16),
]


@pytest.mark.parametrize(
    ("begin", "until", "seconds"), [(0, 20, 2.9), (0, 1, 0), (12, 13, 0.9), (15, 16, 0), (14, 20, 0)]
)
def test_how_long_a_player_held_all_his_cards(begin, until, seconds):
    assert taken_up(HELD, "seat_4", begin * S, until * S) == seconds * S


def test_cards_that_went_elsewhere_are_nobodys():
    gone = [stay(1, "seat_4", 1, 2, landing=True), stay(1, "muck", 3, 4, landing=True)]
    assert taken_up(gone, "seat_4", 0, 9 * S) == 1 * S  # from the player's hand to the muck
    assert taken_up([], "seat_4", 0, 9 * S) == 0  # a player without a card holds none


SKIPPED = next(kind for kind in KINDS if kind.name == "seat skipped")


@pytest.mark.parametrize(
    ("said", "end", "caught", "missed"),
    [
        ([17.8], 20, 1, 0),  # 5 s and 2.9 s after 10
        ([18.0], 20, 0, 1),
        ([], 20, 0, 1),
        ([], 17.5, 0, 0),  # put right before the table had to tell
    ],
)
def test_the_time_for_which_the_player_held_his_cards_is_not_the_tables(said, end, caught, missed):
    skipped = Made(SKIPPED, 10 * S, int(end * S), ("seat_5", "seat_4"), True)
    found = judge([skipped], [verdict(at, facts.V_WRONG_SEAT, "seat_5") for at in said], HELD)
    assert (found.caught, len(found.missed)) == (caught, missed)


def test_every_game_has_its_mistakes():
    """By hand: of 23 kinds 7 are for every game; burns need a burn, boards a board, and so on."""
    count = {game: sum(kind.fits(game) for kind in KINDS) for game in games.NAMES}
    assert {count["holdem"], count["omaha_high"]} == {16}
    assert {count["pineapple"], count["crazy_pineapple"]} == {18}
    assert {count["stud7_high"], count["stud5_high"]} == {16}
    assert {count["draw5_high"], count["triple_draw_27"]} == {17}
