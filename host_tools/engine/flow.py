"""From one phase to the next: the deal script, the betting rounds, the showdown, the awards.

Each function takes the parts of a state after a step and gives the whole state with its `next`.
"""

from host_tools.engine.events import BURN, DONE, SHUFFLE
from host_tools.engine.opening import best_showing, forced_position
from host_tools.engine.plans import DRAW, DRAW_BURN, END, GIVE_UP, plan
from host_tools.engine.pots import pots
from host_tools.engine.ranking.evaluation import evaluators
from host_tools.engine.state import Dealt, Setup, Showdown, State, Wager, new


def following(mask: int, position: int) -> int:
    """The first position of a non-empty set that comes after `position`, clockwise, which may be itself."""
    later = mask >> (position + 1)
    if later:
        return position + (later & -later).bit_length()
    return (mask & -mask).bit_length() - 1


def deal_on(setup: Setup, dealt: Dealt, wager: Wager, showdown: Showdown) -> State:
    """Where the deal stands, its place is next, or what that depends on."""
    place = dealt.plan[dealt.step]
    depends = _DEPENDS.get(place)
    if depends is None:
        return new(State, (setup, place, dealt, wager, showdown))
    return depends(setup, dealt, wager, showdown)


def _draw_burn(setup: Setup, dealt: Dealt, wager: Wager, showdown: Showdown) -> State:
    """The burn before a draw; the deck is made up first where it is empty (D14)."""
    return State(setup, BURN if dealt.stub else SHUFFLE, dealt, wager, showdown)


def _draw(setup: Setup, dealt: Dealt, wager: Wager, showdown: Showdown) -> State:
    """The cards that the drawing seat is owed, then the next seat (D13)."""
    turn = dealt.turn
    owed = len(setup.game.faces) - len(dealt.hole[turn]) if turn >= 0 else 0
    if owed:
        stub = dealt.stub
        short = not stub or (stub < owed and not setup.options.draw_stub_first)
        place = SHUFFLE if short else ("deal", setup.seats[turn], "d")
        return new(State, (setup, place, dealt, wager, showdown))
    later = wager.live >> (turn + 1)
    if not later:
        return deal_on(setup, dealt._replace(step=dealt.step + 1, turn=-1), wager, showdown)
    turn += (later & -later).bit_length()
    street, places, step, _, *cards = dealt
    dealt = new(Dealt, (street, places, step, turn, *cards))
    return new(State, (setup, ("discard", setup.seats[turn]), dealt, wager, showdown))


def _give_up(setup: Setup, dealt: Dealt, wager: Wager, showdown: Showdown) -> State:
    """The first seat that still has to give up a card."""
    full = len(setup.game.faces)
    for position, cards in enumerate(dealt.hole):
        if len(cards) == full and wager.live >> position & 1:
            return State(setup, ("discard", setup.seats[position]), dealt, wager, showdown)
    return deal_on(setup, dealt._replace(step=dealt.step + 1, turn=-1), wager, showdown)


def supply(setup: Setup, dealt: Dealt, wager: Wager, position: int) -> int:
    """How many cards a position could draw: the deck, what others discarded, folded hands (D14)."""
    own = position if setup.options.draw_own_discards_excluded else -1
    piled = sum(len(cards) for index, cards in enumerate(dealt.pile) if index != own)
    folded = sum(len(cards) for index, cards in enumerate(dealt.hole) if not wager.live >> index & 1)
    return dealt.stub + piled + folded


def street_script(setup: Setup, dealt: Dealt, live: int, street: int) -> str:
    """How a street is dealt: where stud runs short, a burn and one common card for all (h)(8).

    The burn counts (D09). With one card left or none the burns are shuffled first, with that card or, by option,
    once it has been burned and stays out (D10).
    """
    script = setup.game.streets[street][0]
    if setup.game.order == "button":
        return script
    stub, players = dealt.stub, live.bit_count()
    if stub > players:
        return script
    if stub == players and setup.options.stud_skip_burn_to_avoid_common:
        return script.replace("b", "")
    if stub == 1 and not setup.options.stud_reshuffle_includes_last_card:
        return "bsbc"
    return "bc" if stub > 1 else "sbc"


def open_round(setup: Setup, dealt: Dealt, wager: Wager, showdown: Showdown) -> State:
    """The street is dealt: the betting round opens, unless nobody is left who could bet (f)(4)."""
    able = wager.able
    if settled(wager):
        return end_round(setup, dealt, wager, showdown)
    opener = setup.game.streets[dealt.street][1]
    if opener == "blind":
        begins = wager.opener
    elif opener == "left":
        begins = 0
    else:
        pick = best_showing if dealt.street else forced_position
        begins = following(able, pick(setup, dealt, wager.live) - 1)
    pending = able
    if not dealt.street and wager.level > setup.blind and not setup.options.straddle_live:  # (W04)
        pending &= ~(1 << (begins - 1) % len(setup.seats))  # who posted it is the one before the first to act
        if not pending:
            return end_round(setup, dealt, wager, showdown)
    first = following(pending, begins - 1)
    stacks, bets, paid, dead, live, _, _, _, _, level, full, _, _, _, returned, rulings = wager
    opened = new(
        Wager,
        (stacks, bets, paid, dead, live, able, pending, 0, 0, level, full, 0, -1, begins, returned, rulings),
    )
    return new(State, (setup, ("act", setup.seats[first]), dealt, opened, showdown))


_DEPENDS = {DRAW_BURN: _draw_burn, DRAW: _draw, GIVE_UP: _give_up, END: open_round}
"""The places that depend on more than the seats still in."""


def settled(wager: Wager) -> bool:
    """Nobody could answer a bet: at most one live seat has chips, and it has matched every other's bet."""
    able = wager.able
    if able & (able - 1):
        return False
    if not able:
        return True
    alone = able.bit_length() - 1
    against = [bet for index, bet in enumerate(wager.bets) if wager.live >> index & 1 and index != alone]
    return wager.bets[alone] >= max(against, default=0)


def turn_on(setup: Setup, dealt: Dealt, wager: Wager, showdown: Showdown, position: int) -> State:
    """`position` has acted: the next who owes an answer, or the end of the round (i)(6), (W08)."""
    pending = wager.pending
    if pending:
        later = pending >> (position + 1)
        if later:
            position += (later & -later).bit_length()
        else:
            position = (pending & -pending).bit_length() - 1
        able = wager.able
        if able & (able - 1) or not settled(wager):
            return new(State, (setup, ("act", setup.seats[position]), dealt, wager, showdown))
    return end_round(setup, dealt, wager, showdown)


def end_round(setup: Setup, dealt: Dealt, wager: Wager, showdown: Showdown) -> State:
    """All bets are answered: the unmatched part goes back (F04), then a street, the showdown or the award."""
    stacks, bets, paid, dead, live, able, _, _, _, _, _, _, aggressor, opener, returned, rulings = wager
    top = max(bets)
    if top:
        alone = bets.index(top)
        if bets.count(top) == 1 and live >> alone & 1:
            excess = top - sorted(bets)[-2]
            stacks = (*stacks[:alone], stacks[alone] + excess, *stacks[alone + 1 :])
            paid = (*paid[:alone], paid[alone] - excess, *paid[alone + 1 :])
            able |= 1 << alone
            returned = (*returned, (setup.seats[alone], excess))
        bets = (0,) * len(bets)
    street = dealt.street + 1
    last = street == len(setup.bets)
    full = 0 if last else setup.bets[street]
    wager = new(
        Wager,
        (stacks, bets, paid, dead, live, able, 0, 0, 0, 0, full, 0, aggressor, opener, returned, rulings),
    )
    if live & (live - 1) == 0:
        return open_awards(setup, dealt, wager, showdown)
    if last:
        return show_on(setup, dealt, wager, showdown)
    places = plan(setup.seats, live, street_script(setup, dealt, live, street))
    _, _, _, _, *cards = dealt
    return deal_on(setup, new(Dealt, (street, places, 0, -1, *cards)), wager, showdown)


def show_on(setup: Setup, dealt: Dealt, wager: Wager, showdown: Showdown) -> State:
    """Who shows next: the last aggressor of the last betting, else where it began, then clockwise (W14)."""
    alive = wager.live
    for position in showdown.mucked:
        alive &= ~(1 << position)
    waiting = alive & ~showdown.shown
    if not waiting or alive & (alive - 1) == 0:
        return open_awards(setup, dealt, wager, showdown)
    first = wager.aggressor
    if first < 0 or setup.options.showdown_order == "first_to_act":
        first = wager.opener
    return new(State, (setup, ("show", setup.seats[following(waiting, first - 1)]), dealt, wager, showdown))


def open_awards(setup: Setup, dealt: Dealt, wager: Wager, showdown: Showdown) -> State:
    """No more cards and no more bets: make the pots and rank the hands that compete."""
    seats = setup.seats
    live, shown, board = wager.live, showdown.shown, dealt.board
    final = pots(seats, wager.paid, [bool(live >> index & 1) for index in range(len(seats))], wager.dead)
    keys: tuple[tuple[int, ...], ...] = ((),) * len(seats)
    if shown:
        game = setup.game
        functions = evaluators(game.rankings, game.hole_used, setup.options.wheel_is_straight_in_27)
        keys = tuple(
            [
                tuple([function(hole, board) for function in functions]) if shown >> index & 1 else ()
                for index, hole in enumerate(dealt.hole)
            ]
        )
    showdown = Showdown(shown, showdown.mucked, final, keys, ())
    return State(setup, ("award", len(final) - 1) if final else DONE, dealt, wager, showdown)
