"""A real table behind the live page: its serial line, its tracker, its night and its records, in one thread."""

import time
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from host_tools.cli.live_night import lacks
from host_tools.cli.live_thread import TableThread
from host_tools.cli.port_calls import PortCalls
from host_tools.engine import Event, IllegalEvent, describe, legal
from host_tools.link.events import Beat, Distrust, Fact, Lost, Refused, Result, Secret, Welcome
from host_tools.link.events import Event as LinkEvent
from host_tools.link.meet import new_session
from host_tools.link.serial_line import SerialLine
from host_tools.link.session import NOTHING
from host_tools.live.feed import Hub
from host_tools.live.night import Night
from host_tools.live.stream import Stream
from host_tools.live.watch import Watch
from host_tools.provision import TableKey
from host_tools.records.errors import RecordsError
from host_tools.tracker.sealed import Renames, Unsealer
from host_tools.tracker.tracker import Tracker
from railbird import facts, words
from railbird.rules.cards import DECK_SIZE

if TYPE_CHECKING:
    from host_tools.records.night_book import Kept
    from host_tools.records.recorder import Recorder
    from host_tools.records.store import Store

ENDS = (facts.END, facts.MISDEAL, facts.DEAD)
LAST_WORDS_S = 1.0  # for commands that wait when the server goes


class PortTable(TableThread):
    """A table on a line. `store` keeps what it says before it is acknowledged; a night that the records have of the
    same `house` goes on where it was. Raises RecordsError where they cannot be read.
    """

    def __init__(
        self,
        hub: Hub,
        line: SerialLine,
        board: Mapping[str, Any],
        night: Night,
        stream: Stream,
        *,
        key: TableKey | None = None,
        store: "Store | None" = None,
        house: str = "",
        name: str = "",
    ) -> None:
        zones = [row[0] for row in board["readers"]]
        self._line = line
        self._board = board["name"]
        self._begun = time.monotonic()
        today = time.localtime()
        self._midnight = time.mktime((*today[:3], 0, 0, 0, 0, 0, -1))
        self._replaying = False
        self.in_hand = False  # as the table says
        self._folded: set[int] = set()  # and these
        self._street = 0
        self._to_say = False  # a server before this one may have been killed before it had said all
        self.night = night
        self.tracker = Tracker(self._command, zones, self._event)
        self._fact_under_way = Fact(0, 0, 0, 0, 0, 0, 0)
        if key is not None:
            self.tracker.sealed = Unsealer(self._fact, self._renamed, key.audit, is_back=self.tracker.is_back)
        super().__init__(hub, Watch(self.tracker, zones, board["seats"]), stream, key.audit if key else b"")
        self.watch.night = night
        night.refuses = partial(lacks, board)
        self._problems = 0
        self._refused = 0
        self.recorder: Recorder | None = None
        if store is not None:  # the database's library is loaded only here
            self._record(store, name or board["name"], house, zones)
        else:
            self._begin_tape(self._board)
        has = self.recorder.position if self.recorder else NOTHING
        self.session = new_session(key.identity if key else None, store is not None, has)
        self.calls = PortCalls(self).calls

    # What was before this start.

    def _record(self, store: "Store", name: str, house: str, zones: list[str]) -> None:
        from host_tools.records.night_book import NightBook
        from host_tools.records.recorder import Recorder

        self.recorder = Recorder(store, name, lambda: time.time_ns() // 1_000_000, self.tracker, zones)
        self.recorder.round = lambda: self.night.so_far(self.tracker.events)
        self.book = NightBook(store, self.recorder.desk)
        kept = self.book.begin(house)
        if kept is not None:
            self._go_on(kept, self.recorder.desk.hand)
        else:
            self.watch.hand = self.recorder.desk.hand
            self._begin_tape(self._board)
            self.book.opened(self.night.opening)
        self.night.on_step = self.book.step
        self.recorder.keep()

    def _go_on(self, kept: "Kept", hand: int) -> None:
        """The night as the records have it after so many hands, and its hand in play."""
        self._replaying = True
        try:
            for event in kept.inputs:
                self.night.put(event)
            if self.night.round is not None:  # told again from its beginning
                hand -= sum(fact.kind == facts.HAND for fact in kept.facts)
            self.watch.hand = hand
            self._begin_tape(self._board)
            self.watch.boot = kept.boot
            if kept.counted_at is not None:
                ago_ms = time.time_ns() // 1_000_000 - kept.counted_at
                self.watch.counted_ms, self.tracker.view.counted = self._now_ms() - ago_ms, DECK_SIZE
                self.tracker.view.count_due = False  # the table says when it is
            for fact in kept.readers:
                self._tape("fact", tuple(fact))
                self.watch.fact(self._now_ms(), fact)
            if self.night.round is not None:
                self.tracker.begin(self.night.round.hand)
                self._replay(kept)
        finally:
            self._replaying = False
        self._to_say = self.night.round is not None
        self.watch.line("the server has started again and goes on with the night")

    def _say_again(self) -> None:
        """What the table should have heard from a server that was killed, once it has told all that it knows."""
        self._to_say = False
        state = self.tracker.state
        if not self.in_hand and self.night.round is not None:
            self.tracker.begin(self.night.round.hand)
        elif state is not None and not state.finished:
            for event in self.tracker.events:
                if event[0] == "fold" and event[1] not in self._folded:
                    self.tracker.say_again(facts.OP_FOLD, event[1])
            if state.street > self._street:
                self.tracker.say_again(facts.OP_STREET, 0)

    def _replay(self, kept: "Kept") -> None:
        for fact in kept.facts:
            self._take(fact)
        for event in kept.declared:
            self.tracker.declare(event)

    def tick(self) -> None:
        """The session's clock: seconds since the midnight before the server started."""
        now = int(time.time() - self._midnight)
        if now > self.night.session.now:
            self.night.put(("clock", now))

    # The thread.

    def _run(self) -> None:
        try:
            while not self.stopping:
                self._step()
                self._show(at_once=False)
            until = time.monotonic() + LAST_WORDS_S
            while not self.tracker.ready and self._line.there and time.monotonic() < until:
                self._step()
        except RecordsError as error:
            self.watch.lost = str(error)
        self._line.close()
        self.watch.open = False
        self._show()
        while not self.stopping:
            self._answer(timeout=0.2)

    def _step(self) -> None:
        """What the table says, what people ask, what is to be said to the table."""
        watch = self.watch
        events = self.session.feed(self._line.read())
        watch.now_ms = self._now_ms()
        for event in events:
            self._hear(event)
        asked = self._answer()
        while asked and self._answer():
            pass
        if self.recorder is not None and (events or asked):
            self.recorder.keep()
            self.session.kept()
        data = self.session.poll(time.monotonic_ns() // 1000)
        if data:
            self._line.write(data)
        is_open = self.session.open and self._line.there
        if watch.connected(watch.welcome, watch.beat, is_open) or events or asked:
            self._look()

    def _look(self) -> None:
        """What has changed since the page was told."""
        self.dirty = True
        for op, code in self.tracker.refused[self._refused :]:
            why = words.REFUSALS[code] if code is not None else "it restarted"
            self.watch.line(f"the table refused command {op}: {why}")
        for problem in self.tracker.problems[self._problems :]:
            self.watch.line(problem)
        self._refused, self._problems = len(self.tracker.refused), len(self.tracker.problems)
        self.watch.desk = self._desk()

    def _now_ms(self) -> int:
        return int((time.monotonic() - self._begun) * 1000)

    def _desk(self) -> dict[str, Any]:
        state = self.tracker.state
        waits = self.tracker.waits if self.in_hand else None
        choices = legal(waits) if waits is not None else ()
        return {
            "simulated": False,
            "console": True,
            "floor": True,
            "push": self.in_hand and state is not None and state.finished,
            "begin": not self.in_hand and self.night.round is None,
            "choices": [list(event) for event in choices],
            "asks": [describe(event) for event in choices],
            "cut": False,
            "faults": [],
        }

    def _call(self, call: str, args: Mapping[str, Any], who: str) -> str:
        if self.watch.lost:
            raise IllegalEvent(self.watch.lost, "f(6)")
        return super()._call(call, args, who)

    # The table.

    def _hear(self, event: LinkEvent) -> None:
        watch = self.watch
        if isinstance(event, Fact | Secret):
            self._take(event)
        elif isinstance(event, Result):
            self._answered(event)
        elif isinstance(event, Welcome):
            if event.board != self._board:
                watch.line(f"this is a table {event.board}; it was expected to be {self._board}")
            watch.connected(event, watch.beat, self.session.open and self._line.there)
        elif isinstance(event, Beat):
            watch.connected(watch.welcome, event, watch.open)
            if self._to_say and not event.outbox and not event.journal_pending:
                self._say_again()
        elif isinstance(event, Distrust):
            watch.line(f"a frame was not trusted: {event.reason}")
        elif isinstance(event, Lost):
            watch.line(f"{event.facts} facts went to another host")
        elif isinstance(event, Refused):
            watch.lost = event.reason
        if self.recorder is not None:
            self.recorder.hear(event)
        if isinstance(event, Fact) and event.kind in ENDS:
            self._over(event)

    def _answered(self, event: Result) -> None:
        op = self.tracker.asked
        self.tracker.result(event.code)
        if op == facts.OP_HAND and event.code is not None and event.code != facts.R_OK:
            self.tracker.cancel()
            self.night.call_off()

    def _take(self, fact: Fact | Secret) -> None:
        """A fact to the tracker and the watch, in play mode by way of what opens it."""
        sealed = self.tracker.sealed
        if isinstance(fact, Secret):
            if sealed is not None and fact.kind != facts.LOG:
                self._tape("secret", (self._journal(), *fact))
                sealed.secret(self._journal(), *fact[2:])
            return
        self._tape("fact", tuple(fact))
        self._fact_under_way = fact
        if sealed is not None:
            sealed.fact(*fact[2:])
        else:
            self._fact(*fact[2:])
        if fact.kind == facts.HAND:
            self.in_hand = True
            self._folded.clear()
            self._street = 0
        elif fact.kind == facts.FOLDED:
            self._folded.add(fact.zone)
        elif fact.kind == facts.STREET:
            self._street = fact.arg
        elif fact.kind in ENDS:
            self.in_hand = False

    def _journal(self) -> int:
        """The name of the table's journal, under which a hand's cards are sealed."""
        if self._replaying and self.recorder is not None:
            return self.recorder.journal
        return self.session.has.journal

    def _fact(self, kind: int, zone: int, code: int, ref: int, arg: int) -> None:
        self.tracker.fact(kind, zone, code, ref, arg)
        one = self._fact_under_way
        self.watch.fact(self._now_ms(), Fact(one.input_seq, one.t_ms, kind, zone, code, ref, arg), one)

    def _renamed(self, moves: Renames) -> None:
        self.tracker.rename(moves)
        self.watch.renamed(moves)

    def _over(self, fact: Fact) -> None:
        """The table has ended the hand: so does the night."""
        try:
            if fact.kind == facts.END and self.night.round is not None:
                self.night.over(self.tracker.events)
            elif fact.kind == facts.MISDEAL:
                self.night.misdeal(self.tracker.view.holding)
            elif fact.kind == facts.DEAD:
                self.night.dead(fact.code)
        except IllegalEvent as error:
            self.watch.line(f"the hand cannot be settled, its chips go back: {error}")
            self.night.call_off()

    # The host.

    def _event(self, event: Event) -> None:
        if not self._replaying and self.recorder is not None:
            self.recorder.applied(event)
        self.watch.event(self._now_ms(), event)

    def _command(self, op: int, zone: int, arg: int) -> None:
        if self._replaying:  # the table has heard it
            self.tracker.result(facts.R_OK)
        else:
            self.session.command(op, zone, arg)
