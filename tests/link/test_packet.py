"""The packet codec against zlib and base64 of the standard library."""

import base64
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.link import packet

# Worked out with struct, zlib.crc32 and base64 of CPython; fixed here so that the wire cannot drift.
GOLDEN_FIELDS = (3, 0x1234, 0x0007, 0xBEEF, bytes(range(14)))
GOLDEN = b"~AQM0EgcA774OAAECAwQFBgcICQoLDA1IwOOp\n"

payloads = st.integers(0, 20).flatmap(lambda n: st.binary(min_size=3 * n + 2, max_size=3 * n + 2))


def whole(kind, seq, ack, boot_id, payload):
    head = bytes((1, kind)) + b"".join(v.to_bytes(2, "little") for v in (seq, ack, boot_id))
    return bytearray(head + bytes((len(payload),)) + payload + bytes(4))


def written(kind, seq, ack, boot_id, payload):
    buf = whole(kind, seq, ack, boot_id, payload)
    line = bytearray(packet.MAX_LINE)
    size = packet.encode(buf, 0, len(buf), line)
    return bytes(line[:size])


def found(data):
    """All packets the decoder finds, given the bytes one at a time, and the decoder."""
    decoder = packet.Decoder()
    got = []
    for byte in data:
        assert decoder.take(bytearray((byte,)), 0, 1) == 1
        if decoder.kind:
            payload = bytes(decoder.packet[packet.HEADER_SIZE : packet.HEADER_SIZE + decoder.size])
            got.append((decoder.kind, decoder.seq, decoder.ack, decoder.boot_id, payload))
    return got, decoder


def test_golden_line_is_written():
    assert written(*GOLDEN_FIELDS) == GOLDEN


def test_golden_line_is_read():
    assert found(GOLDEN)[0] == [GOLDEN_FIELDS]


@given(st.binary(max_size=80), st.integers(0, 5))
def test_crc_is_the_crc_of_zlib(data, at):
    at = min(at, len(data))
    out = bytearray(6)
    packet.crc_into(bytearray(data), at, len(data), out, 1)
    assert out == b"\0" + zlib.crc32(data[at:]).to_bytes(4, "little") + b"\0"


@given(st.integers(1, 255), st.integers(0, 65535), st.integers(0, 65535), st.integers(0, 65535), payloads)
def test_written_as_by_the_standard_library_and_read_back(encode, kind, seq, ack, boot_id, payload):
    line = encode(kind, seq, ack, boot_id, payload)
    assert written(kind, seq, ack, boot_id, payload) == line
    got, decoder = found(line)
    assert got == [(kind, seq, ack, boot_id, payload)]
    assert decoder.damaged == 0


def test_encodes_from_the_middle_of_a_buffer_and_touches_nothing_else(encode):
    buf = bytearray(b"\xaa" * 9) + whole(*GOLDEN_FIELDS) + bytearray(b"\xbb" * 9)
    line = bytearray(packet.MAX_LINE)
    size = packet.encode(buf, 9, 27, line)
    assert bytes(line[:size]) == encode(*GOLDEN_FIELDS)
    assert buf[:9] == b"\xaa" * 9
    assert buf[36:] == b"\xbb" * 9


def test_take_stops_behind_each_packet_of_one_buffer(encode):
    first = encode(3, 1, 0, 9, bytes(14))
    second = encode(5, 2, 0, 9, bytes(2))
    data = bytearray(first + second)
    decoder = packet.Decoder()
    at = decoder.take(data, 0, len(data))
    assert (at, decoder.kind, decoder.seq) == (len(first), 3, 1)
    at = decoder.take(data, at, len(data))
    assert (at, decoder.kind, decoder.seq) == (len(data), 5, 2)
    decoder.take(data, at, len(data))
    assert decoder.kind == 0


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda line: line[:15] + b"B" + line[16:], id="changed"),
        pytest.param(lambda line: line[:-5] + b"\n", id="cut-by-a-group"),
        pytest.param(lambda line: line[:-2] + b"\n", id="cut-by-a-character"),
        pytest.param(lambda line: line[:-10], id="cut-before-the-newline"),
        pytest.param(lambda line: line[:10] + b"\x03" + line[10:], id="control-byte-inside"),
        pytest.param(lambda line: line[:10] + b" log text " + line[10:], id="text-inside"),
        pytest.param(lambda line: line[:9] + line[13:], id="group-missing"),
        pytest.param(lambda line: line[:9] + line[5:9] + line[9:], id="group-doubled"),
        pytest.param(lambda _: b"~" + b"A" * 200 + b"\n", id="overlong"),
        pytest.param(lambda _: b"~\n", id="empty"),
        pytest.param(lambda line: line[:12] + line[:-1][12:] + b"=\n", id="padded"),
    ],
)
def test_damaged_line_is_counted_once_and_the_next_is_read(encode, damage):
    line = encode(3, 0x0B00, 0, 9, bytes(14))
    bad = damage(line)
    assert bad != line
    got, decoder = found(b"boot: text\n" + bad + GOLDEN)
    assert got == [GOLDEN_FIELDS]
    assert decoder.damaged == 1


def test_carriage_return_ends_a_packet_too():
    got, decoder = found(GOLDEN[:-1] + b"\r\n" + GOLDEN)
    assert got == [GOLDEN_FIELDS] * 2
    assert decoder.damaged == 0


def test_text_alone_is_not_damage():
    assert found(b"Traceback (most recent call last):\r\n>>> \x03\x00\xff")[1].damaged == 0


def test_another_version_is_foreign_and_not_damaged(encode):
    got, decoder = found(encode(3, 1, 0, 9, bytes(14), version=2) + GOLDEN)
    assert got == [GOLDEN_FIELDS]
    assert (decoder.foreign, decoder.damaged) == (1, 0)


def test_sound_crc_with_a_wrong_length_is_damaged():
    raw = bytearray(base64.b64decode(GOLDEN[1:-1]))
    raw[8] = 11
    raw[-4:] = zlib.crc32(raw[:-4]).to_bytes(4, "little")
    got, decoder = found(b"~" + base64.b64encode(raw) + b"\n")
    assert (got, decoder.damaged) == ([], 1)


def test_kind_zero_is_damaged(encode):
    got, decoder = found(encode(0, 1, 0, 9, bytes(14)))
    assert (got, decoder.damaged) == ([], 1)


@given(
    st.lists(
        st.one_of(
            st.binary(max_size=130), st.just(GOLDEN), st.just(GOLDEN[:-7]), st.text("~A+/\n").map(str.encode)
        )
    )
)
def test_any_bytes_are_survived_and_a_packet_after_them_is_read(parts):
    got, _ = found(b"".join(parts) + GOLDEN)
    assert got[-1] == GOLDEN_FIELDS
    assert got.count(GOLDEN_FIELDS) == parts.count(GOLDEN) + 1


@given(st.binary(max_size=60), st.integers(0, 37), st.integers(1, 255))
def test_a_changed_byte_never_yields_another_packet(prefix, index, flip):
    line = bytearray(GOLDEN)
    line[index % len(line)] ^= flip
    got, _ = found(prefix.replace(b"~", b"") + b"\n" + bytes(line) + b"\n")
    assert got in ([], [GOLDEN_FIELDS])  # a changed newline or carriage return may leave the packet whole
