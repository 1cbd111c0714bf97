"""Presence rules, each alone: what makes a lift, and what trouble or foreign UIDs make; when a look has seen enough."""

import pytest

from railbird import facts
from railbird.rfid import presence
from railbird.rfid.presence import AGAIN, CALM, GO, PROBE, STOP
from railbird.rfid.registry import fold
from railbird.rules.cards import NO_CARD
from tests.rfid.presence_bench import MS, MUCK, SEAT_1, SEAT_2, STRANGER, TAGS, Bench


@pytest.fixture
def bench():
    return Bench()


# -- lifting ------------------------------------------------------------------------------------------------------


def test_a_first_miss_asks_for_probes_and_lifts_nothing(bench):
    bench.lay(SEAT_1, 10, 11)
    assert bench.look(SEAT_1, 10)
    assert bench.inputs == []
    assert bench.presence.urgent[SEAT_1] == PROBE
    assert bench.presence.known(SEAT_1) == 1
    bench.look(SEAT_1, 10, 11, tries=0)
    assert bench.presence.urgent[SEAT_1] == CALM


def test_the_first_miss_and_three_thorough_probes_lift(bench):
    bench.lay(SEAT_1, 10)
    bench.look(SEAT_1, tries=1)
    for _ in range(2):
        bench.look(SEAT_1, tries=16)
    assert bench.inputs == []
    bench.look(SEAT_1, tries=16)
    assert bench.inputs == [("lift", "seat_1", 10, 0)]
    bench.look(SEAT_1, tries=16)
    assert len(bench.inputs) == 1


def test_few_tries_take_more_looks(bench):
    bench.lay(SEAT_1, 10)
    looks = 0
    while not bench.inputs:
        bench.look(SEAT_1, tries=1)
        looks += 1
    assert looks == 49  # bursts of lost exchanges have a mean length of 4


def test_one_look_of_many_tries_is_not_enough(bench):
    bench.lay(SEAT_1, 10)
    for _ in range(3):
        bench.look(SEAT_1, tries=200)
    assert bench.inputs == []


def test_a_reading_in_between_begins_the_count_anew(bench):
    bench.lay(SEAT_1, 10)
    for _ in range(20):
        for _ in range(3):
            bench.look(SEAT_1, tries=16)
        bench.look(SEAT_1, 10)
    assert bench.inputs == []


def test_a_look_cut_short_misses_nothing(bench):
    bench.lay(SEAT_1, 10, 11)
    for _ in range(20):
        bench.look(SEAT_1, 10, complete=False)
    assert bench.inputs == []
    assert bench.presence.urgent[SEAT_1] == CALM


def test_a_look_in_trouble_neither_counts_nor_resets(bench):
    bench.lay(SEAT_1, 10)
    bench.look(SEAT_1, tries=1)
    for _ in range(2):
        bench.look(SEAT_1, tries=16)
        bench.presence.trouble(SEAT_1)
        bench.presence.trouble(SEAT_1)
    assert bench.inputs == []
    bench.look(SEAT_1, tries=16)
    assert bench.inputs == [("lift", "seat_1", 10, 0)]


def test_trouble_is_unknown_and_never_empty(bench):
    bench.lay(SEAT_1, 10)
    for _ in range(100):
        bench.presence.trouble(SEAT_1)
    assert bench.inputs == [("state", "seat_1", facts.STATE_UNKNOWN, 0)]
    assert bench.presence.owner(10) == SEAT_1
    bench.look(SEAT_1, 10)
    assert bench.inputs[1:] == [("state", "seat_1", facts.STATE_OK, 0)]


def test_beside_a_reader_in_trouble_silence_is_no_absence(bench):
    """Its field may be stuck on: then the coupled antennas hear nothing at all, and that is told."""
    bench.lay(SEAT_1, 10)
    bench.fail(SEAT_2, lit=True)
    for _ in range(20):
        assert not bench.look(SEAT_1, tries=16)
    assert bench.inputs == [("state", "seat_1", facts.STATE_UNKNOWN, 0)]
    bench.look(SEAT_1, 10)  # read: so the field is not stuck
    assert bench.inputs[1:] == [("state", "seat_1", facts.STATE_OK, 0)]


def test_beside_a_reader_in_trouble_whose_field_is_off_absence_counts(bench):
    bench.lay(SEAT_1, 10)
    bench.fail(SEAT_2, lit=True)
    bench.fail(SEAT_2, lit=False)
    for _ in range(4):
        bench.look(SEAT_1, tries=16)
    assert bench.inputs == [("lift", "seat_1", 10, 0)]


def test_an_empty_zone_beside_a_field_that_may_be_on_is_not_clean(bench):
    assert bench.look(SEAT_1)
    bench.fail(SEAT_2, lit=True)
    assert not bench.look(SEAT_1)
    assert bench.inputs == []


def test_when_the_reader_is_back_absence_counts_again_beside_it(bench):
    bench.lay(SEAT_1, 10)
    bench.fail(SEAT_2, lit=True)
    bench.look(SEAT_1, tries=16)
    bench.look(SEAT_2)
    for _ in range(3):
        bench.look(SEAT_1, tries=16)
    assert bench.inputs == []
    bench.look(SEAT_1, tries=16)
    assert bench.inputs == [("lift", "seat_1", 10, 0)]


def test_two_troubles_are_no_state(bench):
    for _ in range(10):
        bench.presence.trouble(SEAT_1)
        bench.presence.trouble(SEAT_1)
        bench.look(SEAT_1)
    assert bench.inputs == []


def test_a_card_that_comes_back_lands_again(bench):
    bench.lay(SEAT_1, 10)
    for _ in range(4):
        bench.look(SEAT_1, tries=16)
    bench.look(SEAT_1, 10)
    assert bench.inputs == [("lift", "seat_1", 10, 0), ("sight", "seat_1", 10, 0)]


# -- when a look has seen enough ----------------------------------------------------------------------------------


def test_a_full_zone_needs_no_closing_list_command(bench):
    bench.lay(SEAT_1, 10, 11)
    bench.presence.begin(SEAT_1, False)
    assert bench.read(SEAT_1, 11) == GO
    assert bench.read(SEAT_1, 10) == STOP
    bench.presence.begin(SEAT_1, True)  # a deep look goes on
    assert bench.read(SEAT_1, 11) == GO
    assert bench.read(SEAT_1, 10) == GO


def test_a_tag_too_many_is_seen_and_looked_for(bench):
    bench.lay(SEAT_1, 10, 11)
    bench.presence.begin(SEAT_1, True)
    bench.read(SEAT_1, 10)
    bench.read(SEAT_1, 11)
    while bench.read(SEAT_1, 12) == AGAIN:
        bench.wait(11 * MS)
    bench.presence.finish(SEAT_1, True, 1)
    assert bench.inputs == [("sight", "seat_1", 12, 0)]
    bench.presence.begin(SEAT_1, False)  # all three belong there now
    assert bench.read(SEAT_1, 10) == GO
    assert bench.read(SEAT_1, 11) == GO
    assert bench.read(SEAT_1, 12) == STOP


def test_a_clean_look_is_complete_and_brings_nothing_new(bench):
    assert bench.look(SEAT_1)
    assert not bench.look(SEAT_1, complete=False)
    assert not bench.look(SEAT_1, 10)  # accepted in this very look
    assert bench.look(SEAT_1, 10)
    assert not bench.look(SEAT_1, 10, 11, readings=1)  # waits


# -- UIDs of no card ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("uid", [STRANGER, bytes.fromhex("08112233")])
def test_an_unknown_uid_is_told_once_while_it_stays(bench, uid):
    for _ in range(10):
        bench.look(SEAT_1, uid)
    assert bench.inputs == [("unknown", "seat_1", NO_CARD, fold(uid, 0, len(uid)))]
    for _ in range(4):
        bench.look(SEAT_1, tries=16)
    assert len(bench.inputs) == 1
    bench.look(SEAT_1, uid)
    assert len(bench.inputs) == 2


@pytest.mark.parametrize(
    "uid",
    [
        b"\x88" + TAGS[1][:3],  # a cascade level of a registered tag
        bytes(3) + TAGS[1][:4],  # one that was shifted
        bytes.fromhex("0411223344"),  # no UID has five bytes
    ],
)
def test_what_can_be_no_uid_is_the_readers_trouble(bench, uid):
    """It is told once, as no card, and the zone is unknown until such a thing is surely gone."""
    for _ in range(5):
        bench.look(SEAT_1, uid)
    assert bench.inputs == [("unknown", "seat_1", NO_CARD, 0), ("state", "seat_1", facts.STATE_UNKNOWN, 0)]
    bench.look(SEAT_1)
    assert len(bench.inputs) == 2
    for _ in range(4):
        bench.look(SEAT_1, tries=16)
    assert bench.inputs[2:] == [("state", "seat_1", facts.STATE_OK, 0)]


def test_a_uid_of_no_deck_in_place_of_those_of_the_cards_lifts_none(bench):
    """It may be what has become of theirs: the zone is unknown."""
    bench.lay(SEAT_1, 10, 11)
    for _ in range(10):
        bench.look(SEAT_1, STRANGER, tries=49)
    assert sorted(row[:2] for row in bench.inputs) == [("state", "seat_1"), ("unknown", "seat_1")]


def test_a_garbled_uid_is_nothing_and_evicts_nobody(bench):
    bench.lay(SEAT_1, 10, 11)
    for k in range(100):
        bench.look(SEAT_1, bytes((4, k, 1, 2, 3, 4, 5)), 10, 11, readings=1)
    assert bench.inputs == []
    assert bench.presence.overflows == 0


def test_more_tags_than_a_zone_has_room_for_evict_no_card(bench):
    cards = list(range(presence.SLOTS))
    bench.presence.begin(SEAT_1, True)
    for card in cards:
        while bench.read(SEAT_1, card) == AGAIN:
            bench.wait(11 * MS)
    bench.inputs.clear()
    assert bench.read(SEAT_1, 40) == GO
    assert bench.presence.overflows == 1
    assert bench.inputs == []


def test_at_a_passing_spot_the_card_that_came_first_makes_room(bench):
    for card in range(12):
        bench.look(MUCK, card, complete=False)
    lifted = [said[2] for said in bench.inputs if said[0] == "lift"]
    assert lifted == list(range(12 - presence.SLOTS))
    assert [said[2] for said in bench.inputs if said[0] == "sight"] == list(range(12))
