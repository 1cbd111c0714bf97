"""The value that a round of play is: the hand, what the house has taken of it, and what went wrong in it.

A hand by itself (`State`) knows neither rake nor mishaps; a round wraps one without changing how it is played.
"""

from typing import NamedTuple

from host_tools.engine.events import Event
from host_tools.engine.house.jackpot import JackpotRules
from host_tools.engine.house.rake import Rake, Take
from host_tools.engine.pots import Pot
from host_tools.engine.state import State


class House(NamedTuple):
    """What the house takes at this table; a frozen setting. None: nothing."""

    rake: Rake | None = None
    jackpot: JackpotRules | None = None


class Verdict(NamedTuple):
    """What the regulation made of a mishap, for the record."""

    rule: str
    text: str


class Mishaps(NamedTuple):
    """What has gone wrong so far. Masks are by position as in `State`."""

    boxed: int = 0  # face-up cards met in the deck
    exposed: int = 0  # exposed cards (P10)
    out: tuple[int, ...] = ()  # cards out of play, in order; 255 = not identified
    due: tuple[tuple[int, int, str], ...] = ()  # (seat, card, paragraph) to be exchanged after the deal
    flop_burn: int = -1  # the exposed card that is the burn before the flop (p)(9)(ii)
    faced: tuple[
        tuple[int, int], ...
    ] = ()  # (seat, card): a stud hole card that serves as the up card (p)(6), (7)
    choosing: tuple[int, ...] = ()  # seats whose seventh card was exposed (p)(6)(i)-(ii)
    marked: int = 0  # hands under a marker (P07)
    held: Event = ()  # what the round is held for: a recount, the floor's word, a hand to be rebuilt
    refunded: bool = False


def forget(mishaps: Mishaps, seat: int) -> Mishaps:
    """What is left to do once a seat's hand is dead."""
    return mishaps._replace(
        due=tuple(entry for entry in mishaps.due if entry[0] != seat),
        choosing=tuple(who for who in mishaps.choosing if who != seat),
    )


class Round(NamedTuple):
    """A round of play; `next` says what it waits for (see `rounds.play`). Amounts in the smallest coin."""

    hand: State
    house: House
    next: Event
    free: tuple[int, ...]  # what each position put in that bears no percentage
    assessed: tuple[int, ...]  # what each position had put in when the rake was last worked out
    volunteers: int  # who has put a wager in of his own will (P02)
    asked: tuple[Take, ...]  # the rake that is due
    takes: tuple[Take, ...]  # the rake taken
    drop: int  # the jackpot contribution; -1 before it is settled
    gross: tuple[Pot, ...]  # the pots before rake and contribution, once both are settled
    mishaps: Mishaps
    verdicts: tuple[Verdict, ...]
    outcome: str  # 'misdeal' or 'dead' where all money went back, '' otherwise

    @property
    def over(self) -> bool:
        """Every chip is back in a stack, or with the house."""
        return self.hand.finished

    @property
    def rake(self) -> int:
        """The chips raked from this hand."""
        return sum(take.amount for take in self.takes)

    @property
    def contribution(self) -> int:
        """What the hand has given to the jackpot."""
        return max(self.drop, 0)

    @property
    def pot(self) -> int:
        """What lies in the pots and before the seats as bets, without what the house has taken."""
        return self.hand.pot - self.rake - self.contribution
