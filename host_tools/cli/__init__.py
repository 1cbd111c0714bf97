"""The `railbird` command, one file per group of commands."""

import os
import sys
from collections.abc import Callable

import typer
from typer._click import exceptions as usage

from host_tools.bringup import FlashError, InputError
from host_tools.cli.bench import bench
from host_tools.cli.board import board
from host_tools.cli.calibrate import calibrate
from host_tools.cli.core import core
from host_tools.cli.enroll import enroll
from host_tools.cli.evaluate import evaluate
from host_tools.cli.faults import faults
from host_tools.cli.flash import flash_command, signing_key
from host_tools.cli.hand import hand
from host_tools.cli.live import live
from host_tools.cli.log import log
from host_tools.cli.monitor import monitor
from host_tools.cli.probe import probe
from host_tools.cli.provision import provision
from host_tools.cli.quiz import quiz
from host_tools.cli.records import records
from host_tools.cli.regulation import regulation
from host_tools.cli.selftest import selftest
from host_tools.cli.session import session
from host_tools.cli.simulate import simulate
from host_tools.engine.phh import PhhError
from host_tools.engine.session.script_file import ScriptError
from host_tools.link.log import LogError
from host_tools.link.meet import NoTable
from host_tools.link.serial_line import LineError
from host_tools.provision import ProvisionError
from host_tools.records.errors import RecordsError
from host_tools.regulation.digests import DigestError
from host_tools.simulation.table import TableError
from host_tools.targets.stage import StageError
from host_tools.targets.vm import VmDied
from railbird_boards.schema import BoardError

app = typer.Typer(
    help="Firmware and host tools for RFID poker tables.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
# The commands by what one comes for: (panel of the help, its commands in the order in which they are needed).
PANELS: tuple[tuple[str, dict[str, typer.Typer | Callable[..., None]]], ...] = (
    ("A table", {"simulate": simulate, "live": live, "records": records, "log": log, "quiz": quiz}),
    (
        "Bring up a board",
        {
            "board": board,
            "signing-key": signing_key,
            "provision": provision,
            "flash": flash_command,
            "selftest": selftest,
            "monitor": monitor,
            "calibrate": calibrate,
            "enroll": enroll,
            "probe": probe,
        },
    ),
    (
        "Rules and hands",
        {"hand": hand, "session": session, "eval": evaluate, "regulation": regulation, "core": core},
    ),
    ("Proofs", {"bench": bench, "faults": faults}),
)
for panel, commands in PANELS:
    for name, command in commands.items():
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=name, rich_help_panel=panel)
        else:
            app.command(name, rich_help_panel=panel)(command)


@app.callback()
def railbird() -> None:
    """Firmware and host tools for RFID poker tables."""


def main() -> None:
    """Exit status: 0 all well, 1 a table, hand, coverage or deployment failed, 2 wrong input (one line on standard
    error), 130 Ctrl-C.
    """
    # A terminal without the suits of cards gets question marks for them, not a traceback.
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        try:
            status = app(standalone_mode=False)  # what a command gives to typer.Exit is returned
        finally:
            sys.stdout.flush()
    except usage.NoArgsIsHelpError as error:
        print(error.format_message())
        sys.exit(2)
    except usage.ClickException as error:
        _end(" ".join(error.format_message().split()), 2)
    except (
        BoardError, DigestError, InputError, LineError, LogError, NoTable, PhhError, ProvisionError, RecordsError,
        ScriptError, TableError,
    ) as error:  # fmt: skip
        _end(str(error), 2)
    except FileExistsError as error:
        _end(f"{error.filename} is there already", 2)
    except (FlashError, StageError, VmDied) as error:
        _end(str(error), 1)
    except BrokenPipeError:  # whoever read the output has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except (KeyboardInterrupt, typer.Abort):
        _end("ended at the terminal", 130)
    sys.exit(status)


def _end(message: str, status: int) -> None:
    print(f"railbird: {message}", file=sys.stderr)
    sys.exit(status)
