"""The flash of a simulated board is that of one which has had its first deployment."""

import json

import pytest
from littlefs import LittleFS, UserContext

from host_tools.bringup.flashed import flashed, provisioned
from host_tools.targets import pty_board
from tests.bringup.conftest import BOARD

OF_THE_KEY = ("trust.bin", "a/manifest.json", "a/signature.bin")
OF_THE_TABLE = ("registry.bin", "identity.bin")


def read(flash):
    """The files on a flash, by path, as MicroPython's own littlefs lays them out: 352 sectors of 4 KB."""
    context = UserContext(len(flash))
    context.buffer[:] = flash
    disk = LittleFS(context, block_size=4096, block_count=352, mount=True)
    found = {}
    for folder, _, names in disk.walk("/"):
        for name in names:
            path = f"{folder}/{name}".lstrip("/")
            with disk.open(path, "rb") as file:
                found[path] = file.read()
    return found


@pytest.fixture(scope="module")
def deployed(confirmed_flash):
    return read(confirmed_flash)


def same(made, deployed, apart):
    """Both hold the same files, but for those of `apart`, the journal's, and what the slots have counted."""
    run = {path for path in deployed if path.startswith("j") or path.split("/")[0].isdigit()}
    keys = deployed.keys() - run
    assert made.keys() - {*OF_THE_TABLE} == keys - {*apart, *OF_THE_TABLE}
    for path in keys - {*apart, "slots.json", *OF_THE_TABLE}:
        assert made[path] == deployed[path], path
    counted = ("boots", "visited")
    mine, theirs = (json.loads(files["slots.json"]) for files in (made, deployed))
    assert {name: value for name, value in mine.items() if name not in counted} == {
        name: value for name, value in theirs.items() if name not in counted
    }


def test_a_flash_without_a_key_is_what_a_deployment_leaves_but_for_the_key(deployed):
    flash = flashed(BOARD, {"registry.bin": b"tags", "identity.bin": b"secret"})
    assert (
        len(flash) == pty_board.BLOCKS * pty_board.BLOCK == (2 << 20) - 0xA0000
    )  # what a stock image leaves
    made = read(flash)
    assert (made["registry.bin"], made["identity.bin"]) == (b"tags", b"secret")
    same(made, deployed, OF_THE_KEY)


def test_one_that_is_provisioned_is_signed_like_it(deployed):
    made = read(provisioned(BOARD, {"registry.bin": b"tags"}))
    assert len(made["a/signature.bin"]) == len(deployed["a/signature.bin"]) == 384
    assert made["trust.bin"] != deployed["trust.bin"]  # a key of its own
    assert made["a/manifest.json"] == deployed["a/manifest.json"]
