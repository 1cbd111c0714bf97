"""What the deal makes of cards that move, of the floor's word, and of readers in trouble."""

import pytest

from railbird import facts
from railbird.rules import cards
from tests.table.conftest import Driver
from tests.table.script import Teller

NONE = 255
HOLE = "1 4 6 9 1 4 6 9"


@pytest.fixture
def hand(driver):
    driver.hand(9, [1, 4, 6, 9])
    return driver


def finish(driver, words):
    """Deal on honestly: each card where it is expected (or the burn that ends a street); nothing is said."""
    said = len(driver.verdicts)
    for word in words.split():
        driver.deal(word)
        for zone in range(1, 56):
            driver.apply(facts.CLEAN, zone)
    assert len(driver.verdicts) == said
    assert not driver.table.held


# Cards that move.


def test_a_peek_is_not_a_fold_and_not_a_second_card(hand):
    hand.deal("1 4")
    code = cards.parse("2c")
    assert hand.lift("seat_1", code) == []
    assert hand.table.deck.where(code) == 1
    assert hand.sight("seat_1", code) == []
    hand.deal("6 9 1 4 6 9")
    assert hand.lift("seat_1", code) == []
    assert hand.table.live == 0b100101001
    assert hand.verdicts == []


# A player takes up his cards as the deal goes on: seats 1 and 4, button 4, the next card is seat 1's second (4h).
TAKEN_UP = "hand holdem 4 1,4 1 4 =seat_1 lift=seat_1=2c 4"


@pytest.mark.parametrize(
    "then",
    [
        "sight=seat_1=2c sight=seat_1=4h =none",  # he had taken up the new one as well
        "sight=seat_1=4h sight=seat_1=2c =none",
        "sight=seat_1=2c ~seat_1 ?wrong_seat:i(5):seat_4",  # he had not
        "sight=seat_4=4h ~seat_4 ?too_many:i(5):seat_4",  # a card too many is no question of what he holds
        "fold1 held=0",
    ],
)
def test_what_a_player_has_taken_up_proves_nothing_until_it_lies_there_again(driver, then):
    teller = Teller(driver)
    teller.tell(TAKEN_UP)
    assert driver.doubt == "none"
    teller.tell("~seat_1 no =seat_1")
    teller.tell(then + " no")


def test_a_card_that_was_out_of_sight_before_the_next_was_due_is_no_excuse(stud):
    """A protector lies on the cards of seat 1 since before the flop; the last card of stud is due there."""
    teller = Teller(stud)
    teller.tell("hand stud7_high 0 1,4 1 4 1 4 1u 4u lift=seat_1=2c lift=seat_1=2h")
    teller.tell("| b 1u 4u | b 1u 4u | b 1u 4u | b =seat_1 4 ~seat_1 ?wrong_seat:h(8):seat_4")


def test_a_card_that_went_to_the_discards_is_not_in_hand(driver):
    """Seat 1 keeps four cards in hand and gives up the one that lay there; its new card goes to seat 4."""
    teller = Teller(driver)
    teller.tell("hand draw5_high 4 1,4 1 4 1 4 1 4 1 4 1 4 lift=seat_1=2c lift=seat_1=2h lift=seat_1=3c")
    teller.tell(
        "lift=seat_1=3h | b draw1:1 =seat_1 lift=seat_1=4c sight=muck=4c 4 ~seat_1 ?wrong_seat:l(6):seat_4"
    )


def test_one_of_the_cards_that_still_lies_there_is_enough(driver):
    """In a draw players take up the cards before the last one and keep them in hand."""
    teller = Teller(driver)
    teller.tell("hand draw5_high 4 1,4 1 4 1 4 =seat_1 lift=seat_1=2c 4 ~seat_1 ?wrong_seat:k(4):seat_4")


def test_a_card_put_right_before_it_is_proved_wrong_is_no_verdict(hand):
    hand.sight("seat_4", "As")
    hand.lift("seat_4", "As")
    assert hand.sight("seat_1", "As") == [
        (facts.DEALT, 1, 51, NONE, 1),
        (facts.EXPECT, 4, NONE, NONE, 0),
    ]
    finish(hand, "4 6 9 1 4 6 9 b f1 f2 f3")


def test_a_card_first_read_on_its_way_belongs_where_it_comes_to_rest(hand):
    """The card for seat 4 is read over seat 1, which is waiting for its own."""
    hand.sight("seat_1", "As")
    hand.sight("seat_1", "Ks")
    hand.sight("seat_4", "As")
    assert hand.doubt == "none"
    assert hand.expected == "seat_6"
    finish(hand, "6 9 1 4 6 9 b f1 f2 f3")
    assert hand.dealt("seat_4")[0] == "As"


def test_a_flop_card_read_over_the_burns_belongs_to_the_board(hand):
    hand.deal(HOLE + " b")
    hand.sight("burn", "As")
    assert hand.doubt == "board_1"
    hand.sight("board_1", "As")
    assert hand.doubt == "none"
    finish(hand, "f2 f3 b f4 b f5")


def test_a_flop_spread_from_its_first_place_ends_where_it_lies(hand):
    hand.deal(HOLE + " b")
    hand.sight("board_1", "As")
    hand.sight("board_2", "As")
    hand.sight("board_1", "Ks")
    hand.sight("board_3", "As")
    hand.sight("board_2", "Qs")
    assert hand.expected == "none"
    assert [hand.dealt(f"board_{n}")[-1] for n in (1, 2, 3)] == ["Ks", "Qs", "As"]
    finish(hand, "b f4 b f5")


def test_a_dealt_card_seen_elsewhere_keeps_its_place(hand):
    """Showdown and folds cross the board; a hand is pushed to a neighbour: no card is dealt twice."""
    hand.deal(HOLE)
    hand.command(facts.OP_STREET)
    hand.deal("b f1 f2 f3")
    for zone in ("board_1", "board_4", "seat_6", "seat_8", "burn", "pot"):
        assert hand.sight(zone, "2c") == []
        assert hand.table.deck.where(0) == facts.zone_id(zone)
    hand.command(facts.OP_STREET)
    finish(hand, "b f4 b f5")


def test_a_hand_folds_when_all_of_it_is_at_the_muck(hand):
    hand.deal(HOLE)
    assert hand.sight("muck", "2d") == []  # seat 4 holds 2d and 3d
    assert hand.sight("muck", "3d") == [(facts.FOLDED, 4, NONE, NONE, 0)]
    assert hand.command(facts.OP_FOLD, 4) == []  # the declaration comes after
    hand.command(facts.OP_FOLD, 6)
    assert hand.sight("muck", "2h") == hand.sight("muck", "3h") == []
    hand.sight("muck", "2s")
    hand.sight("muck", "3s")
    assert hand.table.live == 1
    assert hand.sight("muck", "2c") == hand.sight("muck", "3c") == []  # the last hand is no fold
    assert hand.verdicts == []
    assert hand.tally("muck") == 8


def test_half_a_hand_at_the_muck_is_not_a_fold(hand):
    hand.deal("1 4 6 9 1")
    assert hand.sight("muck", "2d") == []  # seat 4 has had one card so far
    assert hand.table.live == 0b100101001


def test_everything_gathered_and_washed_after_the_hand_says_nothing(hand):
    hand.deal(HOLE + " b f1 f2 f3 b f4 b f5")
    hand.command(facts.OP_END)
    told = len(hand.facts)
    for code in range(52):
        for zone in ("board_2", "seat_4", "burn", "muck", "board_5"):
            hand.sight(zone, code)
    for zone in range(1, 56):
        hand.apply(facts.CLEAN, zone)
    assert hand.facts[told:] == []


def test_a_card_left_from_the_last_hand_is_not_dealt_until_it_is_lifted_and_seen_again(hand):
    hand.deal(HOLE)
    hand.command(facts.OP_END)
    for code in range(8):
        if code != 1:
            hand.lift(("seat_1", "seat_4", "seat_6", "seat_9")[code % 4], code)
    hand.hand(1, [1, 4, 6, 9])  # 2d still lies at seat 4
    assert hand.expected == "seat_4"
    assert hand.table.expected_count == 2  # the one that lies there and the one to come
    assert hand.sight("seat_4", "2d") == []
    assert hand.expected == "seat_4"
    assert hand.tally("seat_4") == 1
    assert hand.tally("stub") == 51
    hand.lift("seat_4", "2d")
    assert hand.table.expected_count == 1
    assert hand.tally("stub") == 52
    assert hand.sight("seat_4", "2d")[0] == (facts.DEALT, 4, 1, NONE, 1)


# An exposed or lost card replaced from the deck, p(8), p(9).


def test_an_exposed_card_is_discarded_and_replaced_after_the_deal(driver):
    """p(9)(i): six players, seat 3's second card: after the flop stub 52-13-1-3 = 35, burn 1, discards 1."""
    driver.hand(6, [1, 2, 3, 4, 5, 6])
    driver.deal("1 2 3 4 5 6 1 2 3")
    driver.sight("muck", 8)
    finish(driver, "4 5 6 3 b f1 f2 f3")
    assert (driver.tally("stub"), driver.tally("burn"), driver.tally("muck")) == (35, 1, 1)
    assert driver.dealt("seat_3") == ["2h", "4c", "5c"]


def test_an_exposed_card_serves_as_the_burn_before_the_flop(driver):
    """p(9)(ii): no other flop burn; after the flop stub 52-13-3 = 36, burn 1, discards 0."""
    driver.hand(6, [1, 2, 3, 4, 5, 6])
    driver.deal("1 2 3 4 5 6 1 2 3")
    driver.sight("burn", 8)
    finish(driver, "4 5 6 3 f1 f2 f3 b f4 b f5")
    assert driver.tally("stub") == 36 - 4
    assert driver.tally("muck") == 0
    assert driver.dealt("burn")[0] == "4c"


def test_the_first_card_exposed_changes_nobodys_order(driver):
    """p(9): seat 1's first card: the two passes finish in unchanged order, its replacement is the 13th card."""
    driver.hand(6, [1, 2, 3, 4, 5, 6])
    driver.deal("1")
    driver.sight("muck", 0)
    finish(driver, "2 3 4 5 6 1 2 3 4 5 6 1 b f1 f2 f3")
    assert driver.dealt("seat_1") == ["2c", "3h", "3h", "5c"]  # the second moves up to first


# The floor's word.


def test_a_wrong_start_let_stand_is_dealt_out_from_there(hand):
    """P04: the positions as dealt stand: 4 6 9 1 4 6 9 1."""
    hand.deal("4")
    hand.clean("seat_1")
    assert hand.command(facts.OP_RESUME) == [
        (facts.HELD, NONE, NONE, NONE, 0),
        (facts.RESUMED, NONE, NONE, NONE, 0),
        (facts.EXPECT, 1, NONE, NONE, 0),
    ]
    finish(hand, "6 9 1 4 6 9 1")
    assert hand.expected == "none"
    finish(hand, "b f1 f2 f3 b f4")
    hand.deal("f5")  # without a burn: the next street is judged again
    hand.clean("burn")
    assert hand.verdicts[1:] == [("out_of_order", "i(9)", "board_5", "5h")]


def test_a_wrong_start_may_be_filled_up_from_the_right_seat_instead(hand):
    hand.deal("4")
    hand.clean("seat_1")
    hand.command(facts.OP_RESUME)
    finish(hand, "1 6 9 1 4 6 9 b f1 f2 f3")


def test_the_card_of_a_wrong_start_is_put_right_while_the_deal_is_held(hand):
    hand.sight("seat_4", "As")
    hand.clean("seat_1")
    hand.lift("seat_4", "As")
    hand.sight("seat_1", "As")
    hand.command(facts.OP_RESUME)
    assert hand.expected == "seat_4"
    finish(hand, "4 6 9 1 4 6 9 b f1 f2 f3")


def test_a_misdeal_ends_the_hand_without_moving_the_button_or_holding_on(hand):
    """p(1), P01: same button, same seats are dealt again."""
    hand.deal("4 6")
    hand.clean("seat_1")
    assert hand.command(facts.OP_MISDEAL) == [
        (facts.HELD, NONE, NONE, NONE, 0),
        (facts.MISDEAL, NONE, NONE, NONE, 0),
    ]
    assert hand.table.button == 9
    for zone, code in (("seat_4", 0), ("seat_6", 1)):
        hand.lift(zone, code)
    hand.hand(9, [1, 4, 6, 9])
    finish(hand, HOLE)


def test_cards_dealt_to_an_ineligible_seat_are_discarded_and_play_goes_on(driver):
    """p(2): seat 8 is away and gets two: 8 + 2 cards before the flop, stub 42, one verdict."""
    driver.hand(9, [1, 4, 6, 9])
    driver.deal("1 4 6 8")
    driver.clean("seat_8")
    driver.command(facts.OP_RESUME)
    finish(driver, "9 1 4 6")
    driver.deal("8 9")
    driver.clean("seat_8")
    driver.command(facts.OP_RESUME)
    driver.sight("muck", 3)
    driver.sight("muck", 8)
    assert driver.tally("stub") == 42
    assert [verdict.rule for verdict in driver.verdicts] == ["c(1)", "c(1)"]
    finish(driver, "b f1 f2 f3")


def test_an_extra_down_card_let_stand_is_used_as_the_burn(hand):
    hand.deal(HOLE + " 1")
    hand.clean("seat_1")
    hand.command(facts.OP_RESUME)
    hand.sight("burn", 8)
    finish(hand, "f1 f2 f3 b f4 b f5")
    assert hand.dealt("burn")[0] == "4c"


def test_a_second_extra_card_is_a_cause_of_its_own(hand):
    hand.deal(HOLE + " 1")
    hand.clean("seat_1")
    hand.command(facts.OP_RESUME)
    hand.clean("seat_1")
    assert len(hand.verdicts) == 1
    hand.deal("1")
    hand.clean("seat_1")
    assert [verdict.name for verdict in hand.verdicts] == ["too_many", "too_many"]


def test_a_turn_without_a_burn_becomes_the_burn_and_a_new_turn_is_dealt(hand):
    hand.deal(HOLE + " b f1 f2 f3 f4")
    hand.clean("burn")
    hand.lift("board_4", "5c")
    hand.sight("burn", "5c")
    hand.deal("f4")
    hand.command(facts.OP_RESUME)
    assert hand.expected == "none"
    finish(hand, "b f5")
    assert hand.dealt("board_4") == ["5c", "5d"]


def test_a_turn_without_a_burn_let_stand(hand):
    hand.deal(HOLE + " b f1 f2 f3 f4")
    hand.clean("burn")
    hand.command(facts.OP_RESUME)
    assert hand.expected == "none"
    finish(hand, "b f5")


def test_a_flop_without_a_burn_burned_late(hand):
    hand.deal(HOLE + " f1")
    hand.clean("burn")
    hand.command(facts.OP_RESUME)
    finish(hand, "b f2 f3 b f4 b f5")


def test_a_flop_without_a_burn_let_stand(hand):
    hand.deal(HOLE + " f1 f2 f3")
    hand.clean("burn")
    hand.command(facts.OP_RESUME)
    finish(hand, "b f4 b f5")


def test_a_burn_before_the_last_down_card_is_taken_back(hand):
    hand.deal("1 4 6 9 1 4 6")
    hand.sight("burn", "As")
    hand.clean("seat_9")
    hand.sight("seat_9", "As")
    hand.command(facts.OP_RESUME)
    assert hand.expected == "none"
    finish(hand, "b f1 f2 f3")


def test_a_seat_without_its_card_may_be_let_stand_and_the_street_closed(hand):
    """A tag that is dead: the card was dealt, no reader knows it, the floor has looked."""
    hand.deal("1 6")
    hand.clean("seat_4")
    hand.command(facts.OP_RESUME)
    finish(hand, "9 1 4 6 9")
    assert hand.expected == "seat_4"
    hand.command(facts.OP_STREET)
    assert hand.expected == "burn"
    finish(hand, "b f1 f2 f3")


def test_a_last_card_that_no_reader_knows_can_be_let_stand_without_a_verdict(hand):
    hand.deal("1 4 6 9 1 4 6")
    assert hand.table.check(facts.OP_STREET, 0, 0) == facts.R_STILL_DEALING
    hand.command(facts.OP_RESUME)
    hand.command(facts.OP_STREET)
    finish(hand, "b f1 f2 f3")


def test_while_the_deal_is_held_no_street_is_opened(hand):
    hand.deal(HOLE + " 1")
    hand.clean("seat_1")
    assert hand.table.check(facts.OP_STREET, 0, 0) == facts.R_HELD
    assert hand.apply(facts.COMMAND, 0, facts.OP_STREET) == []
    hand.command(facts.OP_FOLD, 4)  # people may still fold


def test_a_street_that_a_card_opened_may_be_confirmed_while_the_deal_is_held(hand):
    hand.deal(HOLE + " f1")
    hand.clean("burn")
    assert hand.command(facts.OP_STREET) == []
    assert hand.table.check(facts.OP_STREET, 0, 0) == facts.R_HELD


# Readers in trouble: silence is not absence.


def test_a_place_whose_reader_is_in_trouble_is_not_waited_for(hand):
    hand.deal("1")
    hand.apply(facts.STATE, 4, facts.STATE_UNKNOWN)
    assert hand.expected == "seat_6"
    finish(hand, "6 9 1 6 9")
    assert hand.expected == "none"
    hand.command(facts.OP_STREET)
    finish(hand, "b f1 f2 f3")


def test_a_reader_that_comes_back_before_the_deal_went_on_is_waited_for_again(hand):
    hand.deal("1")
    hand.apply(facts.STATE, 4, facts.STATE_UNKNOWN)
    hand.apply(facts.STATE, 4, facts.STATE_OK)
    assert hand.expected == "seat_4"
    hand.deal("6")
    hand.clean("seat_4")
    assert [verdict.rule for verdict in hand.verdicts] == ["i(5)"]


def test_what_a_dark_reader_did_not_show_is_not_held_against_the_deal(hand):
    """Seat 4's card came and was lifted for a peek while its reader was dark."""
    hand.deal("1")
    hand.apply(facts.STATE, 4, facts.STATE_UNKNOWN)
    hand.deal("6")
    hand.apply(facts.STATE, 4, facts.STATE_OK)
    hand.clean("seat_4")
    finish(hand, "9 1 4 6 9")
    hand.command(facts.OP_STREET)
    finish(hand, "b f1 f2 f3")


def test_a_burn_that_a_dark_reader_did_not_see_is_not_asked_for_later(hand):
    hand.deal(HOLE)
    hand.apply(facts.STATE, facts.Z_BURN, facts.STATE_UNKNOWN)
    hand.command(facts.OP_STREET)
    assert hand.expected == "board_1"
    hand.deal("f1 f2 f3")
    hand.command(facts.OP_STREET)
    hand.apply(facts.STATE, facts.Z_BURN, facts.STATE_OK)
    finish(hand, "b f4 b f5")


def test_a_reader_that_is_dark_from_before_the_hand_is_dark_in_it(driver):
    driver.apply(facts.STATE, 1, facts.STATE_UNKNOWN)
    driver.hand(9, [1, 4, 6, 9])
    assert driver.expected == "seat_4"


# A draw after the floor's word.


def tell(script):
    """A script told to a table of its own."""
    told = Driver(0)
    Teller(told).tell(script)
    return told


def test_what_was_given_up_before_a_street_that_the_floor_opened_is_not_given_up_again():
    """Triple draw: seat 1 drew one in the first draw; a sixth card of seat 4 becomes the burn of the second. Then seat
    1 draws two, not three, and seat 4 is next.
    """
    driver = tell(
        "hand triple_draw_27 6 1,4,6 1 4 6 1 4 6 1 4 6 1 4 6 1 4 6 | b draw1:1 1x1 1 draw4:0 draw6:0 "
        "sight=seat_4=As ~seat_4 ?too_many:l(4):seat_4 sight=burn=As resume | draw1:2 1x2 1 1 =muck "
    )
    assert [driver.table.deal.discards(seat) for seat in (1, 4, 6)] == [3, 0, 0]


def test_who_was_passed_over_for_a_card_that_was_taken_back_may_still_draw():
    """Seat 1 draws one; it goes to seat 6, and back to seat 1. Seats 4 and 6 have not said anything."""
    driver = tell(
        "hand draw5_high 6 1,4,6 1 4 6 1 4 6 1 4 6 1 4 6 1 4 6 | b draw1:1 1x1 sight=seat_6=As ~seat_1 "
        "?wrong_seat:l(6):seat_6 sight=seat_1=As resume =muck "
        "draw4:2 4x2 4 4 =muck draw6:1 6x1 6 =none no"
    )
    assert [driver.table.deal.discards(seat) for seat in (1, 4, 6)] == [1, 2, 1]
