"""Subdivision (r): each row's example, and a case that is not in it. Dollars, and seconds of the day."""

import pytest

from host_tools.engine import IllegalEvent, start
from host_tools.engine.house.jackpot import (
    JackpotRules,
    Made,
    check_jackpot,
    contribution,
    qualifying,
    rank_name,
)
from host_tools.engine.house.jackpot_period import (
    Form,
    best,
    close,
    contribute,
    differences,
    identify,
    period,
    record,
)
from host_tools.engine.ranking.high import high
from host_tools.engine.rounds.play import apply_round, begin_round
from host_tools.engine.rounds.table_round import House
from host_tools.engine.session.books import books, reminders, signs
from host_tools.engine.session.night import apply_session

rule = pytest.mark.rule
HOUR = 3600
NOON, EIGHT = 12 * HOUR, 20 * HOUR
TABLES = (3, 5, 9)


@pytest.fixture(scope="session")
def rules(cards):
    """$1 of each pot of $20 or more, four players dealt in, full houses qualify as high hands."""

    def run(**more) -> JackpotRules:
        given = {
            "collection": (NOON, EIGHT), "qualifying": (NOON, EIGHT), "contribution": 1, "max_contribution": 1,
            "min_pot": 20, "min_dealt": 4, "claim_days": 30, "restrictions": "one payout a person",
            "qualifiers": (("high hand", tuple(cards("2c2d2h3c3d"))),),
        }  # fmt: skip
        return JackpotRules(**(given | more))

    return run


@pytest.fixture(scope="session")
def form(cards):
    def run(hand: str, at: int, seat: int = 3, **more) -> Form:
        key = high(cards(hand))
        given = {
            "name": f"P{seat}", "phone": "555-0100", "seat": seat, "table": 7, "rank": rank_name(key),
            "dealer": "Dan", "dealer_licence": "D-1", "verifier": "Flo", "verifier_licence": "F-1",
            "kind": "high hand", "key": key, "at": at, "identified": True,
        }  # fmt: skip
        return Form(**(given | more))

    return run


def filled(rules: JackpotRules, amounts=(310, 275, 140), carried: int = 0):
    value = period(rules, TABLES, carried)
    for table, amount in zip(TABLES, amounts, strict=True):
        for _ in range(amount):
            value = contribute(value, table, 1)
    return value


@pytest.fixture(scope="session")
def shown_down(play_round):
    """A hand checked to the showdown, everybody showing; the finished hand."""

    def run(holes: dict[int, str], board: str):
        seats = tuple(holes)
        value = begin_round(start("holdem", seats, seats[-1], (200,) * len(seats), (2, 4)))
        while not value.over:
            kind, *rest = value.next
            verb = "show" if kind == "show" else "call" if value.hand.to_call else "check"
            actions = [f"{rest[0]} {verb}"] if kind in ("act", "show") else []
            value = play_round(value, actions, holes, board)
        return value.hand

    return run


@rule("r(1)")
def test_only_tables_that_take_part_contribute(rules) -> None:
    value = contribute(period(rules(), (3,)), 3, 1)
    assert value.fund == 1
    with pytest.raises(IllegalEvent, match=r"table 4 takes no part in the jackpot \[r\(1\)\]"):
        contribute(value, 4, 1)


@rule("r(1)")
def test_the_fund_is_apart_from_the_rake(rules, settings_of, opened, percent) -> None:
    """$40 in the pot: $4 to the rake area, $1 to the jackpot box, and each its own way from there."""
    session = _hand(apply_session(opened(settings_of(percent(), rules()), 4), ("clock", NOON)))
    assert (session.rake_area, session.jackpot_box, session.period.fund) == (4, 1, 1)
    assert books(session).balanced
    session = apply_session(apply_session(session, ("rake_to_box",)), ("end_period", "main", 1))
    assert (session.boxed, session.caged, session.jackpot_box, session.period.fund) == (4, 1, 0, 1)


def _hand(session):
    """Four players put 10 in before the flop; one bets and the others fold: the pot is $40."""
    for event in (("cut",), ("begin",)):
        session = apply_session(session, event)
    card = iter(range(52))
    actions = [("raise", 10), *[("call",)] * 3, ("bet", 10), *[("fold",)] * 3]
    while session.round is not None:
        kind, *rest = session.round.next
        if kind == "deal":
            event = ("deal", rest[0], next(card), rest[1])
        elif kind in ("burn", "board"):
            event = (kind, next(card))
        elif kind == "act":
            verb, *amount = actions.pop(0)
            event = (verb, rest[0], *amount)
        else:
            event = session.round.next
        session = apply_session(session, event)
    return session


@rule("r(2)")
@pytest.mark.parametrize(
    ("field", "value", "paragraph"),
    [
        ("collection", (), "(i)"),
        ("qualifying", (EIGHT, NOON), "(i)"),
        ("max_contribution", 0, "(ii)"),
        ("min_pot", 0, "(iii)"),
        ("min_dealt", 0, "(iv)"),
        ("division", "", "(v)"),
        ("claim_days", 0, "(vi)"),
        ("restrictions", "", "(vii)"),
    ],
)
def test_no_jackpot_without_all_seven_rules(rules, field: str, value, paragraph: str) -> None:
    check_jackpot(rules())
    with pytest.raises(IllegalEvent) as refusal:
        check_jackpot(rules(**{field: value}))
    assert refusal.value.rule == f"r(2){paragraph}"


@rule("r(2)(i)")
@pytest.mark.parametrize(
    ("at", "counts"), [(NOON, True), (EIGHT - 1, True), (EIGHT + 60, False), (NOON - 1, False)]
)
def test_the_periods(rules, shown_down, at: int, counts: bool) -> None:
    hand = shown_down({1: "8h8d", 4: "2c7d", 6: "3c9d", 9: "JcQd"}, "8c8sKd4h5s")
    assert bool(qualifying(rules(), hand, at)) == counts


@rule("r(2)(ii)")
def test_the_maximum_contribution(rules) -> None:
    with pytest.raises(IllegalEvent, match=r"r\(2\)\(ii\)"):
        contribute(period(rules(), (3,)), 3, 2)
    with pytest.raises(IllegalEvent, match=r"contribution 2: expected 1 to 1, as posted \[r\(2\)\(ii\)\]"):
        check_jackpot(rules(contribution=2))


@rule("r(2)(ii)")
def test_an_entry_above_it_at_the_table(rules, play_round) -> None:
    value = begin_round(start("holdem", (1, 4, 6), 6, (200,) * 3, (2, 4)), House(None, rules()))
    value = play_round(
        value, ["6 raise 10", "1 call", "4 call", "1 bet 10", "4 fold", "6 fold"],
        until=lambda v: v.next[0] == "drop",
    )  # fmt: skip
    with pytest.raises(IllegalEvent, match=r"r\(2\)\(ii\)"):
        apply_round(value, ("drop", 2))


@rule("r(2)(iii)")
@pytest.mark.parametrize(("pot", "given"), [(19, 0), (20, 1), (500, 1)])
def test_the_minimum_pot(rules, pot: int, given: int) -> None:
    assert contribution(rules(), pot, 0) == given


@rule("r(2)(iii)")
@pytest.mark.parametrize(("basis", "given"), [("before_rake", 1), ("after_rake", 0)])
def test_the_minimum_is_measured_before_the_rake(rules, basis: str, given: int) -> None:
    """A pot of $21 of which $2 are rake (J03)."""
    assert contribution(rules(min_pot_basis=basis), 21, 2) == given


@rule("r(2)(iv)")
@pytest.mark.parametrize("seats", [(1, 4, 6, 9), (1, 4, 6)])
def test_the_players_dealt_in(rules, shown_down, seats) -> None:
    holes = {1: "8h8d", 4: "2c7d", 6: "3c9d", 9: "JcQd"}
    hand = shown_down({seat: holes[seat] for seat in seats}, "8c8sKd4h5s")
    assert [made.seat for made in qualifying(rules(), hand, NOON)] == ([1] if len(seats) == 4 else [])


@rule("r(2)(iv)")
def test_dealt_in_not_left(rules, play_round) -> None:
    """Four dealt in, two of them fold before the flop."""
    holes = {1: "8h8d", 4: "2c7d", 6: "3c9d", 9: "JcQd"}
    value = begin_round(start("holdem", tuple(holes), 9, (100,) * 4, (2, 4)))
    actions = ["6 fold", "9 fold", "1 raise 100", "4 call", "1 show", "4 show"]
    value = play_round(value, actions, holes, "8c8sKd4h5s")
    assert [made.seat for made in qualifying(rules(), value.hand, NOON)] == [1]


@rule("r(2)(v)")
@pytest.mark.parametrize(
    ("unit", "dollar", "paid"), [(1, 100, [36250, 36250]), (1, 1, [363, 362]), (100, 100, [36300, 36200])]
)
def test_equal_hands_share_equally(rules, form, unit: int, dollar: int, paid: list[int]) -> None:
    """$725 between two hands 8-8-8-8-K, in cents, in dollars, in whole dollars of cents."""
    value = period(rules(unit=unit, contribution=dollar, max_contribution=dollar, min_pot=20 * dollar), (7,))
    for _ in range(725):
        value = contribute(value, 7, dollar)
    value = record(record(value, form("8h8d8c8sKd", NOON)), form("8h8d8c8sKc", NOON + 60, 5))
    _, payouts, carried = close(value, {7: 725 * dollar}, "main")
    assert [payout.amount for payout in payouts] == paid
    assert [payout.form.seat for payout in payouts] == [3, 5]
    assert carried == 0


@rule("r(2)(v)")
def test_the_first_in_time_not_on_paper_gets_the_odd_dollar(rules, form) -> None:
    """Table 5's hand of 12:01 is recorded before table 3's of 12:00 (J04)."""
    value = filled(rules())
    for at, table in ((NOON + 60, 5), (NOON, 3)):
        value = record(value, form("8h8d8c8sKd", at, table=table))
    _, payouts, _ = close(value, dict(value.boxes), "main")
    assert [(payout.form.table, payout.amount) for payout in payouts] == [(3, 363), (5, 362)]


@rule("r(2)(v)")
def test_or_the_first_takes_all_where_that_is_posted(rules, form) -> None:
    value = filled(rules(division="first"))
    value = record(record(value, form("8h8d8c8sKd", NOON)), form("8h8d8c8sKc", NOON + 60, 5))
    _, payouts, _ = close(value, dict(value.boxes), "main")
    assert [(payout.form.seat, payout.amount) for payout in payouts] == [(3, 725)]


@rule("r(2)(vi)")
def test_a_winner_who_has_left_wins(rules, form, settings_of, opened, percent) -> None:
    """Seat 3 leaves at 18:00; the period ends at 20:00. The sign says so."""
    value = record(filled(rules()), form("8h8d8c8sKd", NOON + 300))
    _, payouts, _ = close(value, dict(value.boxes), "main")
    assert payouts[0].form.name == "P3"
    session = opened(settings_of(percent(), rules()))
    assert "nobody has to be present at the end of the period" in signs(session)[1]


@rule("r(2)(vii)")
def test_without_identification_a_hand_is_pending(rules, form, settings_of, opened, percent) -> None:
    value = record(filled(rules()), form("8h8d8c8sKd", NOON, identified=False))
    assert (best(value, "high hand"), value.announced) == ((), ())
    value = identify(value, 0)
    assert (best(value, "high hand")[0].seat, value.announced) == (3, ("four of a kind, 8s, K",))
    assert "Valid identification is needed" in signs(opened(settings_of(percent(), rules())))[1]


@rule("r(2)(vii)")
def test_identification_shown_later(settings_of, opened, percent, rules) -> None:
    """Quads without identification are announced once it is shown."""
    session = apply_session(opened(settings_of(percent(), rules())), ("clock", NOON))
    session = session._replace(made=(Made("high hand", 2, high((0, 1, 2, 3, 50)), NOON),))
    session = apply_session(session, ("qualify", "Ann", "555-0100", "Flo", "F-1", ""))
    assert reminders(session) == ("form of Ann is pending: no identification [r(2)(vii)]",)
    assert not [record for record in session.records if record.rule == "r(4)"]
    session = apply_session(session, ("identify", "Ann"))
    assert (reminders(session), best(session.period, "high hand")[0].name) == ((), "Ann")
    assert session.records[-1].text == "announced as the best so far: four of a kind, 2s, A"
    with pytest.raises(IllegalEvent, match=r"no form of 'Ann' is pending \[r\(2\)\(vii\)\]"):
        apply_session(session, ("identify", "Ann"))


@rule("r(3)")
def test_the_rake_then_the_contribution(rules, play_round, percent) -> None:
    """$60, rake 5, contribution 1: the winner gets 54."""
    value = begin_round(
        start("holdem", (1, 4, 6), 6, (200,) * 3, (2, 4)), House(percent(cap=5), rules(min_pot=20))
    )
    value = play_round(value, ["6 raise 20", "1 call", "4 call"], until=lambda v: v.next[0] == "rake")
    with pytest.raises(IllegalEvent, match=r"\[r\(3\)\]"):
        apply_round(value, ("drop", 1))
    value = play_round(value, ["1 bet 10", "4 fold", "6 fold"], until=lambda v: v.next[0] == "drop")
    with pytest.raises(IllegalEvent):
        apply_round(value, ("award", 0))
    before = value.pot
    value = apply_round(value, ("drop", 1))
    assert (before - value.pot, value.contribution) == (1, 1)
    value = play_round(value)
    assert value.hand.stacks() == {1: 234, 4: 180, 6: 180}


@rule("r(3)")
def test_from_the_main_pot_first(rules, play_round) -> None:
    """No rake: all-in for 30, 100 and 100; of the main pot of 90 its winner gets 89."""
    value = begin_round(start("holdem", (1, 4, 6), 6, (30, 100, 100), (2, 4)), House(None, rules()))
    actions = ["6 raise 100", "1 call", "4 call", "6 show", "1 show", "4 show"]
    value = play_round(value, actions, {1: "AsAh", 4: "KsKh", 6: "2c7d"}, "9c9d3s4h5s")
    assert value.hand.stacks() == {1: 89, 4: 140, 6: 0}


@rule("r(4)")
def test_the_best_hand_of_the_period_is_announced(rules, form) -> None:
    """12:05 8888K, 12:40 7777A, which is lower, 13:10 a straight flush to the nine."""
    value = period(rules(), (7,))
    value = record(value, form("8h8d8c8sKd", NOON + 300))
    value = record(value, form("7h7d7c7sAd", NOON + 2400, 5))
    assert value.announced == ("four of a kind, 8s, K",)
    value = record(value, form("9h8h7h6h5h", NOON + 4200, 6))
    assert value.announced == ("four of a kind, 8s, K", "straight flush, 9")
    assert best(value, "high hand")[0].seat == 6


@rule("r(4)")
def test_the_floor_is_called_and_fills_in_the_form(rules, settings_of, opened, percent) -> None:
    """Until it has, the hand is nobody's best; the seat, the table, the rank and the dealer are filled in already."""
    session = apply_session(opened(settings_of(percent(), rules())), ("clock", NOON))
    key = high((0, 1, 2, 3, 50))
    session = session._replace(made=(Made("high hand", 2, key, NOON),))
    assert reminders(session) == ("seat 2 waits for the floor: high hand [r(4)]",)
    assert best(session.period, "high hand") == ()
    with pytest.raises(IllegalEvent, match=r"seat 2 waits for the floor \[r\(4\)\(iv\)\]"):
        apply_session(session, ("dealer", "Rae", "D-2"))  # the form names the dealer of the hand
    session = apply_session(session, ("qualify", "Ann", "555-0100", "Flo", "F-1", "identified"))
    form = best(session.period, "high hand")[0]
    assert (form.seat, form.table, form.rank, form.dealer, form.dealer_licence) == (
        2, 7, "four of a kind, 2s, A", "Dan", "D-1"
    )  # fmt: skip
    with pytest.raises(IllegalEvent, match="no qualifying hand"):
        apply_session(session, ("qualify", "Ann", "555-0100", "Flo", "F-1", "identified"))


@rule("r(4)")
@rule("r(4)(i)")
@rule("r(4)(iv)")
@pytest.mark.parametrize("field", ["name", "phone", "seat", "table", "dealer_licence", "verifier_licence"])
def test_a_form_with_a_blank_cannot_be_closed(rules, form, field: str) -> None:
    blank = form("8h8d8c8sKd", NOON)._replace(**{field: 0 if field in ("seat", "table") else ""})
    with pytest.raises(IllegalEvent, match=f"lacks {field}"):
        record(period(rules(), (7,)), blank)


@rule("r(4)(iii)")
@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("8h8d8c8sKd", "four of a kind, 8s, K"),
        ("AhAdAcTsTd", "full house, As, 10s"),
        ("5h4h3h2hAh", "straight flush, 5"),
        ("AhKhQhJhTh", "royal flush"),
        ("AhKhQhJh2h", "flush, A, K, Q, J, 2"),
        ("9h9d4c4s2d", "two pairs, 9s, 4s, 2"),
    ],
)
def test_the_rank_in_words(cards, hand: str, words: str) -> None:
    assert rank_name(high(cards(hand))) == words


@rule("r(4)(iii)")
def test_a_written_rank_that_is_not_the_hands_is_refused(rules, form) -> None:
    wrong = form("8h8d8c8sKd", NOON, rank="four of a kind, 9s, K")
    with pytest.raises(IllegalEvent, match=r"r\(4\)\(iii\)"):
        record(period(rules(), (7,)), wrong)


@rule("r(4)(v)")
def test_the_dealer_does_not_verify(rules, form) -> None:
    own = form("8h8d8c8sKd", NOON, verifier="Dan", verifier_licence="D-1")
    with pytest.raises(IllegalEvent, match=r"r\(4\)\(v\)"):
        record(period(rules(), (7,)), own)


@rule("r(5)")
def test_the_pooled_total_is_counted_first(rules) -> None:
    """$310, $275 and $140: $725 on display; $309 at table 3 is a difference of one."""
    value = filled(rules())
    assert value.fund == 725
    counted = {3: 309, 5: 275, 9: 140}
    assert differences(value, counted) == {3: -1}
    with pytest.raises(IllegalEvent, match=r"table 3: the count differs from the ledger by -1 \[r\(5\)\]"):
        close(value, counted, "main")


@rule("r(5)")
def test_a_closed_period_takes_nothing_more(rules, form) -> None:
    closed, _, _ = close(filled(rules()), {3: 310, 5: 275, 9: 140}, "satellite")
    for refused in (
        lambda: contribute(closed, 3, 1),
        lambda: close(closed, {3: 310, 5: 275, 9: 140}, "main"),
        lambda: record(closed, form("8h8d8c8sKd", NOON)),
    ):
        with pytest.raises(IllegalEvent, match=r"\[r\("):
            refused()


@rule("r(6)")
def test_the_best_hand_wins(rules, form) -> None:
    """AAAKK 12:20, 8888K 14:00, 7777A 15:30: $725 to 8888K, from the main cage."""
    value = filled(rules())
    for hand, at, seat in (
        ("AhAdAcKsKd", NOON + 1200, 1), ("8h8d8c8sKd", NOON + 7200, 4), ("7h7d7c7sAd", NOON + 12600, 6)
    ):  # fmt: skip
        value = record(value, form(hand, at, seat))
    _, payouts, carried = close(value, dict(value.boxes), "main")
    assert [(payout.form.seat, payout.amount, payout.cage) for payout in payouts] == [(4, 725, "main")]
    assert carried == 0
    with pytest.raises(IllegalEvent, match=r"r\(6\)"):
        close(value, dict(value.boxes), "dealer")


@rule("r(6)")
def test_a_bad_beat_is_ranked_by_the_losing_hand(rules, shown_down, cards, form) -> None:
    """Kings full loses to four eights: the bad beat is seat 4's, and has its own part of the fund (J01)."""
    both = rules(
        qualifiers=(("high hand", tuple(cards("2c2d2h2s3d"))), ("bad beat", tuple(cards("2c2d2h3c3d")))),
        parts=(600, 400),
    )
    hand = shown_down({1: "8h8d", 4: "KhKs", 6: "3c9d", 9: "JcQd"}, "8c8sKd4h5s")
    made = qualifying(both, hand, NOON)
    assert [(one.kind, one.seat, rank_name(one.key)) for one in made] == [
        ("high hand", 1, "four of a kind, 8s, K"), ("bad beat", 4, "full house, Ks, 8s")
    ]  # fmt: skip
    value = record(filled(both), form("KhKsKd8c8s", NOON, 4, kind="bad beat"))
    _, payouts, carried = close(value, dict(value.boxes), "main")
    assert [(payout.form.seat, payout.amount) for payout in payouts] == [(4, 290)]
    assert carried == 435


@rule("r(6)")
@pytest.mark.parametrize(("both", "seats"), [(True, []), (False, [1])])
def test_both_own_cards_belong_to_the_hand(rules, shown_down, both: bool, seats) -> None:
    """Eights full on the board with one own card playing (J02)."""
    hand = shown_down({1: "8h2d", 4: "QhJs", 6: "3c9d", 9: "JcQd"}, "8c8sKdKh5s")
    assert [made.seat for made in qualifying(rules(both_cards_play=both), hand, NOON)] == seats


@rule("r(5)")
def test_no_end_before_the_floor_has_verified(settings_of, opened, percent, rules) -> None:
    """A hand made at noon and verified at nine in the evening was made in time."""
    session = apply_session(opened(settings_of(percent(), rules())), ("clock", EIGHT + HOUR))
    session = session._replace(made=(Made("high hand", 2, high((0, 1, 2, 3, 50)), NOON),))
    with pytest.raises(IllegalEvent, match=r"seat 2 has not been verified"):
        apply_session(session, ("end_period", "main", 0))
    session = apply_session(session, ("qualify", "Ann", "555-0100", "Flo", "F-1", "identified"))
    assert session.period.forms[0].at == NOON
    assert apply_session(session, ("end_period", "main", 0)).made == ()


@rule("r(7)")
def test_without_a_hand_it_is_carried_over(rules, form) -> None:
    """$600, no hand; then $450: $1,050."""
    first = filled(rules(), (300, 200, 100))
    _, payouts, carried = close(first, dict(first.boxes), "main")
    assert (payouts, carried) == ((), 600)
    second = filled(rules(), (450, 0, 0), carried)
    assert second.fund == 1050
    second = record(second, form("8h8d8c8sKd", NOON))
    _, payouts, carried = close(second, dict(second.boxes), "main")
    assert ([payout.amount for payout in payouts], carried) == ([1050], 0)


@rule("r(7)")
def test_a_pending_hand_is_none(rules, form) -> None:
    """Never identified: the fund goes on to the next period."""
    value = record(filled(rules()), form("8h8d8c8sKd", NOON, identified=False))
    _, payouts, carried = close(value, dict(value.boxes), "main")
    assert (payouts, carried) == ((), 725)
