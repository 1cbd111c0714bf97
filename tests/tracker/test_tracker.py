"""The tracker on its own: facts and declarations in, the engine's hand and commands out."""

import pytest

from host_tools.engine import fixed_limit, start
from host_tools.tracker.tracker import Tracker
from railbird import facts
from railbird.rules import games
from railbird.rules.cards import parse

ZONES = ("seat_2", "seat_5", "board_1", "board_2", "board_3", "board_4", "board_5", "burn", "muck")


@pytest.fixture
def table():
    """A tracker at seats 2 and 5, button 5, before the first card; `sent` holds (op, zone, arg)."""
    sent = []
    tracker = Tracker(lambda *command: sent.append(command), ZONES)
    tracker.sent = sent
    tracker.begin(start("holdem", (2, 5), 5, (100, 100), (1, 2)))
    return tracker


def dealt(tracker, zone, nth, card):
    tracker.fact(facts.DEALT, facts.zone_id(zone), parse(card), 255, nth)


def hole(tracker):
    for zone, nth, card in (
        ("seat_2", 1, "As"),
        ("seat_5", 1, "Kd"),
        ("seat_2", 2, "Ah"),
        ("seat_5", 2, "Kc"),
    ):
        dealt(tracker, zone, nth, card)


def test_the_hand_begins_with_button_and_seats(table):
    assert table.sent == [(facts.OP_HAND, 5, 0b10010)]
    assert not table.ready
    table.result(facts.R_OK)
    assert table.ready


def test_cards_that_come_late_or_out_of_order_are_put_in_order(table):
    dealt(table, "seat_5", 1, "Kd")
    assert table.state.next == ("deal", 2, "d")
    dealt(table, "seat_2", 1, "As")
    assert table.state.next == ("deal", 2, "d")
    assert table.state.hole(5) == (parse("Kd"),)


def test_an_action_declared_before_its_card_is_known_waits_for_it(table):
    for zone, nth, card in (("seat_2", 1, "As"), ("seat_5", 1, "Kd"), ("seat_2", 2, "Ah")):
        dealt(table, zone, nth, card)
    table.declare(
        ("fold", 2)
    )  # two players: the seat after the big blind, which is the small blind at seat 2
    assert table.sent[-1] == (facts.OP_FOLD, 2, 0)
    assert not table.state.finished
    dealt(table, "seat_5", 2, "Kc")
    assert table.state.finished
    assert table.state.stacks() == {2: 99, 5: 101}


def test_the_closed_round_is_told_once(table):
    hole(table)
    table.declare(("call", 2))
    assert facts.OP_STREET not in [op for op, _, _ in table.sent]
    table.declare(("check", 5))
    assert [op for op, _, _ in table.sent] == [facts.OP_HAND, facts.OP_WAGERED, facts.OP_STREET]
    dealt(table, "seat_2", 1, "Qs")  # a correction plays the hand again and sends nothing again
    assert [op for op, _, _ in table.sent] == [facts.OP_HAND, facts.OP_WAGERED, facts.OP_STREET]


def test_the_first_two_who_wager_voluntarily_are_told(table):
    """p(1), p(2): with two a misdeal is too late. Blinds and checks are not voluntary (P02)."""
    hole(table)
    for event in (("raise", 2, 6), ("raise", 5, 12), ("call", 2)):
        table.declare(event)
    told = [command for command in table.sent if command[0] == facts.OP_WAGERED]
    assert told == [(facts.OP_WAGERED, 0, 1), (facts.OP_WAGERED, 0, 2)]


def test_the_latest_word_on_a_place_counts(table):
    hole(table)
    table.declare(("call", 2))
    dealt(table, "seat_5", 2, "7c")
    assert table.state.hole(5) == (parse("Kd"), parse("7c"))
    assert table.state.next == ("act", 5)
    assert table.state.bet(2) == 2


def test_a_card_that_moves_leaves_its_first_place_open(table):
    hole(table)
    dealt(table, "seat_2", 2, "Kc")  # it had been taken for seat 5's second card
    assert table.state.hole(2) == (parse("As"), parse("Kc"))
    assert table.state.next == ("deal", 5, "d")
    dealt(table, "seat_5", 2, "Ah")
    assert table.state.hole(5) == (parse("Kd"), parse("Ah"))


def test_every_event_is_told_once_even_after_a_correction():
    told = []
    tracker = Tracker(lambda *_command: None, ZONES, told.append)
    tracker.begin(start("holdem", (2, 5), 5, (100, 100), (1, 2)))
    hole(tracker)
    tracker.declare(("call", 2))
    dealt(tracker, "seat_5", 2, "7c")
    tracker.declare(("check", 5))
    assert [event[0] for event in told] == ["blind", "blind", "deal", "deal", "deal", "deal", "call", "check"]


def test_a_flop_on_one_antenna_and_burns_that_nobody_reads():
    """Places 2 and 3 have no antenna: their cards are the second and third at place 1. A burn is known to be one."""
    tracker = Tracker(lambda *_command: None, ("seat_2", "seat_5", "board_1", "board_4", "board_5", "muck"))
    tracker.begin(start("holdem", (2, 5), 5, (100, 100), (1, 2)))
    hole(tracker)
    for event in (("call", 2), ("check", 5)):
        tracker.declare(event)
    assert tracker.state.burns == (255,)
    for nth, card in ((2, "7d"), (1, "7c"), (3, "7h")):
        dealt(tracker, "board_1", nth, card)
    assert tracker.state.board == (parse("7c"), parse("7d"), parse("7h"))
    for zone, card in (("board_4", "8c"), ("board_5", "9c")):
        tracker.declare(("check", 2))
        tracker.declare(("check", 5))
        dealt(tracker, zone, 1, card)
    assert tracker.state.board[3:] == (parse("8c"), parse("9c"))
    assert tracker.state.burns == (255, 255, 255)


def test_a_refused_command_is_kept(table):
    table.result(facts.R_BAD_BUTTON)
    assert table.refused == [(facts.OP_HAND, facts.R_BAD_BUTTON)]


def test_an_illegal_declaration_changes_nothing_and_is_said(table):
    hole(table)
    before = table.state
    table.declare(("check", 2))  # the small blind faces the big blind
    assert table.state == before
    assert len(table.problems) == 1
    table.declare(("call", 2))
    assert table.state.next == ("act", 5)


# -- draws -------------------------------------------------------------------------------------------------------


@pytest.fixture
def draw():
    """Triple draw at seats 2 and 5: dealt, called, checked and burned; seat 2 is to draw first."""
    sent = []
    tracker = Tracker(lambda *command: sent.append(command), ZONES)
    tracker.sent = sent
    tracker.begin(start("triple_draw_27", (2, 5), 5, (100, 100), (1, 2)))
    for nth, (first, second) in enumerate(zip(FIRST, SECOND, strict=True), 1):
        dealt(tracker, "seat_2", nth, first)
        dealt(tracker, "seat_5", nth, second)
    tracker.declare(("call", 2))
    tracker.declare(("check", 5))
    dealt(tracker, "burn", 1, "2c")
    return tracker


FIRST = ("2s", "3s", "4s", "Ks", "Qs")
SECOND = ("2h", "3h", "4h", "5h", "7h")


def at_the_muck(tracker, *names):
    for card in names:
        tracker.fact(facts.SIGHT, facts.Z_MUCK, parse(card), 255, 0)


def test_a_draw_waits_for_the_cards_that_were_given_up(draw):
    assert draw.state.next == ("discard", 2)
    draw.declare(("discard", 2, 2))
    assert draw.sent[-1] == (facts.OP_DRAW, 2, 2)
    at_the_muck(draw, "Ks")
    assert draw.state.next == ("discard", 2)
    at_the_muck(draw, "Qs")
    assert draw.state.next == ("deal", 2, "d")
    assert draw.state.hole(2) == tuple(parse(card) for card in FIRST[:3])
    assert draw.state.discarded(2) == (parse("Ks"), parse("Qs"))
    dealt(draw, "seat_2", 6, "8d")
    dealt(draw, "seat_2", 7, "9d")
    assert draw.state.next == ("discard", 5)
    draw.declare(("discard", 5, 0))
    assert draw.state.next[0] == "act"


def test_a_card_shuffled_back_may_be_dealt_again(draw):
    """The places of its first life stay what they were."""
    draw.declare(("discard", 2, 5))
    at_the_muck(draw, *FIRST)
    unseen = [card for card in range(52) if not draw.state.dealt.seen >> card & 1]
    assert len(unseen) == 52 - 10 - 1
    for nth, card in enumerate(unseen[:5], 6):
        draw.fact(facts.DEALT, facts.zone_id("seat_2"), card, 255, nth)
    assert draw.state.next == ("discard", 5)
    assert draw.state.hole(2) == tuple(unseen[:5])


def test_up_cards_land_on_their_own_antenna_where_the_board_has_one():
    sent = []
    tracker = Tracker(lambda *command: sent.append(command), ("seat_1", "up_1", "seat_2", "up_2", "muck"))
    tracker.begin(start("stud5_high", (1, 2), None, (100, 100), bring_in=1, limits=fixed_limit(2, 4)))
    assert sent == [(facts.OP_HAND, 0, games.NAMES.index("stud5_high") << 11 | 0b11)]
    dealt(tracker, "seat_1", 1, "As")
    dealt(tracker, "seat_2", 1, "Kd")
    dealt(tracker, "up_1", 1, "Ah")
    assert tracker.state.next == ("deal", 2, "u")
    dealt(tracker, "up_2", 1, "Kc")
    assert tracker.state.up(1) == (parse("Ah"),)
    assert tracker.state.next == ("act", 2)  # m(4): the lowest card showing


def test_the_last_word_is_taken_back_and_heard_anew():
    heard, sent = [], []
    table = Tracker(lambda *command: sent.append(command), ZONES, heard.append)
    table.begin(start("holdem", (2, 5), 5, (100, 100), (1, 2)))
    hole(table)
    before = table.state
    table.declare(("raise", 2, 8))
    assert table.undo() == ("raise", 2, 8)
    assert (table.state, table.waits) == (before, before)
    table.declare(("call", 2))
    assert heard[-2:] == [("raise", 2, 8), ("call", 2)]
    assert [command for command in sent if command[0] == facts.OP_WAGERED] == [
        (facts.OP_WAGERED, 0, 1),
        (facts.OP_WAGERED, 0, 1),
    ]


def test_a_word_that_waits_for_a_card_is_taken_back(table):
    table.declare(("call", 2))
    assert table.undo() == ("call", 2)
    hole(table)
    assert table.state.next == ("act", 2)


@pytest.mark.parametrize("then", ["nothing", "a fold", "a card"])
def test_what_cannot_be_taken_back_stands(table, then):
    if then != "nothing":
        hole(table)
    if then == "a fold":
        table.declare(("fold", 2))
    elif then == "a card":
        table.declare(("call", 2))
        table.declare(("check", 5))
        dealt(table, "burn", 1, "2s")
    before = table.state
    with pytest.raises(ValueError, match=r"f\(6\)"):
        table.undo()
    assert table.state is before


def test_a_hand_that_the_table_has_not_taken_never_began(table):
    hole(table)
    table.cancel()
    assert (table.state.finished, table.state.stack(2)) == (True, 100)
