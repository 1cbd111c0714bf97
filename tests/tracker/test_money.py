"""The chips of a table beside the engine's numbers: facts and hands put in by hand, how they stood as literals."""

import pytest

from host_tools.chip_registry import Kind
from host_tools.engine import start
from host_tools.engine.house.rake import Rake
from host_tools.tracker.money import Money
from railbird import facts

KINDS = (Kind(1), Kind(5), Kind(4, "rake chip"))
POT, RAKE = facts.Z_POT, facts.Z_RAKE


class Books:
    """A hold'em hand of seats 1, 4, 6 with blinds of 2 and 4, played on a table whose spots are read."""

    def __init__(self, play, rake=None) -> None:
        self._play = play
        self.money = Money(KINDS, rake)
        self.state = start("holdem", (1, 4, 6), 6, (200,) * 3, (2, 4))
        self.money.begin(self.state)
        self.act()

    def act(self, *actions: str) -> None:
        """Each action, told as soon as it is declared."""
        for action in actions or [()]:
            self.state = self._play(self.state, [action] if action else [])
            self.money.follow(self.state)

    def told(self, zone: int, worth: int, sure: bool = True) -> None:
        self.money.fact(facts.WORTH if sure else facts.AT_LEAST, zone, worth >> 16, worth & 0xFFFF)

    def bet(self, seat: int, worth: int, sure: bool = True) -> None:
        self.told(facts.Z_BET + seat, worth, sure)

    @property
    def tally(self) -> dict[str, int]:
        return {f"{what} {how}": number for (what, how), number in self.money.tally.items() if number}

    @property
    def said(self) -> list[tuple[str, int, int]]:
        return [(remark.what, remark.amount, remark.place) for remark in self.money.remarks]


@pytest.fixture
def books(play) -> Books:
    made = Books(play)
    for seat, blind in ((1, 2), (4, 4)):
        made.bet(seat, blind)
    return made


def called(books: Books) -> None:
    """Seat 6 raises to 10, the others call: 30 in the pot. The last call closes the round."""
    books.act("6 raise 10")
    books.bet(6, 10)
    books.act("1 call")
    books.bet(1, 10)
    books.act("4 call")


def test_readings_that_agree(books) -> None:
    called(books)
    books.bet(4, 10)
    for seat in (1, 4, 6):
        books.bet(seat, 0)
    books.told(POT, 30)
    assert (books.tally, books.said) == ({"wager matched": 3, "pot matched": 1}, [])


def test_lower_bounds_do_not_differ_unless_they_are_above(books) -> None:
    called(books)
    books.bet(4, 6, sure=False)
    for seat in (1, 4, 6):
        books.bet(seat, 0)
    books.told(POT, 2, sure=False)
    assert (books.tally, books.said) == ({"wager matched": 2, "wager at_least": 1, "pot at_least": 1}, [])
    books.told(POT, 31, sure=False)
    assert books.tally["pot different"] == 1
    assert books.said == [("too much in the pot", 1, 0)]


def test_a_bet_that_is_not_what_was_declared(books) -> None:
    """Seat 4 has put in 9 where 10 are due."""
    called(books)
    books.bet(4, 9)
    for seat in (1, 4, 6):
        books.bet(seat, 0)
    assert books.tally == {"wager matched": 2, "wager different": 1}
    assert books.said == [("is short", 1, 4)]


def test_more_than_the_bet_goes_back_unless_the_seat_is_to_act(books) -> None:
    """Seat 6 pushes 10 on its turn: a bet to be entered. Seat 1 adds to its small blind out of turn."""
    assert books.money.offered(6) is None
    books.bet(6, 10)
    books.bet(1, 7)
    assert books.money.offered(6) == (10, False)
    assert books.said == [("goes back", 5, 1)]
    books.act("6 raise 10")
    books.bet(6, 15)
    assert books.said[1:] == [("goes back", 5, 6)]


def test_swept_before_it_was_told(books) -> None:
    """Of seat 4 only the blind was told: that says nothing of the call."""
    called(books)
    for seat in (1, 4, 6):
        books.bet(seat, 0)
    assert (books.tally, books.said) == ({"wager matched": 2, "wager unread": 1}, [])


def test_the_blind_told_late_is_not_taken_for_the_call(play) -> None:
    books = Books(play)
    books.act("6 call", "1 call")
    books.bet(1, 2)  # its small blind lay still just before it called to 4
    books.act("4 check")
    books.bet(1, 0)
    assert (books.tally, books.said) == ({"wager unread": 1}, [])


def test_a_spot_that_is_never_told_empty_is_settled_with_the_next_bet(books) -> None:
    called(books)
    books.bet(4, 10)
    books.bet(4, 0)
    books.act("1 bet 20", "4 fold", "6 call")
    assert books.tally == {"wager matched": 3}


def test_a_blind_zone_is_not_read(books) -> None:
    books.money.fact(facts.STATE, facts.Z_BET + 1, facts.STATE_UNKNOWN, 0)
    assert facts.Z_BET + 1 not in books.money.readings
    books.bet(1, 2)
    assert books.money.readings[facts.Z_BET + 1].worth == 2


def test_the_rake_comes_out_of_the_pot_and_then_the_pot_goes(play) -> None:
    """10 percent, at most 4, of 30 and of 70. Of the spots before the flop only that of seat 1 was told."""
    books = Books(play, Rake(("percentage",), 100, cap=4))
    called(books)
    assert books.money.rake_due == 3
    books.told(POT, 30)
    books.told(RAKE, 3)
    books.told(POT, 27)
    books.act("1 bet 20", "4 call", "6 fold")
    assert books.money.rake_due == 4
    books.told(POT, 70 - 3)
    books.told(RAKE, 4)
    books.told(POT, 66)
    assert books.tally == {"pot matched": 4, "rake matched": 2, "wager matched": 1, "wager unread": 1}
    books.told(POT, 65)
    assert books.said == [("missing in the pot", 1, 0)]


def test_more_rake_than_is_due(play) -> None:
    books = Books(play, Rake(("percentage",), 100, cap=4))
    called(books)
    books.told(RAKE, 4)
    assert (books.tally, books.said) == ({"rake different": 1}, [("more than the rake due", 1, 0)])


def test_a_hand_won_before_the_flop_is_not_raked(play) -> None:
    books = Books(play, Rake(("percentage",), 100, cap=4))
    books.act("6 raise 30", "1 fold", "4 fold")
    assert books.money.rake_due == 0


def test_an_uncalled_bet_is_what_lay_there_until_it_went_back(books) -> None:
    """Seat 6 raises to 30 and all fold: 26 go back, 30 is what its spot held."""
    books.act("6 raise 30")
    books.bet(6, 30)
    books.act("1 fold", "4 fold")
    books.bet(6, 4)
    assert books.tally == {"wager matched": 1}
    assert books.said == []


def test_worth_above_16_bits(books) -> None:
    books.told(POT, 1_000_000)
    assert books.money.readings[POT].worth == 1_000_000


def test_a_void_hand_gives_everything_back(books) -> None:
    called(books)
    books.told(POT, 30)
    books.money.void()
    books.told(POT, 0)
    for seat in (1, 4, 6):
        books.bet(seat, 0)
    assert (books.tally, books.said) == ({"pot matched": 1}, [])
