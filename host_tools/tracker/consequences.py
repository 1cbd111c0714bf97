"""What the regulation says to do about a verdict, by the number of its paragraph."""

from railbird.rules import paragraphs as p

_HOLD = "the floor decides: put it right, let it stand, or a misdeal"

CONSEQUENCES = {
    p.WRONG_START: "misdeal",
    p.WRONG_START_LATE: "two players have wagered: the hand stands as dealt (P04)",
    p.NOT_DEALT_IN: "misdeal",
    p.NOT_DEALT_IN_LATE: "two players have wagered: the hand goes on without that seat (P04)",
    p.NOT_SHUFFLED: "misdeal: shuffle and cut again",
    p.TWO_FACE_UP: "misdeal",
    p.INELIGIBLE: "those cards are discarded, the hand goes on",
    p.UNSOUND_DECK: "recount once; if confirmed the round is dead, bets go back, the deck is replaced",
    p.FACE_UP: "the card is discarded, the next one takes its place",
    p.EXPOSED_STUD7: "the exposed card serves as the up card, the third card is dealt down",
    p.EXPOSED_BOTH: "the hand is dead, its cards are taken back, the ante is returned",
    p.EXPOSED_STUD5: "the exposed card serves as the up card, the second card is dealt down",
    p.OFF_TABLE: "the card is examined and discarded, and replaced when the deal is complete",
    p.EXPOSED: "exchanged for the top card when the deal is complete; discarded, or the burn before the flop",
    p.SEATED_ONLY: "that card is discarded, the hand goes on",
    p.ONE_DECK: "take the foreign card off the table",
    p.ALTERNATE: "change the deck",
    p.COUNT: "recount once; if confirmed the deck is replaced",
    p.HANDS_BACK: "look for the cards that are missing before the deck is gathered",
    p.BURNS_APART: "put the burn back to the burns",
}


def consequence(number: int) -> str:
    """What to do about a verdict that rests on this paragraph."""
    return CONSEQUENCES.get(number, _HOLD)
