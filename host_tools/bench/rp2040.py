"""Bench of the emulated Pico: memory and processor costs of the firmware on the stock image, beside the timing table.

The board runs a main.py of the bench, which times parts of the firmware, then runs the table as `railbird.app.run` does
with a look at the clock round each step of the loop. It prints what it has found now and then among the packets; the
host takes the last. Times are microseconds of the emulated board: 125 MHz, and no misses of the flash's cache, which a
real board has.
"""

import json
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from host_tools.bench.memory import stay, until_shown
from host_tools.bringup.flashed import provisioned
from host_tools.simulation.table import SimulatedTable
from host_tools.targets.names import attributes
from host_tools.targets.rp2040 import Rp2040
from host_tools.targets.stage import compile_all, flash_names
from host_tools.targets.vm import VmDied
from host_tools.virtual.dealer import Moves
from host_tools.virtual.players import Script, evening
from host_tools.virtual.timing import MID, Processor
from railbird_boards.schema import load

BOARD, SEATS, GAME = "pico_w", 4, "holdem"
MARK = "measured "
_REPEATED = 50
_ALIKE = 1.5  # times; what is further from the timing table is said to differ
_REPORT_MS = 2000
_WIRE_US = 20 * 313 * 8 / 1000  # START, address and one byte with their acknowledges, STOP

_SCRIPT = f"""
import gc
import json, sys, time
import slots, start

ticks = time.ticks_us
costs = {{}}

def timed(name, times, call):
    least = 1 << 29
    for _ in range(3):  # the console is being set up meanwhile: what interrupts is not the call's
        gc.collect()
        gc.disable()  # what a collection takes is measured by itself
        took = []
        for one in (lambda: None, call):
            began = ticks()
            for _ in range(times):
                one()
            took.append(time.ticks_diff(ticks(), began))
        least = min(least, took[1] - took[0])
        gc.enable()
    costs[name] = least / times

def parts(port, bus, address):
    from railbird.rfid import frame
    from railbird.link import mac
    from hashlib import sha256
    read = port.bus(bus).read
    byte = bytearray(1)
    timed("bus", {_REPEATED}, lambda: read(address, byte))
    answer = bytearray(b"\\x01\\x00\\x00\\xff\\x08\\xf8\\xd5\\x4b\\x01\\x01\\x00\\x44\\x00\\x04\\x96\\x00")
    parse = frame.parse
    size = len(answer)
    timed("parse", {_REPEATED}, lambda: parse(answer, 1, size))
    digest = mac.Mac(bytes(32)).digest
    text = bytes(22)
    timed("mac", {_REPEATED}, lambda: digest(text))
    timed("sha256_kb", 10, lambda: sha256(kilobyte).digest())
    slot = slots.read()["run"]
    with open(slot + "/" + slots.MANIFEST, "rb") as file:
        manifest = file.read()
    with open(slot + "/" + slots.SIGNATURE, "rb") as file:
        signature = file.read()
    timed("signature", 1, lambda: slots.signed(manifest, signature))
    for name in ("railbird.link.mac", "railbird.link"):
        sys.modules.pop(name, None)

kilobyte = bytes(1024)
run, port, name, registry, chips, identity, version = start.table()
place = "railbird_boards." + name
board = __import__(place, None, None, (name,)).BOARD
parts(port, board["buses"][0], board["muxes"][0][1])
del sys.modules[place], sys.modules["railbird_boards"], sys.modules["start"], sys.modules["slots"]
del start, slots, parts, timed, kilobyte, place, run
from railbird import app
gc.collect()
began = ticks()
firmware = app.App(port, board, registry, chips, identity, None, version)
costs["app"] = time.ticks_diff(ticks(), began)
del board
while firmware.recovery is not None:
    port.idle(firmware.step())

class Link:
    def __init__(self, link):
        self.read = link.read
        self.link = link
        self.writes = 0

    def write(self, buf, n):
        self.writes += 1
        return self.link.write(buf, n)

link = firmware.session._link = Link(port.link)
# Steps of the loop with an input, with a packet, that wrote to the flash, any other: number, microseconds, the most.
found = [[0, 0, 0] for _ in range(4)]
report = time.ticks_add(time.ticks_ms(), {_REPORT_MS})
while True:
    seq = firmware.seq
    writes = link.writes
    flushes = firmware.journal.flushes
    began = ticks()
    until = firmware.step()
    took = time.ticks_diff(ticks(), began)
    if firmware.journal.flushes != flushes:
        row = found[2]
    elif firmware.seq != seq:
        row = found[0]
    elif link.writes != writes:
        row = found[1]
    else:
        row = found[3]
    row[0] += 1
    row[1] += took
    if took > row[2]:
        row[2] = took
    port.idle(until)
    if time.ticks_diff(time.ticks_ms(), report) >= 0:
        began = ticks()
        gc.collect()
        costs["gc"] = time.ticks_diff(ticks(), began)
        print()
        import micropython
        micropython.mem_info()
        print("{MARK}" + json.dumps([costs, found, gc.mem_free()]))
        report = time.ticks_add(time.ticks_ms(), {_REPORT_MS})
"""

# What the timing table says, and under which name the bench has it.
_TABLE = {
    "one bus call with its loop, without the wire": ("bus", "bus", 1),
    "parsing a 15-byte frame": ("parse", "parse", 15),
    "one MAC: HMAC-SHA256 of 22 bytes": ("mac", "hmac", 1),
    "SHA-256 of 1 KB": ("sha256_kb", "sha256", 1024),
    "one signature: RSA-3072 verified": ("signature", "rsa", 1),
    "gc.collect, full table": ("gc", "gc", 1),
}


def measure(uf2: Path, seed: int = 1) -> dict[str, Any]:
    """Everything, while one hand is dealt to a full table up to its last card."""
    lines: list[str] = []
    heard: list[int] = []
    machine = partial(
        Rp2040, uf2=uf2, flashed=lambda board, table: provisioned(board, {**table, **board_files()})
    )
    table = SimulatedTable(
        load(BOARD), MID, seed, on_log=lines.append, on_fact=lambda now, _: heard.append(now), machine=machine
    )
    with table:
        script = next(evening(GAME, range(1, SEATS + 1), seed))
        table.run(_dealt(table, Script(script.begin, script.draw, stay)))
    found = figures(lines)
    loops = sum(row["steps"] for row in found["loop"])
    buses = table.world.buses.values()
    return {
        **found,
        "boot_to_first_fact_ms": heard[0] // 1000,
        "transactions_a_loop": round(sum(bus.transactions for bus in buses) / loops, 2),
        "wire_us_a_loop": round(sum(bus.wire_us for bus in buses) / loops),
        "emulated_s": round(table.clock.now / 1e6, 1),
    }


def board_files() -> dict[str, bytes]:
    """The bench's own main.py, compiled, with the names that the flashed firmware has."""
    with TemporaryDirectory(prefix="railbird-") as name:
        folder = Path(name)
        (folder / "measure.py").write_text(attributes(_SCRIPT, flash_names()))
        compile_all(folder, [Path("measure.py")])
        compiled = (folder / "measure.mpy").read_bytes()
    first = b"import micropython\nmicropython.kbd_intr(-1)\nimport measure\n"
    return {"main.py": first, "measure.mpy": compiled}


def _dealt(table: SimulatedTable, script: Script) -> Moves:
    yield from until_shown(table, script)
    yield 2 * _REPORT_MS * 1000


def figures(lines: list[str]) -> dict[str, Any]:
    """What the board printed last, as rows; VmDied where it printed nothing."""
    reports = [line for line in lines if line.startswith(MARK)]
    free_blocks = [line for line in lines if "max free sz:" in line]
    if not reports or not free_blocks:
        raise VmDied(f"the board measured nothing; it printed {lines[-5:]}")
    costs, found, free = json.loads(reports[-1].removeprefix(MARK))
    costs["bus"] -= _WIRE_US
    processor = Processor()
    rows = []
    for what, (name, kind, units) in _TABLE.items():
        table_us = processor.cost_us(kind, units, 1)
        rows.append(
            {
                "what": what,
                "measured_us": round(costs[name]),
                "timing_us": table_us,
                "ratio": round(costs[name] / table_us, 2),
                "differs": not 1 / _ALIKE < costs[name] / table_us < _ALIKE,
            }
        )
    steps = ("one card sighting", "one packet", "one write to the flash", "one loop without either")
    loops = [
        {"what": what, "steps": n, "mean_us": round(total / n) if n else None, "max_us": most}
        for what, (n, total, most) in zip(steps, found, strict=True)
    ]
    return {
        "board": BOARD,
        "seats": SEATS,
        "heap_free_bytes": free,
        "heap_largest_free_bytes": 16 * int(free_blocks[-1].rpartition("max free sz:")[2]),
        "start_of_the_app_ms": round(costs["app"] / 1000),
        "processor": rows,
        "loop": loops,
    }
