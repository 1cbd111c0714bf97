"""The driver of one reader in trouble: on the bus, with what the chip answers, with what was left behind."""

import random

import pytest

from host_tools.virtual.options import ChipOptions
from host_tools.virtual.timing import HIGH, LOW, MID
from railbird.rfid.pn532 import BLURRED, BUS, CHIP, DONE, FRAME, OK, RF, SILENT
from tests.rfid.raw import (
    CLASSIC,
    CLASSIC_LISTED,
    ERROR,
    HALT,
    HALT_TIMED_OUT,
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
            assert felt.reader.outcome in (OK, BLURRED)
        else:
            in_trouble(felt.reader, BLURRED)
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
        reader.due = felt.desk.tick
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
