"""Bench of the firmware itself: what its code weighs, what its hot path allocates on a real VM."""

import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

from host_tools.bench.replay import START
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

class Files:
    def write(self, number, buf, size):
        return 0

table = Table(emit)
journal = Journal(Files())
session = Session(Wire(), 1, "bench", "0")
table.apply(0, facts.COMMAND, 9, facts.OP_HAND, 0x1FF)

def sighting(n):
    journal.append(n, facts.SIGHT, 1 + n % 9, n % 52, 0)
    table.apply(n, facts.SIGHT, 1 + n % 9, n % 52, 0)
    journal.flush()

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


_LOADED = f"""
import sys
from railbird import app, assembly
from railbird.port import virtual, virtual_flash
from railbird.rfid import wiring
from railbird.storage import recovery
print(*[name for name in sys.modules if name.startswith("railbird") and name not in {START}])
"""


def mpy_sizes(folder: Path, modules: Iterable[str]) -> dict[str, int]:
    """The bytes of each module's .mpy on a flash, the largest first."""
    sizes = {}
    for name in modules:
        path = folder.joinpath(*name.split("."))
        file = path / "__init__.mpy" if path.is_dir() else path.with_suffix(".mpy")
        sizes[name] = file.stat().st_size
    return dict(sorted(sizes.items(), key=lambda item: -item[1]))


def resident(board: str = "casino_11") -> dict[str, int]:
    """Bytes of the .mpy of every module that a table keeps loaded: what main.py imports, and their imports. What only
    the start needs is let go after it, the board's own too.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        stage(folder, load(board), b"", 0)
        return mpy_sizes(folder, _run(folder, _LOADED))


def allocated() -> tuple[int, int]:
    """Bytes allocated by one sighting and by one packet, the collector off, mean of 40, on the 64-bit VM.

    From source: the script names constants, which a flash has no more.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        stage(folder, load("casino_11"), b"", 0, source=True)
        sighting, packet = _run(folder, _SCRIPT)
    return int(sighting), int(packet)


def _run(folder: Path, script: str) -> list[str]:
    """The words that a script prints on the 64-bit VM with the flash in `folder`."""
    (folder / "bench.py").write_text(script)
    done = subprocess.run([*VM_COMMAND, "bench.py"], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.split()
