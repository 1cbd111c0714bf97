"""The flash of a Pico that has had its first deployment, for boards that are simulated or emulated."""

import json
from collections.abc import Mapping
from typing import Any

from cryptography.hazmat.primitives.asymmetric import rsa
from littlefs import LittleFS

from host_tools.bringup import image
from host_tools.bringup.signing import BITS, EXPONENT, modulus
from host_tools.targets.pty_board import BLOCK, BLOCKS

_VERSION = 1


def provisioned(board: Mapping[str, Any], table: Mapping[str, bytes]) -> bytes:
    """As `flashed`, signed by a key of this moment."""
    return flashed(board, table, rsa.generate_private_key(EXPONENT, BITS))


def flashed(
    board: Mapping[str, Any], table: Mapping[str, bytes], key: rsa.RSAPrivateKey | None = None
) -> bytes:
    """What the file system of a board holds after a deployment that was confirmed: slot a runs. `table` are the table's
    own files. It is signed where there is a `key`; a start looks at no signature.
    """
    state = {
        "run": "a", "trial": False, "back": None, "boots": 0, "floor": _VERSION, "board": board["name"],
        "play": False, "strap": board.get("strap"), "why": "",
    }  # fmt: skip
    files = {**image.starters(), "slots.json": json.dumps(state).encode()}
    slot = image.modules(board)
    if key is None:
        slot[image.SETTINGS] = json.dumps({**image.settings(board), "version": _VERSION}).encode()
    else:
        slot = dict(image.package(board, slot, _VERSION, key).files)
        files["trust.bin"] = modulus(key)
    files |= {f"a/{path}": data for path, data in slot.items()}
    files |= table
    disk = LittleFS(
        block_size=BLOCK, block_count=BLOCKS, read_size=32, prog_size=256, cache_size=1024, lookahead_size=32
    )
    for path, data in files.items():
        folder = path.rpartition("/")[0]
        if folder:
            disk.makedirs(folder, exist_ok=True)
        with disk.open(path, "wb") as file:
            file.write(data)
    return bytes(disk.context.buffer)
