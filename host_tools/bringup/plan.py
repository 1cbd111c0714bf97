"""What has to be done to a board: a pure function of what it holds and what it is to hold."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from host_tools.bringup import InputError
from host_tools.bringup.image import MANIFEST, SETTINGS, SIGNATURE, digest
from host_tools.bringup.signing import fingerprint

SLOTS = ("a", "b")
TRUST = "trust.bin"
STATE = "slots.json"
TABLE_FILES = ("registry.bin", "chips.bin", "identity.bin")
# In the order in which they are written: main.py, which makes them count, comes after everything else.
BEFORE = ("slots.mpy", "start.mpy", TRUST)
AFTER = ("boot.py", "main.py")
ROOTS = (*BEFORE, *AFTER, *TABLE_FILES)
_CHANGES = (SETTINGS, MANIFEST, SIGNATURE)  # with the version, and nothing else
_BLOCK = 4096


class Found(NamedTuple):
    """What a board holds: its state (None on a new one), digests of the files at the root and in the slots by path,
    free bytes.
    """

    state: Mapping[str, Any] | None
    files: Mapping[str, str]
    slots: Mapping[str, Mapping[str, str]]
    free: int


class Step(NamedTuple):
    """send: the bytes of `path`; copy: `path` from `source` on the board; remove: `path`; state: the first state, or
    the board's with what provisioning changes; revert: what is on trial is given up; switch: to the slot `path`.
    """

    kind: str
    path: str
    source: str = ""
    data: bytes = b""


def check(found: Found, board: str, modulus: bytes, starters: Mapping[str, bytes], provision: bool) -> None:
    """Raise InputError for a board that the key, the board's name or the start-up files do not fit."""
    state = found.state
    if provision:
        return
    if state is None:
        raise InputError("the board has no slots yet: --provision makes them, once")
    if state["board"] != board:
        raise InputError(f"the board is {state['board']}, not {board}: --provision makes it another")
    if found.files.get(TRUST) != digest(modulus):
        raise InputError(
            f"the board trusts another key than {fingerprint(modulus)}: --provision gives it this one"
        )
    for name, data in starters.items():
        if found.files.get(name) != digest(data):
            raise InputError(f"{name} on the board is of another release: --provision replaces it")


def next_version(found: Found, wanted: int | None) -> int:
    """The version to flash: `wanted`, or one above what the board has confirmed. Raises InputError for one that it
    would not take.
    """
    floor = found.state["floor"] if found.state else 0
    if wanted is None:
        return int(floor) + 1
    if wanted <= floor:
        raise InputError(f"version {wanted}: the board has confirmed {floor} and takes only higher ones")
    return wanted


def current(found: Found, code: Mapping[str, bytes], settings: str) -> bool:
    """Whether what runs, confirmed, is this code with these settings; `settings` is the digest of the file as it would
    be with the version that runs.
    """
    state = found.state
    if state is None or state["trial"] or state["run"] is None:
        return False
    held = dict(found.slots.get(state["run"], {}))
    return held.pop(SETTINGS, "") == settings and {
        path: sha for path, sha in held.items() if path not in _CHANGES
    } == {path: digest(data) for path, data in code.items()}


def plan(
    found: Found,
    files: Mapping[str, bytes],
    starters: Mapping[str, bytes],
    modulus: bytes,
    table: Mapping[str, bytes],
    provision: bool,
) -> list[Step]:
    """The steps that bring `files` into the slot that does not run and start it. `table` are files of the table's own;
    start-up files and the trusted key go first, and only to provision.
    """
    steps: list[Step] = []
    outside = {**starters, TRUST: modulus}
    new = [name for name in BEFORE + AFTER if found.files.get(name) != digest(outside[name])]
    if provision:
        steps += [Step("send", name, data=outside[name]) for name in BEFORE if name in new]
        steps.append(Step("state", STATE))
    trial = found.state is not None and found.state["trial"]
    if trial:
        steps.append(Step("revert", STATE))
    steps += [
        Step("send", name, data=data) for name, data in table.items() if found.files.get(name) != digest(data)
    ]
    target = idle(found.state)
    steps += _fill(target, found, files)
    steps.append(Step("switch", target))
    if provision:
        steps += [Step("send", name, data=outside[name]) for name in AFTER if name in new]
    return steps


def idle(state: Mapping[str, Any] | None) -> str:
    """The slot that may be written: never the one that last ran well."""
    good = state and (state["back"] if state["trial"] else state["run"])
    return "b" if good == "a" else "a"


def _fill(slot: str, found: Found, files: Mapping[str, bytes]) -> Iterator[Step]:
    """The slot's files: what is there stays, what the other slot has is copied, what is left is sent."""
    here = found.slots.get(slot, {})
    there = {sha: f"{other}/{path}" for other in SLOTS if other != slot
             for path, sha in found.slots.get(other, {}).items()}  # fmt: skip
    for path in here:
        if path not in files:
            yield Step("remove", f"{slot}/{path}")
    for path, data in files.items():
        sha = digest(data)
        if here.get(path) == sha:
            continue
        if sha in there:
            yield Step("copy", f"{slot}/{path}", there[sha], data)
        else:
            yield Step("send", f"{slot}/{path}", data=data)


def room(steps: Sequence[Step]) -> int:
    """Bytes of flash that the steps may take at most, in whole blocks."""
    return sum((len(step.data) // _BLOCK + 1) * _BLOCK for step in steps if step.kind in ("send", "copy"))
