"""What a live table's thread is, be the table real or simulated: people's calls are made in it, one after the other."""

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from host_tools.cli.night_calls import Calls
from host_tools.engine import IllegalEvent
from host_tools.live import way
from host_tools.live.desk import Refused
from host_tools.live.feed import Hub
from host_tools.live.follow import Follower
from host_tools.live.picture import picture
from host_tools.live.roles import CALLS, FLOOR, PRODUCER, ROLES
from host_tools.live.stream import Stream
from host_tools.live.tape import Item, Reels
from host_tools.live.watch import Watch

if TYPE_CHECKING:
    from host_tools.records.night_book import NightBook

SHOW_S = 0.05  # pages are told no oftener
GOES_S = 10.0
AT_ONCE = ("link", "decisions", "posted")  # what the producer sees of the table as it is


class TableThread(ABC):
    """A table behind the page: `_run` is its thread, which asks `stopping`, and calls `_answer` and `_show`. What the
    table says and people enter goes on the tape of its `stream`. `audit` is the house's key, where the floor has it.
    """

    def __init__(self, hub: Hub, watch: Watch, stream: Stream, audit: bytes = b"") -> None:
        self._hub = hub
        self.watch = watch
        self.stream = stream
        stream.log = self._decided
        self._reels = Reels()
        self._audit = audit
        self.book: NightBook | None = None
        self.calls: Calls = {}
        self.traces: Mapping[int, way.Frames] = {}
        self._waiting: SimpleQueue[tuple[Callable[[], Any], Future[Any]]] = SimpleQueue()
        self.stopping = False
        self.dirty = True
        self._shown_at = 0.0
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)

    @abstractmethod
    def _run(self) -> None: ...

    @abstractmethod
    def _now_ms(self) -> int:
        """The time of `watch`."""

    def start(self) -> None:
        self.stream.start()
        self._thread.start()

    def stop(self) -> None:
        self.stopping = True
        self._thread.join(timeout=GOES_S)
        self.stream.stop()

    # The tape, for the stream and to be looked at again.

    def _begin_tape(self, board: str) -> None:
        """From here on all that the tracker is told goes on the tape."""
        watch, tracker = self.watch, self.watch.tracker
        tracker.on_input = self._entered
        sealed = tracker.sealed is not None
        self._tape(
            "table", (token_hex(4), board, watch.zones, watch.seats, sealed, watch.hand, tracker.view.deck)
        )

    def _entered(self, kind: str, *args: Any) -> None:
        self._tape(kind, args)
        night = self.watch.night
        if kind == "begin" and night is not None:
            seats = night.session.seats
            names = tuple(
                (seat, player.name) for seat in args[0].seats if (player := seats[seat]) is not None
            )
            self._tape("seated", (names,))

    def _tape(self, kind: str, args: tuple[Any, ...]) -> None:
        item = Item(self.stream.clock(), self._now_ms(), kind, args)
        self._reels.take(item)
        self.stream.take(item)

    def _decided(self, who: str, what: str) -> None:
        """The producer has."""
        self._later(lambda: self._note(who, what, "for the stream"))

    def _note(self, who: str, what: str, why: str) -> None:
        if self.book is not None:
            self.book.decided(f"{who} (producer)", what, why)
        self.watch.decided(who, what, why, PRODUCER)

    def reels(self, role: str) -> tuple[Reels, Follower]:
        """The hands that a role may look at again, and who tells one; for the producer as late as the stream."""
        if role == PRODUCER:
            return self.stream.again()
        return self._reels, Follower(self._audit if role == FLOOR else b"")

    # What people ask.

    def ask(self, call: str, args: Mapping[str, Any], who: str) -> "Future[str]":
        """See `Desk`."""
        if call in self.stream.calls:
            return self.stream.ask(call, args, who)
        return self._later(lambda: self._call(call, args, who))

    def _call(self, call: str, args: Mapping[str, Any], who: str) -> str:
        if call in CALLS and call not in self.calls:
            raise Refused(f"{call}: only at a simulated table")
        return self.calls[call](args, who)

    def way(self, about: str, role: str) -> Mapping[str, Any] | None:
        """See `Desk`."""
        if role == PRODUCER:
            return self.stream.way(about, self.traces)
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
            shown = {role: picture(self.watch, role) for role in ROLES if role != PRODUCER}
            self._hub.offer(shown)
            self.stream.live({key: shown[FLOOR][key] for key in AT_ONCE})

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
