"""The betting events. `to` is always a seat's whole contribution to the round, never the increment."""

from operator import add
from typing import NamedTuple

from host_tools.engine.events import Event, IllegalEvent, describe
from host_tools.engine.flow import turn_on
from host_tools.engine.state import State, Wager


class Choices(NamedTuple):
    """What the actor may do: `call` chips to add (0 = may check), `least`..`most` to bet or raise to.

    `least` is 0 when no bet or raise is allowed, and below a full raise when it is the whole stack.
    """

    call: int
    least: int
    most: int
    refusal: str  # why there is no raise
    rule: str


def choices(wager: Wager, position: int, rule: str) -> Choices:
    """The wagers open to a position whose turn it is, in no limit (W01)."""
    stack, bet, level = wager.stacks[position], wager.bets[position], wager.level
    owed = level - bet
    if stack <= owed:
        return Choices(stack, 0, 0, "the stack does not cover more than the call", "c(3)(iv)")
    if wager.acted >> position & 1 and owed < wager.full:
        return Choices(owed, 0, 0, "only a full raise reopens the betting", rule)
    others = wager.live & ~(1 << position)
    reach = map(add, wager.stacks, wager.bets)
    if not any(total > level and others >> index & 1 for index, total in enumerate(reach)):
        return Choices(owed, 0, 0, "nobody is left who could call more", "c(3)(iv)(c)")
    most = stack + bet
    return Choices(owed, min(level + wager.full, most), most, "", rule)


def _actor(state: State, event: Event) -> tuple[int, str]:
    """The acting position and the paragraph of its round; raises IllegalEvent out of turn (W07)."""
    kind, seat = event[0], event[1]
    setup, waiting, dealt, _, _ = state
    rule = setup.paragraphs.rounds[dealt.street]
    if waiting[0] != "act" or waiting[1] != seat:
        raise IllegalEvent(f"seat {seat} may not {kind} now: the hand waits for {describe(waiting)}", rule)
    return setup.positions[seat], rule


def fold(state: State, event: Event) -> State:
    """Gives up the hand, in turn. It binds even where a check was free (c)(4)."""
    position, _ = _actor(state, event)
    setup, _, dealt, wager, showdown = state
    bit = 1 << position
    stacks, bets, paid, dead, live, able, pending, acted, level, full, aggressor, opener, returned = wager
    wager = Wager(
        stacks, bets, paid, dead, live ^ bit, able & ~bit,
        pending & ~bit, acted | bit, level, full, aggressor, opener, returned,
    )  # fmt: skip
    return turn_on(setup, dealt, wager, showdown, position)


def check(state: State, event: Event) -> State:
    """Stays in without a bet to answer."""
    position, rule = _actor(state, event)
    setup, _, dealt, wager, showdown = state
    stacks, bets, paid, dead, live, able, pending, acted, level, full, aggressor, opener, returned = wager
    if bets[position] < level:
        raise IllegalEvent(f"seat {event[1]} may not check: {level - bets[position]} to call", rule)
    bit = 1 << position
    wager = Wager(
        stacks, bets, paid, dead, live, able,
        pending & ~bit, acted | bit, level, full, aggressor, opener, returned,
    )  # fmt: skip
    return turn_on(setup, dealt, wager, showdown, position)


def call(state: State, event: Event) -> State:
    """Matches the bet, or as much of it as the stack allows: then the seat is all-in (c)(3)(iv)."""
    position, rule = _actor(state, event)
    setup, _, dealt, wager, showdown = state
    owed = wager.level - wager.bets[position]
    if owed <= 0:
        raise IllegalEvent(f"seat {event[1]} has nothing to call", rule)
    wager = _put_in(wager, position, min(owed, wager.stacks[position]))
    return turn_on(setup, dealt, wager, showdown, position)


def wager_to(state: State, event: Event) -> State:
    """A bet where none has been made, a raise where one has; refused outside `choices`."""
    kind, seat, to = event
    position, rule = _actor(state, event)
    setup, _, dealt, wager, showdown = state
    level = wager.level
    if (kind == "bet") != (level == 0):
        known = f"there is a bet of {level} to raise" if level else "there is no bet to raise"
        raise IllegalEvent(f"seat {seat} may not {kind}: {known}", rule)
    _, least, most, refusal, ground = choices(wager, position, rule)
    if refusal:
        raise IllegalEvent(f"seat {seat} may not {kind}: {refusal}", ground)
    if not least <= to <= most:
        raise IllegalEvent(f"seat {seat} may not {kind} to {to}: from {least} to {most} is allowed", rule)
    put = _put_in(wager, position, to - wager.bets[position])
    bit = 1 << position
    wager = Wager(
        put.stacks, put.bets, put.paid, put.dead, put.live, put.able, put.able & ~bit, put.acted,
        to, max(put.full, to - level), position, put.opener, put.returned,
    )  # fmt: skip
    return turn_on(setup, dealt, wager, showdown, position)


def _put_in(wager: Wager, position: int, amount: int) -> Wager:
    """`amount` moves from a stack into the round; the position has acted."""
    stacks, bets, paid, dead, live, able, pending, acted, level, full, aggressor, opener, returned = wager
    after = position + 1
    stack = stacks[position] - amount
    bit = 1 << position
    return Wager(
        (*stacks[:position], stack, *stacks[after:]),
        (*bets[:position], bets[position] + amount, *bets[after:]),
        (*paid[:position], paid[position] + amount, *paid[after:]),
        dead, live, able if stack else able & ~bit,
        pending & ~bit, acted | bit, level, full, aggressor, opener, returned,
    )  # fmt: skip
