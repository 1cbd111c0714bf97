"""Table and host in play mode, with a cable and an attacker between them."""

import random
import struct
import zlib
from base64 import b64decode, b64encode

import pytest

from host_tools.link.auth import HostGuard, Identity
from host_tools.link.events import Distrust, Head, Refused, Result, Secret, Welcome
from host_tools.link.session import HostSession
from railbird.link import auth, formats, messages
from railbird.link.auth import Entropy, Guard
from railbird.link.play import PlaySession
from railbird.link.session import Session

TABLE = Identity(b"table-01", bytes(range(32)))
OTHER = Identity(b"table-01", bytes(32))
FACT = (1, 1000, 20, 1, 51, 255, 1)


def entropy(seed):
    rng = random.Random(seed)
    return Entropy(b"s" * 32, lambda: rng.getrandbits(16))


def host(identity=TABLE, seed=1, number=1):
    return HostSession(number, 1_700_000_000, guard=HostGuard(identity, random.Random(seed).randbytes))


@pytest.fixture
def play_world(new_world):
    """A world as the others, its table in play mode; `boots` counts starts."""

    class PlayWorld(new_world):
        boots = 0

        def start(self, boot_id):
            super().start(boot_id)
            self.boots += 1
            guard = Guard(TABLE.table, TABLE.secret, entropy(self.boots))
            self.table = PlaySession(self.port, boot_id, "virtual_9", "0.1.0", guard)

    return PlayWorld


def welcomes(world):
    return [event for event in world.events if isinstance(event, Welcome)]


def test_they_prove_themselves_and_facts_arrive(play_world):
    inputs = [(n + 1, 1000 + n, 20, 1, 51, 255, 1) for n in range(200)]
    world = play_world(host(), inputs)
    assert world.run(10_000_000, lambda: len(world.facts) == 200)
    assert world.facts == inputs
    assert [(one.mode, one.board) for one in welcomes(world)] == [(messages.MODE_PLAY, "virtual_9")]
    assert world.table.refusals == 0


@pytest.mark.parametrize(("seed", "number"), [(0, 10_000), *((seed, 300) for seed in range(1, 6))])
def test_over_a_bad_cable_every_fact_arrives_once_and_every_command_is_done_once(play_world, seed, number):
    inputs = [(n + 1, 1000 + n, 20, 1, 51, 255, 1) for n in range(number)]
    world = play_world(host(), inputs, seed=seed, bad=0.04, partial=0.1)
    tickets = [world.host.command(op, op, op) for op in range(1, 13)]

    def done():
        results = [event.ticket for event in world.events if isinstance(event, Result)]
        return len(world.facts) == number and results == tickets

    assert world.run(8_000_000_000, done)
    assert world.facts == inputs
    assert world.carried_out == [(op, op, op) for op in range(1, 13)]


def test_host_with_another_secret_is_told_why_and_gets_nothing(play_world):
    world = play_world(host(OTHER), [FACT])
    world.run(3_000_000)
    assert not world.host.open
    assert not world.table.open
    assert world.facts == []
    told = {event for event in world.events if isinstance(event, Distrust)}
    assert told == {
        Distrust("the table refused a frame: no proof of the table's secret, or one for another challenge")
    }
    assert world.table.refused == auth.F_PROOF


def test_host_of_another_table_says_so(play_world):
    world = play_world(host(Identity(b"table-02", TABLE.secret)), [FACT])
    world.run(1_000_000)
    assert Refused("the table is 'table-01'; this host's key is of another") in world.events


def test_host_without_a_key_is_refused_in_one_line(play_world):
    world = play_world(HostSession(1, 0), [FACT])
    world.run(1_000_000)
    assert Refused("the table is in play mode and opens only to a host that holds its key") in world.events
    assert world.facts == []


def test_downgraded_table_is_refused(new_world):
    """The host holds a key; the table that answers is in development mode."""
    world = new_world(host(), [FACT])
    world.run(1_000_000)
    assert isinstance(world.table, Session)
    assert Refused("the table is in development mode; this host holds its key for play") in world.events


def test_table_restarts_and_the_host_proves_itself_again(play_world):
    world = play_world(host(), [FACT, FACT])
    assert world.run(2_000_000, lambda: len(world.facts) == 2)
    world.start(0x0123)
    assert world.run(20_000_000, lambda: len(world.facts) == 4)
    assert [one.boot_id for one in welcomes(world)] == [0xFFE0, 0x0123]


def test_secret_facts_and_heads_arrive(play_world):
    world = play_world(host(), [])
    assert world.run(1_000_000, lambda: world.host.open)
    assert world.table.secret(5, 6, 41, 3, 255, 1, 0, bytes(range(16)))
    world.table.head(5, bytes(range(16, 32)))
    world.run(world.now + 300_000)
    assert Secret(5, 6, 41, 3, 255, 1, 0, bytes(range(16))) in world.events
    assert Head(0, 5, bytes(range(16, 32))) in world.events


# The attacker holds the cable: it has seen every line, and may send any.


def _open(line):
    raw = b64decode(line[1:-1])
    return bytearray(raw[:-4])


def _line(body):
    return b"~" + b64encode(bytes(body) + struct.pack("<I", zlib.crc32(bytes(body)))) + b"\n"


@pytest.fixture
def tapped(play_world):
    """A session under way, and the lines that went to the table."""
    world = play_world(host(), [FACT])
    lines = []
    send = world.down.send
    world.down.send = lambda now, data: (lines.append(bytes(data)) if data else None, send(now, data))
    assert world.run(2_000_000, lambda: len(world.facts) == 1)
    world.host.command(7, 0, 0)
    world.wake_host()
    assert world.run(4_000_000, lambda: world.carried_out != [])
    world.run(world.now + 50_000)
    world.table.refused = world.table.refusals = 0
    return world, [line for line in lines if line]


def _attack(world, line):
    """What the table makes of a line: the reason, with the state that must not have changed."""
    before = (world.carried_out[:], world.table.open, world.table._request, world.table._oldest)
    world.port.incoming += line
    world.table_at = world.now
    world.run(world.now + 20_000)
    assert (world.carried_out, world.table.open, world.table._request, world.table._oldest) == before
    assert world.table.refusals == 1
    return world.table.refused


def test_replayed_frame_is_refused(tapped):
    world, lines = tapped
    assert _open(lines[-1])[0] == 129
    assert _attack(world, lines[-1]) == auth.F_REPLAY


def test_replayed_proof_is_refused(tapped):
    world, lines = tapped
    proof = next(line for line in lines if _open(line)[1] == messages.PROVE)
    assert _attack(world, proof) == auth.F_PROOF


def test_every_bit_of_a_command_counts(tapped):
    world, lines = tapped
    command = _open(next(line for line in reversed(lines) if _open(line)[1] == messages.COMMAND))
    for bit in range(8, 8 * len(command)):  # but those of the version, which are the next test's
        changed = bytearray(command)
        changed[bit // 8] ^= 1 << bit % 8
        if bit // 8 == 8 or changed[1] == 0:
            continue  # a packet of another size than its line, or of no kind, is no packet
        world.table.refusals = 0
        assert _attack(world, _line(changed)) == auth.F_KEY


def test_downgraded_command_is_refused(tapped):
    world, _ = tapped
    payload = bytes((world.table._request + 1, 4, 0, 0, 0))
    body = struct.pack("<BBHHHB", 1, messages.COMMAND, 1, 0, 0xFFE0, 5) + payload
    assert _attack(world, _line(body)) == auth.F_OPEN


def test_truncated_frame_is_refused(tapped):
    world, lines = tapped
    command = _open(next(line for line in reversed(lines) if _open(line)[1] == messages.COMMAND))
    short = bytes((*command[:8], 8)) + bytes(command[9:17])
    assert _attack(world, _line(short)) == auth.F_SHORT
    world.table.refusals = 0
    cut = bytes((*command[:8], 23)) + bytes(command[9:32])
    assert _attack(world, _line(cut)) == auth.F_KEY


def test_frame_under_the_key_of_another_table_is_refused(tapped):
    world, _ = tapped
    guard = HostGuard(OTHER, random.Random(3).randbytes)
    guard.prove(b"table-01", bytes(16), 0xFFE0, 1, bytes(7))
    payload = bytes((world.table._request + 1, 4, 0, 0, 0))
    header = struct.pack("<BBHHHB", 129, messages.COMMAND, 1, 0, 0xFFE0, 26)
    assert _attack(world, _line(header + payload + guard.seal(header, payload))) == auth.F_KEY


def test_open_hello_of_a_stranger_does_not_end_the_session(tapped):
    world, _ = tapped
    hello = struct.pack("<BBHHHB", 1, messages.HELLO, 99, 0, 0, 8)
    world.port.incoming += _line(hello + struct.pack("<II", formats.TABLE_HASH, 0))
    world.inputs.append((2, 1000, 20, 1, 50, 255, 1))
    assert world.run(world.now + 1_000_000, lambda: len(world.facts) == 2)
    assert len(welcomes(world)) == 1


def test_host_refuses_what_the_table_did_not_send(play_world):
    world = play_world(host(), [FACT])
    lines = []
    send = world.up.send
    world.up.send = lambda now, data: (lines.append(bytes(data)), send(now, data))
    assert world.run(2_000_000, lambda: len(world.facts) == 1)
    fact = next(line for line in lines if _open(line)[:2] == bytes((129, messages.FACT)))
    changed = _open(fact)
    changed[20] ^= 1
    clear = struct.pack("<BBHHHB", 1, messages.FACT, 0xFFE1, 1, 0xFFE0, 14) + bytes(14)
    short = bytes((*changed[:8], 14)) + bytes(changed[9:23])
    for line, why in (
        (fact, "a frame that was there before"),
        (_line(changed), "a frame under another key, or changed on its way"),
        (_line(clear), "a frame in clear, where one under a MAC is due"),
        (_line(short), "a frame without room for a MAC"),
    ):
        assert world.host.feed(line) == [Distrust(why)]
    assert world.host.open
