"""The port of a MicroPython board on a real MicroPython VM: a table behind the fake `machine`, its link a pair of
pipes, and the link alone with the VM's own `select`.
"""

import os
import select
import shutil
import socket
import struct
import subprocess
import threading
from pathlib import Path

import pytest

from host_tools.link.events import Fact
from host_tools.link.session import HostSession
from host_tools.registry import build, sample
from host_tools.targets.stage import stage
from host_tools.targets.vm import VM_COMMAND
from host_tools.virtual.field import FANNED
from host_tools.virtual.tag import Tag
from host_tools.virtual.timing import MID
from railbird import facts
from railbird_boards.schema import load
from tests.boards.test_schema import LINES
from tests.port.rig import Rig

FAKE = Path(__file__).parent / "fake"
TAGS = sample(5)
IMAGE = build([(uid, code) for code, uid in TAGS.items()])
S = 1_000_000

# The VM's end of the wire: a request is "name arg arg...\n" and n bytes, an answer a number, a length and bytes.
WIRE = """
import machine, struct, uselect, sys

class Wire:
    def __init__(self, fd):
        self.file = open(fd, "r+b")
        self.stdin = uselect.poll()
        self.stdin.register(sys.stdin, uselect.POLLIN)

    def ask(self, name, *args):
        data = args[-1] if args and isinstance(args[-1], bytes) else b""
        words = [str(arg) for arg in args if not isinstance(arg, bytes)]
        self.file.write((" ".join([name] + words + [str(len(data))]) + "\\n").encode() + data)
        head = self.file.read(6)
        if not head:
            sys.exit(0)
        number, size = struct.unpack("<iH", head)
        return number, self.file.read(size) if size else b""

    def __getattr__(self, name):
        if name in ("i2c_read", "uart_read", "spi"):
            return lambda *args: self.bytes_of(name, args)
        return lambda *args: self.ask(name, *args)[0]

    def bytes_of(self, name, args):
        number, data = self.ask(name, *args)
        return (number, data) if name == "i2c_read" else data

    def available(self):
        return bool(self.stdin.poll(0))

    def host_reads(self):
        return True

    def bitstream(self, pin, timing, data):
        pass

    def spi_open(self, unit, baudrate, pins):
        pass

    def now(self):
        number, data = self.ask("now")
        return struct.unpack("<Q", data)[0]

machine.wire = Wire(FD)
"""

MAIN = """
import sys
sys.path.insert(0, "fake")
import wire
from railbird.app import App
from railbird.port.mcu import Port
from railbird_boards.BOARD import BOARD
port = Port({})
app = App(port, BOARD, open("registry.bin", "rb").read())
while True:
    port.idle(app.step())
"""


def answer(rig, name, args, data):
    """What the world says to one request: a number and bytes."""
    if name == "now":
        return 0, struct.pack("<Q", rig.now())
    got = getattr(rig, name)(*args, *([data] if data else []))
    if name == "i2c_read":
        return got
    return (0, got) if isinstance(got, bytes) else (int(got or 0), b"")


@pytest.fixture
def play(tmp_path):
    """play(board, seconds, cards): the facts that a table on a VM told its host within that time."""

    def run(board, seconds, cards):
        rig = Rig(board, MID, 1)
        for zone, code in cards:
            rig.world.antenna(zone).place(Tag(TAGS[code]), FANNED)
        ours, theirs = socket.socketpair()
        ours.settimeout(60)
        stage(tmp_path, board, IMAGE, 0, source=True)
        shutil.copytree(FAKE, tmp_path / "fake")
        (tmp_path / "fake" / "wire.py").write_text(WIRE.replace("FD", str(theirs.fileno())))
        (tmp_path / "main.py").write_text(
            MAIN.replace("railbird_boards.BOARD", f"railbird_boards.{board['name']}")
        )
        host = HostSession(number=1, epoch_s=0)
        told = []
        machine = subprocess.Popen(
            [*VM_COMMAND, "-X", "heapsize=600k", "main.py"],
            cwd=tmp_path, pass_fds=[theirs.fileno()],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, bufsize=0,
        )  # fmt: skip
        theirs.close()
        rig.wait = lambda ms: rig.clock.advance(1000 * ms)
        with ours, machine, ours.makefile("rwb") as wire:
            while rig.clock.now < seconds * S:
                head = wire.readline().split()
                if not head:
                    raise AssertionError(machine.stdout.read().decode())
                data = wire.read(int(head[-1])) if head[-1] != b"0" else b""
                number, back = answer(rig, head[0].decode(), [int(arg) for arg in head[1:-1]], data)
                while select.select([machine.stdout], [], [], 0)[0]:
                    told += [
                        event
                        for event in host.feed(os.read(machine.stdout.fileno(), 4096))
                        if isinstance(event, Fact)
                    ]
                machine.stdin.write(host.poll(rig.clock.now))
                wire.write(struct.pack("<iH", number, len(back)) + back)
                wire.flush()
            machine.kill()
        return rig, told

    return run


@pytest.mark.parametrize(
    ("board", "cards"),
    [
        (load("pico_w"), [("seat_1", 0), ("seat_1", 1), ("board_1", 10), ("board_1", 11), ("board_1", 12)]),
        (LINES, [("seat_1", 0), ("seat_2", 2), ("muck", 3), ("board_1", 5)]),
    ],
    ids=["i2c", "every kind of bus"],
)
def test_a_table_on_a_micropython_vm_sees_its_cards_through_the_real_port(play, board, cards):
    _, told = play(board, 5, cards)
    sights = sorted((fact.zone, fact.code) for fact in told if fact.kind == facts.SIGHT)
    assert sights == sorted((facts.zone_id(zone), code) for zone, code in cards)


LINK = """
import sys
sys.path[0:0] = ["only"]
from railbird.port.mcu import Link, Port
import gc, time

link = Link()
buf = bytearray(40)
out = bytearray(b"ready\\n")
link.read(buf)  # the first call of anything may allocate
link.write(out, 6)
until = time.ticks_add(time.ticks_ms(), 20000)
size = 0
gc.collect()
gc.disable()
least = 1 << 30
while not (size and buf[size - 1] == 10) and time.ticks_diff(until, time.ticks_ms()) > 0:
    before = gc.mem_alloc()
    size = link.read(buf)
    least = min(least, gc.mem_alloc() - before)
print("got", size, bytes(buf[:size]), "allocated", least)
"""


def test_the_link_on_the_vms_own_pipes(tmp_path):
    """What arrives is read byte by byte, without waiting for a full buffer, and nothing is allocated."""
    stage(tmp_path, load("pico_w"), IMAGE, 0, source=True)
    (tmp_path / "only").mkdir()
    (tmp_path / "only" / "machine.py").write_text((FAKE / "machine.py").read_text())
    (tmp_path / "link.py").write_text(LINK)
    machine = subprocess.Popen(
        [*VM_COMMAND, "link.py"], cwd=tmp_path,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, bufsize=0,
    )  # fmt: skip
    timer = threading.Timer(60, machine.kill)
    timer.start()
    with machine:
        assert machine.stdout.readline() == b"ready\n"
        machine.stdin.write(b"~abc\x04\x01def\n")
        said = machine.stdout.read().decode()
        timer.cancel()
    assert said == "got 10 b'~abc\\x04\\x01def\\n' allocated 0\n"


QUIET = """
import sys
sys.path[0:0] = ["only"]
import gc, time
from railbird.port.mcu import Bus, Link, Port
from railbird.port.mcu_parts import Spi, Uart
from railbird.rfid.frame import command
from railbird.rfid.hsu import HsuTrunk
from railbird.rfid.irq import IrqTrunk
from railbird.rfid.spi import SpiTrunk

ANSWER = bytearray(b"\\x00\\x00\\xff\\x03\\xfd\\xd5\\x4b\\x00\\xe0\\x00")

class Chip:
    # A unit that answers at once and makes nothing.
    def writeto(self, addr, buf):
        return len(buf)
    def readfrom_into(self, addr, buf):
        pass
    def write(self, buf):
        return len(buf)
    def write_readinto(self, out, into):
        into[len(into) - 1] = 0x80
    def readinto(self, buf):
        n = min(len(buf), len(ANSWER))
        for i in range(n):
            buf[i] = ANSWER[i]
        return n if self.waiting else 0
    def __call__(self, level=0):
        return 0

def bare(kind, **fields):
    # One without the units of its own.
    class Made(kind):
        def __init__(self):
            for name, value in fields.items():
                setattr(self, name, value)
    return Made()

chip = Chip()
chip.waiting = False
bus = bare(Bus, _i2c=chip)
spi = bare(Spi, _spi=chip, _selects={20: chip})
spi.connect = lambda select: None
link = Link()
port = bare(Port, link=link, _incoming=link.incoming, _watchdog=None)
spi_trunk = SpiTrunk(spi, 20)
hsu_trunk = HsuTrunk(bare(Uart, _uart=chip))
irq = IrqTrunk(spi_trunk, chip)
frame = command(b"\\x4a\\x01\\x00")
view = memoryview(bytearray(24))

def ticks():
    port.idle(port.ticks_us() + 1500 & 0x3FFFFFFF)
def i2c():
    bus.write(0x24, frame)
    bus.read(0x24, view)
def over_spi():
    irq.write(0, 0, frame)
    irq.read(0, 0, view)
def over_uart():
    chip.waiting = False
    hsu_trunk.write(0, 0, frame)
    chip.waiting = True
    hsu_trunk.read(0, 0, view)

for step in (ticks, i2c, over_spi, over_uart):
    for _ in range(4):
        step()
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    for _ in range(16):
        step()
    after = gc.mem_alloc()
    gc.enable()
    print(after - before, end=" ")
"""


def test_waiting_and_transactions_allocate_nothing(tmp_path):
    """Sixteen of each: waits, and a write and a read over I2C, SPI with an IRQ line, and a UART."""
    stage(tmp_path, load("pico_w"), IMAGE, 0, source=True)
    (tmp_path / "only").mkdir()
    (tmp_path / "only" / "machine.py").write_text((FAKE / "machine.py").read_text())
    (tmp_path / "quiet.py").write_text(QUIET)
    done = subprocess.run(
        [*VM_COMMAND, "quiet.py"],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout.split() == ["0", "0", "0", "0"], done.stdout
