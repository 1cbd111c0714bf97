"""The audit judged by runs made up by hand: what it has to find, and what it must not."""

import pytest

from host_tools.engine import apply, start
from host_tools.link.events import Fact
from host_tools.simulation.audit import Audit
from host_tools.virtual.felt import Stay
from host_tools.virtual.mistakes import KINDS, SWAP, Made
from railbird import facts

S = 1_000_000


class Felt:
    """A log of stays, written by the test."""

    zones: tuple[str, ...] = ("burn",)

    def __init__(self) -> None:
        self.stays: list[Stay] = []

    def stay(self, code, zone, begin, end, due=None, landing=True):
        stay = Stay(code, zone, begin, landing)
        stay.end, stay.due = end, due
        self.stays.append(stay)


@pytest.fixture
def felt():
    return Felt()


@pytest.fixture
def audit(felt):
    return Audit(felt)


def sight(audit, t_ms, zone, code):
    audit.fact(Fact(1, t_ms, facts.SIGHT, facts.zone_id(zone), code, 255, 0))


def verdict(audit, t_ms, code):
    audit.fact(Fact(1, t_ms, facts.VERDICT, 255, code, 255, 0))


def test_a_card_reported_while_it_lies_there(felt, audit):
    felt.stay(5, "seat_3", 1 * S, 9 * S, due=4 * S)
    sight(audit, 1120, "seat_3", 5)
    assert (audit.missed(), audit.wrong(), audit.latencies_ms()) == (0, 0, [120])


@pytest.mark.parametrize("t_ms", [None, 4200], ids=["never", "after its step"])
def test_a_card_not_reported_in_its_step_is_missed(felt, audit, t_ms):
    felt.stay(5, "seat_3", 1 * S, 9 * S, due=4 * S)
    if t_ms:
        sight(audit, t_ms, "seat_3", 5)
    assert audit.missed() == 1


def test_a_card_reported_at_another_place_or_as_another_is_wrong_and_missed(felt, audit):
    felt.stay(5, "seat_3", 1 * S, 9 * S, due=4 * S)
    sight(audit, 1120, "seat_4", 5)
    sight(audit, 1120, "seat_3", 6)
    assert (audit.missed(), audit.wrong()) == (1, 2)


def test_a_card_in_flight_reported_as_lying_there_is_wrong(felt, audit):
    felt.stay(5, "seat_4", 1 * S, 1 * S + 60_000, landing=False)
    sight(audit, 1030, "seat_4", 5)
    assert (audit.missed(), audit.wrong()) == (0, 1)


def test_verdicts_have_no_cause_in_a_clean_run_but_the_time_since_the_last_count(audit):
    audit.counted(100 * S)
    verdict(audit, 100_000 + 720_000, facts.V_COUNT_DUE)
    verdict(audit, 100_000 + 900_001, facts.V_COUNT_OVERDUE)
    assert audit.false_verdicts() == []
    verdict(audit, 100_000 + 300_000, facts.V_COUNT_DUE)
    verdict(audit, 200_000, facts.V_WRONG_SEAT)
    assert len(audit.false_verdicts()) == 2


@pytest.mark.parametrize(("game", "wrong"), [("holdem", 2), ("triple_draw_27", 0)])
def test_cards_of_one_seat_in_another_order_are_wrong_but_where_they_are_drawn_in_one_turn(
    audit, game, wrong
):
    begin = start(game, (2, 5), 5, (100, 100), (1, 2))
    for event in (("blind", 2, 1), ("blind", 5, 2)):
        begin = apply(begin, event)
    hands = []
    for first, second in ((7, 8), (8, 7)):
        hand = begin
        for seat, card in ((2, first), (5, 1), (2, second), (5, 3)):
            hand = apply(hand, ("deal", seat, card, "d"))
        hands.append(hand)
    audit.hand(*hands, {})
    assert audit.wrong() == wrong


def test_a_hand_tracked_with_other_cards_or_more_or_fewer_and_other_stacks(audit):
    begin = start("holdem", (2, 5), 5, (100, 100), (1, 2))
    for event in (("blind", 2, 1), ("blind", 5, 2)):
        begin = apply(begin, event)
    true = tracked = begin
    for seat, card in ((2, 0), (5, 1), (2, 2), (5, 3)):
        true = apply(true, ("deal", seat, card, "d"))
    for seat, card in ((2, 0), (5, 9), (2, 2)):
        tracked = apply(tracked, ("deal", seat, card, "d"))
    audit.hand(true, tracked, {2: 99, 5: 101})
    assert (audit.missed(), audit.wrong(), audit.stack_mismatches) == (1, 1, 2)
    audit.hand(tracked, true, {})  # the other way round: one card too many, one other
    assert audit.wrong() == 3


def omaha(first, second):
    """Both players' cards, of which seat 4's second and third are these."""
    hand = start("omaha_high", (4, 7), 7, (200, 200), (1, 2))
    for event in (("blind", 4, 1), ("blind", 7, 2)):
        hand = apply(hand, event)
    for own, other in zip((0, first, second, 3), (10, 11, 12, 13), strict=True):
        hand = apply(apply(hand, ("deal", 4, own, "d")), ("deal", 7, other, "d"))
    return hand


def test_cards_that_were_in_the_air_together_have_no_order_in_their_hand_and_in_no_other(felt):
    made = [Made(next(kind for kind in KINDS if kind.act == SWAP), 0, S, ("seat_4", "seat_7"), False)]
    audit = Audit(felt, made)
    audit.hand(omaha(1, 2), omaha(2, 1), {})
    assert audit.wrong() == 0
    audit.hand(omaha(1, 2), omaha(2, 1), {})
    assert audit.wrong() == 2
