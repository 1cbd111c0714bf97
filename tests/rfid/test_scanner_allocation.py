"""Scanner and presence allocate nothing: a whole board on the VM with the heap locked, and 32-bit integers."""

import random
import sys

import pytest

from host_tools import registry
from host_tools.virtual.tag import Tag
from host_tools.virtual.timing import MID
from host_tools.virtual.world import World
from railbird import facts
from railbird.rfid import presence, scanner
from railbird.rfid.registry import Registry
from railbird_boards import schema

# Chips behind two multiplexers on one bus, one behind each channel. A chip lists the tags at its place that it has not
# halted since its field was on; `tags[place]` are their numbers. Bus calls allocate nothing either.
SCRIPT = """
from micropython import heap_lock, heap_unlock
from railbird import facts
from railbird.rfid.registry import Registry
from railbird.rfid.scanner import Scanner
from railbird.ticks import add, diff

IMAGE = bytes.fromhex("%(image)s")
LISTED = [bytes.fromhex(text) for text in %(listed)r]
PAGES = [bytes.fromhex(text) for text in %(pages)r]
ACK = b"\\x00\\x00\\xff\\x00\\xff\\x00"
FIXED = {
    0x14: bytes.fromhex("0000ff02fed5151600"),
    0x02: bytes.fromhex("0000ff06fad50332010607e800"),
    0x12: bytes.fromhex("0000ff02fed5131800"),
    0x32: bytes.fromhex("0000ff02fed533f800"),
    0x08: bytes.fromhex("0000ff02fed5092200"),
    0x42: bytes.fromhex("0000ff03fdd54301e700"),
    0x44: bytes.fromhex("0000ff03fdd54500e600"),
    0x00: bytes.fromhex("0000ff03fdd501002a00"),
    0x04: bytes.fromhex("0000ff06fad505000000002600"),
}
NO_TAG = bytes.fromhex("0000ff03fdd54b00e000")

class Bus:
    def __init__(self):
        self.mux = bytearray(2)
        self.acking = bytearray(16)
        self.halted = bytearray(16)
        self.dead = bytearray(16)
        self.out = [ACK] * 16
        self.listed = bytearray(16)
        self.tags = [b""] * 16

    def place(self):
        i = 0
        while not self.mux[i]:
            i += 1
        channel = 0
        while self.mux[i] != 1 << channel:
            channel += 1
        return 8 * i + channel

    def clear(self):
        return 0

    def write(self, addr, buf):
        if addr != 0x24:
            self.mux[addr - 0x70] = buf[0]
            return 0
        k = self.place()
        if self.dead[k]:
            return 19
        if len(buf) == 6:
            return 0
        self.acking[k] = 1
        code = buf[6]
        if code == 0x4A:
            if self.halted[k] < len(self.tags[k]):
                self.listed[k] = self.tags[k][self.halted[k]]
                self.out[k] = LISTED[self.listed[k]]
            else:
                self.out[k] = NO_TAG
        elif code == 0x40:
            self.out[k] = PAGES[self.listed[k]]
        else:
            if code == 0x44:
                self.halted[k] += 1
            elif code == 0x32 and buf[7] == 1:
                self.halted[k] = 0
            self.out[k] = FIXED[code]
        return 0

    def read(self, addr, buf):
        if addr != 0x24:
            buf[0] = self.mux[addr - 0x70]
            return 0
        k = self.place()
        if self.dead[k]:
            return 110
        raw = ACK if self.acking[k] else self.out[k]
        i = 1
        while i < len(buf):
            buf[i] = raw[i - 1] if i <= len(raw) else 0x80
            i += 1
        buf[0] = 1
        if i > 2:
            self.acking[k] = 0
        return 0

class Table:
    expected = facts.NO_ZONE
    expected_count = 1
    doubt = facts.NO_ZONE
    counting = False

    def places(self, zone):
        return 2

class Log:
    def __init__(self):
        self.kinds = bytearray(32)

    def on_input(self, kind, zone, code, arg):
        self.kinds[kind] += 1

    def line(self, name, level):
        self.kinds[0] += 1

seats = [("seat_%%d" %% k, 0, (k - 1) // 8, (k - 1) %% 8, "all", 2, "sr%%d" %% k) for k in range(1, 10)]
rest = [(zone, 0, 1, 1 + k, "passing", 2, None) for k, zone in enumerate(("burn", "muck", "count"))]
BOARD = {
    "buses": ((0, 4, 5, 400000),),
    "muxes": ((0, 0x70, 10), (0, 0x71, 11)),
    "readers": tuple(seats + rest),
    "couplings": tuple(("seat_%%d" %% k, "seat_%%d" %% (k + 1)) for k in range(1, 9)) + (("burn", "muck"),),
}
bus = Bus()
table = Table()
log = Log()
scan = Scanner(BOARD, {0: bus}, Registry(IMAGE), table, log.on_input, log.line)
now = 0x3FFF0000  # the tick wraps soon

def polls():
    global now
    for _ in range(1500):
        due = scan.poll(now)
        if diff(due, now) > 0:
            now = due
        else:
            now = add(now, 300)

def turn(step):
    # A tag at a seat and at the muck, then two, then elsewhere, a reader that dies and one that comes back.
    bus.tags[0] = b"\\x00\\x01" if step < 6 else b""
    bus.tags[1] = b"\\x02" if step == 2 else b"\\x04"
    bus.tags[4] = b"\\x03" if step > 3 else b""
    bus.tags[10] = b"\\x00" if step > 6 else b""
    bus.dead[6] = step in (3, 4, 5)
    table.expected = facts.zone_id("seat_%%d" %% (1 + step %% 9)) if step & 1 else facts.NO_ZONE
    table.doubt = facts.zone_id("seat_9") if step == 5 else facts.NO_ZONE
    table.counting = step == 8

def run(locked):
    for step in range(12):
        turn(step)
        if locked:
            heap_lock()
            try:
                polls()
            finally:
                heap_unlock()
        else:
            polls()

run(False)
before = bytes(log.kinds)
run(True)
print([after - was for was, after in zip(before, log.kinds)][1:9], scan.transactions > 10000)
"""


def framed(pd: bytes) -> str:
    body = b"\xd5" + pd
    return (bytes((0, 0, 0xFF, len(body), -len(body) & 0xFF)) + body + bytes((-sum(body) & 0xFF, 0))).hex()


def script() -> str:
    tags = registry.sample(3)
    uids = [tags[code] for code in range(4)] + [bytes.fromhex("04fedcba987654")]  # the last one is of no deck
    return SCRIPT % {
        "image": registry.build((uid, code) for code, uid in tags.items()).hex(),
        "listed": [framed(bytes.fromhex("4b010100440007") + uid) for uid in uids],
        "pages": [framed(b"\x41\x00" + uid[:3] + b"\0" + uid[3:] + bytes(8)) for uid in uids],
    }


def test_a_board_is_scanned_with_the_heap_locked(either_vm):
    kinds, busy = either_vm(script()).rsplit(" ", 1)
    counts = [int(number) for number in kinds.strip("[] ").split(",")]
    sight, lift, unknown, clean, state = counts[:5]
    assert busy == "True\n"
    assert min(sight, lift, unknown, clean) >= 1  # what happened happened with the heap locked
    assert state >= 2  # a reader in trouble, and back


def test_the_lock_would_show_an_allocation(either_vm):
    planted = script().replace("self.kinds[kind] += 1", "self.kinds[kind] += len(bytes(kind))")
    assert planted != script()
    with pytest.raises(AssertionError, match="MemoryError"):
        either_vm(planted)


def test_no_integer_reaches_the_limit_of_a_32_bit_vm():
    """Looked at after every line of scanner and presence, over the wrap of the ticks."""
    uids = registry.sample(2)
    image = registry.build((uid, code) for code, uid in uids.items())
    board = schema.load("casino_11")
    world = World(board, MID, 3)

    class Table:
        expected = facts.zone_id("seat_3")
        expected_count = 2
        doubt = facts.NO_ZONE
        counting = False

        def places(self, _zone):
            return 2

    said = []
    scan = scanner.Scanner(
        board, world.buses, Registry(image), Table(), lambda *row: said.append(row), world.drive
    )
    files = {scanner.__file__, presence.__file__}
    largest = 0

    def note(values):
        nonlocal largest
        for value in values:
            for number in value if isinstance(value, list) else (value,):
                if isinstance(number, int):
                    largest = max(largest, abs(number))

    def trace(frame, _event, _arg):
        if frame.f_code.co_filename not in files:
            return None
        note(frame.f_locals.values())
        owner = frame.f_locals.get("self")
        if owner is not None:
            note(vars(owner).values())
        return trace

    rng = random.Random(1)
    for code in range(8):
        world.antenna(f"seat_{rng.randint(1, 11)}").place(Tag(uids[code]))
    before = sys.gettrace()
    first = (1 << 30) - 300_000
    sys.settrace(trace)
    try:
        while world.clock.now < 600_000:
            tick = (first + world.clock.now) % (1 << 30)
            wait = (scan.poll(tick) - tick) % (1 << 30)
            if 0 < wait < 1 << 29:
                world.clock.advance(wait)
    finally:
        sys.settrace(before)
    assert said
    assert largest < 1 << 30
