"""Tags that should not be there: of neither deck, of the deck not in play, of a card that is elsewhere."""

import pytest

from railbird import facts
from railbird.rules import cards

NONE = 255
OTHER = cards.tag_code(1, cards.parse("9c"))  # a(5)(iii)(b): card 9c of deck B


@pytest.fixture
def hand(driver):
    driver.hand(9, [1, 4, 6, 9])
    return driver


def test_a_card_of_the_other_deck_is_dealt(hand):
    """a(5)(iii)(b): card 9c of deck B read at seat 4 while deck A is live leads to p(3)."""
    hand.deal("1")
    assert hand.sight("seat_4", OTHER) == [
        (facts.VERDICT, 4, facts.V_OTHER_DECK, OTHER, 4 << 8 | 8),
        (facts.HELD, NONE, NONE, NONE, 1),
        (facts.EXPECT, NONE, NONE, NONE, 0),
    ]
    assert hand.verdicts == [("other_deck", "p(3)", "seat_4", "9c")]
    hand.deal("6")
    for zone in range(1, 56):
        hand.apply(facts.CLEAN, zone)
    assert len(hand.verdicts) == 1  # the place it took is no second cause


def test_the_deck_in_play_and_the_deck_at_its_park_are_no_verdict(hand):
    hand.deal("1 4 6 9 1 4 6 9")
    hand.sight("park", OTHER)
    hand.apply(facts.UNKNOWN, facts.Z_PARK, 0, 0xBEEF)
    assert hand.verdicts == []


@pytest.mark.parametrize("zone", ["muck", "pot", "rake", "count", "bet_3"])
def test_the_other_deck_away_from_the_deal_is_told_of_but_holds_nothing(hand, zone):
    """a(5)(i): the idle deck stays in its designated place."""
    hand.sight(zone, OTHER)
    assert hand.verdicts == [("other_deck", "a(5)(i)", zone, "9c")]
    assert not hand.table.held


def test_a_foreign_tag_is_told_of_once_in_a_zone_and_hand(hand):
    hand.sight("muck", OTHER)
    hand.lift("muck", OTHER)
    hand.sight("muck", OTHER)
    hand.apply(facts.UNKNOWN, facts.Z_MUCK, 0, 0x1234)
    hand.apply(facts.UNKNOWN, facts.Z_MUCK, 0, 0x1234)
    assert [verdict.name for verdict in hand.verdicts] == ["other_deck", "unknown_tag"]
    hand.sight("pot", OTHER)
    hand.apply(facts.UNKNOWN, facts.Z_MUCK, 0, 0x1235)
    assert len(hand.verdicts) == 4
    hand.command(facts.OP_END)
    hand.hand(9, [1, 4, 6, 9])
    assert len(hand.verdicts) == 5  # the other deck's card still lies on the pot
    hand.apply(facts.UNKNOWN, facts.Z_MUCK, 0, 0x1234)
    assert len(hand.verdicts) == 6


def test_an_unknown_tag_where_cards_are_dealt_holds_the_deal(hand):
    assert hand.apply(facts.UNKNOWN, 4, 0, 0xBEEF) == [
        (facts.VERDICT, 4, facts.V_UNKNOWN_TAG, NONE, 0xBEEF),
        (facts.HELD, NONE, NONE, NONE, 1),
        (facts.EXPECT, NONE, NONE, NONE, 0),
    ]
    assert hand.verdicts == [("unknown_tag", "a(5)(i)", "seat_4", "")]


def test_what_can_be_no_uid_is_no_foreign_tag(hand):
    """The reader's trouble, not a player's: it holds nothing."""
    assert hand.apply(facts.UNKNOWN, 4, 0, 0) == []
    assert hand.verdicts == []


def test_one_card_in_two_zones(hand):
    """p(3): a second 7d: verdict and hold."""
    hand.sight("seat_1", "7d")
    assert hand.verdicts == []
    told = hand.apply(facts.TWICE, facts.Z_MUCK, cards.parse("7d"), 1)
    assert told[0] == (facts.VERDICT, facts.Z_MUCK, facts.V_TWO_ZONES, cards.parse("7d"), 1)
    assert hand.verdicts == [("two_zones", "p(3)", "muck", "7d")]
    assert hand.table.held
    hand.apply(facts.TWICE, facts.Z_MUCK, cards.parse("7d"), 1)
    assert len(hand.verdicts) == 1


def test_a_card_that_moves_is_not_in_two_zones(hand):
    hand.sight("seat_1", "7d")
    hand.lift("seat_1", "7d")
    hand.sight("muck", "7d")
    assert hand.verdicts == []


def test_the_cover_card_is_no_card_of_the_deal(hand):
    hand.sight("burn", cards.COVER)
    hand.sight("seat_4", cards.tag_code(1, cards.COVER))
    assert hand.expected == "seat_1"
    assert hand.verdicts == []
    assert hand.tally("stub") == 52


def test_the_deck_in_play_is_chosen_between_hands(driver):
    driver.command(facts.OP_DECK, 1)
    driver.hand(9, [1, 4, 6, 9])
    assert driver.sight("seat_1", OTHER)[0] == (facts.DEALT, 1, OTHER, NONE, 1)
    driver.sight("seat_4", "9c")
    assert driver.verdicts == [("other_deck", "p(3)", "seat_4", "9c")]


def test_more_foreign_tags_than_can_be_remembered_are_not_told_without_end(hand):
    for fold in range(1000):
        hand.apply(facts.UNKNOWN, facts.Z_MUCK, 0, fold % 40)
    assert len(hand.verdicts) == 16
