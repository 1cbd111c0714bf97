"""Verdicts on the order of the deal: raised by the mistake, at the first moment it can be known, and not without it."""

import pytest

from railbird import facts, words

NONE = 255
HOLE = "1 4 6 9 1 4 6 9"
FLOP = HOLE + " b f1 f2 f3"
RIVER = FLOP + " b f4 b f5"

# name: (cards dealt before, the mistake, the zone whose clean look proves it, verdict, rule, zone, card)
# Button 9, seats 1, 4, 6, 9. Cards fall in the order 2c 2d 2h 2s 3c 3d 3h 3s 4c ...
MISTAKES = {
    "dealing begins at the wrong seat": ("", "4", "seat_1", "wrong_seat", "p(1)(ii)", "seat_4", "2c"),
    "dealing begins at the button": ("", "9", "seat_1", "wrong_seat", "p(1)(ii)", "seat_9", "2c"),
    "a seat is skipped": ("1 4", "9", "seat_6", "wrong_seat", "i(5)", "seat_9", "2h"),
    "the button is skipped": ("1 4 6", "1", "seat_9", "skipped", "p(1)(iv)", "seat_9", ""),
    "two in a row to one seat": ("1 4", "4", "seat_6", "wrong_seat", "i(5)", "seat_4", "2h"),
    "second round begins at the wrong seat": ("1 4 6 9", "6", "seat_1", "wrong_seat", "i(5)", "seat_6", "3c"),
    "a card to an empty seat": ("1", "8", "seat_8", "wrong_seat", "c(1)", "seat_8", "2d"),
    "first card to an empty seat": ("", "2", "seat_2", "wrong_seat", "c(1)", "seat_2", "2c"),
    "a card to an empty seat while betting": (HOLE, "8", "seat_8", "wrong_seat", "c(1)", "seat_8", "4c"),
    "third down card": (HOLE, "1", "seat_1", "too_many", "i(5)", "seat_1", "4c"),
    "third down card before the round is over": ("1 4 6 9 1 4", "4", "seat_4", "too_many", "i(5)", "seat_4", "3h"),
    "third down card after the flop": (FLOP, "6", "seat_6", "too_many", "i(5)", "seat_6", "5c"),
    "burn before the last down card": ("1 4 6 9 1 4 6", "b", "seat_9", "out_of_order", "i(5)", "burn", "3s"),
    "flop without a burn": (HOLE, "f1", "burn", "out_of_order", "i(7)", "board_1", "4c"),
    "two burns before the flop": (HOLE + " b", "b", "board_1", "out_of_order", "i(7)", "burn", "4d"),
    "turn without a burn": (FLOP, "f4", "burn", "out_of_order", "i(8)", "board_4", "5c"),
    "turn before the flop is whole": (HOLE + " b f1 f2", "f4", "board_3", "out_of_order", "i(7)", "board_4", "4s"),
    "river without a burn": (FLOP + " b f4", "f5", "burn", "out_of_order", "i(9)", "board_5", "5h"),
    "river instead of the turn": (FLOP + " b", "f5", "board_4", "out_of_order", "i(8)", "board_5", "5d"),
    "fourth flop card": (HOLE + " b f1 f2 f3", "f2", "board_2", "too_many", "i(7)", "board_2", "5c"),
    "second turn card": (FLOP + " b f4", "f4", "board_4", "too_many", "i(8)", "board_4", "5h"),
    "sixth board card": (RIVER, "f5", "board_5", "too_many", "i(9)", "board_5", "6c"),
    "sixth board card on the flop": (RIVER, "f1", "board_1", "too_many", "i(9)", "board_1", "6c"),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_called_when_the_look_proves_it(driver, name):
    before, mistake, proof, verdict, rule, zone, card = MISTAKES[name]
    driver.hand(9, [1, 4, 6, 9])
    driver.deal(before)
    driver.clean(proof)
    assert driver.verdicts == []  # the same look without the mistake says nothing
    driver.deal(mistake)
    assert driver.verdicts == []  # two cards may have landed almost together
    assert driver.doubt == proof
    driver.clean(proof)
    assert driver.verdicts == [(verdict, rule, zone, card)]
    assert driver.table.held
    assert driver.kinds(facts.HELD) == [(facts.HELD, NONE, NONE, NONE, 1)]
    assert (driver.expected, driver.doubt) == ("none", "none")


def test_an_honest_hand_raises_nothing_however_often_it_is_looked_at(driver):
    driver.hand(9, [1, 4, 6, 9])
    zones = [words.zone_name(zone) for zone in (*range(1, 12), *range(41, 46), 51, 52)]
    for word in RIVER.split():
        for zone in zones:
            driver.clean(zone)
        driver.deal(word)
    for zone in zones:
        driver.clean(zone)
    assert driver.verdicts == []
    assert not driver.table.held


@pytest.mark.parametrize(
    "seen",
    [
        "4 1 6 9 1 4 6 9",
        "1 4 9 6 4 1 9 6",
        "1 6 4 9 1 4 9 6",
        "4 1 9 6 1 4 6 9 f1 b f2 f3 f4 b f5 b",
        "1 4 6 1 9 4 6 9 b f3 f1 f2",
    ],
)
def test_two_cards_that_land_almost_together_may_be_seen_in_either_order(driver, seen):
    driver.hand(9, [1, 4, 6, 9])
    for word in seen.split():
        driver.deal(word)
        if driver.doubt == "none":
            for zone in ("seat_1", "seat_4", "seat_6", "seat_9", "burn", "board_1", "board_4"):
                driver.clean(zone)
    assert driver.doubt == "none"
    assert driver.verdicts == []


def test_a_clean_look_elsewhere_proves_nothing(driver):
    driver.hand(9, [1, 4, 6, 9])
    driver.sight("seat_4", "As")
    driver.clean("seat_4")
    driver.clean("seat_6")
    assert driver.verdicts == []
    driver.sight("seat_1", "Ks")
    driver.sight("seat_9", "Qs")
    driver.clean("seat_1")
    assert driver.verdicts == []
    driver.clean("seat_6")
    assert driver.verdicts == [("wrong_seat", "i(5)", "seat_9", "Qs")]


def test_the_verdict_says_what_was_expected(driver):
    driver.hand(9, [1, 4, 6, 9])
    driver.sight("seat_4", "As")
    fact = driver.clean("seat_1")[0]
    assert fact == (facts.VERDICT, 4, facts.V_WRONG_SEAT, 51, 1 << 8 | 1)


def test_one_cause_gives_one_verdict(driver):
    """The dealer goes on after a wrong start: everything is out of order, one verdict says so."""
    driver.hand(9, [1, 4, 6, 9])
    driver.deal("4")
    driver.clean("seat_1")
    driver.deal("6 9 1 4 6 9 8 8 b b f1 f2 f4")
    for zone in range(1, 56):
        driver.apply(facts.CLEAN, zone)
    assert [verdict.rule for verdict in driver.verdicts] == ["p(1)(ii)"]


def test_two_skipped_seats_are_judged_by_the_first_card_that_went_ahead(driver):
    driver.hand(9, [1, 4, 6, 9])
    driver.sight("seat_9", "As")
    driver.sight("seat_6", "Ks")
    driver.clean("seat_1")
    assert driver.verdicts == [("wrong_seat", "p(1)(ii)", "seat_9", "As")]
