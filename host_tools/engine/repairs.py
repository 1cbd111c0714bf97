"""What mishaps do to a hand: a card out of play, a dead hand, a round that never was. Pure functions over `State`."""

from host_tools.engine.events import DONE, IllegalEvent
from host_tools.engine.flow import deal_on, end_round, open_round, show_on, supply, turn_on
from host_tools.engine.state import Dealt, Showdown, State, Wager, left
from railbird.rules.cards import DECK_SIZE, NO_CARD, name


def identify(hand: State, card: int, rule: str) -> int:
    """The set of identified cards with one more. Raises IllegalEvent for no card, or one seen before."""
    if card == NO_CARD:
        return hand.dealt.seen
    if not 0 <= card < DECK_SIZE:
        raise IllegalEvent(f"{card} is not a card of the deck", rule)
    if hand.dealt.seen >> card & 1:
        raise IllegalEvent(f"{name(card)} has been dealt before", rule)
    return hand.dealt.seen | 1 << card


def put_out(hand: State, card: int, rule: str) -> State:
    """The top card of the deck goes out of play. Raises IllegalEvent where none could take its place."""
    seen = identify(hand, card, rule)
    if spare(hand) < 1:
        raise IllegalEvent("no card is left to take its place: the floor decides", rule)
    setup = hand.setup._replace(deck=hand.setup.deck - 1)
    return again(hand._replace(setup=setup, dealt=hand.dealt._replace(seen=seen)))


def again(hand: State) -> State:
    """The same place of the deal, worked out again: a draw may have to shuffle first."""
    if hand.next[0] not in ("deal", "burn"):
        return hand
    street, script, step, turn, seen, hole, board, burns, pile = hand.dealt
    turn = turn if script[step] == "w" else turn - 1
    return deal_on(
        hand.setup, street, script, step, turn, seen, hole, board, burns, pile, hand.wager, hand.showdown
    )


def spare(hand: State) -> int:
    """How many cards of the deck the round can do without."""
    game, dealt, live = hand.setup.game, hand.dealt, hand.wager.live
    if hand.next[0] not in ("deal", "burn", "board", "shuffle"):
        rest = ""
        need = 0
    else:
        rest = dealt.script[dealt.step + 1 :]
        need = _need(dealt.script[dealt.step], live >> max(dealt.turn, 0) & (1 << 11) - 1)
    if "w" in "".join(script for script, _, _ in game.streets):
        if hand.next[0] == "deal" and dealt.script[dealt.step] == "w":
            owed = len(game.faces) - len(dealt.hole[dealt.turn])
            return supply(hand.setup, dealt, hand.wager, dealt.turn) - owed
        return left(hand.setup, dealt) - need - sum(_need(letter, live) for letter in rest)
    if game.order == "button":
        rest += "".join(script for script, _, _ in game.streets[dealt.street + 1 :])
    return left(hand.setup, dealt) - need - sum(_need(letter, live) for letter in rest)


def _need(letter: str, live: int) -> int:
    """How many cards of the deck a letter of a script takes."""
    return live.bit_count() if letter in "du" else int(letter in "bc")


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
    letter = dealt.script[dealt.step]
    if (kind in ("deal", "discard") and letter in "dux") or (letter == "w" and dealt.turn == position):
        turn = dealt.turn - 1
        if letter == "w":  # the next to draw is the one after those who have drawn
            turn = (wager.live & (1 << position) - 1).bit_length() - 1
        return deal_on(
            setup, dealt.street, dealt.script, dealt.step, turn, dealt.seen, dealt.hole, dealt.board,
            dealt.burns, dealt.pile, wager, showdown,
        )  # fmt: skip
    return State(setup, waiting, dealt, wager, showdown)


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
    return wager._replace(stacks=tuple(stacks), bets=tuple(bets), paid=tuple(paid), level=level)


def void(hand: State) -> State:
    """The hand never was: every chip is back where it came from, every card with the dealer (P01), (p)(3)."""
    setup = hand.setup._replace(deck=DECK_SIZE)
    count = len(setup.seats)
    none: tuple[tuple[int, ...], ...] = ((),) * count
    zeros, everyone = (0,) * count, (1 << count) - 1
    dealt = Dealt(0, setup.game.streets[0][0], 0, 0, 0, none, (), (), none if hand.dealt.pile else ())
    wager = Wager(setup.stacks, zeros, zeros, 0, everyone, everyone, 0, 0, 0, 0, 0, 0, -1, 0, ())
    return State(setup, DONE, dealt, wager, Showdown(0, (), (), (), ()))
