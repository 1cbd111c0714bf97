"""Each fault of a chip on the wire, byte for byte, and what ends it. Frames were summed by hand (pn532.md 1.1, 1.7)."""

import pytest

from host_tools.virtual.tag import Tag

UID = bytes.fromhex("04112233445566")
VERSION = "0000ff06fad50332010607e800"
NOTHING = "0000ff03fdd54b00e000"
ONE = "0000ff0ff1d54b010100440007" + UID.hex() + "2a00"
LIST = "4a0100"


def lay(bench, uid=UID):
    tag = Tag(uid)
    bench.antenna.place(tag)
    return tag


def silent(bench, us=100_000):
    """The address is acknowledged, the status stays 00."""
    end = bench.clock.now + us
    while bench.clock.now < end:
        assert bench.read(1) == (0, b"\x00")
        bench.clock.advance(1000)
    return True


def test_mute(bench):
    bench.fault("mute")
    assert not bench.send(b"\x02")
    assert silent(bench)
    bench.clear("mute")
    assert bench.raw("02", 13) == VERSION
    bench.fault("mute")
    bench.reset()
    assert bench.raw("02", 13) == VERSION


def test_zombie(bench):
    bench.fault("zombie")
    for _ in range(2):
        assert bench.send(b"\x02")
        assert silent(bench)
    bench.clear("zombie")
    assert bench.raw("02", 13) == VERSION
    bench.fault("zombie")
    bench.reset()
    assert bench.raw("02", 13) == VERSION


def test_mute_after_lists(bench):
    tag = lay(bench)
    bench.fault("mute_after_lists")
    for k in range(40):
        assert bench.send(bytes.fromhex(LIST))
        if k < 39:
            assert bench.response()[1] == 1
            bench.command("320100")
            bench.clock.advance(5000)
    assert silent(bench)
    bench.reset()
    bench.normal()
    bench.antenna.remove(tag)
    for _ in range(41):  # over, and lists that find nothing never counted
        assert bench.command(LIST) == "4b00"


def test_stuck_status(bench):
    lay(bench)
    bench.command(LIST)
    bench.fault("stuck_status")
    assert bench.command("40013004") == "4101"
    assert bench.command("4400") == "4501"
    assert bench.raw("02", 13) == VERSION
    bench.reset()
    bench.normal()
    bench.command(LIST)
    assert bench.command("4400") == "4500"


def test_rf_status(bench):
    lay(bench)
    seen = set()
    for _ in range(40):
        bench.command(LIST)
        bench.fault("rf_status")
        seen.add(bench.command("4400"))
        bench.clear("rf_status")
    assert seen == {"4501", "4506", "450b"}
    assert bench.command("4400") == "4500"


def test_error_frame(bench):
    bench.fault("error_frame")
    assert bench.raw("02", 10) == "0000ff01ff7f81000000"
    bench.clear("error_frame")
    assert bench.raw("02", 13) == VERSION


def test_bit_shift(bench):
    bench.fault("bit_shift")
    assert bench.raw("02", 13) == "0001fe0df5aa0664020c0fd000"
    bench.clear("bit_shift")
    assert bench.raw("02", 13) == VERSION


def test_long_preamble(bench):
    bench.fault("long_preamble")
    assert bench.raw("02", 14) == "00" + VERSION
    bench.clear("long_preamble")
    assert bench.raw("02", 13) == VERSION


def test_no_preamble(bench):
    bench.fault("no_preamble")
    assert bench.raw("02", 13) == VERSION[2:] + "00"
    bench.clear("no_preamble")
    assert bench.raw("02", 13) == VERSION


def test_bad_checksum(bench):
    bench.fault("bad_checksum")
    assert bench.raw("02", 13) == "0000ff06fad50332010607e900"
    bench.write(bytes.fromhex("0000ffff0000"))
    bench.clock.advance(1000)
    assert bench.read(14) == (0, b"\x01" + bytes.fromhex(VERSION))
    bench.clear("bad_checksum")
    assert bench.raw("02", 13) == VERSION


def test_cut_reply(bench):
    bench.fault("cut_reply")
    assert bench.raw("02", 13) == "0000ff06fad503320106" + "000000"
    assert silent(bench)
    bench.clear("cut_reply")
    assert bench.raw("02", 13) == VERSION


def test_stale_frame(bench):
    """01 00 00 FF 02 FE D5 .. instead of the ACK, as in the issue; the retry is sound."""
    bench.fault("stale_frame")
    assert bench.write(bytes.fromhex("0000ff02fed4022a00")) == 0
    bench.clock.advance(1000)
    assert bench.read(7) == (0, bytes.fromhex("010000ff02fed5"))
    assert bench.read(4) == (0, bytes.fromhex("01151600"))
    assert bench.raw("02", 13) == VERSION
    bench.fault("stale_frame")
    assert bench.write(bytes.fromhex("0000ff02fed4022a00")) == 0
    bench.clock.advance(1000)
    assert bench.read(7) == (0, bytes.fromhex("010000ff02fed5"))
    assert bench.raw("02", 13) == VERSION  # the rest of it is gone
    bench.fault("stale_frame")
    bench.clear("stale_frame")
    assert silent(bench)
    assert bench.raw("02", 13) == VERSION


def test_late_reply(bench):
    sound = bench.raw("02", 13), bench.took
    bench.fault("late_reply")
    assert bench.raw("02", 13) == VERSION == sound[0]
    assert bench.took - sound[1] == pytest.approx(100_000, abs=200)
    bench.clear("late_reply")
    assert bench.raw("02", 13) == VERSION
    assert bench.took == pytest.approx(sound[1], abs=200)


def test_lost_command(bench):
    bench.fault("lost_command")
    assert not bench.send(b"\x02")
    assert bench.raw("02", 13) == VERSION


def test_halt_ineffective(bench):
    """Listed, halted: REQA finds nothing; without a halt that works the tag answers the second REQA of a try."""
    lay(bench)
    assert bench.raw(LIST, 22) == ONE
    bench.command("4400")
    assert bench.raw(LIST, 10) == NOTHING
    bench.command("320100")
    bench.clock.advance(5000)
    bench.fault("halt_ineffective")
    for _ in range(3):
        assert bench.raw(LIST, 22) == ONE
        assert bench.command("4400") == "4500"
    bench.clear("halt_ineffective")
    assert bench.raw(LIST, 22) == ONE
    bench.command("4400")
    assert bench.raw(LIST, 10) == NOTHING


@pytest.mark.parametrize("broken", [True, False])
def test_no_latecomers(bench, broken):
    """A tag laid 100 ms after the command: seen by it or, broken, only by the next one."""
    bench.fault("no_latecomers")
    if not broken:
        bench.clear("no_latecomers")
    bench.command("3205ff01ff")
    bench.send(bytes.fromhex(LIST))
    bench.clock.advance(100_000)
    lay(bench)
    if broken:
        assert silent(bench, 1_000_000)
        assert bench.raw(LIST, 22) == ONE
    else:
        bench.wait()
        assert bench.read(23) == (0, b"\x01" + bytes.fromhex(ONE))


def test_reset_unwired(bench):
    lay(bench)
    bench.command(LIST)
    bench.fault("reset_unwired")
    bench.world.drive("muck", 0)
    assert bench.raw("04", 17) == "0000ff0af6d50500000101000000002400"
    bench.world.drive("muck", 1)
    assert bench.command("4400") == "4500"
    bench.clear("reset_unwired")
    bench.world.drive("muck", 0)
    assert bench.read(1)[0] == 5
    bench.world.drive("muck", 1)


def test_reset_slow(bench):
    lay(bench)
    bench.command(LIST)
    bench.fault("reset_slow")
    bench.reset(49_000)
    assert bench.command("4001 3000") is not None
    assert bench.command("4400") == "4500"  # the target is still known
    bench.reset(50_000)
    assert not bench.send(bytes.fromhex("4400"))  # in LowVbat
    bench.normal()
    bench.command(LIST)
    bench.clear("reset_slow")
    bench.reset(100)
    assert not bench.send(bytes.fromhex("4400"))


def test_brown_out(bench):
    lay(bench)
    bench.command(LIST)
    bench.fault("brown_out")
    bench.clock.advance(2000)
    assert not bench.antenna.on
    assert not bench.send(bytes.fromhex(LIST))  # LowVbat
    assert bench.command("14011401") == "15"
    assert bench.raw(LIST, 22) == ONE


def test_brown_out_freeze(bench):
    bench.fault("brown_out_freeze")
    assert silent(bench)
    bench.reset(100_000)
    assert silent(bench)
    bench.clear("brown_out_freeze")
    bench.clock.advance(2000)
    assert bench.command("14011401") == "15"
    bench.reset()
    assert not bench.send(bytes.fromhex(LIST))


def test_no_wake(bench):
    bench.fault("no_wake")
    assert bench.read(1) == (5, b"\x00")
    assert bench.write(b"\x55" * 10) == 5
    bench.reset()
    assert bench.raw("02", 13) == VERSION
    bench.fault("no_wake")
    bench.clear("no_wake")
    assert bench.raw("02", 13) == VERSION


def test_shifted_uid(bench):
    """00 00 00 04 11 22 33 for 04 11 22 33 44 55 66, and the checksum is right."""
    lay(bench)
    bench.fault("shifted_uid")
    assert bench.raw(LIST, 22) == "0000ff0ff1d54b010100440007" + "00000004112233" + "2900"
    bench.clear("shifted_uid")
    bench.command("320100")
    bench.clock.advance(5000)
    assert bench.raw(LIST, 22) == ONE


def test_truncated_uid(bench):
    lay(bench)
    bench.fault("truncated_uid")
    assert bench.raw(LIST, 19) == "0000ff0cf4d54b010100440004" + "88041122" + "d700"
    bench.clear("truncated_uid")
    bench.command("320100")
    bench.clock.advance(5000)
    assert bench.raw(LIST, 22) == ONE


def test_field_stuck_off(bench):
    lay(bench)
    bench.fault("field_stuck_off")
    assert bench.command("320101") == "33"
    assert bench.raw(LIST, 10) == NOTHING
    bench.reset()
    bench.normal()
    assert bench.raw(LIST, 10) == NOTHING
    bench.clear("field_stuck_off")
    bench.clock.advance(2000)
    bench.normal()
    assert bench.raw(LIST, 22) == ONE


def test_field_stuck_on(bench):
    """A halted tag stays halted over what should have been a pause of the field."""
    lay(bench)
    bench.fault("field_stuck_on")
    for expected, size in ((ONE, 22), (NOTHING, 10)):
        assert bench.raw(LIST, size) == expected
        bench.command("4400")
        assert bench.command("320100") == "33"
        bench.clock.advance(50_000)
        assert bench.antenna.on
    bench.clear("field_stuck_on")
    assert not bench.antenna.on
    bench.clock.advance(2000)
    bench.normal()
    bench.clock.advance(5000)
    assert bench.raw(LIST, 22) == ONE
