"""The betting events. `to` is always a seat's whole contribution to the round, never the increment."""

from collections.abc import Sequence
from operator import add
from typing import NamedTuple

from host_tools.engine.events import Event, IllegalEvent, describe
from host_tools.engine.flow import turn_on
from host_tools.engine.posting import owes_bring_in
from host_tools.engine.state import Setup, State, Wager, new


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


def _actor(state: State, event: Event) -> int:
    """The acting position; raises IllegalEvent out of turn (W07)."""
    setup, waiting, dealt, wager, _ = state
    seat = event[1]
    if waiting != ("act", seat):
        refusal = f"seat {seat} may not {event[0]} now: the hand waits for {describe(waiting)}"
        raise IllegalEvent(refusal, _rule(state))
    forced = setup.bring_in and not wager.level and not dealt.street
    if forced and not (event[0] == "bet" and setup.options.bring_in_may_complete):
        refusal = f"seat {seat} may not {event[0]}: it owes the forced bet of {setup.bring_in}"
        raise IllegalEvent(refusal, setup.game.paragraphs.forced)
    if wager.rulings and setup.options.out_of_turn_binding:
        allowed = wagers(state)
        if len(allowed) == 1 and allowed[0][: len(event)] != event:
            raise IllegalEvent(f"seat {seat} has said out of turn: {describe(allowed[0][:3])}", "c(4)")
    return setup.positions[seat]


def _rule(state: State) -> str:
    """The paragraph of the betting round."""
    return state.setup.game.paragraphs.rounds[state.dealt.street]


def wagers(state: State) -> tuple[Event, ...]:
    """What the actor may do, as `legal` says it."""
    setup, waiting, dealt, wager, _ = state
    seat = waiting[1]
    choice = choices(setup, dealt.street, wager, setup.positions[seat])
    options: list[Event]
    if setup.bring_in and owes_bring_in(state):
        options = [("bring_in", seat)]
        if not setup.options.bring_in_may_complete:
            return tuple(options)
    elif setup.game.must_open and opens(state):
        options = [("fold", seat)]
    else:
        options = [("fold", seat), ("call", seat)] if choice.call else [("check", seat)]
    if choice.least:
        options.append(("raise" if wager.level else "bet", seat, choice.least, choice.most))
    held = _held(state, options)
    return tuple(options) if held is None else (held if len(held) == 2 else (*held, held[2]),)


def _held(state: State, options: Sequence[Event]) -> Event | None:
    """What the actor said out of turn and has to do now in a room that holds a player to it (W07): nothing if the bet
    to answer is another by now, or the rules do not allow it.
    """
    setup, waiting, dealt, wager, _ = state
    if not setup.options.out_of_turn_binding:
        return None
    said = [ruling for ruling in wager.rulings if ruling.ahead and ruling.seat == waiting[1]]
    if not said or (said[-1].street, said[-1].level) != (dealt.street, wager.level):
        return None
    kind, _, *to = event = said[-1].event
    for option in options:
        if option[0] == kind and (len(option) == 2 or option[2] <= to[0] <= option[3]):
            return event
    return None


def fold(state: State, event: Event) -> State:
    """Gives up the hand, in turn. It binds even where a check was free (c)(4)."""
    position = _actor(state, event)
    setup, _, dealt, wager, showdown = state
    bit = 1 << position
    (
        stacks, bets, paid, dead, live, able, pending, acted, checked,
        level, full, raises, aggressor, opener, returned, rulings,
    ) = wager  # fmt: skip
    wager = new(Wager, (
        stacks, bets, paid, dead, live ^ bit, able & ~bit, pending & ~bit, acted | bit, checked,
        level, full, raises, aggressor, opener, returned, rulings,
    ))  # fmt: skip
    return turn_on(setup, dealt, wager, showdown, position)


def opens(state: State) -> bool:
    """The actor has to bet or fold: it opens a later round in a room where the opener may not check (D16)."""
    wager = state.wager
    return state.setup.game.must_open and bool(state.dealt.street) and not wager.acted and not wager.level


def check(state: State, event: Event) -> State:
    """Stays in without a bet to answer."""
    position = _actor(state, event)
    setup, _, dealt, wager, showdown = state
    (
        stacks, bets, paid, dead, live, able, pending, acted, checked,
        level, full, raises, aggressor, opener, returned, rulings,
    ) = wager  # fmt: skip
    if bets[position] < level:
        refusal = f"seat {event[1]} may not check: {level - bets[position]} to call"
        raise IllegalEvent(refusal, _rule(state))
    if setup.game.must_open and opens(state):
        refusal = f"seat {event[1]} may not check: the best hand showing has to bet"
        raise IllegalEvent(refusal, _rule(state))
    bit = 1 << position
    wager = new(Wager, (
        stacks, bets, paid, dead, live, able, pending & ~bit, acted | bit, checked | bit,
        level, full, raises, aggressor, opener, returned, rulings,
    ))  # fmt: skip
    return turn_on(setup, dealt, wager, showdown, position)


def call(state: State, event: Event) -> State:
    """Matches the bet, or as much of it as the stack allows: then the seat is all-in (c)(3)(iv)."""
    position = _actor(state, event)
    setup, _, dealt, wager, showdown = state
    owed, stack = wager.level - wager.bets[position], wager.stacks[position]
    if owed <= 0:
        raise IllegalEvent(f"seat {event[1]} has nothing to call", _rule(state))
    wager = _put_in(wager, position, owed if owed < stack else stack)
    return turn_on(setup, dealt, wager, showdown, position)


def wager_to(state: State, event: Event) -> State:
    """A bet where none has been made, a raise where one has; refused outside `choices`."""
    kind, seat, to = event
    position = _actor(state, event)
    setup, _, dealt, wager, showdown = state
    level = wager.level
    if (kind == "bet") != (level == 0):
        known = f"there is a bet of {level} to raise" if level else "there is no bet to raise"
        raise IllegalEvent(f"seat {seat} may not {kind}: {known}", _rule(state))
    _, least, most, refusal, ground = choices(setup, dealt.street, wager, position)
    if refusal:
        raise IllegalEvent(f"seat {seat} may not {kind}: {refusal}", ground)
    if not least <= to <= most:
        refusal = f"seat {seat} may not {kind} to {to}: from {least} to {most} is allowed"
        raise IllegalEvent(refusal, _rule(state))
    put = _put_in(wager, position, to - wager.bets[position])
    bit = 1 << position
    acted, full, counts = _step(setup, dealt.street, wager, to)
    completes = setup.bring_in and not dealt.street and level + wager.full == setup.bets[0]  # no raise (W09)
    between_two = put.live.bit_count() == 2
    raises = wager.raises + bool(counts and level > 0 and not completes and not between_two)
    wager = Wager(
        put.stacks, put.bets, put.paid, put.dead, put.live, put.able, put.able & ~bit, acted | bit, put.checked,
        to, full, raises, position, put.opener, put.returned, put.rulings,
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
        level, full, raises, aggressor, opener, returned, rulings,
    ) = wager  # fmt: skip
    left, here, whole = list(stacks), list(bets), list(paid)
    left[position] -= amount
    here[position] += amount
    whole[position] += amount
    bit = 1 << position
    return new(Wager, (
        tuple(left), tuple(here), tuple(whole), dead, live, able if left[position] else able & ~bit,
        pending & ~bit, acted | bit, checked, level, full, raises, aggressor, opener, returned, rulings,
    ))  # fmt: skip
