"""Bench of the engine: whole hands through the public `apply`, beside the same hands played by PokerKit.

Both deal every card and take every action one by one, each checked for legality. They take turns in short slices, so
that whatever else the machine does hits both alike, and are timed by the processor time they use.

An event costs about 2 us here whatever the game: checking its type, unpacking the state, making two new tuples.
PokerKit's costs differ, since most of its time goes into ranking hands at a showdown, hi-lo most of all. So the ratio
is low where many events meet few or cheap rankings: draws, stud, and hands that end in folds.
"""

import random
import time
import tracemalloc
import warnings
from collections.abc import Callable, Sequence
from itertools import cycle
from typing import Any, NamedTuple

from host_tools.engine import Event, State, apply, fixed_limit, legal, no_limit, start
from host_tools.engine.ranking.evaluation import RANKINGS
from host_tools.engine.ranking.omaha import omaha_high, omaha_low

STACK = 200
SLICE_S = 0.1
MB = 1 << 20


class Table(NamedTuple):
    """A game to play: its name here, its class in PokerKit, how many seats, how many times as fast as PokerKit it is to
    be, no limit or fixed limit 2/4.
    """

    game: str
    theirs: str
    seats: int
    target: int
    no_limit: bool = False

    @property
    def title(self) -> str:
        """Such as 'holdem, 6 seats'."""
        return f"{self.game}, {self.seats} seats"


class Mix(NamedTuple):
    """How the seats act: a share of folds to a bet, a share of least raises, otherwise check or call."""

    title: str
    folds: float
    raises: float


TABLES = (
    Table("holdem", "NoLimitTexasHoldem", 6, 50, no_limit=True),
    Table("holdem", "NoLimitTexasHoldem", 11, 50, no_limit=True),
    Table("stud7_high", "FixedLimitSevenCardStud", 6, 50),
    Table("stud7_high", "FixedLimitSevenCardStud", 8, 50),
    Table("omaha_hl8", "FixedLimitOmahaHoldemHighLowSplitEightOrBetter", 6, 50),
    Table("triple_draw_27", "FixedLimitDeuceToSevenLowballTripleDraw", 6, 10),
)
PASSIVE = Mix("check/call to showdown", 0.0, 0.0)
ACTIVE = Mix("25 % folds, 15 % raises", 0.25, 0.15)


def player(table: Table, mix: Mix, rng: random.Random) -> Callable[[], State]:
    """What plays one hand, from the forced bets to the last award; in a draw everybody changes one card.

    The decks are shuffled beforehand: cards come from outside the engine.
    """
    seats = tuple(range(1, table.seats + 1))
    stud = table.game.startswith("stud")
    button, blinds, bring_in = (None, (), 1) if stud else (table.seats, (1, 2), 0)
    stacks = (STACK,) * table.seats
    limits = no_limit() if table.no_limit else fixed_limit(2, 4)
    folds, wagers = mix.folds, mix.folds + mix.raises
    decks = cycle([rng.sample(range(52), 52) for _ in range(1000)])

    def act(state: State, seat: int) -> Event:
        roll = rng.random() if wagers else 1.0
        if roll < wagers:
            options = legal(state)
            if roll < folds and options[0][0] == "fold":
                return options[0]
            if roll >= folds and len(options[-1]) == 4:
                return options[-1][:3]
        return ("call" if state.to_call else "check", seat)

    def play() -> State:
        deck = next(decks).copy()
        state = start(table.game, seats, button, stacks, blinds, limits=limits, bring_in=bring_in)
        waiting = state.next
        while waiting != ("done",):
            kind = waiting[0]
            event: Event
            if kind == "act":
                fresh = stud and not state.street and not state.wager.level
                event = ("bring_in", waiting[1]) if fresh else act(state, waiting[1])
            elif kind == "deal":
                event = (kind, waiting[1], deck.pop(), waiting[2])
            elif kind in ("burn", "board"):
                event = (kind, deck.pop())
            elif kind == "discard":
                event = (kind, waiting[1], state.hole(waiting[1])[:1])
            else:
                event = waiting
            state = apply(state, event)
            if kind == "shuffle":
                deck = [card for card in range(52) if not state.dealt.seen >> card & 1]
                rng.shuffle(deck)
            waiting = state.next
        return state

    return play


def pokerkit_player(table: Table, mix: Mix, rng: random.Random) -> Callable[[], Any] | None:
    """The same for PokerKit, which deals from its own shuffled deck; None when it is not installed."""
    try:
        import pokerkit  # type: ignore[import-untyped,unused-ignore]
    except ImportError:
        return None
    warnings.filterwarnings("ignore", module="pokerkit")  # of a deck that it makes up
    automations = (
        pokerkit.Automation.ANTE_POSTING,
        pokerkit.Automation.BET_COLLECTION,
        pokerkit.Automation.BLIND_OR_STRADDLE_POSTING,
        pokerkit.Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
        pokerkit.Automation.HAND_KILLING,
        pokerkit.Automation.CHIPS_PUSHING,
        pokerkit.Automation.CHIPS_PULLING,
    )
    forced: Any = 1 if table.game.startswith("stud") else (1, 2)
    bets = (2,) if table.no_limit else (2, 4)
    create = getattr(pokerkit, table.theirs).create_state
    folds, wagers = mix.folds, mix.folds + mix.raises

    def act(state: Any) -> None:
        roll = rng.random() if wagers else 1.0
        if roll < folds and state.checking_or_calling_amount:
            state.fold()
        elif folds <= roll < wagers and state.can_complete_bet_or_raise_to():
            state.complete_bet_or_raise_to()
        else:
            state.check_or_call()

    def play() -> Any:
        state = create(automations, True, 0, forced, *bets, STACK, table.seats)
        while state.status:
            if state.can_post_bring_in():
                state.post_bring_in()
            elif state.actor_index is not None:
                act(state)
            elif state.can_burn_card():
                state.burn_card("??")
            elif state.can_deal_hole():
                state.deal_hole()
            elif state.can_deal_board():
                state.deal_board()
            else:
                state.stand_pat_or_discard(state.hole_cards[state.stand_patter_or_discarder_index][:1])
        return state

    return play


def compare(table: Table, mix: Mix, seconds: float) -> dict[str, Any]:
    """Hands a second of this engine and of PokerKit, each given half of `seconds`; `ratio` None without PokerKit."""
    players = [player(table, mix, random.Random(1)), pokerkit_player(table, mix, random.Random(1))]
    hands, used = [0, 0], [0.0, 0.0]
    while sum(used) < seconds:
        for side, play in enumerate(players):
            begun = time.process_time()
            while play is not None and used[side] < (sum(used) + SLICE_S) / 2:
                play()
                hands[side] += 1
                now = time.process_time()
                used[side] += now - begun
                begun = now
        if players[1] is None:
            used[1] = used[0]
    ours = hands[0] / used[0]
    theirs = hands[1] / used[1] if hands[1] else None
    return {
        "table": table.title,
        "mix": mix.title,
        "hands_per_s": round(ours, 1),
        "pokerkit_hands_per_s": theirs and round(theirs, 1),
        "ratio": theirs and round(ours / theirs, 1),
        "target": table.target,
    }


def peak_mb(table: Table, mix: Mix, hands: int) -> tuple[float, float]:
    """The most memory that Python objects took while so many hands were played, traced from before the first: in the
    first half, and in all. A memory that stays flat makes them equal.
    """
    play = player(table, mix, random.Random(2))
    tracemalloc.start()
    halves = []
    for part in (hands // 2, hands - hands // 2):
        for _ in range(part):
            play()
        halves.append(tracemalloc.get_traced_memory()[1] / MB)
    tracemalloc.stop()
    return round(halves[0], 2), round(halves[1], 2)


def evaluations_per_s(seconds: float) -> dict[str, float]:
    """Evaluations a second of each ranking over random cards: of five for deuce-to-seven, of seven for the others, of
    Omaha hands with ten players to a board.
    """
    rng = random.Random(3)
    sevens = [tuple(rng.sample(range(52), 7)) for _ in range(5000)]
    result: dict[str, float] = {}
    for name, rank in RANKINGS.items():
        given = [cards[:5] for cards in sevens] if name == "27" else sevens
        result[name] = _rate(rank, [(cards,) for cards in given], seconds)
    tables = [rng.sample(range(52), 45) for _ in range(500)]
    dealt = [(cards[4 * seat : 4 * seat + 4], cards[40:]) for cards in tables for seat in range(10)]
    result["omaha high"] = _rate(omaha_high, dealt, seconds)
    result["omaha 8b"] = _rate(omaha_low, dealt, seconds)
    return result


def _rate(rank: Callable[..., int], hands: Sequence[tuple[Sequence[int], ...]], seconds: float) -> float:
    done, begun = 0, time.process_time()
    while time.process_time() - begun < seconds:
        for hand in hands:
            rank(*hand)
        done += len(hands)
    return round(done / (time.process_time() - begun))
