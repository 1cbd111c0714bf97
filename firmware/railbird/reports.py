"""What the dealer reports because no reader sees it: a card face up in the deck, exposed, off the table, (p)(4)-(9)."""

from railbird import facts
from railbird.rules import button, cards
from railbird.rules import paragraphs as p


def report(table, dealt, op, seat, code):
    """Take a report and tell its verdict; `code` is the card, or NO_CARD for one that is not named."""
    if op == facts.OP_BOXED:
        table.face_up = min(table.face_up + 1, 2)
        twice = table.face_up > 1
        table.verdict(facts.V_TWO_FACE_UP if twice else facts.V_FACE_UP, facts.NO_ZONE, code, 0)
        table.hold(table.held or twice)
    elif op == facts.OP_OFF_TABLE:
        table.verdict(facts.V_OFF_TABLE, seat, code, 0)
        if code != cards.NO_CARD and button.holds(table.live, seat) and dealt.home(code) == facts.NO_ZONE:
            dealt.add(seat, code)  # it takes that seat's turn, and is replaced in the end
            table.deal.exchange(seat)
    else:
        _exposed(table, seat, code)


def _exposed(table, seat, code):
    deal = table.deal
    rule = p.exposed(deal.game)
    again = rule == p.EXPOSED_STUD7 and deal.open == 0 and deal.hidden(seat)
    table.verdict(facts.V_EXPOSED, seat, code, facts.NO_ZONE << 8 | (p.EXPOSED_BOTH if again else rule))
    if again:
        if table.live & (table.live - 1):
            table.fold(seat)
    elif button.holds(table.live, seat):
        if rule == p.EXPOSED:
            deal.exchange(seat)
        elif deal.open == 0:
            deal.hide(seat)
