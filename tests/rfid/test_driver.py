"""The driver of one reader: what it says to the chip (hex of pn532.md 1.1, 1.7, 2.5, 3.3), and what it makes
of what comes back."""

import random
from itertools import pairwise

import pytest

from host_tools.virtual.options import ChipOptions
from host_tools.virtual.tag import Tag
from host_tools.virtual.timing import HIGH, LOW, MID
from railbird.rfid.pn532 import BUS, CHIP, DONE, FRAME, OK, RF, SILENT, TAG

PROFILES = [pytest.param(timing.without_rf_faults(), id=timing.name) for timing in (LOW, MID, HIGH)]

# Frames to the chip, summed by hand of pn532.md 1.1; SAM, version and list stand in 3.3.
ABORT = "0000ff00ff00"
NACK = "0000ffff0000"
SAM = "0000ff05fbd4140114010200"
VERSION = "0000ff02fed4022a00"
PARAMETERS = "0000ff03fdd412041600"
TIMINGS = "3202"  # its time is a matter of tuning, see the scripted chip
ONE_TRY = "0000ff06fad43205ff0100f500"
SIXTEEN_TRIES = "0000ff06fad43205ff010fe600"
OFF = "0000ff04fcd4320100f900"
LIST = "0000ff04fcd44a0100e100"
HALT = "0000ff03fdd44400e800"
SET_UP = [ABORT, SAM, VERSION, PARAMETERS, TIMINGS, ONE_TRY, OFF]

# Frames from the chip: pn532.md 1.7 and, the tags, summed by hand.
NO_TAG = "0000ff03fdd54b00e000"
ERROR = "0000ff01ff7f8100"
NTAG = "04a1b2c3d4e5f6"
NTAG_LISTED = "0000ff0ff1d54b01010044000704a1b2c3d4e5f6ca00"
CLASSIC = "deadbe11"
CLASSIC_LISTED = "0000ff0cf4d54b010100040804deadbe117400"
HALT_TIMED_OUT = "0000ff03fdd54501e500"

UIDS = ["04a1b2c3d4e5f6", "deadbe11", "04a1b2c3d4e5f7", "04112233445566778899"]


def in_trouble(reader, outcome):
    """A trouble is never "no tag": that is OK and complete."""
    assert reader.outcome == outcome
    assert not reader.complete


# -- what is said to the chip ----------------------------------------------------------------------------------


def test_set_up_and_looks_byte_for_byte(scripted):
    bench = scripted({"4a0100": [NTAG_LISTED, CLASSIC_LISTED, NO_TAG]})
    assert bench.look() == [NTAG, CLASSIC]
    assert bench.chip.written == [*SET_UP, LIST, HALT, LIST, HALT, LIST, OFF]
    assert bench.reader.outcome == OK
    assert bench.reader.complete
    assert bench.reader.version == 0x0106
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
    assert felt.reader.ready_at - felt.desk.tick >= 5000


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


# -- outcomes ---------------------------------------------------------------------------------------------------


def test_not_acknowledged_for_ever(scripted):
    bench = scripted({"4a0100": [NTAG_LISTED, NO_TAG]})
    bench.chip.errno = 5
    began = bench.clock.now
    assert bench.look() == []
    in_trouble(bench.reader, BUS)
    assert 15_000 < bench.clock.now - began < 100_000
    bench.chip.errno = 0
    assert bench.look() == [NTAG]
    assert bench.reader.outcome == OK


@pytest.mark.parametrize("after", range(1, 40))
def test_not_acknowledged_from_any_transaction_on(scripted, after):
    bench = scripted({"4a0100": [NTAG_LISTED, NO_TAG]})
    bench.chip.errno = 19
    bench.chip.accepts = lambda n: n <= after
    bench.look()
    if bench.reader.outcome != OK:
        assert bench.reader.outcome == BUS
    else:
        assert bench.reader.found.count == 1
        assert after >= 1 + 3 * (len(SET_UP) - 1 + 4)  # a write, then write, ACK and answer of each command
    bench.chip.errno = 0
    bench.chip.answers("4a0100", NTAG_LISTED, NO_TAG)
    assert bench.look() == [NTAG]
    assert bench.reader.outcome == OK
    assert bench.reader.complete


@pytest.mark.parametrize("timing", PROFILES)
def test_an_absent_reader_and_its_return(make_felt, timing):
    felt = make_felt(timing)
    felt.place(NTAG)
    front = felt.world.reader("seat_1").i2c
    front.plug(False)
    for _ in range(2):
        assert felt.look() == []
        in_trouble(felt.reader, BUS)
    front.plug(True)
    assert felt.look() == [NTAG]
    assert felt.reader.outcome == OK
    front.plug(False)  # and when it was set up already
    assert felt.look() == []
    in_trouble(felt.reader, BUS)
    front.plug(True)  # in LowVbat again
    assert felt.look() == [NTAG]
    assert felt.reader.outcome == OK


@pytest.mark.parametrize("fault", ["mute", "zombie"])
@pytest.mark.parametrize("timing", PROFILES)
def test_a_silent_chip(make_felt, timing, fault):
    felt = make_felt(timing)
    felt.place(*UIDS[:2])
    setattr(felt.chip, fault, True)
    assert felt.look() == []
    in_trouble(felt.reader, SILENT)
    setattr(felt.chip, fault, False)
    assert len(felt.look()) == 2
    assert felt.reader.outcome == OK
    setattr(felt.chip, fault, True)  # when it was set up already
    began = felt.clock.now
    assert felt.look() == []
    in_trouble(felt.reader, SILENT)
    assert felt.clock.now - began < 400_000
    setattr(felt.chip, fault, False)
    assert len(felt.look()) == 2
    assert felt.reader.outcome == OK
    assert not felt.antenna().on


@pytest.mark.parametrize("fault", ["mute", "zombie"])
def test_silent_from_any_step_of_a_look_on(make_felt, fault):
    for steps in range(1, 14):
        felt = make_felt()
        felt.place(*UIDS[:2])
        felt.look()
        felt.desk.begin(felt.reader)
        for _ in range(steps):
            assert felt.desk.step(felt.reader) != DONE
        setattr(felt.chip, fault, True)
        felt.desk.finish(felt.reader)
        in_trouble(felt.reader, SILENT)
        setattr(felt.chip, fault, False)
        assert len(felt.look()) == 2
        assert felt.reader.outcome == OK
        assert felt.reader.complete


GARBLED = {
    "a bit": "0000ff0ff1d54b01010044000704a1b2c3d4e5f7ca00",
    "length": "0000ff0ef1d54b01010044000704a1b2c3d4e5f6ca00",
    "cut": "0000ff0ff1d54b01010044000704a1",
    "noise": "808080808080808080808080808080808080808080",
    "zeros": "00000000000000000000000000000000000000000000",
}


@pytest.mark.parametrize("garbled", GARBLED.values(), ids=GARBLED)
def test_a_damaged_answer_is_asked_for_once_more(scripted, garbled):
    bench = scripted({"4a0100": [garbled, NO_TAG]})
    bench.chip.resend = NTAG_LISTED
    assert bench.look() == [NTAG]
    assert bench.reader.outcome == OK
    assert bench.reader.complete
    assert bench.chip.written == [*SET_UP, LIST, NACK, HALT, LIST, OFF]


@pytest.mark.parametrize("garbled", GARBLED.values(), ids=GARBLED)
def test_an_answer_damaged_twice_is_a_trouble(scripted, garbled):
    bench = scripted({"4a0100": [garbled]})
    assert bench.look() == []
    in_trouble(bench.reader, FRAME)
    assert bench.chip.written == [*SET_UP, LIST, NACK, *SET_UP]  # set up anew, which turns the field off
    bench.chip.answers("4a0100", NTAG_LISTED, NO_TAG)
    assert bench.look() == [NTAG]
    assert bench.reader.outcome == OK


NO_ANSWERS = {
    "a stale answer": "15",
    "a stale answer that would mean no tag": "4500",
    "the code of another command": "4901010044000704a1b2c3d4e5f6",
    "no number of targets": "4b",
    "a target and nothing about it": "4b0101",
    "a UID that is not there": "4b010100440004",
    "a UID cut short": "4b01010044000704a1b2c3d4e5",
    "a UID of no bytes": "4b010100440000",
    "two targets": "4b02010044000704a1b2c3d4e5f6",
}


@pytest.mark.parametrize("pd", NO_ANSWERS.values(), ids=NO_ANSWERS)
def test_a_sound_frame_that_is_no_answer_is_a_trouble(scripted, from_chip, pd):
    bench = scripted({"4a0100": [from_chip(pd)]})
    assert bench.look() == []
    in_trouble(bench.reader, FRAME)
    bench.chip.answers("4a0100", NTAG_LISTED, NO_TAG)
    assert bench.look() == [NTAG]


def test_a_chip_that_damages_every_first_answer(make_felt):
    felt = make_felt()
    felt.place(*UIDS[:3])
    felt.chip.garble = lambda frame: bytes((*frame[:6], frame[6] ^ 4, *frame[7:]))
    for _ in range(3):
        assert sorted(felt.look()) == sorted(UIDS[:3])
        assert felt.reader.outcome == OK


@pytest.mark.parametrize("pd", ["14011401", "1204", "3205ff0100", "4a0100", "4400"])
def test_the_error_frame(scripted, from_chip, pd):
    bench = scripted({"4a0100": [NTAG_LISTED, NO_TAG], pd: [ERROR]})
    bench.look()
    in_trouble(bench.reader, CHIP)
    bench.chip.answers(pd, from_chip(f"{int(pd[:2], 16) + 1:02x}" + "00" * (pd == "4400")))
    bench.chip.answers("4a0100", NTAG_LISTED, NO_TAG)
    assert bench.look() == [NTAG]
    assert bench.reader.outcome == OK


def test_something_else_than_a_pn532(scripted):
    # GetFirmwareVersion answers IC 33 (a PN533).
    bench = scripted({"02": ["0000ff06fad50333010607e700"]})
    assert bench.look() == []
    in_trouble(bench.reader, CHIP)
    assert LIST not in bench.chip.written


def test_a_status_error_of_the_halt(scripted):
    bench = scripted({"4a0100": [NTAG_LISTED], "4400": [HALT_TIMED_OUT]})
    assert bench.look() == [NTAG]
    in_trouble(bench.reader, RF)
    assert bench.chip.written[-1] == OFF
    bench.chip.answers("4a0100", NTAG_LISTED, NO_TAG)
    bench.chip.answers("4400", "0000ff03fdd54500e600")
    assert bench.look() == [NTAG]
    assert bench.reader.outcome == OK
    assert bench.reader.complete


@pytest.mark.parametrize("pings", [0, 1, 12, 80])
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_tags_that_cannot_be_halted(make_felt, count, pings):
    """2.2, libnfc#476: the same tag for ever. Each tag is reported once, and the look ends as a trouble; only a tag
    that lies alone and is asked once may pass, since it swallows that REQA (2.1)."""
    felt = make_felt(options=ChipOptions(halt_effective=False))
    felt.place(*UIDS[:count])
    for _ in range(3):
        felt.trunk.log.clear()
        found = felt.look(pings=pings)
        assert len(found) == len(set(found)) >= 1
        assert set(found) <= set(UIDS[:count])
        if count == 1 and pings < 12:
            assert felt.reader.outcome in (OK, RF)
        else:
            in_trouble(felt.reader, RF)
        assert not felt.antenna().on
        assert felt.trunk.sent().count("4a0100") <= 24  # 2.5: the cap


@pytest.mark.parametrize("timing", PROFILES)
@pytest.mark.parametrize("seed", range(4))
def test_a_complete_look_is_true_whatever_fails(make_felt, timing, seed):
    """Faults come and go at any moment; a look is in trouble, or it has found the tags that lie there."""
    felt = make_felt(timing, options=ChipOptions(low_vbat_start=seed % 2 == 0))
    rng = random.Random(seed)
    front = felt.world.reader("seat_1").i2c
    chip = felt.chip
    ends = [0, 0]

    def flip(frame):
        k = rng.randrange(len(frame))
        return bytes((*frame[:k], frame[k] ^ 1 << rng.randrange(8), *frame[k + 1 :]))

    for _ in range(120):
        uids = rng.sample(UIDS, rng.randrange(4))
        felt.clear()
        felt.place(*uids)
        felt.desk.begin(felt.reader, rng.randrange(3), rng.choice((0, 5)))
        at = felt.clock.now + rng.randrange(90_000)
        until = at + rng.choice((500, 5000, 30_000, 100_000))
        fault = rng.choice(("mute", "zombie", "absent", "garble", "power", "none"))
        if fault == "power":
            felt.clock.at(at, chip.power_cycle)
        elif fault == "garble":
            felt.clock.at(at, lambda: setattr(chip, "garble", flip))
            felt.clock.at(until, lambda: setattr(chip, "garble", None))
        elif fault != "none":
            part = front if fault == "absent" else chip
            felt.clock.at(at, lambda part=part, fault=fault: setattr(part, fault, True))
            felt.clock.at(until, lambda part=part, fault=fault: setattr(part, fault, False))
        found = felt.desk.finish(felt.reader)
        assert set(found) <= set(uids), fault
        if felt.reader.outcome == OK and felt.reader.complete:
            assert sorted(found) == sorted(uids), fault
        ends[felt.reader.outcome == OK] += 1
        felt.clock.advance_to(max(felt.clock.now, until))
    assert min(ends) > 10


# -- the bus ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("errno", [1, 5, 19, 110, 116, 121, 255])
def test_any_errno_is_not_ready(scripted, errno):
    """1.3: EIO, ENODEV, ETIMEDOUT, EREMOTEIO, whatever the host makes of a missing acknowledge."""
    bench = scripted({"4a0100": [NTAG_LISTED, CLASSIC_LISTED, NO_TAG]})
    bench.chip.errno = errno
    bench.chip.accepts = lambda n: n % 3 == 0
    assert bench.look() == [NTAG, CLASSIC]
    assert bench.reader.outcome == OK
    assert bench.reader.complete
    assert bench.chip.written == [*SET_UP, LIST, HALT, LIST, HALT, LIST, OFF]


def test_mixed_errnos_are_not_ready(make_felt):
    felt = make_felt()
    felt.place(*UIDS[:3])
    rng = random.Random(3)
    bus = felt.world.buses[1]

    class Flaky:
        """Fails every fourth transaction or so before it reaches the chip."""

        clear = bus.clear

        def write(self, addr, buf):
            return rng.choice((5, 19, 110, 121)) if rng.random() < 0.25 else bus.write(addr, buf)

        def read(self, addr, buf):
            return rng.choice((5, 19, 110, 121)) if rng.random() < 0.25 else bus.read(addr, buf)

    felt.trunk._trunk._bus = Flaky()
    for _ in range(10):
        found = felt.look()
        if felt.reader.outcome == OK:
            assert sorted(found) == sorted(UIDS[:3])
        else:
            in_trouble(felt.reader, BUS)


def pauses(log):
    """Microseconds of free bus between successive transactions with one chip."""
    return [after.began - before.ended for before, after in pairwise(log)]


@pytest.mark.parametrize("timing", [LOW, MID, HIGH], ids=lambda timing: timing.name)
def test_the_bus_is_free_long_enough_between_two_transactions(make_felt, timing):
    felt = make_felt(timing)
    felt.place(*UIDS[:3])
    for turn in range(20):
        felt.chip.zombie = turn == 5
        felt.chip.mute = turn == 8
        felt.world.reader("seat_1").i2c.absent = turn == 11
        felt.chip.garble = (lambda frame: frame[:-2]) if turn == 14 else None
        felt.look(pings=turn % 4)
    assert len(felt.trunk.log) > 500
    assert min(pauses(felt.trunk.log)) >= 1300


def test_a_chip_that_needs_longer_pauses_is_given_them(make_felt):
    """libnfc#367: real chips that failed below 5 ms. Refused addresses end once the pause was learnt."""
    felt = make_felt(HIGH.without_rf_faults())
    felt.place(*UIDS[:2])
    for _ in range(3):
        felt.look()
    refused = felt.world.reader("seat_1").i2c.refused
    for _ in range(5):
        assert len(felt.look()) == 2
    assert felt.world.reader("seat_1").i2c.refused == refused
    assert min(pauses(felt.trunk.log[-40:])) >= 5000


# -- a chip that somebody else left as it is --------------------------------------------------------------------


@pytest.mark.parametrize("timing", PROFILES)
def test_the_host_alone_was_reset(make_felt, timing):
    """esphome/issues#3823: the chip still holds an answer, or runs a command, or its field is on and tags are
    halted. Wherever the reset came, the first look finds both tags or says that it did not end well."""
    for steps in range(60):
        felt = make_felt(timing)
        felt.place(*UIDS[:2])
        felt.desk.begin(felt.reader)
        for _ in range(steps):
            felt.desk.step(felt.reader)
            if not felt.reader.active:
                felt.desk.begin(felt.reader)
        reader = felt.new_reader()
        reader.ready_at = felt.desk.tick
        found = felt.look(reader)
        assert reader.outcome == OK, steps
        assert sorted(found) == sorted(UIDS[:2]), steps
        assert reader.complete


def test_a_stale_answer_that_an_abort_does_not_drop(scripted):
    bench = scripted({"4a0100": [NTAG_LISTED, NO_TAG]})
    bench.chip.stale("0000ff02fed5151600")
    bench.chip.flushes = False
    first = bench.look()
    if bench.reader.outcome != OK:
        in_trouble(bench.reader, FRAME)
        first = bench.look()
    assert first == [NTAG]
    assert bench.reader.outcome == OK


@pytest.mark.parametrize(
    "options",
    [
        ChipOptions(first_command_lost=True),
        ChipOptions(wake="nack"),
        ChipOptions(abort_deaf_us=8000),  # 1.2: hosts wait 1 to 10 ms after an abort
        ChipOptions(low_vbat_answers_version=False),
        ChipOptions(nack_after_status=True, nack_after_response=True),
        ChipOptions(filler=0x80),
        ChipOptions(partial_read="restart"),
        ChipOptions(execute_on="ready"),
        ChipOptions(bad_frame="error"),
        ChipOptions(collision_bit=0),
    ],
    ids=lambda options: next(
        name for name in options.__slots__ if getattr(options, name) != getattr(ChipOptions(), name)
    ),
)
@pytest.mark.parametrize("timing", PROFILES)
def test_every_undocumented_choice_of_a_chip(make_felt, timing, options):
    felt = make_felt(timing, options=options)
    felt.place(*UIDS[:3])
    first = felt.look()
    if felt.reader.outcome != OK:  # the first command of all may be lost
        assert options.first_command_lost
        in_trouble(felt.reader, SILENT)
        first = felt.look()
    assert sorted(first) == sorted(UIDS[:3])
    for _ in range(3):
        assert sorted(felt.look()) == sorted(UIDS[:3])
        assert felt.reader.outcome == OK


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
                size = reader.found.uids[11 * reader.row]
                reported[n].append(reader.found.uids[11 * reader.row + 1 : 11 * reader.row + 1 + size].hex())
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
