"""No step of the link allocates in steady state: run on the real VM, and held to a 32-bit VM's integers."""

import struct
import sys

import pytest

from railbird.link import formats, messages, packet, session
from railbird.link.session import Session

# Every step runs once without the lock, then with it: an allocation raises MemoryError. Then 1,000 rounds of
# all steps with the collector off must leave the heap where it was.
SCRIPT = """
import gc
from binascii import b2a_base64, crc32
from micropython import heap_lock, heap_unlock
from struct import pack
from railbird.link import formats, messages
from railbird.link.session import Session

BOOT = 60000

def line(kind, ack, payload):
    body = pack("<BBHHHB", 1, kind, 7, ack, 0 if kind == messages.HELLO else BOOT, len(payload)) + payload
    return b"~" + b2a_base64(body + pack("<I", crc32(body)))

class Wire:
    def __init__(self):
        self.incoming = b""
        self.at = 0
        self.take = 102
        self.written = 0

    def read(self, buf):
        if self.at == len(self.incoming):
            return 0
        buf[0] = self.incoming[self.at]
        self.at += 1
        return 1

    def write(self, buf, size):
        size = min(size, self.take)
        self.written += size
        return size

    def coming(self, data):
        self.incoming = data
        self.at = 0

wire = Wire()
session = Session(wire, BOOT, "virtual_9", "0.1.0")
now = 0x3FFFFFF0  # the tick wraps while the steps run
now_later = 249984
now_last = 749984
wire.coming(line(messages.HELLO, 0, pack("<IIHIB2x", formats.TABLE_HASH, 1700000000, 0, 0, 0)))
while wire.at < len(wire.incoming):
    session.poll(now)
session.poll(now)
assert session.open

ACKS = [line(messages.ACK, BOOT + n & 0xFFFF, b"xx") for n in range(1102)]
COMMANDS = [line(messages.COMMAND, BOOT - 1, pack("<BBBH", n, 200, 255, 65535)) for n in range(256)]
DAMAGED = [COMMANDS[1][:20] + b"\\n" + COMMANDS[1][:21] + COMMANDS[1][25:]]
done = 0

def queue_one_fact():
    session.fact(0x3FFFFFFF, 0x3FFFFFFF, 28, 45, 255, 255, 65535)

def send_it():
    session.poll(now)

def send_it_again():
    session.poll(now_later)

def send_it_in_pieces():
    wire.take = 5
    for _ in range(8):
        session.poll(now_last)
    wire.take = 102

def ask_what_is_settled():
    assert session.settled(0x3FFFFFFF) == 0x3FFFFFFE
    assert session.room() == 63

def take_all():
    while wire.at < len(wire.incoming):
        session.poll(now)

def answer():
    session.result(session.command.request, 255)
    session.poll(now)

def beat():
    session.beat(0x3FFFFFFF, 0x3FFFFFFF, 0x3FFFFFFF, 0x3FFFFFFF, 70000, 65535, 0x3FFFFFFF, 9, 9, 9, 9, 64, 255)
    session.poll(now)

def run(step, locked):
    before = wire.written
    if locked:
        heap_lock()
        try:
            step()
        finally:
            heap_unlock()
    else:
        step()
    return wire.written - before

def all_steps(locked):
    global done
    assert run(queue_one_fact, locked) == 0
    assert run(send_it, locked) == 38
    assert run(send_it_again, locked) == 38
    assert run(send_it_in_pieces, locked) == 38
    run(ask_what_is_settled, locked)
    wire.coming(ACKS[done])
    run(take_all, locked)
    assert session.room() == 64
    wire.coming(COMMANDS[done + 1 & 255])
    run(take_all, locked)
    assert session.command is not None
    assert run(answer, locked) == 22
    assert run(beat, locked) == 94
    wire.coming(DAMAGED[0])
    run(take_all, locked)
    assert session.damaged == 2 * (done + 1)
    done += 1

all_steps(False)
all_steps(True)
gc.collect()
gc.disable()
all_steps(False)
before = gc.mem_alloc()
for _ in range(1000):
    all_steps(False)
print("left behind", gc.mem_alloc() - before)
"""


def test_every_step_runs_with_the_heap_locked_and_leaves_nothing_behind(either_vm):
    assert either_vm(SCRIPT).splitlines() == ["left behind 0"]


def test_the_lock_would_show_an_allocation(either_vm):
    broken = SCRIPT.replace(
        "    session.poll(now)\n\ndef send_it_again",
        "    session.poll(now)\n    bytes(1)\n\ndef send_it_again",
    )
    assert broken != SCRIPT
    with pytest.raises(AssertionError, match="MemoryError"):
        either_vm(broken)


def test_no_integer_reaches_the_limit_of_a_32_bit_vm(new_wire, encode):
    """Small integers end at 2**30 there; a bigger one is an object. Looked at after every line of code."""
    wire = new_wire()
    table = Session(wire, 0xFFFF, "virtual_9", "0.1.0")
    hello = struct.pack("<IIHIB2x", formats.TABLE_HASH, 0, 0, 0, 0)
    wire.incoming += encode(messages.HELLO, 0xFFFF, 0, 0, hello)
    table.poll(0)

    files = {packet.__file__, session.__file__}
    largest = 0
    lines = 0

    def trace(frame, event, _arg):
        nonlocal largest, lines
        if frame.f_code.co_filename not in files:
            return None
        lines += event == "line"
        for value in frame.f_locals.values():
            if isinstance(value, int):
                largest = max(largest, abs(value))
        return trace

    payloads = [bytes((n, 255, 255, 255, 255)) for n in (1, 2)]
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        for turn, payload in enumerate(payloads):
            table.fact(0x3FFFFFFF, 0x3FFFFFFF, 255, 255, 255, 255, 0xFFFF)
            table.beat(*[0x3FFFFFFF] * 11, 65535, 255)
            for step in range(4):
                table.poll((0x3FFFFFFF + 250_000 * step) & 0x3FFFFFFF)
            table.settled(0x3FFFFFFF)
            wire.incoming += encode(messages.COMMAND, 0xFFFF, 0xFFFF + turn & 0xFFFF, 0xFFFF, payload)
            table.poll(0x3FFFFFFF)
            table.result(payload[0], 255)
            table.poll(0x3FFFFFFF)
    finally:
        sys.settrace(before)
    assert table.room() == 64
    assert lines > 1000
    for value in vars(table).values():
        if isinstance(value, int):
            largest = max(largest, abs(value))
    assert 0x3FFFFFFF <= largest < 2**30
