"""The simulated table behind the live page: it runs in a thread of its own, and people's calls are made there."""

import random
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Any

from host_tools.cli.live_calls import CuttableTable, People
from host_tools.engine import Event, IllegalEvent, describe
from host_tools.link.events import Fact
from host_tools.live import way
from host_tools.live.desk import Refused
from host_tools.live.feed import Hub
from host_tools.live.night import DECKS, Night
from host_tools.live.picture import picture
from host_tools.live.roles import ROLES
from host_tools.live.watch import Watch
from host_tools.simulation.attended import Attended
from host_tools.simulation.table import TableError
from host_tools.targets.vm import VmDied
from host_tools.virtual.dealer import Moves
from host_tools.virtual.i2c import Pn532I2C
from host_tools.virtual.players import Script, loose, shuffled
from host_tools.virtual.timing import Timing
from railbird import facts, words

FRAMES, TRACES = 40, 200  # of a reader, and sightings whose frames are kept
SHOW_S = 0.05  # pages are told no oftener
LOOK_AGAIN_US = 200_000  # for players, where too few sit there
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
        night: Night,
        *,
        hands: int | None = None,
        local: bool,
        mistakes: float,
        at_table_pace: bool,
    ) -> None:
        self._hub = hub
        self._night = night
        self._hands = hands
        self._luck = random.Random(f"players {seed}")
        self._lacks_players = False
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
        )
        assert isinstance(self._table.dealer, Attended)
        self._dealer = self._table.dealer
        self.watch = Watch(self._table.tracker, self._table.world.zones, board["seats"])
        self.watch.night = night
        self._people = People(self._table, self._dealer, self.watch, night, seed)
        for zone, reader in self._table.world.readers.items():
            if isinstance(reader.front, Pn532I2C):
                reader.front.heard = self._tap(zone)
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping = True
        self._thread.join(timeout=10)

    def _run(self) -> None:
        try:
            with self._table as table:
                table.run(self._evening())
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

    # Hand after hand.

    def _evening(self) -> Moves:
        table, dealt = self._table, 0
        while table.welcome is None:
            yield 10_000
        while self._hands is None or dealt < self._hands:
            if self._people.counts:
                self._people.counts = False
                yield from self._dealer.count()
                table.audit.counted(table.clock.now)
            script = self._script()
            self._lacks_players = script is None
            if script is None:
                yield LOOK_AGAIN_US
                continue
            yield from table.hand(script)
            self._over(script)
            dealt += 1

    def _script(self) -> Script | None:
        """The next hand between those who sit there; None where too few do."""
        night = self._night
        for seat in night.session.seated:
            if not night.session.stack(seat):  # who is broke buys in again
                night.put(("add", seat, night.session.stakes.buy_in[1]))
        try:
            if not night.session.cut:
                night.gathered()
            return Script(night.begin(), shuffled(self._luck), loose(self._luck))
        except IllegalEvent:
            return None

    def _over(self, script: Script) -> None:
        """What became of the hand is part of the night."""
        view = self._table.tracker.view
        back = DECKS[view.deck]
        if not script.misdealt:
            try:
                self._night.over(self._table.tracker.events)
            except IllegalEvent as error:
                self.watch.line(f"the hand cannot be settled, its chips go back: {error}")
                self._night.misdeal()
        elif self._night.session.deck == back:
            verdict = view.verdicts[-1] if view.verdicts else None
            self._night.misdeal(words.rule_of(verdict.code, verdict.arg) if verdict else "")
        else:
            self._night.dead("")
            for seat in self._night.session.seated[:2]:
                self._night.put(("inspect", back, seat))
            self._night.put(("deck", back))

    # What the table says.

    def _fact(self, now_us: int, fact: Fact) -> None:
        self._dirty = True
        if fact.kind in (facts.SIGHT, facts.VERDICT) and fact.zone != facts.NO_ZONE:
            frames = self._frames.get(words.zone_name(fact.zone))
            if frames is not None and fact.input_seq not in self._traces:
                self._traces[fact.input_seq] = list(frames)
                if len(self._traces) > TRACES:
                    self._traces.popitem(last=False)
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
        if self._at_table_pace or self._lacks_players or self._dealer.waits_for_people:
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
        self._hub.offer({role: picture(self.watch, role) for role in ROLES})

    def _desk(self) -> dict[str, Any]:
        dealer = self._dealer
        faults = sorted(self._table.world.faults.standing)
        return {
            "simulated": True,
            "console": dealer.console,
            "push": dealer.console and dealer.to_push,
            "begin": False,
            "floor": dealer.floor,
            "choices": [list(event) for event in dealer.choices] if dealer.console else [],
            "asks": [describe(event) for event in dealer.choices] if dealer.console else [],
            "cut": self._table.severed,
            "faults": [list(pair) for pair in faults],
        }

    # What people ask.

    def ask(self, call: str, args: Mapping[str, Any], who: str) -> "Future[str]":
        """See `Desk`."""
        return self._later(lambda: str(self._people.calls[call](args, who)))

    def way(self, about: str, role: str) -> Mapping[str, Any] | None:
        """See `Desk`."""
        done: Future[Mapping[str, Any] | None] = self._later(
            lambda: way.way(self.watch, self._traces, about, role)
        )
        return done.result(timeout=10)

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
