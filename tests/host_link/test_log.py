"""The chain of the log: every way to spoil it is found at its record, and a log that is whole passes."""

import hashlib
import hmac
import random
import struct

import pytest

from host_tools.link import log
from railbird.storage.chain import Chain
from railbird.storage.journal import Journal

SECRET = bytes(range(32))
KEY = log.log_key(SECRET)
BOOT = 0x1234


@pytest.fixture(scope="module")
def written():
    """Forty records as the device writes them, and the links the host was told after the 10th and the 40th."""
    journal = Journal(64)
    journal.chain = Chain(KEY, BOOT)
    rng = random.Random(5)
    heads = {}
    for _ in range(40):
        seq = journal.append(rng.getrandbits(30), rng.randrange(20), rng.randrange(72), rng.randrange(128), 7)
        if seq in (10, 40):
            heads[seq] = bytes(journal.chain.link)
    return [bytes(journal._ring[16 * n : 16 * n + 16]) for n in range(1, 41)], heads


def test_whole_log(written):
    records, heads = written
    assert log.verify(records, KEY, BOOT, heads) is None
    assert log.verify(records, KEY, BOOT) is None


def test_journal_loads_what_it_was_given_in_spite_of_the_chain():
    journal = Journal(4)
    journal.chain = Chain(KEY, BOOT)
    journal.append(1000, 1, 2, 3, 4)
    assert journal.load(1)
    assert (journal.t_ms, journal.kind, journal.zone, journal.code, journal.arg) == (1000, 1, 2, 3, 4)


def test_first_link_by_hand(written):
    """HMAC of the boot id in 16 bytes and of the record without its three bytes, by the standard library."""
    record = bytearray(written[0][0])
    spare = bytes((record[11], record[14], record[15]))
    record[11] = record[14] = record[15] = 0
    key = hmac.new(SECRET, b"log", hashlib.sha256).digest()
    assert hmac.new(key, struct.pack("<H", BOOT) + bytes(14) + record, hashlib.sha256).digest()[:3] == spare


@pytest.mark.parametrize("at", [1, 2, 17, 39, 40])
def test_each_way_is_named_with_its_record(written, at):
    records, heads = written
    index = at - 1
    removed = records[:index] + records[index + 1 :]
    assert log.verify(removed, KEY, BOOT, heads) == log.Fault(at, "removed")
    for byte in range(4, 16):
        changed = bytearray(records[index])
        changed[byte] ^= 0x40
        spoiled = [*records[:index], bytes(changed), *records[index + 1 :]]
        assert log.verify(spoiled, KEY, BOOT, heads) == log.Fault(at, "changed")
    put_in = [*records[:index], records[index][:4] + bytes(12), *records[index:]]
    assert log.verify(put_in, KEY, BOOT, heads) == log.Fault(at, "put in")
    if at < 40:
        moved = [*records[:index], records[at], records[index], *records[at + 1 :]]
        assert log.verify(moved, KEY, BOOT, heads) == log.Fault(at, "moved")


def test_end_that_was_cut_off_is_missed_at_the_host_alone(written):
    records, heads = written
    assert log.verify(records[:35], KEY, BOOT) is None
    assert log.verify(records[:35], KEY, BOOT, heads) == log.Fault(36, "removed")


def test_log_written_anew_with_the_key_differs_from_what_the_host_keeps(written):
    records, heads = written
    journal = Journal(64)
    journal.chain = Chain(KEY, BOOT)
    for record in records:
        seq, t_ms, kind, zone, code, arg = struct.unpack("<IIBBBxHxx", record)
        journal.append(t_ms, kind, zone, code, arg + (seq == 20))
    forged = [bytes(journal._ring[16 * n : 16 * n + 16]) for n in range(1, 41)]
    assert log.verify(forged, KEY, BOOT) is None
    assert log.verify(forged, KEY, BOOT, heads) == log.Fault(40, "changed, by somebody who has the key")


def test_other_key_and_other_boot(written):
    records, _ = written
    assert log.verify(records, bytes(32), BOOT) == log.Fault(1, "changed")
    assert log.verify(records, KEY, BOOT + 1) == log.Fault(1, "changed")


def test_files_that_are_none():
    with pytest.raises(log.LogError, match="the log has 17 bytes"):
        log.records(bytes(17))
    with pytest.raises(log.LogError, match="line 2 of the anchors"):
        log.anchors(["1234 a " + "00" * 16, "1234 b"], BOOT)
    assert log.anchors(["1234 a " + "0f" * 16, "1235 b " + "00" * 16], BOOT) == {10: b"\x0f" * 16}
