"""`railbird flash`: the firmware of a board over its serial port; `railbird signing-key`: the key it is signed with."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from host_tools import chip_registry, registry
from host_tools.bringup import InputError
from host_tools.bringup.flash import Order, flash
from host_tools.bringup.signing import fingerprint, load_key, modulus, new_key
from host_tools.bringup.tags import load as load_tags
from host_tools.cli import complete
from host_tools.engine.given import content
from host_tools.link.auth import Identity
from host_tools.provision import load as table_key
from railbird_boards.schema import load


def flash_command(
    port: Annotated[
        str, typer.Option(help="Serial port; a link that outlives resets (/dev/serial/by-id/...) is best.")
    ],
    board: Annotated[
        str, typer.Option(help="Name of the board, as in boards/.", autocompletion=complete.board)
    ],
    key: Annotated[Path, typer.Option(help="File with the key that signs the package.")],
    version: Annotated[
        int | None, typer.Option(help="Of the package; one above the board's where it is left out.", min=1)
    ] = None,
    tags: Annotated[
        Path | None,
        typer.Option(help="Tags that the table gets: registry.bin, or the file of railbird enroll."),
    ] = None,
    chips: Annotated[Path | None, typer.Option(help="Registry of chips that the table gets.")] = None,
    provision: Annotated[
        bool,
        typer.Option(
            "--provision", help="Also write start-up files, trusted key and the options of the board."
        ),
    ] = False,
    play: Annotated[
        bool, typer.Option("--play", help="With --provision: close the prompt for good.")
    ] = False,
    identity: Annotated[
        Path | None,
        typer.Option(
            help="Folder of railbird provision: the table gets identity.bin and is met with table.key.",
            file_okay=False,
        ),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be done.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of the lines.")] = False,
) -> None:
    """Bring a board's firmware up to date: what has changed goes into the slot that is idle, is verified there, starts
    on trial and stays when it answers. On any failure the old firmware runs.

    Example: railbird flash --port /dev/ttyACM0 --board pico_w --key table.pem
    """
    if play and not provision:
        raise InputError("--play closes the prompt: it goes with --provision")
    checked, signer = load(board), load_key(key)
    table, met = _identity(identity) if identity else ({}, None)
    if tags:
        table |= _tags(tags, met)
    if chips:
        table["chips.bin"] = _registry("chips.bin", chips)
    order = Order(checked, signer, version, table, provision, play, dry_run, met)
    done = flash(port, order, (lambda _: None) if as_json else lambda line: print(line, file=sys.stderr))
    counts = {kind: sum(step.kind == kind for step in done.steps) for kind in ("send", "copy", "remove")}
    if as_json:
        figures = {
            "version": done.version,
            "dry_run": dry_run,
            "bytes_sent": done.sent,
            "seconds": done.seconds,
        }
        print(json.dumps({**figures, **counts, "steps": [f"{step.kind} {step.path}" for step in done.steps]}))
    elif not done.steps:
        print("nothing has changed; the board runs on")
    elif dry_run:
        print("\n".join(f"{step.kind:<6} {step.path}" for step in done.steps))
    else:
        print(
            f"version {done.version} runs and is confirmed: {counts['send']} files sent ({done.sent} bytes over the "
            f"cable), {counts['copy']} copied on the board, {done.seconds} s"
        )


def signing_key(
    file: Annotated[Path, typer.Argument(help="Where the key goes; a file that is not there yet.")],
) -> None:
    """Make the key that signs packages (RSA, 3072 bits). Boards get its public half when they are provisioned.

    Example: railbird signing-key table.pem
    """
    print(f"{file}: key {fingerprint(modulus(new_key(file)))}; keep it where no table is")


def _identity(folder: Path) -> tuple[dict[str, bytes], Identity]:
    """What makes a table itself, and what it is met by. Raises InputError and ProvisionError."""
    try:
        key = table_key(folder / "table.key")
        return {"identity.bin": content(folder / "identity.bin")}, key.identity
    except OSError as error:
        raise InputError(f"{error.filename}: {error.strerror}") from None


def _tags(file: Path, identity: Identity | None) -> dict[str, bytes]:
    """The registries in a file of tags, or the one that it is. Raises InputError."""
    try:
        is_source = content(file)[:1] == b"{"
    except OSError as error:
        raise InputError(f"{file}: {error.strerror}") from None
    if not is_source:
        return {"registry.bin": _registry("registry.bin", file)}
    found = load_tags(file, identity.secret if identity else None)
    if not found.whole():
        raise InputError(f"{file}: no deck in it is whole: railbird enroll goes on with it")
    return {"registry.bin": found.registry(), **({"chips.bin": found.chip_registry()} if found.chips else {})}


def _registry(name: str, file: Path) -> bytes:
    """The bytes of a registry that is sound. Raises InputError."""
    decode = registry.decode if name == "registry.bin" else chip_registry.decode
    try:
        data = content(file)
        decode(data)
    except OSError as error:
        raise InputError(f"{file}: {error.strerror}") from None
    except registry.RegistryError as error:
        raise InputError(f"{file}: {error}") from None
    return data
