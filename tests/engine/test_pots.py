"""Pots and shares against the regulation's examples and an awarder that hands out one unit at a time."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tools.engine.awards import best, shares
from host_tools.engine.pots import Pot, pots


def award_by_units(
    paid: Sequence[int], live: Sequence[bool], keys: Sequence[int], dead: int = 0
) -> list[int]:
    """What each player wins, handing out unit by unit; nothing of the engine is used."""
    heaps: dict[tuple[int, ...], int] = {}
    claimants = tuple(player for player in range(len(paid)) if live[player])
    heaps[claimants] = dead
    for depth in range(max(paid)):
        claimants = tuple(player for player in claimants if paid[player] > depth) or claimants
        for amount in paid:
            if amount > depth:
                heaps[claimants] = heaps.get(claimants, 0) + 1
    won = [0] * len(paid)
    for claim, units in heaps.items():
        strongest = max(keys[player] for player in claim)
        winners = [player for player in claim if keys[player] == strongest]
        for unit in range(units):
            won[winners[unit % len(winners)]] += 1
    return won


def award_by_pots(
    paid: Sequence[int], live: Sequence[bool], keys: Sequence[int], dead: int, unit: int = 1
) -> list[int]:
    won = [0] * len(paid)
    for pot in pots(range(len(paid)), paid, live, dead):
        winners = [pot.seats[index] for index in best([keys[seat] for seat in pot.seats])]
        for seat, amount in zip(winners, shares(pot.amount, winners, unit), strict=True):
            won[seat] += amount
    return won


def test_one_side_pot_as_in_c_3_iv_a() -> None:
    assert pots((1, 2, 3), (30, 100, 100), (True,) * 3) == (Pot(90, (1, 2, 3)), Pot(140, (2, 3)))
    assert award_by_pots((30, 100, 100), (True,) * 3, (9, 1, 5), 0) == [90, 0, 140]


def test_two_side_pots_and_a_fold_as_in_c_3_iv_c() -> None:
    """$20, $50, $120, $120 and seat 5 folded after $10: 90, 90 and 140."""
    made = pots((1, 2, 3, 4, 5), (20, 50, 120, 120, 10), (True, True, True, True, False))
    assert made == (Pot(90, (1, 2, 3, 4)), Pot(90, (2, 3, 4)), Pot(140, (3, 4)))


def test_two_all_ins_of_the_same_amount_make_one_layer() -> None:
    assert pots((1, 2, 3), (50, 50, 80), (True, True, True)) == (Pot(150, (1, 2, 3)), Pot(30, (3,)))


def test_folded_money_above_every_live_contribution_stays_in_the_pot() -> None:
    assert pots((1, 2, 3), (20, 60, 60), (True, False, False)) == (Pot(140, (1,)),)


def test_an_ante_for_the_table_goes_into_the_centre_pot_even_for_one_who_paid_nothing_else() -> None:
    assert pots((1, 2, 3), (0, 40, 40), (True,) * 3, 5) == (Pot(5, (1, 2, 3)), Pot(80, (2, 3)))


def test_a_live_seat_that_paid_nothing_makes_no_pot_of_its_own() -> None:
    assert pots((1, 2, 3), (0, 40, 40), (True,) * 3) == (Pot(80, (2, 3)),)


def test_nobody_live_is_an_error() -> None:
    with pytest.raises(ValueError, match="live"):
        pots((1, 2), (5, 5), (False, False))


@pytest.mark.parametrize(
    ("amount", "winners", "unit", "expected"),
    [
        (100, 2, 1, (50, 50)),  # b(3)
        (300, 3, 1, (100, 100, 100)),  # b(3)
        (101, 3, 1, (34, 34, 33)),  # S02: nobody favoured by more than one unit
        (30_300, 3, 1, (10_100, 10_100, 10_100)),
        (100, 3, 5, (35, 35, 30)),
        (102, 2, 5, (52, 50)),  # W06: the coin follows as the last odd piece
        (7, 1, 5, (7,)),
        (3, 5, 1, (1, 1, 1, 0, 0)),
    ],
)
def test_shares(amount: int, winners: int, unit: int, expected: tuple[int, ...]) -> None:
    assert shares(amount, range(winners), unit) == expected


def test_shares_need_a_winner() -> None:
    with pytest.raises(ValueError, match="winner"):
        shares(10, (), 1)


PLAYERS = st.lists(st.tuples(st.integers(0, 40), st.booleans(), st.integers(0, 3)), min_size=2, max_size=11)


@given(PLAYERS, st.integers(0, 9))
def test_the_awarder_by_units_agrees(players: list[tuple[int, bool, int]], dead: int) -> None:
    paid, live, keys = (list(column) for column in zip(*players, strict=True))
    live[paid.index(max(paid))] = True
    assert award_by_pots(paid, live, keys, dead) == award_by_units(paid, live, keys, dead)


@given(st.integers(0, 5000), st.integers(1, 11), st.sampled_from([1, 5, 25]))
def test_shares_are_whole_and_differ_by_a_unit_at_most(amount: int, winners: int, unit: int) -> None:
    given_out = shares(amount, range(winners), unit)
    assert sum(given_out) == amount
    assert max(given_out) - min(given_out) <= unit
    assert list(given_out) == sorted(given_out, reverse=True)
