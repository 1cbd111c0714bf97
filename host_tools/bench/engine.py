"""Bench of the engine: hold'em hands, everybody checks or calls to the showdown, each event through `apply`."""

import random
import time

from host_tools.engine import State, apply, start

SEATS = (1, 2, 3, 4, 5, 6)
STACK = 200


def play(rng: random.Random) -> State:
    """One hand from the blinds to the last award."""
    deck = list(range(52))
    rng.shuffle(deck)
    state = start("holdem", SEATS, 6, (STACK,) * len(SEATS), (1, 2))
    while not state.finished:
        waiting = state.next
        kind = waiting[0]
        if kind == "deal":
            state = apply(state, ("deal", waiting[1], deck.pop(), waiting[2]))
        elif kind in ("burn", "board"):
            state = apply(state, (kind, deck.pop()))
        elif kind == "act":
            state = apply(state, ("call" if state.to_call else "check", waiting[1]))
        else:
            state = apply(state, waiting)
    return state


def hands_per_s(seconds: float) -> float:
    """Hands a second of wall time, this engine."""
    rng = random.Random(1)
    hands, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        play(rng)
        hands += 1
    return hands / (time.perf_counter() - begun)


def pokerkit_hands_per_s(seconds: float) -> float | None:
    """The same for PokerKit, with every card and wager an operation of its own; None when it is not installed."""
    try:
        from pokerkit import Automation, NoLimitTexasHoldem  # type: ignore[import-untyped,unused-ignore]
    except ImportError:
        return None
    automations = (
        Automation.ANTE_POSTING,
        Automation.BET_COLLECTION,
        Automation.BLIND_OR_STRADDLE_POSTING,
        Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
        Automation.HAND_KILLING,
        Automation.CHIPS_PUSHING,
        Automation.CHIPS_PULLING,
    )
    hands, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        state = NoLimitTexasHoldem.create_state(automations, True, 0, (1, 2), 2, STACK, len(SEATS))
        while state.status:
            if state.can_deal_hole():
                state.deal_hole()
            elif state.can_burn_card():
                state.burn_card("??")
            elif state.can_deal_board():
                state.deal_board()
            else:
                state.check_or_call()
        hands += 1
    return hands / (time.perf_counter() - begun)
