"""The two walkers compared: the engine plays random hands, the device's table sees the cards land.

At every step both must say the same: which place comes next, which seats are in the hand, how many burns, how many
cards in the deck, and where each of the 52 lies.
"""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from host_tools.engine import Event, State, apply, fixed_limit, legal, no_limit, start
from railbird import facts, words
from railbird.rules import cards, games
from railbird.table import Table

Input = tuple[int, int, int, int]  # kind, zone, code, arg
_FOLDS = (0.0, 0.03, 0.15, 0.4)
_ALL_UP = (1 << facts.SEATS) - 1
_INPUT_MS = 300


class Hand(NamedTuple):
    """How one hand is played and told of."""

    game: str
    seats: tuple[int, ...]
    ups: int  # bitmap of the seats whose up cards have a zone of their own
    folds: float  # how often a player folds who may
    mucked: bool  # the muck shows cards, else folds and discards reach the table as commands alone
    streets: bool  # the ends of betting rounds are told, else the burn shows them
    begun: bool  # the draw goes by the cards that land: nobody says how many a seat gives up


class Step(NamedTuple):
    """Inputs for the table, and what the engine says of the hand after them."""

    inputs: tuple[Input, ...]
    expected: int
    live: int
    burns: int
    stub: int
    places: bytes  # of each of the 52, the zone where the table should know it


class Mismatch(Exception):
    """The two walkers differ; `counts` is what was played before."""

    counts: dict[str, int]


def hand_for(rng: random.Random) -> Hand:
    """Any game, full tables and two players over-sampled."""
    game = rng.choice(games.NAMES)
    most = games.max_seats(game)
    count = rng.choice((2, 3, rng.randint(2, most), most, most))
    seats = tuple(sorted(rng.sample(range(1, facts.SEATS + 1), count)))
    begun = game.startswith("draw5") and count <= 4 and rng.random() < 0.3
    mucked = rng.random() < 0.7 and not begun
    return Hand(game, seats, rng.choice((0, _ALL_UP)), rng.choice(_FOLDS), mucked, rng.random() < 0.5, begun)


class Walk:
    """One hand by the engine, as steps for a table. Nothing here reads the table."""

    def __init__(self, hand: Hand, rng: random.Random) -> None:
        self.hand = hand
        self._rng = rng
        self._deck = rng.sample(range(cards.DECK_SIZE), cards.DECK_SIZE)
        self._places = bytearray(cards.DECK_SIZE)  # zone of each card as the table can know it; 0 = the stub
        self._unsaid: list[int] = []  # seats of the open draw of which nobody has said what they give up
        self._opened = 0
        stacks = [rng.choice((rng.randint(1, 60), 1000)) for _ in hand.seats]
        limits = rng.choice((no_limit(4), fixed_limit(4, 8)))
        if games.order(hand.game) == "left":
            self.state = start(hand.game, hand.seats, None, stacks, bring_in=2, limits=limits)
        else:
            self.state = start(hand.game, hand.seats, rng.choice(hand.seats), stacks, (2, 4), limits=limits)

    def steps(self) -> Iterator[Step]:
        """From OP_HAND to OP_END."""
        seats = sum(1 << (seat - 1) for seat in self.hand.seats)
        begin = (
            facts.COMMAND,
            self.state.button,
            facts.OP_HAND,
            games.NAMES.index(self.hand.game) << 11 | seats,
        )
        while self.state.next[0] in ("ante", "blind"):
            self.state = apply(self.state, self.state.next)
        yield self._step([begin])
        while self.state.next[0] not in ("show", "award", "done"):
            if self._hidden():
                break
            inputs = self._play()
            if inputs is not None:
                yield self._step(inputs)
        yield self._step([(facts.COMMAND, 0, facts.OP_END, 0)])._replace(expected=facts.NO_ZONE)

    def _step(self, inputs: list[Input]) -> Step:
        state = self.state
        live = sum(1 << (seat - 1) for seat in state.live_seats())
        return Step(
            tuple(inputs), self._expected(), live, len(state.burns), state.cards_left, bytes(self._places)
        )

    def _expected(self) -> int:
        waiting = self.state.next
        kind = waiting[0]
        if any(self.state.is_live(seat) for seat in self._unsaid):
            return facts.Z_MUCK
        if self.hand.begun and self._drawing():
            return facts.NO_ZONE
        if self.state.street > self._opened:  # the table waits to be told, or for the first card
            return facts.NO_ZONE
        if kind == "deal":
            return self._zone(waiting[1], waiting[2])
        if kind == "board":
            return facts.Z_BOARD + 1 + len(self.state.board)
        return {"burn": facts.Z_BURN, "discard": facts.Z_MUCK, "shuffle": facts.Z_STUB}.get(
            kind, facts.NO_ZONE
        )

    def _own(self) -> bool:
        """The next card is one that its seat gave up out of sight: for the table one that never left it."""
        return self.state.next[0] == "deal" and self._places[self._deck[-1]] == int(self.state.next[1])

    def _hidden(self) -> bool:
        """No card of the deck can be told from those the seat holds."""
        return self._own() and len({self._places[card] for card in self._deck}) == 1

    def _drawing(self) -> bool:
        return self.state.next[0] in ("deal", "discard") and self.state.dealt.drawing

    def _zone(self, seat: int, face: str) -> int:
        return facts.Z_UP + seat if face == "u" and self.hand.ups else seat

    def _play(self) -> list[Input] | None:
        """The next event of the hand, and what the table hears of it; None for nothing."""
        before = self.state
        kind = before.next[0]
        inputs: list[Input] = []
        if (
            before.street > self._opened
            and kind != "act"
            and (self.hand.streets or kind not in ("burn", "shuffle"))
        ):
            inputs.append((facts.COMMAND, 0, facts.OP_STREET, 0))
            self._unsaid = []
        if before.street > self._opened and kind != "act":
            self._opened = before.street
            if inputs and self._rng.random() < 0.5:
                return inputs
            if not inputs:
                self._unsaid = []
        event = self._event()
        self.state = apply(before, event)
        if kind in ("deal", "burn", "board"):
            zone = self._lands(before, event)
            card = event[2] if kind == "deal" else event[1]
            self._places[card] = zone
            inputs.append((facts.SIGHT, zone, card, 0))
            if self.hand.begun and before.street:
                if kind == "burn":
                    self._unsaid = list(self.state.live_seats())
                elif event[1] in self._unsaid:
                    self._unsaid = self._unsaid[self._unsaid.index(event[1]) + 1 :]
        elif kind == "discard":
            inputs += self._discard(event)
        elif kind == "shuffle":
            inputs += self._shuffle(before)
        elif event[0] == "fold":
            inputs += self._fold(event[1])
        return inputs or None

    def _event(self) -> Event:
        rng, waiting = self._rng, self.state.next
        kind = waiting[0]
        if kind == "deal":
            if self._own():
                self._deck.sort(key=lambda card: self._places[card] != waiting[1])
            return (kind, waiting[1], self._deck.pop(), waiting[2])
        if kind in ("burn", "board"):
            return (kind, self._deck.pop())
        if kind == "shuffle":
            return waiting
        options = list(legal(self.state))
        if kind == "act" and len(options) > 1 and rng.random() >= self.hand.folds:
            options = [option for option in options if option[0] != "fold"]
        if kind == "act" and rng.random() < 0.7:
            options = [option for option in options if option[0] in ("check", "call")] or options
        verb, *more = rng.choice(options)
        if verb == "discard":
            seat, least, most = more
            return (verb, seat, tuple(rng.sample(self.state.hole(seat), rng.randint(least, most))))
        return (verb, more[0], rng.choice(more[1:3])) if len(more) == 3 else (verb, *more)

    def _lands(self, before: State, event: Event) -> int:
        if event[0] == "deal":
            return self._zone(event[1], event[3])
        return facts.Z_BURN if event[0] == "burn" else facts.Z_BOARD + 1 + len(before.board)

    def _discard(self, event: Event) -> list[Input]:
        seat, given = event[1], list(event[2])
        if self.hand.begun:
            return []
        unsaid, self._unsaid = self._unsaid, []
        seen: list[Input] = []
        if self.hand.mucked:
            seen = [self._muck(card) for card in given]
            if given and self._rng.random() < 0.5:
                return seen
            if not given and self._rng.random() < 0.5:
                self._unsaid = [*unsaid, seat]
                return []
        told: Input = (facts.COMMAND, seat, facts.OP_DRAW, len(given))
        return [told, *seen]

    def _muck(self, card: int) -> Input:
        self._places[card] = facts.Z_MUCK
        return (facts.SIGHT, facts.Z_MUCK, card, 0)

    def _fold(self, seat: int) -> list[Input]:
        if self.hand.mucked and seat not in self._unsaid and self._rng.random() < 0.7:
            held = list(self.state.hole(seat))
            self._rng.shuffle(held)
            return [self._muck(card) for card in held]
        return [(facts.COMMAND, seat, facts.OP_FOLD, 0)]

    def _shuffle(self, before: State) -> list[Input]:
        """The cards leave the sight of whatever zone they lie in, and are in the deck again."""
        back = [
            card for card in range(cards.DECK_SIZE) if before.dealt.seen & ~self.state.dealt.seen & 1 << card
        ]
        inputs: list[Input] = []
        for card in back:
            # What was given up out of sight is still thought to lie where it was dealt.
            zone = self._places[card]
            if self.hand.mucked or zone == facts.Z_BURN or self._folded(before, card):
                inputs.append((facts.LIFT, zone, card, 0))
                self._places[card] = facts.Z_STUB
        self._deck += back
        self._rng.shuffle(self._deck)
        return [*inputs, (facts.COMMAND, 0, facts.OP_SHUFFLE, 0)]

    @staticmethod
    def _folded(before: State, card: int) -> bool:
        return any(card in before.hole(seat) for seat in before.seats if not before.is_live(seat))


def difference(table: Table, step: Step, verdicts: int) -> str:
    """What the table says differently, '' for nothing."""
    said = {
        "expected": (table.expected, step.expected),
        "live": (table.live, step.live),
        "burns": (table.deal.got(facts.Z_BURN) - table.deal.back(facts.Z_BURN), step.burns),
        "stub": (table.deal.stub(), step.stub),
        "places": (bytes(table.deck.where(card) for card in range(cards.DECK_SIZE)), step.places),
        "doubt": (table.doubt, facts.NO_ZONE),
        "verdicts": (verdicts, 0),
    }
    return ", ".join(f"{name} {one!r} for {other!r}" for name, (one, other) in said.items() if one != other)


def compare(hands: int, seed: int) -> dict[str, Any]:
    """Plays `hands` hands; counts of what was played. Raises Mismatch with the hand's seed at the first difference."""
    counts: Counter[str] = Counter()
    for number in range(hands):
        try:
            counts["steps"] += compare_hand(f"{seed}:{number}", counts)
        except Mismatch as mismatch:
            mismatch.counts = {"hands": number, **dict(sorted(counts.items()))}
            raise
    return {"hands": hands, **dict(sorted(counts.items()))}


def compare_hand(seed: str, counts: Counter[str]) -> int:
    """One hand; the steps compared."""
    rng = random.Random(seed)
    hand = hand_for(rng)
    walk = Walk(hand, rng)
    told: list[tuple[int, ...]] = []
    table = Table(lambda *fact: told.append(fact) if fact[0] == facts.VERDICT else None, hand.ups)
    now = steps = 0
    for step in walk.steps():
        for kind, zone, code, arg in step.inputs:
            if kind == facts.COMMAND and (refusal := table.check(code, zone, arg)):
                raise Mismatch(f"hand {seed} ({hand}): refused: {words.REFUSALS[refusal]}, step {steps}")
            now += _INPUT_MS
            table.apply(now, kind, zone, code, arg)
            counts["shuffles"] += kind == facts.COMMAND and code == facts.OP_SHUFFLE
        steps += 1
        if wrong := difference(table, step, len(told)):
            raise Mismatch(f"hand {seed} ({hand}): step {steps} {step.inputs}: {wrong}")
    counts[hand.game] += 1
    return steps
