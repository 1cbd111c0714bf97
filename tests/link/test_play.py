"""The table's session in play mode: what it does without a proof, and that every frame fits its line."""

import hmac
import random
import struct

import pytest

from railbird.link import auth, formats, messages, packet
from railbird.link.auth import Entropy, Guard
from railbird.link.play import PlaySession

BOOT = 0x0102


@pytest.fixture
def table(new_wire):
    rng = random.Random(1)
    guard = Guard(b"table-01", bytes(32), Entropy(bytes(32), lambda: rng.getrandbits(16)))
    wire = new_wire()
    session = PlaySession(wire, BOOT, "virtual_9", "0.1.0", guard)
    session.wire = wire
    return session


def said(table, encode, parse, kind, payload, seq=5):
    table.wire.incoming += encode(kind, seq, 0, BOOT, payload)
    for now in range(0, 50_000, 1000):
        table.poll(now)
    return [parse(line) for line in table.wire.lines()]


def hello(table, encode, parse, seq=5, table_hash=formats.TABLE_HASH):
    return said(table, encode, parse, messages.HELLO, struct.pack("<IIHIB2x", table_hash, 0, 0, 0, 0), seq)


def test_hello_is_answered_by_a_welcome_and_a_challenge_and_opens_nothing(table, encode, parse):
    welcome, challenge = hello(table, encode, parse)
    assert (welcome[0], welcome[2], welcome[4][30]) == (messages.WELCOME, 5, messages.MODE_PLAY)
    assert (challenge[0], challenge[2], challenge[4][:8]) == (messages.CHALLENGE, 5, b"table-01")
    assert not table.open
    assert hello(table, encode, parse)[1] == challenge  # the same nonce while it has not been used
    assert hello(table, encode, parse, 6)[1][4] != challenge[4]


def test_host_with_other_messages_is_told_and_not_challenged(table, encode, parse):
    told = hello(table, encode, parse, table_hash=1)
    assert [one[0] for one in told] == [messages.WELCOME]


@pytest.mark.parametrize("kind", [messages.ACK, messages.COMMAND])
def test_without_a_proof_nothing_is_taken_and_the_reason_is_given(table, encode, parse, kind):
    told = said(table, encode, parse, kind, bytes(formats.payload_size(kind)))
    assert [(one[0], one[4][0]) for one in told] == [(messages.REFUSED, auth.F_OPEN)]
    assert table.command is None
    assert table.refusals == 1


def test_no_fact_leaves_before_a_proof(table, encode, parse):
    table.fact(1, 1, 20, 1, 51, 255, 1)
    table.secret(1, 1, 41, 1, 255, 1, 1, bytes(16))
    kinds = {one[0] for one in hello(table, encode, parse)}
    assert kinds == {messages.WELCOME, messages.CHALLENGE}


def test_longest_frame_fits_packet_and_line():
    longest = max(formats.payload_size(row[0]) for row in formats.MESSAGES) + auth.TRAILER
    assert longest == packet.MAX_PAYLOAD
    assert packet.OVERHEAD + longest == packet.MAX_PACKET
    assert packet.MAX_LINE == 2 + 4 * packet.MAX_PACKET // 3


def test_frame_by_hand(pair_of_keys):
    """Counter and MAC as the docstring of auth.py has them, by the standard library."""
    guard, key = pair_of_keys
    buf = bytearray(struct.pack("<BBHHHB", 1, messages.RESULT, 1, 2, 3, 2) + b"\x09\x00" + bytes(4))
    size = guard.seal(buf, 0, len(buf))
    frame = bytes(guard.frame[: size - 4])
    assert frame[:9] == struct.pack("<BBHHHB", 129, messages.RESULT, 1, 2, 3, 2 + 21)
    assert frame[9:16] == b"\x09\x00" + struct.pack("<IB", 1, 0)
    assert frame[16:] == hmac.digest(key, frame[:16], "sha256")[:16]


HAS = struct.pack("<HIB", 0x1234, 77, 2)  # what the host has, as HELLO said


@pytest.fixture
def pair_of_keys():
    guard = Guard(b"table-01", b"s" * 32, Entropy(bytes(32), lambda: 3))
    guard.challenge(9, HAS)
    context = b"table-01" + struct.pack("<HHI", 7, 9, formats.TABLE_HASH) + HAS + guard.nonce + b"n" * 16
    proof = hmac.digest(b"s" * 32, b"host" + context, "sha256")[:16]
    assert guard.prove(bytearray(9) + b"n" * 16 + proof, 7, 9) == 0
    return guard, hmac.digest(b"s" * 32, b"to host" + context, "sha256")
