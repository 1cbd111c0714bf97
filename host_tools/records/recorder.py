"""Writes what a table, its tracker and its people say.

    for event in session.feed(data):
        ...the tracker takes it...
        recorder.hear(event)
    recorder.keep()         # on disk as a whole, or RecordsError and nothing of it
    session.kept()          # so that the table may forget it
    link.send(session.poll(now))

A recorder serves one poker table at a time. After a restart of the host it goes on where the records end.
"""

from collections.abc import Callable, Collection
from typing import Any

from host_tools.engine import Event
from host_tools.engine.rounds.table_round import Round
from host_tools.link.events import Beat, Fact, Head, Lost, Refused, Result, Secret, Welcome
from host_tools.link.events import Event as LinkEvent
from host_tools.link.session import Position
from host_tools.records import models
from host_tools.records.desk import Desk
from host_tools.records.hand_row import ended
from host_tools.records.rounds import House, log_round
from host_tools.records.store import Store
from host_tools.records.verdicts import Verdicts
from host_tools.tracker.tracker import Tracker
from railbird import facts, words
from railbird.link.session import CAPACITY
from railbird.rules import games

BEAT_EVERY_MS = 60_000
OUTCOMES = {facts.END: "complete", facts.MISDEAL: "misdeal", facts.DEAD: "dead"}


class Recorder:
    """Records the table called `name` with readers at `zones`; `now` is the host's clock in milliseconds since 1970.
    `tracker` follows the table and has heard an event before the recorder does. `holding` says how the dealer holds
    the deck in this shift (f)(6)(i), '' where nobody has said. `journal` names the table's journal of inputs from the
    next Welcome on, 0 where it has none that outlives power.
    """

    def __init__(
        self,
        store: Store,
        name: str,
        now: Callable[[], int],
        tracker: Tracker | None = None,
        zones: Collection[str] = (),
    ) -> None:
        self._store = store
        self._tracker = tracker
        self._zones = zones
        self.holding = ""
        self.round: Callable[[], Round | None] | None = None  # the round of the hand, where a session has one
        self.desk = Desk(store, name, now)
        self._boot = 0  # its row
        self.journal = 0
        self._number = 0  # of the next fact of the boot
        self._last = -1  # number of the newest fact of the boot that is recorded
        self._input = (0, 0)  # number of the newest input, and how many facts of it are recorded
        self._facts: list[dict[str, Any]] = []
        self._hand = 0  # row of the hand in play, 0 between hands
        self._head: Head | None = None  # told since the last that is recorded
        self._beat = (-BEAT_EVERY_MS, -1)  # when the last one was written, how many zones it did not know
        self._verdicts = Verdicts(self.desk)
        self._resume()
        store.keep()

    @property
    def position(self) -> Position:
        """What HELLO may tell the table that the host has."""
        seq, count = self._input
        return Position(self.journal, seq, count)

    def keep(self) -> None:
        """Everything heard since the last time is on disk when this returns; RecordsError, and none of it is."""
        self._write_facts()
        self._store.keep()

    def decide(self, who: str, why: str) -> None:
        """The floor speaks: what is done next about the verdicts that are open is `who`'s decision."""
        self._verdicts.decide(who, why)

    @property
    def waits_for_floor(self) -> bool:
        """Whether a verdict waits for a decision."""
        return self._verdicts.waits

    def applied(self, event: Event) -> None:
        """An event of the hand, as the tracker applies it (its `on_event`)."""
        self.desk.add(models.inputs, hand=self.desk.hand, source="hand", event=list(event))

    def hear(self, event: LinkEvent) -> None:
        """An event of the link."""
        if isinstance(event, Fact | Secret):
            self._fact(event)
        elif isinstance(event, Head):
            self._head = event
        elif isinstance(event, Beat):
            self._beat_of(event)
        elif isinstance(event, Welcome):
            self._welcome(event)
        elif isinstance(event, Result) and event.code:
            self.desk.note("", f"the table refused a command: {words.REFUSALS.get(event.code, event.code)}")
        elif isinstance(event, Lost):
            self.desk.note("", f"{event.facts} facts went to another host")
        elif isinstance(event, Refused):
            self.desk.note("", event.reason)

    def _resume(self) -> None:
        """Where the records end."""
        boot, hand = self.desk.newest(models.boots), self.desk.newest(models.hands)
        if boot is not None:
            self._boot, self.journal = boot.id, boot.journal
            self._read_last()
        if hand is not None and not hand.outcome:
            self._hand = hand.id

    def _write_facts(self) -> None:
        self._store.add_all(models.facts, self._facts)
        self._facts = []

    def _read_last(self) -> None:
        """The newest fact of the boot, and the newest input: a journal's inputs go on from boot to boot."""
        table, boots = models.facts, models.boots
        last = self._store.first(
            table.select().where(table.c.boot == self._boot).order_by(table.c.number.desc())
        )
        self._last = last.number if last else -1
        of_input = self._store.first(
            table.select()
            .join(boots)
            .where(
                boots.c.desk == self.desk.id,
                boots.c.journal == self.journal if self.journal else boots.c.id == self._boot,
                table.c.input_seq > 0,
            )
            .order_by(table.c.boot.desc(), table.c.number.desc())
        )
        self._input = (of_input.input_seq, of_input.place + 1) if of_input else (0, 0)

    def _welcome(self, event: Welcome) -> None:
        """The boot that the records know last goes on, or another begins: also where a number is far back."""
        self._write_facts()
        self.journal = event.journal or self.journal
        boot = self.desk.newest(models.boots)
        if boot is not None and boot.boot_id == event.boot_id:
            self._boot = boot.id
            self._read_last()
            self._number = event.number
            if self._last < 0:
                return
            ahead = ((event.number - self._last - 1 + 0x8000) & 0xFFFF) - 0x8000
            self._number = self._last + 1 + ahead
            if ahead > 0:
                self.desk.note("", f"{ahead} facts of the table are in no record")
            if ahead >= -CAPACITY:
                return
        self._boot = self.desk.add(
            models.boots,
            boot_id=event.boot_id,
            journal=self.journal,
            board=event.board,
            version=event.version,
        )
        self._number = event.number
        self._read_last()

    def _fact(self, fact: Fact | Secret) -> None:
        """One fact; one that is recorded already says nothing new."""
        number = self._number
        self._number += 1
        if number <= self._last:
            return
        self._last = number
        seq, count = self._input
        place = count if fact.input_seq == seq else 0
        if fact.input_seq:  # 0 is of no input
            self._input = (fact.input_seq, place + 1)
        row = {"boot": self._boot, "number": number, "at": self.desk.now(), "place": place, "secret": None}
        self._facts.append(row | fact._asdict())
        if isinstance(fact, Secret):
            return
        if fact.kind == facts.HAND:
            self._begin(fact)
        elif fact.kind == facts.STATE:
            state = "unknown" if fact.code == facts.STATE_UNKNOWN else "ok"
            self.desk.add(models.readers, zone=words.zone_name(fact.zone), state=state)
        self._verdicts.fact(fact)
        if fact.kind in OUTCOMES:
            self._end(OUTCOMES[fact.kind])

    def _begin(self, fact: Fact) -> None:
        """A hand begins; one that never ended is told as such."""
        if self._hand:
            self.desk.fill_in(models.hands, self._hand, outcome="unfinished", ended=self.desk.now())
        self.desk.hand += 1
        self._hand = self.desk.add(
            models.hands,
            number=self.desk.hand,
            game=games.NAMES[fact.arg >> facts.SEATS],
            button=fact.zone if fact.zone != facts.NO_ZONE else 0,
            seats=[seat for seat in range(1, facts.SEATS + 1) if fact.arg >> (seat - 1) & 1],
        )

    def _end(self, outcome: str) -> None:
        """The hand is over: what became of it is written in one step with the fact that says so."""
        self._anchor()
        if not self._hand:
            return
        tracker = self._tracker
        events = tracker.events if tracker is not None else []
        end = tracker.state if tracker is not None else None
        played = self.round() if self.round is not None else None
        taken = (played.rake, played.contribution) if played is not None else (0, 0)
        start = tracker.start if tracker is not None else None
        filled = ended(start, events, played.hand if played is not None else end, outcome, *taken)
        self.desk.fill_in(models.hands, self._hand, ended=self.desk.now(), **filled)
        self._hand = 0
        if tracker is not None and end is not None and filled["outcome"] == "complete":
            due = tracker.money.rake_due if tracker.money is not None else None
            burns, muck = ("burn" in self._zones, "muck" in self._zones)
            log_round(
                self.desk,
                end,
                events,
                House(self.holding, burns, muck, played.rake if played is not None else due),
            )
            if due:
                self.desk.add(models.money, hand=self.desk.hand, book="rake", entry="due", amount=due)

    def _beat_of(self, beat: Beat) -> None:
        at, unknown = self._beat
        if self.desk.now() - at >= BEAT_EVERY_MS or beat.zones_unknown != unknown:
            self._beat = (self.desk.now(), beat.zones_unknown)
            self.desk.add(models.beats, figures=beat._asdict())
            self._anchor()

    def _anchor(self) -> None:
        """Where the table's log stood when it said so last."""
        if self._head is not None:
            self.desk.add(models.heads, **self._head._asdict())
            self._head = None
