"""The chain of the log: every way to spoil it is found at its record, and a log that is whole passes."""

import hashlib
import hmac
import random
import struct

import pytest

from host_tools.link import log
from railbird.link.mac import Mac
from railbird.storage.chain import Log

SECRET = bytes(range(32))
KEY = log.log_key(SECRET)
NAME = 0x1234


def blocks(inputs):
    """What the device sends of these inputs, and its links."""
    device = Log(Mac(SECRET))
    device.begin(NAME)
    sent, links = [], {}
    for seq, fields in enumerate(inputs, 1):
        sent.append(device.block(seq, *fields))
        links[seq] = bytes(device.link)
    return log.records(b"".join(sent), SECRET), links


@pytest.fixture(scope="module")
def written():
    """Forty records as the device sends them, and the links the host was told after the 10th and the 40th."""
    rng = random.Random(5)
    inputs = [
        (rng.getrandbits(30), rng.randrange(20), rng.randrange(72), rng.randrange(128), 7) for _ in range(40)
    ]
    records, links = blocks(inputs)
    return records, {seq: links[seq] for seq in (10, 40)}


def test_whole_log(written):
    records, heads = written
    assert log.verify(records, KEY, NAME, heads) is None
    assert log.verify(records, KEY, NAME) is None


def test_a_record_says_what_the_input_was():
    records, _ = blocks([(1000, 1, 2, 3, 4)])
    assert struct.unpack("<IIBBBxHxx", records[0]) == (1, 1000, 1, 2, 3, 4)


def test_blocks_under_another_secret_are_no_records():
    device = Log(Mac(bytes(32)))
    device.begin(NAME)
    assert log.verify(log.records(device.block(1, 1000, 1, 2, 3, 4), SECRET), KEY, NAME) is not None


def test_first_link_by_hand(written):
    """HMAC of the journal's name in 16 bytes and of the record without its three bytes, by the standard library."""
    record = bytearray(written[0][0])
    spare = bytes((record[11], record[14], record[15]))
    record[11] = record[14] = record[15] = 0
    key = hmac.new(SECRET, b"log", hashlib.sha256).digest()
    assert hmac.new(key, struct.pack("<H", NAME) + bytes(14) + record, hashlib.sha256).digest()[:3] == spare


@pytest.mark.parametrize("at", [1, 2, 17, 39, 40])
def test_each_way_is_named_with_its_record(written, at):
    records, heads = written
    index = at - 1
    removed = records[:index] + records[index + 1 :]
    assert log.verify(removed, KEY, NAME, heads) == log.Fault(at, "removed")
    for byte in range(4, 16):
        changed = bytearray(records[index])
        changed[byte] ^= 0x40
        spoiled = [*records[:index], bytes(changed), *records[index + 1 :]]
        assert log.verify(spoiled, KEY, NAME, heads) == log.Fault(at, "changed")
    put_in = [*records[:index], records[index][:4] + bytes(12), *records[index:]]
    assert log.verify(put_in, KEY, NAME, heads) == log.Fault(at, "put in")
    if at < 40:
        moved = [*records[:index], records[at], records[index], *records[at + 1 :]]
        assert log.verify(moved, KEY, NAME, heads) == log.Fault(at, "moved")


def test_end_that_was_cut_off_is_missed_at_the_host_alone(written):
    records, heads = written
    assert log.verify(records[:35], KEY, NAME) is None
    assert log.verify(records[:35], KEY, NAME, heads) == log.Fault(36, "removed")


def test_log_written_anew_with_the_key_differs_from_what_the_host_keeps(written):
    records, heads = written
    inputs = [struct.unpack("<IIBBBxHxx", record) for record in records]
    forged, _ = blocks(
        [(t_ms, kind, zone, code, arg + (seq == 20)) for seq, t_ms, kind, zone, code, arg in inputs]
    )
    assert log.verify(forged, KEY, NAME) is None
    assert log.verify(forged, KEY, NAME, heads) == log.Fault(40, "changed, by somebody who has the key")


def test_other_key_and_other_journal(written):
    records, _ = written
    assert log.verify(records, bytes(32), NAME) == log.Fault(1, "changed")
    assert log.verify(records, KEY, NAME + 1) == log.Fault(1, "changed")


def test_files_that_are_none():
    assert len(log.records(bytes(17), SECRET)) == 1
    assert log.cut(bytes(17)) == log.Fault(2, "cut")
    assert log.cut(bytes(32)) is None
    with pytest.raises(log.LogError, match="line 2 of the anchors"):
        log.anchors(["1234 a " + "00" * 16, "1234 b"], NAME)
    assert log.anchors(["1234 a " + "0f" * 16, "1235 b " + "00" * 16], NAME) == {10: b"\x0f" * 16}
