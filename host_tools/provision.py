"""Provisioning: what makes a table itself, drawn from the system's entropy; a file for the table, one for its host.

The table's file is `identity.bin` (`railbird.play`): id, secret, seed, audit key. The host's is JSON with the id and
the secret, and with the audit key if the house has one and gives it to this host.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from host_tools.engine import given
from host_tools.link.auth import Identity

ID = 8
KEY = 32


class ProvisionError(Exception):
    """An id or a key file that is none; the message is one line."""


class TableKey(NamedTuple):
    """What a host holds of a table; `audit` is b"" where it has no audit key."""

    identity: Identity
    audit: bytes


def make(name: str, audit: bytes = b"") -> tuple[bytes, TableKey]:
    """A new table called `name`: the bytes of its file, and what its host holds. Raises ProvisionError."""
    table = name.encode()
    if not 0 < len(table) <= ID or not name.isprintable():
        raise ProvisionError(f"{name!r} is no id of a table: one to {ID} bytes that can be printed")
    table = table.ljust(ID, b"\0")
    secret, seed = os.urandom(KEY), os.urandom(KEY)
    return table + secret + seed + audit.ljust(KEY, b"\0"), TableKey(Identity(table, secret), audit)


def key_file(key: TableKey) -> bytes:
    """What a host's key file says."""
    fields = {"table": key.identity.table.rstrip(b"\0").decode(), "secret": key.identity.secret.hex()}
    if key.audit:
        fields["audit"] = key.audit.hex()
    return json.dumps(fields).encode()


def save(key: TableKey, path: Path) -> None:
    """Write a host's key file, as `write_new` does."""
    write_new({path: key_file(key)})


def write_new(files: Mapping[Path, bytes]) -> None:
    """New files, readable by their owner alone: all of them or none. Raises OSError, also where one is there."""
    made = []
    try:
        for path, data in files.items():
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                made.append(path)
                file.write(data)
    except BaseException:
        for path in made:
            path.unlink()
        raise


def load(path: Path) -> TableKey:
    """A host's key file. Raises ProvisionError for one that is none, OSError for one that cannot be read."""
    try:
        fields = given.from_json(given.text(path))
        table = fields["table"].encode().ljust(ID, b"\0")
        secret, audit = bytes.fromhex(fields["secret"]), bytes.fromhex(fields.get("audit", ""))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise ProvisionError(f"{path} is no key of a table") from None
    if len(table) != ID or len(secret) != KEY or len(audit) not in (0, KEY):
        raise ProvisionError(f"{path} is no key of a table")
    return TableKey(Identity(table, secret), audit)
