"""`railbird bench`: the parts that have commands of their own."""

import json

import pytest

from host_tools.bench import core


def test_bench_core_counts_its_hands(railbird):
    done = railbird("bench", "core", "--hands", "30", "--seed", "2", "--json")
    figures = json.loads(done.stdout)
    assert done.returncode == 0
    assert (figures["hands"], figures["mismatches"]) == (30, 0)
    assert figures["steps"] > 300
    assert figures["hands_per_s"] > 0


def test_bench_core_on_the_vm(railbird):
    done = railbird("bench", "core", "--vm", "--hands", "30", "--seed", "2", "--json")
    figures = json.loads(done.stdout)
    assert (done.returncode, figures["hands"], figures["mismatches"]) == (0, 30, 0)
    assert figures["steps"] > 300


def test_bench_core_ends_at_a_difference(monkeypatch):
    def differs(_seed, _counts):
        raise core.Mismatch("here")

    monkeypatch.setattr(core, "compare_hand", differs)
    with pytest.raises(core.Mismatch, match="here") as caught:
        core.compare(5, 1)
    assert caught.value.counts["hands"] == 0
