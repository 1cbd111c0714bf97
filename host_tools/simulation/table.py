"""A simulated table from tags to tracker, on one clock."""

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from types import TracebackType
from typing import Any

from host_tools.engine import Event
from host_tools.link.events import Beat, Fact, Log, Refused, Result, Welcome
from host_tools.link.session import HostSession
from host_tools.registry import build, sample
from host_tools.simulation.audit import Audit
from host_tools.simulation.chips import RAKE, ChipAudit, registered
from host_tools.targets.local import Local
from host_tools.targets.target import Target
from host_tools.targets.vm import Vm
from host_tools.tracker.money import Money, rake_of
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

EPOCH_S = 1_767_225_600  # the simulated host's clock starts here: the same seed gives the same run
UID_LENGTHS = (7, 7, 7, 7, 7, 7, 4, 10)  # mostly as NTAG chips have


class TableError(Exception):
    """The simulated table cannot go on; the message is one line."""


class SimulatedTable:
    """One table with its firmware on a MicroPython VM, or in this interpreter where it is `local`.

    `on_fact(t_us, fact)`, `on_event(t_us, event)` and `on_log(line)` hear what the table and the tracker say;
    `pace(now_us)` is called as virtual time goes on and may wait for the wall clock. `mistakes` is the probability
    that the dealer makes a mistake of `kinds` in a hand, `hands` who he then is; None: he is one who makes none.
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
        hands: type[Clumsy] = Clumsy,
    ) -> None:
        self.board = board
        self.world = World(board, timing, seed)
        self.clock = self.world.clock
        self.uids = tags = sample(seed, UID_LENGTHS)
        passing = frozenset(row[0] for row in board["readers"] if row[4] == "passing")
        self.felt = Felt(self.world, tags, passing)
        self.session = HostSession(number=1, epoch_s=EPOCH_S)
        zones = [row[0] for row in board["readers"]]
        self.tracker = Tracker(self._command, zones, lambda event: on_event(self.clock.now, event))
        made: list[Made] = []
        if mistakes is None:
            self.dealer = Dealer(self.clock, self.felt, self.tracker, seed)
        else:
            self.dealer = clumsy = hands(self.clock, self.felt, self.tracker, seed, mistakes, kinds)
            made = clumsy.made
        self.audit = Audit(self.felt, made)
        self.chips: ChipAudit | None = None
        self.chip_image = b""
        if any(row[4] == "chips" for row in board["readers"]):
            stock, self.chip_image, sorts = registered(seed, list(tags.values()))
            self.bank = Bank(self.world, stock)
            self.tracker.money = money = Money(sorts, RAKE)
            self.chips = ChipAudit(self.bank, money)
            self.dealer.croupier = Croupier(self.bank, partial(rake_of, RAKE), seed)
        self.welcome: Welcome | None = None
        self._on_fact = on_fact
        self._on_log = on_log
        self._poll_at: int | None = None
        self._finished = False
        self._failure: str | None = None
        registry = build([(uid, code) for code, uid in tags.items()])
        parts = self.world, board, registry, self._receive, seed, pace
        self.target: Target = Local(*parts, self.chip_image) if local else Vm(*parts, source, self.chip_image)

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
        self.audit.hand(script.state, self.tracker.state, script.expected_stacks(), script.put_back)

    def _to_end(self, steps: Moves) -> Moves:
        yield from steps
        self._finished = True

    # The host's end of the link.

    def _command(self, op: int, zone: int, arg: int) -> None:
        self.session.command(op, zone, arg)
        self._poll()

    def _receive(self, data: bytes) -> None:
        for event in self.session.feed(data):
            if isinstance(event, Fact):
                self.audit.fact(event)
                if self.chips is not None:
                    self.chips.fact(event)
                self.tracker.fact(event.kind, event.zone, event.code, event.ref, event.arg)
                self._on_fact(self.clock.now, event)
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
        self._poll()

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
