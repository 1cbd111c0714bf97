"""A target of the fuzzing: the command door of a table in play mode, with its host and somebody else on one cable.

What the table takes has been sent by the host that proved itself, whole, once and in order; whatever else comes is
refused and changes nothing.
"""

import random
from collections.abc import Iterator

from host_tools.bench.damage import damaged
from host_tools.bench.secrecy import Device
from host_tools.link.auth import HostGuard, Identity
from host_tools.link.lines import packet_line
from railbird import facts
from railbird.link import formats, messages
from railbird.link.auth import Entropy, Guard
from railbird.link.carrier import Carrier
from railbird.link.play import PlaySession

RUN = 100
_NOTHING = bytes(7)  # that the host has, as HELLO says
_BOOT = 7
_TABLE = b"fuzz-1\0\0"


class _Wire(Carrier):
    """A link that keeps what was written."""

    def __init__(self) -> None:
        self.inbox = bytearray()

    def read(self, buf: bytearray) -> int:
        n = min(len(buf), len(self.inbox))
        buf[:n] = self.inbox[:n]
        del self.inbox[:n]
        return n

    def write(self, buf: bytearray, size: int) -> int:  # noqa: ARG002
        return size


def door(rng: random.Random) -> Iterator[str]:
    """Frames under the host's MAC, the same again, damaged, under another key, in clear, and rubbish."""
    wire = _Wire()
    guard = Guard(_TABLE, b"t" * 32, Entropy(bytes(32), lambda: rng.getrandbits(16)))
    session = PlaySession(wire, _BOOT, "fuzz", "0", guard)
    device = Device(rng.random())
    host, stranger = (HostGuard(Identity(_TABLE, key * 32), rng.randbytes) for key in (b"t", b"x"))
    seen = [b""]
    now = number = request = 0
    for _ in range(RUN):
        now += rng.choice((10, 1000, 300_000))
        roll = rng.random()
        fields = (request + 1) & 255, *_command(rng)
        payload = bytes(fields[:3]) + fields[3].to_bytes(2, "little")
        mine: tuple[int, ...] | None = None
        if not session.open:
            number += 1
            wire.inbox += packet_line(
                messages.HELLO, number, 0, 0, formats.TABLE_HASH.to_bytes(4, "little") + bytes(13)
            )
            while wire.inbox:
                session.poll(now)
            proof = host.prove(_TABLE, guard.nonce, _BOOT, number, _NOTHING)
            stranger.prove(_TABLE, guard.nonce, _BOOT, number, _NOTHING)
            line = packet_line(messages.PROVE, number, 0, _BOOT, proof or b"")
        elif roll < 0.4:
            line = packet_line(messages.COMMAND, number, 6, _BOOT, payload, host)
            mine = fields
        elif roll < 0.5:
            line = packet_line(messages.COMMAND, number, 6, _BOOT, payload, stranger)
        elif roll < 0.6:
            line = packet_line(rng.choice((3, 4, 5, 7, 10)), number, 6, _BOOT, payload)
        elif roll < 0.75:
            line = rng.choice(seen)
        elif roll < 0.85:
            line = damaged(rng.choice(seen), rng)
        else:
            line = rng.randbytes(rng.randint(0, 120)) + b"\n"
        seen.append(line)
        before = session.refusals
        wire.inbox += line
        while wire.inbox:
            session.poll(now)
        invented = ""
        if (command := session.command) is not None:
            taken = command.request, command.op, command.zone, command.arg
            if taken != mine:
                invented = f"a command {taken} that nobody sent with a proof"
            request = command.request
            refusal = device.command(*taken[1:])
            session.result(command.request, refusal)
        elif mine is not None and session.refusals == before:
            invented = f"the host's command {mine} was neither taken nor refused"
        if session.beat_due:
            session.beat(now, *[0] * 12)
        yield invented


def _command(rng: random.Random) -> tuple[int, int, int]:
    op = rng.choice((1, 1, 2, 3, 4, 5, 24, 25, 25, rng.getrandbits(8)))
    hand = rng.getrandbits(11) if op == facts.OP_HAND else rng.choice((0, 1, 255, rng.getrandbits(16)))
    return op, rng.choice((0, 1, 3, 9, 51, 255)), hand
