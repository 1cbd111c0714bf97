"""A deployment, step by step; on whatever goes wrong the firmware that ran before runs on."""

import json
import os
import random
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

from host_tools.bringup import FlashError, InputError, image
from host_tools.bringup.device import Device
from host_tools.bringup.plan import ROOTS, STATE, Found, Step, check, current, next_version, plan, room
from host_tools.bringup.signing import modulus
from host_tools.link.auth import HostGuard, Identity
from host_tools.link.events import Log, Refused, Result, Welcome
from host_tools.link.session import HostSession
from host_tools.registry import encode
from railbird import facts
from railbird.words import REFUSALS

_WELCOME_S = 15.0  # for a table to greet, or to refuse maintenance
_TRIAL_S = 60.0  # for a new firmware to start and be confirmed
_FAREWELL_S = 3.0
_FLAG = "open('maintenance', 'w').close()"
_NO_FLAG = "import os\nif 'maintenance' in os.listdir('/'): os.remove('maintenance')"


class Order(NamedTuple):
    """What is wanted of a board. `table` are the table's own files, by name; `play` closes the prompt from now on,
    which provisioning alone can change. `identity` is that of a table in play mode: it is met as its host.
    """

    board: Mapping[str, Any]
    key: RSAPrivateKey
    version: int | None = None
    table: Mapping[str, bytes] = {}
    provision: bool = False
    play: bool = False
    dry_run: bool = False
    identity: Identity | None = None


class Outcome(NamedTuple):
    """What was done, or would have been: the steps, the version (0 where the board has it already), bytes over the
    cable, seconds.
    """

    steps: list[Step]
    version: int
    sent: int
    seconds: float


def flash(port: str, order: Order, say: Callable[[str], None]) -> Outcome:
    """Deploy. Raises InputError when nothing was changed because something does not fit, FlashError when it failed."""
    begun = time.monotonic()
    device = Device(port)
    try:
        code = image.modules(order.board)
        starters = image.starters()
        maintain(device, order.identity)
        found = Found(**device.call("survey", ROOTS))
        try:
            done = _deploy(device, order, found, code, starters, say)
        except (InputError, FlashError):
            device.restart()
            raise
        return Outcome(*done, round(time.monotonic() - begun, 2))
    finally:
        device.close()


def _deploy(
    device: Device,
    order: Order,
    found: Found,
    code: Mapping[str, bytes],
    starters: Mapping[str, bytes],
    say: Callable[[str], None],
) -> tuple[list[Step], int, int]:
    board = order.board
    key = modulus(order.key)
    check(found, board["name"], key, starters, order.provision)
    version = next_version(found, order.version)
    table = _table(order, found)
    if order.version is None and not order.provision and not _news(found, table):
        running = {**image.settings(board), "version": found.state["floor"] if found.state else 0}
        if current(found, code, image.digest(json.dumps(running).encode())):
            device.restart()
            return [], 0, 0
    files = image.package(board, code, version, order.key).files
    steps = plan(found, files, starters, key, table, order.provision)
    if room(steps) > found.free:
        raise FlashError(f"the flash has {found.free} bytes free, the package may take {room(steps)}")
    if order.dry_run:
        device.restart()
        return steps, version, 0
    sent = sum(_do(device, order, found, step, say) for step in steps)
    say(f"trial of version {version}")
    device.restart()
    confirm(device, version, order.identity)
    return steps, version, sent


def _news(found: Found, table: Mapping[str, bytes]) -> bool:
    return any(found.files.get(name) != image.digest(data) for name, data in table.items())


def _table(order: Order, found: Found) -> Mapping[str, bytes]:
    """The table's own files: those given, and a registry without tags where there is none yet."""
    table = dict(order.table)
    if "registry.bin" not in {*found.files, *table}:
        table["registry.bin"] = encode({})
    if image.has_chips(order.board) and "chips.bin" not in {*found.files, *table}:
        raise InputError(
            f"board {order.board['name']}: its zones read chips, and the board has none: --chips FILE"
        )
    return table


def _do(device: Device, order: Order, found: Found, step: Step, say: Callable[[str], None]) -> int:
    """One step on the board; bytes over the cable."""
    say(f"{step.kind:<6} {step.path}")
    if step.kind == "send":
        return device.put(step.path, step.data, image.digest(step.data))
    if step.kind == "copy":
        if not device.call("copy", step.source, step.path, image.digest(step.data)):
            raise FlashError(f"{step.path} is not what it was copied from")
    elif step.kind == "remove":
        device.call("remove", step.path)
    elif step.kind == "state":
        _write_state(device, order, found)
    elif step.kind == "revert":
        device.run("import slots\nstate = slots.read()\nif slots.go_back(state): slots.write(state)")
    elif reason := device.run(f"import slots\nprint(slots.switch({step.path!r}))").decode().strip():
        raise FlashError(f"the board refuses the package: {reason}")
    return 0


def _write_state(device: Device, order: Order, found: Found) -> None:
    """The first state of a board; of one that has one, what only provisioning may change."""
    state = dict(
        found.state or {"run": None, "trial": False, "back": None, "boots": 0, "floor": 0, "why": ""}
    )
    state |= {"board": order.board["name"], "play": order.play, "strap": order.board.get("strap")}
    if state != found.state:
        data = json.dumps(state).encode()
        device.put(STATE, data, image.digest(data))


def maintain(device: Device, identity: Identity | None = None) -> None:
    """Bring the board to its prompt, without a watchdog: by Ctrl-C where it is armed, or by asking the table; the table
    tells of it when it starts again. Raises FlashError.
    """
    if device.enter():
        if device.run(f"import os\nprint({STATE!r} in os.listdir('/'))").strip() == b"True":
            device.run(_FLAG)
            device.restart()
            device.enter_after_reset()
    else:
        _ask(device, identity)
        device.enter_after_reset()
    # Ctrl-C can come before main.py has taken the flag away; the next start is to be a table's.
    device.run(_NO_FLAG)


def _ask(device: Device, identity: Identity | None) -> None:
    """Have a table make way for maintenance. Raises FlashError where it does not."""
    meeting = _Meeting(facts.OP_MAINTENANCE, identity)
    device.talk(meeting.session.poll, meeting.feed, _WELCOME_S)
    if meeting.code is None:
        says = f"; it says: {meeting.said}" if meeting.said else ""
        raise FlashError(f"the board answers neither at a prompt nor as a table{says}")
    if meeting.code != facts.R_OK:
        raise FlashError(f"the table does not open maintenance: {REFUSALS[meeting.code]}")
    meeting.code = None
    device.talk(meeting.session.poll, meeting.feed, _FAREWELL_S)  # acknowledge its last facts


def confirm(device: Device, version: int, identity: Identity | None = None) -> None:
    """Meet the new firmware as its host, and have it stay. Raises FlashError."""
    until = time.monotonic() + _TRIAL_S
    said = "nothing"
    while (left := until - time.monotonic()) > 0:
        device.reopen()
        meeting = _Meeting(facts.OP_CONFIRM, identity)
        device.talk(meeting.session.poll, meeting.feed, left)
        if meeting.version and not meeting.version.endswith(f"+{version}"):
            raise FlashError(
                f"version {version} did not start, {meeting.version} runs again; the board said: {said}"
            )
        if meeting.code == facts.R_OK:
            return
        said = meeting.said or said
    raise FlashError(f"version {version} was not confirmed, and the board goes back; it said: {said}")


class _Meeting:
    """A session as a table's host for one command: `version` of the table and `code` of the result once there is one,
    `said` its last line of text.
    """

    def __init__(self, op: int, identity: Identity | None = None) -> None:
        guard = HostGuard(identity, os.urandom) if identity else None
        self.session = HostSession(random.randint(1, 0xFFFF), int(time.time()), guard=guard)
        self.version = ""
        self.code: int | None = None
        self.said = ""
        self._ticket = self.session.command(op)

    def feed(self, data: bytes) -> bool:
        """Take what the table sent; whether the command has its result."""
        for event in self.session.feed(data):
            if isinstance(event, Welcome):
                self.version = event.version
            elif isinstance(event, Result) and event.ticket == self._ticket:
                self.code = event.code
            elif isinstance(event, Refused):
                self.said = event.reason
            elif isinstance(event, Log):
                self.said = event.text
        return self.code is not None
