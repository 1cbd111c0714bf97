"""The driver of one reader: what it says to the chip, and what it makes of what comes back."""

import random
from itertools import pairwise

import pytest

from host_tools.virtual.tag import Tag
from host_tools.virtual.timing import MID
from railbird.rfid.found import ROW
from railbird.rfid.pn532 import BUS, DONE, OK, TAG
from tests.rfid.raw import (
    CLASSIC,
    CLASSIC_LISTED,
    HALT,
    LIST,
    NACK,
    NO_TAG,
    NTAG,
    NTAG_LISTED,
    OFF,
    PROFILES,
    SET_UP,
    UIDS,
    in_trouble,
    pauses,
)

# -- what is said to the chip ----------------------------------------------------------------------------------


def test_set_up_and_looks_byte_for_byte(scripted):
    bench = scripted({"4a0100": [NTAG_LISTED, CLASSIC_LISTED, NO_TAG]})
    assert bench.look() == [NTAG, CLASSIC]
    assert bench.chip.written == [*SET_UP, LIST, HALT, LIST, HALT, LIST, OFF]
    assert bench.reader.outcome == OK
    assert bench.reader.complete
    bench.chip.written.clear()
    bench.chip.answers("4a0100", NTAG_LISTED, NO_TAG)
    assert bench.look() == [NTAG]
    assert bench.chip.written == [LIST, HALT, LIST, OFF]
    assert bench.reader.found.count == 1


def test_a_look_that_finds_nothing(scripted):
    bench = scripted()
    assert bench.look() == []
    assert bench.chip.written == [*SET_UP, LIST, OFF]
    assert bench.reader.outcome == OK
    assert bench.reader.complete
    assert bench.reader.found.count == 0


def test_no_closing_probe_at_the_limit(scripted):
    bench = scripted({"4a0100": [NTAG_LISTED, CLASSIC_LISTED, NO_TAG]})
    found = bench.look(on_tag=lambda reader: reader.found.count == 2 and reader.stop())
    assert found == [NTAG, CLASSIC]
    assert bench.chip.written == [*SET_UP, LIST, HALT, LIST, OFF]
    assert bench.reader.outcome == OK
    assert not bench.reader.complete


def test_a_tag_without_room_ends_the_look_incomplete(make_felt):
    felt = make_felt(cap=2)
    felt.place(*UIDS[:3])
    found = felt.look()
    assert len(found) == 2
    assert set(found) < set(UIDS)
    assert felt.reader.found.count == 2
    assert not felt.reader.complete
    assert not felt.antenna().on


def test_one_target_a_list_command_in_a_long_run(make_felt):
    """MaxTg is 1 in every list command, whatever happens; nothing else but the commands of 2.5 and 2.3 is sent."""
    felt = make_felt(MID)
    rng = random.Random(5)
    allowed = {"14011401", "02", "1204", "3205ff0100", "320100", "4a0100", "4400"}
    allowed |= {"40013000", "08630200630300633d07", "4226", "08633d00", "429320"}
    seen = set()
    for turn in range(150):
        felt.clear()
        felt.place(*rng.sample(UIDS, rng.randrange(4)))
        seen.update(felt.look(known=rng.randrange(3), pings=turn % 3))
        assert not felt.antenna().on
    assert seen == set(UIDS)
    lists = 0
    for row in felt.trunk.log:
        if row.kind == "W" and len(row.data) > 6:
            pd = row.data[6:-2].hex()
            assert pd in allowed or pd.startswith("3202000b")
            lists += row.data[6] == 0x4A
    assert lists > 300


# -- what is found ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("timing", PROFILES)
@pytest.mark.parametrize("count", range(5))
def test_up_to_four_tags_of_every_uid_size(make_felt, timing, count):
    felt = make_felt(timing)
    for turn in range(len(UIDS)):
        uids = (UIDS * 2)[turn : turn + count]
        felt.clear()
        felt.place(*uids)
        for pings in (0, 3):
            for known in (0, count):
                found = felt.look(pings=pings, known=known)
                assert sorted(found) == sorted(uids)
                assert felt.reader.outcome == OK
                assert felt.reader.complete
                assert felt.reader.found.count == count
                assert not felt.antenna().on


def test_ready_for_a_new_look_when_the_tags_are_idle_again(make_felt):
    felt = make_felt()
    felt.look()
    # 2.5: field off for 5 ms at least.
    assert felt.reader.due - felt.desk.tick >= 5000


def test_a_tag_that_would_send_an_ats(make_felt):
    """SetParameters 04: no RATS, so the answer has no ATS and HLTA halts the tag (2.5)."""
    felt = make_felt()
    felt.antenna().place(Tag(bytes.fromhex(NTAG), atqa=0x0344, sak=0x20, ats=bytes.fromhex("0675778102 80")))
    felt.place(CLASSIC)
    for _ in range(3):
        assert sorted(felt.look()) == [NTAG, CLASSIC]
        assert felt.reader.complete


def test_a_uid_longer_than_expected_is_read_at_the_second_attempt(make_felt):
    felt = make_felt(uid_size=7)
    felt.place("04112233445566778899")
    assert felt.look() == ["04112233445566778899"]
    assert felt.reader.outcome == OK
    nacks = [row for row in felt.trunk.log if row.data.hex() == NACK]
    assert len(nacks) == 1


@pytest.mark.parametrize("longer_first", [False, True])
def test_a_uid_that_begins_like_another(scripted, from_chip, longer_first):
    uids = ["04a1b2c3", NTAG]
    listed = [from_chip("4b010100040804" + uids[0]), NTAG_LISTED]
    if longer_first:
        uids.reverse()
        listed.reverse()
    bench = scripted({"4a0100": [*listed, NO_TAG]})
    assert bench.look() == uids
    assert bench.reader.found.count == 2


# What the chips take for a look at two tags: listing from a field off, two more lists of which the last is in vain,
# two HLTA, field off (timing table).
AIR_US = {"low": 15 + 3 + 8 + 3 + 6 + 1, "mid": 21 + 4 + 10 + 4 + 24 + 2, "high": 30 + 6 + 14 + 6 + 30 + 5}


@pytest.mark.parametrize("timing", PROFILES)
def test_what_a_chip_takes_is_learnt(make_felt, timing):
    """Six commands of three transactions each, and few more: an answer is fetched once, when it is there."""
    felt = make_felt(timing)
    felt.place(*UIDS[:2])
    for _ in range(60):
        felt.look(known=2)
    felt.trunk.log.clear()
    took = 0
    for _ in range(30):
        felt.desk.begin(felt.reader, 2)
        began = felt.clock.now
        assert len(felt.desk.finish(felt.reader)) == 2
        took += felt.clock.now - began
    assert 18 * 30 <= len(felt.trunk.log) < 1.1 * 18 * 30
    # Beside the air: a pause after each write and each answer (6 ms where a chip wants 5), wire, ACK and parsing.
    beside = 12 * (6000 if timing.bus_free_us == 5000 else 1300) + 6 * (timing.ack_us + 3000)
    assert took / 30 < 1000 * AIR_US[timing.name] + beside


def test_a_tag_that_comes_and_goes(make_felt):
    felt = make_felt()
    (tag,) = felt.place(NTAG)
    assert felt.look() == [NTAG]
    felt.antenna().remove(tag)
    assert felt.look() == []
    assert felt.reader.outcome == OK
    assert felt.reader.complete
    felt.antenna().place(tag)
    assert felt.look() == [NTAG]


def test_a_tag_too_many_for_the_field_is_not_made_up(make_felt):
    felt = make_felt()
    felt.place(*UIDS, "04777777777777")
    assert sorted(felt.look()) == sorted(UIDS)


def test_a_look_across_the_end_of_the_ticks(make_felt):
    felt = make_felt(first_tick=(1 << 30) - 150_000)
    felt.place(*UIDS[:2])
    before = felt.desk.tick
    while felt.desk.tick >= before:
        assert sorted(felt.look()) == sorted(UIDS[:2])
        assert felt.reader.outcome == OK
    assert sorted(felt.look()) == sorted(UIDS[:2])


def test_a_look_that_listens_reads_the_tag_that_comes(make_felt):
    felt = make_felt()
    felt.look()
    felt.desk.begin(felt.reader, pings=40)
    came = felt.clock.now + 100_000
    tag = Tag(bytes.fromhex(NTAG))
    felt.clock.at(came, lambda: felt.antenna().place(tag))
    read = []
    heard = []

    def on_tag(reader):
        read.append(felt.clock.now)
        heard.append(reader.heard)
        reader.stop()

    felt.desk.finish(felt.reader, on_tag)
    # A REQA takes 5 ms, with its frames and pauses under 11: the first or second after the tag came is answered.
    assert came <= heard[0] < came + 22_000
    # Then two settings of 2 ms, anticollision and one more REQA of 5 ms, a list command of 10 ms, and 6 ms of frames
    # and pauses for each of the five.
    assert heard[0] < read[0] < heard[0] + 54_000
    raw = ["4226", "08633d00", "429320", "08630200630300633d07", "4226", "4a0100", "320100"]
    assert felt.trunk.sent()[-7:] == raw


def test_listening_that_hears_across_lists_nothing(make_felt):
    """A tag of a coupled antenna answers one REQA and then no more: nobody tells a UID, so nobody is listed."""
    felt = make_felt()
    felt.look()
    tag = Tag(bytes.fromhex(NTAG))
    felt.desk.begin(felt.reader, pings=10)
    while felt.trunk.sent()[-1] != "4226":
        assert felt.desk.step(felt.reader) == 0
    felt.antenna().place(tag)
    while felt.trunk.sent()[-1] != "08633d00":
        assert felt.desk.step(felt.reader) == 0
    felt.antenna().remove(tag)
    lists = felt.trunk.sent().count("4a0100")
    assert felt.desk.finish(felt.reader) == []
    assert felt.trunk.sent().count("4a0100") == lists
    assert felt.reader.complete


def test_a_look_that_listens_can_be_cancelled(make_felt):
    felt = make_felt()
    felt.look()
    felt.desk.begin(felt.reader, pings=200)
    began = felt.clock.now
    while felt.clock.now < began + 100_000:
        assert felt.desk.step(felt.reader) != DONE
    felt.reader.cancel()
    assert felt.desk.finish(felt.reader) == []
    assert felt.clock.now < began + 125_000  # one more REQA and the field off
    assert felt.reader.outcome == OK
    assert felt.reader.complete  # nothing was listed, and nothing heard since
    assert not felt.antenna().on
    felt.place(NTAG)
    assert felt.look() == [NTAG]


def test_a_look_that_lists_can_be_cancelled_and_is_not_complete(make_felt):
    felt = make_felt()
    felt.place(*UIDS[:2])
    felt.look()
    felt.desk.begin(felt.reader)
    while felt.desk.step(felt.reader) != TAG:
        pass
    felt.reader.cancel()
    felt.desk.finish(felt.reader)
    assert felt.reader.found.count <= 2
    assert felt.reader.outcome == OK
    assert not felt.reader.complete
    assert not felt.antenna().on
    assert len(felt.look()) == 2


# -- several readers at once ------------------------------------------------------------------------------------


@pytest.mark.parametrize("behind_mux", [False, True], ids=["two buses", "one multiplexer"])
@pytest.mark.parametrize("timing", PROFILES)
def test_two_readers_in_flight_share_only_what_a_step_is_done_with(make_felt, timing, behind_mux):
    felt = make_felt(timing, count=2, behind_mux=behind_mux)
    desk = felt.desk
    mine = (["04a1b2c3d4e5f6", "deadbe11"], ["04a1b2c3d4e5f7", "deadbe12"])
    reported = [[], []]
    interleaved = 0
    for turn in range(12):
        for n in range(2):
            felt.clear(n)
            felt.place(*mine[n][: 1 + (turn + n) % 2], at=n)
            desk.begin(felt.readers[n])
            reported[n].clear()
        desk.order.clear()
        while any(reader.active for reader in felt.readers):
            flying = [n for n in range(2) if felt.readers[n].active]
            n = min(flying, key=lambda k: (felt.readers[k].due - desk.tick, k))
            reader = felt.readers[n]
            if desk.step(reader) == TAG:
                size = reader.found.uids[ROW * reader.row]
                reported[n].append(
                    reader.found.uids[ROW * reader.row + 1 : ROW * reader.row + 1 + size].hex()
                )
            felt.answer.rx[:] = bytes(len(felt.answer.rx))  # what one has read is nothing to the next step
        interleaved += sum(a is not b for a, b in pairwise(desk.order))
        for n in range(2):
            reader = felt.readers[n]
            assert sorted(reported[n]) == sorted(mine[n][: 1 + (turn + n) % 2])
            assert reader.outcome == OK
            assert reader.complete
    assert interleaved > 100
    for place in {row.place for row in felt.trunk.log} if behind_mux else ():
        assert min(pauses([row for row in felt.trunk.log if row.place == place])) >= 1300


def test_one_dead_reader_does_not_disturb_another(make_felt):
    felt = make_felt(count=2, behind_mux=True)
    felt.place(*UIDS[:2], at=0)
    felt.place(UIDS[2], at=1)
    felt.world.reader("seat_2").i2c.absent = True
    desk = felt.desk
    for _ in range(5):
        for reader in felt.readers:
            desk.begin(reader)
        while any(reader.active for reader in felt.readers):
            desk.step(min((r for r in felt.readers if r.active), key=lambda r: r.due))
        assert felt.readers[0].outcome == OK
        assert felt.readers[0].complete
        assert felt.readers[0].found.count == 2
        in_trouble(felt.readers[1], BUS)
        assert felt.readers[1].found.count == 0
