"""The events that put money and cards out: forced bets, hole cards, burns, community cards."""

from host_tools.engine.events import BOARD, BURN, Event, IllegalEvent, describe
from host_tools.engine.flow import deal_on
from host_tools.engine.state import State, Wager
from railbird.rules.cards import DECK_SIZE, NO_CARD, name


def expect(state: State, expected: Event, rule: str, refused: str) -> None:
    """Raise IllegalEvent under `rule` unless the hand waits for `expected`."""
    if state.next != expected:
        raise IllegalEvent(f"{refused}: the hand waits for {describe(state.next)}", rule)


def post(state: State, event: Event) -> State:
    """An ante or a blind as `State.next` gives it (c)(2)(i)-(ii); a short stack is all-in (W12)."""
    kind, seat, amount = event
    rule = "c(2)(i)" if kind == "ante" else "c(2)(ii)"
    expect(state, event, rule, f"{kind} of {amount} from seat {seat} is not due")
    setup, _, dealt, wager, showdown = state
    dead = amount if kind == "ante" and setup.dead_antes else 0
    wager = _put_in(wager, setup.positions[seat], amount, dead, kind == "blind")
    index = setup.posts.index(event) + 1
    if index < len(setup.posts):
        return State(setup, setup.posts[index], dealt, wager, showdown)
    return deal_on(setup, *dealt, wager, showdown)


def _put_in(wager: Wager, position: int, amount: int, dead: int, to_bet: bool) -> Wager:
    """`amount` leaves a stack; a blind is a bet of the first round, an ante is not, a dead one no claim either."""
    stacks, bets, paid = list(wager.stacks), list(wager.bets), list(wager.paid)
    stacks[position] -= amount
    if to_bet:
        bets[position] += amount
    if not dead:
        paid[position] += amount
    able = wager.able if stacks[position] else wager.able & ~(1 << position)
    return wager._replace(
        stacks=tuple(stacks), bets=tuple(bets), paid=tuple(paid), dead=wager.dead + dead, able=able
    )


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
    wager = wager._replace(level=amount, full=max(amount, setup.min_bet), opener=after)
    return state._replace(wager=wager)


def _identify(state: State, card: int) -> int:
    """The set of identified cards with one more; raises IllegalEvent for no card or one seen before."""
    seen = state.dealt.seen
    if not 0 <= card < DECK_SIZE:
        raise IllegalEvent(f"{card} is not a card of the deck", _paragraph(state))
    bit = 1 << card
    if seen & bit:
        raise IllegalEvent(f"{name(card)} has been dealt before", _paragraph(state))
    return seen | bit


def _paragraph(state: State) -> str:
    return state.setup.paragraphs.deals[state.dealt.street]


def deal(state: State, event: Event) -> State:
    """One card to one seat, in the order of the script; NO_CARD while it is not identified."""
    _, seat, card, face = event
    setup, waiting, dealt, wager, showdown = state
    place = ("deal", seat, face)
    if waiting != place:
        expect(state, place, _paragraph(state), f"no card face {face} is due to seat {seat}")
    street, step, turn, seen, hole, board, burns = dealt
    if card != NO_CARD:
        seen = _identify(state, card)
    hole = (*hole[:turn], (*hole[turn], card), *hole[turn + 1 :])
    return deal_on(setup, street, step, turn, seen, hole, board, burns, wager, showdown)


def burn(state: State, event: Event) -> State:
    """A burn; NO_CARD when it is not identified."""
    card = event[1]
    setup, waiting, dealt, wager, showdown = state
    if waiting != BURN:
        expect(state, BURN, _paragraph(state), "no burn is due")
    street, step, _, seen, hole, board, burns = dealt
    if card != NO_CARD:
        seen = _identify(state, card)
    return deal_on(setup, street, step + 1, -1, seen, hole, board, (*burns, card), wager, showdown)


def board(state: State, event: Event) -> State:
    """A community card, which has to be identified."""
    card = event[1]
    setup, waiting, dealt, wager, showdown = state
    if waiting != BOARD:
        expect(state, BOARD, _paragraph(state), "no community card is due")
    street, step, _, _, hole, cards, burns = dealt
    seen = _identify(state, card)
    return deal_on(setup, street, step + 1, -1, seen, hole, (*cards, card), burns, wager, showdown)
