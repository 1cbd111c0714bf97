"""The producer's side of a table: everything it says is told once more, so many minutes late, with the cards that have
been opened since, or all of them where the house gives its audit key. A thread of its own; `take` is for the table's.
"""

from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import RLock, Thread
from typing import Any

from host_tools.engine import Event
from host_tools.live import overlay
from host_tools.live.calculator import Calculator
from host_tools.live.desk import Refused
from host_tools.live.equity import Answer, question
from host_tools.live.feed import Hub
from host_tools.live.follow import Follower
from host_tools.live.picture import picture
from host_tools.live.roles import PRODUCER
from host_tools.live.roster import Roster, RosterError
from host_tools.live.spool import Spool
from host_tools.live.tape import Clock, Item, Keys, Reels, Waiting
from host_tools.live.way import Frames, way
from railbird import facts

OVERLAY, EVENTS = "overlay", "events"  # feeds beside those of the roles
BATCH = 200
ACTS = 12  # that are shown at a time: as many as can follow from one thing heard
PATIENCE_S = 0.5
TELLS = (
    facts.DEALT,
    facts.HAND,
    facts.MISDEAL,
    facts.DEAD,
    facts.SIGHT,
)  # facts that a stream may show something of


class Stream:
    """`hub` has the feeds of the producer, OVERLAY and EVENTS. `ask`, `way`, `again` are for the server's threads."""

    def __init__(
        self,
        hub: Hub,
        delay_s: float,
        audit: bytes = b"",
        roster: Roster | None = None,
        spool: Spool | None = None,
        key: str = "",
        clock: Callable[[], float] | None = None,
    ) -> None:
        self.log: Callable[[str, str], None] = lambda _who, _what: None  # hears who did what
        self._key = key  # with which the stream's programs come in
        self.roster = roster or Roster({}, {})
        self.reels = Reels()  # of what has been told
        self.clock = clock or Clock()
        self._hub = hub
        self._audit = bool(audit)
        self._spool = spool
        self._waiting = Waiting(delay_s, self.clock)
        self._tape = Reels()  # as the table tells it
        self._keys = Keys()
        self._given: SimpleQueue[tuple[bytes, int, bytes]] = SimpleQueue()
        self._follower = Follower(audit, self._keys.get, self._act)
        self._lock = RLock()
        self._acts: deque[tuple[int, Event]] = deque(maxlen=ACTS)
        self._live: Mapping[str, Any] = {}
        self._stale = False
        self._beginning = False  # the table has not taken the hand yet
        self._told = overlay.NOTHING
        self._hidden = ""  # by whom
        self._trouble = ""
        self._stopping = False
        self._calculator = Calculator(self._publish)
        if spool is not None:
            for file, item in spool.read():
                self._keys.hear(item)
                self._waiting.put(item, file)
            if spool.curtain.exists():
                self._hidden = spool.curtain.read_text(encoding="utf-8") or "somebody"
        self._thread = Thread(target=self._run, name="stream", daemon=True)

    def start(self) -> None:
        self._calculator.start()
        self._thread.start()

    def stop(self) -> None:
        self._stopping = True
        self._waiting.wake()
        self._calculator.stop()
        if self._thread.ident is not None:
            self._thread.join(timeout=10)
        if self._spool is not None:
            self._spool.close()

    # What the table says.

    def take(self, item: Item) -> None:
        """The next item of the tape."""
        given = self._keys.hear(item)
        if given is not None:
            self._given.put(given)
        file = 0
        if self._spool is not None:
            try:
                file = self._spool.write(item, lambda: self._tape.table(item))
            except OSError as error:
                self._spool, self._trouble = None, f"the spool is full or gone: {error.strerror}"
        self._tape.take(item)
        # How the felt is laid out is no secret: where nothing waits a page need not wait for it either.
        self._waiting.put(item._replace(at_s=0.0) if item.kind == "table" else item, file)

    def live(self, told: Mapping[str, Any]) -> None:
        """What the producer may know of the table as it is: its link, and what the floor has decided."""
        if told != self._live:
            self._live, self._stale = told, True

    def _run(self) -> None:
        try:
            while not self._stopping:
                self.step(PATIENCE_S)
        finally:
            if not self._stopping:
                self._end()

    def _end(self) -> None:
        """Something is wrong with the server itself: what cannot be kept up to date is taken off."""
        with self._lock:
            self._hidden, self._trouble = (
                "the server",
                "the stream has ended with an error: a new server goes on",
            )
            self._told = overlay.HIDDEN
            self._hub.tell(OVERLAY, overlay.HIDDEN, forget=True)
            self._hub.tell(EVENTS, {**overlay.HIDDEN, "events": [{"type": "hidden"}]}, forget=True)
            self._hub.offer({PRODUCER: {"stream": self._status([])}})

    def step(self, patience_s: float) -> None:
        """Tell what is due; where nothing is, wait for it, at most so long."""
        found = self._waiting.due(BATCH, patience_s)
        with self._lock:
            revealed = self._reveal()
            for _, item in found:
                self._follower.take(item)
                self.reels.take(item)
                if item.kind == "seated":
                    self.roster.seated(item.args[0])
                if item.kind == "begin" or (item.kind == "fact" and item.args[2] == facts.HAND):
                    self._beginning = item.kind == "begin"
                if item.kind != "fact" or item.args[2] in TELLS:
                    self._tell()
            if found:
                self._done(found[-1][0])
            if found or revealed or self._stale:
                self._publish()

    def _done(self, file: int) -> None:
        if self._spool is not None:
            try:
                self._spool.done(file)
            except OSError as error:
                self._trouble = f"the spool cannot be cleared: {error.strerror}"

    def _reveal(self) -> bool:
        found = False
        while True:
            try:
                self._follower.reveal(*self._given.get_nowait())
                found = True
            except Empty:
                return found

    def _act(self, event: Event) -> None:
        if event[0] in overlay.ACTS:
            self._acts.append((self._acts[-1][0] + 1 if self._acts else 1, event))

    # What goes out.

    def _publish(self) -> None:
        """Producer and overlay get what there is now."""
        with self._lock:
            watch = self._follower.watch
            if watch is None:
                return
            self._stale = False
            self._tell()
            shown = picture(watch, PRODUCER)
            shown |= self._live
            shown["stream"] = self._status(overlay.told(watch, self.roster, self._answer(), ())["seats"])
            self._hub.offer({PRODUCER: shown, OVERLAY: self._told})

    def _status(self, seats: list[Any]) -> dict[str, Any]:
        """What the producer's panel shows; `seats` as the overlay has them, hidden or not."""
        dropped = self._waiting.dropped
        return {
            "hidden": self._hidden,
            "late_s": round(self._waiting.delay_s),
            "waiting": len(self._waiting) > 0,
            "audit": self._audit,
            "key": self._key,
            "trouble": self._trouble or (f"{dropped} hands dropped" if dropped else ""),
            "seats": seats,
        }

    def _tell(self) -> None:
        """The feed of events gets what is new."""
        watch = self._follower.watch
        if watch is None:
            return
        before = self._told
        self._told = self._now()
        events = list(overlay.news(before, self._told))
        if self._told != before:
            self._hub.tell(EVENTS, {**self._told, "events": events})

    def _now(self) -> overlay.Told:
        watch = self._follower.watch
        if self._hidden or watch is None:
            return overlay.HIDDEN
        if self._beginning and not self._told["hidden"]:
            return self._told
        return overlay.told(watch, self.roster, self._answer(), self._acts)

    def _answer(self) -> Answer | None:
        """The odds as they stand, None until they are worked out."""
        watch = self._follower.watch
        assert watch is not None
        sealed = watch.tracker.sealed
        return self._calculator.ask(question(watch.tracker.state, None if sealed is None else sealed.known))

    # What the producer asks.

    @property
    def calls(self) -> Mapping[str, Callable[[Mapping[str, Any], str], str]]:
        """By the names of `roles.CALLS`; they take effect at once, whatever the table does."""
        return {"hide": self._hide, "name": self._name}

    def ask(self, call: str, args: Mapping[str, Any], who: str) -> "Future[str]":
        """See `Desk`."""
        done: Future[str] = Future()
        try:
            done.set_result(self.calls[call](args, who))
        except (Refused, RosterError) as error:
            done.set_exception(Refused(str(error)))
        except (LookupError, TypeError, ValueError) as error:
            done.set_exception(Refused(f"cannot be read: {error}"))
        return done

    def _hide(self, args: Mapping[str, Any], who: str) -> str:
        if not isinstance(args["on"], bool):
            raise Refused("expected on to be true or false")
        with self._lock:
            self._hidden = who if args["on"] else ""
            told = self._told = self._now()
            event = {"type": "hidden" if args["on"] else "shown"}
            self._hub.tell(OVERLAY, told, forget=True)
            self._hub.tell(
                EVENTS, {**told, "events": [event if args["on"] else {"type": "table", **told}]}, forget=True
            )
            self._keep_curtain()
            self._publish()
        what = "hides the stream" if args["on"] else "shows the stream again"
        self.log(who, what)
        return what

    def _keep_curtain(self) -> None:
        if self._spool is None:
            return
        try:
            if self._hidden:
                self._spool.curtain.write_text(self._hidden, encoding="utf-8")
            else:
                self._spool.curtain.unlink(missing_ok=True)
        except OSError as error:
            self._trouble = f"a new server would not know whether it is hidden: {error.strerror}"

    def _name(self, args: Mapping[str, Any], _who: str) -> str:
        with self._lock:
            self.roster.call(args["seat"], args["name"], args.get("photo", ""))
            self._publish()
        return f"seat {args['seat']}: {self.roster.seat(int(args['seat'])).name}"

    def way(self, about: str, traces: Mapping[int, Frames]) -> Mapping[str, Any] | None:
        """How a verdict or a card came about, as late as everything else here."""
        with self._lock:
            watch = self._follower.watch
            return (
                None
                if watch is None
                else way(watch, {} if self._waiting.delay_s else traces, about, PRODUCER)
            )

    def again(self) -> tuple[Reels, Follower]:
        """The hands that have been told, and who tells one again with all that is known now."""
        return self.reels, Follower(self._follower.audit, self._keys.get)
