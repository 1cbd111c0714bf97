"""The whole firmware once more on a recorded trace, with its heap watched: on 64-bit words and on 32-bit words.

A trace holds every byte that crossed the socket of the virtual port, requests and answers in their order. The port
opens the file instead: what it asks is written over what it asked then, and what it is told comes next. So the same
firmware meets the same world on a VM that has no sockets, and whether it asked the same can be compared afterwards.
"""

import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from host_tools.targets import vm, vm32
from host_tools.targets.names import attributes
from host_tools.targets.stage import flash_names
from railbird.port.virtual import LINE, LINK_READ, LINK_WRITE, OUTPUT, READ, WRITE
from railbird.port.virtual_flash import FLASH_ERASE, FLASH_PROGRAM, FLASH_READ, UNIT

TRACE = "trace.bin"  # under the name by which the settings of the folder call it
_RECORDED = "recorded.bin"
_STEPS = 1000  # of the firmware's loop between two looks at the heap: what writes to the flash leave must fit
_STEPS_AN_IDLE = 8  # at most, on the mean: not every step ends with a wait
_WEIGHED = 250  # of them, with a look at the heap after each

# What main.py runs is held back, so that the heap can be looked at between its steps.
_BEGIN = f"""
import gc, micropython, sys

sys.path[:] = [""]

class aes:
    # In place of the one that a board has, where the VM has none: what leaves is as long and says nothing.
    def __init__(self, key, mode):
        self.encrypt = self.decrypt = bytes

try:
    import cryptolib
except ImportError:
    aes.aes = aes
    sys.modules["cryptolib"] = aes

class Link:
    # Counts what the session sends.
    def __init__(self, link):
        self.read = link.read
        self.link = link
        self.writes = 0

    def write(self, buf, n):
        self.writes += 1
        return self.link.write(buf, n)

class Files:
    # The requests of littlefs as they were recorded, where the VM has none: nothing of them is asked anew.
    def __init__(self, port):
        self.port = port
        self.pass_over()

    def pass_over(self):
        wire = self.port.wire
        head = bytearray(8)
        while wire.readinto(head) == 8:
            if not {FLASH_READ} <= head[0] <= {FLASH_ERASE}:
                wire.seek(-8, 1)
                break
            size = head[3] * {UNIT}
            if head[0] == {FLASH_PROGRAM}:
                wire.seek(size, 1)
            self.port.fill(self.port._reply)
            if head[0] == {FLASH_READ}:
                wire.seek(size, 1)

    def read(self, number, buf):
        self.pass_over()
        return 0

    def write(self, number, buf, size):
        self.pass_over()
        return 0

def hold(the_port, board, image, chips, identity, serve, release):
    global port, firmware, link
    port = the_port
    firmware = app.App(port, board(), image, chips, identity)
    link = firmware.session._link = Link(port.link)

def begin():
    global app
    from railbird import app
    from railbird.port import virtual
    import os
    if not hasattr(os, "VfsLfs2"):
        virtual.Port.files = lambda port: Files(port)
    app.run = hold
    import main

port = firmware = link = app = None
over = False
most = [0, 0, 0, 0]  # bytes allocated at most by a step with an input, with a packet, by any other; by one that writes

def turn():
    global over
    if over:
        return
    gc.disable()
    try:
        for _ in range({_WEIGHED}):
            opened = firmware.session.open
            seq = firmware.seq
            writes = link.writes
            flushes = firmware.journal.flushes
            before = gc.mem_alloc()
            until = firmware.step()
            after = gc.mem_alloc()
            if firmware.journal.flushes != flushes:
                most[3] = max(most[3], after - before)
                port.idle(until)
                continue
            if firmware.seq != seq:
                most[0] = max(most[0], after - before)
            if link.writes != writes and opened:  # a host's greeting may allocate
                most[1] = max(most[1], after - before)
            if firmware.seq == seq and link.writes == writes:
                most[2] = max(most[2], after - before)
            port.idle(until)
        for _ in range({_STEPS - _WEIGHED}):
            port.idle(firmware.step())
    except SystemExit:
        over = True

def look():
    micropython.mem_info()

def compare():
    # Heads and bus traffic have to be the same; what the link carries tells of the heap.
    port.wire.close()
    asked = differ = 0
    one = bytearray(8)
    other = bytearray(8)
    data = bytearray(256)
    same = bytearray(256)
    with open("{TRACE}", "rb") as new, open("{_RECORDED}", "rb") as old:
        while new.readinto(one) == 8 and old.readinto(other) == 8:
            asked += 1
            op, n = one[0], one[3]
            right = one == other and ({WRITE} <= op <= {LINE} or op >= {FLASH_READ})
            if op >= {FLASH_READ}:
                n *= {UNIT}
                if op == {FLASH_PROGRAM}:
                    right = new.read(n) == old.read(n) and right
            if op == {WRITE} or op == {LINK_WRITE} or op == {OUTPUT}:
                new.readinto(data, n)
                old.readinto(same, n)
                right = right and (op == {LINK_WRITE} or data[:n] == same[:n])
            if not right:
                differ += 1
            skip = 12 + (n if op == {READ} or op == {LINK_READ} or op == {FLASH_READ} else 0)
            new.read(skip)
            old.read(skip)
    modules = [name for name in sys.modules if name.startswith("railbird")]
    print("end", over, asked, differ, most[0], most[1], most[2], most[3], ",".join(modules))
"""
START = (
    "slots",
    "start",
    "railbird.link.formats",
    "railbird.rfid.wiring",
    "railbird.assembly",
    "railbird.storage.recovery",
)
_SCRIPTS = {
    "look": "look()",
    "begin": "begin()\ngc.collect()",
    "turn": "turn()\ngc.enable()\ngc.collect()",
    "compare": "compare()",
}
_LOOK = re.compile(r"GC: total: (\d+), used: (\d+), free: (\d+)")
_LARGEST = re.compile(r"max free sz: (\d+)")


class ReplayError(Exception):
    """A replay that did not run to its end; the message has what the VM printed."""


class Replay(NamedTuple):
    """What a replay showed. Bytes; `live` and `largest_free` are the worst of all looks after a collection."""

    live: int  # beyond what the bare VM holds
    largest_free: int
    heap: int  # free before the firmware came
    input_bytes: int  # allocated at most by a step of the loop in which an input was journaled
    packet_bytes: int  # in which a packet was sent
    poll_bytes: int  # by any other: readers polled
    write_bytes: int  # by one that put inputs on flash
    requests: int
    different: int  # requests unlike those recorded
    modules: tuple[str, ...]  # what has been imported of the firmware


def on_64_bits(folder: Path, idles: int) -> Replay:
    """The replay of `folder` on the unix port, in a heap that suits its words; its loop waited `idles` times."""
    scripts = _write(folder, idles, ())
    driver = folder.parent / "driver.py"
    driver.write_text(
        "".join(f"exec(open({str(script)!r}).read())\ngc.collect()\n" for script in scripts),
    )
    command: list[str | Path] = [*vm.VM_COMMAND, "-X", f"heapsize={vm.HEAP}", driver]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600, check=False)
    return _read(done, 64)


def on_32_bits(folder: Path, idles: int, modules: Sequence[str]) -> Replay:
    """The same on 32-bit words, in the heap of a Pico; where the gauge is there (`vm32.absent`).

    That VM collects only between scripts. A board collects while it loads (main.py), so here `modules` are loaded by
    a script each, and so are those that only the start needs.
    """
    return _read(vm32.run(folder, _write(folder, idles, (*modules, *START))), vm32.WORD_BITS)


def _write(folder: Path, idles: int, modules: Sequence[str]) -> list[Path]:
    """Lays the scripts beside the folder, and the trace into it as it was recorded; the order in which they run."""
    recorded = folder / _RECORDED
    if not recorded.exists():
        shutil.copyfile(folder / TRACE, recorded)
    shutil.copyfile(recorded, folder / TRACE)
    turns = ["turn", "look"] * (idles * _STEPS_AN_IDLE // _STEPS + 1)
    loads = {name: f"import {name}\ngc.collect()" for name in modules}
    names = flash_names()
    for name, text in {"define": _BEGIN, **_SCRIPTS, **loads}.items():
        (folder.parent / f"{name}.py").write_text(attributes(text, names))
    order = ("define", "look", *loads, "begin", "look", *turns, "compare")
    return [folder.parent / f"{name}.py" for name in order]


def _read(done: subprocess.CompletedProcess[str], bits: int) -> Replay:
    lines = done.stdout.splitlines()
    if done.returncode or not lines or not lines[-1].startswith("end True "):
        raise ReplayError(
            f"the replay on {bits}-bit words ended with {done.returncode}: {done.stdout[-2000:]}"
        )
    looks = [tuple(map(int, found)) for found in _LOOK.findall(done.stdout)]
    largest = [bits // 2 * int(found) for found in _LARGEST.findall(done.stdout)]
    (heap, bare, free), later = looks[0], looks[1:]
    if any(total != heap for total, _, _ in later):
        raise ReplayError(f"the heap of {heap} bytes was too small on {bits}-bit words")
    _, _, *numbers, modules = lines[-1].split()
    requests, different, inputs, packets, polls, writes = map(int, numbers)
    return Replay(
        max(used for _, used, _ in later) - bare, min(largest[1:]), free,
        inputs, packets, polls, writes, requests, different, tuple(modules.split(",")),
    )  # fmt: skip
