"""What `railbird live` looks at before it streams: the delay, the house's audit key, names, a spool."""

from pathlib import Path
from typing import Any

from host_tools.live.feed import Hub
from host_tools.live.roster import RosterError, load_roster
from host_tools.live.spool import Spool, SpoolError
from host_tools.live.stream import Stream
from host_tools.provision import ID, KEY, TableKey
from host_tools.provision import load as load_key
from host_tools.simulation.table import TableError, simulated

LEAST_DELAY_MIN = 5.0


def check_stream(delay: float, short: bool, audit_key: Path | None, sealed: bool) -> None:
    """Raises TableError for a delay that the floor has to agree to, and for a key that nothing is sealed with."""
    if delay < LEAST_DELAY_MIN and not short:
        raise TableError(
            f"--delay {delay:g}: expected {LEAST_DELAY_MIN:g} minutes or more; --short-delay says that the floor agrees"
        )
    if audit_key is not None and not sealed:
        raise TableError("--audit-key: expected with --play or --key; without them nothing is sealed")


def open_stream(
    hub: Hub, key: str, delay: float, players: Path | None, spool: Path | None, audit: bytes
) -> Stream:
    """The stream, `delay` minutes late, with its names and with what another server has left. Raises TableError."""
    try:
        roster = None if players is None else load_roster(players)
        return Stream(hub, delay * 60, audit, roster, None if spool is None else Spool(spool), key)
    except (RosterError, SpoolError) as error:
        raise TableError(str(error)) from None
    except OSError as error:
        raise TableError(f"--spool {spool}: {error.strerror}") from None


def key_with_audit(path: Path) -> TableKey:
    """A host's key file that has the house's audit key. Raises TableError, ProvisionError."""
    try:
        key = load_key(path)
    except (OSError, UnicodeDecodeError) as error:
        raise TableError(f"--audit-key {path}: {getattr(error, 'strerror', None) or 'no key file'}") from None
    if not key.audit:
        raise TableError(f"--audit-key {path}: it has no audit key; railbird provision --audit makes one")
    return key


def identity_of(seed: int, path: Path | None) -> dict[str, Any]:
    """The identity of a simulated table in play mode, that of a key file where there is one."""
    made = simulated(seed)
    if path is None:
        return made
    key = key_with_audit(path)
    secrets_of_seed = made["identity"][ID + KEY : ID + 2 * KEY]
    return {"identity": key.identity.table + key.identity.secret + secrets_of_seed + key.audit, "key": key}
