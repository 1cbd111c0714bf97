"""A table of the virtual world behind a serial port: the firmware in this interpreter, its cards laid by the test, its
link a pty, its clock the wall's. What a host does with it it could do with a table of wood.
"""

import os
import pty
import threading
import time
import tty
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from host_tools.registry import build, sample
from host_tools.targets.local import Local
from host_tools.virtual.felt import Felt
from host_tools.virtual.timing import PROFILES
from host_tools.virtual.world import World
from railbird_boards.schema import load

UID_LENGTHS = (7, 7, 7, 4)


class WorldPort:
    """`link` is where a host finds it; `plug` and `unplug` are the cable, `lay` and `lift` the dealer's hands."""

    def __init__(self, folder: Path, board: str = "virtual_9", seed: int = 1, identity: bytes = b"") -> None:
        self.link = folder / "port"
        definition = load(board)
        self._world = World(definition, PROFILES["low"], seed)
        tags = sample(seed, UID_LENGTHS)
        self._felt = Felt(
            self._world, tags, frozenset(r[0] for r in definition["readers"] if r[4] == "passing")
        )
        registry = build([(uid, code) for code, uid in tags.items()])
        self._target = Local(
            self._world, definition, registry, self._send, seed, self._pace, identity=identity
        )
        self._moves: SimpleQueue[Callable[[], Any]] = SimpleQueue()
        self._host = self._slave = -1
        self._begun = time.monotonic()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.plug()
        self._thread.start()

    def close(self) -> None:
        self._stopping = True
        self._thread.join()
        self.unplug()

    def plug(self) -> None:
        """The cable is in, under another name than before and the same link."""
        self._host, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._host, False)
        self.link.symlink_to(os.ttyname(self._slave))

    def unplug(self) -> None:
        """The cable is out."""
        self.link.unlink(missing_ok=True)
        for end in (self._slave, self._host):
            with suppress(OSError):
                os.close(end)
        self._host = self._slave = -1

    def lay(self, code: int, zone: str) -> None:
        """A card comes to rest."""
        self._moves.put(lambda: self._felt.lay(code, zone, landing=True, fanned=True))

    def lift(self, code: int) -> None:
        """A card is taken away."""
        self._moves.put(lambda: self._felt.lift(code))

    def cut(self) -> None:
        """Power goes, and comes back."""
        self._moves.put(self._target.cut)

    def lying(self) -> list[int]:
        """The codes of what lies anywhere."""
        return list(self._felt.lying)

    # In the thread.

    def _run(self) -> None:
        self._target.serve(lambda: self._stopping)

    def _send(self, data: bytes) -> None:
        with suppress(OSError):
            os.write(self._host, data)

    def _pace(self, now_us: int) -> None:
        """Virtual time keeps to the wall clock; what the host says, and what hands do, comes in between."""
        while not self._moves.empty():
            self._moves.get()()
        with suppress(OSError):
            data = os.read(self._host, 4096)
            if data:
                self._target.send(data)
        ahead = now_us / 1e6 - (time.monotonic() - self._begun)
        if ahead > 0:
            time.sleep(min(ahead, 0.02))
