"""Money before the cards decide: antes, blinds, the straddle, and the forced bet by up card ((c)(2), (c)(11))."""

from host_tools.engine.events import Event, IllegalEvent, describe
from host_tools.engine.flow import deal_on, turn_on
from host_tools.engine.state import State, Wager, new


def expect(state: State, expected: Event, rule: str, refused: str) -> None:
    """Raise IllegalEvent under `rule` unless the hand waits for `expected`."""
    if state.next != expected:
        raise IllegalEvent(f"{refused}: the hand waits for {describe(state.next)}", rule)


def post(state: State, event: Event) -> State:
    """An ante, a blind or dead money as `State.next` gives it (c)(2)(i)-(ii); a short stack is all-in (W12)."""
    kind, seat, amount = event
    rule = "c(2)(i)" if kind == "ante" else "c(2)(ii)"
    expect(state, event, rule, f"{kind} of {amount} from seat {seat} is not due")
    setup, _, dealt, wager, showdown = state
    dead = amount if kind == "dead" or (kind == "ante" and setup.dead_antes) else 0
    wager = _put_in(wager, setup.positions[seat], amount, dead, kind == "blind")
    index = setup.posts.index(event) + 1
    if index < len(setup.posts):
        return new(State, (setup, setup.posts[index], dealt, wager, showdown))
    return deal_on(setup, dealt, wager, showdown)


def _put_in(wager: Wager, position: int, amount: int, dead: int, to_bet: bool) -> Wager:
    """`amount` leaves a stack; a blind is a bet of the first round, an ante is not, a dead one no claim either."""
    (
        stacks, bets, paid, buried, live, able, pending, acted, checked,
        level, full, raises, aggressor, opener, returned, rulings,
    ) = wager  # fmt: skip
    left, here, whole = list(stacks), list(bets), list(paid)
    left[position] -= amount
    if to_bet:
        here[position] += amount
    if not dead:
        whole[position] += amount
    if not left[position]:
        able &= ~(1 << position)
    return new(Wager, (
        tuple(left), tuple(here), tuple(whole), buried + dead, live, able, pending, acted, checked,
        level, full, raises, aggressor, opener, returned, rulings,
    ))  # fmt: skip


def straddle_seat(state: State) -> int | None:
    """The seat that may straddle now, or None: the one after the big blind, before any card (c)(11) (W04)."""
    setup, dealt, wager = state.setup, state.dealt, state.wager
    blinds = sum(bet > 0 for bet in wager.bets)
    position = setup.after_blinds
    if not setup.options.straddle or state.next[0] != "deal" or any(dealt.hole) or blinds < 2:
        return None
    if wager.bets[position] or wager.level != setup.blind or wager.stacks[position] < 2 * setup.blind:
        return None
    return setup.seats[position]


def straddle(state: State, event: Event) -> State:
    """Exactly twice the big blind, live: the straddler acts last with the option to raise (W04)."""
    seat = event[1]
    if straddle_seat(state) != seat:
        raise IllegalEvent(f"seat {seat} may not straddle now", "c(11)")
    setup = state.setup
    amount = 2 * setup.blind
    wager = _put_in(state.wager, setup.positions[seat], amount, 0, True)
    after = (setup.positions[seat] + 1) % len(setup.seats)
    full = setup.bets[0] if setup.limits.fixed_steps else max(amount, setup.bets[0])
    wager = wager._replace(level=amount, full=full, opener=after)
    return state._replace(wager=wager)


def owes_bring_in(state: State) -> bool:
    """The actor has been singled out by its up card and has not opened yet (c)(2)(iii)."""
    wager = state.wager
    return (
        bool(state.setup.bring_in) and not state.dealt.street and not wager.level and state.next[0] == "act"
    )


def bring_in(state: State, event: Event) -> State:
    """The forced bet, or what the stack has of it: the others still answer the whole (W12). No option (W09)."""
    seat = event[1]
    setup, waiting, dealt, wager, showdown = state
    if not owes_bring_in(state) or waiting[1] != seat:
        rule = setup.game.paragraphs.forced if setup.bring_in else "c(2)"
        raise IllegalEvent(f"seat {seat} owes no forced bet: the hand waits for {describe(waiting)}", rule)
    position, forced = setup.positions[seat], setup.bring_in
    wager = _put_in(wager, position, min(forced, wager.stacks[position]), 0, True)
    pending = wager.able if setup.options.forced_bet_option else wager.able & ~(1 << position)
    wager = wager._replace(pending=pending, level=forced, full=setup.bets[0] - forced or setup.bets[0])
    return turn_on(setup, dealt, wager, showdown, position)
