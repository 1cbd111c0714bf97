"""Littlefs over a flash that programs whole pages, in pieces: on a MicroPython VM, with the board's block device."""

import subprocess

import pytest

from host_tools.targets.stage import FIRMWARE
from host_tools.targets.vm import VM_COMMAND

BLOCKS = 64
WRITES = 200
ERASE = 2

SCRIPT = """
import sys
sys.path[:0] = {paths}
from flash import mount
from railbird.port import mcu_flash
from railbird.port.files import Files
mount("flash.bin", {blocks}, "log.bin")
files = Files(".")
size = files.read(3, bytearray(64))
if {pieces}:
    mcu_flash.mount()
again = bytearray(64)
print(size, files.read(3, again), again[:4])
for n in range({writes}):
    assert files.write(n % 16, bytearray(b"%04d" % n * 15), 60) == 0
"""


@pytest.fixture
def run(tmp_path):
    """run(pieces): what a start prints before it writes; how many operations of either kind that takes."""
    (tmp_path / "flash.bin").write_bytes(b"\xff" * BLOCKS * 4096)
    paths = [str(FIRMWARE), str(FIRMWARE.parent / "host_tools" / "board_vm")]

    def start(pieces):
        (tmp_path / "log.bin").write_bytes(b"")
        script = SCRIPT.format(paths=paths, blocks=BLOCKS, pieces=pieces, writes=WRITES)
        done = subprocess.run(
            [*VM_COMMAND, "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        log = (tmp_path / "log.bin").read_bytes()
        at = erases = 0
        while at < len(log):
            size = int.from_bytes(log[at + 5 : at + 7], "little")
            assert size % 256 == 0
            erases += log[at] == ERASE
            at += 7 + size
        return done.stdout.split(maxsplit=2), erases

    return start


def test_pieces_take_half_the_erases_and_either_mount_reads_what_the_other_wrote(run):
    """The 200 files of 60 bytes are old or new in whole for who mounts pages (the prompt) and who mounts pieces."""
    (before, _, _), pages = run(pieces=False)
    assert before == "0"  # nothing was there
    left = f"{195:04d}"  # 195 is the last number that went to file 3
    (in_pages, in_pieces, text), pieces = run(pieces=True)
    assert (in_pages, in_pieces) == ("60", "60")
    assert left in text
    assert 2 * pieces <= pages
    (in_pages, in_pieces, text), _ = run(pieces=False)
    assert (in_pages, in_pieces) == ("60", "60")
    assert left in text
