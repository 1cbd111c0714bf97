"""`railbird provision`: a new identity for a table."""

import os
from pathlib import Path
from typing import Annotated

import typer

from host_tools.provision import KEY, make, save


def provision(
    name: Annotated[str, typer.Argument(help="The table's id, at most 8 bytes.")],
    folder: Annotated[Path, typer.Option("--out", help="Where the two files go.", file_okay=False)] = Path(
        "."
    ),
    audit: Annotated[
        bool, typer.Option("--audit", help="With an audit key: who holds it sees every card at once.")
    ] = False,
) -> None:
    """Write identity.bin, which goes to the table, and table.key, which its host keeps. Neither is written over.

    Example: railbird provision table-7 --out keys --audit
    """
    identity, key = make(name, os.urandom(KEY) if audit else b"")
    folder.mkdir(parents=True, exist_ok=True)
    with os.fdopen(
        os.open(folder / "identity.bin", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb"
    ) as file:
        file.write(identity)
    save(key, folder / "table.key")
    print(f"{name}: {folder / 'identity.bin'} for the table, {folder / 'table.key'} for its host")
