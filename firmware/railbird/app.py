"""The app: wires a board's definition to the parts, and the loop that polls them.

    scanner -> input -> journal -> table -> facts -> session -> host

An input is journaled before the table sees it, and leaves the journal when the host has every fact that follows from
it. While the host does not take facts the scanner rests, so that none is lost.
"""

from micropython import const

from railbird import facts, ticks
from railbird.lamps import Lamps
from railbird.link.session import Session
from railbird.rfid.chip import BUS, CHIP, FRAME, RF, SILENT
from railbird.rfid.presence import TROUBLES
from railbird.rfid.registry import Registry
from railbird.rfid.scanner import Scanner, counted_at
from railbird.rules import cards
from railbird.storage.journal import Journal
from railbird.table import Table

VERSION = "0.1.0"

_UNSAID = (facts.CLEAN, facts.COMMAND, facts.CLOCK)
# Facts that one step may lead to: an input makes up to 20 (the missing cards of a count come in batches), and a look
# may end with several.
_RESERVE = const(32)

# What `serve` is asked; start.py has the same numbers.
_SETTLED = const(0)
_EXPIRED = const(1)
_CONFIRM = const(2)
_MAINTENANCE = const(3)
_VISITED = const(4)
_SETTLE_MS = const(5000)  # of running that make a start a good one
_FAREWELL_MS = const(2000)  # for the host to take the last fact


class App:
    """One table. `port` as described in `railbird.port`, `board` a board's definition, `image` the registry file;
    `chips` are the `Chips` of a table that has zones for them. `serve(op)` is what stands outside a slot (start.py),
    None on a flash without; `release` is the version of the package in it.
    """

    def __init__(self, port, board, image, chips=None, serve=None, release=None):
        self._port = port
        self._serve = serve
        self._seq = 0
        self._t_ms = 0
        self.journal = Journal()
        version = "%s+%d" % (VERSION, release) if release else VERSION
        self.session = Session(port.link, port.random16() | 1, board["name"], version)
        ups = spots = 0
        for row in board["readers"]:
            zone = facts.zone_id(row[0])
            if facts.Z_UP < zone <= facts.Z_UP + facts.SEATS:
                ups |= 1 << (zone - facts.Z_UP - 1)
            elif facts.Z_BOARD < zone <= facts.Z_BOARD + facts.BOARD_PLACES:
                spots |= 1 << (zone - facts.Z_BOARD - 1)
        self.table = Table(self._emit, ups, spots)
        buses = {row[0]: port.bus(row) for row in board["buses"]}
        registry = Registry(image)
        if chips:
            registry.longest = max(registry.longest, chips.longest)
        self.table.two_decks = registry.count > 2 * cards.DECK_SIZE  # each whole, with its cover card
        if "spis" in board or "uarts" in board or "irqs" in board:
            from railbird.rfid.lines import connect  # few boards have them

            connect(board, port, buses)
        self.scanner = Scanner(board, buses, registry, self.table, self._input, port.line)
        if chips:
            chips.attach(registry, board, self.scanner, self._input)
        zones = self.scanner.zones
        if facts.Z_BURN not in zones:  # burns are inferred, and never waited for
            self.table.deal.reader(facts.Z_BURN, False)
        self.table.count_zone = counted_at(zones)
        outputs = {row[0]: port.output(row) for row in board.get("outputs", ())}
        self.lamps = Lamps(self.table, board["seats"], outputs.get("strip"), outputs.get("buzzer"))
        port.collect()  # what loading left behind would count as in use

    def step(self):
        """Poll everything once; returns the tick (us) at which it next needs to be polled."""
        session = self.session
        port = self._port
        until = session.poll(port.ticks_us())
        before = self._seq
        self.lamps.poll(port.ticks_us())
        if session.command is not None and session.room() >= _RESERVE:
            self._command(session.command)
            until = port.ticks_us()
        if session.beat_due:
            self._beat()
            until = port.ticks_us()
        self.journal.trim(session.settled(self._seq))
        if session.room() < _RESERVE or not self.journal.room():
            return until
        alarm = self.table.alarm
        if alarm is not None and ticks.diff(port.ticks_ms(), alarm) >= 0:
            self._input(facts.CLOCK, facts.NO_ZONE, 0, 0)
            return port.ticks_us()
        due = self.scanner.poll(port.ticks_us())
        if self._seq != before:
            return port.ticks_us()
        return due if ticks.diff(due, until) < 0 else until

    def _input(self, kind, zone, code, arg):
        """Journal an input, say it if it is one that is said, and apply it."""
        self._t_ms = self._port.ticks_ms()
        self._seq = self.journal.append(self._t_ms, kind, zone, code, arg)
        if kind not in _UNSAID:
            self._emit(kind, zone, code, 255, arg)
        self.table.apply(self._t_ms, kind, zone, code, arg)
        if kind == facts.STATE:
            self.lamps.state(zone, code == facts.STATE_OK)
        self.lamps.show(self._port.ticks_us())

    def _emit(self, kind, zone, code, ref, arg):
        if kind == facts.VERDICT:
            self.lamps.fault(zone)
        self.session.fact(self._seq, self._t_ms, kind, zone, code, ref, arg)

    def _command(self, command):
        """Check, journal and apply a command, then answer it; a refused one changes nothing."""
        request = command.request
        if command.op >= facts.OP_CONFIRM:
            self._service(request, command.op)
            return
        refusal = self.table.check(command.op, command.zone, command.arg)
        if refusal == facts.R_OK:
            self._input(facts.COMMAND, command.zone, command.op, command.arg)
            if command.op == facts.OP_HAND:
                self.scanner.presence.tell_again()
        self.session.result(request, refusal)

    def _service(self, request, op):
        """Confirm a firmware on trial, or make way for maintenance once the host knows; both are facts."""
        if self._serve is None or op > facts.OP_MAINTENANCE:
            self.session.result(request, facts.R_UNKNOWN_OP)
            return
        leave = op == facts.OP_MAINTENANCE
        if leave and self.table.in_hand:
            self.session.result(request, facts.R_IN_HAND)
            return
        if not leave:
            self._serve(_CONFIRM)
        self.served(op, 0)
        self.session.result(request, facts.R_OK)
        if leave:
            port = self._port
            until = ticks.add(port.ticks_ms(), _FAREWELL_MS)
            while self.session.settled(self._seq) < self._seq and ticks.diff(until, port.ticks_ms()) > 0:
                port.idle(self.session.poll(port.ticks_us()))
            self._serve(_MAINTENANCE)

    def served(self, op, before):
        """Journal and tell what is being done to the machine, or was `before` this start."""
        self._input(facts.COMMAND, facts.NO_ZONE, op, before)
        self._emit(facts.SERVICE, facts.NO_ZONE, op, 255, before)

    def _beat(self):
        port = self._port
        port.collect()
        scanner = self.scanner
        outcomes = scanner.outcomes
        self.session.beat(
            port.ticks_ms(),
            port.heap_free,
            port.heap_used,
            scanner.rounds,
            scanner.round_us // 1000,
            scanner.round_max_us // 1000,
            scanner.looks,
            outcomes[BUS] + outcomes[SILENT],
            outcomes[FRAME],
            outcomes[CHIP],
            outcomes[RF],
            self.journal.pending(),
            self._zones_unknown(),
        )

    def _zones_unknown(self):
        """How many zones have a reader in trouble."""
        count = 0
        for troubles in self.scanner.presence.troubles:
            if troubles >= TROUBLES:
                count += 1
        return count


def run(port, board, image, chips=None, serve=None, release=None):
    """Run a table for ever. `board()` is its board's definition, which nothing holds after the start."""
    app = App(port, board(), image, chips, serve, release)
    if serve and serve(_VISITED):
        app.served(facts.OP_MAINTENANCE, 1)
    op = _SETTLED
    wait = _SETTLE_MS if serve else 0
    while wait:
        until = ticks.add(port.ticks_ms(), wait)
        while ticks.diff(until, port.ticks_ms()) > 0:
            port.idle(app.step())
        wait = serve(op)
        op = _EXPIRED
    while True:
        port.idle(app.step())
