"""What people tell the table: cards entered by hand, reports, options; and which of it does not fit."""

import pytest

from railbird import facts
from railbird.rules import cards
from tests.table.conftest import Driver
from tests.table.script import Teller

SCRIPTS = {
    "a card that no reader saw is entered": "hand holdem 9 1,4,6,9 1 correct=seat_4=As =seat_6 6 9 no stub=48",
    "the reader sees it there later":
        "hand holdem 9 1,4,6,9 1 correct=seat_4=As 6 sight=seat_4=As =seat_9 no stub=49",
    "the reader sees it elsewhere later":
        "hand stud7_low 0 1,4 correct=seat_4=As sight=seat_1=As =seat_4 4 =seat_1 no",
    "a fold entered card by card":
        "hand holdem 9 1,4,9 1 4 9 1 4 9 lift=seat_4=2d correct=muck=2d live=1,4,9 lift=seat_4=3c correct=muck=3c "
        "live=1,9 no",
    "what cannot be entered":
        "hand draw5_low 2 1,2 -CORRECT:54:51:BAD_ZONE -CORRECT:1:115:BAD_CARD -CORRECT:1:52:BAD_CARD",
    "no hand":
        "-CORRECT:1:5:NO_HAND -EXPOSED:1:255:NO_HAND -BOXED:0:255:NO_HAND -REPLACE:0:0:NO_HAND -WAGERED:0:1:NO_HAND",
    "reports that do not fit":
        "hand draw5_high 2 1,2 -EXPOSED:1:255:NO_RULE -OFF_TABLE:3:255:NOT_IN_HAND -BOXED:0:60:BAD_CARD",
    "in a hand": "hand stud5_high 0 1,2 -CUT:0:0:IN_HAND -BUTTON:0:3:IN_HAND -OPTIONS:0:1:IN_HAND",
    "options and buttons":
        "-OPTIONS:0:8:BAD_OPTION -BUTTON:2:3:BAD_OPTION -BUTTON:0:0:BAD_SEAT -BUTTON:1:3:ONE_CARD_EACH",
    "the deck is replaced":
        "hand holdem 9 1,4,6,9 1 4 replace deck=1 button=9 lift=seat_1=2c lift=seat_4=2d hand holdem 9 1,4,6,9 "
        "sight=seat_1=B2c =seat_4 sight=seat_4=2d ?other_deck:p(3):seat_4",
    "draws that do not fit":
        "hand draw5_low 2 1,2 -DRAW:1:1:BAD_DRAW 1 2 1 2 1 2 1 2 1 2 | b -DRAW:1:6:BAD_DRAW "
        "-DRAW:3:1:NOT_IN_HAND draw1:0 -SHUFFLE:0:0:NOT_SHORT draw2:1 2 -DRAW:2:1:BAD_DRAW",
    "nothing is drawn while the deal is held":
        "hand triple_draw_27 2 1,2 1 2 1 2 1 2 1 2 1 2 | b 1x1 2 ~seat_1 ?wrong_seat:l(6):seat_2 -DRAW:1:2:HELD "
        "-SHUFFLE:0:0:HELD resume",
    "a fallen card takes its seat's turn":
        "hand holdem 9 1,4,6,9 1 off4=As ?off_table:p(8):seat_4 =seat_6 6 9 1 4 6 9 =seat_4 4 =none no",
    "a card exposed on the last street":
        "hand stud7_high 0 1,4 1 4 1 4 1u 4u | b 1u 4u | b 1u 4u | b 1u 4u | b 1 exposed1 ?exposed:p(6):seat_1 "
        "=seat_4 4 =none no",
}  # fmt: skip


@pytest.mark.parametrize("name", SCRIPTS)
def test_words(name: str) -> None:
    Teller(Driver(0x7FF)).tell(SCRIPTS[name])


def test_a_refused_command_changes_nothing(driver) -> None:
    driver.hand(9, [1, 4, 6, 9])
    before = bytearray(400)
    driver.table.save(before)
    for op, zone, arg in (
        (facts.OP_DRAW, 1, 1),
        (facts.OP_SHUFFLE, 0, 0),
        (facts.OP_CORRECT, 60, 1),
        (facts.OP_BOXED, 0, cards.COVER),
        (facts.OP_BUTTON, 0, 3),
        (facts.OP_CUT, 0, 0),
        (99, 0, 0),
    ):
        assert driver.apply(facts.COMMAND, zone, op, arg) == []
    after = bytearray(400)
    driver.table.save(after)
    assert after == before


AS = cards.parse("As")


def entered(driver, zone: str) -> list[tuple[int, ...]]:
    """As is entered by hand at a zone: the facts that follow."""
    return driver.command(facts.OP_CORRECT, facts.zone_id(zone), AS)


def test_what_is_entered_against_a_reader_is_told_beside_it_and_the_reader_stands(driver) -> None:
    driver.hand(9, [1, 4, 6, 9])
    driver.sight("seat_1", "As")
    assert entered(driver, "seat_1") == []  # the same: nothing new
    assert entered(driver, "seat_4") == [(facts.CONFLICT, 1, AS, cards.NO_CARD, 4)]
    assert driver.table.deck.where(AS) == 1
    assert driver.expected == "seat_4"
    driver.lift("seat_1", "As")  # in somebody's hand: what is entered now, no reader denies
    entered(driver, "seat_4")
    assert driver.table.deck.where(AS) == 4


def test_a_reader_that_denies_what_was_entered_is_told_beside_it(driver) -> None:
    driver.hand(9, [1, 4, 6, 9])
    driver.sight("seat_1")
    entered(driver, "seat_4")
    assert driver.expected == "seat_6"
    told = driver.sight("seat_6", "As")
    assert told[0] == (facts.CONFLICT, 6, AS, cards.NO_CARD, 4)
    assert driver.table.deck.where(AS) == 6
    assert facts.CONFLICT not in [
        fact[0] for fact in driver.sight("seat_9", "As")
    ]  # a card that moves is none


def test_a_reader_that_confirms_it_is_no_conflict(driver) -> None:
    driver.hand(9, [1, 4, 6, 9])
    driver.sight("seat_1")
    entered(driver, "seat_4")
    driver.sight("seat_4", "As")
    driver.lift("seat_4", "As")
    driver.sight("muck", "As")
    assert driver.kinds(facts.CONFLICT) == []


def test_what_was_entered_in_one_hand_is_forgotten_in_the_next(driver) -> None:
    driver.hand(9, [1, 4, 6, 9])
    entered(driver, "seat_1")
    driver.command(facts.OP_MISDEAL)
    driver.hand(9, [1, 4, 6, 9])
    driver.sight("seat_4", "As")
    assert driver.kinds(facts.CONFLICT) == []


def test_a_snapshot_knows_what_was_entered(driver) -> None:
    driver.hand(9, [1, 4, 6, 9])
    entered(driver, "seat_1")
    buf = bytearray(400)
    driver.table.save(buf)
    other = Driver()
    other.table.load(buf)
    assert other.sight("seat_4", "As")[0] == (facts.CONFLICT, 4, AS, cards.NO_CARD, 1)
