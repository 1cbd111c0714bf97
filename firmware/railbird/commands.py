"""Which commands fit the state of a table, and why the others do not."""

from micropython import const

from railbird import facts
from railbird.rules import button, cards, games, paragraphs

GAME_SHIFT = const(11)  # above the seats in the arg of OP_HAND
SEAT_BITS = const(0x7FF)

_BETWEEN_HANDS = (
    facts.OP_HAND, facts.OP_COUNT_BEGIN, facts.OP_DECK, facts.OP_OPTIONS, facts.OP_CUT, facts.OP_BUTTON,
)  # fmt: skip
_OF_A_SEAT = (facts.OP_FOLD, facts.OP_DRAW, facts.OP_EXPOSED, facts.OP_OFF_TABLE)
_NOT_HELD = (facts.OP_DRAW, facts.OP_SHUFFLE)


def check(table, op, zone, arg):
    """R_OK when a command fits the state of the table, else why not. Changes nothing."""
    if op == facts.OP_CLEAR:
        return facts.R_OK
    if not facts.OP_HAND <= op <= facts.OP_BUTTON:
        return facts.R_UNKNOWN_OP
    if op == facts.OP_COUNT_END:
        return facts.R_OK if table.counting else facts.R_NOT_COUNTING
    if op in _BETWEEN_HANDS:
        if table.in_hand:
            return facts.R_IN_HAND
        if table.counting:
            return facts.R_COUNTING
        if op == facts.OP_DECK and zone > 1:
            return facts.R_BAD_DECK
        if op == facts.OP_OPTIONS and arg > facts.OPTIONS:
            return facts.R_BAD_OPTION
        if op == facts.OP_BUTTON:
            return _check_button(table, zone, arg)
        return _check_hand(table, zone, arg) if op == facts.OP_HAND else facts.R_OK
    if not table.in_hand:
        return facts.R_NO_HAND
    if op in _OF_A_SEAT and not button.holds(table.seats, zone):
        return facts.R_NOT_IN_HAND
    if op in _NOT_HELD and table.held:
        return facts.R_HELD
    return _check_dealing(table, op, zone, arg)


def _check_hand(table, seat, arg):
    if arg >> GAME_SHIFT >= len(games.NAMES):
        return facts.R_BAD_GAME
    if table.options & facts.OPTION_SHUFFLER and not table.two_decks:
        return facts.R_ONE_DECK
    game = games.NAMES[arg >> GAME_SHIFT]
    seats = arg & SEAT_BITS
    if button.count(seats) < 2:
        return facts.R_TOO_FEW
    if button.count(seats) > games.max_seats(game):
        return facts.R_TOO_MANY
    if games.order(game) == "left":
        return facts.R_NO_BUTTON if seat else facts.R_OK
    if not 1 <= seat <= facts.SEATS:
        return facts.R_BAD_SEAT
    dead = table.options & facts.OPTION_DEAD_BUTTON
    return facts.R_OK if dead or button.holds(seats, seat) else facts.R_BAD_BUTTON


def _check_button(table, method, seats):
    if method > facts.BY_CARD:
        return facts.R_BAD_OPTION
    if not seats or seats > SEAT_BITS:
        return facts.R_BAD_SEAT
    for seat in range(1, facts.SEATS + 1):
        one = table.deck.lying(seat) == 1 and table.deck.highest(seat) != cards.NO_CARD
        if method == facts.BY_CARD and button.holds(seats, seat) and not one:
            return facts.R_ONE_CARD_EACH
    return facts.R_OK


def _check_dealing(table, op, zone, arg):
    deal = table.deal
    if op == facts.OP_FOLD:
        if table.live & (table.live - 1) == 0 and button.holds(table.live, zone):
            return facts.R_LAST_PLAYER
    elif op == facts.OP_STREET:
        return _check_street(table)
    elif op == facts.OP_DRAW:
        return facts.R_OK if deal.may_give(zone, arg) else facts.R_BAD_DRAW
    elif op == facts.OP_SHUFFLE:
        return facts.R_OK if deal.dry else facts.R_NOT_SHORT
    elif op == facts.OP_EXPOSED and not paragraphs.exposed(deal.game):
        return facts.R_NO_RULE
    if op == facts.OP_CORRECT:
        return _check_correction(table, zone, arg)
    if facts.OP_BOXED <= op <= facts.OP_OFF_TABLE and arg != cards.NO_CARD and not table.deck.is_live(arg):
        return facts.R_BAD_CARD
    return facts.R_OK


def _check_street(table):
    if table.implied:
        return facts.R_OK
    if table.held:
        return facts.R_HELD
    if not (table.deal.closable() or table.deal.lenient):
        return facts.R_STILL_DEALING
    return facts.R_LAST_STREET if table.deal.last_street() else facts.R_OK


def _check_correction(table, zone, code):
    if not (table.deal.takes(zone) or zone == facts.Z_MUCK):
        return facts.R_BAD_ZONE
    if not table.deck.is_live(code):
        return facts.R_BAD_CARD
    return facts.R_OK
