"""Reading a tag again in the same look: what is asked of the chip, and whether the tag answered straight."""

import pytest

from host_tools.virtual.tag import Tag

NTAG = "04a1b2c3d4e5f6"
CLASSIC = "deadbe11"
# Frames from the chip, summed by hand of pn532.md 1.1 and 1.7.
NO_TAG = "0000ff03fdd54b00e000"
NTAG_LISTED = "0000ff0ff1d54b01010044000704a1b2c3d4e5f6ca00"
CLASSIC_LISTED = "0000ff0cf4d54b010100040804deadbe117400"
READ_TIMED_OUT = "0000ff03fdd54101e900"


def test_a_tag_left_awake_is_read_again_where_it_lies(make_felt):
    felt = make_felt()
    felt.place(NTAG)
    times = []

    def again(reader):
        times.append(felt.clock.now)
        if len(times) < 4:
            reader.again(0)

    assert felt.look(on_tag=again) == [NTAG] * 4
    reads = ["40013000"] * 3  # InDataExchange with target 1: READ of page 0
    assert felt.trunk.sent()[-8:] == ["320100", "4a0100", *reads, "4400", "4a0100", "320100"]


def read_again(bench, times):
    """A look that reads each tag again so often; for each reading whether it came straight."""
    straight = []

    def on_tag(reader):
        straight.append(bool(reader.straight))
        if len(straight) <= times:
            reader.again(0)

    bench.look(on_tag=on_tag)
    return straight


@pytest.mark.parametrize("uid", [NTAG, CLASSIC])
def test_a_tag_that_lies_still_answers_straight(make_felt, uid):
    felt = make_felt()
    felt.place(uid)
    assert read_again(felt, 3) == [False, True, True, True]


def test_so_it_does_beside_another_that_was_read_and_left_awake(make_felt):
    felt = make_felt()
    felt.place(CLASSIC)
    felt.place("cafe1234")
    straight = read_again(felt, 5)
    assert straight[0] is False
    assert all(straight[1:6])


def test_the_try_that_an_awake_tag_swallows_is_no_silence(scripted):
    """pn532.md 2.1: the REQA of the next try only sends it back to IDLE."""
    bench = scripted({"4a0100": [CLASSIC_LISTED, NO_TAG, CLASSIC_LISTED, NO_TAG]})
    assert read_again(bench, 1) == [False, True]


def test_a_second_silence_ends_the_look(scripted):
    bench = scripted({"4a0100": [CLASSIC_LISTED, NO_TAG, NO_TAG, CLASSIC_LISTED, NO_TAG]})
    assert read_again(bench, 1) == [False]
    assert read_again(bench, 0) == [False]  # the next look finds what the first one did not wait for


def test_a_read_that_is_not_answered_is(scripted):
    bench = scripted({"4a0100": [NTAG_LISTED, NTAG_LISTED, NO_TAG], "40013000": [READ_TIMED_OUT]})
    assert read_again(bench, 1) == [False, False]


def test_each_look_begins_anew(make_felt):
    felt = make_felt()
    felt.place(NTAG)
    assert read_again(felt, 2) == [False, True, True]
    assert read_again(felt, 0) == [False]


def test_a_card_that_goes_and_comes_back_does_not_answer_straight(make_felt):
    felt = make_felt()
    tag = Tag(bytes.fromhex(CLASSIC))
    felt.antenna().place(tag)
    straight = []

    def on_tag(reader):
        straight.append(bool(reader.straight))
        if len(straight) == 1:
            reader.again(0)
            felt.antenna().remove(tag)
            felt.clock.at(felt.clock.now + 90_000, lambda: felt.antenna().place(tag))

    felt.desk.begin(felt.reader, pings=20)
    felt.desk.finish(felt.reader, on_tag)
    assert straight == [False, False]
