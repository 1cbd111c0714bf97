"""How much of the pot each hand would win if all the cards still to come were dealt and nobody folded.

Every deal that can still come is counted where there are few of them; else a sample is dealt, and the answer says how
far it may be off. Hold'em and Omaha high are ranked by phevaluator, the other games by the engine's own rankings.
Cards that nobody has seen, burns among them, may come; the cards of folded hands that are known may not.
"""

import math
import random
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from host_tools.engine import State
from host_tools.engine.book import Game
from host_tools.engine.ranking.evaluation import Cards, Evaluator, evaluators
from railbird.rules.cards import DECK_SIZE

RANKED = 40_000  # hands ranked for an answer, at most: some two seconds
SURE = 1.96  # standard deviations: 95 of 100 samples lie within
LOOK = 256  # deals between two looks whether the question still stands
SETTLED = ("act", "burn", "show", "award", "done")  # what a hand waits for when no card is in the air


class Question(NamedTuple):
    """The hands in it by seat, the board, and the cards that cannot come any more beside them."""

    game: Game
    hands: tuple[tuple[int, Cards], ...]
    board: Cards
    dead: Cards


class Odds(NamedTuple):
    """One seat's part of the pot, from 0 to 1: `win` = it takes all of it, `tie` = a part, `equity` = on average."""

    seat: int
    win: float
    tie: float
    equity: float


class Answer(NamedTuple):
    """`error`: the equities lie within so much, 95 times of 100; 0 where `exact`, by all `deals` that there are."""

    odds: tuple[Odds, ...]
    exact: bool
    deals: int
    error: float


def question(state: State | None, known: frozenset[int] | None) -> Question | None:
    """What can be asked of a hand: all live hands are known (`known` None: every card is), and no draw is to come."""
    if state is None or state.next[0] not in SETTLED:
        return None
    game = state.setup.game
    live = state.live_seats()
    hands = tuple((seat, state.hole(seat)) for seat in live)
    if len(live) < 2 or not all(_known(hand, known) for _, hand in hands):
        return None
    if "w" in "".join(script for script, _, _ in game.streets) and state.street + 1 < len(game.streets):
        return None
    if any(len(hand) > _own(game) for _, hand in hands):  # a discard is to come
        return None
    folded = (card for seat in state.seats if seat not in live for card in state.hole(seat))
    dead = tuple(sorted(card for card in folded if _known((card,), known)))
    return Question(game, hands, state.board, dead)


def _known(hand: Cards, known: frozenset[int] | None) -> bool:
    return bool(hand) and all(card < DECK_SIZE and (known is None or card in known) for card in hand)


def _own(game: Game) -> int:
    """How many cards of its own a hand has in the end."""
    return len(game.faces) - any("x" in script for script, _, _ in game.streets)


def answer(asked: Question, ranked: int = RANKED, stop: Callable[[], bool] = lambda: False) -> Answer | None:
    """The odds; the same question has the same answer. None when told to `stop`."""
    common = (
        sum(script.count("c") for script, _, _ in asked.game.streets) if asked.game.order == "button" else 0
    )
    missing = [_own(asked.game) - len(hand) for _, hand in asked.hands]
    missing.append(max(0, common - len(asked.board)))
    gone = {*asked.board, *asked.dead, *(card for _, hand in asked.hands for card in hand)}
    deck = [card for card in range(DECK_SIZE) if card not in gone]
    if sum(missing) > len(deck):
        return Answer((), True, 0, 0.0)
    number = _deals(len(deck), missing)
    players = len(asked.hands)
    exact = number * players <= ranked
    if exact:
        deals: Iterator[list[Cards]] = _every(deck, missing)
    else:
        deals = _some(deck, missing, max(1, ranked // players), repr(asked[1:]))
    share = _sharer(asked.game)
    sums = [[0.0, 0.0, 0.0, 0.0] for _ in asked.hands]  # wins, ties, shares, their squares
    dealt = 0
    for dealt, cards in enumerate(deals, 1):
        board = asked.board + cards[-1]
        hands = [hand + more for (_, hand), more in zip(asked.hands, cards, strict=False)]
        for total, part in zip(sums, share(hands, board), strict=True):
            if part == 1:
                total[0] += 1
            elif part:
                total[1] += 1
            total[2] += part
            total[3] += part * part
        if dealt % LOOK == 0 and stop():
            return None
    odds = tuple(
        Odds(seat, wins / dealt, ties / dealt, parts / dealt)
        for (seat, _), (wins, ties, parts, _) in zip(asked.hands, sums, strict=True)
    )
    worst = max(squares / dealt - (parts / dealt) ** 2 for _, _, parts, squares in sums)
    return Answer(odds, exact, dealt, 0.0 if exact else SURE * math.sqrt(max(worst, 0) / dealt))


def _deals(cards: int, missing: Sequence[int]) -> int:
    number = 1
    for take in missing:
        number *= math.comb(cards, take)
        cards -= take
    return number


def _every(deck: Sequence[int], missing: Sequence[int]) -> Iterator[list[Cards]]:
    """All the ways to deal so many cards to each place."""
    if not missing:
        yield []
        return
    for cards in combinations(deck, missing[0]):
        rest = [card for card in deck if card not in cards] if cards else deck
        for others in _every(rest, missing[1:]):
            yield [cards, *others]


def _some(deck: Sequence[int], missing: Sequence[int], number: int, seed: str) -> Iterator[list[Cards]]:
    rng = random.Random(seed)
    for _ in range(number):
        cards = rng.sample(deck, sum(missing))
        at, places = 0, []
        for take in missing:
            places.append(tuple(cards[at : at + take]))
            at += take
        yield places


@lru_cache(maxsize=16)
def _sharer(game: Game) -> Callable[[Sequence[Cards], Cards], list[float]]:
    """(hands, board) -> the part of the pot of each hand."""
    ranks = _library(game) or evaluators(game.rankings, game.hole_used)

    def share(hands: Sequence[Cards], board: Cards) -> list[float]:
        parts = [0.0] * len(hands)
        won = []
        for rank in ranks:
            keys = [rank(hand, board) for hand in hands]
            best = max(keys)
            if best:
                won.append([index for index, key in enumerate(keys) if key == best])
        for winners in won:
            for index in winners:
                parts[index] += 1 / (len(won) * len(winners))
        return parts

    return share


def _library(game: Game) -> tuple[Evaluator, ...]:
    """phevaluator's ranking where it has one of the game, () elsewhere; its numbers are better the lower they are."""
    if game.rankings != ("high",) or not (game.hole_used or _own(game) == 2):
        return ()
    import phevaluator  # type: ignore[import-untyped]  # its tables are loaded only where somebody asks

    ranked = phevaluator.evaluate_omaha_cards if game.hole_used else phevaluator.evaluate_cards

    def evaluate(hole: Cards, board: Cards) -> int:
        return 10_000 - int(ranked(*board, *hole))

    return (evaluate,)
