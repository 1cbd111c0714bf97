import base64
import heapq
import random
import struct
import zlib

import pytest

from host_tools.link.events import Fact
from railbird.link.session import Session

TICK_MASK = 0x3FFFFFFF


def _encode(kind, seq, ack, boot_id, payload, version=1):
    body = struct.pack("<BBHHHB", version, kind, seq, ack, boot_id, len(payload)) + payload
    return b"~" + base64.b64encode(body + struct.pack("<I", zlib.crc32(body))) + b"\n"


@pytest.fixture(scope="session")
def encode():
    """A packet's line, made by the standard library alone."""
    return _encode


class Line:
    """One direction of a bad cable: lines are lost, doubled, delayed, changed, cut off, split by text.

    `bad` is the share of lines for each of these faults. While `cut`, everything is lost.
    """

    FAULTS = ("drop", "double", "delay", "change", "cut off", "text")

    def __init__(self, seed, bad, delay_us):
        self.random = random.Random(seed)
        self.bad = bad
        self.delay_us = delay_us
        self.cut = False
        self.counts = dict.fromkeys(self.FAULTS, 0)
        self._partial = b""
        self._queue = []
        self._order = 0

    def send(self, now, data):
        *lines, self._partial = (self._partial + bytes(data)).split(b"\n")
        for line in lines:
            for late, content in self._spoil(line + b"\n"):
                if not self.cut:
                    self._order += 1
                    heapq.heappush(self._queue, (now + self.delay_us + late, self._order, content))

    def _hit(self, fault):
        hit = self.random.random() < self.bad
        self.counts[fault] += hit
        return hit

    def _spoil(self, line):
        if self._hit("drop"):
            return
        late = self.random.randrange(400_000) if self._hit("delay") else 0
        if self._hit("double"):
            yield self.random.randrange(400_000), line
        if self._hit("change"):
            at = self.random.randrange(len(line))
            line = line[:at] + bytes((line[at] ^ 1 << self.random.randrange(8),)) + line[at + 1 :]
        if self._hit("cut off"):
            line = line[: self.random.randrange(len(line))]
        if self._hit("text"):
            at = self.random.randrange(len(line) + 1)
            line = line[:at] + b"Traceback (most recent call last):\r\n" + line[at:]
        yield late, line

    def next_at(self):
        return self._queue[0][0] if self._queue else None

    def receive(self, now):
        data = b""
        while self._queue and self._queue[0][0] <= now:
            data += heapq.heappop(self._queue)[2]
        return data


class Port:
    """The port's link over two lines, for a table session."""

    def __init__(self, world):
        self.world = world
        self.incoming = bytearray()

    def read(self, buf):
        count = min(len(buf), len(self.incoming), self.world.random.randrange(1, 65))
        buf[:count] = self.incoming[:count]
        del self.incoming[:count]
        return count

    def write(self, buf, size):
        if self.world.random.random() < self.world.partial:
            size = self.world.random.randrange(size)
        self.world.up.send(self.world.now, buf[:size])
        return size


class World:
    """A table session and a host session on one clock, with a bad cable between them.

    The table's app puts the facts of `inputs` (tuples of a fact's fields) into the outbox as there is room,
    and answers every command with its op. `tick_start` is what its microsecond counter shows at time 0.
    `facts` and `events` are what the host session gave, `carried_out` the commands that the app saw.
    """

    def __init__(self, host, inputs, seed=1, bad=0.0, partial=0.0, boot_id=0xFFE0, tick_start=TICK_MASK):
        self.now = 0
        self.random = random.Random(seed)
        self.partial = partial
        self.up = Line(seed + 1, bad, 1_000)
        self.down = Line(seed + 2, bad, 1_000)
        self.host = host
        self.inputs = inputs
        self.tick_start = tick_start
        self.carried_out = []
        self.events = []
        self.facts = []
        self.dead = False
        self.start(boot_id)

    def start(self, boot_id):
        """The table starts (again): what it had in memory is gone, its inputs are taken from the first on."""
        self.port = Port(self)
        self.table = Session(self.port, boot_id, "virtual_9", "0.1.0")
        self.applied = 0
        self.table_at = self.now

    def _poll_table(self):
        table = self.table
        while self.applied < len(self.inputs) and table.room():
            table.fact(*self.inputs[self.applied])
            self.applied += 1
        tick = (self.tick_start + self.now) & TICK_MASK
        wait = (table.poll(tick) - tick) & TICK_MASK
        if table.command is not None:
            command = table.command
            self.carried_out.append((command.op, command.zone, command.arg))
            table.result(command.request, command.op)
            wait = 0
        if table.beat_due:
            table.beat(self.now // 1000 & TICK_MASK, *range(12))
            wait = 0
        self.table_at = self.now + max(wait, 100)  # no loop is faster than 100 us

    def run(self, until_us, done=lambda: False):
        """Runs the clock up to `until_us` or until done() holds; returns whether it does."""
        while self.now <= until_us:
            heard = self.up.receive(self.now)
            if heard:
                events = self.host.feed(heard)
                self.events += events
                self.facts += [tuple(event) for event in events if isinstance(event, Fact)]
            if heard or self.now >= self.host.due_us:
                self.down.send(self.now, self.host.poll(self.now))
            arrived = self.down.receive(self.now)
            if not self.dead:
                self.port.incoming += arrived
                if arrived or self.now >= self.table_at:
                    self._poll_table()
            if done():
                return True
            times = [
                self.host.due_us,
                self.up.next_at(),
                self.down.next_at(),
                None if self.dead else self.table_at,
            ]
            self.now = max(self.now + 1, min(at for at in times if at is not None))
        return done()

    def wake_host(self):
        """Lets the host speak now: it has been given something to say."""
        self.host.due_us = self.now


@pytest.fixture(scope="session")
def new_world():
    """Makes a table and a host with a cable between them."""
    return World
