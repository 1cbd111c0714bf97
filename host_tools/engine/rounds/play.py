"""`apply_round`, the one way a round of play changes: the events of a hand, what the house takes, and mishaps.

    value = begin_round(start("holdem", ...), House(rake, jackpot))
    while not value.over:
        value = apply_round(value, the_event_that_fits(value.next))

Beside the events of a hand (see `events`) there are

    ('rake', amount)              the dealer moves rake to the rake area; at most what is due
    ('drop', amount)              likewise the jackpot contribution, after the rake (r)(3)
    ('misdeal', cause)            one of `round_mishaps.MISDEALS` (p)(1)
    ('missed', seat)              an eligible player was not dealt in (p)(1)(iv)
    ('ineligible', seat, (card, ...))  cards were dealt to somebody who is not in the round (p)(2)
    ('deck_fault', fault) ('recount', result) ('floor', word)   'missing' or 'extra'; 'good' or 'bad'; 'dead' or 'on'
    ('boxed', card)               the card due lies face up in the deck (p)(4)
    ('off_table', card)           the card due fell off the table (p)(8)
    ('exposed', seat, card)       a card dealt face down was turned up in the deal (p)(6), (7), (9)
    ('exchange', seat, card, use) its replacement; the old card is a 'discard' or the 'burn' before the flop
    ('choose', seat, pot)         after an exposed seventh card: 'formed' or 'whole'
    ('protect', seat) ('fouled', seat) ('rebuilt', seat) ('lost', seat, fault) ('left', seat)   (p)(5)

What a round waits for, `Round.next`, is what its hand waits for or one of: ('rake', amount) ('drop', amount), whole;
('recount',) ('floor',) ('rebuild', seat) ('exchange', seat) ('choose', seat), and ('deal', seat, 'd') where a card
comes down after an exposed one. Mishaps are accepted at any moment that they can happen at.
"""

from collections.abc import Callable

from host_tools.engine.events import DONE, SHAPES, Event, IllegalEvent, describe
from host_tools.engine.house import collection
from host_tools.engine.house.jackpot import check_jackpot
from host_tools.engine.house.rake import check_rake, free_of_fee
from host_tools.engine.judge import apply
from host_tools.engine.rounds import deal_mishaps, hand_mishaps, round_mishaps
from host_tools.engine.rounds.table_round import House, Mishaps, Round
from host_tools.engine.state import State

ROUND_SHAPES: dict[str, tuple[type, ...]] = {
    "rake": (str, int),
    "drop": (str, int),
    "misdeal": (str, str),
    "missed": (str, int),
    "ineligible": (str, int, tuple),
    "deck_fault": (str, str),
    "recount": (str, str),
    "floor": (str, str),
    "boxed": (str, int),
    "off_table": (str, int),
    "exposed": (str, int, int),
    "exchange": (str, int, int, str),
    "choose": (str, int, str),
    "protect": (str, int),
    "fouled": (str, int),
    "rebuilt": (str, int),
    "lost": (str, int, str),
    "left": (str, int),
}

_HANDLERS: dict[str, Callable[[Round, Event], Round]] = {
    "rake": collection.collect_rake,
    "drop": collection.collect_drop,
    "misdeal": round_mishaps.misdeal,
    "missed": round_mishaps.missed,
    "ineligible": deal_mishaps.ineligible,
    "deck_fault": round_mishaps.deck_fault,
    "recount": round_mishaps.recount,
    "floor": round_mishaps.floor,
    "boxed": deal_mishaps.boxed,
    "off_table": deal_mishaps.off_table,
    "exposed": deal_mishaps.exposed,
    "exchange": deal_mishaps.exchange,
    "choose": deal_mishaps.choose,
    "protect": hand_mishaps.protect,
    "fouled": hand_mishaps.fouled,
    "rebuilt": hand_mishaps.rebuilt,
    "lost": hand_mishaps.lost,
    "left": hand_mishaps.left,
}

_WHILE_HELD = ("deck_fault", "recount", "floor", "rebuilt", "lost")
_WILLING = ("call", "bet", "raise")


def begin_round(hand: State, house: House | None = None) -> Round:
    """A round about to begin. Raises IllegalEvent for rake or jackpot rules that may not be posted."""
    house = house or House()
    zeros = (0,) * len(hand.seats)
    free = zeros
    if house.rake is not None:
        check_rake(house.rake)
        free = free_of_fee(hand, house.rake)
    if house.jackpot is not None:
        check_jackpot(house.jackpot)
    return Round(hand, house, hand.next, free, free, 0, (), (), -1, (), Mishaps(), (), "")


def apply_round(value: Round, event: Event) -> Round:
    """The round after an event. Raises IllegalEvent with the rule; `value` never changes."""
    kind = event[0] if type(event) is tuple and event and type(event[0]) is str else ""
    if value.outcome:
        raise IllegalEvent(
            f"the round is over: {value.outcome}", "p(1)" if value.outcome == "misdeal" else "p(3)"
        )
    if kind in SHAPES:
        return _settled(_play(value, event))
    if kind not in ROUND_SHAPES or tuple(map(type, event)) != ROUND_SHAPES[kind]:
        raise IllegalEvent(f"not an event: {event!r}", "f(4)")
    if value.mishaps.held and kind not in _WHILE_HELD:
        raise IllegalEvent(f"the round is held: {describe_wait(value.next)}", "p(3)")
    return _settled(_HANDLERS[kind](value, event))


def _play(value: Round, event: Event) -> Round:
    """An event of the hand, where the round waits for nothing else."""
    hand = value.hand
    if value.next is hand.next or value.next == hand.next:
        after = apply(hand, event)
        willing = value.volunteers
        said = [ruling.event for ruling in after.rulings[len(hand.rulings) :] if not ruling.ahead]
        for kind, *seat in (event, *said):
            if kind in _WILLING:
                willing |= 1 << hand.setup.positions[seat[0]]
        return value._replace(hand=after, volunteers=willing)
    if value.next[0] == "deal" and event[0] == "deal" and event[:2] + event[3:] == value.next:
        return deal_mishaps.deal(value, event)
    if event[0] == "award":
        collection.refuse_early_award(value)
    raise IllegalEvent(f"the round waits: {describe_wait(value.next)}", _WAITS.get(value.next[0], "p(6)"))


def _settled(value: Round) -> Round:
    """The round with what it waits for now."""
    mishaps, hand = value.mishaps, value.hand
    if value.outcome:
        return value._replace(next=DONE)
    if mishaps.held:
        return value._replace(next=mishaps.held)
    if mishaps.due and hand.next[0] == "award":  # one hand is left: nothing to exchange any more
        mishaps = mishaps._replace(due=())
        value = value._replace(mishaps=mishaps)
    if mishaps.due and hand.next[0] != "deal":
        return value._replace(next=("exchange", mishaps.due[0][0]))
    if mishaps.choosing and hand.next[0] == "act":
        return value._replace(next=("choose", mishaps.choosing[0]))
    if mishaps.flop_burn >= 0:
        value = deal_mishaps.burn_exposed(value)
        hand = value.hand
    if mishaps.faced and hand.next[0] == "deal" and not hand.dealt.street and hand.next[2] == "u":
        down = hand.next[1] in dict(mishaps.faced)
        return value._replace(next=(*hand.next[:2], "d") if down else hand.next)
    value = collection.assess(value)
    if value.asked:
        return value._replace(next=("rake", sum(take.amount for take in value.asked)))
    if hand.next[0] == "award" and not value.gross:
        drop = collection.drop_due(value)
        if drop:
            return value._replace(next=("drop", drop))
        value = collection.settle_pots(value)
    return value._replace(next=value.hand.next)


_WAITS = {
    "rake": "o(2)(i)(b)",
    "drop": "r(3)",
    "recount": "p(3)",
    "floor": "p(3)",
    "rebuild": "p(5)(ii)",
    "exchange": "p(9)",
    "choose": "p(6)",
}

_SENTENCES = {
    "rake": "a rake of {} is due",
    "drop": "a jackpot contribution of {} is due",
    "recount": "the deck is to be counted again",
    "floor": "the floor is to decide",
    "rebuild": "the hand of seat {} is to be rebuilt",
    "exchange": "a card of seat {} is to be exchanged",
    "choose": "seat {} is to choose which pot to play for",
}


def describe_wait(waiting: Event) -> str:
    """One sentence for what a round waits for; amounts in the smallest coin."""
    kind = waiting[0]
    return _SENTENCES[kind].format(*waiting[1:]) if kind in _SENTENCES else describe(waiting)
