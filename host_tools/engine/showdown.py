"""The events after the last bet: show, muck, award. Only tabled hands compete (W14)."""

from host_tools.engine.awards import best, shares
from host_tools.engine.dealing import take
from host_tools.engine.events import DONE, Event, IllegalEvent
from host_tools.engine.flow import show_on
from host_tools.engine.odd_chips import by_suit
from host_tools.engine.posting import expect
from host_tools.engine.pots import Pot
from host_tools.engine.state import Award, Dealt, Showdown, State, Wager, new
from railbird.rules.cards import NO_CARD


def undecided(state: State) -> tuple[int, ...]:
    """The seats that may show now, the one that is due first.

    At the showdown a seat may table its hand before its turn; while community cards are still to come it may do so
    once nobody can bet any more and nobody's own cards will change.
    """
    setup, waiting, dealt, wager, showdown = state
    kind = waiting[0]
    running_out = dealt.street >= setup.game.hand_from and not wager.able & (wager.able - 1)
    if kind != "show" and not (running_out and kind in ("burn", "board")):
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
    if waiting != event and seat not in undecided(state):
        raise IllegalEvent(f"seat {seat} has no hand to show now", setup.game.paragraphs.showdown)
    position = setup.positions[seat]
    if len(event) == 3:
        dealt = _named(state, position, event[2], setup.game.paragraphs.showdown)
    elif NO_CARD in dealt.hole[position]:
        refusal = f"the cards of seat {seat} have to be named to be shown"
        raise IllegalEvent(refusal, setup.game.paragraphs.showdown)
    shown, mucked, pots, keys, awards = showdown
    showdown = new(Showdown, (shown | 1 << position, mucked, pots, keys, awards))
    if waiting[0] != "show":
        return State(setup, waiting, dealt, wager, showdown)
    return show_on(setup, dealt, wager, showdown)


def _named(state: State, position: int, cards: tuple[int, ...], rule: str) -> Dealt:
    """The deal with a seat's cards named, in any order; raises IllegalEvent for other cards than it holds."""
    dealt = state.dealt
    held = dealt.hole[position]
    refusal = f"those are not the {len(held)} cards of seat {state.setup.seats[position]}"
    if len(cards) != len(held) or NO_CARD in cards:
        raise IllegalEvent(refusal, rule)
    _, seen = take(held, cards, dealt.seen, refusal, rule)
    order = iter([card for card in cards if card not in held])
    hand = tuple(next(order) if card == NO_CARD else card for card in held)
    return dealt._replace(hole=(*dealt.hole[:position], hand, *dealt.hole[position + 1 :]), seen=seen)


def muck(state: State, event: Event) -> State:
    """Concedes without showing; the last hand left need not show either (W14)."""
    seat = event[1]
    setup, waiting, dealt, wager, showdown = state
    if waiting[0] != "show" or seat not in undecided(state):
        raise IllegalEvent(f"seat {seat} has no hand to muck at a showdown", setup.game.paragraphs.showdown)
    showdown = showdown._replace(mucked=(*showdown.mucked, setup.positions[seat]))
    return show_on(setup, dealt, wager, showdown)


def award(state: State, event: Event) -> State:
    """Pushes one pot, the last side pot first, the centre pot last (f)(6)(vi) (D20)."""
    number = event[1]
    expect(state, event, "f(6)(vi)", f"pot {number} is not the next to be awarded")
    setup, _, dealt, wager, showdown = state
    shown, mucked, pots, keys, awards = showdown
    stacks = list(wager.stacks)
    for part, amount, winners in _parts(state, pots[number]):
        for position, share in zip(winners, shares(amount, winners, setup.unit), strict=True):
            if share:
                stacks[position] += share
                awards = (*awards, Award(number, setup.seats[position], share, part))
    wager = Wager(tuple(stacks), *wager[1:])
    showdown = Showdown(shown, mucked, pots, keys, awards)
    return State(setup, ("award", number - 1) if number else DONE, dealt, wager, showdown)


def _parts(state: State, pot: Pot) -> list[tuple[str, int, list[int]]]:
    """A pot as (part, amount, winning positions in the order of odd chips): whole, or a high and a low half.

    The odd unit of the halves goes to the high hand (h)(9)(iii)(a), (j)(6)(ii)(a); without a low hand so does the
    pot (h)(10), (j)(7). Every pot is split on its own (S09).
    """
    setup, showdown = state.setup, state.showdown
    entitled = [setup.positions[seat] for seat in pot.seats]
    claims = [position for position in entitled if position not in showdown.mucked]
    if not claims:  # all conceded to each other: the last to give up had nobody left to concede to
        claims = [max(entitled, key=showdown.mucked.index)]
    if len(claims) == 1:
        return [("", pot.amount, claims)]
    best_hands = _winners(state, claims, 0)
    if len(setup.game.rankings) == 1:
        return [("", pot.amount, best_hands)]
    if not any(showdown.keys[position][1] for position in claims):
        return [("high", pot.amount, best_hands)]
    upper, lower = shares(pot.amount, (0, 1), setup.unit)
    return [("high", upper, best_hands), ("low", lower, _winners(state, claims, 1))]


def _winners(state: State, claims: list[int], half: int) -> list[int]:
    """Who has the best hand of one ranking, in the order of odd chips: clockwise from the button (S01), in stud by
    suit.
    """
    setup, dealt, showdown = state.setup, state.dealt, state.showdown
    keys = [showdown.keys[position][half] for position in claims]
    winners = [claims[index] for index in best(keys)]
    game, options = setup.game, setup.options
    by_seat = game.order == "button" and options.odd_chip_button_games != "suit"
    if len(winners) == 1 or by_seat:
        return winners
    hands = {position: (dealt.hole[position], dealt.board) for position in winners}
    return by_suit(game.rankings[half], hands, winners, options, game.hole_used)
