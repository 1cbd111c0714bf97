"""The value that a hand is at any moment. Nothing here changes: every step makes a new value.

Inside, players are *positions*: 0 is the first seat after the button, clockwise, and the button itself is the
last. Sets of positions are bit masks. Seats (1..11) appear in events and in the methods of `State`.
"""

from typing import NamedTuple

from host_tools.engine.book import Game
from host_tools.engine.events import DONE, Event
from host_tools.engine.limits import Limits
from host_tools.engine.options import Options
from host_tools.engine.plans import DRAW
from host_tools.engine.pots import Pot

new = tuple.__new__
"""`new(Wager, (...))` is `Wager(...)` without the Python function that a NamedTuple wraps around it: half the time,
for the values that every event makes anew.
"""


class Setup(NamedTuple):
    """What is settled before the first card. Amounts in the smallest coin, tuples by position."""

    game: Game
    options: Options
    seats: tuple[int, ...]
    positions: tuple[int, ...]  # by seat 0..11; -1 = not in the hand
    button: int  # seat; 0 in a game without a button
    antes: tuple[int, ...]  # as asked for
    blinds: tuple[int, ...]  # as asked for, in the order posted
    kill: tuple[int, int] | None  # who posts a kill blind, seat and amount
    dead_antes: bool
    blind: int  # the largest blind: what the first round has to match (W12)
    after_blinds: int  # the position that acts first in a round opened by blinds
    limits: Limits
    bets: tuple[int, ...]  # the least bet of each street; the bet of a fixed limit
    bring_in: int  # the forced bet by up card; 0 in a game with blinds
    unit: int
    stacks: tuple[int, ...]
    posts: tuple[Event, ...]  # what is really posted, in order


class Dealt(NamedTuple):
    """Where the deal stands, and the cards."""

    street: int
    plan: tuple[Event, ...]  # how the street is dealt, see `plans`
    step: int  # index into the plan
    turn: int  # the position that draws
    stub: int  # how many cards the deck still has
    seen: int  # the set of identified cards that are not in the deck
    hole: tuple[tuple[int, ...], ...]  # a folded hand stays here until it is shuffled into the deck
    board: tuple[int, ...]
    burns: tuple[int, ...]
    pile: tuple[tuple[int, ...], ...]  # what each position discarded; () in a game without discards

    @property
    def drawing(self) -> bool:
        """A draw is under way: who discards is dealt new cards."""
        return self.plan[self.step] == DRAW


class Ruling(NamedTuple):
    """What a seat's words or chips came down to: `event` stands, `back` is what is returned of the chips, `short` what
    has still to be put in; `rule` is the paragraph. `street` and `level`, what had to be matched, say when it was;
    `ahead`: it was said out of turn (W07).
    """

    event: Event
    back: int
    short: int
    rule: str
    seat: int
    street: int
    level: int
    ahead: bool = False


class Wager(NamedTuple):
    """The money, and whose turn it is."""

    stacks: tuple[int, ...]
    bets: tuple[int, ...]  # this round
    paid: tuple[int, ...]  # the whole hand, `dead` apart
    dead: int
    live: int  # not folded
    able: int  # live with chips behind
    pending: int  # still owing an answer in this round
    acted: int  # has acted in this round; in a fixed limit or spread: since the last full bet or raise
    checked: int  # has checked in this round
    level: int  # what has to be matched
    full: int  # what the next full raise adds (W01)
    raises: int  # this round, those between two players apart
    aggressor: int  # who bet or raised last, -1 = nobody
    opener: int  # where the last betting began, or the first will: its first to act, if able
    returned: tuple[tuple[int, int], ...]  # uncalled bets given back: (seat, amount) (F04)
    rulings: tuple[Ruling, ...]  # what words and chips came down to, in order


class Award(NamedTuple):
    """Chips pushed: `pot` as numbered by the award events, 0 the centre pot; `part` is 'high' or 'low' where hands
    of both kinds could win, '' otherwise.
    """

    pot: int
    seat: int
    amount: int
    part: str = ""


class Showdown(NamedTuple):
    """Tabled and mucked hands, and the pots once their number is settled."""

    shown: int
    mucked: tuple[int, ...]  # positions, in the order they gave up
    pots: tuple[Pot, ...]
    keys: tuple[
        tuple[int, ...], ...
    ]  # a key a ranking for every position, () for a hand that does not compete
    awards: tuple[Award, ...]


class State(NamedTuple):
    """A hand in play: `next` says what it waits for (see `events`). Equal states are equal values."""

    setup: Setup
    next: Event
    dealt: Dealt
    wager: Wager
    showdown: Showdown

    @property
    def finished(self) -> bool:
        """Nothing more can happen: every chip is back in a stack."""
        return self.next == DONE

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats dealt in, clockwise, the button last."""
        return self.setup.seats

    @property
    def button(self) -> int:
        """The button's seat; 0 in a game without a button."""
        return self.setup.button

    @property
    def street(self) -> int:
        """0 for the first cards and their round, then one more with every street."""
        return self.dealt.street

    @property
    def board(self) -> tuple[int, ...]:
        """The community cards, in order; in stud the common card."""
        return self.dealt.board

    @property
    def burns(self) -> tuple[int, ...]:
        """The burns, in order, but those shuffled back into the deck; 255 = not identified."""
        return self.dealt.burns

    @property
    def cards_left(self) -> int:
        """How many cards the deck still has."""
        return self.dealt.stub

    @property
    def pot(self) -> int:
        """Everything bet and not yet awarded, in the smallest coin."""
        wager = self.wager
        return sum(wager.paid) + wager.dead - sum(award.amount for award in self.showdown.awards)

    @property
    def actor(self) -> int | None:
        """The seat whose turn it is to bet, or None."""
        return int(self.next[1]) if self.next[0] == "act" else None

    @property
    def to_call(self) -> int:
        """What the actor has to add to stay in, at most the stack; 0 when a check is free or nobody acts."""
        if self.next[0] != "act":
            return 0
        setup, waiting, _, wager, _ = self
        position = setup.positions[waiting[1]]
        owed, stack = wager.level - wager.bets[position], wager.stacks[position]
        return owed if owed < stack else stack

    @property
    def pots(self) -> tuple[Pot, ...]:
        """The pots, centre pot first; empty until the last bet is settled."""
        return self.showdown.pots

    @property
    def awards(self) -> tuple[Award, ...]:
        """The awards so far, in the order they were made."""
        return self.showdown.awards

    @property
    def returned(self) -> tuple[tuple[int, int], ...]:
        """Uncalled bets given back, (seat, amount), in order."""
        return self.wager.returned

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """What was declared or put in without further ado, and how it was read, in order ((c)(4)-(9))."""
        return self.wager.rulings

    def position(self, seat: int) -> int:
        """The position of a seat. Raises ValueError for a seat that is not dealt in."""
        if seat not in self.setup.seats:
            raise ValueError(f"seat {seat} is not in the hand")
        return self.setup.positions[seat]

    def stack(self, seat: int) -> int:
        """The chips in front of a seat, without its bet."""
        return self.wager.stacks[self.position(seat)]

    def stacks(self) -> dict[int, int]:
        """Seat -> chips, in the order of `seats`."""
        return dict(zip(self.setup.seats, self.wager.stacks, strict=True))

    def bet(self, seat: int) -> int:
        """What a seat has put into this betting round."""
        return self.wager.bets[self.position(seat)]

    def hole(self, seat: int) -> tuple[int, ...]:
        """A seat's own cards in the order they were dealt; 255 = not identified. A folded hand keeps its
        cards here, until they are shuffled into the deck.
        """
        return self.dealt.hole[self.position(seat)]

    def up(self, seat: int) -> tuple[int, ...]:
        """A seat's cards that lie face up, in the order they were dealt."""
        first, end = self.setup.game.up
        return self.hole(seat)[first:end]

    def discarded(self, seat: int) -> tuple[int, ...]:
        """What a seat has discarded and is not back in the deck, in order; 255 = not identified."""
        position = self.position(seat)
        return self.dealt.pile[position] if self.dealt.pile else ()

    def is_live(self, seat: int) -> bool:
        """Not folded (a hand that is all-in or mucked at the showdown has not folded)."""
        return bool(self.wager.live >> self.position(seat) & 1)

    def is_all_in(self, seat: int) -> bool:
        """Live without a chip behind."""
        position = self.position(seat)
        return bool((self.wager.live & ~self.wager.able) >> position & 1)

    def is_shown(self, seat: int) -> bool:
        """Tabled at the showdown or once all were all-in."""
        return bool(self.showdown.shown >> self.position(seat) & 1)

    def live_seats(self) -> tuple[int, ...]:
        """The seats that have not folded, clockwise from the button."""
        return tuple(seat for seat in self.setup.seats if self.is_live(seat))
