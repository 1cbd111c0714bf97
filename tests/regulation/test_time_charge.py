"""Subdivision (o)(2)(iii), the rake by the hour: each row's example, and a case that is not in it. Dollars."""

import pytest

from host_tools.engine import IllegalEvent, start
from host_tools.engine.house.rake import Rake, check_rake
from host_tools.engine.house.time_charge import TimeCharge, assessed, part_fee
from host_tools.engine.rounds.play import apply_round, begin_round
from host_tools.engine.rounds.table_round import House
from host_tools.engine.session.books import books
from host_tools.engine.session.night import apply_session

rule = pytest.mark.rule


@rule("o(2)(iii)")
@rule("o(2)(iii)(b)")
def test_a_time_charge_leaves_the_pot_alone(play_round) -> None:
    rake = Rake(("time",), time=TimeCharge(((4, 8, 12),)))
    value = begin_round(start("holdem", (1, 4, 6), 6, (100,) * 3, (1, 3)), House(rake))
    value = play_round(value, ["6 raise 100", "1 call", "4 fold", "6 show", "1 show"], {1: "AsAh", 6: "KsKh"})
    assert (value.rake, value.hand.stack(1)) == (0, 203)
    with pytest.raises(IllegalEvent, match=r"\[o\(2\)"):
        apply_round(begin_round(start("holdem", (1, 4, 6), 6, (200,) * 3, (1, 3)), House(rake)), ("rake", 1))


@rule("o(2)(iii)")
def test_the_time_charge_needs_its_fee() -> None:
    with pytest.raises(IllegalEvent, match="no fee by the hour"):
        check_rake(Rake(("time",)))


@rule("o(2)(iii)(a)")
def test_who_is_charged() -> None:
    seated = (1, 2, 3, 4, 5, 6, 7, 8, 9)  # one of them away
    owed = assessed(TimeCharge(((4, 8, 14),)), 4, 8, seated)
    assert owed == dict.fromkeys(seated, 7)
    assert sum(owed.values()) == 63


@rule("o(2)(iii)(a)")
@pytest.mark.parametrize("seated", [(1, 2), (1, 4, 5, 6, 7, 9, 11)])
def test_a_charge_per_table_is_the_same_for_any_number(seated) -> None:
    owed = assessed(TimeCharge(((4, 8, 120),), "table"), 4, 8, seated)
    assert sum(owed.values()) == 60
    assert max(owed.values()) - min(owed.values()) <= 1
    assert set(owed) == set(seated)


@rule("o(2)(iii)(b)")
def test_the_fee_goes_by_the_limits() -> None:
    charge = TimeCharge(((4, 8, 12), (10, 20, 14)), parts=1)
    assert part_fee(charge, 10, 20) == 14
    assert part_fee(charge, 4, 8) == 12
    with pytest.raises(IllegalEvent, match=r"o\(2\)\(iii\)\(b\)"):
        part_fee(charge, 5, 10)


@rule("o(2)(iii)(c)")
def test_fractions_of_the_hour() -> None:
    """In cents: half of $14 is $7, a quarter $3.50."""
    assert part_fee(TimeCharge(((4, 8, 1400),), parts=2), 4, 8) == 700
    assert part_fee(TimeCharge(((4, 8, 1400),), parts=4), 4, 8) == 350


@rule("o(2)(iii)(c)")
def test_a_fraction_comes_out_whole() -> None:
    """In dollars a quarter of $14 does not."""
    with pytest.raises(IllegalEvent, match=r"o\(2\)\(iii\)\(c\)"):
        check_rake(Rake(("time",), time=TimeCharge(((4, 8, 14),), parts=4)))


@rule("o(2)(iii)(d)")
def test_time_goes_to_the_rake_area_and_is_verified(settings_of, opened) -> None:
    table = settings_of(Rake(("time",), time=TimeCharge(((4, 8, 14),))))
    session = apply_session(apply_session(opened(table, 9), ("away", 5)), ("time_charge",))
    assert session.rake_area == 63
    assert [session.stack(seat) for seat in session.seated] == [193] * 9
    with pytest.raises(IllegalEvent, match=r"o\(2\)\(iii\)\(e\)"):
        apply_session(session, ("rake_to_box",))
    session = apply_session(apply_session(session, ("verify", "Sue")), ("rake_to_box",))
    assert (session.rake_area, session.boxed) == (0, 63)
    assert books(session).balanced


@rule("o(2)(iii)(d)")
def test_who_cannot_pay_is_named(settings_of, opened) -> None:
    table = settings_of(Rake(("time",), time=TimeCharge(((4, 8, 42),))))
    session = opened(table, 3, 20)
    session = apply_session(session, ("add", 2, 100))
    session = apply_session(session, ("time_charge",))
    assert session.rake_area == 21
    assert [record.text for record in session.records if "paid" in record.text] == [
        "seat 1 has not paid its time of 21", "seat 3 has not paid its time of 21"
    ]  # fmt: skip
