"""The jackpot (r): its posted rules, what each pot gives, which hands qualify. Amounts in the smallest coin."""

from collections.abc import Sequence
from typing import NamedTuple

from host_tools.engine.events import IllegalEvent
from host_tools.engine.ranking.evaluation import evaluators
from host_tools.engine.ranking.high import CATEGORIES, high
from host_tools.engine.ranking.omaha import omaha_high
from host_tools.engine.state import State
from railbird.rules.cards import NO_CARD, RANKS

KINDS = ("high hand", "bad beat")


class JackpotRules(NamedTuple):
    """What the house posts (r)(2), and which hands it lets qualify (r)(4); a frozen setting.

    collection        when pots contribute, from second to second of the clock of the house (i)
    qualifying        when hands qualify (i)
    contribution      what a pot gives; never more than `max_contribution` (ii)
    min_pot           the least pot that contributes (iii)
    min_dealt         the fewest players dealt in for a hand to qualify (iv)
    division          of equal hands: 'equal' parts, or all to the 'first' (v) (J04)
    claim_days        how long a payout may be collected (vi)
    restrictions      on collecting (vii)
    qualifiers        ((kind, five cards), ...): the least hand of each kind of KINDS (J01), (J02)
    parts             thousandths of the fund for each of the qualifiers, which come to 1000 (J01)
    both_cards_play   in a game of two own cards both belong to the hand (J02)
    min_pot_basis     the pot is measured 'before_rake' or 'after_rake' (J03)
    unit              a payout is divided down to it
    """

    collection: tuple[int, int]
    qualifying: tuple[int, int]
    contribution: int
    max_contribution: int
    min_pot: int
    min_dealt: int
    claim_days: int
    restrictions: str
    qualifiers: tuple[tuple[str, tuple[int, ...]], ...]
    parts: tuple[int, ...] = (1000,)
    division: str = "equal"
    both_cards_play: bool = True
    min_pot_basis: str = "before_rake"
    unit: int = 1


class Made(NamedTuple):
    """A hand that qualifies by its cards, and when it was made: nobody has verified it yet."""

    kind: str
    seat: int
    key: int
    at: int


def check_jackpot(rules: JackpotRules) -> None:
    """Raises IllegalEvent for rules that may not be posted, a blank one among them (r)(2)."""
    for field, period in (("collection", rules.collection), ("qualifying", rules.qualifying)):
        if len(period) != 2 or not 0 <= period[0] < period[1]:
            raise IllegalEvent(f"{field} period {period}: expected a beginning and an end", "r(2)(i)")
    if not 0 < rules.contribution <= rules.max_contribution:
        raise IllegalEvent(
            f"contribution {rules.contribution}: expected 1 to {rules.max_contribution}, as posted",
            "r(2)(ii)",
        )
    if rules.min_pot < rules.contribution:
        raise IllegalEvent(f"minimum pot {rules.min_pot}: less than the contribution", "r(2)(iii)")
    if rules.min_dealt < 2:
        raise IllegalEvent(f"minimum of players dealt in {rules.min_dealt}: expected 2 or more", "r(2)(iv)")
    if rules.division not in ("equal", "first"):
        raise IllegalEvent(f"division {rules.division!r}: expected equal or first", "r(2)(v)")
    if rules.claim_days < 1:
        raise IllegalEvent("no time limit on collecting is posted", "r(2)(vi)")
    if not rules.restrictions:
        raise IllegalEvent("no restrictions on collecting are posted", "r(2)(vii)")
    kinds = [kind for kind, _ in rules.qualifiers]
    if not kinds or not set(kinds) <= set(KINDS) or len(set(kinds)) != len(kinds):
        raise IllegalEvent(f"jackpot for {kinds}: expected some of {', '.join(KINDS)}", "r(1)")
    if any(len(cards) != 5 for _, cards in rules.qualifiers):
        raise IllegalEvent("a qualifying hand has five cards", "r(4)")
    if len(rules.parts) != len(kinds) or sum(rules.parts) != 1000 or min(rules.parts) < 0:
        raise IllegalEvent(f"parts {list(rules.parts)} of the fund: expected them to come to 1000", "r(1)")
    if rules.min_pot_basis not in ("before_rake", "after_rake") or rules.unit < 1:
        raise IllegalEvent(f"minimum pot {rules.min_pot_basis!r}, unit {rules.unit}", "r(2)(iii)")


def contribution(rules: JackpotRules, pot: int, rake: int) -> int:
    """What the chips bet in a hand give, once the rake is taken (r)(3): `pot` is before it, uncalled bets apart."""
    measured = pot if rules.min_pot_basis == "before_rake" else pot - rake
    return rules.contribution if measured >= rules.min_pot else 0


def collects(rules: JackpotRules, now: int) -> bool:
    """Whether pots contribute at this time (r)(2)(i)."""
    return rules.collection[0] <= now < rules.collection[1]


def qualifying(rules: JackpotRules, hand: State, now: int) -> tuple[Made, ...]:
    """The hands of a finished hand that qualify (r)(4): tabled, good enough, enough players dealt in (r)(2)(iv).

    A bad beat is ranked by the losing hand (J01). Only high hands qualify; in a split game the high half counts.
    """
    in_time = rules.qualifying[0] <= now < rules.qualifying[1]
    game = hand.setup.game
    if not hand.finished or not in_time or len(hand.seats) < rules.min_dealt or "high" not in game.rankings:
        return ()
    ranked = evaluators(("high",), game.hole_used)[0]
    winners = {award.seat for award in hand.awards if award.part != "low"}
    keys = {seat: ranked(hand.hole(seat), hand.board) for seat in hand.seats if hand.is_shown(seat)}
    result = []
    for kind, least in rules.qualifiers:
        for seat, key in keys.items():
            beaten = seat not in winners and any(keys.get(winner, 0) > key for winner in winners)
            if key >= high(least) and (kind == "high hand" or beaten) and _plays(rules, hand, seat, key):
                result.append(Made(kind, seat, key, now))
    return tuple(result)


def _plays(rules: JackpotRules, hand: State, seat: int, key: int) -> bool:
    """Whether both own cards belong to the hand, where the house asks for it (J02)."""
    hole = hand.hole(seat)
    if not rules.both_cards_play or len(hole) != 2 or NO_CARD in hole:
        return True
    return omaha_high(hole, hand.board) == key


def rank_name(key: int) -> str:
    """A high key in words for the form (r)(4)(iii): 'four of a kind, 8s, K'."""
    kind = CATEGORIES[key >> 20]
    ranks = [RANKS[key >> shift & 15].replace("T", "10") for shift in (16, 12, 8, 4, 0)]
    plural = _GROUPS[kind]
    words = [f"{rank}s" if index < plural[0] else rank for index, rank in enumerate(ranks[: plural[1]])]
    return ", ".join([kind, *words])


_GROUPS = {  # how many ranks occur more than once, and how many ranks tell the hand
    "no pair": (0, 5),
    "pair": (1, 4),
    "two pairs": (2, 3),
    "three of a kind": (1, 3),
    "straight": (0, 1),
    "flush": (0, 5),
    "full house": (2, 2),
    "four of a kind": (1, 2),
    "straight flush": (0, 1),
    "royal flush": (0, 0),
}


def split(rules: JackpotRules, amount: int, winners: int) -> Sequence[int]:
    """A payout among equal hands, in the order they were made: the odd unit to the earlier (J04)."""
    if rules.division == "first":
        return (amount, *(0,) * (winners - 1))
    share = amount // winners // rules.unit * rules.unit
    rest = amount - share * winners
    result = []
    for _ in range(winners):
        odd = min(rules.unit, rest)
        rest -= odd
        result.append(share + odd)
    return result
