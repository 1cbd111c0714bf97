"""The betting events. `to` is always a seat's whole contribution to the round, never the increment."""

from operator import add
from typing import NamedTuple

from host_tools.engine.events import Event, IllegalEvent, describe
from host_tools.engine.flow import turn_on
from host_tools.engine.posting import owes_bring_in
from host_tools.engine.state import Setup, State, Wager


class Choices(NamedTuple):
    """What the actor may do: `call` chips to add (0 = may check), `least`..`most` to bet or raise to.

    `least` is 0 when no bet or raise is allowed, and below a full raise when it is the whole stack.
    """

    call: int
    least: int
    most: int
    refusal: str  # why there is no raise
    rule: str


def choices(setup: Setup, street: int, wager: Wager, position: int) -> Choices:
    """The wagers open to a position whose turn it is, within the posted limits (c)(7)(iii), (W01)."""
    limits, rule = setup.limits, setup.game.paragraphs.rounds[street]
    stack, bet, level, full = wager.stacks[position], wager.bets[position], wager.level, wager.full
    owed = level - bet
    if stack <= owed:
        return Choices(stack, 0, 0, "the stack does not cover more than the call", "c(3)(iv)")
    bit = 1 << position
    if wager.acted & bit and (owed < full or limits.fixed_steps):
        return Choices(owed, 0, 0, "only a full raise reopens the betting", rule)
    if wager.checked & bit and not setup.options.check_raise:
        return Choices(owed, 0, 0, "who has checked may not raise here", "c(10)")
    if limits.cap and wager.raises >= limits.cap:
        return Choices(owed, 0, 0, f"there have been {limits.cap} raises", "c(7)(iii)")
    others = wager.able & ~bit
    reach = map(add, wager.stacks, wager.bets)
    if not any(total > level and others >> index & 1 for index, total in enumerate(reach)):
        return Choices(owed, 0, 0, "nobody is left who could call more", "c(3)(iv)(c)")
    least = level + full
    most = stack + bet
    if limits.structure != "no":
        if limits.structure == "fixed":
            bound = least
        elif limits.structure == "spread":
            bound = level + limits.most[setup.game.streets[street][2]]
        else:
            bound = max(least, level + sum(wager.paid) + wager.dead + owed)
        most = min(most, bound)
    return Choices(owed, min(least, most), most, "", rule)


def _actor(state: State, event: Event) -> tuple[int, str]:
    """The acting position and the paragraph of its round; raises IllegalEvent out of turn (W07)."""
    kind, seat = event[0], event[1]
    setup, waiting, dealt, _, _ = state
    rule = setup.game.paragraphs.rounds[dealt.street]
    if waiting[0] != "act" or waiting[1] != seat:
        raise IllegalEvent(f"seat {seat} may not {kind} now: the hand waits for {describe(waiting)}", rule)
    if setup.bring_in and owes_bring_in(state) and (kind != "bet" or not setup.options.bring_in_may_complete):
        rule = setup.game.paragraphs.forced
        raise IllegalEvent(f"seat {seat} may not {kind}: it owes the forced bet of {setup.bring_in}", rule)
    return setup.positions[seat], rule


def fold(state: State, event: Event) -> State:
    """Gives up the hand, in turn. It binds even where a check was free (c)(4)."""
    position, _ = _actor(state, event)
    setup, _, dealt, wager, showdown = state
    bit = 1 << position
    (
        stacks, bets, paid, dead, live, able, pending, acted, checked,
        level, full, raises, aggressor, opener, returned,
    ) = wager  # fmt: skip
    wager = Wager(
        stacks, bets, paid, dead, live ^ bit, able & ~bit, pending & ~bit, acted | bit, checked,
        level, full, raises, aggressor, opener, returned,
    )  # fmt: skip
    return turn_on(setup, dealt, wager, showdown, position)


def opens(state: State) -> bool:
    """The actor has to bet or fold: it opens a later round in a room where the opener may not check (D16)."""
    wager = state.wager
    return state.setup.game.must_open and bool(state.dealt.street) and not wager.acted and not wager.level


def check(state: State, event: Event) -> State:
    """Stays in without a bet to answer."""
    position, rule = _actor(state, event)
    setup, _, dealt, wager, showdown = state
    (
        stacks, bets, paid, dead, live, able, pending, acted, checked,
        level, full, raises, aggressor, opener, returned,
    ) = wager  # fmt: skip
    if bets[position] < level:
        raise IllegalEvent(f"seat {event[1]} may not check: {level - bets[position]} to call", rule)
    if setup.game.must_open and opens(state):
        raise IllegalEvent(f"seat {event[1]} may not check: the best hand showing has to bet", rule)
    bit = 1 << position
    wager = Wager(
        stacks, bets, paid, dead, live, able, pending & ~bit, acted | bit, checked | bit,
        level, full, raises, aggressor, opener, returned,
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
    _, least, most, refusal, ground = choices(setup, dealt.street, wager, position)
    if refusal:
        raise IllegalEvent(f"seat {seat} may not {kind}: {refusal}", ground)
    if not least <= to <= most:
        raise IllegalEvent(f"seat {seat} may not {kind} to {to}: from {least} to {most} is allowed", rule)
    put = _put_in(wager, position, to - wager.bets[position])
    bit = 1 << position
    acted, full, counts = _step(setup, dealt.street, wager, to)
    completes = level == setup.bring_in and wager.aggressor < 0 and not dealt.street  # no raise (W09)
    between_two = put.live.bit_count() == 2
    raises = wager.raises + (counts and level > 0 and not completes and not between_two)
    wager = Wager(
        put.stacks, put.bets, put.paid, put.dead, put.live, put.able, put.able & ~bit, acted | bit, put.checked,
        to, full, raises, position, put.opener, put.returned,
    )  # fmt: skip
    return turn_on(setup, dealt, wager, showdown, position)


def _step(setup: Setup, street: int, wager: Wager, to: int) -> tuple[int, int, bool]:
    """Who has acted since the last full raise, what the next one adds, and whether this one is full (W01).

    In a fixed limit or spread an all-in for half of it or more is one, and the next goes up from where it would
    have ended; for less the next completes it.
    """
    by, full, bet = to - wager.level, wager.full, setup.bets[street]
    structure = setup.limits.structure
    if structure == "fixed":
        lacks = full - by
        if 2 * lacks <= bet:
            return 0, lacks + bet, True
        return wager.acted, lacks, False
    if structure == "spread":
        counts = 2 * by >= full
        return 0 if counts else wager.acted, max(full, by, bet), counts
    return wager.acted, max(full, by, bet), True


def _put_in(wager: Wager, position: int, amount: int) -> Wager:
    """`amount` moves from a stack into the round; the position has acted."""
    (
        stacks, bets, paid, dead, live, able, pending, acted, checked,
        level, full, raises, aggressor, opener, returned,
    ) = wager  # fmt: skip
    after = position + 1
    stack = stacks[position] - amount
    bit = 1 << position
    return Wager(
        (*stacks[:position], stack, *stacks[after:]),
        (*bets[:position], bets[position] + amount, *bets[after:]),
        (*paid[:position], paid[position] + amount, *paid[after:]),
        dead, live, able if stack else able & ~bit,
        pending & ~bit, acted | bit, checked, level, full, raises, aggressor, opener, returned,
    )  # fmt: skip
