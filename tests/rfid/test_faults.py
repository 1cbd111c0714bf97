"""The scanner under each fault of the virtual world: a zone it cannot see is UNKNOWN, nothing is invented, and it is as
before when the fault is over. What a fault does on the wire is in tests/virtual.
"""

import pytest

from host_tools.virtual.faults import FAULTS
from railbird import facts
from railbird.rfid.steps import CHIP_RESET
from tests.rfid.test_scanner import Felt, S

ZONE = "seat_3"
CARDS = [(ZONE, 68), (ZONE, 69)]
LEFT = [*(f"seat_{seat}" for seat in range(1, 10)), *(f"board_{place}" for place in range(1, 6))]
"""All that hangs on bus 0 of the board."""

BLIND = (
    *("error_frame", "late_reply", "brown_out_freeze", "unplugged", "latched_nack", "stretching_too_long"),
    *("scl_held", "rf_status", "no_power", "leads_swapped", "no_pull_up_there"),
)
RESET_HELPS = ("mute", "zombie", "no_wake", "clock_lock_up", "sda_held", "stuck_status")
WHOLE_BUS = ("scl_stuck", "sda_stuck", "mux_silent", "no_pull_up", "bus_swapped")
UNFELT = (
    *(
        "bit_shift",
        "long_preamble",
        "no_preamble",
        "bad_checksum",
        "cut_reply",
        "stale_frame",
        "lost_command",
    ),
    *(
        "halt_ineffective",
        "no_latecomers",
        "reset_unwired",
        "reset_slow",
        "brown_out",
        "stretching",
        "bus_free",
    ),
    *("nack_window", "poll_nack", "ready_flickers", "channel_left_open", "mux_reset_unwired", "other_errno"),
    *("swallowed_reqa", "rf_loss", "rf_loading", "duplicate_uid", "sda_in_byte"),
)
OUT_OF_SIGHT = ("weak_antenna", "metal_cover", "tag_flees")
LIES = ("shifted_uid", "truncated_uid", "field_stuck_off")
FOREIGN = ("random_uid", "too_many_tags", "tag_with_ats")
OWN_TESTS = ("mute_after_lists", "channel_welded", "heard_next_door", "field_stuck_on")
OTHER_LINES = ("miso_driven", "spi_pause", "baud_left_high", "hsu_pause")  # in test_lines


def place(name):
    return {"reader": ZONE, "i2c reader": ZONE, "channel": ZONE, "bus": "bus 0", "mux": "mux 0"}[
        FAULTS[name].part
    ]


@pytest.fixture
def felt():
    """Nine pairs that have been seen; `inputs` are empty."""
    felt = Felt("virtual_9", seed=5)
    felt.fill_seats()
    felt.run(3 * S)
    assert len(felt.said("sight")) == 18
    felt.inputs.clear()
    return felt


def spell(felt, name, seconds=4, after_s=5):
    """What the scanner says while the fault is set, and in `after_s` seconds after."""
    felt.world.faults.set(name, place(name))
    felt.run(seconds * S)
    during = felt.inputs[:]
    felt.inputs.clear()
    felt.world.faults.clear(name, place(name))
    felt.run(after_s * S)
    after = felt.inputs[:]
    felt.inputs.clear()
    return [row[1:4] for row in during], [row[1:4] for row in after]


def states(zones, state):
    return [("state", zone, state) for zone in zones]


def test_every_fault_has_its_place_here():
    assert sorted(
        BLIND + RESET_HELPS + WHOLE_BUS + UNFELT + OUT_OF_SIGHT + LIES + FOREIGN + OWN_TESTS + OTHER_LINES
    ) == sorted(FAULTS)


@pytest.mark.parametrize("name", BLIND)
def test_a_reader_that_cannot_see_is_unknown(felt, name):
    """And nobody else: the others lose no round, and it is back within two seconds."""
    rounds = felt.scanner.rounds
    felt.run(2 * S)
    healthy = felt.scanner.rounds - rounds
    felt.world.faults.set(name, ZONE)
    felt.run(2 * S)
    rounds = felt.scanner.rounds
    felt.run(2 * S)
    assert felt.scanner.rounds - rounds >= 0.8 * healthy
    felt.world.faults.clear(name, ZONE)
    felt.run(2 * S)
    assert [row[1:4] for row in felt.inputs] == [
        ("state", ZONE, facts.STATE_UNKNOWN),
        ("state", ZONE, facts.STATE_OK),
    ]
    felt.inputs.clear()
    felt.run(2 * S)
    assert felt.inputs == []


@pytest.mark.parametrize("name", RESET_HELPS)
def test_a_reader_that_a_reset_helps_is_back_within_two_seconds(felt, name):
    """At once, if its field may have stayed on; else it is UNKNOWN meanwhile."""
    felt.world.faults.set(name, ZONE)
    felt.run(2 * S)
    assert [row[1:4] for row in felt.inputs] in (
        [],
        [("state", ZONE, facts.STATE_UNKNOWN), ("state", ZONE, facts.STATE_OK)],
    )
    assert felt.scanner.steps[CHIP_RESET] == 1
    felt.inputs.clear()
    felt.run(2 * S)
    assert felt.inputs == []


@pytest.mark.parametrize("name", RESET_HELPS)
def test_a_reader_whose_reset_line_does_nothing_is_unknown_until_it_answers(felt, name):
    felt.world.faults.set("reset_unwired", ZONE)
    felt.world.faults.set(name, ZONE)
    felt.run(4 * S)
    zones = [row[2] for row in felt.inputs if row[1] == "state" and row[3] == facts.STATE_UNKNOWN]
    assert zones[0] == ZONE
    assert set(zones) <= {"seat_2", ZONE, "seat_4"}  # its field may have stayed on
    felt.world.faults.clear(name, ZONE)
    felt.run(2 * S)
    assert {row[1] for row in felt.inputs} == {"state"}
    last = {row[2]: row[3] for row in felt.inputs}
    assert set(last.values()) == {facts.STATE_OK}


@pytest.mark.parametrize("name", WHOLE_BUS)
def test_a_bus_that_hangs_makes_all_its_zones_unknown(felt, name):
    """And lifts no card. A multiplexer whose channel cannot be closed blinds those behind the other one too."""
    during, after = spell(felt, name, 6, 2)
    assert sorted(during) == sorted(states(LEFT, facts.STATE_UNKNOWN))
    assert sorted(after) == sorted(states(LEFT, facts.STATE_OK))


def test_faults_that_nobody_notices(felt):
    for name in UNFELT:
        assert (name, *spell(felt, name, 2, 1)) == (name, [], [])


@pytest.mark.parametrize("name", OUT_OF_SIGHT)
def test_cards_out_of_sight_are_lifted_and_no_others(felt, name):
    during, after = spell(felt, name)
    assert sorted(during) == [("lift", *card) for card in CARDS]
    assert sorted(after) == [("sight", *card) for card in CARDS]


@pytest.mark.parametrize("name", LIES)
def test_a_reader_that_lies_is_unknown_and_lifts_no_card(felt, name):
    during, after = spell(felt, name, 10, 3)
    assert [row for row in during if row[0] != "unknown"] == states([ZONE], facts.STATE_UNKNOWN)
    assert after == states([ZONE], facts.STATE_OK)


@pytest.mark.parametrize("name", ["shifted_uid", "truncated_uid"])
def test_a_card_that_lands_before_a_reader_that_tears_uids_is_not_taken_for_a_foreign_tag(felt, name):
    """What the reader makes of its UID can be no tag's: it is told as such, and the zone is unknown."""
    for _, code in CARDS:
        felt.lift(code)
    felt.run(3 * S)
    felt.inputs.clear()
    felt.world.faults.set(name, ZONE)
    felt.lay(CARDS[0][1], ZONE)
    felt.run(4 * S)
    assert sorted(row[1:] for row in felt.inputs) == [
        ("state", ZONE, facts.STATE_UNKNOWN, 0),
        ("unknown", ZONE, 255, 0),
    ]


def test_field_stuck_on(felt):
    """It drowns the coupled antennas, and the cards that it keeps awake or halted do not answer anew."""
    during, after = spell(felt, "field_stuck_on", 10, 3)
    drowned = ["seat_2", ZONE, "seat_4"]
    assert sorted(during) == states(drowned, facts.STATE_UNKNOWN)
    assert sorted(after) == states(drowned, facts.STATE_OK)


def test_mute_after_lists(felt):
    """Soon it is dead; a reset brings it back."""
    during, after = spell(felt, "mute_after_lists", 15)
    assert during in ([], states([ZONE], facts.STATE_UNKNOWN) + states([ZONE], facts.STATE_OK))
    assert after == []
    assert felt.scanner.steps[CHIP_RESET] == 1


def test_channel_welded(felt):
    """Two chips answer as one wherever the bus turns: whatever is said is that zones are unknown, and all come back."""
    during, after = spell(felt, "channel_welded", 6)
    assert {row[0] for row in during + after} == {"state"}
    last = {row[1]: row[2] for row in during + after}
    assert set(last.values()) == {facts.STATE_OK}
    assert set(last) <= set(LEFT)


def test_heard_next_door(felt):
    """A tag heard by two readers stays where it was. Those of the other reader hide the own: so the zone is unknown."""
    during, after = spell(felt, "heard_next_door", 15, 2)
    assert [row for row in during if row[0] != "twice"] == states([ZONE], facts.STATE_UNKNOWN)
    assert after == states([ZONE], facts.STATE_OK)


@pytest.mark.parametrize("name", FOREIGN)
def test_foreign_tags_are_unknown_and_never_a_card(felt, name):
    for _, code in CARDS:
        felt.lift(code)
    felt.run(3 * S)
    felt.inputs.clear()
    during, after = spell(felt, name)
    assert {row[:2] for row in during} == {("unknown", ZONE)}
    assert {row[0] for row in after} <= {"unknown"}
