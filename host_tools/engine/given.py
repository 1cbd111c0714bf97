"""A file that a user names, and what is written in it: read whole, or one error that its reader turns into one line.

What is no regular file is not opened: a pipe that nobody writes to would be waited for without end.
"""

import errno
import json
import stat
import tomllib
from pathlib import Path
from typing import Any

_SHOWN = 200  # letters of what a parser says


def content(path: Path) -> bytes:
    """The bytes of a file. Raises OSError with its name, also for what is no regular file."""
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode):
        number = errno.EISDIR if stat.S_ISDIR(mode) else errno.EINVAL
        raise OSError(number, "expected a file, no folder, pipe or device", str(path))
    return path.read_bytes()


def text(path: Path) -> str:
    """The text of a file. Raises OSError, and ValueError for what is no UTF-8."""
    return content(path).decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")


def toml(written: str) -> dict[str, Any]:
    """What TOML says. Raises ValueError of one line, also for an endless number and for brackets without end."""
    try:
        return tomllib.loads(written)
    except (ValueError, RecursionError) as error:
        raise ValueError(_line(error)) from None


def from_json(written: str) -> Any:
    """What JSON says. Raises ValueError of one line, likewise."""
    try:
        return json.loads(written)
    except (ValueError, RecursionError) as error:
        raise ValueError(_line(error)) from None


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:_SHOWN]
