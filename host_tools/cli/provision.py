"""`railbird provision`: a new identity for a table."""

import os
from pathlib import Path
from typing import Annotated

import typer

from host_tools.provision import KEY, ProvisionError, key_file, make, write_new


def provision(
    name: Annotated[str, typer.Argument(help="The table's id, at most 8 bytes.")],
    folder: Annotated[Path, typer.Option("--out", help="Where the two files go.", file_okay=False)] = Path(
        "."
    ),
    audit: Annotated[
        bool, typer.Option("--audit", help="With an audit key: who holds it sees every card at once.")
    ] = False,
) -> None:
    """Write identity.bin, which goes to the table, and table.key, which its host keeps. Both or neither, and none over
    another.

    Example: railbird provision table-7 --out keys --audit
    """
    identity, key = make(name, os.urandom(KEY) if audit else b"")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_new({folder / "identity.bin": identity, folder / "table.key": key_file(key)})
    except FileExistsError:
        raise
    except OSError as error:
        raise ProvisionError(f"--out {folder}: {error.strerror}") from None
    print(f"{name}: {folder / 'identity.bin'} for the table, {folder / 'table.key'} for its host")
