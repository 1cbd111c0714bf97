"""When the house takes its share of a round: the rake after each betting round, then the jackpot contribution, and
only then the pots are awarded ((o)(2), (r)(3), (f)(6)(viii)-(ix)).
"""

from host_tools.engine.events import Event, IllegalEvent, describe
from host_tools.engine.house.jackpot import contribution
from host_tools.engine.house.rake import Rake, Take, bound, cut, due, layers, less, takes_from_pots
from host_tools.engine.pots import Pot
from host_tools.engine.rounds.table_round import Round
from host_tools.engine.state import State

BETWEEN = ("burn", "board", "discard", "shuffle", "deal", "show", "award")


def assess(value: Round) -> Round:
    """The round with what is due now in `asked`; nothing while bets are open, and once for the same money."""
    hand, rake = value.hand, value.house.rake
    if rake is None or not takes_from_pots(rake):
        return value
    between = hand.next[0] in BETWEEN and not any(hand.wager.bets)
    if value.mishaps.refunded:
        value = _within(value, rake, value.asked)._replace(
            mishaps=value.mishaps._replace(refunded=not between)
        )
    if between and _no_drop(hand, rake):  # even what was due of the round before the flop (F08)
        return value._replace(takes=(), asked=(), assessed=hand.wager.paid)
    if value.asked or not between:
        return value
    paid = hand.wager.paid
    if paid == value.assessed:
        return value
    since = value.free if rake.basis == "cumulative" else value.assessed
    asked = due(rake, layers(hand, since, rake.count_antes), value.takes)
    return _within(value._replace(assessed=paid), rake, asked)


def _within(value: Round, rake: Rake, asked: tuple[Take, ...]) -> Round:
    """The rake taken and asked for, no more than the pots as they are now may bear: a refund has taken chips out of
    them, or a later all-in divided them.
    """
    most = bound(rake, layers(value.hand, value.free, rake.count_antes))
    takes = cut(value.takes, most) if value.mishaps.refunded else value.takes
    return value._replace(takes=takes, asked=cut(asked, most - sum(take.amount for take in takes)))


def _no_drop(hand: State, rake: Rake) -> bool:
    """A board game that ends before its flop is not raked (F08)."""
    board_game = any("c" in script for script, _, _ in hand.setup.game.streets)
    last = hand.wager.live & (hand.wager.live - 1) == 0
    return rake.no_flop_no_drop and board_game and last and not hand.board


def collect_rake(value: Round, event: Event) -> Round:
    """The dealer moves the rake to the rake area: no more than is due (o)(2)(i)(a), and no more once the pots are
    pushed (o)(5).
    """
    if value.hand.awards or value.over:
        raise IllegalEvent("the pots have been collected: no more rake of this hand", "o(5)")
    most = sum(take.amount for take in value.asked)
    if not 0 <= event[1] <= most or not value.asked:
        raise IllegalEvent(f"rake of {event[1]}: {most} is due", "o(2)")
    return value._replace(takes=value.takes + cut(value.asked, event[1]), asked=())


def drop_due(value: Round) -> int:
    """The jackpot contribution due before the first pot is pushed; 0 for none."""
    hand, rules = value.hand, value.house.jackpot
    if rules is None or hand.next[0] != "award" or value.drop >= 0:
        return 0
    amount = contribution(rules, hand.pot, value.rake)
    return amount if amount <= value.pot else 0


def collect_drop(value: Round, event: Event) -> Round:
    """The contribution is separated from the pot, after the rake (r)(3)."""
    if value.asked:
        raise IllegalEvent("the rake is taken before the jackpot contribution", "r(3)")
    rules, amount = value.house.jackpot, drop_due(value)
    if rules is not None and event[1] > rules.max_contribution:
        raise IllegalEvent(f"contribution of {event[1]}: at most {rules.max_contribution}", "r(2)(ii)")
    if not amount or event[1] != amount:
        raise IllegalEvent(f"contribution of {event[1]}: {amount} is due", "r(3)")
    return value._replace(drop=amount)


def settle_pots(value: Round) -> Round:
    """Nothing more is due: what is left of the pots is what will be awarded."""
    hand = value.hand
    levels = [pot.level for pot in layers(hand, hand.wager.paid)]
    amounts = less([pot.amount for pot in hand.pots], levels, value.takes)
    rest = value.contribution
    net = []
    for pot, amount in zip(hand.pots, amounts, strict=True):
        part = min(rest, amount)
        rest -= part
        net.append(Pot(amount - part, pot.seats))
    showdown = hand.showdown._replace(pots=tuple(net))
    return value._replace(hand=hand._replace(showdown=showdown), gross=hand.pots, drop=max(value.drop, 0))


def refuse_early_award(value: Round) -> None:
    """A pot may not be pushed before what is due has been taken (o)(2)(i)(c), (r)(3)."""
    if value.asked:
        raise IllegalEvent(
            f"the pot may not be pushed: {describe(value.hand.next)} after the rake", "o(2)(i)(c)"
        )
