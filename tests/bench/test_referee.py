"""The judge of a soak, held against small worlds made by hand: no firmware, the test says what the table reported."""

import pytest

from host_tools.bench.referee import (
    FALSE_LIFT,
    FALSE_VERDICT,
    IN_FAULT,
    MISSED,
    VERDICT_IN_FAULT,
    WRONG,
    Judge,
)
from host_tools.link.events import Fact
from host_tools.registry import sample
from host_tools.virtual.felt import Felt
from host_tools.virtual.timing import MID
from host_tools.virtual.world import World
from railbird import facts

S = 1_000_000
TENTH = 100_000
THREE, FOUR = 7, 8  # tag codes of 3s and 4c: four suits a rank, from the deuces on

BOARD = {
    "buses": ((0, 4, 5, 400_000), (1, 6, 7, 400_000)),
    "muxes": ((0, 0x70, None), (0, 0x71, None)),
    "readers": (
        ("seat_1", 0, 0, 0, "all", 4, None),
        ("seat_2", 0, 0, 1, "all", 4, None),
        ("seat_3", 0, 1, 0, "all", 4, None),
        ("muck", 1, -1, 0, "passing", 2, None),
    ),
    "couplings": (("seat_1", "seat_2"),),
}


class Court:
    """A world, its felt and its judge; time passes by `wait`, and the judge looks twenty times a second."""

    def __init__(self):
        self.world = World(BOARD, MID.without_rf_faults(), 1)
        uids = sample(1)
        self.felt = Felt(self.world, uids, frozenset({"muck"}))
        self.judge = Judge(self.world, self.felt, uids)
        self.verdicts = []
        self.world.clock.spawn(self.judge.watch())

    def wait(self, us=S):
        self.world.clock.advance(us)

    def lay(self, code, zone):
        self.felt.lay(code, zone, landing=True, fanned=True)

    def says(self, kind, zone, code, ref=255, arg=0):
        fact = Fact(1, self.world.clock.now // 1000, kind, facts.zone_id(zone), code, ref, arg)
        if kind == facts.VERDICT:
            self.verdicts.append(fact)
        self.judge.fact(fact)

    def fault(self, name, place, us=3 * S):
        self.world.faults.set(name, place)
        self.wait(us)

    def clear(self, name, place):
        self.world.faults.clear(name, place)

    @property
    def found(self):
        return [(finding.kind, finding.zone, finding.what) for finding in self.judge.findings(self.verdicts)]


EXPECTED_SEAT_1 = 1 << 8


@pytest.fixture
def court():
    return Court()


@pytest.fixture
def lying(court):
    """A card that was reported where it lies, three seconds ago."""
    court.wait()
    court.lay(THREE, "seat_1")
    court.wait(TENTH)
    court.says(facts.SIGHT, "seat_1", THREE)
    court.wait(3 * S)
    return court


def test_a_run_in_which_all_is_so(lying):
    lying.felt.settle()
    lying.felt.lift(THREE)
    lying.wait(2 * S)
    lying.says(facts.LIFT, "seat_1", THREE)
    assert lying.found == []


def test_a_lift_of_a_card_that_lies_still_is_false(lying):
    lying.says(facts.LIFT, "seat_1", THREE)
    assert lying.found == [(FALSE_LIFT, "seat_1", "3s")]


def test_a_lift_told_after_the_card_is_back_is_late_and_not_false(lying):
    lying.felt.lift(THREE)
    lying.wait(2 * S)
    lying.felt.lay(THREE, "seat_1")
    lying.wait(5 * TENTH)
    lying.says(facts.LIFT, "seat_1", THREE)
    assert lying.found == []


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("metal_cover", "seat_1"),
        ("field_stuck_off", "seat_1"),
        ("field_stuck_on", "seat_1"),
        ("field_stuck_on", "seat_2"),
    ],
)
def test_a_lift_of_a_card_that_nobody_could_hear_is_not_false(lying, name, place):
    """A covered card has no power, and a field that is stuck on drowns its own tags and those of the antenna beside."""
    lying.fault(name, place)
    lying.says(facts.LIFT, "seat_1", THREE)
    assert lying.found == []


@pytest.mark.parametrize(
    ("name", "place"),
    [("mute", "seat_1"), ("shifted_uid", "seat_1"), ("sda_stuck", "bus 0"), ("field_stuck_on", "seat_3")],
)
def test_a_fault_that_hides_no_card_excuses_no_lift(lying, name, place):
    lying.fault(name, place)
    lying.says(facts.LIFT, "seat_1", THREE)
    assert [kind for kind, _, _ in lying.found] == [FALSE_LIFT]


def test_a_protector_hides_a_card_and_what_it_hid_is_forgotten_later(lying):
    lying.felt.cover([THREE], True)
    lying.wait(2 * S)
    lying.says(facts.LIFT, "seat_1", THREE)
    assert lying.found == []
    lying.felt.cover([THREE], False)
    lying.wait(3 * S)
    lying.says(facts.LIFT, "seat_1", THREE)
    assert [kind for kind, _, _ in lying.found] == [FALSE_LIFT]


def test_a_card_reported_elsewhere_or_in_flight_is_wrong(lying):
    lying.says(facts.SIGHT, "seat_2", THREE)
    lying.felt.lay(FOUR, "seat_3")
    lying.wait(60_000)
    lying.felt.lift(FOUR)
    lying.says(facts.SIGHT, "seat_3", FOUR)
    assert lying.found == [(WRONG, "seat_2", "3s"), (WRONG, "seat_3", "4c")]


def test_a_second_tag_with_its_uid_is_no_invention(lying):
    lying.fault("duplicate_uid", "seat_1")
    lying.felt.lift(THREE)
    lying.wait(2 * S)
    lying.says(facts.SIGHT, "seat_1", THREE)
    assert lying.found == []
    lying.clear("duplicate_uid", "seat_1")
    lying.wait(S)
    lying.says(facts.SIGHT, "seat_1", THREE)
    assert [kind for kind, _, _ in lying.found] == [WRONG]


@pytest.mark.parametrize(
    ("name", "place", "kind", "cause"),
    [
        (None, None, MISSED, ()),
        ("mute", "seat_1", IN_FAULT, ("mute at seat_1",)),
        ("mute", "seat_3", MISSED, ("mute at seat_3 (elsewhere)",)),
        ("mux_silent", "mux 0", IN_FAULT, ("mux_silent at mux 0",)),
        ("mux_silent", "mux 1", MISSED, ("mux_silent at mux 1 (elsewhere)",)),
        ("sda_stuck", "bus 0", IN_FAULT, ("sda_stuck at bus 0",)),
        ("sda_stuck", "bus 1", MISSED, ("sda_stuck at bus 1 (elsewhere)",)),
        ("channel_welded", "seat_3", IN_FAULT, ("channel_welded at seat_3",)),
    ],
)
def test_a_landing_that_was_never_reported(court, name, place, kind, cause):
    """One channel that stays open answers beside every other of its bus."""
    court.wait(20 * S)
    if name:
        court.fault(name, place, S)
    court.lay(THREE, "seat_1")
    court.wait(2 * S)
    court.felt.settle()
    (finding,) = court.judge.findings([])
    assert (finding.kind, finding.zone, finding.faults) == (kind, "seat_1", cause)


def test_a_fault_long_over_excuses_nothing(court):
    court.fault("mute", "seat_1", S)
    court.clear("mute", "seat_1")
    court.wait(11 * S)
    court.lay(THREE, "seat_1")
    court.wait(S)
    court.felt.settle()
    assert [kind for kind, _, _ in court.found] == [MISSED]


def test_verdicts_about_tags_need_tags(court):
    court.wait()
    court.says(facts.VERDICT, "seat_1", facts.V_UNKNOWN_TAG)
    court.wait()
    court.fault("random_uid", "seat_1", S)
    court.says(facts.VERDICT, "seat_1", facts.V_UNKNOWN_TAG)
    court.says(facts.VERDICT, "seat_2", facts.V_UNKNOWN_TAG)
    court.says(facts.VERDICT, "seat_1", facts.V_TOO_MANY)
    assert court.found == [
        (FALSE_VERDICT, "seat_1", "unknown_tag seat_1"),
        (FALSE_VERDICT, "seat_2", "unknown_tag seat_2"),
        (FALSE_VERDICT, "seat_1", "too_many seat_1"),
    ]


@pytest.mark.parametrize("code", [facts.V_WRONG_SEAT, facts.V_OUT_OF_ORDER])
def test_a_card_that_nobody_could_hear_is_a_cause_of_a_verdict_about_the_order(court, code):
    """Until it is reported there, or is heard for a second, or is gone."""
    court.wait()
    court.fault("metal_cover", "seat_1")
    court.lay(THREE, "seat_1")
    court.lay(FOUR, "seat_2")
    court.wait(TENTH)
    court.says(facts.SIGHT, "seat_2", FOUR)
    court.says(facts.VERDICT, "seat_2", code, FOUR, EXPECTED_SEAT_1)
    assert court.found == []
    court.clear("metal_cover", "seat_1")
    court.wait(12 * S)  # beyond what the fault excuses
    court.says(facts.VERDICT, "seat_2", code, FOUR, EXPECTED_SEAT_1)
    assert [kind for kind, _, _ in court.found] == [FALSE_VERDICT]


def test_a_card_in_two_places_is_a_verdict_only_while_there_are_two(lying):
    lying.says(facts.VERDICT, "seat_3", facts.V_TWO_ZONES, THREE)
    assert [kind for kind, _, _ in lying.found] == [FALSE_VERDICT]
    lying.verdicts.clear()
    lying.fault("duplicate_uid", "seat_1", S)
    lying.says(facts.VERDICT, "seat_3", facts.V_TWO_ZONES, THREE)
    assert lying.found == []


@pytest.mark.parametrize(
    ("fault", "reported", "later_s", "verdict", "kind"),
    [
        ("seat_1", False, 1, facts.V_WRONG_SEAT, VERDICT_IN_FAULT),
        ("seat_1", False, 1, facts.V_OUT_OF_ORDER, VERDICT_IN_FAULT),
        ("seat_1", True, 1, facts.V_WRONG_SEAT, FALSE_VERDICT),  # the card was read
        ("seat_1", False, 15, facts.V_WRONG_SEAT, FALSE_VERDICT),  # time enough to look again
        ("seat_3", False, 1, facts.V_WRONG_SEAT, FALSE_VERDICT),  # broken, but not there
        ("seat_1", False, 1, facts.V_TOO_MANY, FALSE_VERDICT),  # no unread card explains one too many
    ],
)
def test_a_verdict_that_misses_a_card_which_a_fault_hid(court, fault, reported, later_s, verdict, kind):
    """Its player has lifted it again; the verdict says that it was due at seat 1."""
    court.wait()
    court.fault("mute", fault, S)
    court.lay(THREE, "seat_1")
    court.wait()
    if reported:
        court.says(facts.SIGHT, "seat_1", THREE)
    court.felt.lift(THREE)
    court.clear("mute", fault)
    court.wait(later_s * S)
    court.says(facts.VERDICT, "seat_2", verdict, FOUR, EXPECTED_SEAT_1)
    assert [found for found, _, _ in court.found if found not in (MISSED, IN_FAULT)] == [kind]


def test_a_card_unheard_at_a_place_of_which_the_verdict_does_not_speak_is_no_cause(court):
    court.wait()
    court.fault("metal_cover", "seat_1")
    court.lay(THREE, "seat_1")
    court.wait(TENTH)
    court.says(facts.VERDICT, "seat_2", facts.V_WRONG_SEAT, FOUR, 3 << 8)
    assert [kind for kind, _, _ in court.found] == [FALSE_VERDICT]


def test_a_tag_that_two_other_readers_hear_is_none(lying):
    lying.fault("heard_next_door", "seat_3", S)
    lying.says(facts.VERDICT, "seat_1", facts.V_TWO_ZONES, THREE, 2)
    assert [kind for kind, _, _ in lying.found] == [FALSE_VERDICT]


def test_a_tag_that_two_readers_hear_is_a_cause_of_a_verdict(lying):
    lying.fault("heard_next_door", "seat_1", S)
    lying.says(facts.VERDICT, "seat_1", facts.V_TWO_ZONES, THREE)
    assert lying.found == []
    lying.clear("heard_next_door", "seat_1")
    lying.wait(2 * S)
    lying.says(facts.VERDICT, "seat_1", facts.V_TWO_ZONES, THREE)
    assert [kind for kind, _, _ in lying.found] == [FALSE_VERDICT]
