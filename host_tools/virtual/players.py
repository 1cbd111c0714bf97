"""Scripted players: a hand to be dealt, who does what in it, and the end it must come to.

A script owns the true hand; the dealer deals it and nobody else reads it but the judge, afterwards.
"""

import random
from collections.abc import Callable, Iterator, Sequence

from host_tools.engine import Event, State, legal, start
from host_tools.engine.phh import Hand, fill
from railbird.rules.button import first_button


class Script:
    """One hand to play: `state` is the true hand so far, `draw` gives the next card, `decide` the next action."""

    def __init__(
        self,
        state: State,
        draw: Callable[[str, int], int],
        decide: Callable[[State], Event],
        stacks_after: dict[int, int] | None = None,
    ) -> None:
        self.begin = state
        self.state = state
        self.draw = draw
        self.decide = decide
        self.stacks_after = stacks_after

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats dealt in, in dealing order."""
        return self.begin.seats

    def expected_stacks(self) -> dict[int, int]:
        """Seat -> chips at the end: as published, or as the true hand came out."""
        return self.stacks_after if self.stacks_after is not None else self.state.stacks()


def shuffled(rng: random.Random) -> Callable[[str, int], int]:
    """Cards from the top of a shuffled deck, wherever they go."""
    deck = list(range(52))
    rng.shuffle(deck)

    def draw(_kind: str, _seat: int) -> int:
        return deck.pop()

    return draw


def recorded(hand: Hand, seed: int) -> Script:
    """A published hand: its cards and actions in order; burns and folded cards it does not name are unused ones."""
    events = fill(hand, seed)
    cards = iter([event for event in events if event[0] in ("deal", "burn", "board")])
    actions = iter(
        [event for event in events if event[0] not in ("deal", "burn", "board", "ante", "blind", "award")]
    )

    def draw(kind: str, _seat: int) -> int:
        event = next(cards)
        return int(event[2] if kind == "deal" else event[1])

    def decide(_state: State) -> Event:
        return next(actions)

    stacks = dict(zip(hand.seats, hand.finishing_stacks, strict=True)) if hand.finishing_stacks else None
    return Script(hand.start, draw, decide, stacks)


def loose(rng: random.Random) -> Callable[[State], Event]:
    """A player who folds two times in five when facing a bet, raises a seventh of the time, and likes all-ins."""

    def decide(state: State) -> Event:
        seat = state.next[1]
        if state.next[0] == "show":
            return ("show", seat)
        by_kind = {event[0]: event for event in legal(state)}
        roll = rng.random()
        if "call" in by_kind and roll < 0.4:
            return ("fold", seat)
        for kind in ("bet", "raise"):
            if kind in by_kind and roll > 0.86:
                return (kind, seat, _size(state, by_kind[kind], rng))
        return by_kind.get("check") or by_kind["call"]

    return decide


def _size(state: State, bounds: Event, rng: random.Random) -> int:
    """The least raise, something more, or everything."""
    least, most = bounds[2], bounds[3]
    choice = rng.random()
    if choice < 0.5:
        return int(least)
    if choice < 0.9:
        return int(min(most, least + rng.randrange(0, state.pot + 1)))
    return int(most)


SMALL_BLIND, BIG_BLIND = 1, 2
BUY_IN = 100 * BIG_BLIND


def evening(game: str, seats: Sequence[int], seed: int) -> Iterator[Script]:
    """Hand after hand between the same seats: the button moves on, stacks carry over, who is broke buys in again."""
    rng = random.Random(f"players {seed}")
    stacks = {seat: rng.randint(10, 100) * BIG_BLIND for seat in seats}
    ring = sorted(seats)
    button = first_button(sum(1 << seat - 1 for seat in ring))
    while True:
        chips = [stacks[seat] for seat in ring]
        state = start(game, ring, button, chips, (SMALL_BLIND, BIG_BLIND))
        script = Script(state, shuffled(rng), loose(rng))
        yield script
        stacks = {seat: chips or BUY_IN for seat, chips in script.state.stacks().items()}
        button = ring[(ring.index(button) + 1) % len(ring)]
