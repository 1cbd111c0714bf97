"""Verdicts on the order of the deal: what was wrong once a look has settled the doubt, and by which paragraph."""

from railbird import facts
from railbird.rules import button, cards
from railbird.rules import paragraphs as p


def doubt(deal):
    """The zone that a clean look has to prove without news before the deal is called broken, or NO_ZONE."""
    if deal.extra != facts.NO_ZONE:
        return deal.extra
    return deal.next_zone() if deal.ahead and not deal.lenient else facts.NO_ZONE


def judge(table, dealt, zone):
    """The doubt about `zone` has been settled against the deal: the table tells of it."""
    deal = table.deal
    if zone == deal.extra:
        _too_many(table, dealt.latest(zone), zone)
    else:
        _ahead(table, dealt.first_ahead(), zone, dealt)


def _too_many(table, ref, zone):
    seat = table.deal.seat_of(zone)
    if not seat or button.holds(table.live, seat):
        table.tell(facts.V_TOO_MANY, zone, ref, _of_full(table.deal, zone))
    else:
        rule = p.INELIGIBLE if button.holds(table.seats, seat) else p.SEATED_ONLY
        table.tell(facts.V_WRONG_SEAT, zone, ref, rule)


def _ahead(table, ref, expected, dealt):
    """A card went to its zone before one that was due to `expected`."""
    deal = table.deal
    zone = dealt.home(ref)
    street = deal.street[deal.next]
    if not (deal.seat_of(expected) and deal.seat_of(zone)):
        giving = expected == facts.Z_MUCK
        rule = p.draws(deal.game, street) if giving else p.deals(deal.game, street)
        table.tell(facts.V_OUT_OF_ORDER, zone, ref, rule)
    elif deal.next == 0:
        table.tell(facts.V_WRONG_SEAT, zone, ref, p.WRONG_START if table.wagered < 2 else p.WRONG_START_LATE)
    elif (
        street == 0
        and _cards(deal, expected) == 0
        and _cards(deal, deal.zone[0]) > 1
        and (deal.next > 1 or deal.seat_of(zone) != deal.zone[0])
    ):
        # The second round of cards has begun, not just the first player got two in a row, and that one has none.
        rule = p.NOT_DEALT_IN if table.wagered < 2 else p.NOT_DEALT_IN_LATE
        table.tell(facts.V_SKIPPED, expected, cards.NO_CARD, rule)
    else:
        rule = p.draws(deal.game, street) if street else p.deals(deal.game, 0)
        table.tell(facts.V_WRONG_SEAT, zone, ref, rule)


def _cards(deal, zone):
    """How many cards a seat has got, face up or down."""
    seat = deal.seat_of(zone)
    return deal.got(seat) + deal.got(facts.Z_UP + seat)


def _of_full(deal, zone):
    """The paragraph by which a zone got the last card that it may have."""
    index = deal.place(zone, deal.total(zone))
    if index == deal.size or (zone > facts.Z_BOARD and deal.next == deal.size):
        return p.deals(deal.game, deal.open)
    street = deal.street[index]
    return p.draws(deal.game, street) if street and zone < facts.Z_BOARD else p.deals(deal.game, street)
