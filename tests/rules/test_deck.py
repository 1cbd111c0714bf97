"""The ledger: where each card is known to be, and the count by identity."""

import pytest

from railbird.rules import cards
from railbird.rules.deck import Deck

SEAT, BOARD, BURN, MUCK, STUB = 3, 41, 51, 52, 0


@pytest.fixture
def deck():
    return Deck()


def deal(deck, zones):
    """One card after another, 2c first, each seen in a zone."""
    for code, zone in enumerate(zones):
        deck.sight(code, zone)


@pytest.mark.parametrize(
    ("zones", "stub"),
    [
        ([1, 4, 6, 9] * 2 + [51, 41, 42, 43], 40),  # i(7): four players, after the flop 52-8-1-3
        (
            [*range(1, 12)] * 2 + [51, 41, 42, 43, 51, 44, 51, 45],
            22,
        ),  # i(2), i(9): eleven players, after the river
        ([*range(1, 10)] * 2 + [51, 41, 42, 43, 51, 44, 51, 45], 26),  # f(6)(vii): nine players
    ],
)
def test_the_stub_is_what_was_seen_nowhere_else(deck, zones, stub):
    deal(deck, zones)
    assert deck.tally(STUB) == stub
    assert deck.tally(BURN) == zones.count(51)
    assert sum(deck.tally(zone) for zone in range(72)) == 52


def test_a_card_out_of_sight_is_still_where_it_was(deck):
    deck.sight(5, SEAT)
    deck.lift(5, SEAT)
    assert not deck.in_sight(5)
    assert deck.where(5) == SEAT
    assert deck.lying(SEAT) == 0


def test_a_card_is_in_one_zone_and_lifted_only_where_it_lies(deck):
    deck.sight(5, SEAT)
    assert deck.sight(5, BOARD)
    assert (deck.lying(SEAT), deck.lying(BOARD)) == (0, 1)
    deck.lift(5, SEAT)  # the word of the zone it left comes after that of the zone it went to
    assert deck.in_sight(5)
    assert deck.where(5) == BOARD
    assert not deck.sight(5, BOARD)  # known


def test_at_a_new_round_the_deck_is_whole_but_for_what_is_left_lying(deck):
    deck.sight(5, SEAT)
    deck.sight(6, BURN)
    deck.lift(6, BURN)
    deck.begin_round()
    assert (deck.where(5), deck.where(6)) == (SEAT, STUB)
    assert deck.last_seen(6) == BURN
    deck.lift(5, SEAT)
    assert deck.where(5) == STUB
    assert deck.tally(STUB) == 52


def test_two_decks_are_kept_apart_and_covers_are_no_cards(deck):
    deck.sight(cards.tag_code(0, 7), SEAT)
    deck.sight(cards.tag_code(1, 7), MUCK)
    deck.sight(cards.COVER, BURN)
    assert (deck.tally(SEAT), deck.tally(MUCK), deck.tally(BURN)) == (1, 0, 0)
    assert deck.lying(BURN) == 1
    deck.live = 1
    assert (deck.tally(SEAT), deck.tally(MUCK)) == (0, 1)
    assert deck.is_live(64)
    assert not deck.is_live(64 + 52)
    assert not deck.is_live(0)


def test_the_count_is_by_identity(deck):
    deck.begin_count()
    for code in [*range(51), 0, 0]:
        deck.count(code)
    assert deck.counted == 51
    assert [code for code in range(52) if not deck.is_counted(code)] == [51]
    deck.begin_count()
    assert deck.counted == 0
    assert not deck.is_counted(0)
