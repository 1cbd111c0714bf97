"""Frames of pn532.md 1.1, 1.7 and 3.3, byte for byte."""

import pytest

from host_tools.virtual import frames
from host_tools.virtual.frames import GOT_ACK, GOT_BAD, GOT_COMMAND, GOT_NACK, build, parse


@pytest.mark.parametrize(
    ("raw", "pd"),
    [
        ("0000ff05fbd4140114010200", "14011401"),
        ("0000ff02fed4022a00", "02"),
        ("0000ff04fcd44a0100e100", "4a0100"),
        ("0000ff05fbd440013004b700", "40013004"),
        ("0000ff04fcd416b0006600", "16b000"),
        ("000000ff02fed4022a00", "02"),  # a third leading zero (libnfc#289)
        ("00ff02fed4022a", "02"),  # no preamble, no postamble
        ("5555000000000000ff02fed4022a000000", "02"),  # wake bytes before, more postamble after
        ("0000ffffff0002fed4022a00", "02"),  # extended frame for short data
    ],
)
def test_commands_from_the_host(raw, pd):
    assert parse(bytes.fromhex(raw)) == ((GOT_COMMAND, bytes.fromhex(pd)),)


@pytest.mark.parametrize(("raw", "kind"), [("0000ff00ff00", GOT_ACK), ("0000ffff0000", GOT_NACK)])
def test_ack_and_nack_from_the_host(raw, kind):
    assert parse(bytes.fromhex(raw)) == ((kind, b""),)


def test_several_frames_in_one_write():
    raw = bytes.fromhex("0000ff00ff000000ff02fed4022a00")
    assert parse(raw) == ((GOT_ACK, b""), (GOT_COMMAND, b"\x02"))


@pytest.mark.parametrize(
    "raw",
    [
        "0000ff02ffd4022a00",  # length checksum
        "0000ff02fed4022b00",  # data checksum
        "0000ff02fed5022900",  # a TFI that is not the host's
        "0000ffffff010af5d4",  # 266 bytes
        "0000ffffff0000 00".replace(" ", ""),  # no TFI at all
    ],
)
def test_bad_frames(raw):
    assert parse(bytes.fromhex(raw)) == ((GOT_BAD, b""),)


@pytest.mark.parametrize(
    "raw", ["", "0000", "0000ff", "0000ff02", "0000ff02fed402", "0000ffffff00", "5555555500"]
)
def test_a_frame_cut_short_is_nothing(raw):
    assert parse(bytes.fromhex(raw)) == ()


@pytest.mark.parametrize(
    ("pd", "raw"),
    [
        ("0332010607", "0000ff06fad50332010607e800"),
        ("15", "0000ff02fed5151600"),
        ("4b00", "0000ff03fdd54b00e000"),
    ],
)
def test_responses_of_the_documents(pd, raw):
    assert build(bytes.fromhex(pd)).hex() == raw


def test_fixed_frames():
    assert frames.ACK.hex() == "0000ff00ff00"
    assert frames.NACK.hex() == "0000ffff0000"
    assert frames.ERROR.hex() == "0000ff01ff7f8100"


@pytest.mark.parametrize(
    ("size", "head"),
    [
        (254, "0000ffff01d5"),  # TFI and PD together 255: the longest normal frame
        (255, "0000ffffff0100ffd5"),
        (264, "0000ffffff0109f6d5"),
    ],
)
def test_the_chip_uses_the_suitable_type(size, head):
    raw = build(bytes((0x41,)) + bytes(size - 1))
    assert raw.hex().startswith(head)
    assert len(raw) == len(head) // 2 + size + 2
    assert (0xD5 + 0x41 + raw[-2]) & 0xFF == 0
