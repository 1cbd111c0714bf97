"""MicroPython with 32-bit words, a gauge of memory: its WebAssembly port, run by Node.

It has neither sockets nor select, so it runs scripts and replays, never a table. `requirements/gauge` pins it.
"""

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

INSTALL = "npm ci --prefix requirements/gauge"
WORD_BITS = 32
NAME = "micropython-webassembly"
PICO_HEAP = 247_232  # bytes, of which 240,912 are free at the start as on a Pico, but for 64: its steps

_ROOT = Path(__file__).parents[2]
_MODULE = (
    _ROOT / "requirements/gauge/node_modules/@micropython/micropython-webassembly-pyscript/micropython.mjs"
)
_RUNNER = Path(__file__).with_name("vm32.mjs")


class GaugeMissing(Exception):
    """The 32-bit VM is not here; the message is one line."""


def absent() -> str:
    """Why the 32-bit VM cannot run, '' when it can. Where `CI` is set it has to: GaugeMissing."""
    reason = ""
    if shutil.which("node") is None:
        reason = "the 32-bit gauge was left out: no node"
    elif not _MODULE.is_file():
        reason = f"the 32-bit gauge was left out: not installed ({INSTALL})"
    if reason and os.environ.get("CI"):
        raise GaugeMissing(reason)
    return reason


def run(
    folder: Path, scripts: Sequence[Path], heap: int = PICO_HEAP, timeout_s: float = 600.0
) -> subprocess.CompletedProcess[str]:
    """Run scripts one after the other on one VM that sees `folder` as its root.

    Garbage is collected between scripts and not before; a heap that is too small then grows.
    """
    return subprocess.run(
        ["node", _RUNNER, _MODULE, str(heap), folder, *scripts],
        capture_output=True,
        text=True,
        timeout=timeout_s,
        check=False,
    )
