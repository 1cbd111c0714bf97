"""A simulated table for the bench: a board on a pty with the firmware on its flash, the virtual world at its pins."""

import contextlib
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from littlefs import LittleFS

from host_tools.bringup import InputError, image
from host_tools.registry import encode
from host_tools.targets.pty_board import BLOCK, BLOCKS, PtyBoard
from host_tools.targets.pty_parts import Parts
from host_tools.virtual.faults import fault
from host_tools.virtual.world import World
from railbird_boards.schema import BoardError, check

_MCU = "rp2040"
_GPIOS = range(30)


class Simulated:
    """What a simulated table is met by: its serial `port`, and for whoever stands at it the `parts` of its world."""

    def __init__(self, board: PtyBoard, parts: Parts) -> None:
        self.board = board
        self.parts = parts
        self.port = str(board.link)

    def shows(self, output: str) -> bool:
        """Whether an output burns or sounds now, as somebody sees who stands there."""
        with self.parts.felt() as world:
            shown = world.shown[output]
            return bool(shown) and all(shown[-1][1])


@contextlib.contextmanager
def simulated(
    board: Mapping[str, Any],
    faults: tuple[tuple[str, str], ...] = (),
    seed: int = 0,
    table: Mapping[str, bytes] | None = None,
    soldered: Mapping[str, Any] | None = None,
) -> Iterator[Simulated]:
    """A board with power, its firmware flashed and confirmed, and these (fault, place) standing. `table` are the
    table's own files; `soldered` is how the readers are wired, where that is not as the board's definition says.
    Raises InputError.
    """
    if sys.platform != "linux":
        raise InputError("a board on a pty takes Linux")
    parts = wired(board, seed, soldered)
    for name, place in faults:
        strike(parts.world, name, place)
    with TemporaryDirectory(prefix="railbird-") as name:
        folder = Path(name)
        (folder / "flash.bin").write_bytes(flashed(board, table or {}))
        with PtyBoard(folder, parts=parts) as pty:
            pty.wait_for_port()
            yield Simulated(pty, parts)


def with_mcu(board: Mapping[str, Any]) -> Mapping[str, Any]:
    """A board as it is simulated: one whose definition leaves the microcontroller open gets one, and pins for its shift
    registers. Raises InputError for one whose readers do not hang on I2C.
    """
    if board.get("spis") or board.get("uarts"):
        raise InputError(f"board {board['name']}: only readers on I2C can be simulated behind a pty")
    if "mcu" in board:
        return board
    taken = {pin for row in board["buses"] for pin in row[1:3]} | {row[2] for row in board["muxes"]}
    taken |= {row[1] for row in board.get("outputs", ())}
    free = [gpio for gpio in _GPIOS if gpio not in taken]
    full = {**board, "mcu": _MCU, "shift": tuple(free[:3])}
    try:
        check(full)
    except BoardError as error:
        raise InputError(str(error)) from None
    return full


def wired(board: Mapping[str, Any], seed: int, soldered: Mapping[str, Any] | None = None) -> Parts:
    """The parts of a board; `soldered` as in `simulated`."""
    return Parts(World(soldered or board, seed=seed), soldered or board)


def strike(world: World, name: str, place: str) -> None:
    """Set a fault. Raises InputError for one that there is not, or not there."""
    try:
        if place not in world.faults.places(name):
            part = fault(name).part
            raise ValueError(f"fault {name}: expected a {part} of the board, got {place!r}")
        world.faults.set(name, place)
    except ValueError as error:
        raise InputError(str(error)) from None


def flashed(board: Mapping[str, Any], table: Mapping[str, bytes]) -> bytes:
    """A flash after a deployment that was confirmed: slot a runs, nothing is signed (a start looks at no signature).
    Its first start is to maintenance.
    """
    state = {
        "run": "a", "trial": False, "back": None, "boots": 0, "floor": 1, "board": board["name"], "play": False,
        "strap": board.get("strap"), "why": "",
    }  # fmt: skip
    files = {**image.starters(), "slots.json": json.dumps(state).encode()}
    files |= {"registry.bin": encode({}), "maintenance": b"", **table}
    slot = image.modules(board)
    slot[image.SETTINGS] = json.dumps({**image.settings(board), "version": 1}).encode()
    files |= {f"a/{path}": data for path, data in slot.items()}
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
