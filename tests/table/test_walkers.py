"""The engine and the table compared at every step of random hands of every game, on CPython and on the VM."""

import pytest

from host_tools.bench.core import Mismatch, Walk, compare
from host_tools.bench.core_vm import compare_on_vm
from railbird import facts
from railbird.rules import games
from railbird.rules.deal import Deal

HANDS = 400
ON_VM = 1000  # of each seed


def test_the_same_at_every_step() -> None:
    played = compare(HANDS, 7)
    assert sum(played[game] for game in games.NAMES) == HANDS
    assert all(played[game] > 10 for game in games.NAMES)
    assert played["shuffles"] > 20


def test_a_difference_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Deal, "stub", lambda deal: 52 - sum(deal.got(zone) for zone in range(52)))
    with pytest.raises(Mismatch, match="stub"):
        compare(100, 7)


@pytest.mark.parametrize("seed", [7, 8])
def test_the_same_on_the_vm(seed: int) -> None:
    """The hands of a seed are those of `compare`; the VM is held against the engine, not against CPython's table."""
    counts = compare_on_vm(ON_VM, seed)
    assert counts["hands"] == ON_VM
    assert counts["steps"] > 30 * ON_VM


def test_a_difference_is_found_on_the_vm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Walk, "_lands", lambda *_: facts.Z_BURN)
    with pytest.raises(Mismatch, match="seed 7, hand 0 step 1 says") as caught:
        compare_on_vm(1000, 7)
    assert caught.value.counts["hands"] <= 1000
