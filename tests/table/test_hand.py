"""A hand of hold'em from the first card to the button's move, against orders written down from the regulation."""

import json
from pathlib import Path

import pytest

from railbird import facts
from railbird.rules import cards

NONE = 255


@pytest.mark.parametrize(
    ("button", "seats", "order"),
    [
        (5, [2, 5, 9], [9, 2, 5, 9, 2, 5]),  # f(2)
        (9, [1, 4, 6, 9], [1, 4, 6, 9, 1, 4, 6, 9]),  # i(5)
        (4, [1, 4, 6, 9], [6, 9, 1, 4, 6, 9, 1, 4]),  # i(5)
        (3, [2, 3], [2, 3, 2, 3]),  # i(3)(i)
        (6, [6, 8], [8, 6, 8, 6]),
        (11, list(range(1, 12)), [*range(1, 12), *range(1, 12)]),
        (1, list(range(1, 12)), [*range(2, 12), 1, *range(2, 12), 1]),
    ],
)
def test_the_two_rounds_of_down_cards_go_clockwise_with_the_button_last(driver, button, seats, order):
    driver.hand(button, seats)
    for seat in order:
        assert driver.expected == f"seat_{seat}"
        driver.sight(f"seat_{seat}")
    assert driver.expected == "none"
    assert driver.verdicts == []


def test_every_fact_of_a_hand(driver):
    """Seats 1, 4, 6, 9, button 9, one fold: every fact, written by hand."""
    assert driver.hand(9, [1, 4, 6, 9]) == [
        (facts.HAND, 9, NONE, NONE, 0b100101001),
        (facts.EXPECT, 1, NONE, NONE, 0),
    ]
    assert driver.sight("seat_1", "As") == [(facts.DEALT, 1, 51, NONE, 1), (facts.EXPECT, 4, NONE, NONE, 0)]
    assert driver.sight("seat_4", "2c") == [(facts.DEALT, 4, 0, NONE, 1), (facts.EXPECT, 6, NONE, NONE, 0)]
    assert driver.sight("seat_6", "2d") == [(facts.DEALT, 6, 1, NONE, 1), (facts.EXPECT, 9, NONE, NONE, 0)]
    assert driver.sight("seat_9", "2h") == [(facts.DEALT, 9, 2, NONE, 1), (facts.EXPECT, 1, NONE, NONE, 0)]
    assert driver.table.expected_count == 2
    assert driver.sight("seat_1", "Ah") == [(facts.DEALT, 1, 50, NONE, 2), (facts.EXPECT, 4, NONE, NONE, 0)]
    driver.sight("seat_4", "3c")
    driver.sight("seat_6", "3d")
    assert driver.sight("seat_9", "3h") == [
        (facts.DEALT, 9, 6, NONE, 2),
        (facts.EXPECT, NONE, NONE, NONE, 0),
    ]
    assert driver.command(facts.OP_FOLD, 4) == [(facts.FOLDED, 4, NONE, NONE, 0)]
    assert driver.command(facts.OP_STREET) == [
        (facts.STREET, NONE, NONE, NONE, 1),
        (facts.EXPECT, 51, NONE, NONE, 1),
    ]
    assert driver.sight("burn", "4c") == [
        (facts.DEALT, 51, 8, NONE, 1 << 8 | 1),
        (facts.EXPECT, 41, NONE, NONE, 1),
    ]
    assert driver.sight("board_1", "Kd") == [
        (facts.DEALT, 41, 45, NONE, 1 << 8 | 1),
        (facts.EXPECT, 42, NONE, NONE, 1),
    ]
    driver.sight("board_2", "Kh")
    assert driver.sight("board_3", "Ks") == [
        (facts.DEALT, 43, 47, NONE, 1 << 8 | 1),
        (facts.EXPECT, NONE, NONE, NONE, 1),
    ]
    driver.command(facts.OP_STREET)
    driver.sight("burn", "4d")
    assert driver.sight("board_4", "Qc") == [
        (facts.DEALT, 44, 40, NONE, 2 << 8 | 1),
        (facts.EXPECT, NONE, NONE, NONE, 2),
    ]
    driver.command(facts.OP_STREET)
    assert driver.sight("burn", "4h")[0] == (facts.DEALT, 51, 10, NONE, 3 << 8 | 3)
    assert driver.sight("board_5", "Qd")[0] == (facts.DEALT, 45, 41, NONE, 3 << 8 | 1)
    assert driver.command(facts.OP_END) == [
        (facts.END, NONE, NONE, NONE, 0),
        (facts.BUTTON, 1, NONE, NONE, 0),
    ]
    assert driver.verdicts == []


def steps_of(entry: dict) -> list[tuple[str, int]]:
    """The steps of a worked deal: ('seat_3', 0), ('burn', 0), ('board_2', 0) or ('fold', seat)."""
    steps = []
    board = 0
    for word in entry["steps"].split():
        if word == "b":
            steps.append(("burn", 0))
        elif word == "c":
            board += 1
            steps.append((f"board_{board}", 0))
        elif word.endswith("fold"):
            steps.append(("fold", int(word[1:-4])))
        else:
            assert word.endswith("d")
            steps.append((f"seat_{word[1:-1]}", 0))
    return steps


@pytest.mark.parametrize("told", [True, False], ids=["streets told", "streets seen by the burn"])
def test_worked_deals(cases_dir: Path, fresh, told):
    """Every hold'em deal of deals.json: the next place before each card, no verdict, the cards left in the stub."""
    deals = [
        entry for entry in json.loads((cases_dir / "deals.json").read_text()) if entry.get("game") == "holdem"
    ]
    assert len(deals) == 4
    for entry in deals:
        driver = fresh()
        driver.hand(entry["button"], entry["seats"])
        for place, seat in steps_of(entry):
            if place == "fold":
                driver.command(facts.OP_FOLD, seat)
                continue
            if place == "burn":
                assert driver.expected == "none"
                if told:
                    driver.command(facts.OP_STREET)
                    assert driver.expected == "burn"
            else:
                assert driver.expected == place
            driver.sight(place)
        assert driver.expected == "none"
        assert driver.tally("stub") == entry["stub_left"]
        assert driver.verdicts == []
        assert [fact[4] for fact in driver.kinds(facts.STREET)] == [1, 2, 3]


def test_a_burn_while_betting_is_open_ends_the_street(driver):
    driver.hand(3, [2, 3])
    driver.deal("2 3 2 3")
    assert driver.sight("burn") == [
        (facts.STREET, NONE, NONE, NONE, 1),
        (facts.DEALT, 51, 4, NONE, 1 << 8 | 1),
        (facts.EXPECT, 41, NONE, NONE, 1),
    ]


def test_a_street_command_after_the_burn_was_seen_opens_nothing_more(driver):
    """The burn may be seen before the host's word arrives; the word then confirms what was seen."""
    driver.hand(3, [2, 3])
    driver.deal("2 3 2 3 b")
    assert driver.command(facts.OP_STREET) == []
    driver.deal("f1 f2 f3")
    assert driver.expected == "none"
    driver.deal("b f4 b")
    driver.command(facts.OP_STREET)  # late: for the turn or the river
    assert driver.expected == "board_5"
    assert [fact[4] for fact in driver.kinds(facts.STREET)] == [1, 2, 3]


def test_the_flop_may_land_in_any_order(driver):
    driver.hand(3, [2, 3])
    driver.deal("2 3 2 3 b f3")
    assert driver.expected == "board_1"
    assert driver.doubt == "none"
    driver.deal("f1")
    assert driver.expected == "board_2"
    driver.deal("f2")
    assert driver.expected == "none"
    assert driver.verdicts == []


def test_an_all_in_player_is_dealt_to_and_a_folded_one_is_not_waited_for(driver):
    """c(3)(iv)(b): an all-in is no event here. A player who leaves while cards are dealt gets no more."""
    driver.hand(9, [1, 4, 6, 9])
    driver.deal("1 4 6 9 1")
    driver.command(facts.OP_FOLD, 4)
    assert driver.expected == "seat_6"
    driver.deal("6 9")
    assert driver.expected == "none"
    assert driver.verdicts == []


def test_the_button_moves_to_the_next_seat_dealt_in(driver):
    """i(3)(iii): occupied 1, 4, 6, 9: 9 -> 1 -> 4 -> 6 -> 9; D02: unchanged after a misdeal."""
    button = 9
    for after in (1, 4, 6, 9):
        driver.hand(button, [1, 4, 6, 9])
        assert driver.command(facts.OP_END)[1] == (facts.BUTTON, after, NONE, NONE, 0)
        assert driver.table.button == after
        button = after
    driver.hand(9, [1, 4, 6, 9])
    driver.deal("1 4")
    assert driver.command(facts.OP_MISDEAL) == [
        (facts.MISDEAL, NONE, NONE, NONE, 0),
        (facts.EXPECT, NONE, NONE, NONE, 0),
    ]
    assert driver.table.button == 9
    assert not driver.table.in_hand


def test_the_seats_of_the_hand_count_for_the_button_even_when_folded(driver):
    driver.hand(9, [1, 4, 6, 9])
    driver.deal("1 4 6 9 1 4 6 9")
    driver.command(facts.OP_FOLD, 1)
    assert driver.command(facts.OP_END)[-1] == (facts.BUTTON, 1, NONE, NONE, 0)


@pytest.mark.parametrize(
    ("op", "zone", "arg", "refusal"),
    [
        (facts.OP_HAND, 9, 1 << 8, facts.R_TOO_FEW),  # f(2): one player
        (facts.OP_HAND, 9, 0, facts.R_TOO_FEW),
        (facts.OP_HAND, 2, 0b101, facts.R_BAD_BUTTON),
        (facts.OP_HAND, 0, 0b11, facts.R_BAD_SEAT),
        (facts.OP_HAND, 12, 0b11, facts.R_BAD_SEAT),  # a(1): a twelfth seat
        (facts.OP_HAND, 1, 13 << 11 | 3, facts.R_BAD_GAME),  # (g): there are thirteen games, 0 to 12
        (facts.OP_FOLD, 1, 0, facts.R_NO_HAND),
        (facts.OP_STREET, 0, 0, facts.R_NO_HAND),
        (facts.OP_END, 0, 0, facts.R_NO_HAND),
        (facts.OP_MISDEAL, 0, 0, facts.R_NO_HAND),
        (facts.OP_RESUME, 0, 0, facts.R_NO_HAND),
        (facts.OP_COUNT_END, 0, 0, facts.R_NOT_COUNTING),
        (facts.OP_DECK, 2, 0, facts.R_BAD_DECK),
        (0, 0, 0, facts.R_UNKNOWN_OP),
        (200, 0, 0, facts.R_UNKNOWN_OP),
    ],
)
def test_between_hands_a_command_that_does_not_fit_is_refused_and_changes_nothing(
    driver, op, zone, arg, refusal
):
    assert driver.table.check(op, zone, arg) == refusal
    assert driver.apply(facts.COMMAND, zone, op, arg) == []
    assert not driver.table.in_hand
    driver.hand(1, [1, 2])


@pytest.mark.parametrize(
    ("op", "zone", "refusal"),
    [
        (facts.OP_HAND, 9, facts.R_IN_HAND),
        (facts.OP_COUNT_BEGIN, 0, facts.R_IN_HAND),
        (facts.OP_DECK, 1, facts.R_IN_HAND),
        (facts.OP_COUNT_END, 0, facts.R_NOT_COUNTING),
        (facts.OP_FOLD, 2, facts.R_NOT_IN_HAND),  # an empty seat
        (facts.OP_FOLD, 0, facts.R_NOT_IN_HAND),
        (facts.OP_FOLD, 12, facts.R_NOT_IN_HAND),
        (facts.OP_STREET, 0, facts.R_STILL_DEALING),
    ],
)
def test_in_a_hand_a_command_that_does_not_fit_is_refused_and_changes_nothing(driver, op, zone, refusal):
    driver.hand(9, [1, 4, 6, 9])
    driver.deal("1 4")
    arg = 0b11 if op == facts.OP_HAND else 0
    assert driver.table.check(op, zone, arg) == refusal
    assert driver.apply(facts.COMMAND, zone, op, arg) == []
    assert driver.expected == "seat_6"


def test_the_last_player_cannot_fold_and_the_river_is_the_last_street(driver):
    driver.hand(3, [2, 3])
    driver.deal("2 3 2 3 b f1 f2 f3 b f4 b f5")
    driver.command(facts.OP_STREET)  # confirms the river
    assert driver.table.check(facts.OP_STREET, 0, 0) == facts.R_LAST_STREET
    driver.command(facts.OP_FOLD, 2)
    assert driver.table.check(facts.OP_FOLD, 3, 0) == facts.R_LAST_PLAYER
    assert driver.command(facts.OP_FOLD, 2) == []  # has folded already


def test_a_sighting_outside_a_hand_only_moves_the_ledger(driver):
    assert driver.sight("board_1", "As") == []
    assert driver.sight("seat_3", 64 | 5) == []
    assert driver.apply(facts.UNKNOWN, 3, 0, 77) == []
    assert driver.table.deck.where(cards.parse("As")) == facts.Z_BOARD + 1
