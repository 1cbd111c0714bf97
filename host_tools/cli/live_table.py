"""The simulated table behind the live page: it runs in a thread of its own, and people's calls are made there."""

import random
import secrets
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from host_tools.cli.live_calls import CuttableTable, People
from host_tools.cli.live_night import lacks
from host_tools.cli.live_thread import TableThread
from host_tools.engine import Event, IllegalEvent, describe
from host_tools.link.events import Fact, Secret
from host_tools.live.feed import Hub
from host_tools.live.night import DECKS, Night
from host_tools.live.stream import Stream
from host_tools.live.watch import Watch
from host_tools.provision import TableKey
from host_tools.records.errors import RecordsError
from host_tools.simulation.attended import Attended
from host_tools.simulation.table import TableError
from host_tools.targets.vm import VmDied
from host_tools.tracker.sealed import Renames, Unsealer
from host_tools.virtual.dealer import Moves
from host_tools.virtual.i2c import Pn532I2C
from host_tools.virtual.players import Script, loose, shuffled
from host_tools.virtual.timing import Timing
from railbird import facts, words

if TYPE_CHECKING:
    from host_tools.records.night_book import NightBook
    from host_tools.records.store import Store

FRAMES, TRACES = 40, 200  # of a reader, and sightings whose frames are kept
LOOK_AGAIN_US = 200_000  # for players, where too few sit there, or for the floor's word
BEHIND_S = 1.0  # who is this far behind the wall clock starts anew from where he is


class _Ended(Exception):
    """The server is going."""


class LiveTable(TableThread):
    """A table and its watch. `start` begins the evening, `stop` ends it; `ask` and `way` are for the server."""

    def __init__(
        self,
        hub: Hub,
        board: Mapping[str, Any],
        timing: Timing,
        seed: int,
        night: Night,
        stream: Stream,
        *,
        hands: int | None = None,
        store: "Store | None" = None,
        local: bool,
        mistakes: float,
        at_table_pace: bool,
        identity: bytes = b"",
        key: TableKey | None = None,
    ) -> None:
        self._night = night
        self._hands = hands
        self._luck = random.Random(f"players {seed}")
        self._idle = False  # no hand is in play, and none begins
        self._at_table_pace = at_table_pace
        self._anchor = (0, time.monotonic())
        self._told = 0
        self._frames: dict[str, deque[tuple[int, str, str]]] = {}
        self._traces: OrderedDict[int, list[tuple[int, str, str]]] = OrderedDict()
        self.dirty = True
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
            records=store,
            identity=identity,
            key=key,
        )
        assert isinstance(self._table.dealer, Attended)
        self._dealer = self._table.dealer
        super().__init__(hub, Watch(self._table.tracker, self._table.world.zones, board["seats"]), stream)
        self.watch.night = night
        night.refuses = partial(lacks, board)
        self.traces = self._traces
        if self._table.tracker.sealed is not None:
            tracker = self._table.tracker
            tracker.sealed = Unsealer(self._unsealed, self._renamed, is_back=tracker.is_back)
        self._table.on_told = self._hear
        self._begin_tape(board["name"])
        self.book = self._book(store)
        self._people = People(self._table, self._dealer, self.watch, night, seed, self.book)
        self.calls = self._people.calls
        for zone, reader in self._table.world.readers.items():
            if isinstance(reader.front, Pn532I2C):
                reader.front.heard = self._tap(zone)

    def _book(self, store: "Store | None") -> "NightBook | None":
        """Where the night is kept, with the records that the table has."""
        if store is None or self._table.recorder is None:
            return None
        from host_tools.records.night_book import NightBook

        book = NightBook(store, self._table.recorder.desk)
        book.begin(f"simulated {secrets.token_hex(8)}")  # never gone on with
        book.opened(self._night.opening)
        self._night.on_step = book.step
        tracker = self._table.tracker
        self._table.recorder.round = lambda: self._night.so_far(tracker.events)
        return book

    def _run(self) -> None:
        try:
            with self._table as table:
                table.run(self._evening())
            self.watch.lost = "the evening is over"
        except _Ended:
            return
        except (RecordsError, TableError, VmDied) as error:
            self.watch.lost = str(error).splitlines()[0]
        finally:
            self.watch.open = False
            self._show()
        while not self.stopping:
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
            script = None if self._people.pauses else self._script()
            self._idle = script is None
            if script is None:
                yield LOOK_AGAIN_US
                continue
            yield from table.hand(script)
            self._over(script)
            dealt += 1

    def _script(self) -> Script | None:
        """The next hand between those who sit there; None where none can begin."""
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
                self._night.call_off()
        elif self._night.session.deck == back:
            self._night.misdeal(view.holding)
        else:
            self._night.dead(view.deck)
            if self._night.session.deck != back:  # the simulated floor brings a new one
                for seat in self._night.session.seated[:2]:
                    self._night.put(("inspect", back, seat))
                self._night.put(("deck", back))

    # What the table says.

    def _now_ms(self) -> int:
        return self._table.clock.now // 1000

    def _hear(self, _now_us: int, told: Fact | Secret) -> None:
        self._heard = told
        if isinstance(told, Secret):
            self._tape("secret", (self._table.session.has.journal, *told))
        else:
            self._tape("fact", tuple(told))

    def _unsealed(self, kind: int, zone: int, code: int, ref: int, arg: int) -> None:
        self._table.tracker.fact(kind, zone, code, ref, arg)
        told = self._heard
        assert isinstance(told, Fact)
        fact = Fact(told.input_seq, told.t_ms, kind, zone, code, ref, arg)
        self.watch.fact(self._now_ms(), fact, told)

    def _renamed(self, moves: Renames) -> None:
        self._table.tracker.rename(moves)
        self.watch.renamed(moves)

    def _fact(self, now_us: int, fact: Fact) -> None:
        self.dirty = True
        if fact.kind in (facts.SIGHT, facts.VERDICT) and fact.zone != facts.NO_ZONE:
            frames = self._frames.get(words.zone_name(fact.zone))
            if frames is not None and fact.input_seq not in self._traces:
                self._traces[fact.input_seq] = list(frames)
                if len(self._traces) > TRACES:
                    self._traces.popitem(last=False)
        if self._table.tracker.sealed is None:
            self.watch.fact(now_us // 1000, fact)

    def _event(self, now_us: int, event: Event) -> None:
        self.dirty = True
        self.watch.event(now_us // 1000, event)

    def _tap(self, zone: str) -> Callable[[str, bytes], None]:
        frames = self._frames[zone] = deque(maxlen=FRAMES)
        clock = self._table.clock

        def heard(way_: str, data: bytes) -> None:
            frames.append((clock.now, way_, data.hex(" ")))

        return heard

    # The table's thread between two steps.

    def _pace(self, now_us: int) -> None:
        if self.stopping:
            raise _Ended
        while self._answer():
            pass
        table, watch = self._table, self.watch
        if watch.connected(table.welcome, table.audit.last_beat, table.session.open):
            self.dirty = True
        for op, code in table.tracker.refused[self._told :]:
            watch.line(
                f"the table refused command {op}: {words.REFUSALS[code] if code is not None else 'it restarted'}"
            )
            self.dirty = True
        self._told = len(table.tracker.refused)
        desk = self._desk()
        if desk != watch.desk:
            watch.desk = desk
            self.dirty = True
        watch.now_ms = max(watch.now_ms, now_us // 1000)
        self._show(at_once=False)
        if self._at_table_pace or self._idle or self._dealer.waits_for_people:
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

    def _desk(self) -> dict[str, Any]:
        dealer = self._dealer
        faults = sorted(self._table.world.faults.standing)
        return {
            "simulated": True,
            "console": dealer.console,
            "push": dealer.console and dealer.to_push,
            "begin": False,
            "floor": dealer.floor,
            "paused": self._people.pauses,
            "choices": [list(event) for event in dealer.choices] if dealer.console else [],
            "asks": [describe(event) for event in dealer.choices] if dealer.console else [],
            "cut": self._table.severed,
            "faults": [list(pair) for pair in faults],
        }
