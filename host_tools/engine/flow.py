"""From one phase to the next: the deal script, the betting rounds, the showdown, the awards.

Each function takes the parts of a state after a step and gives the whole state with its `next`.
"""

from host_tools.engine.evaluation import RANKINGS
from host_tools.engine.events import BOARD, BURN, DONE
from host_tools.engine.pots import pots
from host_tools.engine.state import Dealt, Setup, Showdown, State, Wager


def following(mask: int, position: int) -> int:
    """The first position of a non-empty set that comes after `position`, clockwise, which may be itself."""
    later = mask >> (position + 1)
    if later:
        return position + (later & -later).bit_length()
    return (mask & -mask).bit_length() - 1


def deal_on(
    setup: Setup,
    street: int,
    step: int,
    turn: int,
    seen: int,
    hole: tuple[tuple[int, ...], ...],
    board: tuple[int, ...],
    burns: tuple[int, ...],
    wager: Wager,
    showdown: Showdown,
) -> State:
    """The next place of the script from `step` on and, within a pass, after position `turn`; see `Dealt`."""
    script = setup.streets[street][0]
    size = len(script)
    while step < size:
        letter = script[step]
        if letter == "b" or letter == "c":
            place = BURN if letter == "b" else BOARD
            return State(setup, place, Dealt(street, step, -1, seen, hole, board, burns), wager, showdown)
        later = wager.live >> (turn + 1)
        if later:
            turn += (later & -later).bit_length()
            place = ("deal", setup.seats[turn], letter)
            return State(setup, place, Dealt(street, step, turn, seen, hole, board, burns), wager, showdown)
        step += 1
        turn = -1
    dealt = Dealt(street, step, -1, seen, hole, board, burns)
    return open_round(setup, dealt, wager, showdown)


def open_round(setup: Setup, dealt: Dealt, wager: Wager, showdown: Showdown) -> State:
    """The street is dealt: the betting round opens, unless nobody is left who could bet (f)(4)."""
    opener = setup.streets[dealt.street][1]
    able = wager.able
    if settled(wager):
        return end_round(setup, dealt, wager, showdown)
    begins = wager.opener if opener == "blind" else 0
    first = following(able, begins - 1)
    opened = Wager(
        wager.stacks, wager.bets, wager.paid, wager.dead, wager.live, able,
        able, 0, wager.level, wager.full, -1, begins, wager.returned,
    )  # fmt: skip
    return State(setup, ("act", setup.seats[first]), dealt, opened, showdown)


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
            return State(setup, ("act", setup.seats[position]), dealt, wager, showdown)
    return end_round(setup, dealt, wager, showdown)


def end_round(setup: Setup, dealt: Dealt, wager: Wager, showdown: Showdown) -> State:
    """All bets are answered: the unmatched part goes back (F04), then a street, the showdown or the award."""
    stacks, bets, paid, dead, live, able, _, _, _, _, aggressor, opener, returned = wager
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
    wager = Wager(stacks, bets, paid, dead, live, able, 0, 0, 0, setup.min_bet, aggressor, opener, returned)
    if live & (live - 1) == 0:
        return open_awards(setup, dealt, wager, showdown)
    street = dealt.street + 1
    if street < len(setup.streets):
        _, _, _, seen, hole, board, burns = dealt
        return deal_on(setup, street, 0, -1, seen, hole, board, burns, wager, showdown)
    return show_on(setup, dealt, wager, showdown)


def show_on(setup: Setup, dealt: Dealt, wager: Wager, showdown: Showdown) -> State:
    """Who shows next: the last aggressor of the last betting, else where it began, then clockwise (W14)."""
    alive = wager.live
    for position in showdown.mucked:
        alive &= ~(1 << position)
    waiting = alive & ~showdown.shown
    if not waiting or alive & (alive - 1) == 0:
        return open_awards(setup, dealt, wager, showdown)
    first = wager.aggressor if wager.aggressor >= 0 else wager.opener
    return State(setup, ("show", setup.seats[following(waiting, first - 1)]), dealt, wager, showdown)


def open_awards(setup: Setup, dealt: Dealt, wager: Wager, showdown: Showdown) -> State:
    """No more cards and no more bets: make the pots and rank the hands that compete."""
    seats = setup.seats
    alive = [bool(wager.live >> index & 1) for index in range(len(seats))]
    final = pots(seats, wager.paid, alive, wager.dead)
    keys: tuple[tuple[int, ...], ...] = ((),) * len(seats)
    if showdown.shown:
        functions = [RANKINGS[name] for name in setup.rankings]
        keys = tuple(
            [
                tuple([function(hole + dealt.board) for function in functions])
                if showdown.shown >> index & 1
                else ()
                for index, hole in enumerate(dealt.hole)
            ]
        )
    showdown = Showdown(showdown.shown, showdown.mucked, final, keys, ())
    return State(setup, ("award", len(final) - 1) if final else DONE, dealt, wager, showdown)
