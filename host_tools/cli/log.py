"""`railbird log`: what a table has recorded, held against its chain."""

import json
from pathlib import Path
from typing import Annotated

import typer

from host_tools.engine.given import content
from host_tools.link.log import LogError, anchors, cut, log_key, records, verify
from host_tools.provision import load

log = typer.Typer(help="The log of a table.", no_args_is_help=True)


@log.callback()
def group() -> None:
    """The log of a table."""


@log.command("verify")
def verify_command(
    file: Annotated[
        Path, typer.Argument(help="The blocks that the table sent.", exists=True, dir_okay=False)
    ],
    heads: Annotated[
        Path, typer.Option("--anchors", help="The links that the host kept.", exists=True, dir_okay=False)
    ],
    key: Annotated[Path, typer.Option(help="The table's key file.", exists=True, dir_okay=False)],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of a line.")] = False,
) -> None:
    """Name the first record that was removed, changed, moved, put in or cut; exit status 1 if there is one.

    The anchors' last journal is the log's. `railbird simulate --play --log FOLDER` writes all three files.

    Example: railbird log verify log.bin --anchors anchors.txt --key table.key
    """
    lines = _read(heads).decode(errors="replace").splitlines()
    try:
        journal = int(lines[-1].split()[0], 16)
    except (IndexError, ValueError):
        raise LogError(f"{heads} has no anchor") from None
    try:
        secret = load(key).identity.secret
    except OSError as error:
        raise LogError(f"{key}: {error.strerror}") from None
    log_of_table = _read(file)
    found = records(log_of_table, secret)
    kept = anchors(lines, journal)
    fault = verify(found, log_key(secret), journal, kept)
    if fault is None or fault.number > len(found):  # all that is whole is sound: a record may have been cut
        fault = cut(log_of_table) or fault
    if as_json:
        print(json.dumps({"records": len(found), "anchors": len(kept), "fault": fault and fault._asdict()}))
    elif fault:
        print(fault)
    else:
        print(f"{len(found)} records, {len(kept)} anchors: as the table wrote them")
    if fault:
        raise typer.Exit(1)


def _read(file: Path) -> bytes:
    try:
        return content(file)
    except OSError as error:
        raise LogError(f"{file}: {error.strerror}") from None
