"""The table of faults, and faults of a world at a time and at a rate."""

import re
from pathlib import Path

import pytest

from host_tools.virtual.faults import FAULTS, HOUR_US, rates
from host_tools.virtual.timing import MID
from host_tools.virtual.world import World
from tests.virtual.conftest import THREE

HERE = Path(__file__).parent


def test_every_switch_has_a_source_an_effect_and_a_test():
    tests = "".join((HERE / f"test_fault_{part}.py").read_text() for part in ("chip", "wire", "line", "air"))
    for name, row in FAULTS.items():
        assert re.search(r"(?:pn532|row|rfid|issue|[0-9]\.[0-9])", row.source), name
        assert row.effect
        assert not row.effect.endswith(".")
        assert f"def test_{name}(" in tests or f'("{name}", E' in tests, name


def test_a_place_is_a_part_of_the_board():
    faults = World(THREE).faults
    assert faults.places("mute") == ["muck", "seat_1", "seat_2"]
    assert faults.places("channel_welded") == ["seat_1", "seat_2"]
    assert faults.places("scl_stuck") == ["bus 0", "bus 1"]
    assert faults.places("mux_silent") == ["mux 0"]


@pytest.mark.parametrize(
    ("name", "place", "said"),
    [
        ("mutee", "muck", "railbird faults"),
        ("mute", "seat_3", "seat_3"),
        ("mute", "bus 0", "bus 0"),
        ("channel_welded", "muck", "muck"),
        ("scl_stuck", "bus 2", "bus 2"),
        ("mux_silent", "mux 1", "mux 1"),
    ],
)
def test_what_does_not_exist_is_refused_and_changes_nothing(name, place, said):
    faults = World(THREE).faults
    for action in (
        lambda: faults.set(name, place),
        lambda: faults.at(5, name, place),
        lambda: faults.rate(name, place, 1.0),
    ):
        with pytest.raises(ValueError, match=said):
            action()
    assert faults.log == []


def test_a_rate_is_above_zero():
    with pytest.raises(ValueError, match="above 0"):
        World(THREE).faults.rate("mute", "muck", 0)


def test_rates_in_words():
    assert rates("mute:0.5,scl_stuck,zombie:12") == [("mute", 0.5), ("scl_stuck", 6), ("zombie", 12)]


@pytest.mark.parametrize(
    "text", ["", "mute,", "mute:0", "mute:-1", "mute:x", "mute:nan", "mute:inf", "mutes:1", "mute:1001"]
)
def test_rates_that_cannot_be(text):
    with pytest.raises(ValueError, match=r"^fault [^\n]+expected"):
        rates(text)


def test_everywhere_is_on_every_part():
    world = World(THREE)
    world.faults.everywhere("channel_welded", 60.0)
    world.clock.advance_to(HOUR_US)
    assert {row[3] for row in world.faults.log} == {"seat_1", "seat_2"}


def test_at_a_time_and_for_a_time():
    world = World(THREE)
    world.faults.at(1000, "mute", "muck", 500)
    chip = world.reader("muck").chip
    for us, mute in ((999, False), (1000, True), (1499, True), (1500, False)):
        world.clock.advance_to(us)
        assert chip.mute is mute
    assert world.faults.log == [(1000, "set", "mute", "muck"), (1500, "cleared", "mute", "muck")]


def test_clearing_what_is_not_set_does_nothing():
    world = World(THREE)
    world.reader("muck").chip.zombie = True
    world.faults.clear("zombie", "muck")
    assert world.reader("muck").chip.zombie
    assert world.faults.log == []


def test_of_two_faults_of_one_kind_the_later_stays():
    world = World(THREE)
    chip = world.reader("muck").chip
    world.faults.set("error_frame", "muck")
    world.faults.set("no_preamble", "muck")
    world.faults.clear("error_frame", "muck")
    assert chip.garble(b"abc") == b"bc"
    world.faults.clear("no_preamble", "muck")
    assert chip.garble is None


def strikes(seed, hours=100, **also):
    world = World(THREE, MID, seed)
    world.faults.rate("late_reply", "muck", 6.0)
    for name, place in also.items():
        world.faults.rate(name, place, 60.0)
    world.clock.advance_to(hours * HOUR_US)
    return [row for row in world.faults.log if row[2] == "late_reply"]


def test_a_rate_is_kept_on_a_stream_of_its_own():
    log = strikes(1)
    begun = [row for row in log if row[1] == "set"]
    assert 500 < len(begun) < 700  # 600 less what it is set
    ended = [row for row in log if row[1] == "cleared"]
    assert {b[0] - a[0] for a, b in zip(begun, ended, strict=False)} == {3_000_000}
    assert strikes(1, 10, zombie="muck", rf_status="muck") == strikes(1, 10)
    assert strikes(2, 10) != strikes(1, 10)
