"""The events after the last bet: show, muck, award. Only tabled hands compete (W14)."""

from host_tools.engine.awards import best, shares
from host_tools.engine.dealing import expect
from host_tools.engine.events import DONE, Event, IllegalEvent
from host_tools.engine.flow import show_on
from host_tools.engine.pots import Pot
from host_tools.engine.state import Award, Dealt, Showdown, State, Wager
from railbird.rules.cards import DECK_SIZE, NO_CARD, name


def undecided(state: State) -> tuple[int, ...]:
    """The seats that may show now, the one that is due first.

    At the showdown a seat may table its hand before its turn; while cards are still to come it may do so once
    nobody can bet any more.
    """
    setup, waiting, dealt, wager, showdown = state
    kind = waiting[0]
    running_out = kind in ("burn", "board", "deal") and dealt.street and not wager.able & (wager.able - 1)
    if kind != "show" and not running_out:
        return ()
    decided = showdown.shown
    for position in showdown.mucked:
        decided |= 1 << position
    waiting_seats = [seat for index, seat in enumerate(setup.seats) if (wager.live & ~decided) >> index & 1]
    if kind == "show":
        due = waiting_seats.index(waiting[1])
        waiting_seats = waiting_seats[due:] + waiting_seats[:due]
    return tuple(waiting_seats)


def show(state: State, event: Event) -> State:
    """Tables a hand. Cards never identified have to be named; named cards have to be those it holds."""
    seat = event[1]
    setup, waiting, dealt, wager, showdown = state
    rule = setup.paragraphs.showdown
    if waiting != event and seat not in undecided(state):
        raise IllegalEvent(f"seat {seat} has no hand to show now", rule)
    position = setup.positions[seat]
    if len(event) == 3:
        dealt = _named(state, position, event[2], rule)
    elif NO_CARD in dealt.hole[position]:
        raise IllegalEvent(f"the cards of seat {seat} have to be named to be shown", rule)
    shown, mucked, pots, keys, awards = showdown
    showdown = Showdown(shown | 1 << position, mucked, pots, keys, awards)
    if waiting[0] != "show":
        return State(setup, waiting, dealt, wager, showdown)
    return show_on(setup, dealt, wager, showdown)


def _named(state: State, position: int, cards: tuple[int, ...], rule: str) -> Dealt:
    """The deal with a seat's cards named, in any order; raises IllegalEvent for other cards than it holds."""
    dealt = state.dealt
    held = dealt.hole[position]
    refusal = f"those are not the {len(held)} cards of seat {state.setup.seats[position]}"
    if any(type(card) is not int or not 0 <= card < DECK_SIZE for card in cards):
        raise IllegalEvent(refusal, rule)
    fresh = [card for card in cards if card not in held]
    if len(set(cards)) != len(held) or len(cards) != len(held) or len(fresh) != held.count(NO_CARD):
        raise IllegalEvent(refusal, rule)
    seen = dealt.seen
    for card in fresh:
        if seen >> card & 1:
            raise IllegalEvent(f"{refusal}: {name(card)} has been dealt before", rule)
        seen |= 1 << card
    order = iter(fresh)
    hand = tuple(next(order) if card == NO_CARD else card for card in held)
    return dealt._replace(hole=(*dealt.hole[:position], hand, *dealt.hole[position + 1 :]), seen=seen)


def muck(state: State, event: Event) -> State:
    """Concedes without showing; the last hand left need not show either (W14)."""
    seat = event[1]
    setup, waiting, dealt, wager, showdown = state
    if waiting[0] != "show" or seat not in undecided(state):
        raise IllegalEvent(f"seat {seat} has no hand to muck at a showdown", setup.paragraphs.showdown)
    showdown = showdown._replace(mucked=(*showdown.mucked, setup.positions[seat]))
    return show_on(setup, dealt, wager, showdown)


def award(state: State, event: Event) -> State:
    """Pushes one pot, the last side pot first, the centre pot last (f)(6)(vi) (D20)."""
    number = event[1]
    expect(state, event, "f(6)(vi)", f"pot {number} is not the next to be awarded")
    setup, _, dealt, wager, showdown = state
    shown, mucked, pots, keys, awards = showdown
    pot = pots[number]
    winners = _winners(state, pot)
    stacks = list(wager.stacks)
    for position, amount in zip(winners, shares(pot.amount, winners, setup.unit), strict=True):
        if amount:
            stacks[position] += amount
            awards = (*awards, Award(number, setup.seats[position], amount))
    wager = Wager(tuple(stacks), *wager[1:])
    showdown = Showdown(shown, mucked, pots, keys, awards)
    return State(setup, ("award", number - 1) if number else DONE, dealt, wager, showdown)


def _winners(state: State, pot: Pot) -> tuple[int, ...]:
    """The positions that share a pot, clockwise from the button: the best tabled hand, or the only claim."""
    setup, showdown = state.setup, state.showdown
    entitled = [setup.positions[seat] for seat in pot.seats]
    claims = [position for position in entitled if position not in showdown.mucked]
    if not claims:  # all conceded to each other: the last to give up had nobody left to concede to
        claims = [max(entitled, key=showdown.mucked.index)]
    if len(claims) == 1:
        return tuple(claims)
    keys = [showdown.keys[position][0] for position in claims]
    return tuple(claims[index] for index in best(keys))
