"""Tells a tape once more: a tracker and a watch of their own, which nothing they say reaches a table from."""

from collections.abc import Callable

from host_tools.engine import Event
from host_tools.link.events import Fact
from host_tools.live.tape import Item
from host_tools.live.watch import Watch
from host_tools.tracker.sealed import Foresee, Renames, Unsealer
from host_tools.tracker.tracker import Tracker
from railbird import facts

KEPT = 50  # verdicts and problems that are kept


class Follower:
    """A table as a tape tells it. Without `audit` and `foresee` what is sealed is shut until the tape opens it."""

    def __init__(
        self,
        audit: bytes = b"",
        foresee: Foresee = lambda _hand, _number: None,
        on_event: Callable[[Event], None] = lambda _event: None,
    ) -> None:
        self.audit = audit
        self._foresee = foresee
        self._on_event = on_event
        self._run = ""
        self._now_ms = 0
        self._told = Fact(0, 0, 0, 0, 0, 0, 0)
        self.watch: Watch | None = None

    def take(self, item: Item) -> None:
        """The next item of the tape."""
        self._now_ms = item.now_ms
        if item.kind == "table":
            self._table(item)
            return
        watch = self.watch
        if watch is None:  # a tape that lacks its beginning
            return
        tracker, args = watch.tracker, item.args
        if item.kind == "begin":
            for grown in (
                tracker.view.verdicts,
                tracker.problems,
                tracker.sealed.problems if tracker.sealed else [],
            ):
                del grown[:-KEPT]
            tracker.begin(args[0])
        elif item.kind == "seated":
            pass  # names are no part of the table
        elif item.kind == "declare":
            tracker.declare(args[0])
        elif item.kind == "undo":
            self._undo(tracker)
        elif item.kind == "cancel":
            tracker.cancel()
        elif item.kind == "misdeal":
            tracker.misdeal()
        elif item.kind == "replace":
            tracker.replace()
        elif item.kind == "fact":
            self._told = Fact(*args)
            self._heard(*args[2:])
        elif tracker.sealed is not None:
            tracker.sealed.secret(args[0], *args[3:])
        watch.now_ms = item.now_ms

    def _undo(self, tracker: Tracker) -> None:
        before = len(tracker.events)
        seat = tracker.undo()[1]
        if len(tracker.events) < before:  # it was part of the hand already
            self._on_event(("undo", seat))

    def reveal(self, hand: bytes, number: int, key: bytes) -> None:
        """A key that was given since."""
        sealed = None if self.watch is None else self.watch.tracker.sealed
        if sealed is not None:
            sealed.reveal(hand, number, key)

    def _table(self, item: Item) -> None:
        run, _board, zones, seats, sealed, hand, deck = item.args
        if run == self._run:
            return
        self._run = run
        tracker = Tracker(lambda *_command: tracker.result(facts.R_OK), zones, self._event)
        tracker.view.deck = deck
        if sealed:
            tracker.sealed = Unsealer(self._fact, self._renamed, self.audit, self._foresee, tracker.is_back)
            tracker.sealed.deck = deck
        self.watch = Watch(tracker, zones, seats)
        self.watch.hand = hand

    def _heard(self, kind: int, zone: int, code: int, ref: int, arg: int) -> None:
        assert self.watch is not None
        sealed = self.watch.tracker.sealed
        (self._fact if sealed is None else sealed.fact)(kind, zone, code, ref, arg)

    def _fact(self, kind: int, zone: int, code: int, ref: int, arg: int) -> None:
        assert self.watch is not None
        self.watch.tracker.fact(kind, zone, code, ref, arg)
        fact = self._told._replace(zone=zone, code=code, ref=ref, arg=arg)
        self.watch.fact(self._now_ms, fact, self._told)

    def _renamed(self, moves: Renames) -> None:
        assert self.watch is not None
        self.watch.tracker.rename(moves)
        self.watch.renamed(moves)

    def _event(self, event: Event) -> None:
        assert self.watch is not None
        self.watch.event(self._now_ms, event)
        self._on_event(event)
