"""The host's side of a session with a table (the numbers and rules: railbird.link.session).

A pure state machine: `feed` takes the bytes that came and returns events, `poll` returns the bytes to send.
A fact is acknowledged by the first `poll` after the `feed` that returned it; where the session is told that its
caller keeps facts (`keeps`), by the first after `kept`, so that none is acknowledged before it is on disk.

The host says HELLO, again after 250 ms doubling to 2 s, until a table answers. From then on it
passes the facts on in the order of their numbers: one it has already is dropped, one too early waits for
its turn. A table that has not been heard for SILENCE_US gets a new HELLO with a new session number; the
answer tells by its boot id whether the table has restarted (its facts start anew) or only the line was cut
(they go on where they were).
"""

import struct
from collections import deque
from dataclasses import dataclass
from typing import NamedTuple

from host_tools.link.auth import TRAILER, HostGuard
from host_tools.link.events import (
    Beat,
    Distrust,
    Event,
    Fact,
    Head,
    Log,
    Lost,
    Refused,
    Result,
    Secret,
    Welcome,
)
from host_tools.link.lines import LineReader, Packet, SealedPacket, packet_line
from railbird import words
from railbird.link import formats, messages, packet
from railbird.link.session import CAPACITY, RESEND_MAX_US, RESEND_MIN_US

SILENCE_US = 3_000_000  # three heartbeats
_FACTS = (messages.FACT, messages.SECRET)


class Position(NamedTuple):
    """What a host has of the journal with this name: every fact of the inputs before `input_seq`, so many of that."""

    journal: int
    input_seq: int
    facts: int


NOTHING = Position(0, 0, 0)


@dataclass(slots=True)
class _Pending:
    """A command on its way: what the caller knows it by, and the request id once it has been sent."""

    ticket: int
    op: int
    zone: int
    arg: int
    request: int = 0


class HostSession:
    """One host's end of the link.

    `number` (1..65535) is the first session number; hosts that follow each other take different ones, a
    random one will do. `epoch_s` is the host's clock, in seconds since 1970, when `now_us` is 0. Times are
    integer microseconds. With `keeps` facts are acknowledged once `kept` has been called. Read by the
    caller: `open`, `due_us` (when to poll next, if nothing comes before),
    `has` (what it has of the table's journal; a host that comes after this one is given it, and so is told only what
    is not known yet), and the counters `duplicates`, `early` (facts ahead of their turn), `ignored` (sound packets
    not for this session), `damaged`. With a `guard` the table has to be in play mode and to prove itself.
    """

    def __init__(
        self,
        number: int,
        epoch_s: int,
        has: Position = NOTHING,
        guard: HostGuard | None = None,
        keeps: bool = False,
    ) -> None:
        self.open = False
        self.due_us = 0
        self.duplicates = 0
        self.early = 0
        self.ignored = 0

        self._guard = guard
        self._proof: tuple[int, bytes] | None = None  # boot id and payload of a PROVE to be sent
        self._reader = LineReader(guard is not None)
        self._number = number
        self._epoch_s = epoch_s
        self._refused = False
        self._heard = False
        self._heard_at = 0
        self._hello_at = 0
        self._hello_wait = RESEND_MIN_US

        self.has = has
        self._boot_id: int | None = None
        self._expected = 0  # number of the next fact
        self._keeps = keeps
        self._kept = 0  # number of the first fact that may not be acknowledged yet
        self._waiting: dict[int, Fact | Secret] = {}  # facts that came before their turn, by number
        self._ack_due = False

        self._queue: deque[_Pending] = deque()
        self._pending: _Pending | None = None
        self._pending_at = 0
        self._pending_wait = RESEND_MIN_US
        self._request = 0  # last request id the table has taken
        self._tickets = 0

    @property
    def damaged(self) -> int:
        """Lines received that started as a packet and were none."""
        return self._reader.damaged

    def command(self, op: int, zone: int = 0, arg: int = 0) -> int:
        """Queues a command (op and zone u8, arg u16; ValueError otherwise); returns the ticket its Result
        will carry."""
        if not (0 <= op <= 255 and 0 <= zone <= 255 and 0 <= arg <= 65535):
            raise ValueError(f"command ({op}, {zone}, {arg}): expected op and zone 0..255, arg 0..65535")
        self._tickets += 1
        self._queue.append(_Pending(self._tickets, op, zone, arg))
        return self._tickets

    def kept(self) -> None:
        """Every fact that `feed` has returned so far is kept: the next poll acknowledges them."""
        if self._kept != self._expected:
            self._kept = self._expected
            self._ack_due = True

    def feed(self, data: bytes) -> list[Event]:
        """The events in the bytes that came from the table, in order. Poll afterwards."""
        events: list[Event] = []
        for found in self._reader.feed(data):
            if isinstance(found, str):
                events.append(Log(found))
            elif not self._refused:
                self._admit(found, events)
        if self._reader.foreign and not self._refused:
            self._refuse(
                f"the table speaks another packet version; this host speaks {packet.VERSION}", events
            )
        return events

    def poll(self, now_us: int) -> bytes:
        """The bytes to send to the table now; sets `due_us`."""
        self.due_us = now_us + RESEND_MAX_US
        if self._refused:
            return b""
        if self._heard:
            self._heard = False
            self._heard_at = now_us
        if self.open and now_us - self._heard_at >= SILENCE_US:
            self.open = False
            self._number = self._number % 0xFFFF + 1
            self._hello_at = now_us
            self._hello_wait = RESEND_MIN_US
        return self._say(now_us) if self.open else self._say_hello(now_us)

    def _say_hello(self, now_us: int) -> bytes:
        """HELLO, when it is time for one; the proof that the table has asked for, at once."""
        out = b""
        if self._proof is not None:
            boot_id, payload = self._proof
            self._proof = None
            out = packet_line(messages.PROVE, self._number, 0, boot_id, payload)
        elif now_us >= self._hello_at:
            payload = struct.pack(
                formats.payload_format(messages.HELLO),
                formats.TABLE_HASH,
                self._epoch_s + now_us // 1_000_000,
                *self.has,
            )
            out = packet_line(messages.HELLO, self._number, 0, 0, payload)
            self._hello_at = now_us + self._hello_wait
            self._hello_wait = min(2 * self._hello_wait, RESEND_MAX_US)
        self.due_us = self._hello_at
        return out

    def _say(self, now_us: int) -> bytes:
        """The command, new or again, or else an acknowledgement, when one is due."""
        if self._pending is None and self._queue:
            self._pending = self._queue.popleft()
            self._pending.request = (self._request + 1) & 255
            self._pending_at = now_us
            self._pending_wait = RESEND_MIN_US
        out = b""
        self.due_us = self._heard_at + SILENCE_US
        if self._pending is not None:
            if now_us >= self._pending_at:
                one = self._pending
                form = formats.payload_format(messages.COMMAND)
                out = self._line(messages.COMMAND, struct.pack(form, one.request, one.op, one.zone, one.arg))
                self._pending_at = now_us + self._pending_wait
                self._pending_wait = min(2 * self._pending_wait, RESEND_MAX_US)
            self.due_us = min(self.due_us, self._pending_at)
        if self._ack_due and not out:
            out = self._line(messages.ACK, bytes(formats.payload_size(messages.ACK)))
        self._ack_due = False
        return out

    def _line(self, kind: int, payload: bytes) -> bytes:
        """A packet of this session; every one acknowledges."""
        ack = (self._kept - 1) & 0xFFFF
        return packet_line(kind, self._number, ack, self._boot_id or 0, payload, self._guard)

    def _admit(self, got: Packet | SealedPacket, events: list[Event]) -> None:
        """Acts on one sound packet, in play mode if it is under the right MAC."""
        bare = got.packet if isinstance(got, SealedPacket) else got
        if bare.ack != self._number:
            self.ignored += 1
        elif self._guard is None:
            self._packet(bare, events)
        elif not isinstance(got, SealedPacket):
            self._open_packet(bare, self._guard, events)
        elif reason := self._guard.admit(got.header, bare.payload):
            events.append(Distrust(reason))
        else:
            self._packet(bare._replace(payload=bare.payload[:-TRAILER]), events)

    def _packet(self, got: Packet, events: list[Event]) -> None:
        """Acts on one packet of this session."""
        if got.kind == messages.WELCOME and not self.open:
            self._welcome(got, events)
        elif not self.open or got.boot_id != self._boot_id:
            self.ignored += 1
        elif got.kind in _FACTS and len(got.payload) == formats.payload_size(got.kind):
            self._heard = True
            self._fact(got, events)
        elif got.kind == messages.RESULT and len(got.payload) == formats.payload_size(messages.RESULT):
            self._heard = True
            self._result(got, events)
        elif got.kind == messages.BEAT and len(got.payload) == formats.payload_size(messages.BEAT):
            self._heard = True
            events.append(Beat(*struct.unpack(formats.payload_format(messages.BEAT), got.payload)))
        elif got.kind == messages.HEAD and len(got.payload) == formats.payload_size(messages.HEAD):
            form = formats.payload_format(messages.HEAD)
            events.append(Head(self.has.journal, *struct.unpack(form, got.payload)))
        else:
            self.ignored += 1

    def _open_packet(self, got: Packet, guard: HostGuard, events: list[Event]) -> None:
        """A packet without a MAC, from whomever: it can lead to a proof, and to no session."""
        if got.kind == messages.WELCOME and not self.open:
            if self._speaks(got, events) and _mode(got) != messages.MODE_PLAY:
                self._refuse("the table is in development mode; this host holds its key for play", events)
        elif got.kind == messages.CHALLENGE and not self.open:
            if len(got.payload) != formats.payload_size(messages.CHALLENGE):
                events.append(Distrust("a challenge of another size"))
                return
            identity, nonce = struct.unpack(formats.payload_format(messages.CHALLENGE), got.payload)
            has = struct.pack("<HIB", *self.has)
            proof = guard.prove(identity, nonce, got.boot_id, self._number, has)
            if proof is None:
                self._refuse(f"the table is {_text(identity)!r}; this host's key is of another", events)
            else:
                self._proof = got.boot_id, proof
        elif got.kind == messages.REFUSED and not self.open and got.payload:
            why = words.FRAME_REFUSALS.get(got.payload[0], "for a reason unknown here")
            events.append(Distrust(f"the table refused a frame: {why}"))
        else:
            events.append(Distrust("a frame in clear, where one under a MAC is due"))

    def _speaks(self, got: Packet, events: list[Event]) -> bool:
        """Whether the table that welcomes has the same messages; the session is refused if not."""
        table_hash = int.from_bytes(got.payload[:4], "little")
        if table_hash != formats.TABLE_HASH or len(got.payload) != formats.payload_size(messages.WELCOME):
            self._refuse(
                f"the table's messages are {table_hash:08x}, this host's are {formats.TABLE_HASH:08x}: "
                "flash the firmware that belongs to these tools",
                events,
            )
            return False
        return True

    def _welcome(self, got: Packet, events: list[Event]) -> None:
        """Opens the session, unless the table's messages are others or it asks for a proof."""
        if not self._speaks(got, events):
            return
        _, board, version, mode, request, journal = struct.unpack(
            formats.payload_format(messages.WELCOME), got.payload
        )
        if self._guard is None and mode == messages.MODE_PLAY:
            self._refuse("the table is in play mode and opens only to a host that holds its key", events)
            return
        ahead = ((got.seq - self._expected + 0x8000) & 0xFFFF) - 0x8000
        new_boot = got.boot_id != self._boot_id or ahead < -CAPACITY
        self.open = True
        self._heard = True
        self._boot_id = got.boot_id
        self._ack_due = True
        if new_boot or ahead > 0:
            self._expected = self._kept = got.seq
            self._waiting.clear()
        number = self._expected
        events.append(Welcome(_text(board), _text(version), mode, got.boot_id, new_boot, number, journal))
        if not new_boot and ahead > 0:
            events.append(Lost(ahead))
        same = journal == self.has.journal != 0
        if not same:
            self.has = Position(journal, 0, 0)
        self._resume_command(request, new_boot, same, events)

    def _resume_command(self, request: int, new_boot: bool, same: bool, events: list[Event]) -> None:
        """Sends the command that was under way again if the table can still tell what became of it: after a loss of
        power too, where its journal is the `same`. One that is not the last it accepted was then not taken.
        """
        one = self._pending
        if one is not None:
            if new_boot and same and one.request != request:
                one.request = (request + 1) & 255
            if (same or not new_boot) and (one.request - request) & 255 <= 1:
                self._pending_at = 0
                self._pending_wait = RESEND_MIN_US
            else:
                self._pending = None
                events.append(Result(one.ticket, None))
        self._request = request

    def _fact(self, got: Packet, events: list[Event]) -> None:
        """Passes a fact on when its turn has come, and those after it that came too early."""
        ahead = (got.seq - self._expected) & 0xFFFF
        if ahead >= CAPACITY or got.seq in self._waiting:
            self.duplicates += 1
            self._ack_due = True
            return
        fields = struct.unpack(formats.payload_format(got.kind), got.payload)
        self._waiting[got.seq] = Secret(*fields) if got.kind == messages.SECRET else Fact(*fields)
        if ahead:
            self.early += 1
        while (fact := self._waiting.pop(self._expected, None)) is not None:
            self._expected = (self._expected + 1) & 0xFFFF
            self._note(fact.input_seq)
            events.append(fact)
        if not self._keeps:
            self.kept()

    def _note(self, seq: int) -> None:
        """A fact of the input `seq` has come; 0 is none."""
        if seq:
            facts = self.has.facts + 1 if seq == self.has.input_seq else 1
            self.has = Position(self.has.journal, seq, min(facts, 255))

    def _result(self, got: Packet, events: list[Event]) -> None:
        """Ends the command under way."""
        request, code = struct.unpack(formats.payload_format(messages.RESULT), got.payload)
        one = self._pending
        if one is None or request != one.request:
            self.ignored += 1
            return
        self._pending = None
        self._request = request
        events.append(Result(one.ticket, code))

    def _refuse(self, reason: str, events: list[Event]) -> None:
        """Ends the session for good."""
        self._refused = True
        self.open = False
        events.append(Refused(reason))


def _mode(got: Packet) -> int:
    """The mode that a WELCOME tells."""
    _, _, _, mode, _, _ = struct.unpack(formats.payload_format(messages.WELCOME), got.payload)
    return int(mode)


def _text(name: bytes) -> str:
    """A name out of its zero-padded field."""
    return name.rstrip(b"\0").decode("utf-8", "replace")
