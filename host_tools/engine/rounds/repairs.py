"""What mishaps do to a hand: a card out of play, a dead hand, a round that never was. Pure functions over `State`."""

from host_tools.engine.events import DONE, IllegalEvent
from host_tools.engine.flow import deal_on, end_round, open_round, show_on, supply, turn_on
from host_tools.engine.plans import DRAW_BURN, plan
from host_tools.engine.state import Dealt, Showdown, State, Wager
from railbird.rules.cards import DECK_SIZE, NO_CARD, name


def identify(hand: State, card: int, rule: str) -> int:
    """The set of identified cards with one more. Raises IllegalEvent for no card, or one seen before."""
    if type(card) is not int or not (0 <= card < DECK_SIZE or card == NO_CARD):
        raise IllegalEvent(f"{card!r} is not a card of the deck", rule)
    if card == NO_CARD:
        return hand.dealt.seen
    if hand.dealt.seen >> card & 1:
        raise IllegalEvent(f"{name(card)} has been dealt before", rule)
    return hand.dealt.seen | 1 << card


def put_out(hand: State, card: int, rule: str) -> State:
    """The top card of the deck goes out of play. Raises IllegalEvent where none could take its place."""
    seen = identify(hand, card, rule)
    if spare(hand) < 1:
        raise IllegalEvent("no card is left to take its place: the floor decides", rule)
    hand = hand._replace(dealt=hand.dealt._replace(stub=hand.dealt.stub - 1, seen=seen))
    if hand.next[0] == "deal" and hand.dealt.drawing:  # the deck may have to be made up first
        return deal_on(hand.setup, hand.dealt, hand.wager, hand.showdown)
    return hand


def spare(hand: State) -> int:
    """How many cards of the deck the round can do without."""
    setup, dealt = hand.setup, hand.dealt
    if dealt.drawing and hand.next[0] == "deal":
        owed = len(setup.game.faces) - len(dealt.hole[dealt.turn])
        return supply(setup, dealt, hand.wager, dealt.turn) - owed
    due = dealt.plan[dealt.step :] if hand.next[0] in ("deal", "burn", "board", "shuffle") else ()
    need = sum(place[0] in ("deal", "burn", "board") or place == DRAW_BURN for place in due)
    if setup.game.order == "button":
        scripts = "".join(script for script, _, _ in setup.game.streets[dealt.street + 1 :])
        need += scripts.count("c") + scripts.count("b") if "w" not in scripts else 0
    return dealt.stub - need


def remove(hand: State, position: int, refund: bool) -> State:
    """A hand is dead: what its player put in stays in the pot, or comes back with `refund`.

    Where only one hand is left, it wins; otherwise the round goes on without the dead one.
    """
    setup, waiting, dealt, wager, showdown = hand
    wager = without(hand, position, refund)
    kind = waiting[0]
    if wager.live & (wager.live - 1) == 0:
        return end_round(setup, dealt, wager, showdown)
    if kind == "act" and setup.bring_in and not dealt.street and not wager.level:
        return open_round(setup, dealt, wager, showdown)  # the forced bet falls to the next card
    if kind == "act":
        return turn_on(setup, dealt, wager, showdown, setup.positions[waiting[1]] - 1)
    if kind == "show":
        return show_on(setup, dealt, wager, showdown)
    mine = ("deal", setup.seats[position])
    later = [place for place in dealt.plan[dealt.step :] if place[:2] != mine]
    was_drawing = dealt.drawing
    dealt = dealt._replace(plan=(*dealt.plan[: dealt.step], *later))
    if was_drawing and dealt.turn == position:  # the next to draw comes after those who have drawn
        dealt = dealt._replace(turn=(wager.live & (1 << position) - 1).bit_length() - 1)
    elif was_drawing or kind not in ("deal", "discard"):
        return State(setup, waiting, dealt, wager, showdown)
    return deal_on(setup, dealt, wager, showdown)


def without(hand: State, position: int, refund: bool) -> Wager:
    """The wagers once a position is out of the hand."""
    setup, wager = hand.setup, hand.wager
    gone = ~(1 << position)
    wager = wager._replace(live=wager.live & gone, able=wager.able & gone, pending=wager.pending & gone)
    if not refund:
        return wager
    stacks, bets, paid = list(wager.stacks), list(wager.bets), list(wager.paid)
    stacks[position] += paid[position]
    bets[position] = paid[position] = 0
    forced = 0
    if not hand.dealt.street and wager.level:
        forced = setup.bring_in or setup.blind
    level = min(wager.level, max(forced, *bets))
    full = wager.full
    if level < wager.level:  # the raise that went back is not the measure of the next
        full = min(full, max(level, setup.bets[hand.dealt.street]))
    return wager._replace(stacks=tuple(stacks), bets=tuple(bets), paid=tuple(paid), level=level, full=full)


def void(hand: State) -> State:
    """The hand never was: every chip is back where it came from, every card with the dealer (P01), (p)(3)."""
    setup = hand.setup
    count = len(setup.seats)
    none: tuple[tuple[int, ...], ...] = ((),) * count
    zeros, everyone = (0,) * count, (1 << count) - 1
    places = plan(setup.seats, everyone, setup.game.streets[0][0])
    dealt = Dealt(0, places, 0, -1, DECK_SIZE, 0, none, (), (), none if hand.dealt.pile else ())
    wager = Wager(setup.stacks, zeros, zeros, 0, everyone, everyone, 0, 0, 0, 0, 0, 0, -1, 0, (), ())
    return State(setup, DONE, dealt, wager, Showdown(0, (), (), (), ()))
