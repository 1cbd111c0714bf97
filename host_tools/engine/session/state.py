"""The value that a table is on a night: who sits where, whose blinds are due, the dealer, the decks, the money.

Nothing here changes: every input makes a new value (`session.apply_session`). Amounts in the smallest coin.
"""

from typing import Any, NamedTuple

from host_tools.engine.events import Event
from host_tools.engine.house.jackpot import Made
from host_tools.engine.house.jackpot_period import Payout, Period
from host_tools.engine.rounds.table_round import Round
from host_tools.engine.session.blinds import Deal, Seat
from host_tools.engine.session.settings import Stakes, Table


class Deck(NamedTuple):
    """A deck at the table and the seats whose players have inspected it (d)."""

    name: str
    inspectors: tuple[int, ...] = ()


class Record(NamedTuple):
    """What happened, for the books: at which second, in which hand (0 = before the first), by which paragraph."""

    at: int
    hand: int
    rule: str
    text: str


class Session(NamedTuple):
    """A table from its opening to its closing.

    seats       by seat 0..11, None = empty
    button      where the button was in the last completed round, 0 before the first of a game that has one
    small, big  where the small and the big blind were then (small: the place, be it empty)
    game        index into the stakes of the table; `played` hands since it came up
    held        the rake area, `held_chips` of it in special rake chips; a time charge waits to be `verified`
    boxed       what has gone into the drop box, `emptied` of it counted at the end of a day
    tips        what players have put into the tip box (a)(4)
    bought, cashed  chips that came to the table and left it with players
    inputs      what has been put in since `base`, the value after the last input that cannot be undone
    undone      what was undone, in order
    """

    table: Table
    seats: tuple[Seat | None, ...] = (None,) * 12
    is_open: bool = False
    distributed: bool = False
    button: int = 0
    small: int = 0
    big: int = 0
    game: int = 0
    played: int = 0
    hands: int = 0
    now: int = 0
    dealer: tuple[str, str] = ("", "")
    decks: tuple[Deck, ...] = ()
    deck: str = ""
    cut: bool = False
    tray: int = 0
    held: int = 0
    held_chips: int = 0
    to_verify: bool = False
    boxed: int = 0
    emptied: int = 0
    caged: int = 0
    tips: int = 0
    bought: int = 0
    cashed: int = 0
    period: Period | None = None
    payouts: tuple[Payout, ...] = ()
    made: tuple[Made, ...] = ()
    deal: Deal | None = None
    round: Round | None = None
    records: tuple[Record, ...] = ()
    base: Any = None  # a Session, whose own base is None
    inputs: tuple[Event, ...] = ()
    undone: tuple[tuple[Event, ...], ...] = ()

    @property
    def stakes(self) -> Stakes:
        """The game that is being played."""
        return self.table.stakes[self.game]

    def stack(self, seat: int) -> int:
        """The chips in front of a seat, without its bet; what is added for the next round included."""
        player = self.seats[seat]
        if player is None:
            return 0
        if self.round is not None and seat in self.round.hand.seats:
            return self.round.hand.stack(seat) + player.adding
        return player.stack + player.adding

    @property
    def seated(self) -> tuple[int, ...]:
        """The seats that are taken, away or not."""
        return tuple(seat for seat, player in enumerate(self.seats) if player is not None)

    @property
    def rake_area(self) -> int:
        """What lies in the rake area, the hand in play included (a)(2)(ii)."""
        return self.held + (self.round.rake if self.round is not None else 0)

    @property
    def jackpot_box(self) -> int:
        """What lies in the jackpot box of this table, the hand in play included (r)(3)."""
        dropped = 0 if self.period is None else dict(self.period.boxes)[self.table.number]
        return dropped + (self.round.contribution if self.round is not None else 0)

    def noted(self, rule: str, text: str) -> "Session":
        """The session with one more record."""
        return self._replace(records=(*self.records, Record(self.now, self.hands, rule, text)))

    def with_seat(self, seat: int, player: Seat | None) -> "Session":
        """The session with another player, or nobody, at a seat."""
        return self._replace(seats=(*self.seats[:seat], player, *self.seats[seat + 1 :]))
