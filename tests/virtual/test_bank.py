"""The chips on the felt, and the hands that move them: amounts by hand, antennas by the timing table."""

import pytest

from host_tools import chip_registry
from host_tools.chip_registry import Kind
from host_tools.engine import apply
from host_tools.virtual.bank import Bank
from host_tools.virtual.croupier import STOCK, Croupier
from host_tools.virtual.players import evening
from host_tools.virtual.timing import MID
from host_tools.virtual.world import World
from railbird_boards.schema import load

ONE, FIVE, HUNDRED, RAKE = Kind(1), Kind(5), Kind(100), Kind(4, "rake chip")


@pytest.fixture
def world() -> World:
    return World(load("casino_11_chips"), MID, 1)


@pytest.fixture
def bank(world: World) -> Bank:
    return Bank(world, chip_registry.sample(1, {ONE: 60, FIVE: 10, HUNDRED: 4, RAKE: 2}))


def test_an_amount_is_made_up_of_the_largest_chips(bank: Bank) -> None:
    assert bank.made_up(217) == [HUNDRED, HUNDRED, FIVE, FIVE, FIVE, ONE, ONE]
    assert bank.made_up(510) == [HUNDRED] * 4 + [FIVE] * 10 + [ONE] * 60
    with pytest.raises(ValueError, match="the tray cannot make up the last 1"):
        bank.made_up(511)


def test_of_a_stack_two_are_powered_and_of_chips_side_by_side_four(bank: Bank, world: World) -> None:
    bank.put("bet_1", [ONE] * 20, spread=False)
    bank.put("bet_2", [ONE] * 8, spread=True)
    assert len(world.antenna("bet_1").powered) == 2
    assert len(world.antenna("bet_2").powered) == 4


def test_what_is_taken_out_is_replaced_by_change(bank: Bank) -> None:
    """Of 100 + 5: 7 are taken as 5 and a 100 of which 98 come back."""
    bank.put("pot", [HUNDRED, FIVE], spread=False)
    assert bank.take("pot", 7) == [FIVE, ONE, ONE]
    assert bank.worth("pot") == 98
    bank.take("pot", 98)
    assert (bank.worth("pot"), bank.lying("pot")) == (0, [])


def test_a_rake_chip_is_worth_something_in_the_rake_area_only(bank: Bank) -> None:
    bank.put("bet_1", [RAKE, ONE], spread=True)
    bank.put("rake", [RAKE], spread=True)
    assert (bank.worth("bet_1"), bank.worth("rake")) == (1, 4)


def test_the_log_has_what_lay_there_since_when(bank: Bank, world: World) -> None:
    bank.put("bet_1", [ONE], spread=True)
    world.clock.advance(500)
    bank.put("bet_1", [FIVE], spread=True)
    world.clock.advance(500)
    assert bank.clear("bet_1") == [ONE, FIVE]
    assert bank.log["bet_1"] == [(0, 1, 1), (500, 6, 2), (1000, 0, 0)]


@pytest.mark.parametrize("seed", range(6))
def test_the_croupier_moves_what_the_hand_says(world: World, seed: int) -> None:
    """While bets are open they lie before the seats; then all of it is in the pot and the rake area; at last nothing
    is left. No chip comes or goes.
    """
    bank = Bank(world, chip_registry.sample(1, STOCK))
    croupier = Croupier(bank, lambda state: min(4, state.pot // 10), seed)
    script = next(evening("holdem", (1, 3, 5, 7), seed))
    state, swept = script.state, 0
    while state.next != ("done",):
        kind = state.next[0]
        if kind == "deal":
            event = ("deal", state.next[1], script.draw(state), state.next[2])
        elif kind in ("burn", "board"):
            event = (kind, script.draw(state))
        else:
            event = state.next if kind in ("blind", "award") else script.decide(state)
        before, state = state, apply(state, event)
        for delay in croupier.follow(before, state):
            world.clock.advance(delay)
        open_bets = sum(state.wager.bets)
        assert sum(bank.worth(f"bet_{seat}") for seat in state.seats) == open_bets
        assert all(bank.worth(f"bet_{seat}") == state.bet(seat) for seat in state.seats)
        if not open_bets and state.pot and not state.awards:
            swept += 1
            assert bank.worth("pot") + bank.worth("rake") == state.pot
    assert swept
    assert not any(bank.lying(zone) for zone in world.zones)
    assert sum(len(tags) for tags in bank._tray.values()) == 1000


def test_bets_come_in_several_pushes_now_and_then(world: World) -> None:
    bank = Bank(world, chip_registry.sample(1, STOCK))
    croupier = Croupier(bank, lambda _state: 0, 1)
    pushes = []
    for _ in range(40):
        before = len(bank.log.get("bet_1", []))
        for delay in croupier._push(1, 37):
            world.clock.advance(delay)
        pushes.append(len(bank.log["bet_1"]) - before)
        assert bank.worth("bet_1") == 37
        bank.clear("bet_1")
    assert set(pushes) == {1, 2, 3}
