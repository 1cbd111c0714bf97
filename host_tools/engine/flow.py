"""From one phase to the next: the deal script, the betting rounds, the showdown, the awards.

Each function takes the parts of a state after a step and gives the whole state with its `next`.
"""

from host_tools.engine.evaluation import evaluators
from host_tools.engine.events import BOARD, BURN, DONE, SHUFFLE
from host_tools.engine.opening import best_showing, forced_position
from host_tools.engine.pots import pots
from host_tools.engine.state import Dealt, Setup, Showdown, State, Wager, left


def following(mask: int, position: int) -> int:
    """The first position of a non-empty set that comes after `position`, clockwise, which may be itself."""
    later = mask >> (position + 1)
    if later:
        return position + (later & -later).bit_length()
    return (mask & -mask).bit_length() - 1


def deal_on(
    setup: Setup,
    street: int,
    script: str,
    step: int,
    turn: int,
    seen: int,
    hole: tuple[tuple[int, ...], ...],
    board: tuple[int, ...],
    burns: tuple[int, ...],
    pile: tuple[tuple[int, ...], ...],
    wager: Wager,
    showdown: Showdown,
) -> State:
    """The next place of the script from `step` on and, within a pass, after position `turn`; see `Dealt`."""
    size = len(script)
    while step < size:
        letter = script[step]
        if letter == "d" or letter == "u":
            later = wager.live >> (turn + 1)
            if later:
                turn += (later & -later).bit_length()
                place = ("deal", setup.seats[turn], letter)
                dealt = Dealt(street, script, step, turn, seen, hole, board, burns, pile)
                return State(setup, place, dealt, wager, showdown)
        elif letter == "w" or letter == "x":
            dealt = Dealt(street, script, step, turn, seen, hole, board, burns, pile)
            state = _draw_on(setup, dealt, wager, showdown) if letter == "w" else None
            state = _discard_on(setup, dealt, wager, showdown) if letter == "x" else state
            if state is not None:
                return state
        else:
            place = BOARD if letter == "c" else BURN if letter == "b" else SHUFFLE
            dealt = Dealt(street, script, step, -1, seen, hole, board, burns, pile)
            if pile and place is BURN and not left(setup, dealt):
                place = SHUFFLE
            return State(setup, place, dealt, wager, showdown)
        step += 1
        turn = -1
    dealt = Dealt(street, script, step, -1, seen, hole, board, burns, pile)
    return open_round(setup, dealt, wager, showdown)


def _draw_on(setup: Setup, dealt: Dealt, wager: Wager, showdown: Showdown) -> State | None:
    """The cards that the drawing seat is owed, then the next seat (D13); None when all have drawn."""
    turn = dealt.turn
    owed = len(setup.game.faces) - len(dealt.hole[turn]) if turn >= 0 else 0
    if owed:
        stub = left(setup, dealt)
        short = not stub or (stub < owed and not setup.options.draw_stub_first)
        place = SHUFFLE if short else ("deal", setup.seats[turn], "d")
        return State(setup, place, dealt, wager, showdown)
    later = wager.live >> (turn + 1)
    if not later:
        return None
    turn += (later & -later).bit_length()
    return State(setup, ("discard", setup.seats[turn]), dealt._replace(turn=turn), wager, showdown)


def _discard_on(setup: Setup, dealt: Dealt, wager: Wager, showdown: Showdown) -> State | None:
    """The first seat that still has to give up a card; None when all have."""
    full = len(setup.game.faces)
    for position, cards in enumerate(dealt.hole):
        if len(cards) == full and wager.live >> position & 1:
            return State(setup, ("discard", setup.seats[position]), dealt._replace(turn=-1), wager, showdown)
    return None


def supply(setup: Setup, dealt: Dealt, wager: Wager, position: int) -> int:
    """How many cards a position could draw: the deck, what others discarded, folded hands (D14)."""
    own = position if setup.options.draw_own_discards_excluded else -1
    piled = sum(len(cards) for index, cards in enumerate(dealt.pile) if index != own)
    folded = sum(len(cards) for index, cards in enumerate(dealt.hole) if not wager.live >> index & 1)
    return left(setup, dealt) + piled + folded


def street_script(setup: Setup, dealt: Dealt, live: int, street: int) -> str:
    """How a street is dealt: where stud runs short, a burn and one common card for all (h)(8).

    The burn counts (D09). With one card left or none the burns are shuffled first (D10).
    """
    script = setup.game.streets[street][0]
    if setup.game.order == "button":
        return script
    stub, players = left(setup, dealt), live.bit_count()
    if stub > players:
        return script
    if stub == players and setup.options.stud_skip_burn_to_avoid_common:
        return script.replace("b", "")
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
    first = following(able, begins - 1)
    stacks, bets, paid, dead, live, _, _, _, _, level, full, _, _, _, returned = wager
    opened = Wager(
        stacks, bets, paid, dead, live, able, able, 0, 0, level, full, 0, -1, begins, returned
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
    stacks, bets, paid, dead, live, able, _, _, _, _, _, _, aggressor, opener, returned = wager
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
    wager = Wager(
        stacks, bets, paid, dead, live, able, 0, 0, 0, 0, 0 if last else setup.bets[street],
        0, aggressor, opener, returned,
    )  # fmt: skip
    if live & (live - 1) == 0:
        return open_awards(setup, dealt, wager, showdown)
    if last:
        return show_on(setup, dealt, wager, showdown)
    _, _, _, _, seen, hole, board, burns, pile = dealt
    script = street_script(setup, dealt, live, street)
    return deal_on(setup, street, script, 0, -1, seen, hole, board, burns, pile, wager, showdown)


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
        game = setup.game
        functions = evaluators(game.rankings, game.hole_used, setup.options.wheel_is_straight_in_27)
        keys = tuple(
            [
                tuple([function(hole, dealt.board) for function in functions])
                if showdown.shown >> index & 1
                else ()
                for index, hole in enumerate(dealt.hole)
            ]
        )
    showdown = Showdown(showdown.shown, showdown.mucked, final, keys, ())
    return State(setup, ("award", len(final) - 1) if final else DONE, dealt, wager, showdown)
