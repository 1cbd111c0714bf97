"""ISO/IEC 14443-3 type A states, frame by frame, and the UID forms of pn532.md 2.4."""

import pytest

from host_tools.virtual.tag import (
    ACTIVE,
    HALT,
    IDLE,
    POWER_OFF,
    PROTOCOL,
    READY,
    Tag,
    cascade_blocks,
    crc_a,
)

REQA, WUPA, HLTA = b"\x26", b"\x52", b"\x50\x00"
NTAG = bytes.fromhex("04a1b2c3d4e5f6")


def select_frames(uid):
    return [
        bytes((sel, 0x70)) + block for sel, block in zip(b"\x93\x95\x97", cascade_blocks(uid), strict=False)
    ]


def in_state(state, star=False, uid=NTAG):
    """A tag taken through frames to a state."""
    tag = Tag(uid)
    if state == POWER_OFF:
        return tag
    tag.power(True)
    if star or state == HALT:
        tag.receive(REQA)
        for frame in select_frames(uid):
            tag.receive(frame)
        tag.receive(HLTA)
    if state in (READY, ACTIVE):
        tag.receive(WUPA)
    if state == ACTIVE:
        for frame in select_frames(uid):
            tag.receive(frame)
    assert (tag.state, tag.star) == (state, star)
    return tag


@pytest.mark.parametrize(
    ("uid", "blocks"),
    [
        ("01020304", ["0102030404"]),  # BCC 1^2^3^4 = 4
        ("04112233445566", ["88041122bf", "3344556644"]),  # 88^04^11^22 = bf, 33^44^55^66 = 44
        ("04010203040506070809", ["880401028f", "880304058a", "0607080900"]),
    ],
)
def test_cascade_blocks_by_hand(uid, blocks):
    assert [block.hex() for block in cascade_blocks(bytes.fromhex(uid))] == blocks


@pytest.mark.parametrize("size", [0, 3, 5, 8, 11])
def test_other_uid_lengths_are_refused(size):
    with pytest.raises(ValueError, match="4, 7 or 10"):
        Tag(bytes(size))


@pytest.mark.parametrize(
    ("data", "crc"),
    [("0000", "a01e"), ("1234", "26cf"), ("5000", "57cd"), ("3004", "26ee"), ("e050", "bca5")],
)
def test_crc_a_vectors(data, crc):
    """The two examples of ISO/IEC 14443-3 annex B, and the well-known HLTA, READ 4 and RATS frames."""
    assert crc_a(bytes.fromhex(data)).hex() == crc


@pytest.mark.parametrize(("size", "atqa", "sak"), [(4, "0400", 0x08), (7, "4400", 0x00), (10, "8400", 0x00)])
def test_activation_of_each_uid_length(size, atqa, sak):
    uid = bytes(range(1, 1 + size))
    tag = Tag(uid)
    tag.power(True)
    assert tag.receive(REQA).hex() == atqa
    *upper, last = zip(b"\x93\x95\x97", cascade_blocks(uid), strict=False)
    for sel, block in upper:
        assert tag.receive(bytes((sel, 0x20))) == block
        assert tag.receive(bytes((sel, 0x70)) + block)[0] & 0x04
        assert tag.state == READY
    sel, block = last
    assert tag.receive(bytes((sel, 0x20))) == block
    assert tag.receive(bytes((sel, 0x70)) + block) == bytes((sak,))
    assert tag.state == ACTIVE


# (state, star, frame) -> (answers, next state, star after). nAC and nSELECT are those of another UID.
OTHER = select_frames(bytes.fromhex("04ffffffffffff"))[0]
OWN = select_frames(NTAG)[0]
TABLE = [
    (POWER_OFF, False, REQA, False, POWER_OFF, False),
    (IDLE, False, REQA, True, READY, False),
    (IDLE, False, WUPA, True, READY, False),
    (IDLE, False, HLTA, False, IDLE, False),
    (IDLE, False, OWN, False, IDLE, False),
    (HALT, False, REQA, False, HALT, False),
    (HALT, False, OWN, False, HALT, False),
    (HALT, False, WUPA, True, READY, True),
    (READY, False, b"\x93\x20", True, READY, False),
    (READY, False, OWN, True, READY, False),
    (READY, False, OTHER, False, IDLE, False),
    (READY, False, REQA, False, IDLE, False),
    (READY, False, WUPA, False, IDLE, False),
    (READY, False, HLTA, False, IDLE, False),
    (READY, False, b"\x95\x20", False, IDLE, False),
    (READY, True, OTHER, False, HALT, False),
    (READY, True, REQA, False, HALT, False),
    (ACTIVE, False, HLTA, False, HALT, False),
    (ACTIVE, False, REQA, False, IDLE, False),
    (ACTIVE, False, WUPA, False, IDLE, False),
    (ACTIVE, False, OWN, False, IDLE, False),
    (ACTIVE, False, b"\x00\x01", False, IDLE, False),
    (ACTIVE, True, REQA, False, HALT, False),
    (ACTIVE, True, HLTA, False, HALT, False),
]


@pytest.mark.parametrize(("state", "star", "frame", "answers", "after", "star_after"), TABLE)
def test_state_table(state, star, frame, answers, after, star_after):
    tag = in_state(state, star)
    assert (tag.receive(frame) is not None) == answers
    assert tag.state == after
    if after in (READY, ACTIVE):
        assert tag.star == star_after


def test_an_active_tag_swallows_one_request():
    """Adafruit-PN532#52: every second read fails if nobody halts the tag."""
    tag = in_state(ACTIVE)
    assert tag.receive(REQA) is None
    assert tag.receive(REQA) is not None


def test_a_halted_tag_comes_back_with_the_next_field():
    tag = in_state(HALT)
    assert tag.receive(REQA) is None
    tag.power(False)
    tag.power(True)
    assert tag.receive(REQA) is not None


def test_anticollision_answers_only_a_matching_prefix():
    """First byte of level 1 is the cascade tag 88, on air least significant bit first: 0 0 0 1 0 0 0 1."""
    for known, bits, heard in [(1, 0b0, True), (1, 0b1, False), (4, 0b1000, True), (4, 0b0000, False)]:
        tag = in_state(READY)
        frame = bytes((0x93, 0x20 + known, bits))
        assert (tag.receive(frame) is not None) == heard
        assert tag.state == (READY if heard else IDLE)
    tag = in_state(READY)
    assert tag.receive(b"\x93\x30\x88") == cascade_blocks(NTAG)[0]
    assert tag.receive(b"\x93\x41\x88\x04\x01") == cascade_blocks(NTAG)[0]  # a1 begins with a 1 on air


@pytest.mark.parametrize(
    "frame", [b"\x93", b"\x93\x10", b"\x93\x70\x88", b"\x93\x30", b"\x93\x81" + bytes(7)]
)
def test_malformed_anticollision_is_an_error(frame):
    tag = in_state(READY)
    assert tag.receive(frame) is None
    assert tag.state == IDLE


def test_ntag_memory_layout():
    """Page 0 u0 u1 u2 BCC0, page 1 u3-u6, page 2 BCC1; a READ wraps at the end of 45 pages."""
    tag = in_state(ACTIVE)
    bcc0, bcc1 = 0x88 ^ 0x04 ^ 0xA1 ^ 0xB2, 0xC3 ^ 0xD4 ^ 0xE5 ^ 0xF6
    head = bytes.fromhex("04a1b2") + bytes((bcc0,)) + bytes.fromhex("c3d4e5f6") + bytes((bcc1, 0, 0, 0))
    assert tag.receive(b"\x30\x00") == head + bytes(4)
    assert tag.receive(b"\x30\x2c") == bytes(4) + head
    assert tag.receive(b"\x30\x2d") is None
    assert tag.state == IDLE


def test_iso_dep_tag_answers_rats_and_is_halted_by_deselect():
    tag = Tag(NTAG, sak=0x20, ats=bytes.fromhex("0578807002"))
    tag.power(True)
    tag.receive(REQA)
    for frame in select_frames(NTAG):
        tag.receive(frame)
    assert tag.receive(b"\xe0\x50").hex() == "0578807002"
    assert tag.state == PROTOCOL
    assert tag.receive(b"\xc2") == b"\xc2"
    assert tag.state == HALT


def test_a_four_byte_uid_that_begins_like_a_cascade_is_possible():
    """pn532.md 2.4: the firmware has to refuse it, so the world must be able to show it."""
    tag = Tag(bytes.fromhex("88010203"))
    tag.power(True)
    tag.receive(REQA)
    assert tag.receive(select_frames(tag.uid)[0]) == b"\x08"
