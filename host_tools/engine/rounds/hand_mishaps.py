"""What befalls a player's hand: fouled, taken in by the dealer, left behind ((p)(5))."""

from host_tools.engine.events import Event, IllegalEvent
from host_tools.engine.rounds.deal_mishaps import ruled
from host_tools.engine.rounds.repairs import remove
from host_tools.engine.rounds.table_round import Round, forget


def protect(value: Round, event: Event) -> Round:
    """A hand under a marker, or under its owner's hand as the dealer sees it (P07)."""
    position = _holder(value, event[1])
    mishaps = value.mishaps
    return value._replace(mishaps=mishaps._replace(marked=mishaps.marked | 1 << position))


def is_protected(value: Round, seat: int, *, against_fouling: bool = True) -> bool:
    """Reasonably protected (P07); against fouling the hole cards of stud always are (p)(5)(i)."""
    setup = value.hand.setup
    if value.mishaps.marked >> setup.positions[seat] & 1 or setup.options.default_protected:
        return True
    return against_fouling and setup.game.order == "left"


def fouled(value: Round, event: Event) -> Round:
    """Cards of a hand came among the discards, or the dealer took it in. Without protection it is dead and has no
    redress (p)(5); a protected one is rebuilt if that can be done (p)(5)(ii).
    """
    seat = event[1]
    _holder(value, seat)
    if is_protected(value, seat):
        value = value._replace(mishaps=value.mishaps._replace(held=("rebuild", seat)))
        return ruled(value, "p(5)(ii)", f"the protected hand of seat {seat} is to be rebuilt")
    return ruled(
        _dead(value, seat, False), "p(5)", f"the unprotected hand of seat {seat} is dead: no redress"
    )


def rebuilt(value: Round, event: Event) -> Round:
    """The floor confirms the very cards: the round goes on with them (p)(5)(ii)."""
    value = _answered(value, event[1])
    return ruled(value, "p(5)(ii)", f"the hand of seat {event[1]} is rebuilt")


def lost(value: Round, event: Event) -> Round:
    """It cannot be rebuilt: a 'blameless' player gets back all that he put in, one 'at fault' nothing (p)(5)(iii)."""
    _, seat, fault = event
    if fault not in ("blameless", "at fault"):
        raise IllegalEvent(f"seat {seat} {fault!r}: expected blameless or at fault", "p(5)(iii)")
    value = _answered(value, seat)
    refund = fault == "blameless"
    money = "his money back" if refund else "no refund"
    return ruled(
        _dead(value, seat, refund), "p(5)(iii)", f"the hand of seat {seat} is lost: {fault}, {money}"
    )


def left(value: Round, event: Event) -> Round:
    """A player left without a word: an unprotected hand has no interest in the pot; a protected one is the floor's
    to decide on (p)(5)(iv).
    """
    seat = event[1]
    _holder(value, seat)
    if is_protected(value, seat, against_fouling=False):
        return ruled(value, "p(5)(iv)", f"seat {seat} has left a protected hand: the floor decides")
    return ruled(
        _dead(value, seat, False), "p(5)(iv)", f"seat {seat} has left an unprotected hand: discarded"
    )


def _dead(value: Round, seat: int, refund: bool) -> Round:
    hand = remove(value.hand, value.hand.setup.positions[seat], refund)
    mishaps = forget(value.mishaps, seat)
    return value._replace(hand=hand, mishaps=mishaps._replace(refunded=mishaps.refunded or refund))


def _answered(value: Round, seat: int) -> Round:
    if value.mishaps.held != ("rebuild", seat):
        raise IllegalEvent(f"no hand of seat {seat} is to be rebuilt", "p(5)(ii)")
    return value._replace(mishaps=value.mishaps._replace(held=()))


def _holder(value: Round, seat: int) -> int:
    """The position of a seat with live cards, before the pots are made."""
    hand = value.hand
    if seat not in hand.seats or not hand.is_live(seat) or not hand.hole(seat):
        raise IllegalEvent(f"seat {seat} has no live hand", "p(5)")
    if hand.pots or hand.is_shown(seat):
        raise IllegalEvent(f"the hand of seat {seat} has been tabled or the pots are made: too late", "p(5)")
    return hand.setup.positions[seat]
