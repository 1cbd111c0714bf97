"""The events that put cards out, and back: hole cards, burns, community cards, discards, shuffles."""

from collections.abc import Sequence
from typing import NoReturn

from host_tools.engine.events import BOARD, BURN, SHUFFLE, Event, IllegalEvent
from host_tools.engine.flow import deal_on, supply
from host_tools.engine.plans import DRAW
from host_tools.engine.posting import expect
from host_tools.engine.state import Dealt, State, new
from railbird.rules.cards import DECK_SIZE, NO_CARD, name

_BITS = {card: 1 << card for card in range(DECK_SIZE)} | {NO_CARD: 0}


def _refuse(state: State, card: int) -> NoReturn:
    """A card that cannot be the next."""
    if 0 <= card < DECK_SIZE:
        raise IllegalEvent(f"{name(card)} has been dealt before", _paragraph(state))
    raise IllegalEvent(f"{card} is not a card of the deck", _paragraph(state))


def _paragraph(state: State) -> str:
    return state.setup.game.paragraphs.deals[state.dealt.street]


def deal(state: State, event: Event) -> State:
    """One card to one seat, in the order of the script; NO_CARD while it is not identified."""
    _, seat, card, face = event
    setup, waiting, dealt, wager, showdown = state
    place = ("deal", seat, face)
    if waiting != place:
        expect(state, place, _paragraph(state), f"no card face {face} is due to seat {seat}")
    street, plan, step, turn, stub, seen, hole, board, burns, pile = dealt
    bit = _BITS.get(card)
    if bit is None or seen & bit:
        _refuse(state, card)
    hands = list(hole)
    hands[setup.positions[seat]] += (card,)
    if plan[step] != DRAW:
        step += 1
    dealt = new(Dealt, (street, plan, step, turn, stub - 1, seen | bit, tuple(hands), board, burns, pile))
    return deal_on(setup, dealt, wager, showdown)


def burn(state: State, event: Event) -> State:
    """A burn; NO_CARD when it is not identified."""
    card = event[1]
    setup, waiting, dealt, wager, showdown = state
    if waiting != BURN:
        expect(state, BURN, _paragraph(state), "no burn is due")
    street, plan, step, turn, stub, seen, hole, board, burns, pile = dealt
    bit = _BITS.get(card)
    if bit is None or seen & bit:
        _refuse(state, card)
    burns = (*burns, card)
    if plan[step] != DRAW:  # else it follows a shuffle in the middle of a draw (D14)
        step += 1
    dealt = new(Dealt, (street, plan, step, turn, stub - 1, seen | bit, hole, board, burns, pile))
    return deal_on(setup, dealt, wager, showdown)


def board(state: State, event: Event) -> State:
    """A community card, which has to be identified."""
    card = event[1]
    setup, waiting, dealt, wager, showdown = state
    if waiting != BOARD:
        expect(state, BOARD, _paragraph(state), "no community card is due")
    street, plan, step, _, stub, seen, hole, cards, burns, pile = dealt
    bit = _BITS.get(card)
    if not bit or seen & bit:
        _refuse(state, card)
    cards = (*cards, card)
    dealt = new(Dealt, (street, plan, step + 1, -1, stub - 1, seen | bit, hole, cards, burns, pile))
    return deal_on(setup, dealt, wager, showdown)


def discardable(state: State) -> tuple[tuple[int, int, int], ...]:
    """(seat, least, most) cards for every seat that may discard now, the one that is due first.

    In a draw that is one seat, with no more than what the deck and the discards can replace (D14). Where every
    seat discards one they may do so in any order (D17).
    """
    setup, waiting, dealt, wager, _ = state
    if waiting[0] != "discard":
        return ()
    due = setup.positions[waiting[1]]
    if dealt.drawing:
        most = setup.options.draw_max_discards
        if dealt.stub < most:
            others = supply(setup, dealt, wager, due) - setup.options.draw_burn_after_reshuffle
            if setup.options.draw_own_discards_excluded or others < 0:  # else what it gives up comes back
                most = min(most, max(dealt.stub, others))
        return ((waiting[1], 0, most),)
    full = len(setup.game.faces)
    seats = enumerate(setup.seats)
    waits = [seat for index, seat in seats if wager.live >> index & 1 and len(dealt.hole[index]) == full]
    return tuple((seat, 1, 1) for seat in waits)


def discard(state: State, event: Event) -> State:
    """A seat gives cards up; in a draw they are replaced at once, before the next seat draws (D13)."""
    _, seat, cards = event
    setup, _, dealt, wager, showdown = state
    rule = setup.game.paragraphs.discard or _paragraph(state)
    limits = [row for row in discardable(state) if row[0] == seat]
    if not limits:
        expect(state, ("discard", seat), rule, f"seat {seat} may not discard now")
    _, least, most = limits[0]
    if not least <= len(cards) <= most:
        allowed = f"{least}" if least == most else f"{least} to {most}"
        raise IllegalEvent(f"seat {seat} may not discard {len(cards)}: {allowed} is allowed", rule)
    street, plan, step, _, stub, seen, hole, community, burns, pile = dealt
    position = setup.positions[seat]
    kept, seen = take(hole[position], cards, seen, f"those are not cards of seat {seat}", rule)
    hands, piles = list(hole), list(pile)
    hands[position] = kept
    piles[position] += cards
    turn = position if dealt.drawing else -1
    hole, pile = tuple(hands), tuple(piles)
    dealt = new(Dealt, (street, plan, step, turn, stub, seen, hole, community, burns, pile))
    return deal_on(setup, dealt, wager, showdown)


def take(
    held: tuple[int, ...], cards: Sequence[int], seen: int, refusal: str, rule: str
) -> tuple[tuple[int, ...], int]:
    """What is left of a hand, and the identified cards: a card never identified before may be named now."""
    kept = list(held)
    for card in cards:
        if type(card) is not int or not (0 <= card < DECK_SIZE or card == NO_CARD):
            raise IllegalEvent(f"{refusal}: {card!r} is none", rule)
        if card in kept:
            kept.remove(card)
        elif NO_CARD not in kept:
            raise IllegalEvent(refusal, rule)
        elif seen >> card & 1:
            raise IllegalEvent(f"{refusal}: {name(card)} has been dealt before", rule)
        else:
            kept.remove(NO_CARD)
            seen |= 1 << card
    return tuple(kept), seen


def shuffle(state: State, event: Event) -> State:
    """In stud the burns go back into the deck (h)(8), in a draw the discards and folded hands (k)(5)(ii), (l)(6):
    no burn, and nothing that the drawing player discarded (D14).
    """
    expect(state, event, _paragraph(state), "the deck is not short")
    setup, _, dealt, wager, showdown = state
    street, plan, step, turn, stub, seen, hole, community, burns, pile = dealt
    if plan[step] == SHUFFLE:
        out = int(plan[0] == BURN)  # the last card, just burned, stays out (D10)
        back = [*burns[: len(burns) - out]]
        burns = burns[len(burns) - out :]
        step += 1
    else:
        own = turn if setup.options.draw_own_discards_excluded else -1
        back = [card for index, cards in enumerate(pile) if index != own for card in cards]
        pile = tuple([cards if index == own else () for index, cards in enumerate(pile)])
        folded = [index for index in range(len(hole)) if not wager.live >> index & 1]
        back += [card for index in folded for card in hole[index]]
        hole = tuple([() if index in folded else cards for index, cards in enumerate(hole)])
    for card in back:
        if card != NO_CARD:
            seen &= ~(1 << card)
    stub += len(back)
    dealt = new(Dealt, (street, plan, step, turn, stub, seen, hole, community, burns, pile))
    if dealt.drawing and setup.options.draw_burn_after_reshuffle:
        return State(setup, BURN, dealt, wager, showdown)
    return deal_on(setup, dealt, wager, showdown)
