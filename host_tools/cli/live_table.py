"""The simulated table behind the live page: it runs in a thread of its own, and people's calls are made there."""

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from secrets import token_hex
from typing import Any

from host_tools.cli.live_calls import CuttableTable, People
from host_tools.engine import Event, IllegalEvent, describe
from host_tools.link.events import Fact, Secret
from host_tools.live import way
from host_tools.live.desk import Refused
from host_tools.live.feed import Hub
from host_tools.live.follow import Follower
from host_tools.live.picture import picture
from host_tools.live.roles import FLOOR, PRODUCER, ROLES
from host_tools.live.stream import Stream
from host_tools.live.tape import Item, Reels
from host_tools.live.watch import Watch
from host_tools.provision import TableKey
from host_tools.simulation.attended import Attended
from host_tools.simulation.table import TableError
from host_tools.targets.vm import VmDied
from host_tools.tracker.sealed import Unsealer
from host_tools.virtual.i2c import Pn532I2C
from host_tools.virtual.players import Script
from host_tools.virtual.timing import Timing
from railbird import facts, words

FRAMES, TRACES = 40, 200  # of a reader, and sightings whose frames are kept
SHOW_S = 0.05  # pages are told no oftener
BEHIND_S = 1.0  # who is this far behind the wall clock starts anew from where he is


class _Ended(Exception):
    """The server is going."""


class LiveTable:
    """A table and its watch. `start` begins the evening, `stop` ends it; `ask` and `way` are for the server."""

    def __init__(
        self,
        hub: Hub,
        board: Mapping[str, Any],
        timing: Timing,
        seed: int,
        scripts: Iterable[Script],
        *,
        local: bool,
        mistakes: float,
        at_table_pace: bool,
        stream: Stream,
        identity: bytes = b"",
        key: TableKey | None = None,
    ) -> None:
        self._hub = hub
        self._stream = stream
        self._reels = Reels()
        stream.log = self._decided
        self._scripts = scripts
        self._at_table_pace = at_table_pace
        self._calls: SimpleQueue[tuple[Callable[[], Any], Future[Any]]] = SimpleQueue()
        self._stopping = False
        self._dirty = True
        self._shown_at = 0.0
        self._anchor = (0, time.monotonic())
        self._told = 0
        self._frames: dict[str, deque[tuple[int, str, str]]] = {}
        self._traces: OrderedDict[int, list[tuple[int, str, str]]] = OrderedDict()
        self._table = CuttableTable(
            board,
            timing,
            seed,
            self._fact,
            self._event,
            pace=self._pace,
            local=local,
            mistakes=mistakes,
            hands=Attended,
            identity=identity,
            key=key,
        )
        assert isinstance(self._table.dealer, Attended)
        self._dealer = self._table.dealer
        self.watch = Watch(self._table.tracker, self._table.world.zones, board["seats"])
        self._tape()
        self._people = People(self._table, self._dealer, self.watch, seed)
        for zone, reader in self._table.world.readers.items():
            if isinstance(reader.front, Pn532I2C):
                reader.front.heard = self._tap(zone)
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)

    def start(self) -> None:
        self._stream.start()
        self._thread.start()

    def stop(self) -> None:
        self._stopping = True
        self._thread.join(timeout=10)
        self._stream.stop()

    def _run(self) -> None:
        try:
            with self._table as table:
                table.play(self._scripts)
            self.watch.lost = "the evening is over"
        except _Ended:
            return
        except (TableError, VmDied) as error:
            self.watch.lost = str(error).splitlines()[0]
        finally:
            self.watch.open = False
            self._show()
        while not self._stopping:
            self._answer(timeout=0.2)

    # What the table says.

    def _tape(self) -> None:
        """Everything goes on a tape, for the stream and to be looked at again; in play mode the watch gets no more than
        what the rules have opened.
        """
        table, watch = self._table, self.watch
        tracker = table.tracker
        sealed = tracker.sealed is not None
        if sealed:
            tracker.sealed = Unsealer(self._unsealed, self._renamed)
        tracker.on_input = lambda kind, *args: self._take(kind, args)
        table.on_told = self._hear
        zones = watch.zones
        self._take(
            "table", (token_hex(4), table.board["name"], zones, watch.seats, sealed, 0, tracker.view.deck)
        )

    def _decided(self, who: str, what: str) -> None:
        self._later(lambda: self.watch.decided(who, what, "for the stream", PRODUCER))

    def _take(self, kind: str, args: tuple[Any, ...]) -> None:
        item = Item(self._stream.clock(), self._table.clock.now // 1000, kind, args)
        self._reels.take(item)
        self._stream.take(item)

    def _hear(self, _now_us: int, told: Fact | Secret) -> None:
        self._heard = told
        if isinstance(told, Secret):
            self._take("secret", (self._table.session.has.journal, *told))
        else:
            self._take("fact", tuple(told))

    def _unsealed(self, kind: int, zone: int, code: int, ref: int, arg: int) -> None:
        self._table.tracker.fact(kind, zone, code, ref, arg)
        told = self._heard
        assert isinstance(told, Fact)
        fact = Fact(told.input_seq, told.t_ms, kind, zone, code, ref, arg)
        self.watch.fact(self._table.clock.now // 1000, fact, told)

    def _renamed(self, old: int, new: int) -> None:
        self._table.tracker.rename(old, new)
        self.watch.renamed(old, new)

    def _fact(self, now_us: int, fact: Fact) -> None:
        self._dirty = True
        if fact.kind in (facts.SIGHT, facts.VERDICT) and fact.zone != facts.NO_ZONE:
            frames = self._frames.get(words.zone_name(fact.zone))
            if frames is not None and fact.input_seq not in self._traces:
                self._traces[fact.input_seq] = list(frames)
                if len(self._traces) > TRACES:
                    self._traces.popitem(last=False)
        if self._table.tracker.sealed is None:
            self.watch.fact(now_us // 1000, fact)

    def _event(self, now_us: int, event: Event) -> None:
        self._dirty = True
        self.watch.event(now_us // 1000, event)

    def _tap(self, zone: str) -> Callable[[str, bytes], None]:
        frames = self._frames[zone] = deque(maxlen=FRAMES)
        clock = self._table.clock

        def heard(way_: str, data: bytes) -> None:
            frames.append((clock.now, way_, data.hex(" ")))

        return heard

    # The table's thread between two steps.

    def _pace(self, now_us: int) -> None:
        if self._stopping:
            raise _Ended
        while self._answer():
            pass
        table, watch = self._table, self.watch
        if watch.connected(table.welcome, table.audit.last_beat, table.session.open):
            self._dirty = True
        for op, code in table.tracker.refused[self._told :]:
            watch.line(
                f"the table refused command {op}: {words.REFUSALS[code] if code is not None else 'it restarted'}"
            )
            self._dirty = True
        self._told = len(table.tracker.refused)
        desk = self._desk()
        if desk != watch.desk:
            watch.desk = desk
            self._dirty = True
        if self._dirty and time.monotonic() - self._shown_at >= SHOW_S:
            watch.now_ms = now_us // 1000
            self._show()
        if self._at_table_pace or self._dealer.waits_for_people:
            self._hold(now_us)
        else:
            self._anchor = (now_us, time.monotonic())

    def _hold(self, now_us: int) -> None:
        """Keep virtual time to the wall clock."""
        begun_us, begun = self._anchor
        ahead = (now_us - begun_us) / 1e6 - (time.monotonic() - begun)
        if ahead < -BEHIND_S:
            self._anchor = (now_us, time.monotonic())
        elif ahead > 0.02:
            time.sleep(min(ahead, 0.5))

    def _show(self) -> None:
        self._dirty = False
        self._shown_at = time.monotonic()
        shown = {role: picture(self.watch, role) for role in ROLES if role != PRODUCER}
        self._hub.offer(shown)
        self._stream.live({key: shown[FLOOR][key] for key in ("link", "decisions")})

    def _desk(self) -> dict[str, Any]:
        dealer = self._dealer
        faults = sorted(self._table.world.faults.standing)
        return {
            "console": dealer.console,
            "floor": dealer.floor,
            "choices": [list(event) for event in dealer.choices] if dealer.console else [],
            "asks": [describe(event) for event in dealer.choices] if dealer.console else [],
            "cut": self._table.severed,
            "faults": [list(pair) for pair in faults],
        }

    # What people ask.

    def ask(self, call: str, args: Mapping[str, Any], who: str) -> "Future[str]":
        """See `Desk`."""
        if call in self._stream.calls:
            return self._stream.ask(call, args, who)
        return self._later(lambda: str(self._people.calls[call](args, who)))

    def way(self, about: str, role: str) -> Mapping[str, Any] | None:
        """See `Desk`."""
        if role == PRODUCER:
            return self._stream.way(about, self._traces)
        done: Future[Mapping[str, Any] | None] = self._later(
            lambda: way.way(self.watch, self._traces, about, role)
        )
        return done.result(timeout=10)

    def reels(self, role: str) -> tuple[Reels, Follower]:
        """The hands that a role may look at again, and who tells one; for the producer as late as the stream."""
        return self._stream.again() if role == PRODUCER else (self._reels, Follower())

    def _later(self, call: Callable[[], Any]) -> "Future[Any]":
        future: Future[Any] = Future()
        self._calls.put((call, future))
        return future

    def _answer(self, timeout: float = 0) -> bool:
        """Make one call that waits; False when none does."""
        try:
            call, future = self._calls.get(timeout=timeout) if timeout else self._calls.get_nowait()
        except Empty:
            return False
        if future.set_running_or_notify_cancel():
            try:
                future.set_result(call())
            except (Refused, IllegalEvent) as error:
                future.set_exception(Refused(str(error)))
            except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
                future.set_exception(Refused(f"cannot be read: {error}"))
            self._dirty = True
        return True
