"""The count by identity and its clock, f(6)(iv) and D19."""

import pytest

from railbird import facts
from railbird.rules import cards

NONE = 255
MINUTE = 60_000


def at(driver, ms, kind=facts.CLOCK, zone=0, code=0, arg=0):
    """Apply an input at an absolute tick."""
    before = len(driver.facts)
    driver.now = ms
    driver.table.apply(ms, kind, zone, code, arg)
    return driver.facts[before:]


def count(driver, codes):
    driver.command(facts.OP_COUNT_BEGIN)
    assert driver.table.counting
    for code in codes:
        driver.sight("count", code)
        driver.lift("count", code)
    return driver.command(facts.OP_COUNT_END)


def test_a_whole_deck_is_good(driver):
    assert count(driver, reversed(range(52))) == [(facts.COUNTED, NONE, 1, NONE, 52)]
    assert not driver.table.counting
    assert driver.verdicts == []


def test_the_missing_card_is_named_with_where_it_was_last_seen(driver):
    driver.sight("seat_7", "7c")
    driver.lift("seat_7", "7c")
    told = count(driver, [code for code in range(52) if code != cards.parse("7c")])
    assert told == [
        (facts.COUNTED, NONE, 0, NONE, 51),
        (facts.VERDICT, NONE, facts.V_MISSING_AT_COUNT, cards.parse("7c"), 7),
    ]
    assert driver.verdicts == [("missing_at_count", "f(6)(iv)", "none", "7c")]


def test_the_last_place_of_a_card_outlives_the_hands_after_it(driver):
    driver.hand(2, [1, 2])
    driver.sight("seat_1", "7c")
    driver.lift("seat_1", "7c")
    driver.command(facts.OP_END)
    driver.hand(1, [1, 2])
    driver.command(facts.OP_END)
    assert count(driver, set(range(52)) - {cards.parse("7c")})[1][4] == 1


def test_fifty_two_passes_are_not_fifty_two_cards(driver):
    """52 reads with a duplicate 7d and no 7c: not a good deck."""
    codes = [code for code in range(52) if code != cards.parse("7c")]
    told = count(driver, [*codes, cards.parse("7d")])
    assert told[0] == (facts.COUNTED, NONE, 0, NONE, 51)
    assert told[1][3] == cards.parse("7c")


def test_a_card_seen_twice_at_the_spot_is_still_one_card(driver):
    assert count(driver, [0, 0, *range(52)])[0] == (facts.COUNTED, NONE, 1, NONE, 52)


def test_the_cover_card_does_not_count(driver):
    assert count(driver, [*range(51), cards.COVER])[0] == (facts.COUNTED, NONE, 0, NONE, 51)
    assert count(driver, [*range(52), cards.COVER])[0] == (facts.COUNTED, NONE, 1, NONE, 52)


def test_a_foreign_card_among_the_fifty_two_is_named_and_the_count_is_bad(driver):
    other = cards.tag_code(1, cards.parse("9c"))
    assert count(driver, [*range(52), other])[-1] == (facts.COUNTED, NONE, 0, NONE, 52)
    assert driver.verdicts == [("other_deck", "a(5)(i)", "count", "9c")]


def test_an_unknown_tag_or_a_second_tag_of_a_card_spoils_the_count(driver):
    driver.command(facts.OP_COUNT_BEGIN)
    for code in range(52):
        driver.sight("count", code)
    driver.apply(facts.UNKNOWN, facts.Z_COUNT, 0, 99)
    assert driver.command(facts.OP_COUNT_END) == [(facts.COUNTED, NONE, 0, NONE, 52)]
    driver.command(facts.OP_COUNT_BEGIN)
    for code in range(52):
        driver.sight("count", code)
    driver.apply(facts.TWICE, facts.Z_COUNT, 5, facts.Z_PARK)
    assert driver.command(facts.OP_COUNT_END)[0][2] == 0
    assert [verdict.name for verdict in driver.verdicts][:2] == ["unknown_tag", "two_zones"]


def test_what_lies_elsewhere_is_neither_counted_nor_a_foreign_tag_of_the_count(driver):
    driver.command(facts.OP_COUNT_BEGIN)
    driver.sight("muck", 3)
    driver.sight("seat_2", cards.tag_code(1, 3))
    driver.apply(facts.UNKNOWN, 2, 0, 99)
    told = driver.command(facts.OP_COUNT_END)
    assert told[0] == (facts.COUNTED, NONE, 0, NONE, 0)
    assert {verdict.name for verdict in driver.verdicts} == {"missing_at_count"}


def test_many_missing_cards_are_named_a_few_at_a_time(driver):
    told = count(driver, range(20, 52))
    assert [fact[3] for fact in told[1:]] == list(range(16))
    assert driver.table.alarm == driver.now
    assert [fact[3] for fact in driver.apply(facts.CLOCK, 0)] == [16, 17, 18, 19]
    assert driver.table.alarm is None
    assert driver.apply(facts.CLOCK, 0) == []


def test_a_new_count_takes_the_place_of_names_not_yet_told(driver):
    count(driver, [])
    assert count(driver, range(52)) == [(facts.COUNTED, NONE, 1, NONE, 52)]
    assert driver.apply(facts.CLOCK, 0) == []


def test_the_count_is_due_at_twelve_minutes_and_overdue_after_fifteen(driver):
    """Last good count 20:00:00: reminder at 20:12:00, due by 20:15:00, overdue after it; said once each."""
    count(driver, range(52))
    start = driver.now
    assert driver.table.alarm == start + 12 * MINUTE
    assert at(driver, start + 12 * MINUTE - 1) == []
    assert at(driver, start + 12 * MINUTE) == [(facts.VERDICT, NONE, facts.V_COUNT_DUE, NONE, 720)]
    assert driver.table.alarm == start + 15 * MINUTE + 1
    assert at(driver, start + 15 * MINUTE) == []
    assert at(driver, start + 15 * MINUTE + 1) == [(facts.VERDICT, NONE, facts.V_COUNT_OVERDUE, NONE, 900)]
    assert driver.table.alarm is None
    assert at(driver, start + 20 * MINUTE) == []


def test_a_good_count_starts_the_clock_again_and_a_bad_one_does_not(driver):
    count(driver, range(52))
    start = driver.now
    at(driver, start + 10 * MINUTE)
    count(driver, range(51))
    assert driver.table.alarm == start + 12 * MINUTE
    count(driver, range(52))
    assert driver.table.alarm == driver.now + 12 * MINUTE
    assert at(driver, start + 16 * MINUTE) == []


def test_the_clock_runs_from_the_first_hand_when_nothing_was_counted(driver):
    assert driver.table.alarm is None
    assert driver.apply(facts.CLOCK, 0) == []
    driver.hand(2, [1, 2])
    start = driver.now
    assert driver.table.alarm == start + 12 * MINUTE
    driver.deal("1")
    told = at(driver, start + 12 * MINUTE)  # in the middle of a hand
    assert told == [(facts.VERDICT, NONE, facts.V_COUNT_DUE, NONE, 720)]
    assert not driver.table.held
    assert driver.expected == "seat_2"
    driver.command(facts.OP_END)
    driver.hand(1, [1, 2])
    assert driver.table.alarm == start + 15 * MINUTE + 1


def test_a_clock_that_was_not_heard_in_time_says_the_graver_thing(driver):
    driver.hand(2, [1, 2])
    start = driver.now
    assert [fact[2] for fact in at(driver, start + 30 * MINUTE)] == [facts.V_COUNT_OVERDUE]


def test_the_clock_runs_over_the_wrap_of_the_tick(driver):
    start = (1 << 30) - 5 * MINUTE
    at(driver, start, facts.COMMAND, 2, facts.OP_HAND, 0b11)
    assert driver.table.alarm == 7 * MINUTE
    assert at(driver, 7 * MINUTE - 1) == []
    assert [fact[2] for fact in at(driver, 7 * MINUTE)] == [facts.V_COUNT_DUE]
    assert driver.table.alarm == 10 * MINUTE + 1


@pytest.mark.parametrize("op", [facts.OP_HAND, facts.OP_COUNT_BEGIN, facts.OP_DECK])
def test_during_a_count_nothing_else_begins(driver, op):
    driver.command(facts.OP_COUNT_BEGIN)
    assert driver.table.check(op, 1, 0b11) == facts.R_COUNTING
