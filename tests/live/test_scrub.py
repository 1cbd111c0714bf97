"""Looking back at a hand: at each step a role sees what it could see then, and never more."""

import json

import pytest

from host_tools.live.follow import Follower
from host_tools.live.roles import DEALER, FLOOR, PRODUCER, ROLES, VIEWER
from host_tools.live.scrub import ends, moment, rows
from host_tools.live.tape import Item, Keys, Reels
from railbird import facts
from railbird.rules.cards import parse
from tests.live.sealed_hand import AUDIT, BOARD, BURNS, MUCKED, SHOWN, SealedTable

SHUT = (VIEWER, DEALER, FLOOR)
ALL = (*SHOWN, *MUCKED, *BOARD, *BURNS)


def named(value, wanted=ALL):
    text = json.dumps(value)
    return {card for card in wanted if f'"{card}"' in text or f" {card}" in text}


def reel(items):
    reels = Reels()
    for item in items:
        reels.take(item)
    return reels.hand(reels.numbers[-1])


def in_clear(items):
    """The same hand as a table in development mode tells it."""
    faces = {}
    number = 0
    opened = iter(("As", "Kd", "Qh", "Jc", "7c", "2c", "3c", "4c", "7d", "5c", "7h", "6c"))
    for item in items:
        if item.kind == "secret" and item.args[3] == facts.BLOCK:
            number += 1
            faces[number] = parse(next(opened))
    for item in items:
        if item.kind == "table":
            yield item._replace(args=(*item.args[:4], False, *item.args[5:]))
        elif item.kind == "fact" and item.args[2] in (facts.SIGHT, facts.LIFT, facts.DEALT):
            code = faces.get(item.args[5], item.args[4])
            yield item._replace(args=(*item.args[:4], code, 255, item.args[6]))
        elif item.kind != "secret":
            yield item


@pytest.fixture(params=["sealed", "in clear"])
def hand(request):
    items = SealedTable().hand().items
    return reel(items if request.param == "sealed" else list(in_clear(items)))


@pytest.mark.parametrize("role", SHUT)
def test_at_no_step_is_a_card_named_that_was_not_open_then(hand, role):
    steps = rows(hand, Follower(), role)
    assert len(steps) == len(ends(hand))
    open_then = set()
    for number, row in enumerate(steps, 1):
        seen = moment(hand, Follower(), role, number)
        if row["kind"] == "seat 2 shows":
            open_then |= {*SHOWN}
        open_then |= {card for card in seen["board"] if card}
        assert named(seen) <= open_then, (number, row)
        assert named(row) <= open_then, row
    assert open_then == {*SHOWN, *BOARD}


def test_the_board_comes_card_by_card_and_the_money_with_it(hand):
    steps = rows(hand, Follower(), VIEWER)
    boards, pots = [], []
    for number in range(1, len(steps) + 1):
        seen = moment(hand, Follower(), VIEWER, number)
        boards.append(tuple(seen["board"]))
        pots.append(seen["hand"]["pot"])
    assert list(dict.fromkeys(boards)) == [BOARD[:number] for number in range(6)]
    assert list(dict.fromkeys(pots)) == [0, 3, 4]
    assert steps[0]["kind"] == "the hand begins"
    assert [row["kind"] for row in steps if "shows" in row["kind"] or "mucks" in row["kind"]] == [
        "seat 2 shows",
        "seat 1 mucks",
    ]


@pytest.mark.parametrize("role", ROLES)
def test_a_step_that_there_is_not_is_none(hand, role):
    last = len(ends(hand))
    assert moment(hand, Follower(), role, last) is not None
    for number in (0, -1, last + 1, 10**9):
        assert moment(hand, Follower(), role, number) is None
    assert rows([], Follower(), role) == []
    assert moment([], Follower(), role, 1) is None


def test_the_producer_looks_back_with_what_has_become_known():
    items = SealedTable().hand().items
    keys = Keys()
    for item in items:
        keys.hear(item)
    hand = reel(items)
    dealt = next(
        number
        for number in range(1, 99)
        if sum(len(seat.get("cards", ())) for seat in moment(hand, Follower(), PRODUCER, number)["seats"])
        == 4
    )
    now = moment(hand, Follower(), PRODUCER, dealt)
    later = moment(hand, Follower(foresee=keys.get), PRODUCER, dealt)
    all_of_it = moment(hand, Follower(AUDIT), PRODUCER, dealt)
    assert (named(now), named(later), named(all_of_it)) == (set(), {*SHOWN}, {*SHOWN, *MUCKED})


def test_a_hand_in_progress_ends_where_it_is():
    table = SealedTable()
    table.deal()
    before = len(ends(reel(table.items)))
    table.streets()
    assert len(ends(reel(table.items))) > before > 4


def test_a_reader_that_was_in_trouble_before_the_hand_is_so_at_its_first_step():
    table = SealedTable()
    trouble = Item(
        table.now, 1, "fact", (1, 1, facts.STATE, facts.zone_id("board_2"), facts.STATE_UNKNOWN, 255, 0)
    )
    table.items.append(trouble)
    table.hand()
    first = moment(reel(table.items), Follower(), VIEWER, 1)
    assert [zone for zone, state in first["readers"].items() if state != "ok"] == ["board_2"]
