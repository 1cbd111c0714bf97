"""Mishaps that end a round: misdeals, and a deck that is short or too long ((p)(1), (3))."""

from host_tools.engine.events import Event, IllegalEvent
from host_tools.engine.rounds.deal_mishaps import misdealt, ruled
from host_tools.engine.rounds.repairs import remove, void
from host_tools.engine.rounds.table_round import Round, forget
from railbird.rules.games import MAX_SEATS

WAGERS = 2  # voluntary ones, with which a round stands as it was dealt (P02)

MISDEALS = {
    "shuffle": ("p(1)(i)", "the cards were not shuffled and cut"),
    "start": ("p(1)(ii)", "the deal began at the wrong seat"),
    "face_up": ("p(1)(iii)", "more than one card lay face up in the deck"),
    "floor": ("p(1)", "the floor has called it"),
    "table": ("p(1)", "the hand could not go on at this table"),
}
"""Cause -> the paragraph, and the record. The last two are none that the text lists: somebody has decided so."""


def misdeal(value: Round, event: Event) -> Round:
    """One of MISDEALS, whenever it is found; but a wrong start only before two players have put wagers in of their own
    will (p)(1)(ii): later the round stands as dealt (P04).
    """
    cause = event[1]
    if cause not in MISDEALS:
        raise IllegalEvent(f"misdeal for {cause!r}: expected one of {', '.join(MISDEALS)}", "p(1)")
    _before_award(value, "p(1)")
    if cause != "start" or value.volunteers.bit_count() < WAGERS:
        return misdealt(value, *MISDEALS[cause])
    return ruled(
        value, "p(1)(ii)", "wrong starting position, found after two wagers: the round stands as dealt"
    )


def missed(value: Round, event: Event) -> Round:
    """An eligible player was not dealt in: a misdeal before two voluntary wagers (p)(1)(iv); afterwards the player is
    out of the round and owes nothing (P04).
    """
    seat, hand = event[1], value.hand
    if not 1 <= seat <= MAX_SEATS:
        raise IllegalEvent(f"seat {seat}: expected 1 to {MAX_SEATS}", "a(1)")
    _before_award(value, "p(1)(iv)")
    if value.volunteers.bit_count() < WAGERS:
        return misdealt(value, "p(1)(iv)", f"seat {seat} was not dealt in")
    if seat in hand.seats and hand.is_live(seat) and not hand.pots:
        mishaps = forget(value.mishaps, seat)
        hand = remove(hand, hand.setup.positions[seat], refund=True)
        value = value._replace(hand=hand, mishaps=mishaps._replace(refunded=True))
    return ruled(
        value, "p(1)(iv)", f"seat {seat} was not dealt in, found after two wagers: it is out of the round"
    )


def deck_fault(value: Round, event: Event) -> Round:
    """A card is 'missing' or there is an 'extra' one: the round is held and the deck counted once more (P05). A
    sighting while the round is held already changes nothing.
    """
    fault = event[1]
    if fault not in ("missing", "extra"):
        raise IllegalEvent(f"deck fault {fault!r}: expected missing or extra", "p(3)")
    if value.over:
        raise IllegalEvent("the round is over: only the deck is replaced", "p(3)")
    if value.mishaps.held[:1] in (("recount",), ("floor",)):
        return value
    if value.mishaps.held:
        raise IllegalEvent("the round is held for a hand to be rebuilt", "p(5)(ii)")
    value = value._replace(mishaps=value.mishaps._replace(held=("recount",)))
    return ruled(value, "p(3)", f"{fault} card: the round is held for a recount")


def recount(value: Round, event: Event) -> Round:
    """A 'good' recount cancels the fault; a 'bad' one asks for the floor (P05)."""
    result = event[1]
    if value.mishaps.held != ("recount",) or result not in ("good", "bad"):
        raise IllegalEvent(f"recount {result!r}: none is due, or it is neither good nor bad", "p(3)")
    held: Event = () if result == "good" else ("floor",)
    value = value._replace(mishaps=value.mishaps._replace(held=held))
    return ruled(value, "p(3)", f"the recount is {result}")


def floor(value: Round, event: Event) -> Round:
    """The floor's word: the round is 'dead' and each gets back what he put in, the rake reversed (p)(3), (F06); or
    play goes 'on'.
    """
    word = event[1]
    if value.mishaps.held != ("floor",) or word not in ("dead", "on"):
        raise IllegalEvent(f"the floor's word {word!r}: none is due, or it is neither dead nor on", "p(3)")
    value = value._replace(mishaps=value.mishaps._replace(held=()))
    if word == "on":
        return ruled(value, "p(3)", "the floor lets the round go on")
    value = ruled(value, "p(3)", "the round is dead: all money back, the deck is replaced")
    return value._replace(hand=void(value.hand), takes=(), asked=(), drop=0, outcome="dead")


def _before_award(value: Round, rule: str) -> None:
    if value.hand.awards or value.over:
        raise IllegalEvent("a pot has been awarded: too late for a misdeal", rule)
