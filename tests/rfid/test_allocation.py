"""A look allocates nothing: run on the real VM with the heap locked, and held to a 32-bit VM's integers."""

import sys

import pytest

from railbird.rfid import found, frame, latency, mux, pn532

# A chip behind the second of two multiplexers, whose bus calls allocate nothing either. `LISTS` are the answers
# to the list commands of each look, in turn. Every look runs without the lock first, then with it.
SCRIPT = """
import gc
from micropython import heap_lock, heap_unlock
from railbird.rfid import pn532
from railbird.rfid.mux import Trunk
from railbird.rfid.chip import Answer
from railbird.rfid.pn532 import Reader
from railbird.ticks import add, diff

ACK = b"\\x00\\x00\\xff\\x00\\xff\\x00"
ERROR = b"\\x00\\x00\\xff\\x01\\xff\\x7f\\x81\\x00"
CONFIGURED = b"\\x00\\x00\\xff\\x02\\xfe\\xd5\\x33\\xf8\\x00"
NTAG = b"\\x00\\x00\\xff\\x0f\\xf1\\xd5\\x4b\\x01\\x01\\x00\\x44\\x00\\x07\\x04\\xa1\\xb2\\xc3\\xd4\\xe5\\xf6\\xca\\x00"
CLASSIC = b"\\x00\\x00\\xff\\x0c\\xf4\\xd5\\x4b\\x01\\x01\\x00\\x04\\x08\\x04\\xde\\xad\\xbe\\x11\\x74\\x00"
NO_TAG = b"\\x00\\x00\\xff\\x03\\xfd\\xd5\\x4b\\x00\\xe0\\x00"
DAMAGED = b"\\x00\\x00\\xff\\x03\\xfd\\xd5\\x4b\\x01\\xe0\\x00"
PAGES = b"\\x41\\x00\\x04\\xa1\\xb2\\x9f\\xc3\\xd4\\xe5\\xf6\\x04\\x48\\x00\\x00\\xe1\\x10\\x12\\x00"
ANSWERS = {
    0x14: b"\\x00\\x00\\xff\\x02\\xfe\\xd5\\x15\\x16\\x00",
    0x02: b"\\x00\\x00\\xff\\x06\\xfa\\xd5\\x03\\x32\\x01\\x06\\x07\\xe8\\x00",
    0x12: b"\\x00\\x00\\xff\\x02\\xfe\\xd5\\x13\\x18\\x00",
    0x32: CONFIGURED,
    0x40: b"\\x00\\x00\\xff\\x13\\xed\\xd5" + PAGES + bytes((-(0xD5 + sum(PAGES)) & 0xFF, 0)),
    0x08: b"\\x00\\x00\\xff\\x02\\xfe\\xd5\\x09\\x22\\x00",
    0x42: b"\\x00\\x00\\xff\\x03\\xfd\\xd5\\x43\\x01\\xe7\\x00",  # REQA: nobody answered
    0x44: b"\\x00\\x00\\xff\\x03\\xfd\\xd5\\x45\\x00\\xe6\\x00",
    0x00: b"\\x00\\x00\\xff\\x03\\xfd\\xd5\\x01\\x00\\x2a\\x00",
    0x04: b"\\x00\\x00\\xff\\x06\\xfa\\xd5\\x05\\x00\\x00\\x00\\x00\\x26\\x00",
}

class Bus:
    def __init__(self):
        self.mux = bytearray(2)
        self.lists = (NO_TAG,)
        self.listed = 0
        self.acking = False
        self.out = ACK
        self.refusals = 0
        self.held = 0
        self.silent = False
        self.met = 0

    def clear(self):
        if self.held:
            self.held -= 1
            return 2
        return 0

    def write(self, addr, buf):
        if addr != 0x24:
            self.mux[addr - 0x70] = buf[0]
            return 0
        assert self.mux[0] == 0 and self.mux[1] == 8
        self.met += 1
        if self.refusals:
            self.refusals -= 1
            return 19
        if len(buf) == 6:
            return 0
        self.acking = True
        if buf[6] == 0x4A:
            self.out = self.lists[self.listed]
            self.listed += 1
        else:
            self.out = ANSWERS[buf[6]]
        return 0

    def read(self, addr, buf):
        if addr != 0x24:
            buf[0] = self.mux[addr - 0x70]
            return 0
        if self.refusals:
            self.refusals -= 1
            return 110
        raw = ACK if self.acking else self.out
        i = 1
        while i < len(buf):
            buf[i] = raw[i - 1] if i <= len(raw) else 0x80
            i += 1
        buf[0] = 0 if self.silent else 1
        if i > 2:
            self.acking = False
        return 0

bus = Bus()
lines = bytearray(1)

def drive(name, level):
    lines[0] += 1

trunk = Trunk(bus, b"\\x70\\x71", (10, 11), drive, [0] * 8)
reader = None
KNOWN = 0
now = 0
tags = 0
rereads = 0
PINGS = 0
SUSPECT = False

def fresh():
    global reader, now
    reader = Reader(trunk, 8 + 3, 4, Answer(7), "sr5")
    now = 0x3FFF0000  # the tick wraps while it looks

def prepare(lists, refusals=0, silent=False):
    global tags, rereads
    rereads = 0
    bus.lists = lists
    bus.listed = 0
    bus.refusals = refusals
    bus.silent = silent
    tags = 0

def look():
    global now, tags, rereads
    if diff(reader.due, now) > 0:
        now = reader.due
    reader.begin(now, KNOWN, PINGS, SUSPECT)
    while reader.active:
        if diff(reader.due, now) > 0:
            now = reader.due
        reader.step(now)
        now = add(now, 300)
        if reader.settle(now) == pn532.TAG:
            if rereads:
                rereads -= 1
                reader.again(500)
            else:
                tags += 1

def run(name, locked, outcome, count):
    if locked:
        heap_lock()
        try:
            look()
        finally:
            heap_unlock()
    else:
        look()
    assert reader.outcome == outcome, (name, reader.outcome)
    assert reader.found.count == tags == count, (name, tags)

def all_looks(locked):
    global KNOWN, PINGS, SUSPECT, rereads
    for KNOWN in (0, 2):
        for _ in range(2):
            fresh()
            prepare((NTAG, CLASSIC, NO_TAG))
            run("set up and two tags", locked, pn532.OK, 2)
            assert bytes(reader.found.uids[:8]) == b"\\x07\\x04\\xa1\\xb2\\xc3\\xd4\\xe5\\xf6"
            prepare((NTAG, CLASSIC, NO_TAG))
            run("two tags", locked, pn532.OK, 2)
            prepare((NO_TAG,))
            run("no tag", locked, pn532.OK, 0)
            prepare((NTAG, NO_TAG))
            rereads = 3
            run("one tag, read again", locked, pn532.OK, 1)
            prepare((NO_TAG,))
            PINGS = 5
            run("listening", locked, pn532.OK, 0)
            PINGS = 0
            prepare((NTAG, NO_TAG), 3)
            run("not ready at first", locked, pn532.OK, 1)
            prepare((DAMAGED,))
            run("damaged", locked, pn532.FRAME, 0)
            prepare((NTAG, NO_TAG))
            run("set up anew", locked, pn532.OK, 1)
            prepare((ERROR,))
            run("error frame", locked, pn532.CHIP, 0)
            prepare((NTAG, NTAG, NTAG, NTAG, NTAG, NTAG, NTAG))
            run("not halted", locked, pn532.BLURRED, 1)
            prepare((NO_TAG, NO_TAG), 0, True)
            run("silent", locked, pn532.SILENT, 0)
            prepare((NO_TAG,), 1000)
            run("not acknowledged", locked, pn532.BUS, 0)
            prepare((NO_TAG,), 1)
            bus.held = 4
            run("a line held low", locked, pn532.BUS, 0)
            assert trunk.hung
            trunk.check()
            prepare((NO_TAG,))
            for _ in range(3):
                reader.failed()
            run("a chip reset", locked, pn532.READY, 0)
            reader.failures = 0
            SUSPECT = True
            run("a silence that is asked for", locked, pn532.OK, 0)
            SUSPECT = False

all_looks(False)
all_looks(True)
print(bus.met > 300, "no allocation")
"""


def test_whole_looks_run_with_the_heap_locked(either_vm):
    assert either_vm(SCRIPT) == "True no allocation\n"


@pytest.mark.parametrize("where", ["                tags += 1\n", "        reader.step(now)\n"])
def test_the_lock_would_show_an_allocation(either_vm, where):
    assert SCRIPT.count(where) == 1
    indent = where[: len(where) - len(where.lstrip())]
    with pytest.raises(AssertionError, match="MemoryError"):
        either_vm(SCRIPT.replace(where, where + indent + "bytes(reader.found.count + 1)\n"))


@pytest.mark.parametrize("first_tick", [0, (1 << 30) - 100_000, (1 << 29) - 100_000])
def test_no_integer_reaches_the_limit_of_a_32_bit_vm(make_felt, first_tick):
    """Small integers end at 2**30 there; a bigger one is an object. Looked at after every line of the driver."""
    felt = make_felt(count=2, behind_mux=True, first_tick=first_tick)
    felt.place("04a1b2c3d4e5f6", "deadbe11")
    files = {module.__file__ for module in (found, frame, latency, mux, pn532)}
    lines = 0
    largest = 0

    def note(values):
        nonlocal largest
        for value in values:
            for number in value if isinstance(value, list) else (value,):
                if isinstance(number, int):
                    largest = max(largest, abs(number))

    def trace(code, event, _arg):
        nonlocal lines
        if code.f_code.co_filename not in files:
            return None
        lines += event == "line"
        note(code.f_locals.values())
        owner = code.f_locals.get("self")
        if owner is not None:
            note(vars(owner).values())
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        for turn in range(4):
            felt.chip.zombie = turn == 2
            felt.look(pings=turn & 2)
    finally:
        sys.settrace(before)
    assert lines > 1000
    assert largest < 1 << 30
