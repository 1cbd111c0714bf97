"""The split of the table's bytes into packets and text, against lines made by the standard library."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tools.link.lines import MAX_TEXT, LineReader, Packet, packet_line

FACT = Packet(3, 0x1234, 7, 0xBEEF, bytes(range(14)))
FACT_LINE = b"~AQM0EgcA774OAAECAwQFBgcICQoLDA1IwOOp\n"


def test_a_packet_is_written_as_the_golden_line(encode):
    assert packet_line(*FACT) == FACT_LINE == encode(*FACT)


@pytest.mark.parametrize("size", [1, 5, 64, 1000])
def test_packets_and_text_keep_their_order_in_chunks_of_any_size(size):
    data = (
        b"MicroPython v1.28\r\n"
        + FACT_LINE
        + b"\r\nTraceback:\n"
        + FACT_LINE
        + b">>> "
        + FACT_LINE
        + b"end\n"
    )
    reader = LineReader()
    found = []
    for at in range(0, len(data), size):
        found += reader.feed(data[at : at + size])
    assert found == ["MicroPython v1.28", FACT, "Traceback:", FACT, ">>> ", FACT, "end"]
    assert reader.damaged == 0


def test_a_cut_packet_does_not_take_the_next_with_it():
    reader = LineReader()
    assert reader.feed(FACT_LINE[:20] + FACT_LINE) == [FACT]
    assert reader.damaged == 1


def test_text_in_a_packet_costs_that_packet_alone():
    reader = LineReader()
    assert reader.feed(FACT_LINE[:20] + b"print\n" + FACT_LINE) == [FACT]
    assert reader.damaged == 1


def test_text_without_end_is_cut_and_not_kept():
    reader = LineReader()
    assert reader.feed(b"x" * (MAX_TEXT + 1)) == ["x" * (MAX_TEXT + 1)]
    assert reader.feed(b"\n" + FACT_LINE) == [FACT]


def test_bytes_that_are_no_utf_8_are_text_all_the_same():
    assert LineReader().feed(b"\xff\xfehello\n") == ["\ufffd\ufffdhello"]


def test_another_version_is_counted(encode):
    reader = LineReader()
    assert reader.feed(encode(*FACT, version=2)) == []
    assert (reader.foreign, reader.damaged) == (1, 0)


@given(
    st.lists(st.one_of(st.binary(max_size=130), st.just(FACT_LINE), st.just(FACT_LINE[:9]))),
    st.integers(1, 50),
)
def test_any_bytes_are_survived_and_every_whole_packet_is_found(parts, size):
    data = b"".join(parts) + FACT_LINE
    reader = LineReader()
    found = []
    for at in range(0, len(data), size):
        found += reader.feed(data[at : at + size])
    assert found[-1] == FACT
    assert found.count(FACT) == parts.count(FACT_LINE) + 1
