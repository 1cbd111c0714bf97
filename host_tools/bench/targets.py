"""Targets of the fuzzing: parsers, the link's command door, and the table.

Each is a generator that feeds one input at a time and yields '' or what the code made up: an answer that no sound frame
carries, a command nobody sent, a fact about a card that was never named to it. What is sound is worked out here, apart
from the firmware.
"""

import random
from binascii import b2a_base64, crc32
from collections.abc import Iterator

from host_tools.bench.damage import damaged, sound_answers
from host_tools.link.lines import packet_line
from host_tools.registry import encode, sample
from host_tools.virtual import frames
from railbird import facts
from railbird.link import formats, messages, packet
from railbird.link.carrier import Carrier
from railbird.link.session import Session
from railbird.rfid import frame
from railbird.rfid.registry import HEADER_SIZE, RECORD, Registry
from railbird.rules import cards, games
from railbird.table import Table

RUN = 100  # inputs from one random stream, so that a finding can be had again alone


def parser(rng: random.Random) -> Iterator[str]:
    """The frame parser: an answer it finds must be one, byte by byte."""
    for _ in range(RUN):
        raw = bytearray(_frame(rng))
        start = rng.randint(0, min(3, len(raw)))
        at = frame.parse(raw, start, len(raw))
        if at >= 0 and (at, frame.size(raw, at)) not in sound_answers(bytes(raw), start):
            yield f"an answer at {at} of {raw.hex()} from {start}"
        else:
            yield ""


def _frame(rng: random.Random) -> bytes:
    kind = rng.random()
    if kind < 0.2:
        return rng.randbytes(rng.randint(0, 40))
    body = frames.build(rng.randbytes(rng.choice((1, 2, 3, 12, 20, 254, 255, 260))))
    raw = rng.choice((b"", b"\x00", b"\x01", rng.randbytes(3))) + rng.choice((body, body, frames.ACK + body))
    return raw if kind < 0.3 else damaged(raw, rng)


_TAGS = sample(0, (7, 7, 4, 10))


def registry(rng: random.Random) -> Iterator[str]:
    """The registry's loader: a file it takes tells of no tag but those in it."""
    codes = rng.sample(sorted(_TAGS), 8)
    image = encode({_TAGS[code]: code for code in codes})
    for _ in range(RUN):
        file = damaged(image, rng)
        if rng.random() < 0.5:  # a body that was damaged before its checksum was made
            file = file[:8] + crc32(file[HEADER_SIZE:]).to_bytes(4, "little") + file[HEADER_SIZE:]
        try:
            loaded = Registry(file)
        except ValueError:
            yield ""
            continue
        records = [file[at : at + RECORD] for at in range(HEADER_SIZE, len(file), RECORD)]
        known = {(record[: record[10]], record[11]) for record in records if record[10] <= 10}
        uids = [*_TAGS.values(), *(uid for uid, _ in known), rng.randbytes(7)]
        found = [(uid, loaded.find(uid, 0, len(uid))) for uid in rng.sample(uids, 8)]
        yield next(
            (f"{uid.hex()} is {code}" for uid, code in found if code >= 0 and (uid, code) not in known), ""
        )


def decoder(rng: random.Random) -> Iterator[str]:
    """The packet decoder: a packet it finds stood in the stream, with its checksum."""
    made = packet.Decoder()
    stream = b""
    for _ in range(RUN):
        line = _line(rng)
        stream = stream[-2 * packet.MAX_LINE :] + line
        raw, at, invented = bytearray(line), 0, ""
        while at < len(raw):
            at = made.take(raw, at, min(len(raw), at + rng.randint(1, 64)))
            if made.kind:
                whole = bytes(made.packet[: packet.OVERHEAD + made.size])
                written = b"~" + b2a_base64(whole, newline=False)
                if crc32(whole[:-4]) != int.from_bytes(whole[-4:], "little") or written not in stream:
                    invented = f"a packet {whole.hex()}"
        yield invented


def _line(rng: random.Random) -> bytes:
    kind = rng.choice([row[0] for row in formats.MESSAGES])
    payload = rng.randbytes(formats.payload_size(kind))
    line = packet_line(kind, rng.getrandbits(16), rng.getrandbits(16), rng.getrandbits(16), payload)
    roll = rng.random()
    return line if roll < 0.2 else rng.randbytes(rng.randint(0, 120)) if roll < 0.3 else damaged(line, rng)


class _Wire(Carrier):
    """A link whose other end only talks."""

    def __init__(self) -> None:
        self.inbox = bytearray()

    def read(self, buf: bytearray) -> int:
        n = min(len(buf), len(self.inbox))
        buf[:n] = self.inbox[:n]
        del self.inbox[:n]
        return n

    def write(self, buf: bytearray, size: int) -> int:
        return size if len(buf) >= size else 0


def door(rng: random.Random) -> Iterator[str]:
    """Commands over the link to a table: one that is offered was sent in this session, whole; none makes it fall."""
    wire, told = _Wire(), [0]
    session = Session(wire, 7, "fuzz", "0")
    table = Table(lambda *_fact: told.__setitem__(0, told[0] + 1))
    now = number = request = 0
    sent: set[tuple[int, ...]] = set()
    for _ in range(RUN):
        now += rng.choice((10, 1000, 300_000))
        roll = rng.random()
        if roll < 0.15 or not session.open:
            number = rng.randint(1, 5)
            good = rng.random() < 0.9
            table_hash = formats.TABLE_HASH if good else rng.getrandbits(32)
            payload = table_hash.to_bytes(4, "little") + rng.randbytes(4)
            line = packet_line(messages.HELLO, number, 0, 0, payload)
        else:
            request = (request + rng.choice((1, 1, 1, 0, 2))) & 255
            fields = request, rng.randint(0, 21), rng.choice((0, 1, 3, 9, 51, 255)), _argument(rng)
            sent.add(fields)
            boot = 7 if rng.random() < 0.95 else rng.getrandbits(16)
            payload = bytes(fields[:3]) + fields[3].to_bytes(2, "little")
            line = packet_line(messages.COMMAND, number, rng.getrandbits(4) + 6, boot, payload)
        wire.inbox += line if roll < 0.8 else damaged(line, rng)
        while wire.inbox:
            session.poll(now)
        invented = ""
        if (command := session.command) is not None:
            fields = command.request, command.op, command.zone, command.arg
            request = command.request
            if fields not in sent:
                invented = f"a command {fields}"
            refusal = table.check(*fields[1:])
            if refusal == facts.R_OK:
                table.apply(now // 1000, facts.COMMAND, command.zone, command.op, command.arg)
            session.result(command.request, refusal)
        if session.beat_due:
            session.beat(now, *[0] * 12)
        yield invented


def _argument(rng: random.Random) -> int:
    hand = rng.randrange(len(games.NAMES) + 1) << 11 | rng.getrandbits(11)
    return rng.choice((0, 1, 3, rng.getrandbits(7), rng.getrandbits(16), hand & 0xFFFF))


_ZONES = (*range(1, 12), *range(41, 46), *range(51, 57), 0, 25, 255)
_NAMES_CARD = (facts.OP_CORRECT, facts.OP_BOXED, facts.OP_EXPOSED, facts.OP_OFF_TABLE)


def table(rng: random.Random) -> Iterator[str]:
    """The table: sightings, commands and clock events in any order; a card it tells of was named to it before."""
    told: list[tuple[int, ...]] = []
    made = Table(lambda *fact: told.append(fact), rng.choice((0, 0x7FF)))
    named = {cards.NO_CARD}
    now = 0
    for _ in range(RUN):
        now += rng.randint(0, 2000)
        kind, zone, code, arg = _input(rng)
        if kind in (facts.SIGHT, facts.TWICE):
            named.add(code)
        elif kind == facts.COMMAND and code in _NAMES_CARD:
            named.add(arg)
        told.clear()
        made.apply(now, kind, zone, code, arg)
        yield next((f"fact {fact}" for fact in told if not _is_named(fact, named)), "")


def _input(rng: random.Random) -> tuple[int, int, int, int]:
    zone = rng.choice(_ZONES)
    roll = rng.random()
    if roll < 0.6:
        return facts.SIGHT, zone, rng.choice((rng.randrange(52), rng.randrange(8), rng.getrandbits(8))), 0
    if roll < 0.85:
        return facts.COMMAND, zone, rng.choice((1, 3, 3, 4, rng.randint(0, 21))), _argument(rng)
    kind = rng.choice((facts.LIFT, facts.UNKNOWN, facts.CLEAN, facts.STATE, facts.CLOCK, facts.TWICE, 0, 99))
    return kind, zone, rng.choice((0, 1, rng.getrandbits(8))), rng.choice((0, zone, rng.getrandbits(16)))


def _is_named(fact: tuple[int, ...], named: set[int]) -> bool:
    kind, _zone, code, ref, _arg = fact
    if kind in (facts.DEALT, facts.CONFLICT):
        return code in named
    # Of the cards that a count has not seen the table tells for that very reason.
    return kind != facts.VERDICT or code == facts.V_MISSING_AT_COUNT or ref in named
