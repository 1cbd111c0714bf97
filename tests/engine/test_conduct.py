"""Words and chips in random hands: what stands is the wager itself, what is refused changes nothing ((c)(4)-(9))."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tools.engine import Event, IllegalEvent, Options, State, apply, fixed_limit, legal, no_limit, start
from host_tools.engine.explanation import steps
from host_tools.engine.phh.hand import Hand
from host_tools.engine.phh.write import write

CHIPS = (1, 5, 25, 100)


def reachable(rng: random.Random) -> State:
    """A state in which somebody is to act, after some random play in a blind game or in stud."""
    count = rng.randint(2, 6)
    seats, stacks = range(1, count + 1), [rng.randint(5, 150) for _ in range(count)]
    limits = rng.choice((no_limit(), fixed_limit(4, 8)))
    options = Options(out_of_turn_binding=rng.random() < 0.5)
    if rng.random() < 0.4:
        state = start(
            "stud7_high", seats, None, stacks, bring_in=2, limits=fixed_limit(4, 8), options=options
        )
    else:
        state = start("holdem", seats, count, stacks, (2, 4), limits=limits, options=options)
    deck = rng.sample(range(52), 52)
    for _ in range(rng.randint(0, 60)):
        state = step(rng, state, deck) or state
    while state.next[0] not in ("act", "done"):
        state = step(rng, state, deck) or state
    return state


def step(rng: random.Random, state: State, deck: list[int]) -> State | None:
    """One random event; None when the hand is over or nothing is left but folding it to an end."""
    options = [option for option in legal(state) if option[0] != "fold"]
    if not options or (state.next[0] == "act" and state.street == 2):
        return None
    kind, *more = option = rng.choice(options)
    if kind == "deal":
        return apply(state, (kind, more[0], deck.pop(), more[1]))
    if kind in ("burn", "board"):
        return apply(state, (kind, deck.pop()))
    return apply(state, option[:3] if len(option) == 4 else option)


def spoken(rng: random.Random) -> Event:
    seat, to = rng.randint(1, 6), rng.randint(0, 40)
    if rng.random() < 0.5:
        verb = rng.choice(("fold", "check", "call", "bet", "raise", "bring_in"))
        return ("declare", seat, verb, to) if verb in ("bet", "raise") else ("declare", seat, verb)
    chips = tuple(rng.choice(CHIPS) for _ in range(rng.randint(1, 3)))
    return ("place", seat, chips, rng.choice(("bet", "raise", "call"))) if to % 2 else ("place", seat, chips)


@settings(max_examples=400)
@given(st.integers(0, 2**32))
def test_words_and_chips_come_down_to_a_wager(seed: int) -> None:
    rng = random.Random(seed)
    state = reachable(rng)
    for _ in range(12):
        event, snapshot = spoken(rng), repr(state)
        seat = event[1]
        if rng.random() < 0.7 and state.actor is not None:
            event = (event[0], state.actor, *event[2:])
            seat = state.actor
        try:
            after = apply(state, event)
        except IllegalEvent:
            assert repr(state) == snapshot
            continue
        ruling = after.rulings[-1]
        assert after.rulings[:-1] == state.rulings
        assert (ruling.seat, min(ruling.back, ruling.short)) == (seat, 0)
        if state.next != ("act", seat):
            assert after.wager[:-1] == state.wager[:-1]
            assert after.next == state.next
            assert event[0] == "place" or ruling.ahead
            continue
        played = apply(state, ruling.event)
        assert played._replace(wager=after.wager) == after
        assert played.wager[:-1] == after.wager[:-1]
        back = sum(amount for owner, amount in played.returned[len(state.returned) :] if owner == seat)
        won = sum(award.amount for award in played.awards[len(state.awards) :] if award.seat == seat)
        placed = sum(event[2]) if event[0] == "place" else 0
        owed = state.stack(seat) - (played.stack(seat) - back - won)
        assert placed - ruling.back + ruling.short == owed


def test_chips_of_a_seat_that_is_not_there_are_refused(play) -> None:
    state = play(start("holdem", (1, 2, 3), 3, (100,) * 3, (2, 4)))
    for event in (("place", 9, (4,)), ("declare", 9, "call"), ("place", 1, (4,))):
        with pytest.raises(IllegalEvent):
            apply(state, event)


def test_words_and_chips_are_told_with_their_paragraph_and_written_as_the_wager() -> None:
    """A hand of two in which a raise is spoken, chips short of it, then the rest, and a fold out of turn is noted."""
    begun = start("holdem", (1, 2), 2, (100, 100), (1, 2))
    events: list[Event] = [("blind", 1, 1), ("blind", 2, 2)]
    events += [("deal", seat, card, "d") for card, seat in enumerate((1, 2, 1, 2))]
    wordy = [
        *events,
        ("declare", 2, "fold"),
        ("declare", 1, "raise", 6),
        ("place", 1, (2,)),
        ("place", 1, (3,)),
    ]
    wordy += [("place", 2, (25,)), ("burn", 20)]
    plain = [*events, ("raise", 1, 6), ("call", 2), ("burn", 20)]
    told = [(step.rule, step.words) for step in steps(begun, wordy)][6:-1]
    assert told == [
        ("c(4)", "seat 2 says fold"),
        ("c(4)", "seat 1 says raise 6"),
        ("c(5)", "seat 1 puts in 2"),
        ("c(5)", "seat 1 puts in 3"),
        ("c(9)", "seat 2 puts in 25"),
    ]
    texts = [
        write(Hand("a.phh", begun, (1, 2), 2, tuple(played), (100, 100), None, ()))
        for played in (wordy, plain)
    ]
    assert texts[0] == texts[1]
    assert "cbr 6" in texts[0]
