"""The table's side of the link: keeps every fact until the host has it, and takes one command at a time.

Numbers in a packet's header:

* table to host: `seq` numbers the facts of this boot, 16 bits, from the boot id on (a FACT carries its own,
  any other kind that of the oldest fact not acknowledged); `ack` repeats the session number of the HELLO it
  answers to.
* host to table: `seq` is the session number, chosen by the host for every HELLO; `ack` the number of the
  last fact it has received in order, all before it included.

So a packet of an earlier session or an earlier boot, late on the wire, is never taken for one of this
session.

Facts wait in an outbox of CAPACITY, in a `careful` session until `release` says that what they follow from is on flash.
They go out in order; when the oldest has waited RESEND_MIN_US for its
acknowledgement, all that are waiting go out again, and the wait doubles up to RESEND_MAX_US until one
arrives. Before the first HELLO, and after one with another message table, no fact is sent and none is lost:
the outbox fills.

After a start the facts of inputs that the journal has kept are worked out again. HELLO says which of them the host has;
those are dropped: none is sent twice.

Command ids count up from 1 by one, modulo 256, over all hosts and, as far as accepted, over the loss of power; WELCOME
says the last one taken. The next id is a new command, the last one again is answered with the same result, any other
is ignored: a command is never carried out twice.

In steady state nothing allocates: not a fact queued or sent, an acknowledgement, a command, a result or a heartbeat.
"""

from struct import pack_into, unpack_from

from micropython import const

from railbird.link import formats, messages, packet
from railbird.ticks import add, diff

MYPY = False  # what only a type checker needs costs a table no memory
if MYPY:
    from railbird.link.carrier import Carrier

CAPACITY = const(64)  # facts in the outbox; divides 2**16, so a fact's slot is its number modulo CAPACITY
BEAT_US = const(1_000_000)
RESEND_MIN_US = const(250_000)
RESEND_MAX_US = const(2_000_000)

_RETRY_US = const(2_000)  # until the port is offered the rest of a line again
_IDLE_US = const(1_000_000)  # longest time between polls
_READ_SIZE = const(64)

_FACT_SIZE = const(14)
_SLOT = const(27)  # a whole FACT packet
_PAYLOAD = const(9)  # where the payload starts
_ACK_AT = const(4)  # where the header's ack starts
_SIZE_AT = const(8)  # where the header's size of the payload is

_FACT_PACKET = packet.HEADER + formats.payload_format(messages.FACT)[1:]
_WELCOME_PACKET = packet.HEADER + formats.payload_format(messages.WELCOME)[1:]
_RESULT_PACKET = packet.HEADER + formats.payload_format(messages.RESULT)[1:]
_BEAT_FORMAT = formats.payload_format(messages.BEAT)
_HELLO_FORMAT = formats.payload_format(messages.HELLO)
_WELCOME_SIZE = formats.payload_size(messages.WELCOME)
_RESULT_SIZE = formats.payload_size(messages.RESULT)
_BEAT_SIZE = formats.payload_size(messages.BEAT)
_HELLO_SIZE = formats.payload_size(messages.HELLO)
_COMMAND_SIZE = formats.payload_size(messages.COMMAND)
_ACK_SIZE = formats.payload_size(messages.ACK)
_TABLE_HASH = formats.TABLE_HASH
del formats  # so that it can be let go


class Command:
    """A command as it came: request id, op and zone (u8), arg (u16)."""

    def __init__(self) -> None:
        self.request = 0
        self.op = 0
        self.zone = 0
        self.arg = 0


class Session:
    """One table's end of the link, for one boot.

    `boot_id` is 1..65535 and differs from that of the boot before; `board` (16 bytes at most) and `version`
    (10 at most) are names for WELCOME. Read by the app: `open` (a host is in session), `command` (a Command
    to be answered with `result`, or None), `beat_due` (a heartbeat is to be given to `beat`), `host_time_s`
    (the host's clock at its HELLO, 0 before), and the counters `resends`, `damaged` and `ignored` (sound
    packets that were not for this session). `careful` says that facts wait for
    `release`; `journal` is the name of the table's journal, set before the first poll, and `has_seq` the
    first of its inputs that the host does not have in whole.
    """

    mode = messages.MODE_DEVELOPMENT
    slot = _SLOT  # bytes of the outbox for a fact

    def __init__(self, link: "Carrier", boot_id: int, board: str, version: str) -> None:
        self.open = False
        self.command: "Command | None" = None
        self.beat_due = False
        self.host_time_s = 0
        self.careful = False
        self.journal = 0
        self.resends = 0
        self.ignored = 0

        self._link = link
        self._boot_id = boot_id
        self._board = board.encode()
        self._version = version.encode()
        self._decoder = packet.Decoder()
        self._incoming = bytearray(_READ_SIZE)
        self._line = bytearray(packet.MAX_LINE)
        self._line_size = 0  # bytes of the line that the port has not taken
        self._small = bytearray(packet.MAX_PACKET)  # WELCOME or RESULT in the making
        self._beat = bytearray(packet.OVERHEAD + _BEAT_SIZE)

        self._number = 0  # of the session
        self._welcome_due = False
        self._result_due = False
        self._beat_ready = False
        self._beat_at = 0

        self._outbox = bytearray(CAPACITY * self.slot)
        self._oldest = boot_id  # number of the oldest fact not acknowledged
        self._count = 0  # facts in the outbox
        self._ready = 0  # of those, how many may be sent
        self.has_seq = 0  # the host has the facts of inputs before this one, and so many of it
        self._has_facts = 0
        self._sent = 0  # of those, how many have been sent at least once
        self._cursor = 0  # how many have been sent since the last going back
        self._wait = RESEND_MIN_US
        self._resend_at = 0  # counts while _cursor > 0

        self._incoming_command = Command()
        self._request = 0  # last command id taken
        self._result = 0  # its result, once answered
        self._answered = False

    @property
    def damaged(self) -> int:
        """Lines received that started as a packet and were none."""
        return self._decoder.damaged

    def room(self) -> int:
        """How many facts `fact` will take now."""
        return CAPACITY - self._count

    def settled(self, applied: int) -> int:
        """The input sequence number up to which the host has every fact, when inputs up to `applied` have
        been applied.

        Inputs up to it may leave the journal. Inputs that led to no fact are included.
        """
        if self._count == 0:
            return applied
        at = (self._oldest & (CAPACITY - 1)) * self.slot + _PAYLOAD
        outbox = self._outbox
        return (outbox[at] | outbox[at + 1] << 8 | outbox[at + 2] << 16 | outbox[at + 3] << 24) - 1

    def fact(self, input_seq: int, t_ms: int, kind: int, zone: int, code: int, ref: int, arg: int) -> bool:
        """Queues a fact; False, and nothing queued, when there is no room. `input_seq` and `t_ms` are below
        2**30; `input_seq` 0 is of no input. One that the host has from before the start is dropped."""
        if self._is_known(input_seq):
            return True
        if self._count == CAPACITY:
            return False
        number = (self._oldest + self._count) & 0xFFFF
        pack_into(
            _FACT_PACKET, self._outbox, (number & (CAPACITY - 1)) * self.slot,
            packet.VERSION, messages.FACT, number, 0, self._boot_id, _FACT_SIZE,
            input_seq, t_ms, kind, zone, code, ref, arg,
        )  # fmt: skip
        self._count += 1
        if not self.careful:
            self._ready = self._count
        return True

    def release(self) -> None:
        """What the facts queued so far follow from is on flash: they may be sent."""
        self._ready = self._count

    def resume(self, request: int) -> None:
        """Before the start this was the last command that was accepted."""
        self._request = request
        self._answered = True

    def _is_known(self, input_seq: int) -> bool:
        if input_seq == self.has_seq and self._has_facts:
            self._has_facts -= 1
            return True
        return 0 < input_seq < self.has_seq

    def result(self, request: int, code: int) -> None:
        """Answers the pending command; `code` 0 is accepted. An answer to any other request is dropped."""
        if self.command is not None and request == self._request:
            self.command = None
            self._result = code
            self._answered = True
            self._result_due = True

    def beat(
        self,
        uptime_ms: int,
        heap_free: int,
        heap_used_peak: int,
        rounds: int,
        round_ms: int,
        round_max_ms: int,
        looks: int,
        bus_errors: int,
        frame_errors: int,
        chip_errors: int,
        rf_errors: int,
        journal_pending: int,
        zones_unknown: int,
        faults: int = 0,
    ) -> None:
        """Queues the heartbeat that `beat_due` asked for; the link's own counters are added here.

        All below 2**30; the two round times stop at 65,535 ms.
        """
        pack_into(
            _BEAT_FORMAT, self._beat, _PAYLOAD,
            uptime_ms, heap_free, heap_used_peak, rounds, min(round_ms, 0xFFFF), min(round_max_ms, 0xFFFF), looks,
            bus_errors, frame_errors, chip_errors, rf_errors, self._decoder.damaged, self.resends,
            journal_pending, self._count, zones_unknown, faults,
        )  # fmt: skip
        self.beat_due = False
        self._beat_ready = True

    def poll(self, now: int) -> int:
        """Takes what has come, up to some 64 bytes, and sends one packet at most; returns when to poll again.

        `now` and the result are microsecond ticks. Bytes that arrive are a reason to poll before that.
        """
        wanted = _READ_SIZE
        while wanted > 0:
            count = self._link.read(self._incoming)
            if count == 0:
                break
            wanted -= count
            self._take(count, now)
        if self.open:
            self._keep_time(now)
        if self._line_size == 0:
            self._line_size = self._compose(now)
        if self._line_size and not self._write():
            return add(now, _RETRY_US)
        if wanted <= 0 or self._more():
            return now
        return self._deadline(now)

    def _take(self, count: int, now: int) -> None:
        """Acts on the packets that the first bytes of the input buffer complete."""
        at = 0
        while at < count:
            at = self._decoder.take(self._incoming, at, count)
            if self._decoder.kind:
                self._receive(now)

    def _write(self) -> bool:
        """Offers the line to the port; whether it took all of it. The rest moves to the front of the
        buffer."""
        taken = self._link.write(self._line, self._line_size)
        left = self._line_size - taken
        if left and taken:
            line = self._line
            for index in range(left):
                line[index] = line[index + taken]
        self._line_size = left
        return left == 0

    def _keep_time(self, now: int) -> None:
        """Goes back to the oldest fact when its acknowledgement is overdue; asks for a heartbeat when one
        is due."""
        if self._cursor and diff(now, self._resend_at) >= 0:
            self._cursor = 0
            self._wait = min(2 * self._wait, RESEND_MAX_US)
        if diff(now, self._beat_at) >= 0:
            self._beat_at = add(now, BEAT_US)
            self.beat_due = True

    def _more(self) -> bool:
        """Whether there is another packet to send at once."""
        if self._welcome_due:
            return True
        return self.open and (self._result_due or self._beat_ready or self._cursor < self._ready)

    def _deadline(self, now: int) -> int:
        """When the first timer runs out."""
        wait = _IDLE_US
        if self.open:
            wait = min(wait, diff(self._beat_at, now))
            if self._cursor:
                wait = min(wait, diff(self._resend_at, now))
        return add(now, wait)

    def _compose(self, now: int) -> int:
        """Writes the line of the next packet to send; returns its length, 0 when there is none."""
        small = self._small
        if self._welcome_due:
            self._welcome_due = False
            pack_into(
                _WELCOME_PACKET, small, 0,
                packet.VERSION, messages.WELCOME, self._oldest, self._number, self._boot_id, _WELCOME_SIZE,
                _TABLE_HASH, self._board, self._version, self.mode, self._request, self.journal,
            )  # fmt: skip
            return self._encode(small, 0, _WELCOME_SIZE)
        if not self.open:
            return 0
        if self._result_due:
            self._result_due = False
            pack_into(
                _RESULT_PACKET, small, 0,
                packet.VERSION, messages.RESULT, self._oldest, self._number, self._boot_id, _RESULT_SIZE,
                self._request, self._result,
            )  # fmt: skip
            return self._encode(small, 0, _RESULT_SIZE)
        if self._beat_ready:
            self._beat_ready = False
            pack_into(
                packet.HEADER, self._beat, 0,
                packet.VERSION, messages.BEAT, self._oldest, self._number, self._boot_id, _BEAT_SIZE,
            )  # fmt: skip
            return self._encode(self._beat, 0, _BEAT_SIZE)
        if self._cursor < self._ready:
            return self._compose_fact(now)
        return 0

    def _compose_fact(self, now: int) -> int:
        """The line of the fact at the cursor. Its packet lies complete in the outbox but for the session
        number."""
        if self._cursor == 0:
            self._resend_at = add(now, self._wait)
        at = ((self._oldest + self._cursor) & (CAPACITY - 1)) * self.slot
        self._cursor += 1
        if self._cursor > self._sent:
            self._sent = self._cursor
        else:
            self.resends += 1
        self._outbox[at + _ACK_AT] = self._number & 255
        self._outbox[at + _ACK_AT + 1] = self._number >> 8
        return self._encode(self._outbox, at, self._outbox[at + _SIZE_AT])

    def _encode(self, buf: bytearray, at: int, payload: int) -> int:
        """Writes the line of the packet at buf[at:] with so many bytes of payload; returns its length."""
        return packet.encode(buf, at, packet.OVERHEAD + payload, self._line)

    def _receive(self, now: int) -> None:
        """Acts on the packet in the decoder."""
        got = self._decoder
        if got.kind == messages.HELLO and got.size == _HELLO_SIZE:
            self._hello(now)
        elif not self.open or got.seq != self._number or got.boot_id != self._boot_id:
            self.ignored += 1
        elif got.kind == messages.ACK and got.size == _ACK_SIZE:
            self._acknowledge(got.ack, now)
        elif got.kind == messages.COMMAND and got.size == _COMMAND_SIZE:
            self._acknowledge(got.ack, now)
            self._take_command()
        else:
            self.ignored += 1

    def _hello(self, now: int) -> None:
        """Opens a session, unless the host's table of messages is another; answers in both cases.

        The same HELLO again is only answered again: the host has missed the answer.
        """
        got = self._decoder
        table_hash, time_s, journal, seq, facts = unpack_from(_HELLO_FORMAT, got.packet, _PAYLOAD)
        self._welcome_due = True
        if self.open and got.seq == self._number and table_hash == _TABLE_HASH:
            return
        if self._number == 0 and journal == self.journal != 0:
            self._drop(seq, facts)
        self.open = table_hash == _TABLE_HASH
        self._begin(got.seq, time_s, now)

    def _begin(self, number: int, time_s: int, now: int) -> None:
        """A session has this number from now on."""
        self._number = number
        self.host_time_s = time_s
        self.beat_due = False
        self._beat_ready = False
        self._beat_at = now
        self._result_due = False
        self._cursor = 0
        self._wait = RESEND_MIN_US

    def _drop(self, seq: int, facts: int) -> None:
        """The first host of this boot has the facts of the inputs before `seq`, and so many of that one."""
        self.has_seq = seq
        self._has_facts = facts
        while self._count and self._is_known(self.settled(0) + 1):
            self._oldest = self._oldest + 1 & 0xFFFF
            self._count -= 1
            self._ready -= 1

    def _acknowledge(self, number: int, now: int) -> None:
        """Drops the facts up to `number` from the outbox; anything but the number of a fact sent changes
        nothing."""
        done = (number + 1 - self._oldest) & 0xFFFF
        if done == 0 or done > self._sent:
            return
        self._oldest = (number + 1) & 0xFFFF
        self._count -= done
        self._ready -= done
        self._sent -= done
        self._cursor = max(self._cursor - done, 0)
        self._wait = RESEND_MIN_US
        self._resend_at = add(now, RESEND_MIN_US)

    def _take_command(self) -> None:
        """Offers a new command to the app, or answers the last one again."""
        payload = self._decoder.packet
        request = payload[_PAYLOAD]
        if request == ((self._request + 1) & 255) and self.command is None:
            command = self._incoming_command
            command.request = request
            command.op = payload[_PAYLOAD + 1]
            command.zone = payload[_PAYLOAD + 2]
            command.arg = payload[_PAYLOAD + 3] | payload[_PAYLOAD + 4] << 8
            self.command = command
            self._request = request
            self._answered = False
            self._result_due = False  # the host has the last result, or it would not ask for something new
        elif request == self._request and self._answered:
            self._result_due = True
        else:
            self.ignored += 1
