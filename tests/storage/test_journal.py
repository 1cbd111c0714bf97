"""The journal's files, byte by byte, and what is read from them when power is back."""

import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird import facts
from railbird.storage.journal import BURST, FAULTS, FILES, PLACES, SNAPSHOT, Journal
from railbird.storage.recovery import Recovery
from railbird.table import Table
from tests.storage.conftest import Files

NEW = 0x7777  # the name that a new journal would get
SIGHT = (facts.SIGHT, 3, 51, 0)


def table():
    return Table(lambda *_fact: None)


def begun(files):
    """A journal of a table that has just been taken into use."""
    journal = Journal(files)
    Recovery(journal, table(), 0x1234)
    journal.keep(table())
    return journal


def recovered(files):
    """(journal, recovery, the inputs that come back)."""
    journal = Journal(files)
    recovery = Recovery(journal, table(), NEW)
    inputs = []
    while recovery.step(lambda *record: inputs.append(record)):
        pass
    return journal, recovery, inputs


def fill(journal, count, first=0):
    """So many inputs, each put on flash by itself."""
    for n in range(first, first + count):
        journal.append(1000 + n, facts.SIGHT, 1 + n % 9, n % 52, 0)
        assert journal.flush() == 0


def expected(first, last):
    return [(n + 1, 1000 + n, facts.SIGHT, 1 + n % 9, n % 52, 0) for n in range(first - 1, last)]


def crc(data):
    return zlib.crc32(data) & 0xFFFF


def test_a_file_is_as_its_description_says(files):
    journal = begun(files)
    assert journal.append(0x3FFFFFFE, facts.COMMAND, 9, facts.OP_HAND, 0x0129, 77) == 1
    assert journal.append(5, facts.SIGHT, 41, 51, 0) == 2
    assert journal.flush() == 0
    head = struct.pack("<II", 1, 0x3FFFFFFE)
    command = bytes.fromhex("feffff 6f 09 01 2901 4d")
    sight = bytes.fromhex("050000 10 29 33 0000 00")
    assert files.kept[1] == (
        head + struct.pack("<H", crc(head + bytes(2)))
        + command + struct.pack("<H", crc(command + b"\x01\x00"))
        + sight + struct.pack("<H", crc(sight + b"\x02\x00"))
    )  # fmt: skip


def test_nothing_is_on_flash_before_it_is_put_there(files):
    journal = begun(files)
    before = dict(files.kept)
    journal.append(1000, *SIGHT)
    assert files.kept == before
    assert (journal.last, journal.safe) == (1, 0)
    journal.flush()
    assert (journal.last, journal.safe) == (1, 1)


@pytest.mark.parametrize("count", [0, 1, PLACES - 1, PLACES, PLACES + 1, 35, 100])
def test_what_is_on_flash_comes_back_in_order(files, count):
    fill(begun(files), count)
    journal, recovery, inputs = recovered(files)
    assert inputs == expected(1, count)
    assert (recovery.found, recovery.faults, recovery.lost) == (True, 0, 0)
    assert (journal.last, journal.safe, journal.name) == (count, count, 0x1234)


def test_several_inputs_share_a_write(files):
    journal = begun(files)
    for n in range(BURST):
        journal.append(1000 + n, facts.SIGHT, 1 + n % 9, n % 52, 0)
    before = journal.flushes
    journal.flush()
    assert journal.flushes - before == -(-BURST // PLACES)
    assert recovered(files)[2] == expected(1, BURST)


@pytest.mark.parametrize("begin", [5, 0x0FFFFFFC, 0x2FFFFFFC, 0x3FFFFFFC])
def test_time_goes_on_over_the_wrap_of_28_and_of_30_bits(files, begin):
    journal = begun(files)
    times = [begin + n & 0x3FFFFFFF for n in range(25)]
    for n, t_ms in enumerate(times):
        journal.append(t_ms, *SIGHT)
        if n % 17 == 16:  # what does not fit one file begins the next
            journal.flush()
    journal.flush()
    assert [record[1] for record in recovered(files)[2]] == times


def test_after_a_snapshot_only_what_follows_comes_back(files):
    journal = begun(files)
    fill(journal, 25)
    assert journal.keep(table()) == 0
    fill(journal, 3, 25)
    journal, _, inputs = recovered(files)
    assert inputs == expected(26, 28)
    assert (journal.kept, journal.last) == (25, 28)


def test_the_ring_keeps_what_no_snapshot_covers_and_says_that_it_is_full(files):
    journal = begun(files)
    count = 0
    while journal.room() >= BURST and count < 200:
        fill(journal, 1, count)
        count += 1
    assert count == (FILES - 1) * PLACES - BURST + 1
    assert recovered(files)[2] == expected(1, count)
    assert journal.stale(False)
    journal.keep(table())
    assert journal.room() >= BURST
    fill(journal, 150, count)
    assert recovered(files)[2] == expected(count + 1, count + 150)


def test_a_table_that_starts_often_without_a_host_runs_out_of_room_and_overwrites_nothing(files):
    fill(begun(files), 5)
    count = 5
    for _ in range(40):
        journal, _, inputs = recovered(files)
        assert inputs == expected(1, count)
        if journal.room() < 1:
            break
        fill(journal, 1, count)
        count += 1
    assert 10 < count < 25


def test_a_flash_that_takes_nothing_loses_nothing(files):
    journal = begun(files)
    fill(journal, 8)
    files.error = 28
    for n in range(8, 30):
        journal.append(1000 + n, facts.SIGHT, 1 + n % 9, n % 52, 0)
        assert journal.flush() == 28
    assert recovered(files)[2] == expected(1, 8)
    files.error = 0
    assert journal.flush() == 0
    assert recovered(files)[2] == expected(1, 30)


def test_the_last_accepted_request_is_known_before_any_input_is_given_back(files):
    journal = begun(files)
    fill(journal, 3)
    journal.append(2000, facts.COMMAND, 3, facts.OP_FOLD, 0, 200)
    fill(journal, 12, 4)
    again = Journal(files)
    Recovery(again, table(), NEW)
    assert again.request == 200
    journal.keep(table())
    again = Journal(files)
    Recovery(again, table(), NEW)
    assert again.request == 200


def test_every_bit_of_a_torn_record_counts(files):
    """The record, and those behind it in its file, are lost and said to be; those before it come back."""
    fill(begun(files), 4)
    sound = files.kept[1]
    at = 10 + 11 * 2
    for bit in range(8 * at, 8 * (at + 11)):
        damaged = bytearray(sound)
        damaged[bit >> 3] ^= 1 << (bit & 7)
        files.kept[1] = bytes(damaged)
        journal, recovery, inputs = recovered(files)
        assert inputs == expected(1, 2), bit
        assert (recovery.faults, recovery.lost) == (1 << facts.FAULT_TORN, 2)
        assert journal.last == 4  # a number is never used twice


def test_every_bit_of_a_head_counts(files):
    fill(begun(files), PLACES + 4)
    sound = files.kept[1]
    for bit in range(80):
        damaged = bytearray(sound)
        damaged[bit >> 3] ^= 1 << (bit & 7)
        files.kept[1] = bytes(damaged)
        journal, recovery, inputs = recovered(files)
        assert inputs == expected(PLACES + 1, PLACES + 4), bit
        assert recovery.faults == 1 << facts.FAULT_CORRUPT
        assert recovery.lost == PLACES
        assert journal.last == PLACES + 4


@pytest.mark.parametrize("damage", [lambda data: data[:-1], lambda data: b"\x55" * len(data), lambda _: None])
def test_a_corrupt_snapshot_is_said_and_the_inputs_come_back(files, damage):
    journal = begun(files)
    fill(journal, 30)
    journal.keep(table())
    fill(journal, 5, 30)
    files.kept[SNAPSHOT] = damage(files.kept[SNAPSHOT])
    journal, recovery, inputs = recovered(files)
    assert inputs == expected(1, 35)  # files that a snapshot has freed are still there
    assert recovery.faults == 1 << facts.FAULT_CORRUPT
    assert (journal.last, journal.name) == (35, NEW)  # nothing that a host has of the old name counts


def test_a_file_that_cannot_be_read_is_said(files):
    fill(begun(files), 2 * PLACES)
    files.kept[2] = None
    _, recovery, inputs = recovered(files)
    assert inputs == expected(1, PLACES)
    assert recovery.faults == 1 << facts.FAULT_CORRUPT


def test_an_empty_flash_is_a_new_journal(files):
    journal, recovery, inputs = recovered(files)
    assert (inputs, recovery.found, recovery.faults) == ([], False, 0)
    assert (journal.last, journal.name) == (0, NEW)
    assert FAULTS not in files.kept


RECORD = st.tuples(
    st.integers(0, (1 << 28) - 1), st.integers(1, 13), st.integers(0, 255), st.integers(0, 255),
    st.integers(0, 65535),
)  # fmt: skip


@given(st.lists(st.one_of(RECORD, st.sampled_from(("flush", "keep", "power"))), max_size=80))
def test_it_is_a_list_that_loses_what_was_not_put_on_flash_and_nothing_else(steps):
    """Against a plain list."""
    files = Files()
    journal = begun(files)
    kept, written, new = 0, [], []
    for step in steps:
        if step == "flush":
            assert journal.flush() == 0
            written, new = written + new, []
        elif step == "keep":
            assert journal.flush() == 0
            journal.keep(table())
            written, new = written + new, []
            kept = len(written)
        elif step == "power":
            journal, recovery, inputs = recovered(files)
            new = []
            assert [record[2:] for record in inputs] == [record[1:] for record in written[kept:]]
            assert [record[0] for record in inputs] == list(range(kept + 1, len(written) + 1))
            assert recovery.faults == 0
        elif journal.room() > 0:
            assert journal.append(*step) == len(written) + len(new) + 1
            new.append(step)
