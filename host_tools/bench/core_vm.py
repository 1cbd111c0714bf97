"""The two walkers compared on the MicroPython VM: one process with the firmware as it is flashed hears the inputs of
hand after hand, each step followed by what the engine says of the hand then.

Nothing of it goes by a table on CPython: what the VM is held against comes from the engine alone.
"""

import random
import subprocess
import tempfile
from pathlib import Path

from host_tools.bench.core import Mismatch, Step, Walk, hand_for
from host_tools.targets.names import attributes
from host_tools.targets.stage import flash_names, stage
from host_tools.targets.vm import HEAP, VM_COMMAND
from railbird import facts
from railbird_boards.schema import load

# A hand: 2 bytes up zones, 4 bytes length; for each step the number of inputs, 5 bytes an input, and the engine's word.
_SCRIPT = """
import sys
from railbird import table as module

verdicts = 0

def emit(kind, zone, code, ref, arg):
    global verdicts
    verdicts += kind == VERDICT

def play(hand, table):
    steps = now = at = 0
    while at < len(hand):
        refused = 0
        for _ in range(hand[at]):
            kind, zone, code, low, high = hand[at + 1:at + 6]
            if kind == COMMAND:
                refused = refused or table.check(code, zone, low | high << 8)
            now += 300
            table.apply(now, kind, zone, code, low | high << 8)
            at += 5
        at += 1
        deal = table.deal
        said = bytes((table.expected, table.live & 255, table.live >> 8,
            deal.got(BURN) - deal.back(BURN), deal.stub(), table.doubt, verdicts, refused))
        said += bytes([table.deck.where(card) for card in range(52)])
        if said != hand[at:at + len(said)]:
            print("hand", hands, "step", steps, "says", list(said), "for", list(hand[at:at + len(said)]))
            sys.exit()
        at += len(said)
        steps += 1
    return steps

hands = steps = 0
while True:
    head = sys.stdin.buffer.read(6)
    if not head:
        break
    hand = sys.stdin.buffer.read(int.from_bytes(head[2:], "little"))
    steps += play(hand, module.Table(emit, int.from_bytes(head[:2], "little")))
    hands += 1
print(hands, steps)
"""
_NONE = 255  # no zone is in doubt


def packed(seed: str) -> tuple[bytes, int]:
    """One hand as the VM reads it, and its steps."""
    rng = random.Random(seed)
    hand = hand_for(rng)
    text, steps = bytearray(), 0
    for step in Walk(hand, rng).steps():
        text.append(len(step.inputs))
        for kind, zone, code, arg in step.inputs:
            text += bytes((kind, zone, code, arg & 255, arg >> 8))
        text += _word(step)
        steps += 1
    return hand.ups.to_bytes(2, "little") + len(text).to_bytes(4, "little") + text, steps


def _word(step: Step) -> bytes:
    """What the engine says after a step: no doubt, no verdict, no command refused."""
    return (
        bytes((step.expected, step.live & 255, step.live >> 8, step.burns, step.stub, _NONE, 0, 0))
        + step.places
    )


def compare_on_vm(hands: int, seed: int) -> dict[str, int]:
    """Plays `hands` hands on one VM; counts of what was played. Raises Mismatch with the hand's seed at the first
    difference.
    """
    with tempfile.TemporaryDirectory(prefix="railbird-") as name:
        folder = Path(name)
        stage(folder, load("casino_11"), b"", 0)
        numbers = (
            f"COMMAND, VERDICT, BURN = {facts.COMMAND}, {facts.VERDICT}, {facts.Z_BURN}"  # a flash has none
        )
        (folder / "walk.py").write_text(numbers + attributes(_SCRIPT, flash_names()))
        process = subprocess.Popen(
            [*VM_COMMAND, "-X", f"heapsize={HEAP}", "walk.py"],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        assert process.stdin is not None
        played: list[int] = []
        for number in range(hands):
            hand, steps = packed(f"{seed}:{number}")
            try:
                process.stdin.write(hand)
            except BrokenPipeError:  # it has found a difference
                break
            played.append(steps)
        said = process.communicate()[0].decode(errors="replace").strip()
    if said != f"{hands} {sum(played)}":
        mismatch = Mismatch(f"seed {seed}, {said}")
        mismatch.counts = {"hands": len(played), "steps": sum(played)}
        raise mismatch
    return {"hands": hands, "steps": sum(played)}
