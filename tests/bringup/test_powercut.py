"""Power that goes at any flash operation of a deployment or a registration: the board starts the old firmware or the
new one, and knows the old tags or the new ones, whole.

The operations are those that littlefs did on the board's flash. The image is built up to each of them, the last one
torn; a fresh board starts from it. `RAILBIRD_CUTS=all` tries every operation with all three tears.
"""

import hashlib
import os
import struct
import subprocess
from pathlib import Path

import pytest

from host_tools.bringup import image
from host_tools.bringup.bench import at_bench
from host_tools.registry import encode
from host_tools.targets.pty_board import BLOCK, BLOCKS, PtyBoard
from host_tools.targets.stage import FIRMWARE
from host_tools.targets.vm import VM_COMMAND
from tests.bringup.conftest import greeting, read_flash

PROGRAM = 1
SLICE = 24


def operations(log: bytes):
    """(kind, block, offset, bytes) of each operation."""
    at = 0
    found = []
    while at < len(log):
        kind, block, offset, size = struct.unpack_from("<BHHH", log, at)
        at += 7
        found.append((kind, block, offset, log[at : at + size]))
        at += size
    return found


def apply(flash: bytearray, operation, done: int | None = None) -> None:
    """Do an operation, or its first `done` bytes: a program clears bits, an erase sets them."""
    kind, block, offset, data = operation
    if kind != PROGRAM:
        data = b"\xff" * BLOCK
    data = data if done is None else data[:done]
    start = block * BLOCK + offset
    for at, byte in enumerate(data, start):
        flash[at] = flash[at] & byte if kind == PROGRAM else byte


def tears(operation):
    """How many bytes are done when power goes: none, half, all but one."""
    size = len(operation[3]) if operation[0] == PROGRAM else BLOCK
    return (0, size // 2, size - 1)


@pytest.fixture
def deployment(provisioned, deploy, board, tmp_path):  # noqa: ARG001
    """A flash before a deployment, its operations, and the two firmwares by their digests."""
    log = tmp_path / "operations.bin"
    board.power_off()
    before = board.image.read_bytes()
    begun = log.stat().st_size
    board.power_on()
    board.wait_for_port()
    deploy({"railbird/words.mpy": image.starters()["slots.mpy"]})
    board.power_off()
    whole = log.read_bytes()
    state, slots = read_flash(board.image)
    assert (state["run"], state["back"], state["floor"]) == ("b", "a", 2)
    return before, operations(whole[begun:]), slots["a"], slots["b"], board


def images(before: bytes, done, cuts):
    """The cut, and the flash that it leaves, of each of them in the order of the operations."""
    flash = bytearray(before)
    applied = 0
    for at, tear in sorted(cuts):
        while applied < at:
            apply(flash, done[applied])
            applied += 1
        torn = bytearray(flash)
        apply(torn, done[at], tear)
        yield at, tear, torn


def started(folder: Path) -> str:
    """What a fresh board starts from the flash in a folder: how it greets a host."""
    with PtyBoard(folder) as one:
        return greeting(one)


def test_power_cut_at_any_flash_operation(deployment, tmp_path):
    before, done, old, new, _ = deployment
    assert len(done) > 300
    cuts = [(i, tear) for i, operation in enumerate(done) for tear in tears(operation)]
    if os.environ.get("RAILBIRD_CUTS") != "all":
        # The switch, the trial and the confirmation are the last thirty; the rest by even steps.
        cuts = cuts[-90 :: 90 * 2 // SLICE] + cuts[: -90 : (len(cuts) - 90) * 2 // SLICE]
    seen = set()
    for at, tear, torn in images(before, done, cuts):
        folder = tmp_path / f"cut{at}-{tear}"
        folder.mkdir()
        (folder / "flash.bin").write_bytes(torn)
        version = started(folder)
        state, slots = read_flash(folder / "flash.bin")
        wanted = {"0.1.0+1": old, "0.1.0+2": new}
        assert version in wanted, f"operation {at}, {tear} bytes done"
        assert slots[state["run"]] == wanted[version], f"operation {at}, {tear} bytes done"
        seen.add(version)
        (folder / "flash.bin").unlink()
    assert seen == {"0.1.0+1", "0.1.0+2"}


READ = f"""
import hashlib, sys
sys.path[:0] = [{str(FIRMWARE)!r}, {str(FIRMWARE.parent / "host_tools" / "board_vm")!r}]
import slots
from flash import mount
mount("flash.bin", {BLOCKS}, "")
with open("registry.bin", "rb") as file:
    print(slots.read()["run"], hashlib.sha256(file.read()).digest().hex())
"""


def test_power_cut_at_any_flash_operation_of_a_registration(deploy, board, tmp_path):
    """A deck is enrolled at a table that had another: at every operation the flash holds the tags of one of them."""
    old, new = ({bytes((4, deck, code, 9)): code for code in range(52)} for deck in b"AB")
    log = tmp_path / "operations.bin"
    deploy(provision=True, table={"registry.bin": encode(old)})
    board.power_off()
    before, begun = board.image.read_bytes(), log.stat().st_size
    board.power_on()
    board.wait_for_port()
    with at_bench(str(board.link)) as bench:
        bench.put("registry.bin", encode(new))
    assert greeting(board) == "0.1.0+1"
    board.power_off()
    done = operations(log.read_bytes()[begun:])
    assert len(done) > 20
    known = {hashlib.sha256(encode(tags)).hexdigest(): name for tags, name in ((old, "old"), (new, "new"))}
    seen = []
    for at, tear, torn in images(
        before, done, [(i, tear) for i, one in enumerate(done) for tear in tears(one)]
    ):
        (tmp_path / "flash.bin").write_bytes(torn)
        found = subprocess.run(
            [*VM_COMMAND, "-c", READ], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
        )
        assert found.returncode == 0, (at, tear, found.stdout, found.stderr)
        slot, sha = found.stdout.split()
        assert slot == "a", (at, tear)
        seen.append(known[sha])
    assert seen == sorted(seen, reverse=True)  # once it has the new ones, it keeps them
    assert {*seen} == {"old", "new"}
