"""Loading, coupling, disturbance, loss bursts, and when a tag forgets (timing table, last paragraphs)."""

import random
from dataclasses import replace

import pytest

from host_tools.virtual.clock import Clock
from host_tools.virtual.field import FANNED, FLUSH, METAL, Antenna, LossBursts
from host_tools.virtual.tag import HALT, IDLE, POWER_OFF, READY, Tag
from host_tools.virtual.timing import MID

QUIET = MID.without_rf_faults()
REQA = b"\x26"


def tag(n):
    return Tag(bytes((4, 0, 0, 0, 0, 0, n)))


def antenna(timing=QUIET, **options):
    return Antenna("spot", Clock(), timing, 1, **options)


@pytest.mark.parametrize(
    ("stackings", "powered"),
    [
        ([FLUSH], 1),
        ([FLUSH] * 2, 2),
        ([FLUSH] * 3, 2),
        ([FLUSH] * 9, 2),
        ([FANNED] * 4, 4),
        ([FANNED] * 5, 4),
        ([FLUSH, FANNED, FANNED], 3),
        ([FLUSH, FANNED, FLUSH], 2),
        ([METAL], 0),
        ([FLUSH, METAL], 1),
        ([METAL, METAL, FLUSH, FLUSH], 2),
    ],
)
def test_loading(stackings, powered):
    """Two flush, four fanned, none under metal; the nearest come first."""
    spot = antenna()
    tags = [tag(i) for i in range(len(stackings))]
    for one, stacking in zip(tags, stackings, strict=True):
        spot.place(one, stacking)
    assert len(spot.powered) == powered
    assert spot.tags == tuple(tags)
    assert spot.placements == tuple(zip(tags, stackings, strict=True))
    spot.switch(True)
    assert sum(one.state == IDLE for one in tags) == powered


def test_power_moves_on_when_a_lower_tag_is_lifted():
    spot = antenna()
    first, second, third = tags = [tag(i) for i in range(3)]
    for one in tags:
        spot.place(one, FLUSH)
    spot.switch(True)
    assert third.state == POWER_OFF
    spot.remove(first)
    assert (first.state, second.state, third.state) == (POWER_OFF, IDLE, IDLE)
    assert first.place is None


def test_a_protector_put_on_and_taken_off():
    spot = antenna()
    card = tag(1)
    spot.place(card)
    spot.switch(True)
    spot.restack(card, METAL)
    assert spot.powered == ()
    assert card.state == POWER_OFF
    spot.restack(card, FANNED)
    assert card.state == IDLE


def test_placing_twice_and_lifting_what_is_not_there_are_errors():
    clock = Clock()
    here, there = Antenna("here", clock, QUIET), Antenna("there", clock, QUIET)
    card = tag(1)
    here.place(card)
    with pytest.raises(ValueError, match="here"):
        there.place(card)
    with pytest.raises(ValueError, match="there"):
        there.remove(card)
    with pytest.raises(ValueError, match="upright"):
        there.place(tag(2), "upright")


def test_a_tag_forgets_only_when_the_field_was_off_long_enough():
    """Timing table: field off 5 ms before tags are idle again."""
    clock = Clock()
    spot = Antenna("spot", clock, QUIET)
    card = tag(1)
    spot.place(card)
    spot.switch(True)
    spot.exchange(spot.listeners(), REQA)
    assert card.state == READY
    spot.switch(False)
    clock.advance(4999)
    spot.switch(True)
    assert card.state == READY
    spot.switch(False)
    clock.advance(5000)
    spot.switch(True)
    assert card.state == IDLE


def test_field_time_is_counted():
    clock = Clock()
    spot = Antenna("spot", clock, QUIET)
    clock.advance(10)
    spot.switch(True)
    clock.advance(300)
    assert spot.on_us == 300
    spot.switch(False)
    clock.advance(50)
    spot.switch(True)
    clock.advance(7)
    assert spot.on_us == 307


def test_nobody_answers_without_a_field():
    spot = antenna()
    spot.place(tag(1))
    assert spot.exchange(spot.listeners(), REQA) == []


@pytest.fixture
def pair():
    """Two coupled antennas, coupling certain, no loss."""
    clock = Clock()
    timing = replace(QUIET, coupling=1.0)
    one, other = Antenna("one", clock, timing, 5), Antenna("other", clock, timing, 5)
    one.couple(other)
    return one, other


def test_a_coupled_tag_is_heard_for_one_try_only(pair):
    one, other = pair
    far = tag(9)
    other.place(far)
    one.switch(True)
    heard = one.listeners()
    assert heard == [far]
    assert one.exchange(heard, REQA)
    one.settle(heard)
    assert far.state == POWER_OFF
    assert one.overheard == 1
    assert one.tags == ()


def test_a_covered_tag_is_not_overheard(pair):
    one, other = pair
    other.place(tag(9), METAL)
    one.switch(True)
    assert one.listeners() == []


def test_coupled_fields_on_together_hear_nothing_and_are_counted(pair):
    one, other = pair
    near, far = tag(1), tag(2)
    one.place(near)
    other.place(far)
    one.switch(True)
    assert one.coupled_on == 0
    other.switch(True)
    assert other.coupled_on == 1
    assert one.exchange(one.listeners(), REQA) == []
    assert other.exchange(other.listeners(), REQA) == []
    assert (one.disturbed, other.disturbed) == (1, 1)
    other.switch(False)
    assert len(one.exchange([near], REQA)) == 1


def test_share_of_tries_in_which_a_coupled_tag_is_heard():
    """2 percent of 20,000 tries is 400; four standard deviations are 79."""
    clock = Clock()
    one, other = Antenna("one", clock, MID, 3), Antenna("other", clock, MID, 3)
    one.couple(other)
    other.place(tag(1))
    one.switch(True)
    heard = sum(len(one.listeners()) for _ in range(20_000))
    assert abs(heard - 400) < 79
    assert one.overheard == heard


@pytest.mark.parametrize(("share", "mean"), [(0.001, 4.0), (0.01, 4.0), (0.03, 4.0), (0.2, 1.0), (0.3, 10.0)])
def test_share_and_mean_length_of_loss_bursts(share, mean):
    """Over a million exchanges. The number of bursts n is about share * 1e6 / mean; the mean length of
    geometric runs scatters by mean / sqrt(n), the share by about twice that."""
    bursts = LossBursts(share, mean, random.Random(11))
    lost = [bursts.lost() for _ in range(1_000_000)]
    runs = sum(now and not before for before, now in zip([False, *lost], lost, strict=False))
    scatter = 1 / (share * 1e6 / mean) ** 0.5
    assert sum(lost) / 1e6 == pytest.approx(share, rel=8 * scatter)
    if mean > 1:
        assert sum(lost) / runs == pytest.approx(mean, rel=4 * scatter)


@pytest.mark.parametrize(("share", "lost"), [(0.0, 0), (1.0, 1000)])
def test_loss_can_be_switched_off_or_made_total(share, lost):
    bursts = LossBursts(share, 4.0, random.Random(1))
    assert sum(bursts.lost() for _ in range(1000)) == lost


@pytest.mark.parametrize(("share", "mean"), [(-0.1, 4.0), (1.1, 4.0), (0.5, 0.5)])
def test_impossible_loss_is_refused(share, mean):
    with pytest.raises(ValueError, match="RF loss"):
        LossBursts(share, mean, random.Random(1))


@pytest.mark.parametrize(("answer_lost", "state"), [(0.0, IDLE), (1.0, READY)])
def test_a_lost_request_is_unheard_or_its_answer_is(answer_lost, state):
    spot = antenna(replace(QUIET, rf_loss=1.0), answer_lost=answer_lost)
    card = tag(1)
    spot.place(card)
    spot.switch(True)
    assert spot.exchange(spot.listeners(), REQA) == []
    assert card.state == state
    assert (spot.exchanges, spot.lost) == (1, 1)


def test_a_lost_halt_is_never_heard():
    spot = antenna(replace(QUIET, rf_loss=1.0), answer_lost=1.0)
    card = tag(1)
    spot.place(card)
    spot.switch(True)
    card.receive(REQA)
    card.receive(b"\x93\x70\x88\x04\x00\x00\x8c")
    card.receive(b"\x95\x70\x00\x00\x00\x01\x01")
    spot.exchange([card], b"\x50\x00")
    assert card.state != HALT


def test_antennas_of_one_seed_have_their_own_luck():
    def pattern(name, seed):
        spot = Antenna(name, Clock(), replace(QUIET, rf_loss=0.3), seed)
        spot.place(tag(1))
        spot.switch(True)
        seen = []
        for _ in range(200):
            seen.append(bool(spot.exchange(spot.listeners(), REQA)))
            spot.tags[0].power(True)
        return seen

    assert pattern("a", 1) == pattern("a", 1)
    assert pattern("a", 1) != pattern("b", 1)
    assert pattern("a", 1) != pattern("a", 2)
