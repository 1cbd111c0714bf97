"""Chips that answer anything at any time, on the buses of a table: the scanner, and the whole firmware on the VM, among
them. A card that is told of must have been named by a sound frame from the reader of its zone.
"""

import random
from collections import defaultdict
from collections.abc import Iterator

from host_tools.bench.damage import damaged, sound_answers
from host_tools.link.events import Fact
from host_tools.registry import encode, sample
from host_tools.simulation.table import UID_LENGTHS, SimulatedTable
from host_tools.virtual import frames
from host_tools.virtual.clock import Clock
from host_tools.virtual.dealer import Moves
from host_tools.virtual.i2c import PN532_ADDRESS, Buffer
from host_tools.virtual.timing import MID
from railbird import facts, words
from railbird.port import FREED, HELD, HIGH
from railbird.rfid.registry import Registry
from railbird.rfid.scanner import Scanner
from railbird.table import Table
from railbird.ticks import MASK, diff
from railbird_boards.schema import load

BOARD = "casino_11"
ERRNOS = (5, 19, 110, 116)
INPUTS = 5000  # reads that one scanner is given
POLLS = 10_000  # in a row without time passing or a read: it stands still
SEED = 0
TAGS = sample(SEED, UID_LENGTHS)  # as a simulated table of that seed has them
CODES = {uid: code for code, uid in TAGS.items()}

LIST, THRU, EXCHANGE, DESELECT, VERSION, RF = 0x4A, 0x42, 0x40, 0x44, 0x02, 0x32


class Still(Exception):
    """The scanner neither waits nor asks."""


class Heard:
    """What the chips have said: the registered UIDs in sound frames, by zone."""

    def __init__(self) -> None:
        self._uids: dict[str, set[bytes]] = defaultdict(set)
        self.answers = 0

    def note(self, zones: list[str], reply: bytes) -> None:
        self.answers += 1
        for at, size in sound_answers(reply):
            said = reply[at : at + size]
            for uid in CODES:
                if uid in said:
                    for zone in zones:
                        self._uids[zone].add(uid)

    def invented(self, kind: int, zone: int, code: int) -> str:
        """'' unless it is a card at a zone whose reader never named it."""
        if kind not in (facts.SIGHT, facts.LIFT, facts.TWICE):
            return ""
        name = words.zone_name(zone)
        uid = TAGS.get(code)
        return "" if uid in self._uids[name] else f"tag code {code} at {name}"


class WildChip:
    """One chip. How likely its frames come as they should (`_temper`), and how likely they say what a chip with one tag
    would say (`_sense`), differs from chip to chip: some must get far enough for a card to be believed.
    """

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._temper = rng.choice((0.3, 0.9, 0.98, 0.999))
        self._sense = rng.choice((0.0, 0.5, 0.9, 0.99))
        self._halted = False
        self._uids = [*rng.sample(sorted(CODES), 3), rng.randbytes(7), b"\x88" + rng.randbytes(3)]
        self._command = b""
        self._acked = True

    def write(self, raw: bytes) -> None:
        for kind, payload in frames.parse(raw):
            if kind == frames.GOT_COMMAND:
                self._command = payload or b"\0"
                self._acked = False

    def reply(self, size: int) -> bytes:
        """What a read of so many bytes gets, the status byte first."""
        rng = self._rng
        right = self._right()
        roll = rng.random()
        if roll < self._temper:
            body = right
        elif roll < (1 + self._temper) / 2:
            body = damaged(right, rng)
        else:
            body = rng.choice((b"", rng.randbytes(size), frames.ACK, frames.NACK, frames.ERROR))
        ready = body and (size > 1 or rng.random() < self._temper)
        if size > 1:
            self._acked = True
        filler = bytes((rng.choice((0x00, 0x80)),)) * size
        return bytes((1 if ready else rng.choice((0, 0, 0x80)),)) + (body + filler)[: size - 1]

    def _right(self) -> bytes:
        if not self._acked or not self._command:
            return frames.ACK
        return frames.build(bytes((self._command[0] + 1 & 255,)) + self._answer())

    def _answer(self) -> bytes:
        rng = self._rng
        code = self._command[0]
        if rng.random() < self._sense:
            return self._sensible(code)
        status = bytes((rng.choice((0, 0, 0, 1, 6, 0x0B, 0x40, rng.randrange(256))),))
        if code == LIST:
            uid = rng.choice(self._uids)
            count = rng.choice((0, 1, 1, 1, 1, 2, 255))
            length = len(uid) if rng.random() < 0.9 else rng.randrange(256)
            tag = bytes((1, 0, 0x44, rng.choice((0, 0, 0x20)), length)) + uid
            return bytes((count,)) + (tag if count or rng.random() < 0.1 else b"")
        if code == VERSION:
            return b"\x32\x01\x06\x07" if rng.random() < 0.95 else rng.randbytes(4)
        if code in (EXCHANGE, THRU):
            uid = rng.choice(self._uids)
            pages = uid[:3] + b"\x88" + uid[3:]
            return status + rng.choice(
                (b"", pages.ljust(16, b"\0"), b"\x88" + uid[:3] + b"\0", uid[:4] + b"\0")
            )
        return status if code == DESELECT else b""

    def _sensible(self, code: int) -> bytes:
        """The answer of a chip before which one tag lies."""
        uid = self._uids[0]
        if code == LIST:
            return b"\0" if self._halted else bytes((1, 1, 0, 0x44, 0, len(uid))) + uid
        if code in (DESELECT, RF):
            self._halted = code == DESELECT
        if code == EXCHANGE:
            return b"\0" + (uid[:3] + b"\x88" + uid[3:]).ljust(16, b"\0")
        return {VERSION: b"\x32\x01\x06\x07", DESELECT: b"\0", THRU: b"\x01"}.get(code, b"")


class WildBus:
    """A bus with its multiplexers and wild chips behind them, all of which answer where several channels are open."""

    def __init__(
        self, clock: Clock, rng: random.Random, chips: dict[tuple[int, int], str], heard: Heard
    ) -> None:
        self._clock = clock
        self._rng = rng
        self._chips = {place: (zone, WildChip(rng)) for place, zone in chips.items()}
        self._open: dict[int, int] = {}
        self._heard = heard
        self._trouble = rng.choice((0.0005, 0.005, 0.03, 0.2))  # share of transactions that end with an errno

    def write(self, address: int, buf: bytes | Buffer) -> int:
        if error := self._begin():
            return error
        if address != PN532_ADDRESS:
            self._open[address] = buf[-1] if len(buf) else 0
            return 0
        for _, chip in self._connected():
            chip.write(bytes(buf))
        return 0

    def read(self, address: int, buf: Buffer) -> int:
        if error := self._begin():
            self._heard.answers += 1
            return error
        connected = self._connected()
        reply = bytes(len(buf))
        if connected and address == PN532_ADDRESS:
            reply = connected[0][1].reply(len(buf))
            for _, chip in connected[1:]:
                reply = bytes(a & b for a, b in zip(reply, chip.reply(len(buf)), strict=True))
        buf[:] = reply
        self._heard.note([zone for zone, _ in connected], reply)
        return 0

    def clear(self) -> int:
        self._clock.advance(100)
        return self._rng.choice((HIGH, FREED, HELD))

    def _begin(self) -> int:
        """Time passes; now and then an errno, at times after long."""
        self._clock.advance(self._rng.randint(50, 500))
        if self._rng.random() >= self._trouble:
            return 0
        if self._rng.random() < 0.05:
            self._clock.advance(50_000)
        return self._rng.choice(ERRNOS)

    def _connected(self) -> list[tuple[str, WildChip]]:
        return [
            entry for (mux, channel), entry in self._chips.items() if self._open.get(mux, 0) >> channel & 1
        ]


def _buses(clock: Clock, rng: random.Random, heard: Heard) -> dict[int, WildBus]:
    board = load(BOARD)
    chips: dict[int, dict[tuple[int, int], str]] = {row[0]: {} for row in board["buses"]}
    for zone, bus, mux, channel, *_ in board["readers"]:
        chips[bus][board["muxes"][mux][1], channel] = zone
    return {bus: WildBus(clock, rng, behind, heard) for bus, behind in chips.items()}


def scanner(rng: random.Random) -> Iterator[str]:
    """The scanner with its table; an input is a read that a chip has answered."""
    clock, heard = Clock(), Heard()
    clock.advance(rng.randrange(MASK))
    invented: list[str] = []
    told = Table(lambda *_fact: None)

    def take(kind: int, zone: int, code: int, arg: int) -> None:
        invented.append(heard.invented(kind, zone, code))
        told.apply(clock.now // 1000 & MASK, kind, zone, code, arg)

    image = encode({uid: code for code, uid in TAGS.items()})
    made = Scanner(
        load(BOARD), _buses(clock, rng, heard), Registry(image), told, take, lambda _line, _level: None
    )
    told.apply(0, facts.COMMAND, 9, facts.OP_HAND, 0x1FF)
    while heard.answers < INPUTS:
        answers = heard.answers
        for _ in range(POLLS):
            before = clock.now
            clock.advance(max(0, diff(made.poll(clock.now & MASK), clock.now & MASK)))
            if heard.answers != answers:
                break
            if clock.now > before + 60_000_000:
                raise Still("the scanner waits for more than a minute")
        else:
            raise Still(f"{POLLS} polls without a read")
        yield next(filter(None, invented), "")
        invented.clear()


def vm(rng: random.Random) -> Iterator[str]:
    """The same with the whole firmware on the MicroPython VM, which ends or falls silent where it crashes or hangs."""
    heard = Heard()
    invented: list[str] = []

    def take(_now: int, fact: Fact) -> None:
        invented.append(heard.invented(fact.kind, fact.zone, fact.code))

    table = SimulatedTable(load(BOARD), MID, SEED, on_fact=take)
    table.world.buses.update(_buses(table.clock, rng, heard))  # type: ignore[arg-type]

    def until(answers: int) -> Moves:
        while heard.answers < answers:
            yield 20_000

    with table:
        while heard.answers < INPUTS:
            done = heard.answers
            table.run(until(done + 1))
            for _ in range(heard.answers - done):
                yield next(filter(None, invented), "")
                invented.clear()
