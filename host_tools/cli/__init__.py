"""The `railbird` command, one file per group of commands."""

import sys

import typer

from host_tools.cli import bench, simulate
from host_tools.engine.phh import PhhError
from host_tools.simulation.table import TableError
from host_tools.targets.vm import VmDied
from railbird_boards.schema import BoardError

app = typer.Typer(
    help="Firmware and host tools for RFID poker tables.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command()(simulate.simulate)
app.command()(bench.bench)


@app.callback()
def railbird() -> None:
    """Firmware and host tools for RFID poker tables."""


def main() -> None:
    """Exit status: 0 all well, 1 the table failed, 2 wrong input (one line on standard error)."""
    try:
        app()
    except (BoardError, PhhError, TableError) as error:
        print(f"railbird: {error}", file=sys.stderr)
        sys.exit(2)
    except VmDied as error:
        print(f"railbird: {error}", file=sys.stderr)
        sys.exit(1)
