"""Bench of the firmware itself: what its code weighs, what its hot path allocates on a real VM."""

import subprocess
import tempfile
from pathlib import Path

from host_tools.targets.stage import stage
from host_tools.targets.vm import VM_COMMAND
from railbird_boards.schema import load

_SCRIPT = """
import gc, sys
from railbird import facts
from railbird.link.session import Session
from railbird.storage.journal import Journal
from railbird.table import Table

class Wire:
    def read(self, buf):
        return 0
    def write(self, buf, n):
        return n

def emit(kind, zone, code, ref, arg):
    pass

table = Table(emit)
journal = Journal()
session = Session(Wire(), 1, "bench", "0")
table.apply(0, facts.COMMAND, 9, facts.OP_HAND, 0x1FF)

def sighting(n):
    journal.append(n, facts.SIGHT, 1 + n % 9, n % 52, 0)
    table.apply(n, facts.SIGHT, 1 + n % 9, n % 52, 0)
    journal.trim(n)

def packet(n):
    session.fact(n, n, 1, 1, 1, 1, 1)
    session.poll(n)

def cost(step):
    for n in range(8):
        step(n)
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    for n in range(8, 48):
        step(n)
    after = gc.mem_alloc()
    gc.enable()
    return (after - before) // 40

print(cost(sighting), cost(packet))
"""


def mpy_bytes() -> int:
    """Bytes of all resident device code, compiled by mpy-cross, with one board."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        stage(folder, load("casino_11"), b"", 0)
        return sum(path.stat().st_size for path in folder.rglob("*.mpy"))


def allocated() -> tuple[int, int]:
    """Bytes allocated by one sighting and by one packet, the collector off, mean of 40, on the 64-bit VM."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        stage(folder, load("casino_11"), b"", 0)
        (folder / "bench.py").write_text(_SCRIPT)
        done = subprocess.run(
            [*VM_COMMAND, "bench.py"], cwd=folder, capture_output=True, text=True, check=True
        )
    sighting, packet = done.stdout.split()
    return int(sighting), int(packet)
