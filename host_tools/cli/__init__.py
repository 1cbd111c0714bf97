"""The `railbird` command, one file per group of commands; only what is asked for is loaded."""

import os
import sys
from collections.abc import Collection
from importlib import import_module
from typing import NoReturn

import typer
from typer._click import exceptions as usage

# The commands by what one comes for: (panel of the help, {command: where it stands in this package}).
PANELS = (
    (
        "A table",
        {
            "simulate": "simulate:simulate",
            "live": "live:live",
            "records": "records:records",
            "log": "log:log",
            "quiz": "quiz:quiz",
        },
    ),
    (
        "Bring up a board",
        {
            "board": "board:board",
            "signing-key": "flash:signing_key",
            "provision": "provision:provision",
            "flash": "flash:flash_command",
            "selftest": "selftest:selftest",
            "monitor": "monitor:monitor",
            "calibrate": "calibrate:calibrate",
            "enroll": "enroll:enroll",
            "probe": "probe:probe",
        },
    ),
    (
        "Rules and hands",
        {
            "hand": "hand:hand",
            "session": "session:session",
            "eval": "evaluate:evaluate",
            "regulation": "regulation:regulation",
            "core": "core:core",
        },
    ),
    ("Proofs", {"bench": "bench:bench", "faults": "faults:faults"}),
)
NAMES = [name for _, commands in PANELS for name in commands]

# The errors that end a command with their one line, by its exit status. They are named, since one whose module nobody
# has loaded cannot have come.
ENDS = {
    2: (
        "host_tools.bringup.InputError",
        "host_tools.engine.phh.hand.PhhError",
        "host_tools.engine.session.script_file.ScriptError",
        "host_tools.link.log.LogError",
        "host_tools.link.meet.NoTable",
        "host_tools.link.serial_line.LineError",
        "host_tools.provision.ProvisionError",
        "host_tools.records.errors.RecordsError",
        "host_tools.regulation.digests.DigestError",
        "host_tools.simulation.table.TableError",
        "railbird_boards.schema.BoardError",
    ),
    1: (
        "host_tools.bringup.FlashError",
        "host_tools.targets.stage.StageError",
        "host_tools.targets.vm.VmDied",
    ),
}


def command_line(names: Collection[str]) -> typer.Typer:
    """The command line, as far as it has the commands of these names."""
    app = typer.Typer(
        help="Firmware and host tools for RFID poker tables.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        callback=lambda: None,  # commands have names, even when there is one
    )
    for panel, commands in PANELS:
        for name in commands:
            if name not in names:
                continue
            module, _, attribute = commands[name].partition(":")
            command = getattr(import_module(f"{__name__}.{module}"), attribute)
            if isinstance(command, typer.Typer):
                app.add_typer(command, name=name, rich_help_panel=panel)
            else:
                app.command(name, rich_help_panel=panel)(command)
    return app


def main() -> None:
    """Exit status: 0 all well, 1 a table, hand, coverage or deployment failed, 2 wrong input (one line on standard
    error), 130 Ctrl-C.
    """
    # A terminal without the suits of cards gets question marks for them, not a traceback.
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        try:
            # What a command gives to typer.Exit is returned.
            status = command_line(_asked())(prog_name="railbird", standalone_mode=False)
        finally:
            sys.stdout.flush()
    except usage.NoArgsIsHelpError as error:
        print(error.format_message())
        sys.exit(2)
    except usage.ClickException as error:
        _end(" ".join(error.format_message().split()), 2)
    except FileExistsError as error:
        _end(f"{error.filename} is there already", 2)
    except BrokenPipeError:  # whoever read the output has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except (KeyboardInterrupt, typer.Abort):
        _end("ended at the terminal", 130)
    except Exception as error:
        for code, names in ENDS.items():
            if any(f"{kind.__module__}.{kind.__name__}" in names for kind in type(error).__mro__):
                _end(str(error), code)
        raise
    sys.exit(status)


def _asked() -> Collection[str]:
    """The command that the line names, all of them where it names none. A shell completes a line of its own."""
    words = os.environ.get("COMP_WORDS", "").split() or sys.argv
    return words[1:2] if words[1:2] and words[1] in NAMES else NAMES


def _end(message: str, status: int) -> NoReturn:
    print(f"railbird: {message}", file=sys.stderr)
    sys.exit(status)
