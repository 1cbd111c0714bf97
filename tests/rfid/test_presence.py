"""Presence rules, each alone: looks are told by hand, the inputs that come of them are compared with literals."""

import pytest

from host_tools import registry
from railbird import facts, words
from railbird.rfid import presence
from railbird.rfid.presence import AGAIN, CALM, GO, IGNORE, LOOK, PROBE, STOP, Presence
from railbird.rfid.registry import Registry, fold
from railbird.rules.cards import NO_CARD

ZONES = ("seat_1", "seat_2", "seat_3", "board_1", "board_2", "burn", "muck")
COUPLED = {0: (1,), 1: (0, 2), 2: (1,), 3: (4,), 4: (3,), 5: (6,), 6: (5,)}
SEAT_1, SEAT_2, SEAT_3, BOARD_1, BOARD_2, BURN, MUCK = range(7)
TAGS = registry.sample(7, (4, 7, 10))
STRANGER = bytes.fromhex("04fedcba987654")
MASK = (1 << 30) - 1
MS = 1000


class Table:
    expected = facts.NO_ZONE
    expected_count = 0
    counting = False

    def places(self, _zone):
        return 255


class Bench:
    """Presence without readers. `now` is a tick that wraps during the tests; readings are 11 ms apart."""

    def __init__(self):
        self.table = Table()
        self.inputs = []
        self.now = MASK - 50_000
        self.presence = Presence(
            bytes(facts.zone_id(zone) for zone in ZONES),
            bytes(zone in ("burn", "muck") for zone in ZONES),
            bytes(1 if zone.startswith("board") else 2 for zone in ZONES),
            [bytes(COUPLED[z]) for z in range(len(ZONES))],
            Registry(registry.build((uid, code) for code, uid in TAGS.items())),
            self.table,
            lambda *said: self.inputs.append(self.named(*said)),
        )

    @staticmethod
    def named(kind, zone, code, arg):
        return (words.KIND_NAMES[kind], words.zone_name(zone), code, arg)

    def wait(self, us):
        self.now = (self.now + us) & MASK

    def read(self, z, tag, heard=None, straight=True):
        """One reading of a tag (its code, or a UID) in the look under way."""
        uid = tag if isinstance(tag, bytes) else TAGS[tag]
        buf = b"\xee\xee" + uid + b"\xee"
        heard = self.now if heard is None else heard
        return self.presence.tag(z, buf, 2, len(uid), heard, straight, self.now)

    def look(self, z, *tags, complete=True, tries=1, readings=30):
        """A whole look at zone `z` that meets these tags, each read again as often as presence asks, but at most
        `readings` times. Returns what `finish` says."""
        self.presence.begin(z, False)
        for tag in tags:
            then = AGAIN
            times = 0
            while then == AGAIN and times < readings:
                times += 1
                then = self.read(z, tag)
                if then == AGAIN:
                    self.wait(self.presence.pause + 11 * MS)
            if then == STOP:
                complete = False
                break
            self.wait(14 * MS)
        clean = False
        if complete and not self.presence.plausible(z):
            self.presence.trouble(z, lit=False)
        else:
            clean = self.presence.finish(z, complete, tries)
        self.wait(50 * MS)
        return clean

    def lay(self, z, *tags):
        """Let tags land for good."""
        self.look(z, *tags)
        assert [said[:3] for said in self.inputs] == [("sight", ZONES[z], tag) for tag in tags]
        self.inputs.clear()

    def expect(self, z, count=1):
        self.table.expected = facts.zone_id(ZONES[z])
        self.table.expected_count = count


@pytest.fixture
def bench():
    return Bench()


# -- landing ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("z", [SEAT_1, BOARD_1])
@pytest.mark.parametrize("stay_ms", [0, 30, 80, 110])
def test_a_card_that_crosses_an_antenna_is_no_landing(bench, z, stay_ms):
    bench.presence.begin(z, False)
    came = bench.now
    while (bench.now - came) & MASK <= stay_ms * MS:
        assert bench.read(z, 10) == AGAIN
        bench.wait(11 * MS)
    bench.presence.finish(z, True, 1)  # read again in vain, then nothing more was listed
    for _ in range(5):
        bench.look(z)
    assert bench.inputs == []


def test_glimpses_far_apart_do_not_add_up(bench):
    for _ in range(20):
        bench.look(SEAT_1, 10, complete=False, readings=2)
        bench.wait(250 * MS)
    assert bench.inputs == []


def crossed(bench, z, tag):
    """A card crosses an antenna for 79 ms, and the look that met it goes on trying to read it again."""
    bench.presence.begin(z, False)
    for _ in range(8):
        assert bench.read(z, tag) == AGAIN
        bench.wait(11 * MS)


@pytest.mark.parametrize("expected", [True, False])
@pytest.mark.parametrize("silence_ms", [10, 50, 100])
def test_one_reading_heard_across_does_not_make_a_crossing_a_landing(bench, expected, silence_ms):
    if expected:
        bench.expect(SEAT_2)
    crossed(bench, SEAT_2, 10)
    bench.wait(silence_ms * MS)
    assert bench.read(SEAT_2, 10, straight=False) == AGAIN  # it lies next door by now
    bench.presence.finish(SEAT_2, True, 1)
    bench.look(SEAT_2)
    assert bench.inputs == []


def test_two_readings_with_a_silence_between_them_do_not_either(bench):
    crossed(bench, SEAT_2, 10)
    for _ in range(2):
        bench.wait(70 * MS)
        assert bench.read(SEAT_2, 10, straight=False) == AGAIN
    assert bench.inputs == []


def test_two_readings_straight_after_each_other_do(bench):
    crossed(bench, SEAT_2, 10)
    bench.wait(70 * MS)
    assert bench.read(SEAT_2, 10, straight=False) == AGAIN
    bench.wait(61 * MS)
    bench.read(SEAT_2, 10)
    assert bench.inputs == [("sight", "seat_2", 10, 0)]


def test_a_card_that_stays_lands_anywhere_after_120_ms(bench):
    came = bench.now
    bench.look(SEAT_1, 10)
    assert bench.inputs == [("sight", "seat_1", 10, 0)]
    assert 120 * MS < (bench.now - came) & MASK < 240 * MS
    bench.look(SEAT_1, 10)
    assert len(bench.inputs) == 1  # once


def test_where_the_deal_expects_it_a_card_lands_after_83_ms_and_ends_the_look(bench):
    bench.expect(SEAT_2)
    bench.presence.begin(SEAT_2, False)
    came = bench.now
    while bench.read(SEAT_2, 10) == AGAIN:
        assert bench.inputs == []
        bench.wait(bench.presence.pause + 11 * MS)
    assert bench.inputs == [("sight", "seat_2", 10, 0)]
    assert 83 * MS <= (bench.now - came) & MASK < 95 * MS


def test_the_look_ends_although_the_table_waits_elsewhere_once_it_is_told(bench):
    bench.expect(SEAT_2)
    bench.presence._emit = lambda *_: bench.expect(SEAT_3)
    bench.presence.begin(SEAT_2, False)
    then = AGAIN
    while then == AGAIN:
        then = bench.read(SEAT_2, 10)
        bench.wait(11 * MS)
    assert then == STOP


def test_a_second_card_at_the_expected_seat_is_hurried_only_if_it_is_due(bench):
    bench.lay(SEAT_1, 10)
    bench.expect(SEAT_1, 1)
    bench.presence.begin(SEAT_1, False)
    assert bench.read(SEAT_1, 10) == GO
    came = bench.now
    while bench.read(SEAT_1, 11) == AGAIN:
        bench.wait(bench.presence.pause + 11 * MS)
    assert (bench.now - came) & MASK >= 120 * MS
    assert bench.inputs == [("sight", "seat_1", 11, 0)]


def test_on_the_board_three_readings_are_enough_where_a_card_is_due(bench):
    bench.expect(BOARD_1)
    bench.presence.begin(BOARD_1, False)
    assert bench.read(BOARD_1, 10) == AGAIN
    bench.wait(11 * MS)
    assert bench.read(BOARD_1, 10) == AGAIN
    bench.wait(11 * MS)
    assert bench.inputs == []
    assert bench.read(BOARD_1, 10) == STOP
    assert bench.inputs == [("sight", "board_1", 10, 0)]


def test_a_passing_card_is_accepted_at_the_third_reading(bench):
    bench.presence.begin(BURN, False)
    for _ in range(2):
        assert bench.read(BURN, 10) == AGAIN
        assert bench.inputs == []
        bench.wait(11 * MS)
    assert bench.read(BURN, 10) == GO
    assert bench.inputs == [("sight", "burn", 10, 0)]


def test_listening_that_heard_the_card_counts_from_then(bench):
    bench.expect(SEAT_2)
    heard = bench.now
    bench.wait(60 * MS)
    bench.presence.begin(SEAT_2, False)
    assert bench.read(SEAT_2, 10, heard) == AGAIN
    bench.wait(25 * MS)
    assert bench.read(SEAT_2, 10) == AGAIN  # 85 ms after the first hearing, and once more
    bench.wait(11 * MS)
    assert bench.read(SEAT_2, 10) == STOP
    assert bench.inputs == [("sight", "seat_2", 10, 0)]


def test_two_cards_at_once(bench):
    bench.look(MUCK, 10, 11)
    assert bench.inputs == [("sight", "muck", 10, 0), ("sight", "muck", 11, 0)]


# -- heard across -------------------------------------------------------------------------------------------------


def test_a_neighbours_card_heard_now_and_then_stays_where_it_is(bench):
    bench.lay(SEAT_1, 10)
    for turn in range(200):
        bench.presence.begin(SEAT_2, False)
        if turn % 5 < 2:  # now and then even in two looks in a row
            assert bench.read(SEAT_2, 10) == IGNORE
        bench.presence.finish(SEAT_2, True, 1)
        bench.wait(100 * MS)
        bench.look(SEAT_1, 10, complete=False)
    assert bench.inputs == []


def test_a_card_not_yet_accepted_is_not_accepted_next_door_while_its_own_zone_reads_it_as_steadily(bench):
    bench.presence.begin(SEAT_1, False)
    bench.presence.begin(SEAT_2, False)
    for _ in range(12):
        bench.read(SEAT_1, 10)
        bench.read(SEAT_1, 10)
        bench.read(SEAT_2, 10)
        bench.wait(15 * MS)
    assert bench.inputs == [("sight", "seat_1", 10, 0)]


def test_single_misses_do_not_give_a_card_to_the_neighbour(bench):
    bench.lay(SEAT_1, 10)
    for _ in range(20):
        bench.look(SEAT_2, 10, complete=False)
        bench.look(SEAT_1)  # missed once
        bench.look(SEAT_2)
        bench.look(SEAT_1, 10)  # and there it is
    assert bench.inputs == []


# -- moving -----------------------------------------------------------------------------------------------------


def test_a_card_moves_when_its_zone_has_missed_it(bench):
    bench.lay(SEAT_1, 10)
    bench.look(MUCK, 10)
    assert bench.inputs == []
    assert bench.presence.urgent[SEAT_1] == LOOK
    assert bench.presence.hasten == SEAT_1
    bench.look(SEAT_1)
    assert bench.inputs == []
    bench.look(MUCK, 10)
    assert bench.inputs == [("lift", "seat_1", 10, 0), ("sight", "muck", 10, 0)]


def test_a_card_of_another_zone_in_flight_is_no_landing_either(bench):
    bench.lay(MUCK, 10)
    bench.look(MUCK)
    bench.expect(SEAT_1)
    bench.presence.begin(SEAT_1, False)
    came = bench.now
    while (bench.now - came) & MASK < 80 * MS:
        assert bench.read(SEAT_1, 10) == AGAIN
        bench.wait(11 * MS)
    assert bench.inputs == []
    assert bench.read(SEAT_1, 10) == AGAIN
    bench.wait(11 * MS)
    assert bench.read(SEAT_1, 10) == STOP
    assert bench.inputs == [("lift", "muck", 10, 0), ("sight", "seat_1", 10, 0)]


def test_a_card_moves_next_door_only_after_four_looks_there_and_two_misses_at_home(bench):
    bench.lay(SEAT_1, 10)
    for _ in range(3):
        bench.look(SEAT_2, 10)
        bench.look(SEAT_1, tries=1)
    assert bench.inputs == []
    bench.look(SEAT_2, 10)
    assert bench.inputs == [("lift", "seat_1", 10, 0), ("sight", "seat_2", 10, 0)]


def test_a_card_of_a_blind_zone_may_be_seen_elsewhere(bench):
    bench.lay(SEAT_1, 10)
    for _ in range(3):
        bench.presence.trouble(SEAT_1, lit=False)
    bench.inputs.clear()
    bench.look(MUCK, 10)
    bench.look(MUCK, 10)
    bench.look(MUCK, 10)
    assert bench.inputs == [("lift", "seat_1", 10, 0), ("sight", "muck", 10, 0)]


def test_one_uid_in_two_zones_is_told_once_and_nothing_moves(bench):
    bench.lay(SEAT_1, 10)
    for _ in range(30):
        bench.look(SEAT_3, 10)
        bench.look(SEAT_1, 10)
    assert bench.inputs == [("twice", "seat_3", 10, facts.zone_id("seat_1"))]
    assert bench.presence.urgent[SEAT_1] == bench.presence.urgent[SEAT_3] == CALM


def test_it_takes_six_rounds_to_tell_twice(bench):
    bench.lay(SEAT_1, 10)
    rounds = 0
    while not bench.inputs:
        bench.look(SEAT_3, 10)
        bench.look(SEAT_1, 10)
        rounds += 1
    assert 6 <= rounds <= 8


def test_when_one_of_two_tags_with_a_uid_goes_the_other_is_accepted(bench):
    bench.lay(SEAT_1, 10)
    for _ in range(10):
        bench.look(SEAT_3, 10)
        bench.look(SEAT_1, 10)
    bench.inputs.clear()
    for _ in range(4):
        bench.look(SEAT_1, tries=16)
    assert bench.inputs == [("lift", "seat_1", 10, 0)]
    bench.look(SEAT_3, 10)
    assert bench.inputs == [("lift", "seat_1", 10, 0), ("sight", "seat_3", 10, 0)]


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
        bench.presence.trouble(SEAT_1, lit=False)
        bench.presence.trouble(SEAT_1, lit=False)
    assert bench.inputs == []
    bench.look(SEAT_1, tries=16)
    assert bench.inputs == [("lift", "seat_1", 10, 0)]


def test_trouble_is_unknown_and_never_empty(bench):
    bench.lay(SEAT_1, 10)
    for _ in range(100):
        bench.presence.trouble(SEAT_1, lit=False)
    assert bench.inputs == [("state", "seat_1", facts.STATE_UNKNOWN, 0)]
    assert bench.presence.owner(10) == SEAT_1
    bench.look(SEAT_1, 10)
    assert bench.inputs[1:] == [("state", "seat_1", facts.STATE_OK, 0)]


def test_beside_a_reader_in_trouble_silence_is_no_absence(bench):
    """Its field may be stuck on: then the coupled antennas hear nothing at all, and that is told."""
    bench.lay(SEAT_1, 10)
    bench.presence.trouble(SEAT_2, lit=True)
    for _ in range(20):
        assert not bench.look(SEAT_1, tries=16)
    assert bench.inputs == [("state", "seat_1", facts.STATE_UNKNOWN, 0)]
    bench.look(SEAT_1, 10)  # read: so the field is not stuck
    assert bench.inputs[1:] == [("state", "seat_1", facts.STATE_OK, 0)]


def test_beside_a_reader_in_trouble_whose_field_is_off_absence_counts(bench):
    bench.lay(SEAT_1, 10)
    bench.presence.trouble(SEAT_2, lit=True)
    bench.presence.trouble(SEAT_2, lit=False)
    for _ in range(4):
        bench.look(SEAT_1, tries=16)
    assert bench.inputs == [("lift", "seat_1", 10, 0)]


def test_an_empty_zone_beside_a_field_that_may_be_on_is_not_clean(bench):
    assert bench.look(SEAT_1)
    bench.presence.trouble(SEAT_2, lit=True)
    assert not bench.look(SEAT_1)
    assert bench.inputs == []


def test_when_the_reader_is_back_absence_counts_again_beside_it(bench):
    bench.lay(SEAT_1, 10)
    bench.presence.trouble(SEAT_2, lit=True)
    bench.look(SEAT_1, tries=16)
    bench.look(SEAT_2)
    for _ in range(3):
        bench.look(SEAT_1, tries=16)
    assert bench.inputs == []
    bench.look(SEAT_1, tries=16)
    assert bench.inputs == [("lift", "seat_1", 10, 0)]


def test_two_troubles_are_no_state(bench):
    for _ in range(10):
        bench.presence.trouble(SEAT_1, lit=False)
        bench.presence.trouble(SEAT_1, lit=False)
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


@pytest.mark.parametrize(
    "uid", [STRANGER, bytes.fromhex("88041122"), bytes.fromhex("08112233"), bytes.fromhex("0411223344")]
)
def test_an_unknown_or_malformed_uid_is_told_once_while_it_stays(bench, uid):
    for _ in range(10):
        bench.look(SEAT_1, uid)
    assert bench.inputs == [("unknown", "seat_1", NO_CARD, fold(uid, 0, len(uid)))]
    for _ in range(4):
        bench.look(SEAT_1, tries=16)
    assert len(bench.inputs) == 1
    bench.look(SEAT_1, uid)
    assert len(bench.inputs) == 2


def test_a_cascade_level_of_a_registered_tag_is_no_card(bench):
    uid = b"\x88" + TAGS[1][:3]
    assert len(TAGS[1]) == 7
    bench.look(SEAT_1, uid)
    assert bench.inputs == [("unknown", "seat_1", NO_CARD, fold(uid, 0, 4))]


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
