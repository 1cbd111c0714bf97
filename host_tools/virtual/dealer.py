"""The physical dealer: deals an engine hand card by card on the felt, as untidily as people do.

Cards slide across other antennas, two are in the air at once, cards lie squared or fanned, players peek at them and
put metal protectors on them, folded hands and burns pass their spots, and at the end everything is pulled in and
washed over the board. The console is what the dealer tells the host; he never tells it a card.
"""

import random
from collections.abc import Callable, Generator, Mapping
from typing import Any, Protocol

from host_tools.engine import Event, State, apply
from host_tools.virtual.clock import Clock
from host_tools.virtual.croupier import Croupier
from host_tools.virtual.felt import Felt, board_place, crossed
from host_tools.virtual.players import Script
from railbird.rules import games

MS = 1000
S = 1000 * MS

# How a dealer's hands move, in microseconds (from, to); drawn evenly.
PITCH_INTERVAL = (500 * MS, 750 * MS)
PITCH_TOGETHER = (120 * MS, 220 * MS)  # the next card leaves while this one is in the air
FLIGHT = (220 * MS, 380 * MS)
CROSSING = (30 * MS, 80 * MS)
BOARD_INTERVAL = (350 * MS, 600 * MS)
PULL_BETS = (900 * MS, 1600 * MS)  # the round is closed: bets go to the pot, f(4), then the burn
BURN_REST = (430 * MS, 520 * MS)
MUCK_REST = (650 * MS, 850 * MS)
PICK_UP_AFTER = (700 * MS, 1000 * MS)  # in a draw players take up what lies there when the next card has come
IN_A_DRAW = 4  # cards lying before a player then, at most
TOGETHER_AT_REST = 2  # cards of one hand that pass a spot together: flush, an antenna powers no more
COUNT_REST = (280 * MS, 340 * MS)
COUNT_GAP = (70 * MS, 130 * MS)
PATIENCE = 1500 * MS  # how much longer a card is held at a spot that has not shown it
LOOK_AGAIN = 100 * MS
THINK = (500 * MS, 1500 * MS)
PEEK_AFTER = (600 * MS, 1800 * MS)
PEEK = (800 * MS, 2500 * MS)
LONG_PEEK = (20 * S, 30 * S)
LOOK = (1200 * MS, 1800 * MS)  # from the last card of a street to the first action
GATHER = (150 * MS, 300 * MS)
WASH_TOUCH = (100 * MS, 400 * MS)
WASH = 3 * S
CLEARED = 4 * S  # until the readers have missed what was pulled in
ENDS = 20  # how often a hand is ended before it is left to the floor
SHUFFLE = (4 * S, 6 * S)

# How often, of a hundred.
TOGETHER = 8
FANNED = 40
PEEKS = 25
LONG_PEEKS = 3
PROTECTS = 20

Moves = Generator[int, None, None]


class Console(Protocol):
    """What the dealer enters: the host's side of the table."""

    def begin(self, state: State) -> None: ...
    def declare(self, event: Event) -> None: ...
    def end(self) -> None: ...
    def take_back_end(self) -> bool:
        """Where the table still knew of cards when the hand was ended: as if that had not been said."""

    def count_begin(self) -> None: ...
    def count_end(self) -> None: ...
    @property
    def ready(self) -> bool:
        """Everything entered has reached the table and been accepted."""

    def passed(self, zone: str) -> int:
        """How many cards the table has shown to have read at a dealer's spot."""

    @property
    def count_due(self) -> bool:
        """The table has asked for a count of the deck."""


class Dealer:
    """Deals with the deck whose tag codes are 64 * deck + card; every wait is a delay on the world's clock."""

    def __init__(self, clock: Clock, felt: Felt, console: Console, seed: int, deck: int = 0) -> None:
        self._clock = clock
        self._felt = felt
        self._console = console
        self._rng = random.Random(f"dealer {seed}")
        self._deck = deck << 6
        self._game = ""
        self._away: dict[int, int] = {}  # seat -> peeks under way
        self._held: dict[int, list[int]] = {}  # seat -> its cards
        self._board: list[int] = []
        self._in_flight = 0
        self.held_back = 0  # passes that took longer than the dealer's own time
        self.gathers_first = False  # in play mode a hand is over when its cards have been pulled in
        self.croupier: Croupier | None = None  # moves the chips, where there are some
        self.dark: Callable[[], bool] = lambda: False  # his screen shows nothing: he waits
        self._protected: set[int] = set()

    def between(self, span: tuple[int, int]) -> int:
        return self._rng.randint(*span)

    def chance(self, percent: int) -> bool:
        return self._rng.random() * 100 < percent

    def play(self, script: Script) -> Moves:
        """One hand from the first card to the shuffle; leaves the true end state in `script.state`."""
        self._held = {seat: [] for seat in script.seats}
        self._game = script.begin.setup.game.name
        self._board = board = []
        self._console.begin(script.begin)
        yield from self._until_ready()
        state = script.state
        unsettled = False
        while True:
            yield from self._until_lit()
            state = yield from self._slip(script, state)
            kind = state.next[0]
            if kind == "done":
                break
            if unsettled and kind not in ("deal", "board"):
                unsettled = False
                yield from self._settle(state)
            if kind in ("ante", "blind", "award"):
                event: Event = state.next
            elif kind == "shuffle":
                event = state.next
                self._console.declare(event)
                yield self.between(SHUFFLE)
                yield from self._until_ready()
                script.put_back += apply(state, event).cards_left - state.cards_left
            elif kind in ("deal", "burn", "board"):
                unsettled = kind != "burn"
                card = self._draw(script, state)
                if kind == "deal":
                    _, seat, face = state.next
                    one_by_one = draws(self._game) and state.street > 0  # replacements go to one player
                    yield from self._pitch(card, seat, face, one_by_one)
                    event = ("deal", seat, card, face)
                elif kind == "burn":
                    yield self.between(PULL_BETS)
                    yield from self._pass(card, "burn", BURN_REST)
                    event = ("burn", card)
                else:
                    board.append(card)
                    yield self.between(BOARD_INTERVAL)
                    self._lay_board(self._deck | card, len(board))
                    event = ("board", card)
            else:
                decided = yield from self._decide(script, state)
                if decided is None:
                    continue
                event = decided
                # Cards are named by the readers, never by the dealer: he says who shows, and how many are given up.
                if event[0] == "discard":
                    state = yield from self._give_up(state, event)
                    continue
                self._console.declare(event[:2] if event[0] == "show" else event)
                if event[0] in ("fold", "muck"):
                    yield from self._muck(event[1])
                elif event[0] == "show":
                    self._uncover(event[1])
            before, state = state, apply(state, event)
            if self.croupier is not None:
                yield from self.croupier.follow(before, state)
        script.state = state
        if unsettled:
            yield from self._settle(state)
        yield from self._until_ready()
        self._felt.settle()
        if self.gathers_first:
            yield from self._pull_in(board)
            yield CLEARED
        if not script.misdealt:
            yield from self._push()
            yield from self._end()
        yield from self._until_ready()
        if self.croupier is not None:
            self.croupier.clear()
        if not self.gathers_first:
            yield from self._pull_in(board)
        yield from self._wash()

    def _end(self) -> Moves:
        """The hand is over; where the table has yet to see that the cards are gone, after it has had power again, it is
        told once more.
        """
        for _ in range(ENDS):
            self._console.end()
            yield from self._until_ready()
            if not self._console.take_back_end():
                return
            yield CLEARED

    def _lay_board(self, code: int, number: int) -> None:
        """The n-th community card; those that share an antenna lie side by side."""
        zones = self._felt.zones
        place = board_place(zones, number)
        beside = place in (board_place(zones, number - 1), board_place(zones, number + 1))
        self._felt.lay(code, place, landing=True, fanned=beside)

    def _slip(self, _script: Script, state: State) -> Generator[int, None, State]:
        """Something that goes wrong before the next step; where the hand stands afterwards."""
        yield from ()
        return state

    def _push(self) -> Moves:
        """The pots go to their winners."""
        yield from ()

    def _decide(self, script: Script, state: State) -> Generator[int, None, Event | None]:
        """What the player due does; None to look again at what the hand waits for."""
        yield self.between(THINK)
        return script.decide(state)

    def _draw(self, script: Script, state: State) -> int:
        """The top card of the deck."""
        return script.draw(state)

    def count(self) -> Moves:
        """Pass the whole deck over the count spot, or the muck where there is none, card by card."""
        yield from self._count(list(range(52)))

    def _count(self, cards: list[int]) -> Generator[int, None, int]:
        """Pass these cards; the time when all of them have passed."""
        self._console.count_begin()
        yield from self._until_ready()
        self._rng.shuffle(cards)
        spot = "count" if "count" in self._felt.zones else "muck"
        for card in cards:
            yield from self._pass(card, spot, COUNT_REST)
            yield self.between(COUNT_GAP)
        passed = self._clock.now
        self._console.count_end()
        yield from self._until_ready()
        return passed

    def _until_lit(self) -> Moves:
        while self.dark():
            yield 100 * MS

    def _until_ready(self) -> Moves:
        while not self._console.ready:
            yield 20 * MS

    def _pitch(self, card: int, seat: int, face: str, one_by_one: bool) -> Moves:
        self._in_flight += 1
        self._clock.spawn(self._fly(self._deck | card, seat, face))
        together = self.chance(TOGETHER) and not one_by_one
        yield self.between(PITCH_TOGETHER if together else PITCH_INTERVAL)

    def _fly(self, code: int, seat: int, face: str) -> Moves:
        left = self.between(FLIGHT)
        zone = self._place(seat, face)
        for beside in crossed(self._felt.zones, zone, self._rng):
            crossing = min(self.between(CROSSING), left)
            yield (left - crossing) // 3
            self._felt.lay(code, beside)
            yield crossing
            self._felt.lift(code)
            left -= crossing + (left - crossing) // 3
        yield left
        # More than two cards are spread, or the antenna could not power them.
        spread = self.chance(FANNED) or lying(self._game, face) > TOGETHER_AT_REST
        self._felt.lay(code, zone, landing=True, fanned=spread)
        self._held[seat].append(code)
        self._in_flight -= 1
        if draws(self._game):
            self._clock.spawn(self._pick_up(seat, self._held[seat][:-1]))
        elif face == "d" and self.chance(PEEKS):
            self._clock.spawn(self._peek(seat))

    def _place(self, seat: int, face: str) -> str:
        """The zone of a seat for a card face down or up."""
        up = f"up_{seat}"
        return up if face == "u" and up in self._felt.zones else f"seat_{seat}"

    def _pick_up(self, seat: int, cards: list[int]) -> Moves:
        """A player of a draw game takes up the cards before the last, and keeps them in hand."""
        yield self.between(PICK_UP_AFTER)
        yield from self._until_lit()
        for code in cards:
            if code in self._held.get(seat, ()):
                self._felt.lift(code)

    def _peek(self, seat: int) -> Moves:
        """A player lifts his down cards, looks, and lays them down again. A card that lands while he reaches for
        them stays where it is.
        """
        self._away[seat] = self._away.get(seat, 0) + 1
        reached = self._down(seat)
        yield self.between(PEEK_AFTER)
        cards = [code for code in self._down(seat) if code in reached]
        for code in cards:
            self._felt.lift(code)
        yield self.between(LONG_PEEK if self.chance(LONG_PEEKS) else PEEK)
        for code in cards:
            self._felt.lay(code, f"seat_{seat}", fanned=True)
        self._away[seat] -= 1

    def _settle(self, state: State) -> Moves:
        """Wait for the cards to lie still; the street's landings have to be known when this returns."""
        while self._in_flight or any(self._away.values()) or self.dark():
            yield 100 * MS
        yield self.between(LOOK)
        self._felt.settle()
        for seat in state.live_seats():
            if seat not in self._protected and self.chance(PROTECTS):
                self._protected.add(seat)
                self._felt.cover(self._down(seat), True)

    def _down(self, seat: int) -> list[int]:
        """The down cards that lie at a seat."""
        return [code for code in self._held[seat] if self._felt.where(code) == f"seat_{seat}"]

    def _uncover(self, seat: int) -> None:
        """The protector comes off before the cards are shown, folded or gathered."""
        if seat in self._protected:
            self._protected.discard(seat)
            self._felt.cover(self._down(seat), False)

    def _muck(self, seat: int) -> Moves:
        self._uncover(seat)
        codes = self._held.pop(seat)
        for code in codes:
            self._felt.lift(code)
        yield self.between(FLIGHT)
        yield from self._rest(codes, "muck", MUCK_REST)

    def _give_up(self, state: State, event: Event) -> Generator[int, None, State]:
        """A player says how many cards he gives up, and the dealer passes them to the muck."""
        self._console.declare((*event[:2], len(event[2])))
        yield from self._discard(event[1], event[2])
        return apply(state, event)

    def _discard(self, seat: int, cards: tuple[int, ...]) -> Moves:
        self._uncover(seat)
        codes = [self._deck | card for card in cards]
        for code in codes:
            self._held[seat].remove(code)
            self._felt.lift(code)
        yield self.between(FLIGHT)
        yield from self._rest(codes, "muck", MUCK_REST)

    def _pass(self, card: int, zone: str, rest: tuple[int, int]) -> Moves:
        """A card comes to rest over a passing spot and goes on to where no antenna sees it."""
        yield from self._rest([self._deck | card], zone, rest)

    def _rest(self, codes: list[int], zone: str, rest: tuple[int, int]) -> Moves:
        """Cards rest over a spot, two at a time; a dealer whose screen does not show them yet holds them there a
        little longer.
        """
        for at in range(0, len(codes), TOGETHER_AT_REST):
            together = codes[at : at + TOGETHER_AT_REST]
            wanted = self._console.passed(zone) + len(together)
            for code in together:
                self._felt.lay(code, zone, landing=True)
            yield self.between(rest)
            until = self._clock.now + PATIENCE
            if self._console.passed(zone) < wanted:
                self.held_back += 1
            while self._console.passed(zone) < wanted and (self._clock.now < until or self.dark()):
                yield LOOK_AGAIN
            for code in together:
                self._felt.lift(code)

    def _pull_in(self, board: list[int]) -> Moves:
        """Pull in hands, board and burns together."""
        for seat in list(self._held):
            self._uncover(seat)
            for code in self._held[seat]:
                self._felt.lay(code, f"board_{self._rng.randint(1, 5)}", fanned=True)
            yield self.between(GATHER)
        pulled = [code for codes in self._held.values() for code in codes] + [
            self._deck | card for card in board
        ]
        for code in pulled:
            self._felt.lay(code, "burn")
        yield self.between(GATHER)
        for code in pulled:
            self._felt.lift(code)

    def _wash(self) -> Moves:
        """Wash the deck over the board, square up and shuffle."""
        until = self._clock.now + WASH
        while self._clock.now < until:
            code = self._deck | self._rng.randrange(52)
            self._felt.lay(code, f"board_{self._rng.randint(1, 5)}", fanned=True)
            yield self.between(WASH_TOUCH)
            if self.chance(50):
                self._felt.lift(code)
        for card in range(52):
            self._felt.lift(self._deck | card)
        self._held = {}
        yield self.between(SHUFFLE)


def draws(game: str) -> bool:
    """Whether players of a game draw, one after the other: they hold their cards in hand."""
    return any("w" in script for script, _, _ in games.streets(game))


def lying(game: str, face: str) -> int:
    """The most cards of one hand, face 'd' down or 'u' up, that lie before a player at once."""
    if draws(game):
        return IN_A_DRAW if face == "d" else 0
    return sum(script.count(face) for script, _, _ in games.streets(game))


def suits(board: Mapping[str, Any], game: str) -> bool:
    """Whether the antennas of a board see every card that a hand of the game has lying at one place."""
    limits = {row[0]: row[5] for row in board["readers"]}
    up, down = lying(game, "u"), lying(game, "d")
    if "up_1" not in limits:
        up, down = 0, up + down
    community = sum(script.count("c") for script, _, _ in games.streets(game))
    places = [board_place(limits, n + 1) for n in range(community or games.order(game) == "left")]
    return (
        down <= limits["seat_1"]
        and up <= limits.get("up_1", 0)
        and all(places.count(place) <= limits.get(place, 0) for place in places)
        and "muck" in limits
    )
