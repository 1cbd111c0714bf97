"""Scripted players: a hand to be dealt, who does what in it, and the end it must come to.

A script owns the true hand; the dealer deals it and nobody else reads it but the judge, afterwards.
"""

import random
from collections.abc import Callable, Iterator, Sequence

from host_tools.engine import Event, State, fixed_limit, legal, start
from host_tools.engine.phh import Hand, fill
from railbird.rules import games
from railbird.rules.button import first_button
from railbird.rules.cards import DECK_SIZE


class Script:
    """One hand to play: `state` is the true hand so far, `draw` gives the next card for it, `decide` the next
    action. `put_back` counts the cards that a shuffle put back into the deck; `misdealt`: the hand was void.
    """

    def __init__(
        self,
        state: State,
        draw: Callable[[State], int],
        decide: Callable[[State], Event],
        stacks_after: dict[int, int] | None = None,
    ) -> None:
        self.begin = state
        self.state = state
        self.put_back = 0
        self.misdealt = False
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


def shuffled(rng: random.Random) -> Callable[[State], int]:
    """Cards from the top of a shuffled deck, wherever they go."""
    deck: list[int] = []

    def draw(state: State) -> int:
        if len(deck) != state.cards_left:  # a fresh deck, or one made up by a shuffle
            deck[:] = [card for card in range(DECK_SIZE) if not state.dealt.seen >> card & 1]
            rng.shuffle(deck)
        return deck.pop()

    return draw


# What happens without a player's decision.
NOT_DECIDED = ("deal", "burn", "board", "shuffle", "ante", "blind", "award")


def recorded(hand: Hand, seed: int) -> Script:
    """A published hand: its cards and actions in order; burns and folded cards it does not name are unused ones."""
    events = fill(hand, seed)
    cards = iter([event for event in events if event[0] in ("deal", "burn", "board")])
    actions = iter([event for event in events if event[0] not in NOT_DECIDED])

    def draw(_state: State) -> int:
        event = next(cards)
        return int(event[2] if event[0] == "deal" else event[1])

    def decide(_state: State) -> Event:
        return next(actions)

    stacks = dict(zip(hand.seats, hand.finishing_stacks, strict=True)) if hand.finishing_stacks else None
    return Script(hand.start, draw, decide, stacks)


def loose(rng: random.Random) -> Callable[[State], Event]:
    """A player who folds two times in five when facing a bet, raises a seventh of the time, and likes all-ins."""

    def decide(state: State) -> Event:
        kind, seat = state.next[:2]
        if kind == "show":
            return ("show", seat)
        if kind == "discard":
            _, _, least, most = legal(state)[0]
            number = max(least, min(most, rng.choice(DRAWS)))
            return ("discard", seat, tuple(rng.sample(state.hole(seat), number)))
        by_kind = {event[0]: event for event in legal(state)}
        roll = rng.random()
        if "call" in by_kind and roll < 0.4:
            return ("fold", seat)
        for kind in ("bet", "raise"):
            if kind in by_kind and roll > 0.86:
                return (kind, seat, _size(state, by_kind[kind], rng))
        return by_kind.get("check") or by_kind.get("call") or by_kind["bring_in"]

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


DRAWS = (0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 5)  # how many cards a player throws away, as often
SMALL_BLIND, BIG_BLIND = 1, 2
ANTE = BRING_IN = SMALL_BLIND
SMALL_BET, BIG_BET = 2, 4
BUY_IN = 100 * BIG_BLIND


def evening(game: str, seats: Sequence[int], seed: int) -> Iterator[Script]:
    """Hand after hand between the same seats: the button moves on, stacks carry over, who is broke buys in again.

    Games with a forced bet by up card are played with antes at a fixed limit, the others with two blinds at no limit.
    """
    rng = random.Random(f"players {seed}")
    stacks = {seat: rng.randint(10, 100) * BIG_BLIND for seat in seats}
    ring = sorted(seats)
    button = first_button(sum(1 << seat - 1 for seat in ring))
    while True:
        chips = [stacks[seat] for seat in ring]
        if games.order(game) == "left":
            antes, limits = (ANTE,) * len(ring), fixed_limit(SMALL_BET, BIG_BET)
            state = start(game, ring, None, chips, antes=antes, limits=limits, bring_in=BRING_IN)
        else:
            state = start(game, ring, button, chips, (SMALL_BLIND, BIG_BLIND))
        script = Script(state, shuffled(rng), loose(rng))
        yield script
        stacks = {seat: chips or BUY_IN for seat, chips in script.state.stacks().items()}
        if not script.misdealt:  # (P01)
            button = ring[(ring.index(button) + 1) % len(ring)]
