"""Benches for one reader's driver: a chip that follows a script, and readers on simulated antennas."""

from typing import NamedTuple

import pytest

from host_tools.virtual.clock import Clock
from host_tools.virtual.tag import Tag
from host_tools.virtual.timing import MID
from host_tools.virtual.world import World
from railbird.port import HIGH
from railbird.rfid.chip import Answer
from railbird.rfid.found import ROW
from railbird.rfid.mux import DIRECT, Trunk
from railbird.rfid.pn532 import DONE, TAG, Reader
from railbird.rfid.steps import STEPS

PERIOD = 1 << 30  # of a tick
ACK = bytes.fromhex("0000ff00ff00")
NACK = bytes.fromhex("0000ffff0000")

# Answers of a chip that finds no tag (pn532.md 1.7; 13, 33 and 45 summed by hand): PD to it -> raw frames.
SOUND = {
    "14011401": ["0000ff02fed5151600"],
    "02": ["0000ff06fad50332010607e800"],
    "1204": ["0000ff02fed5131800"],
    "3202": ["0000ff02fed533f800"],
    "3205ff0100": ["0000ff02fed533f800"],
    "320100": ["0000ff02fed533f800"],
    "4a0100": ["0000ff03fdd54b00e000"],
    "4400": ["0000ff03fdd54500e600"],
}


def _frame(tfi: int, pd: str) -> bytes:
    """A normal frame of pn532.md 1.1 round PD (hex)."""
    body = bytes((tfi,)) + bytes.fromhex(pd)
    return bytes((0, 0, 0xFF, len(body), -len(body) & 0xFF)) + body + bytes((-sum(body) & 0xFF, 0))


def trunk(bus, addresses=b"", resets=(), line=None):
    """A trunk with counters of its own."""
    return Trunk(bus, addresses, resets, line, [0] * STEPS)


class Transaction(NamedTuple):
    """One transaction with a chip: `began` when the driver called (us), `ended` when it had the result."""

    place: int
    kind: str
    began: int
    ended: int
    data: bytes
    error: int


class LoggedTrunk:
    """A trunk that notes what goes through it."""

    def __init__(self, trunk, clock):
        self._trunk = trunk
        self._clock = clock
        self.log = []
        self.line = trunk.line
        self.steps = trunk.steps

    def write(self, place, addr, buf):
        return self._note("W", self._trunk.write, place, addr, buf)

    def read(self, place, addr, buf):
        return self._note("R", self._trunk.read, place, addr, buf)

    def _note(self, kind, call, place, addr, buf):
        assert addr == 0x24
        began = self._clock.now
        error = call(place, addr, buf)
        self.log.append(Transaction(place, kind, began, self._clock.now, bytes(buf), error))
        return error

    def sent(self):
        """PD (hex) of every command frame that was acknowledged on the bus."""
        return [
            row.data[6:-2].hex()
            for row in self.log
            if row.kind == "W" and not row.error and len(row.data) > 6
        ]


class ScriptedChip:
    """A bus with one chip whose answers come from a table: PD (hex) -> raw frames, one a command, the last one
    again and again; None = never an answer.

    `written` are the raw writes in hex, but "3202" for RFConfiguration 02. With an `errno` every transaction
    is refused but those whose number it `accepts`. `resend` is what a NACK brings, None for the last frame again.
    `flushes` says whether the next write drops what waits to be read, as it should.
    """

    def __init__(self, clock, answers):
        self._clock = clock
        self._script = {pd: list(raws) for pd, raws in {**SOUND, **answers}.items()}
        self._queue = []
        self._last = None
        self._n = 0
        self.written = []
        self.errno = 0
        self.accepts = lambda n: n < 0
        self.resend = None
        self.flushes = True

    def answers(self, pd, *raws):
        """From now on the answers to PD are these."""
        self._script[pd] = list(raws)

    def stale(self, raw):
        """A frame that somebody else asked for waits to be read."""
        self._queue.append(bytes.fromhex(raw))

    def _refusal(self):
        self._n += 1
        return 0 if self.accepts(self._n) else self.errno

    def clear(self):
        return HIGH

    def write(self, addr, buf):
        assert addr == 0x24
        self._clock.advance(250)
        error = self._refusal()
        if error:
            return error
        raw = bytes(buf)
        self.written.append(raw.hex())
        if raw == NACK:
            self._queue = [self._last if self.resend is None else bytes.fromhex(self.resend)]
            return 0
        if self.flushes:
            self._queue.clear()
        self.flushes = True
        if raw != ACK:
            pd = raw[6:-2].hex()
            assert raw == _frame(0xD4, pd), raw.hex()
            if pd.startswith("3202"):
                # RFConfiguration 02: 00, fATR_RES, fRetryTimeout 1 to 10h; how long is a matter of tuning.
                assert pd[4:8] == "000b"
                assert 1 <= raw[-3] <= 0x10
                self.written[-1] = pd = pd[:4]
            raws = self._script[pd]
            answer = raws.pop(0) if len(raws) > 1 else raws[0]
            self._queue.append(ACK)
            if answer is not None:
                self._last = bytes.fromhex(answer)
                self._queue.append(self._last)
        return 0

    def read(self, addr, buf):
        assert addr == 0x24
        self._clock.advance(250)
        error = self._refusal()
        if error:
            return error
        for i in range(len(buf)):
            buf[i] = 0x80  # on some chips (1.3)
        buf[0] = bool(self._queue)
        if self._queue and len(buf) > 1:
            raw = self._queue.pop(0)[: len(buf) - 1]
            buf[1 : 1 + len(raw)] = raw
        return 0


class Desk:
    """Steps readers on a clock, as their owner does. Ticks run from `first_tick`."""

    def __init__(self, clock, first_tick=0):
        self.clock = clock
        self._first = first_tick
        self.order = []

    @property
    def tick(self):
        return (self.clock.now + self._first) % PERIOD

    def until(self, tick):
        """Wait for a tick, if it is still to come."""
        wait = (tick - self.tick + PERIOD // 2) % PERIOD - PERIOD // 2
        if wait > 0:
            self.clock.advance(wait)

    def begin(self, reader, known=0, pings=0):
        self.until(reader.due)
        reader.begin(self.tick, known, pings)

    def step(self, reader):
        """The next step of a reader, when it is due: what `settle` reports."""
        self.until(reader.due)
        self.order.append(reader)
        reader.step(self.tick)
        return reader.settle(self.tick)

    def finish(self, reader, on_tag=None):
        """Step to the end of the look: the UIDs in hex in the order they were reported."""
        reported = []
        for _ in range(3000):
            event = self.step(reader)
            if event == TAG:
                size = reader.found.uids[ROW * reader.row]
                start = ROW * reader.row + 1
                reported.append(reader.found.uids[start : start + size].hex())
                if on_tag is not None:
                    on_tag(reader)
            elif event == DONE:
                assert not reader.active
                return reported
        raise AssertionError("the look does not end")

    def look(self, reader, known=0, pings=0, on_tag=None):
        """A whole look."""
        self.begin(reader, known, pings)
        return self.finish(reader, on_tag)


class Scripted:
    """One reader on a scripted chip."""

    def __init__(self, answers, cap=4, uid_size=7):
        self.clock = Clock()
        self.desk = Desk(self.clock, 1000)
        self.chip = ScriptedChip(self.clock, answers)
        self.trunk = LoggedTrunk(trunk(self.chip), self.clock)
        self.reader = Reader(self.trunk, DIRECT, cap, Answer(uid_size))

    def look(self, **options):
        return self.desk.look(self.reader, **options)


class Felt:
    """Readers seat_1, seat_2, ... of a simulated board: each on a bus of its own, or on channels of one
    multiplexer."""

    def __init__(self, timing, count, behind_mux, options, first_tick, cap, uid_size):
        rows = [
            (f"seat_{n}", 0 if behind_mux else n, 0 if behind_mux else -1, n - 1, "all", 2, None)
            for n in range(1, count + 1)
        ]
        board = {
            "buses": [(bus, 0, 1, 400_000) for bus in sorted({row[1] for row in rows})],
            "muxes": [(0, 0x70, None)] if behind_mux else [],
            "readers": rows,
            "couplings": [],
        }
        self.world = World(board, timing, 11, options=options)
        self.clock = self.world.clock
        self.desk = Desk(self.clock, first_tick)
        self._cap = cap
        self.answer = Answer(uid_size)
        self.trunks = {
            bus: LoggedTrunk(trunk(self.world.buses[bus], b"\x70" if behind_mux else b""), self.clock)
            for bus in self.world.buses
        }
        self._rows = rows
        self.readers = [self.new_reader(n) for n in range(count)]
        self.reader = self.readers[0]

    def new_reader(self, n=0):
        """A driver that knows nothing yet, for the n-th reader: the microcontroller was reset, the chip not."""
        bus, mux, channel = self._rows[n][1:4]
        place = channel if mux >= 0 else DIRECT
        return Reader(self.trunks[bus], place, self._cap, self.answer)

    @property
    def trunk(self):
        return next(iter(self.trunks.values()))

    @property
    def chip(self):
        return self.world.reader("seat_1").chip

    def antenna(self, n=0):
        return self.world.antenna(self._rows[n][0])

    def place(self, *uids, at=0):
        """Lay fanned tags with these UIDs (hex)."""
        tags = [Tag(bytes.fromhex(uid)) for uid in uids]
        for tag in tags:
            self.antenna(at).place(tag)
        return tags

    def clear(self, at=0):
        for tag in self.antenna(at).tags:
            self.antenna(at).remove(tag)

    def look(self, reader=None, **options):
        return self.desk.look(self.reader if reader is None else reader, **options)


@pytest.fixture
def from_chip():
    """The raw frame (hex) that carries PD (hex) from the chip, summed by hand of pn532.md 1.1."""
    return lambda pd: _frame(0xD5, pd).hex()


@pytest.fixture
def scripted():
    """Scripted(answers by PD, ...): answers not given are those of a chip that finds no tag."""
    return lambda answers=None, **fields: Scripted(answers or {}, **fields)


@pytest.fixture
def make_felt():
    """Felt(...): the mid profile without RF faults, one reader, unless said otherwise."""

    def make(timing=None, count=1, behind_mux=False, options=None, first_tick=0, cap=8, uid_size=10):
        timing = MID.without_rf_faults() if timing is None else timing
        return Felt(timing, count, behind_mux, options, first_tick, cap, uid_size)

    return make
