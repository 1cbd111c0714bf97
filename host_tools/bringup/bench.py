"""A table at the bench: its board brought to the prompt of maintenance, with the firmware's own bench code loaded."""

import contextlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

from host_tools.bringup import FlashError, InputError
from host_tools.bringup.device import Device
from host_tools.bringup.flash import maintain
from host_tools.bringup.image import digest
from host_tools.link.auth import Identity
from railbird_boards.schema import load

_SLOT = """
import json, slots
state = slots.read()
print(json.dumps([state["board"], state["run"]] if state else None))
"""
_LOAD = """
import json, sys, slots
sys.path.insert(0, slots.read()["run"])
with open(sys.path[0] + "/settings.json") as file:
    settings = json.load(file)
settings.pop("watchdog_ms", None)
place = "railbird_boards." + settings["board"]
from railbird.port.mcu import Port
from railbird.bringup import run
bench = run(Port(settings), __import__(place, None, None, (settings["board"],)).BOARD)
"""

Row = list[Any]


class Bench:
    """A board that answers the bench; `board` is its definition, as the host has it."""

    def __init__(self, device: Device, board: Mapping[str, Any]) -> None:
        self.device = device
        self.board = board
        self.zones = [row[0] for row in board["readers"]]

    def rows(self, name: str, *args: object) -> list[Row]:
        """The rows that one of the functions of `railbird.bringup` prints. Raises FlashError."""
        printed = self.device.run(f"bench[{name!r}]({', '.join(map(repr, args))})")
        return [json.loads(line) for line in printed.splitlines()]

    def put(self, path: str, data: bytes) -> None:
        """Write a file of the table's own: its name has the old one or the new one. Raises FlashError."""
        self.device.put(path, data, digest(data))

    def break_off(self) -> None:
        """Whatever the board is doing after Ctrl-C; nothing can be asked of it any more."""
        self.device.enter()

    def row(self, name: str, *args: object) -> Row:
        """The one row of a function that prints one."""
        return self.rows(name, *args)[0]


@contextlib.contextmanager
def at_bench(port: str, identity: Identity | None = None) -> Iterator[Bench]:
    """The table at a serial port, until the block ends, which starts it again; one in play mode is asked under its
    `identity`. Raises InputError for a port that cannot be opened and for a board without a firmware that knows the
    bench, FlashError when the board goes away.
    """
    device = Device(port)
    try:
        maintain(device, identity)
        slot = json.loads(device.run(_SLOT))
        if slot is None or slot[1] is None:
            raise InputError(f"port {port}: the board has no firmware yet: railbird flash --provision first")
        try:
            device.run(_LOAD)
        except FlashError as error:
            raise InputError(
                f"port {port}: its firmware has no bench; railbird flash brings it ({error})"
            ) from None
        yield Bench(device, load(slot[0]))
    except KeyboardInterrupt:
        device.enter()
        raise
    finally:
        device.restart()
        device.close()
