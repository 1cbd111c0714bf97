"""The bench of power cuts, and that it would show what it looks for."""

import pytest

from host_tools.bench import powercut
from host_tools.bench.powercut import Recording, Told
from host_tools.virtual.flash import TEARS
from railbird import facts


@pytest.fixture(scope="module")
def recording() -> Recording:
    """A short hand of hold'em, from an erased flash on."""
    return powercut.record("virtual_9", "holdem", 2, 1, 3)


def test_a_recording_knows_what_was_promised(recording):
    assert len(recording.promised) == len(recording.operations)
    assert recording.promised == sorted(recording.promised)
    assert recording.promised[0] == 0
    last = max(recording.states)
    assert recording.promised[-1] <= last
    assert {fact.input_seq for fact in recording.facts} <= set(range(last + 1))
    assert facts.DEALT in {fact.kind for fact in recording.facts}


def test_nothing_is_lost_wherever_power_goes(recording):
    rows = list(powercut.run([recording], 60, 1, 2, lambda _done: None))
    assert len(rows) == 60
    assert {row["tear"] for row in rows} == set(TEARS)
    assert [row for row in rows if row["lost"] or row["torn"] or row["unbootable"]] == []


def test_a_promise_that_is_not_kept_shows(recording):
    """Promised one operation too early: what was not yet on flash then is missed."""
    early = recording._replace(promised=[*recording.promised[8:], *[max(recording.states)] * 8])
    rows = list(powercut.run([early], 60, 1, 1, lambda _done: None))
    assert any(row["lost"] for row in rows)
    assert not any(row["torn"] for row in rows)


def test_a_state_that_never_was_and_a_fact_told_otherwise_show():
    said = [Told(1, 1, 3, 5, 255, 0)]
    recording = Recording("", "", [], [0, 1], {0: "a", 1: "b"}, said)
    found = {"last": 1, "lost": 0, "faults": 0, "state": "b", "told": [list(said[0])]}
    assert powercut.judge(recording, 1, found) == {"lost": False, "torn": False}
    assert powercut.judge(recording, 1, found | {"state": "a"})["torn"]
    assert powercut.judge(recording, 1, found | {"told": [[1, 1, 3, 6, 255, 0]]})["torn"]
    assert powercut.judge(recording, 1, found | {"faults": 1})["torn"]
    assert powercut.judge(recording, 1, found | {"last": 0, "state": "a", "told": []})["lost"]


def test_all_cuts_there_are_when_more_are_asked_for(recording):
    every = powercut.chosen([recording], 10**6, 1)
    assert len(every) == len(set(every)) == 3 * len(recording.operations)


def test_hands_stay_within_the_budget_of_the_flash():
    worn = powercut.wear(2, 1, "casino_11", "holdem", 9)
    assert worn["erases_a_hand"] <= 3
    assert worn["flash_life_years"] >= 5
