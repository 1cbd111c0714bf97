"""What lies on a board's flash: a package for a slot, and the files that stand outside the slots.

The same staging as for a simulated table (`targets/stage.py`): what is flashed is what the tests run.
"""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

from host_tools.bringup import InputError
from host_tools.bringup.signing import sign
from host_tools.targets.stage import lay_out, start_files

MAX_VERSION = 9999  # what WELCOME has room for
MANIFEST = "manifest.json"
SIGNATURE = "signature.bin"
SETTINGS = "settings.json"
# Of no use on a board.
_SIMULATED = ("railbird/port/virtual.mpy", "railbird/port/virtual_lines.mpy")


class Package(NamedTuple):
    """A firmware for one board, signed; `files` are all of its slot, by path, manifest and signature included."""

    board: str
    version: int
    files: Mapping[str, bytes]


def settings(board: Mapping[str, Any]) -> dict[str, Any]:
    """What `railbird.port.mcu` has to know of a board. Raises InputError for a board without a microcontroller."""
    if "mcu" not in board:
        raise InputError(f"board {board['name']}: it names no mcu, so it cannot be flashed")
    found = {"port": "mcu", "board": board["name"], "chips": has_chips(board)}
    if "shift" in board:
        lines = [int(row[6][2:]) for row in board["readers"] if row[6] is not None]
        found["shift"] = [*board["shift"], max(lines) + 1]
    if "watchdog_ms" in board:
        found["watchdog_ms"] = board["watchdog_ms"]
    return found


def has_chips(board: Mapping[str, Any]) -> bool:
    """Whether zones of a board read chips."""
    return any(row[4] == "chips" for row in board["readers"])


def modules(board: Mapping[str, Any]) -> dict[str, bytes]:
    """A slot's files but for settings, manifest and signature, by path. Raises StageError."""
    with TemporaryDirectory(prefix="railbird-") as name:
        folder = Path(name)
        lay_out(folder, board, {})
        found = _read(folder)
    return {path: data for path, data in found.items() if path not in (SETTINGS, *_SIMULATED)}


def package(board: Mapping[str, Any], code: Mapping[str, bytes], version: int, key: RSAPrivateKey) -> Package:
    """`code` with the settings of a board, as a version, signed. Raises InputError."""
    if not 1 <= version <= MAX_VERSION:
        raise InputError(f"version {version}: expected 1..{MAX_VERSION}")
    files = dict(code)
    files[SETTINGS] = json.dumps({**settings(board), "version": version}).encode()
    digests = {path: digest(data) for path, data in sorted(files.items())}
    manifest = json.dumps({"version": version, "board": board["name"], "files": digests}).encode()
    files[MANIFEST] = manifest
    files[SIGNATURE] = sign(key, manifest)
    return Package(board["name"], version, files)


def starters() -> dict[str, bytes]:
    """The files outside the slots that start them. Raises StageError."""
    with TemporaryDirectory(prefix="railbird-") as name:
        folder = Path(name)
        start_files(folder)
        return _read(folder)


def digest(data: bytes) -> str:
    """SHA-256 as a board tells it."""
    return hashlib.sha256(data).hexdigest()


def _read(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
