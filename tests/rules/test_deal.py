"""The places of a hand of hold'em, and the counting of cards into them."""

import pytest

from railbird.rules.deal import Deal
from railbird.rules.layout import NO_ZONE

BOARD, BURN = 40, 51


def bitmap(*seats):
    return sum(1 << (seat - 1) for seat in seats)


@pytest.fixture
def deal():
    """Seats 2, 5, 9, button 5 (the example of f(2))."""
    deal = Deal(BOARD, BURN)
    deal.start("holdem", bitmap(2, 5, 9), 5)
    return deal


def take(deal, *zones):
    return [deal.take(zone) for zone in zones]


def test_the_places_in_their_order(deal):
    """f(2): card order 9, 2, 5, 9, 2, 5; then i(7)-(9): burn and three, burn and one, burn and one."""
    order = [9, 2, 5, 9, 2, 5, 51, 41, 42, 43, 51, 44, 51, 45]
    assert list(deal.zone[: deal.size]) == order
    assert list(deal.nth[: deal.size]) == [1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 2, 1, 3, 1]
    assert list(deal.street[: deal.size]) == [0] * 6 + [1] * 4 + [2] * 2 + [3] * 2


def test_only_the_cards_of_one_flop_share_a_turn(deal):
    turns = list(deal.turn[: deal.size])
    assert turns == sorted(turns)
    assert turns[7] == turns[8] == turns[9]
    assert len(set(turns)) == deal.size - 2


@pytest.mark.parametrize("seats", range(2, 12))
def test_the_number_of_cards_of_a_hand(seats):
    """i(2): eleven players: 22 + 5 + 3 = 30."""
    deal = Deal(BOARD, BURN)
    deal.start("holdem", (1 << seats) - 1, 1)
    assert deal.size == 2 * seats + 8


def test_a_game_that_is_not_in_the_table_is_refused():
    with pytest.raises(KeyError):
        Deal(BOARD, BURN).start("badugi", 0b11, 1)


def test_cards_are_counted_into_the_places_of_their_zone(deal):
    assert take(deal, 9, 2, 5, 9) == [1, 1, 1, 2]
    assert (deal.next_zone(), deal.ahead, deal.complete()) == (2, False, False)
    assert take(deal, 5) == [2]
    assert (deal.next_zone(), deal.ahead) == (2, True)
    assert take(deal, 2) == [2]
    assert (deal.next_zone(), deal.ahead, deal.complete()) == (BURN, False, True)


def test_the_third_card_of_a_seat_and_any_card_of_an_empty_one_are_extra(deal):
    assert take(deal, 9, 9, 9) == [1, 2, 0]
    assert deal.extra == 9
    deal.give_back(9)
    assert deal.extra == NO_ZONE
    assert take(deal, 4) == [0]
    assert deal.extra == 4


def test_a_fold_ends_what_a_seat_is_due(deal):
    take(deal, 9, 2)
    deal.fold(5)
    assert deal.next_zone() == 9
    take(deal, 9, 2)
    assert deal.complete()


def test_the_next_street_waits_for_its_opening(deal):
    take(deal, 9, 2, 5, 9, 2, 5)
    assert deal.opens(BURN)
    assert not deal.opens(9)
    deal.open_next()
    assert not deal.complete()
    assert not deal.opens(BURN)
    take(deal, BURN, 41, 43)
    assert (deal.next_zone(), deal.ahead) == (42, False)


def test_burns_beyond_the_third_harm_nobody(deal):
    take(deal, 9, 2, 5, 9, 2, 5, BURN, 41, 42, 43, BURN, 44, BURN, 45)
    assert take(deal, BURN) == [0]
    assert deal.extra == NO_ZONE
    deal.give_back(BURN)
    assert deal.got(BURN) == 3


def test_a_new_hand_forgets_the_last_one(deal):
    take(deal, 9, 9, 9, 41)
    deal.accept()
    deal.reader(2, False)
    deal.reader(2, True)
    deal.start("holdem", bitmap(2, 5, 9), 5)
    assert (deal.next_zone(), deal.open, deal.ahead, deal.extra, deal.lenient) == (
        9,
        0,
        False,
        NO_ZONE,
        False,
    )
    assert deal.got(9) == 0
