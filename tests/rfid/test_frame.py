"""The frame codec against the frames of pn532.md 1.1, 1.7, 2, 3.3 and 3.4 (manual and traces)."""

import random

import pytest

from railbird.rfid import frame

# pn532.md 3.3: what the Adafruit driver was seen to write.
COMMANDS = [
    ("14 01 14 01", "0000ff05fbd4140114010200"),
    ("02", "0000ff02fed4022a00"),
    ("4a 01 00", "0000ff04fcd44a0100e100"),
    ("40 01 30 04", "0000ff05fbd440013004b700"),
    ("16 b0 00", "0000ff04fcd416b0006600"),
]


@pytest.mark.parametrize(("data", "expected"), COMMANDS)
def test_command_golden(data: str, expected: str) -> None:
    assert frame.command(bytes.fromhex(data)) == bytes.fromhex(expected)


def test_command_extended_for_long_data() -> None:
    # 1.1: FF FF LENM LENL LCS; 255 bytes of data and TFI make 256 = 01 00, LCS = FF.
    made = frame.command(bytes(255))
    assert made[:9] == bytes.fromhex("0000ffffff0100ffd4")
    assert made[-2:] == bytes((0x100 - 0xD4, 0))
    assert len(frame.command(bytes(254))) == 254 + 8  # still a normal frame: LEN = 255


def test_command_refuses_what_no_frame_can_carry() -> None:
    with pytest.raises(ValueError, match="1 to 264"):
        frame.command(b"")
    with pytest.raises(ValueError, match="1 to 264"):
        frame.command(bytes(265))


# pn532.md 1.7 (firmware version, SAM, no target), 3.4 (error frame).
ANSWERS = [
    ("0000ff06fad50332010607e800", "03 32 01 06 07"),
    ("0000ff02fed5151600", "15"),
    ("0000ff03fdd54b00e000", "4b 00"),
]


@pytest.mark.parametrize(("raw", "data"), ANSWERS)
@pytest.mark.parametrize("before", ["", "00", "0000", "80", "00ff00", "aaff"])
@pytest.mark.parametrize("after", ["", "00", "aaaa", "8080"])
def test_answer_golden_with_stray_bytes(raw: str, data: str, before: str, after: str) -> None:
    buf = bytes.fromhex(before + raw + after)
    at = frame.parse(buf, 0, len(buf))
    assert at >= 0
    assert buf[at : at + frame.size(buf, at)] == bytes.fromhex(data)


@pytest.mark.parametrize(("raw", "data"), ANSWERS)
def test_answer_without_preamble_and_postamble(raw: str, data: str) -> None:
    # SetParameters bit 6 removes both; the start code 00 FF stays (1.1).
    buf = bytes.fromhex(raw)[1:-1]
    at = frame.parse(buf, 0, len(buf))
    assert buf[at : at + frame.size(buf, at)] == bytes.fromhex(data)


def test_answer_with_a_tag() -> None:
    # 1.7: the NTAG's frame, LEN 0F.
    uid = bytes.fromhex("04a1b2c3d4e5f6")
    data = bytes.fromhex("4b010100440007") + uid
    check = -(0xD5 + sum(data)) & 0xFF
    buf = bytes.fromhex("010000ff0ff1d5") + data + bytes((check, 0))
    at = frame.parse(buf, 1, len(buf))
    assert at == 7
    assert frame.size(buf, at) == 14


def test_extended_answer() -> None:
    data = bytes.fromhex("4101") + bytes(262)
    n = len(data) + 1
    head = bytes((0xFF, 0xFF, n >> 8, n & 255, -(n >> 8) - (n & 255) & 255))
    buf = b"\x00\x00\xff" + head + b"\xd5" + data + bytes((-(0xD5 + sum(data)) & 255, 0))
    at = frame.parse(buf, 0, len(buf))
    assert buf[at] == 0x41
    assert frame.size(buf, at) == 264
    assert frame.parse(buf, 0, 7) == frame.CUT
    assert frame.parse(buf, 0, 200) == frame.CUT
    broken = bytearray(buf)
    broken[7] ^= 1
    assert frame.parse(broken, 0, len(broken)) == frame.BAD_SUM


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("0000ff00ff00", frame.IS_ACK),
        ("0000ffff0000", frame.IS_NACK),
        ("0000ff01ff7f8100", frame.CHIP_ERROR),
        ("0000ff02fed4022a00", frame.NOT_CHIP),
        ("0000ff02fed5151700", frame.BAD_SUM),
        ("0000ff02ffd5151600", frame.BAD_SUM),
        ("0000ff02fed515", frame.CUT),
        ("0000ff06fad503320106", frame.CUT),
        ("0000ff0000", frame.NO_FRAME),
        ("00000000000000", frame.NO_FRAME),
        ("80808080808080", frame.NO_FRAME),
        ("", frame.NO_FRAME),
        ("00ff", frame.NO_FRAME),
    ],
)
def test_what_is_no_answer(raw: str, expected: int) -> None:
    buf = bytes.fromhex(raw)
    assert frame.parse(buf, 0, len(buf)) == expected


def test_hunts_on_behind_a_false_start() -> None:
    # A start code in the noise, with a length that does not check, must not hide the frame behind it.
    buf = bytes.fromhex("00ff1234" + "0000ff02fed5151600")
    at = frame.parse(buf, 0, len(buf))
    assert buf[at] == 0x15


def test_every_single_bit_error_is_noticed() -> None:
    good = bytes.fromhex("0000ff06fad50332010607e800")
    for bit in range(8 * 2, 8 * (len(good) - 1)):
        bad = bytearray(good)
        bad[bit >> 3] ^= 1 << (bit & 7)
        assert frame.parse(bad, 0, len(bad)) < 0, f"bit {bit}"


def test_random_bytes_never_raise_nor_pass() -> None:
    rng = random.Random(1)
    for _ in range(3000):
        buf = bytes(rng.choice((0, 0, 0xFF, rng.randrange(256))) for _ in range(rng.randrange(30)))
        at = frame.parse(buf, 0, len(buf))
        if at >= 0:  # by chance a whole frame: then it must really be one
            n = frame.size(buf, at)
            assert buf[at - 1] == 0xD5
            assert (sum(buf[at - 1 : at + n + 1])) & 0xFF == 0
