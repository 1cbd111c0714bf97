"""A simulated table from tags to tracker, on one clock."""

import random
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, Any

from host_tools.engine import Event
from host_tools.link.auth import HostGuard, Identity
from host_tools.link.events import Beat, Distrust, Fact, Head, Log, Refused, Result, Secret, Welcome
from host_tools.link.session import HostSession
from host_tools.provision import TableKey
from host_tools.registry import build, sample
from host_tools.simulation.audit import Audit
from host_tools.simulation.chips import RAKE, ChipAudit, registered
from host_tools.targets.local import Local
from host_tools.targets.target import Target
from host_tools.targets.vm import Vm
from host_tools.tracker.money import Money, rake_of
from host_tools.tracker.sealed import Unsealer
from host_tools.tracker.tracker import Tracker
from host_tools.virtual.bank import Bank
from host_tools.virtual.clumsy import Clumsy
from host_tools.virtual.croupier import Croupier
from host_tools.virtual.dealer import Dealer, Moves
from host_tools.virtual.felt import Felt
from host_tools.virtual.mistakes import KINDS, Kind, Made
from host_tools.virtual.players import Script
from host_tools.virtual.timing import Timing
from host_tools.virtual.world import World
from railbird import facts
from railbird.rules import cards

if TYPE_CHECKING:
    from host_tools.records.recorder import Recorder
    from host_tools.records.store import Store

EPOCH_S = 1_767_225_600  # the simulated host's clock starts here: the same seed gives the same run
FLOOR = "simulated floor"
UID_LENGTHS = (7, 7, 7, 7, 7, 7, 4, 10)  # mostly as NTAG chips have


NEVER = 1 << 62
HOUR_US = 3_600_000_000
LOOK_AROUND_US = 2_000_000  # after a start every zone has been read again


class TableError(Exception):
    """The simulated table cannot go on; the message is one line."""


def simulated(seed: int) -> dict[str, Any]:
    """`identity` and `key` of a simulated table in play mode; the same seed gives the same ones."""
    rng = random.Random(f"identity {seed}")
    secret, entropy, audit = (rng.randbytes(32) for _ in range(3))
    identity = Identity(b"simulate", secret)
    return {"identity": identity.table + secret + entropy + audit, "key": TableKey(identity, audit)}


class SimulatedTable:
    """One table with its firmware on a MicroPython VM, in this interpreter where it is `local`, or on what `machine`
    makes of (world, board, registry, on_link, seed, pace, chips, identity).

    `on_fact(t_us, fact)`, `on_event(t_us, event)` and `on_log(line)` hear what the table and the tracker say;
    `pace(now_us)` is called as virtual time goes on and may wait for the wall clock. `mistakes` is the probability
    that the dealer makes a mistake of `kinds` in a hand, `hands` who he then is; None: he is one who makes none.
    `identity`, of which the host holds `key`, puts the table in play mode: the tracker then knows what the rules open,
    and only the audit knows all. What the table says is kept in `records` before it is acknowledged, where there are
    some.
    """

    def __init__(
        self,
        board: Mapping[str, Any],
        timing: Timing,
        seed: int,
        on_fact: Callable[[int, Fact], None] = lambda _now, _fact: None,
        on_event: Callable[[int, Event], None] = lambda _now, _event: None,
        on_log: Callable[[str], None] = lambda _line: None,
        pace: Callable[[int], None] | None = None,
        source: bool = False,
        local: bool = False,
        mistakes: float | None = None,
        kinds: Collection[Kind] = KINDS,
        identity: bytes = b"",
        key: TableKey | None = None,
        records: "Store | None" = None,
        hands: type[Clumsy] = Clumsy,
        machine: Callable[..., Target] | None = None,
    ) -> None:
        self.board = board
        self.world = World(board, timing, seed)
        self.clock = self.world.clock
        self.uids = tags = sample(seed, UID_LENGTHS)
        passing = frozenset(row[0] for row in board["readers"] if row[4] == "passing")
        self.felt = Felt(self.world, tags, passing)
        guard = HostGuard(key.identity, random.Random(f"host {seed}").randbytes) if key else None
        self.session = HostSession(1, EPOCH_S, keeps=records is not None, guard=guard)
        zones = [row[0] for row in board["readers"]]
        self.tracker = Tracker(self._command, zones, self._event)
        self.recorder: Recorder | None = None
        self.decider: tuple[str, str] | None = (
            None  # the person who decides about what holds the deal, and why
        )
        if records is not None:  # the database's library is loaded only here
            from host_tools.records import recorder

            self.recorder = recorder.Recorder(records, board["name"], self._epoch_ms, self.tracker, zones)
        made: list[Made] = []
        if mistakes is None:
            self.dealer = Dealer(self.clock, self.felt, self.tracker, seed)
        else:
            self.dealer = clumsy = hands(self.clock, self.felt, self.tracker, seed, mistakes, kinds)
            made = clumsy.made
        self.audit = Audit(self.felt, made, sealed=key is not None)
        self._auditor: Unsealer | None = None
        if key is not None:
            self.dealer.gathers_first = True
            self.tracker.sealed = Unsealer(
                self.tracker.fact, self.tracker.rename, is_back=self.tracker.is_back
            )
            self._auditor = Unsealer(self._audited, audit=key.audit)
        self._of_fact = 0, 0  # input number and time of the fact under way
        self._lives = [(0, 0)]  # of the board: its first input, and what its milliseconds begin at
        self.heads: list[Head] = []
        self.log: list[bytes] = []  # blocks, in play mode
        self.distrusted: list[str] = []
        self.chips: ChipAudit | None = None
        self.chip_image = b""
        if any(row[4] == "chips" for row in board["readers"]):
            stock, self.chip_image, sorts = registered(seed, list(tags.values()))
            self.bank = Bank(self.world, stock)
            self.tracker.money = money = Money(sorts, RAKE)
            self.chips = ChipAudit(self.bank, money)
            self.dealer.croupier = Croupier(self.bank, partial(rake_of, RAKE), seed)
        self.on_told: Callable[[int, Fact | Secret], None] = lambda _now, _told: (
            None
        )  # before the tracker hears it
        self.welcome: Welcome | None = None
        self._dark_until = 0
        self.dealer.dark = lambda: self.clock.now < self._dark_until
        self._on_fact = on_fact
        self._on_event = on_event
        self._on_log = on_log
        self._poll_at: int | None = None
        self._finished = False
        self._failure: str | None = None
        registry = build([(uid, code) for code, uid in tags.items()])
        parts = self.world, board, registry, self._receive, seed, pace
        self.target: Target = (
            machine(*parts, self.chip_image, identity)
            if machine
            else Local(*parts, self.chip_image, identity)
            if local
            else Vm(*parts, source, self.chip_image, identity)
        )

    def __enter__(self) -> "SimulatedTable":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.target.close()

    def run(self, steps: Moves) -> None:
        """Let a process (delays in microseconds) run to its end. VmDied and TableError end it early."""
        self._finished = False
        self.clock.spawn(self._to_end(steps))
        self._poll()
        self.target.serve(lambda: self._finished or self._failure is not None)
        if self._failure is not None:
            raise TableError(self._failure)

    def play(self, scripts: Iterable[Script]) -> None:
        """Deal the hands one after the other, with a count of the deck whenever the table asks for one."""
        self.run(self._night(scripts))

    def _night(self, scripts: Iterable[Script]) -> Moves:
        while self.welcome is None:
            yield 10_000
        for script in scripts:
            yield from self.hand(script)

    def hand(self, script: Script) -> Moves:
        """Deal a hand, after a count of the deck if the table asks for one."""
        if self.tracker.count_due:
            yield from self.dealer.count()
            self.audit.counted(self.clock.now)
        yield from self.dealer.play(script)
        sealed = self.tracker.sealed
        opened = None if sealed is None else {cards.card_of(code) for code in sealed.opened.values()}
        self.audit.hand(script.state, self.tracker.state, script.expected_stacks(), script.put_back, opened)

    def _to_end(self, steps: Moves) -> Moves:
        yield from steps
        self._finished = True

    def cut(self) -> None:
        """Power goes, and comes back. The dealer waits until his screen shows again what lies on the table."""
        self._dark_until = NEVER
        self.target.cut()

    def cut_now_and_then(self, per_hour: float, seed: int) -> None:
        """Cut power so many times an hour."""
        chance = random.Random(f"power {seed}")

        def cuts() -> Moves:
            while True:
                yield round(chance.expovariate(per_hour) * HOUR_US)
                self.cut()

        self.clock.spawn(cuts())

    # The host's end of the link.

    def _command(self, op: int, zone: int, arg: int) -> None:
        self.session.command(op, zone, arg)
        self._poll()

    def _epoch_ms(self) -> int:
        return EPOCH_S * 1000 + self.clock.now // 1000

    def _event(self, event: Event) -> None:
        if self.recorder is not None:
            self.recorder.applied(event)
        self._on_event(self.clock.now, event)

    def _receive(self, data: bytes) -> None:
        events = self.session.feed(data)
        for event in events:
            if isinstance(event, Fact | Secret):
                self._fact(event)
            elif isinstance(event, Head):
                self.heads.append(event)
            elif isinstance(event, Distrust):
                self.distrusted.append(event.reason)
            elif isinstance(event, Result):
                self.tracker.result(event.code)
            elif isinstance(event, Beat):
                self.audit.beat(event)
            elif isinstance(event, Log):
                self._on_log(event.text)
            elif isinstance(event, Welcome):
                self.welcome = event
            elif isinstance(event, Refused):
                self._failure = event.reason
            if self.recorder is not None:
                self.recorder.hear(event)
                if self.tracker.view.held:
                    self.recorder.decide(*(self.decider or (FLOOR, self.tracker.advice or "")))
                else:
                    self.decider = None
        if self.recorder is not None and events:
            self.recorder.keep()
            self.session.kept()
        self._poll()

    def _fact(self, event: Fact | Secret) -> None:
        """A fact to all who hear it."""
        if isinstance(event, Secret) and event.kind == facts.LOG:
            self.log.append(event.secret)
            return
        if event.kind == facts.BOOT:
            self._lives.append((event.input_seq, self.target.power_ms))
        began = next(ms for first, ms in reversed(self._lives) if event.input_seq >= first)
        event = event._replace(t_ms=event.t_ms + began)
        self.on_told(self.clock.now, event)
        sealed, auditor = self.tracker.sealed, self._auditor
        if sealed is None or auditor is None:
            if isinstance(event, Fact):
                self.audit.fact(event)
                self.tracker.fact(event.kind, event.zone, event.code, event.ref, event.arg)
        else:
            self._of_fact = event.input_seq, event.t_ms
            for one in (auditor, sealed):
                if isinstance(event, Secret):
                    one.secret(self.session.has.journal, *event[2:])
                else:
                    one.fact(*event[2:])
        if isinstance(event, Fact):
            if self.chips is not None:
                self.chips.fact(event)
            self._on_fact(self.clock.now, event)
            if event.kind == facts.BOOT:
                self._dark_until = self.clock.now + LOOK_AROUND_US

    def _audited(self, kind: int, zone: int, code: int, ref: int, arg: int) -> None:
        """A fact as the house's audit key reads it."""
        self.audit.fact(Fact(*self._of_fact, kind, zone, code, ref, arg))

    def _poll(self) -> None:
        """Send what is due, and come back when the session next needs it."""
        data = self.session.poll(self.clock.now)
        if data:
            self.target.send(data)
        due = max(self.session.due_us, self.clock.now + 1000)
        if self._poll_at is None or due < self._poll_at:
            self._poll_at = due
            self.clock.at(due, self._timer)

    def _timer(self) -> None:
        if self._poll_at is not None and self.clock.now >= self._poll_at:
            self._poll_at = None
            self._poll()
