"""Money on the felt: players push their bets, the dealer sweeps them into the pot, takes the rake and pushes the pot.

What a seat has put in comes from the true hand; how chips lie does not matter to it: bets come in one or several
pushes, side by side or stacked, and the pot is a heap. The rake comes out of it as it is due; the evening's stacks do
not bear it.
"""

import random
from collections.abc import Callable, Generator

from host_tools.chip_registry import Kind
from host_tools.engine import State
from host_tools.virtual.bank import Bank

MS = 1000

# How hands move, in microseconds (from, to); drawn evenly.
PUSH = (300 * MS, 700 * MS)  # until the first chips lie there
NEXT_PUSH = (200 * MS, 500 * MS)
COUNTED = (1800 * MS, 2800 * MS)  # the dealer looks at the last bet before he sweeps
SWEEP = (150 * MS, 400 * MS)  # from one spot to the next
CROSSING = (30 * MS, 80 * MS)  # a sweep crosses a board place
CUT_RAKE = (600 * MS, 1200 * MS)
PUSH_POT = (1500 * MS, 2500 * MS)  # the rake is seen to, then the pot goes

# How often, of a hundred.
IN_PARTS = 30
SPREAD = 60
CROSSES = 30

STOCK = {
    Kind(1): 300,
    Kind(2): 150,
    Kind(5): 200,
    Kind(25): 150,
    Kind(100): 100,
    Kind(500, "plaque"): 60,
    Kind(2, "rake chip"): 10,
    Kind(3, "rake chip"): 10,
    Kind(4, "rake chip"): 20,
}  # 1,000

Moves = Generator[int, None, None]


class Croupier:
    """Moves the chips of `bank` as the hand goes; `rake_due` says what the house takes of it, at most four."""

    def __init__(self, bank: Bank, rake_due: Callable[[State], int], seed: int) -> None:
        self._rake_due = rake_due
        self._bank = bank
        self._rng = random.Random(f"croupier {seed}")

    def _between(self, span: tuple[int, int]) -> int:
        return self._rng.randint(*span)

    def _chance(self, percent: int) -> bool:
        return self._rng.random() * 100 < percent

    def follow(self, before: State, after: State) -> Moves:
        """What an event of the hand means for the chips."""
        for seat in after.seats:
            more = _put_in(after, seat) - _put_in(before, seat)
            if more > 0:
                yield from self._push(seat, more)
        bets = [seat for seat in after.seats if self._bank.lying(f"bet_{seat}")]
        if bets and not any(after.wager.bets):
            yield from self._sweep(bets, before, after)
        if after.next == ("done",):
            yield from self._push_pot()

    def _push(self, seat: int, amount: int) -> Moves:
        """A player puts so much more before him."""
        chips = self._bank.made_up(amount)
        spread = self._chance(SPREAD) and len(chips) < 4
        parts = (
            1 if len(chips) == 1 or not self._chance(IN_PARTS) else self._rng.randint(2, min(3, len(chips)))
        )
        cuts = sorted(self._rng.sample(range(1, len(chips)), parts - 1))
        for number, (begin, end) in enumerate(zip([0, *cuts], [*cuts, len(chips)], strict=True)):
            yield self._between(NEXT_PUSH if number else PUSH)
            self._bank.put(f"bet_{seat}", chips[begin:end], spread)

    def _sweep(self, bets: list[int], before: State, after: State) -> Moves:
        """The betting round is closed: what nobody called goes back, the rest into the pot, f(4), then the rake."""
        yield self._between(COUNTED)
        for seat, amount in after.returned[len(before.returned) :]:
            self._bank.take(f"bet_{seat}", amount)
        for seat in bets:
            chips = self._bank.clear(f"bet_{seat}")
            if not chips:
                continue
            yield self._between(SWEEP)
            if self._chance(CROSSES):
                place = f"board_{self._rng.randint(1, 5)}"
                self._bank.put(place, chips[:1], spread=True)
                yield self._between(CROSSING)
                self._bank.clear(place)
            self._bank.put("pot", chips, spread=False)
        due = self._rake_due(after)
        if due > self._bank.worth("rake"):
            yield self._between(CUT_RAKE)
            self._bank.put("rake", self._bank.take("pot", due - self._bank.worth("rake")), spread=True)

    def _push_pot(self) -> Moves:
        """Value chips in the rake area make way for one rake chip, a(6)(i), the pot is pushed, the rake dropped."""
        held = self._bank.worth("rake")
        if held >= 2:
            yield self._between(CUT_RAKE)
            self._bank.clear("rake")
            self._bank.put("rake", [Kind(held, "rake chip")], spread=True)
        yield self._between(PUSH_POT)
        self._bank.clear("pot")
        yield self._between(CUT_RAKE)
        self._bank.clear("rake")

    def clear(self) -> None:
        """What is left on the felt goes back to where it came from."""
        for zone in list(self._bank.log):
            if self._bank.lying(zone):
                self._bank.clear(zone)


def _put_in(state: State, seat: int) -> int:
    """What a seat has put in over the hand, with what it got back uncalled."""
    back = sum(amount for other, amount in state.returned if other == seat)
    return state.wager.paid[state.position(seat)] + back
