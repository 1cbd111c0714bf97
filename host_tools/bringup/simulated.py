"""A simulated table for the bench: a board on a pty with the firmware on its flash, the virtual world at its pins."""

import contextlib
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from host_tools.bringup import InputError
from host_tools.bringup.flashed import flashed
from host_tools.registry import encode
from host_tools.targets.pty_board import PtyBoard
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
        # Its first start is to maintenance.
        files = {"registry.bin": encode({}), "maintenance": b"", **(table or {})}
        (folder / "flash.bin").write_bytes(flashed(board, files))
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
