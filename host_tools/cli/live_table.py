"""The simulated table behind the live page: it runs in a thread of its own, and people's calls are made there."""

import random
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Any

from host_tools.engine import Event, IllegalEvent, describe
from host_tools.link.events import Fact
from host_tools.live import way
from host_tools.live.desk import Refused
from host_tools.live.feed import Hub
from host_tools.live.picture import picture
from host_tools.live.roles import ROLES
from host_tools.live.watch import Watch
from host_tools.simulation.attended import GOES_ON, RULINGS, Attended
from host_tools.simulation.table import SimulatedTable, TableError
from host_tools.targets.vm import VmDied
from host_tools.virtual.faults import fault
from host_tools.virtual.i2c import Pn532I2C
from host_tools.virtual.players import Script
from host_tools.virtual.timing import Timing
from railbird import facts, words
from railbird.rules import cards

FRAMES, TRACES = 40, 200  # of a reader, and sightings whose frames are kept
SHOW_S = 0.05  # pages are told no oftener
BEHIND_S = 1.0  # who is this far behind the wall clock starts anew from where he is
DECLARED = ("fold", "check", "call", "bet", "raise", "bring_in", "straddle", "discard", "show", "muck")
REPORTS = {"boxed": facts.OP_BOXED, "exposed": facts.OP_EXPOSED, "off the table": facts.OP_OFF_TABLE}
WHY = 200  # letters of a reason


class _Ended(Exception):
    """The server is going."""


class _Table(SimulatedTable):
    """A simulated table whose link can be cut."""

    cut = False

    def _receive(self, data: bytes) -> None:
        if self.cut:
            self._poll()
        else:
            super()._receive(data)


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
    ) -> None:
        self._hub = hub
        self._scripts = scripts
        self._at_table_pace = at_table_pace
        self._calls: SimpleQueue[tuple[Callable[[], Any], Future[Any]]] = SimpleQueue()
        self._stopping = False
        self._dirty = True
        self._shown_at = 0.0
        self._anchor = (0, time.monotonic())
        self._luck = random.Random(f"people {seed}")
        self._strangers = 1000
        self._told = 0
        self._frames: dict[str, deque[tuple[int, str, str]]] = {}
        self._traces: OrderedDict[int, list[tuple[int, str, str]]] = OrderedDict()
        self._table = _Table(
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
        self._hub.offer({role: picture(self.watch, role) for role in ROLES})

    def _desk(self) -> dict[str, Any]:
        dealer = self._dealer
        faults = sorted(self._table.world.faults.standing)
        return {
            "console": dealer.console,
            "floor": dealer.floor,
            "choices": [list(event) for event in dealer.choices] if dealer.console else [],
            "asks": [describe(event) for event in dealer.choices] if dealer.console else [],
            "cut": self._table.cut,
            "faults": [list(pair) for pair in faults],
        }

    # What people ask.

    def ask(self, call: str, args: Mapping[str, Any], who: str) -> "Future[str]":
        """See `Desk`."""
        return self._later(lambda: getattr(self, f"_do_{call}")(args, who))

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
            except (KeyError, TypeError, ValueError) as error:
                future.set_exception(Refused(f"cannot be read: {error}"))
            self._dirty = True
        return True

    def _do_console(self, args: Mapping[str, Any], who: str) -> str:
        self._dealer.console = _flag(args)
        self.watch.line(f"{who} {'takes' if self._dealer.console else 'leaves'} the dealer's console")
        return "done"

    def _do_ruling(self, args: Mapping[str, Any], who: str) -> str:
        self._dealer.floor = _flag(args)
        self.watch.line(f"{who} {'is' if self._dealer.floor else 'leaves'} the floor")
        return "done"

    def _do_declare(self, args: Mapping[str, Any], _who: str) -> str:
        event = tuple(args["event"])
        if event[0] not in DECLARED:
            raise Refused(f"expected one of {', '.join(DECLARED)}")
        self._dealer.declare(event)
        return describe(event) if event[0] != "discard" else f"seat {event[1]} discards {event[2]}"

    def _do_report(self, args: Mapping[str, Any], _who: str) -> str:
        what = args["what"]
        if what not in REPORTS:
            raise Refused(f"expected one of {', '.join(REPORTS)}")
        seat = int(args.get("seat") or 0)
        card = args.get("card")
        code = cards.tag_code(self._table.tracker.view.deck, cards.parse(card)) if card else cards.NO_CARD
        self._table.tracker.report(REPORTS[what], seat, code)
        return f"{what} is reported"

    def _do_enter(self, args: Mapping[str, Any], who: str) -> str:
        code = cards.tag_code(self._table.tracker.view.deck, cards.parse(args["card"]))
        self._table.tracker.enter(code, args["zone"])
        self.watch.line(f"{who} enters a card by hand at {args['zone']}")
        return "entered"

    def _do_rule(self, args: Mapping[str, Any], who: str) -> str:
        word, why = args["word"], str(args.get("why") or "").strip()[:WHY]
        if word not in RULINGS:
            raise Refused(f"expected one of {', '.join(RULINGS)}")
        if not why:
            raise Refused("a decision needs its reason")
        state = self._table.tracker.state
        if word == GOES_ON and self._table.tracker.advice is None:
            raise Refused("nothing holds the deal")
        if word != GOES_ON and (state is None or state.finished):
            raise Refused("no hand is in progress")
        self._dealer.rule(word)
        self.watch.decided(who, word, why)
        return word

    def _do_fault(self, args: Mapping[str, Any], who: str) -> str:
        name, where = fault(args["name"]).name, args["zone"]
        faults = self._table.world.faults
        if where not in faults.places(name):
            raise Refused(f"{name} cannot be set on {where}")
        if _flag(args):
            faults.set(name, where)
        else:
            faults.clear(name, where)
        what = f"{'plants' if args['on'] else 'clears'} the fault {name} at {where}"
        self.watch.line(f"{who} {what}")
        return what

    def _do_link(self, args: Mapping[str, Any], who: str) -> str:
        self._table.cut = not _flag(args)
        self.watch.line(f"{who} {'cuts the link' if self._table.cut else 'puts the link back'}")
        return "done"

    def _do_move(self, args: Mapping[str, Any], who: str) -> str:
        felt = self._table.felt
        source, goal = args["from"], args["to"]
        if goal not in ("off", *felt.zones):
            raise Refused(f"no antenna at {goal}")
        code = self._taken(source, int(args.get("nth") or 0))
        if goal == "off":
            felt.lift(code)
        else:
            felt.lay(code, goal, fanned=True)
        self.watch.line(f"{who} lays a card from {source} to {goal}")
        return f"{source} to {goal}"

    def _taken(self, source: str, nth: int) -> int:
        """The code of the n-th card at a zone, of one of the stub, or of a tag of neither deck."""
        felt = self._table.felt
        if source == "stranger":
            self._strangers += 1
            felt.add(self._strangers, bytes([4, *self._luck.randbytes(6)]))
            return self._strangers
        if source == "stub":
            view = self._table.tracker.view
            codes = [cards.tag_code(view.deck, card) for card in range(cards.DECK_SIZE)]
            lying = set(felt.lying)
            return self._luck.choice(
                [code for code in codes if code not in view.places and code not in lying]
            )
        there = felt.at(source)
        if not 0 <= nth < len(there):
            raise Refused(f"no such card lies at {source}")
        return there[nth]


def _flag(args: Mapping[str, Any]) -> bool:
    if not isinstance(args["on"], bool):
        raise Refused("expected on to be true or false")
    return args["on"]
