"""Subdivision (o): each row's example, and a case that is not in it. Amounts in dollars unless said otherwise."""

from itertools import pairwise

import pytest

from host_tools.engine import IllegalEvent, start
from host_tools.engine.house.jackpot import JackpotRules
from host_tools.engine.house.rake import Layer, Rake, Take, check_rake, due, sign
from host_tools.engine.house.time_charge import TimeCharge
from host_tools.engine.rounds.play import apply_round, begin_round
from host_tools.engine.rounds.table_round import House
from host_tools.engine.session.night import apply_session, begin_session

rule = pytest.mark.rule
STEPS = ((10, 1), (20, 1), (30, 1), (40, 1))


def amounts(takes) -> list[int]:
    return [take.amount for take in takes]


def raked(rake: Rake, seats=(1, 4, 6), stacks=(200,) * 3, blinds=(1, 3), jackpot=None, **more):
    return begin_round(start("holdem", seats, seats[-1], stacks, blinds, **more), House(rake, jackpot))


def incremental(**more) -> Rake:
    return Rake(("incremental",), steps=STEPS, cap=1000, **more)


@rule("o(1)")
def test_a_table_without_a_rake_method_cannot_open(settings_of) -> None:
    table = settings_of()
    with pytest.raises(IllegalEvent, match=r"no rake method \[o\(1\)\]"):
        begin_session(table._replace(house=House()))


@rule("o(1)")
def test_a_table_with_one_can(settings_of, opened) -> None:
    assert opened(settings_of()).is_open


@rule("o(1)(iii)")
@pytest.mark.parametrize(("pot", "fee"), [(200, 5), (49, 4), (50, 5)])
def test_the_maximum_rake(percent, pot: int, fee: int) -> None:
    assert amounts(due(percent(cap=5), (Layer(100, pot, pot),), ())) == [fee]


@rule("o(1)(iii)")
def test_a_maximum_has_to_be_filed(percent) -> None:
    with pytest.raises(IllegalEvent, match=r"o\(1\)\(iii\)"):
        check_rake(percent(cap=0))
    check_rake(Rake(("time",), time=TimeCharge(((4, 8, 12),))))


@rule("o(2)")
def test_one_method_or_more() -> None:
    charge = TimeCharge(((4, 8, 12),))
    for methods in ((), ("flat",), ("percentage", "flat")):
        with pytest.raises(IllegalEvent, match=r"\[o\(2\)\]"):
            check_rake(Rake(methods, 100, cap=5))
    check_rake(Rake(("percentage",), 100, cap=5))
    check_rake(Rake(("incremental", "time"), steps=STEPS, time=charge, cap=5))


@rule("o(2)")
def test_two_methods_at_once_share_the_maximum() -> None:
    """$50: 10% is $5, the steps at $10 to $40 are $4; both at most $7."""
    both = Rake(("percentage", "incremental"), 100, STEPS, cap=7)
    assert amounts(due(both, (Layer(25, 50, 50),), ())) == [5, 2]
    assert amounts(due(both._replace(cap=100), (Layer(25, 50, 50),), ())) == [5, 4]


@rule("o(2)(i)")
@pytest.mark.parametrize("per_mille", [0, -10])
def test_a_percentage_needs_its_percent(percent, per_mille: int) -> None:
    check_rake(percent(100))
    with pytest.raises(IllegalEvent):
        check_rake(percent(per_mille))


@rule("o(2)(i)(a)")
def test_at_most_ten_percent(percent) -> None:
    with pytest.raises(IllegalEvent, match=r"10.5%.*\[o\(2\)\(i\)\(a\)\]"):
        check_rake(percent(105))
    in_cents = (Layer(4200, 8400, 8400),)
    assert amounts(due(percent(), in_cents, ())) == [840]
    assert amounts(due(percent(unit=100), in_cents, ())) == [800]


@rule("o(2)(i)(a)")
def test_each_pot_bears_the_fee_on_its_own_bets(percent, play_round) -> None:
    """All-in before the flop for 30, 100 and 100: the main pot of $90 gives 9, the side pot of $140 gives 14."""
    value = play_round(
        raked(percent(), stacks=(30, 100, 100)),
        ["6 raise 100", "1 call", "4 call", "6 show", "1 show", "4 show"],
        {1: "AsAh", 4: "KsKh", 6: "2c7d"},
        "9c9d3s4h5s",
    )
    assert [take.amount for take in value.takes] == [9, 14]
    assert value.hand.stacks() == {1: 81, 4: 126, 6: 0}


@rule("o(2)(i)(a)")
@pytest.mark.parametrize(("counted", "fee"), [(False, 3), (True, 4)])
def test_antes_are_no_bets_unless_they_are_counted(percent, play_round, counted: bool, fee: int) -> None:
    """Antes of 4 by three players, then 10 each: 10% of $30, or of $42 (F02)."""
    value = raked(percent(count_antes=counted), antes=(4, 4, 4))
    assert play_round(value, ["6 raise 10", "1 call", "4 call"]).rake == fee


@rule("o(2)(i)(b)")
@pytest.mark.parametrize(
    ("cap", "basis", "taken"),
    [
        (1000, "per_round", [2, 3, 5, 2]),
        (5, "per_round", [2, 3, 0, 0]),
        (1000, "cumulative", [2, 3, 5, 2]),
    ],
)
def test_collected_after_each_betting_round(percent, play_round, cap: int, basis: str, taken) -> None:
    """$20, $36, $50, $40 with $20 of it uncalled; in all 126, of which the twelfth dollar is the last either way."""
    value = raked(percent(cap=cap, basis=basis), (1, 9), (200, 63), (2, 4))
    actions = ["1 raise 10", "9 call", "1 bet 18", "9 call", "1 bet 25", "9 call", "1 bet 30", "9 call"]
    seen = []
    for number in range(4):
        before = value.rake
        value = play_round(value, actions[2 * number : 2 * number + 2])
        seen.append(value.rake - before)
    assert seen == taken
    assert value.hand.returned == ((1, 20),)


@rule("o(2)(i)(b)")
@pytest.mark.parametrize(("basis", "taken"), [("cumulative", [0, 1, 1, 1]), ("per_round", [0, 0, 0, 0])])
def test_small_rounds(percent, play_round, basis: str, taken) -> None:
    """Four rounds of $9: floors of 0.9, 1.8, 2.7, 3.6 in all, or of 0.9 each time."""
    value = raked(percent(basis=basis))
    seen = [0]
    for actions in (
        ["6 call", "1 call", "4 check"],
        *[["1 bet 3", "4 call", "6 call"]] * 3,
    ):
        value = play_round(value, actions)
        seen.append(value.rake)
    assert [after - before for before, after in pairwise(seen)] == taken


@rule("o(2)(i)(c)")
def test_no_pot_is_pushed_with_rake_in_it(percent, play_round) -> None:
    value = raked(percent(cap=5), blinds=(10, 20))
    value = play_round(value, ["6 call", "1 call", "4 check"], until=lambda value: value.next[0] == "rake")
    assert value.next == ("rake", 5)
    for event in (("award", 0), ("burn", 20)):
        with pytest.raises(IllegalEvent, match=r"a rake of 5 is due|after the rake"):
            apply_round(value, event)
    value = apply_round(value, ("rake", 5))
    assert (value.rake, value.pot, value.next) == (5, 55, ("burn",))


@rule("o(2)(i)(c)")
@rule("o(2)(ii)(c)")
@pytest.mark.parametrize("method", ["percentage", "incremental"])
def test_the_rake_is_in_the_box_before_the_next_round(settings_of, opened, percent, method: str) -> None:
    """The pot is $30, of which ten percent, or the steps that it passes, are $3."""
    session = opened(settings_of(percent() if method == "percentage" else incremental()), 3)
    session = _one_hand(session)
    assert (session.held, session.boxed) == (3, 0)
    session = apply_session(session, ("cut",))
    with pytest.raises(IllegalEvent, match="rake of 3 lies in the rake area"):
        apply_session(session, ("begin",))
    session = apply_session(session, ("rake_to_box",))
    assert (session.held, session.boxed) == (0, 3)
    assert apply_session(session, ("begin",)).round is not None


def _one_hand(session):
    """Three players; $10 each before the flop, then all but one fold."""
    for event in (("cut",), ("begin",)):
        session = apply_session(session, event)
    card = iter(range(52))
    actions = [("raise", 3, 10), ("call", 1), ("call", 2), ("bet", 1, 10), ("fold", 2), ("fold", 3)]
    while session.round is not None:
        kind, *rest = session.round.next
        if kind == "deal":
            event = ("deal", rest[0], next(card), rest[1])
        elif kind in ("burn", "board"):
            event = (kind, next(card))
        elif kind == "act":
            event = actions.pop(0)
        else:
            event = session.round.next
        session = apply_session(session, event)
    return session


@rule("o(2)(ii)")
@pytest.mark.parametrize("steps", [((20, 1), (10, 1)), (), ((10, 1), (10, 1)), ((10, 0),)])
def test_steps_go_up(steps) -> None:
    check_rake(incremental())
    with pytest.raises(IllegalEvent, match=r"\[o\(2\)\(ii\)\]"):
        check_rake(incremental()._replace(steps=steps))


@rule("o(2)(ii)(a)")
@pytest.mark.parametrize(("pot", "fee"), [(34, [3]), (40, [4]), (9, []), (400, [4])])
def test_levels_of_the_pot(pot: int, fee: list[int]) -> None:
    assert amounts(due(incremental(), (Layer(20, pot, pot),), ())) == fee


@rule("o(2)(ii)(a)")
def test_a_level_is_charged_once(play_round) -> None:
    """$27, then $36: two levels, and one more; the pot less its rake, $25, does not pass $20 again."""
    value = play_round(raked(incremental(), blinds=(3, 9)), ["6 call", "1 call", "4 check"])
    assert value.rake == 2
    value = play_round(
        value,
        [
            "1 bet 9",
            "4 fold",
            "6 fold",
        ],
    )
    assert value.rake == 2
    value = play_round(raked(incremental(), blinds=(1, 9)), ["6 call", "1 call", "4 check"])
    value = play_round(value, ["1 bet 9", "4 call", "6 fold"])
    assert value.rake == 4


@rule("o(2)(ii)(a)")
def test_side_pots_count_to_the_total_or_each_alone() -> None:
    """$30 and $18: $48 pass all four levels; alone they pass three and one. The total is taken from the main pot."""
    pots = (Layer(10, 30, 30), Layer(19, 18, 18))
    assert due(incremental(), pots, ()) == (Take("incremental", 0, 4),)
    each = incremental(incremental_basis="each_pot")
    assert due(each, pots, ()) == (Take("incremental", 10, 3), Take("incremental", 19, 1))


@rule("o(2)(ii)(a)")
def test_no_more_than_the_pots_hold() -> None:
    """Of a pot of $9 a step of $10 at $5 leaves nothing, and no debt."""
    rake = Rake(("incremental",), steps=((5, 10),), cap=100)
    assert amounts(due(rake, (Layer(3, 9, 9),), ())) == [9]


@rule("o(2)(ii)(b)")
def test_a_step_is_taken_before_the_next_street(play_round) -> None:
    value = play_round(
        raked(incremental(), blinds=(2, 7)),
        ["6 call", "1 call", "4 check"],
        until=lambda value: value.next[0] == "rake",
    )
    assert (value.next, value.pot, value.rake) == (("rake", 2), 21, 0)
    with pytest.raises(IllegalEvent):
        apply_round(value, ("burn", 30))
    value = apply_round(value, ("rake", 2))
    assert (value.pot, value.rake) == (19, 2)


@rule("o(2)(ii)(b)")
def test_below_the_first_level_nothing_is_asked(play_round) -> None:
    value = play_round(raked(incremental()), ["6 call", "1 call", "4 check"])
    assert (value.rake, value.next) == (0, ("act", 1))


@rule("o(4)")
@rule("o(2)(i)(b)")
@pytest.mark.parametrize(("basis", "fee"), [("cumulative", 8), ("per_round", 8)])
def test_an_uncalled_bet_is_not_raked(percent, play_round, basis: str, fee: int) -> None:
    """$80 by the river; seat 2 bets 40 and all fold."""
    value = raked(percent(basis=basis), (2, 5), (200, 200), (2, 4))
    value = play_round(value, ["2 raise 40", "5 call", *["2 check", "5 check"] * 2, "2 bet 40", "5 fold"])
    assert (value.rake, value.hand.returned) == (fee, ((2, 40),))
    assert value.hand.stacks() == {2: 232, 5: 160}


@rule("o(4)")
def test_of_a_bet_called_short_only_the_rest_is_uncalled(percent, play_round) -> None:
    """$80, then 100 against 30: $70 go back, 10% of $140 are raked."""
    value = raked(percent(), (2, 5), (200, 70), (2, 4))
    actions = ["2 raise 40", "5 call", *["2 check", "5 check"] * 2, "2 bet 100", "5 call", "2 show", "5 show"]
    value = play_round(value, actions, {2: "AsAh", 5: "KsKh"}, "2c7d9s3h5s")
    assert (value.rake, value.hand.returned) == (14, ((2, 70),))
    assert value.hand.stacks() == {2: 256, 5: 0}


@rule("o(5)")
def test_no_more_rake_once_the_pots_are_pushed(percent, play_round) -> None:
    value = raked(percent(), (2, 5), (200, 200), (2, 4))
    actions = ["2 raise 20", "5 call", "2 bet 20", "5 fold"]
    value = play_round(value, actions[:2], until=lambda value: value.next[0] == "rake")
    assert value.next == ("rake", 4)
    value = play_round(apply_round(value, ("rake", 3)), actions[2:])
    assert (value.over, value.rake, value.hand.stack(2)) == (True, 3, 217)
    with pytest.raises(IllegalEvent, match=r"no more rake of this hand \[o\(5\)\]"):
        apply_round(value, ("rake", 1))


@rule("o(5)")
def test_no_more_rake_between_two_awards(percent, play_round) -> None:
    value = raked(percent(), stacks=(30, 100, 100))
    value = play_round(
        value, ["6 raise 100", "1 call", "4 call", "6 show", "1 show", "4 show"],
        until=lambda value: bool(value.hand.awards),
    )  # fmt: skip
    assert value.next == ("award", 0)
    with pytest.raises(IllegalEvent, match=r"o\(5\)"):
        apply_round(value, ("rake", 1))


@rule("f(6)(viii)")
@pytest.mark.parametrize(("before_flop", "fee"), [(False, 6), (True, 0)])
def test_the_rake_is_that_of_subdivision_o(percent, play_round, before_flop: bool, fee: int) -> None:
    """$60 are raked 6; a game that ends before its flop is not raked, unless the house says so (F08)."""
    actions = ["6 raise 20", "1 fold", "4 fold"] if before_flop else ["6 raise 20", "1 call", "4 call"]
    value = play_round(raked(percent()), actions)
    assert value.rake == fee


@rule("f(6)(viii)")
@pytest.mark.parametrize("collected", [False, True])
def test_no_rake_where_the_others_are_gone_before_the_flop(percent, play_round, collected: bool) -> None:
    """$30 each are in after the first round and bear $9, when seats 1 and 4 leave their hands (F08)."""
    value = raked(percent(), blinds=(10, 30))
    due = ("rake", 9)
    until = (lambda value: value.rake == 9) if collected else (lambda value: value.next == due)
    value = play_round(value, ["6 call", "1 call", "4 check"], until=until)
    value = apply_round(apply_round(value, ("left", 1)), ("left", 4))
    value = play_round(value)
    assert (value.rake, value.hand.stacks()) == (0, {1: 170, 4: 170, 6: 260})


@rule("f(6)(viii)")
def test_a_house_may_drop_before_the_flop(percent, play_round) -> None:
    """Blinds of 10 and 30, and a call of 30: seat 4 raises, both fold: $100 less the uncalled 30 are raked."""
    value = raked(percent(no_flop_no_drop=False), blinds=(10, 30))
    value = play_round(value, ["6 call", "1 fold", "4 raise 60", "6 fold"])
    assert (value.rake, value.hand.stack(4)) == (7, 233)


@rule("f(6)(ix)")
@pytest.mark.parametrize(("each", "given"), [(16, 1), (5, 0)])
def test_a_jackpot_contribution_is_taken_too(play_round, each: int, given: int) -> None:
    """$1 of every pot of $20 or more: $48 give it, $15 do not."""
    jackpot = JackpotRules((0, 9), (0, 9), 1, 1, 20, 2, 30, "none", (("high hand", (0, 1, 2, 3, 4)),))
    value = raked(incremental(), blinds=(1, 2), jackpot=jackpot)
    value = play_round(value, [f"6 raise {each}", "1 call", "4 call", "1 bet 3", "4 fold", "6 fold"])
    assert value.contribution == given
    assert value.hand.stack(1) == 200 - each + 3 * each - given - (4 if each == 16 else 1)


def test_the_sign_names_what_the_hand_is_raked_by(percent) -> None:
    assert sign(percent(cap=5, basis="per_round"), "${}".format) == "10% of each betting round, maximum $5"
    assert (
        sign(Rake(("time",), time=TimeCharge(((4, 8, 12),))), "${}".format)
        == "$12 an hour at $4-$8 per player"
    )
