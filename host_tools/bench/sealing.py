"""What hashing and sealing take: time at a simulated table, memory on a MicroPython VM with the collector off."""

import subprocess
import tempfile
from itertools import islice
from pathlib import Path
from typing import Any

from host_tools.simulation.table import SimulatedTable, simulated
from host_tools.targets import vm32
from host_tools.targets.stage import FIRMWARE
from host_tools.targets.vm import VM_COMMAND
from host_tools.virtual.players import evening
from host_tools.virtual.timing import MID
from railbird.link import mac
from railbird_boards.schema import load

_SCRIPT = """
import gc, sys
from railbird.link.auth import Guard, Entropy
from railbird.link.mac import Mac
try:
    from railbird.link import seal
    from railbird.storage.chain import Log
except ImportError:
    seal = None  # no AES here

guard = Guard(bytes(8), bytes(32), Entropy(bytes(32), lambda: 7))
guard._mine = Mac(bytes(32))
fact = bytearray(27)
log = Log(Mac(bytes(32))) if seal else None
key = Mac(bytes(32))
hand = bytes(4)

def frame(n):
    guard.seal(fact, 0, 27)

def record(n):
    log.block(n, 1000, 1, 2, 3, 4)

def card(n):
    seal.sealed(seal.card_key(key, n), n, n, hand)

def cost(step):
    for n in range(4):
        step(n)
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    for n in range(4, 24):
        step(n)
    after = gc.mem_alloc()
    gc.enable()
    return (after - before) // 20

print(cost(frame), cost(record) if seal else -1, cost(card) if seal else -1)
"""


def macs(hands: int = 2, seed: int = 1, seats: int = 9) -> dict[str, Any]:
    """HMACs of a simulated table in play mode, the frames and the log together: how many a fact and a hand, what one
    takes by the timing profile (mid, its processor factor) and all of them of the table's time.
    """
    table = SimulatedTable(load("casino_11"), MID, seed, local=True, **simulated(seed))
    mac.made[0] = 0  # what else was hashed in this process is not this table's
    with table:
        table.play(islice(evening("holdem", range(1, seats + 1), seed), hands))
    done, one_us = table.world.charged["hmac"], MID.cost_us("hmac", 1)
    return {
        "hands": hands,
        "one_ms": one_us / 1000,
        "a_fact": round(done / table.audit.facts, 2),
        "a_hand": round(done / hands),
        "share": round(done * one_us / table.world.clock.now, 4),
    }


def told(macs: dict[str, Any]) -> str:
    """`macs` in words."""
    return (
        f"an HMAC takes {macs['one_ms']:.2f} ms; {macs['a_fact']} of them a fact, {macs['a_hand']} a hand, "
        f"{100 * macs['share']:.1f} % of the table's time"
    )


def allocated() -> list[dict[str, Any]]:
    """Bytes allocated by one frame under a MAC, one record of the chain and one sealed card, mean of 20; by word size.
    The VM with 32-bit words has no AES, so record and card are None there; without that VM its row is left out.
    """
    rows = []
    with tempfile.TemporaryDirectory() as name:
        script = Path(name) / "script.py"
        script.write_text(f"import sys\nsys.path.insert(0, {str(FIRMWARE)!r})\n" + _SCRIPT)
        done = subprocess.run([*VM_COMMAND, script], capture_output=True, text=True, check=True)
        rows.append(_row(64, done.stdout))
        if not vm32.absent():
            script.write_text(_SCRIPT)
            rows.append(_row(vm32.WORD_BITS, vm32.run(FIRMWARE, [script]).stdout))
    return rows


def _row(bits: int, printed: str) -> dict[str, Any]:
    frame, record, card = (int(word) if int(word) >= 0 else None for word in printed.split())
    rest = (
        "no AES there for the rest" if card is None else f"a record of the log {record}, a sealed card {card}"
    )
    return {
        "word_bits": bits,
        "frame_bytes": frame,
        "record_bytes": record,
        "card_bytes": card,
        "text": f"a frame {frame} bytes, {rest}",
    }
