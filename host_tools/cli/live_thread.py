"""What a live table's thread is, be the table real or simulated: people's calls are made in it, one after the other."""

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Any

from host_tools.cli.night_calls import Calls
from host_tools.engine import IllegalEvent
from host_tools.live import way
from host_tools.live.desk import Refused
from host_tools.live.feed import Hub
from host_tools.live.picture import picture
from host_tools.live.roles import CALLS, ROLES
from host_tools.live.watch import Watch

SHOW_S = 0.05  # pages are told no oftener
GOES_S = 10.0


class TableThread(ABC):
    """A table behind the page: `_run` is its thread, which asks `stopping`, and calls `_answer` and `_show`."""

    def __init__(self, hub: Hub, watch: Watch) -> None:
        self._hub = hub
        self.watch = watch
        self.calls: Calls = {}
        self.traces: Mapping[int, way.Frames] = {}
        self._waiting: SimpleQueue[tuple[Callable[[], Any], Future[Any]]] = SimpleQueue()
        self.stopping = False
        self.dirty = True
        self._shown_at = 0.0
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)

    @abstractmethod
    def _run(self) -> None: ...

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self.stopping = True
        self._thread.join(timeout=GOES_S)

    def ask(self, call: str, args: Mapping[str, Any], who: str) -> "Future[str]":
        """See `Desk`."""
        return self._later(lambda: self._call(call, args, who))

    def _call(self, call: str, args: Mapping[str, Any], who: str) -> str:
        if call in CALLS and call not in self.calls:
            raise Refused(f"{call}: only at a simulated table")
        return self.calls[call](args, who)

    def way(self, about: str, role: str) -> Mapping[str, Any] | None:
        """See `Desk`."""
        done: Future[Mapping[str, Any] | None] = self._later(
            lambda: way.way(self.watch, self.traces, about, role)
        )
        return done.result(timeout=10)

    def _later(self, call: Callable[[], Any]) -> "Future[Any]":
        future: Future[Any] = Future()
        self._waiting.put((call, future))
        return future

    def _show(self, at_once: bool = True) -> None:
        """The table as it is, to every role; unless `at_once` only what is new, and no oftener than SHOW_S."""
        if at_once or (self.dirty and time.monotonic() - self._shown_at >= SHOW_S):
            self.dirty = False
            self._shown_at = time.monotonic()
            self._hub.offer({role: picture(self.watch, role) for role in ROLES})

    def _answer(self, timeout: float = 0) -> bool:
        """Make one call that waits; False when none does."""
        try:
            call, future = self._waiting.get(timeout=timeout) if timeout else self._waiting.get_nowait()
        except Empty:
            return False
        if future.set_running_or_notify_cancel():
            try:
                future.set_result(call())
            except (Refused, IllegalEvent) as error:
                future.set_exception(Refused(str(error)))
            except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
                future.set_exception(Refused(f"cannot be read: {error}"))
            self.dirty = True
        return True
