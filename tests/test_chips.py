"""What chips in a zone are worth, and whether these are all: looks told by hand, what comes of them as literals."""

import random

import pytest

from host_tools import chip_registry, registry
from host_tools.chip_registry import Kind
from railbird import facts, words
from railbird.chips import Chips
from railbird.rfid.presence import AGAIN, CALM, LOOK, PROBE, Presence
from railbird.rfid.registry import Registry, fold

ROWS = (("seat_1", 4), ("bet_1", 2), ("bet_2", 4), ("pot", 2), ("rake", 2), ("muck", 2))
SEAT_1, BET_1, BET_2, POT, RAKE, MUCK = range(6)
FOR_CHIPS = ("bet_1", "bet_2", "pot", "rake")
BOARD = {
    "readers": tuple(
        (zone, 0, -1, 0, "chips" if zone in FOR_CHIPS else "all", limit, None) for zone, limit in ROWS
    ),
    "couplings": (("seat_1", "bet_1"),),
}
CARDS = registry.sample(7)
ONE, FIVE, PLAQUE, RAKE_4 = Kind(1), Kind(5), Kind(100_000, "plaque"), Kind(4, "rake chip")
TAGS = chip_registry.sample(1, {ONE: 30, FIVE: 4, PLAQUE: 200, RAKE_4: 2})
FILE, KINDS = chip_registry.build(TAGS)
STRANGER = bytes.fromhex("04fedcba987654")
MASK = (1 << 30) - 1
MS = 1000


def chip(kind: Kind, nth: int = 0) -> bytes:
    """The UID of the n-th chip of a kind."""
    return [uid for uid, other in TAGS if other == kind][nth]


class Table:
    expected = facts.NO_ZONE
    expected_count = 0
    counting = False

    def places(self, _zone):
        return 255


class Bench:
    """Presence and chips without readers; ticks wrap during the tests, a look takes 80 ms. `said`: what was told, a
    kind of chip by its worth."""

    def __init__(self, file=FILE):
        cards = Registry(registry.build((uid, code) for code, uid in CARDS.items()))
        self.zones = bytes(facts.zone_id(zone) for zone, _ in ROWS)
        self.all = []
        self.now = MASK - 3_000_000
        coupled = {SEAT_1: (BET_1,), BET_1: (SEAT_1,)}
        self.presence = Presence(
            self.zones,
            bytes(len(ROWS)),
            bytes(limit for _, limit in ROWS),
            [bytes(coupled.get(z, ())) for z in range(len(ROWS))],
            cards,
            Table(),
            self.hear,
        )
        self.chips = Chips(file)
        self.chips.attach(cards, BOARD, self, self.hear)

    def hear(self, kind, zone, code, arg):
        if kind in (facts.WORTH, facts.AT_LEAST):
            self.all.append((words.KIND_NAMES[kind], words.zone_name(zone), code << 16 | arg))
        elif kind == facts.PIECES:
            self.all.append(("pieces", words.zone_name(zone), KINDS[code].worth, arg))
        else:
            self.all.append((words.KIND_NAMES[kind], words.zone_name(zone), code, arg))

    def said(self):
        """What was told since the last call."""
        told, self.all = self.all, []
        return told

    def look(self, z, *uids, complete=True, tries=2, outcome=True):
        """A look at zone `z` that reads these UIDs."""
        self.presence.begin(z, False)
        self.chips.begin(z)
        for uid in uids:
            if not self.chips.tag(z, b"\xee" + uid, 1, len(uid)):
                while self.presence.tag(z, b"\xee" + uid, 1, len(uid), self.now, True, self.now) == AGAIN:
                    self.now = (self.now + self.presence.pause + 11 * MS) & MASK
        self.now = (self.now + 80 * MS) & MASK
        self.presence.stray[z] = not outcome
        if outcome:
            self.presence.finish(z, complete, tries)
            self.chips.finish(z, complete and self.presence.hears(z), tries, self.now)
        else:
            self.presence.trouble(z)
            self.chips.trouble(z)

    def stay(self, z, *uids, seconds=1.5, **how):
        """Look at zone `z` again and again: what was told."""
        for _ in range(round(seconds * 1000 / 80)):
            self.look(z, *uids, **how)
        return self.said()


@pytest.fixture
def bench():
    """With every zone for chips told empty."""
    made = Bench()
    told = []
    for z in range(len(ROWS)):
        told += made.stay(z)
    assert told == [("worth", zone, 0) for zone in FOR_CHIPS]
    return made


def test_one_plaque_is_all_there_is(bench):
    assert bench.stay(BET_1, chip(PLAQUE)) == [("pieces", "bet_1", 100_000, 1), ("worth", "bet_1", 100_000)]
    assert bench.stay(BET_1, chip(PLAQUE)) == []


def test_as_many_as_the_antenna_powers_are_a_lower_bound(bench):
    """The limit of bet_1 is 2, a stack flush; of bet_2, where they lie side by side, 4."""
    spread = [chip(ONE, n) for n in range(4)]
    assert bench.stay(BET_1, *spread[:2])[-1] == ("at_least", "bet_1", 2)
    bench.stay(BET_1, tries=20, seconds=3)
    assert bench.stay(BET_2, *spread[:3])[-1] == ("worth", "bet_2", 3)
    assert bench.stay(BET_2, *spread) == [("pieces", "bet_2", 1, 4), ("at_least", "bet_2", 4)]


def test_several_pushes_are_one_wager(bench):
    """A chip, 400 ms later the next, 600 ms later the third: told once, a second after the last."""
    chips = [chip(FIVE, n) for n in range(3)]
    for number, looks in ((1, 5), (2, 7), (3, 12)):
        for _ in range(looks):
            bench.look(BET_2, *chips[:number])
        assert bench.said() == []
    assert bench.stay(BET_2, *chips, seconds=0.5) == [("pieces", "bet_2", 5, 3), ("worth", "bet_2", 15)]


def test_a_chip_that_passes_is_not_told(bench):
    for _ in range(4):
        bench.look(POT, chip(ONE))
    assert bench.stay(POT, seconds=10, tries=20) == []


def test_heard_across_once_in_a_while_is_nothing(bench):
    bench.stay(BET_1, chip(ONE))
    for _ in range(10):
        bench.stay(BET_1, chip(ONE), seconds=0.2)
        bench.look(SEAT_1, chip(ONE))
        bench.stay(SEAT_1, seconds=0.2)
    assert bench.said() == []
    bench.look(SEAT_1, chip(FIVE))  # of one that no zone has yet, a glimpse
    assert bench.presence.urgent[SEAT_1] == LOOK
    assert bench.stay(SEAT_1) == []
    assert bench.presence.urgent[SEAT_1] == CALM


def test_a_marker_on_the_cards_is_a_piece_and_no_worth(bench):
    assert bench.stay(SEAT_1, chip(PLAQUE)) == [("pieces", "seat_1", 100_000, 1)]
    assert bench.stay(SEAT_1, seconds=5, tries=20) == [("pieces", "seat_1", 100_000, 0)]


def test_swept_into_the_pot_a_chip_counts_there_only(bench):
    """One miss at its spot suffices once another zone reads it steadily."""
    bench.stay(BET_2, chip(FIVE))
    for _ in range(4):
        bench.look(POT, chip(FIVE))
    assert bench.said() == []
    bench.look(BET_2)
    assert bench.stay(POT, chip(FIVE)) == [("pieces", "pot", 5, 1), ("worth", "pot", 5)]
    assert bench.stay(BET_2) == [("pieces", "bet_2", 5, 0), ("worth", "bet_2", 0)]


def test_the_seat_must_miss_it_twice_before_the_coupled_spot_has_it(bench):
    bench.stay(SEAT_1, chip(FIVE))
    bench.look(SEAT_1)
    bench.stay(BET_1, chip(FIVE), seconds=0.5)
    bench.look(SEAT_1, chip(FIVE))  # it lies there after all
    assert bench.stay(BET_1) == []
    bench.look(SEAT_1)
    bench.look(SEAT_1)
    assert bench.stay(BET_1, chip(FIVE)) == [("pieces", "bet_1", 5, 1), ("worth", "bet_1", 5)]


def test_a_miss_is_not_a_lift(bench):
    """As with cards: four complete looks and 49 tries that nobody answered."""
    bench.stay(BET_1, chip(ONE))
    for looks, tries in ((3, 49), (20, 2)):
        for _ in range(looks):
            bench.look(BET_1, tries=tries)
        assert bench.presence.urgent[BET_1] == PROBE
        assert bench.said() == []
        bench.look(BET_1, chip(ONE))
        assert bench.presence.urgent[BET_1] == CALM
    assert bench.stay(BET_1, complete=False, seconds=20) == []
    assert bench.stay(BET_1, tries=17, seconds=2) == [("pieces", "bet_1", 1, 0), ("worth", "bet_1", 0)]


def test_an_unfinished_look_proves_nothing(bench):
    assert bench.stay(BET_1, chip(ONE), complete=False) == [
        ("pieces", "bet_1", 1, 1),
        ("at_least", "bet_1", 1),
    ]
    assert bench.stay(BET_1, chip(ONE)) == [("worth", "bet_1", 1)]
    assert bench.stay(BET_1, complete=False, seconds=20) == []


def test_a_stranger_or_a_card_beside_makes_it_a_lower_bound(bench):
    told = bench.stay(BET_2, chip(ONE), STRANGER)
    assert ("unknown", "bet_2", 255, fold(STRANGER, 0, 7)) in told
    assert told[-1] == ("at_least", "bet_2", 1)
    told = bench.stay(POT, CARDS[5], chip(ONE, 1))
    assert ("sight", "pot", 5, 0) in told
    assert told[-1] == ("at_least", "pot", 1)


def test_a_rake_chip_counts_in_the_rake_area_only(bench):
    assert bench.stay(RAKE, chip(RAKE_4)) == [("pieces", "rake", 4, 1), ("worth", "rake", 4)]
    assert bench.stay(BET_2, chip(RAKE_4, 1), chip(FIVE)) == [
        ("pieces", "bet_2", 5, 1), ("pieces", "bet_2", 4, 1), ("worth", "bet_2", 5),
    ]  # fmt: skip


def test_a_card_s_uid_wins_over_a_chip_s(bench):
    both, _ = chip_registry.build([*TAGS, (CARDS[7], FIVE)])
    bench = Bench(both)
    assert ("sight", "bet_2", 7, 0) in bench.stay(BET_2, CARDS[7])
    assert bench.said() == []


def test_two_chips_with_one_uid_are_never_both_counted_nor_sure(bench):
    bench.stay(BET_2, chip(ONE))
    for _ in range(30):
        bench.look(BET_2, chip(ONE))
        bench.look(POT, chip(ONE))
    assert bench.said() == [("at_least", "pot", 0)]


def test_unknown_is_not_empty_and_is_told_again_when_it_is_back(bench):
    bench.stay(BET_1, chip(ONE))
    assert bench.stay(BET_1, seconds=5, outcome=False) == [("state", "bet_1", facts.STATE_UNKNOWN, 0)]
    assert bench.stay(BET_1, chip(ONE)) == [("state", "bet_1", facts.STATE_OK, 0), ("worth", "bet_1", 1)]


def test_beside_a_field_that_may_be_stuck_silence_is_no_absence(bench):
    bench.stay(BET_1, chip(ONE))
    bench.look(SEAT_1, outcome=False)
    assert bench.stay(BET_1, tries=20, seconds=3) == []


def test_beside_such_a_field_a_chip_that_is_read_shows_that_the_other_is_gone(bench):
    bench.stay(BET_1, chip(ONE), chip(FIVE))
    bench.look(SEAT_1, outcome=False)
    assert bench.stay(BET_1, chip(ONE), tries=20, seconds=3) == [
        ("pieces", "bet_1", 5, 0),
        ("worth", "bet_1", 1),
    ]


def test_what_never_lies_still_is_told_as_a_lower_bound(bench):
    """A second chip that answers every other look is never accepted: the first is not known to be all."""
    for n in range(100):
        bench.look(BET_2, chip(ONE), *[chip(FIVE)][: n % 2])
    assert bench.said() == [("pieces", "bet_2", 1, 1), ("at_least", "bet_2", 1)]
    assert bench.stay(BET_2, chip(ONE), chip(FIVE), seconds=4) == [
        ("pieces", "bet_2", 5, 1),
        ("worth", "bet_2", 6),
    ]


def test_more_chips_than_a_zone_has_slots_are_a_lower_bound(bench):
    bench.chips._limits = bytes(255 for _ in ROWS)
    many = [chip(ONE, n) for n in range(21)]
    assert bench.stay(POT, *many[:20])[-1] == ("worth", "pot", 20)
    assert bench.stay(POT, *many)[-1] == ("at_least", "pot", 20)


def test_the_worth_of_a_zone_stops_where_it_can_be_told(bench):
    """200 plaques of 100,000 are 20 million, of which 20 can be read here: 2 million are told in 24 bits."""
    bench.chips._limits = bytes(255 for _ in ROWS)
    told = bench.stay(POT, *[chip(PLAQUE, n) for n in range(20)])
    assert told == [("pieces", "pot", 100_000, 20), ("worth", "pot", 2_000_000)]
    file, kinds = chip_registry.build([(chip(ONE, n), Kind(16_000_000)) for n in range(3)])
    assert kinds == (Kind(16_000_000),)
    other = Bench(file)
    other.chips._limits = bytes(255 for _ in ROWS)
    assert other.stay(POT, chip(ONE, 0))[-1] == ("worth", "pot", 16_000_000)
    assert other.stay(POT, chip(ONE, 0), chip(ONE, 1))[-1] == ("at_least", "pot", 16_777_215)


@pytest.mark.parametrize("seed", range(5))
def test_a_chip_belongs_to_one_zone_whatever_is_read(seed):
    """Chips moved about at random, read or not, in looks that are cut short or fail: no slot and no owner without the
    other, and where all is read at last the worth is what lies there.
    """
    rng = random.Random(seed)
    bench = Bench()
    bench.chips._limits = bytes(255 for _ in ROWS)
    uids = [chip(ONE, n) for n in range(12)]
    lying = {uid: POT for uid in uids}
    for _ in range(1500):
        if rng.random() < 0.1:
            lying[rng.choice(uids)] = rng.choice((SEAT_1, BET_1, BET_2, POT, RAKE, MUCK, 99))
        z = rng.randrange(len(ROWS))
        read = [uid for uid in uids if (lying[uid] == z and rng.random() < 0.8) or rng.random() < 0.01]
        bench.look(
            z, *read, complete=rng.random() < 0.8, tries=rng.choice((2, 17)), outcome=rng.random() < 0.9
        )
        chips = bench.chips
        owned = [(chips._owner[chips._chip[s]], s) for s in range(len(chips._hits)) if chips._hits[s]]
        homes = [z for z, s in owned if z < 200 and chips._first[z] <= s < chips._first[z + 1]]
        assert len(homes) == sum(owner < 200 for owner in chips._owner)
    told = {}
    for _ in range(150):
        for z in range(len(ROWS)):
            bench.look(z, *[uid for uid in uids if lying[uid] == z], tries=17)
    bench.said()
    for z, (zone, _) in enumerate(ROWS):
        bench.chips._told[z] = -1
        for fact in bench.stay(z, *[uid for uid in uids if lying[uid] == z], tries=17):
            told[zone] = fact
    for z, (zone, _) in enumerate(ROWS):
        if zone in FOR_CHIPS:
            assert told[zone] == ("worth", zone, sum(lying[uid] == z for uid in uids))


def test_a_card_is_left_to_presence(bench):
    assert not bench.chips.tag(SEAT_1, CARDS[3], 0, 7)
    assert bench.presence.tag(SEAT_1, CARDS[3], 0, 7, bench.now, True, bench.now) == AGAIN
