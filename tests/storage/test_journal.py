"""The ring of inputs: order, acknowledgement, refusal when full."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.storage.journal import Journal


def read(journal, seq):
    assert journal.load(seq)
    return (journal.t_ms, journal.kind, journal.zone, journal.code, journal.arg)


def test_inputs_are_numbered_from_one_and_kept_until_acknowledged():
    journal = Journal(4)
    assert (journal.pending(), journal.room()) == (0, 4)
    assert journal.append(1000, 1, 41, 51, 0) == 1
    assert journal.append(1001, 3, 255, 0, 65535) == 2
    assert (journal.pending(), journal.room()) == (2, 2)
    assert read(journal, 1) == (1000, 1, 41, 51, 0)
    assert read(journal, 2) == (1001, 3, 255, 0, 65535)
    journal.trim(1)
    assert (journal.first, journal.last, journal.pending()) == (2, 2, 1)
    assert not journal.load(1)
    assert not journal.load(3)


def test_a_full_journal_refuses_and_overwrites_nothing():
    journal = Journal(3)
    for t_ms in (10, 20, 30):
        assert journal.append(t_ms, 1, 2, 3, 4)
    assert journal.append(40, 1, 2, 3, 4) == 0
    assert [read(journal, seq)[0] for seq in (1, 2, 3)] == [10, 20, 30]
    journal.trim(1)
    assert journal.append(40, 1, 2, 3, 4) == 4
    assert [read(journal, seq)[0] for seq in (2, 3, 4)] == [20, 30, 40]


@pytest.mark.parametrize("seq", [0, 1, 7])
def test_an_acknowledgement_of_what_is_not_kept_changes_nothing_else(seq):
    journal = Journal(4)
    for _ in range(2):
        journal.append(5, 1, 2, 3, 4)
    journal.trim(1)
    journal.trim(seq)
    assert journal.first == (3 if seq == 7 else 2)
    assert journal.append(5, 1, 2, 3, 4) == 3


def test_a_record_is_sixteen_bytes_little_endian():
    journal = Journal(1)
    journal.append(0x3FFFFFFE, 6, 9, 1, 0x0129)
    assert bytes(journal._ring) == bytes.fromhex("01000000 feffff3f 06 09 01 00 2901 0000")
    assert struct.unpack_from("<II", journal._ring) == (1, 0x3FFFFFFE)


def test_replay_gives_the_inputs_back_in_order():
    journal = Journal(4)
    for t_ms in range(6):
        journal.append(t_ms, 1, t_ms, 7, 300)
        journal.trim(t_ms - 1)
    given_back = []
    journal.replay(lambda *record: given_back.append(record))
    assert given_back == [(t_ms, 1, t_ms, 7, 300) for t_ms in (4, 5)]


RECORD = st.tuples(
    st.integers(0, (1 << 30) - 1),
    st.integers(0, 255),
    st.integers(0, 255),
    st.integers(0, 255),
    st.integers(0, 65535),
)


@given(st.integers(1, 9), st.lists(st.one_of(RECORD, st.integers(0, 60)), max_size=60))
def test_it_is_a_queue_that_never_loses_what_is_not_acknowledged(capacity, steps):
    """Against a plain list: records are appended, numbers are acknowledgements."""
    journal = Journal(capacity)
    kept = {}
    last = 0
    for step in steps:
        if isinstance(step, int):
            journal.trim(step)
            kept = {seq: record for seq, record in kept.items() if seq > step}
        else:
            seq = journal.append(*step)
            assert (seq == 0) == (len(kept) == capacity)
            if seq:
                last += 1
                assert seq == last
                kept[seq] = step
        assert journal.pending() == len(kept)
        assert {seq: read(journal, seq) for seq in range(journal.first, journal.last + 1)} == kept
