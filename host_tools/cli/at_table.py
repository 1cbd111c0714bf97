"""What the commands of the bench have in common: a table at a serial port, or a simulated one at a pty."""

import contextlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from host_tools import provision
from host_tools.bringup import InputError
from host_tools.bringup.bench import Bench, at_bench
from host_tools.bringup.simulated import Simulated, simulated, with_mcu
from host_tools.link.auth import Identity
from railbird_boards.schema import load

BOARD = "pico_w"

Port = Annotated[
    str | None,
    typer.Option(
        help="Serial port of the table; a link that outlives resets (/dev/serial/by-id/...) is best."
    ),
]
Simulate = Annotated[
    bool, typer.Option("--simulate", help="A simulated table instead, with its board on a pty.")
]
BoardName = Annotated[
    str | None, typer.Option("--board", help=f"With --simulate: the board, as in boards/ ({BOARD}).")
]
Faults = Annotated[
    list[str] | None,
    typer.Option("--fault", metavar="KIND@PLACE", help="With --simulate: one of `railbird faults`; again for more."),
]  # fmt: skip
Seed = Annotated[int | None, typer.Option(help="With --simulate: of everything that is drawn (0).")]
TableKey = Annotated[
    Path | None,
    typer.Option(
        help="The table's key (railbird provision): a table in play mode opens maintenance to it alone."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="JSON instead of the lines.")]


class Choice:
    """Which table is meant, checked. Raises InputError."""

    def __init__(
        self,
        port: str | None,
        simulate: bool,
        board: str | None,
        faults: list[str] | None,
        seed: int | None,
        table_key: Path | None = None,
    ) -> None:
        if (port is None) == (not simulate):
            raise InputError("expected a table: --port DEV, or --simulate")
        if not simulate and (board or faults or seed is not None):
            raise InputError("--board, --fault and --seed go with --simulate")
        self.port = port
        self.identity = _identity(table_key) if table_key else None
        self.board: Mapping[str, Any] | None = with_mcu(load(board or BOARD)) if simulate else None
        self._seed = seed or 0
        self._faults = tuple(map(_fault, faults or ()))

    @contextlib.contextmanager
    def open(
        self, table: Mapping[str, bytes] | None = None, soldered: Mapping[str, Any] | None = None
    ) -> Iterator[tuple[Bench, Simulated | None]]:
        """The table at the bench, and its world where it is simulated, with these files on its flash. Raises InputError
        and FlashError.
        """
        if self.board is None:
            assert self.port is not None
            with at_bench(self.port, self.identity) as bench:
                yield bench, None
            return
        with (
            simulated(self.board, self._faults, self._seed, table, soldered) as world,
            at_bench(world.port) as bench,
        ):
            yield bench, world


def _identity(file: Path) -> Identity:
    try:
        return provision.load(file).identity
    except OSError as error:
        raise InputError(f"{file}: {error.strerror}") from None


def _fault(text: str) -> tuple[str, str]:
    name, at, place = text.partition("@")
    if not at:
        raise InputError(f"--fault {text}: expected KIND@PLACE, as unplugged@seat_2")
    return name, place
