"""The app: wires a board's definition to the parts, and the loop that polls them.

    scanner -> input -> journal -> table -> facts -> session -> host

An input goes to the journal before the table sees it, is on flash before a fact that follows from it is sent or a
command answered, and leaves the journal when the host has all those facts. Several inputs share a write where nobody
waits for them. While the host does not take facts, or the flash no inputs, the scanner rests, so that none is lost.

At the start the table is brought back to where it was: the inputs of the journal once more, then BOOT, then the readers.
"""

import sys

from micropython import const

from railbird import facts, ticks
from railbird.lamps import Lamps
from railbird.link.session import Session
from railbird.rfid.chip import BUS, CHIP, FRAME, RF, SILENT
from railbird.rfid.presence import TROUBLES
from railbird.rfid.registry import Registry
from railbird.rfid.scanner import Scanner, counted_at
from railbird.rules import cards
from railbird.storage.journal import BURST, FAULTS, Journal
from railbird.table import Table

VERSION = "0.1.0"

_UNSAID = (facts.CLEAN, facts.COMMAND, facts.CLOCK, facts.TIME)
# Facts that one step may lead to: an input makes up to 20 (the missing cards of a count come in batches), and a look
# may end with several.
_RESERVE = const(32)
# How long an input may wait for others before it is put on flash (us): a sighting that nobody expects, a card lifted.
_SIGHT_US = const(150_000)
_LIFT_US = const(1_000_000)
_AGAIN_US = const(1_000_000)  # until a flash that took nothing is tried again


class App:
    """One table. `port` as described in `railbird.port`, `board` a board's definition, `image` the registry file;
    `chips` are the `Chips` of a table that has zones for them.
    """

    def __init__(self, port, board, image, chips=None):
        self._port = port
        self._seq = 0
        self._t_ms = 0
        self._owed = -1  # id of a command that is to be answered when its input is on flash, or -1
        self._flush_at = 0  # tick (us)
        self._failed = False  # the flash took nothing, and is tried again then
        self._host_time = 0
        self.faults = 0
        self._latched = 0  # as they are on flash
        self.journal = Journal(port.files())
        self.session = Session(port.link, port.random16() | 1, board["name"], VERSION)
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
        self._recovery = self._read_journal()
        self._fresh = not self._recovery.found  # a snapshot has to be written, whatever it costs
        port.collect()  # what loading left behind would count as in use

    def _read_journal(self):
        """What brings the table back; its module goes with it."""
        from railbird import storage
        from railbird.storage import recovery

        del sys.modules["railbird.storage.recovery"], storage.recovery
        found = recovery.Recovery(self.journal, self.table, self._port.random16() | 1)
        self.session.careful = True
        self.session.journal = self.journal.name
        self.session.resume(self.journal.request)
        return found

    def step(self):
        """Poll everything once; returns the tick (us) at which it next needs to be polled."""
        session = self.session
        journal = self.journal
        port = self._port
        until = session.poll(port.ticks_us())
        before = self._seq
        self.lamps.poll(port.ticks_us())
        if self._recovery is not None:
            return self._recover(until)
        self._write()
        if session.command is not None and self._owed < 0 and not self._failed and session.room() >= _RESERVE:
            self._command(session.command)
            until = port.ticks_us()
        if session.beat_due:
            self._beat()
            until = port.ticks_us()
        if (journal.safe < journal.last or self._failed) and ticks.diff(self._flush_at, until) < 0:
            until = self._flush_at
        if session.room() < _RESERVE or journal.room() < BURST or self._failed:
            return until
        alarm = self.table.alarm
        if alarm is not None and ticks.diff(port.ticks_ms(), alarm) >= 0:
            self._input(facts.CLOCK, facts.NO_ZONE, 0, 0)
            return port.ticks_us()
        if session.host_time_s != self._host_time:
            self._host_time = time = session.host_time_s
            self._input(facts.TIME, time >> 24 & 255, time >> 16 & 255, time & 0xFFFF)
        due = self.scanner.poll(port.ticks_us())
        if self._seq != before:
            return port.ticks_us()
        return due if ticks.diff(due, until) < 0 else until

    def _recover(self, until):
        """Give the table its next input again; after the last one say what is known, and go on."""
        session = self.session
        recovery = self._recovery
        if session.room() < _RESERVE or (recovery.faults and not session.open):
            return until  # a host may know of inputs that are lost: their numbers are taken
        if not recovery.step(self._again):
            self.journal.skip(session.has_seq)
            self._seq = self.journal.last
            recovery.resume(self.scanner, self.table)
            self._recovery = None
            self._boot(recovery)
        session.release()
        return self._port.ticks_us()

    def _again(self, seq, t_ms, kind, zone, code, arg):
        self._seq = seq
        self._t_ms = t_ms
        self._apply(kind, zone, code, arg)

    def _boot(self, recovery):
        """Power is back: what is known, and what is wrong."""
        port = self._port
        deal = self.table.deal
        if recovery.found:
            in_hand = self.table.in_hand
            street = deal.open if in_hand else facts.NO_ZONE
            self._input(
                facts.BOOT, street, cards.DECK_SIZE - deal.stub() if in_hand else 0, recovery.inputs
            )
        latched = bytearray(1)
        if self.journal.files.read(FAULTS, latched) == 1:
            self.faults = self._latched = latched[0]
        if port.watchdog_reset:
            recovery.faults |= 1 << facts.FAULT_WATCHDOG
        self._latch(self.faults | recovery.faults, recovery.lost)

    def _latch(self, faults, arg):
        """Tell of faults, and keep them until somebody has seen to them."""
        for fault in range(8):
            if faults >> fault & 1:
                self.session.fact(0, self._port.ticks_ms(), facts.FAULT, facts.NO_ZONE, fault, 255, arg)
        self.faults |= faults

    def _input(self, kind, zone, code, arg, request=0):
        """Journal an input, say it if it is one that is said, and apply it."""
        self._t_ms = self._port.ticks_ms()
        expected = zone == self.table.expected
        self._seq = self.journal.append(self._t_ms, kind, zone, code, arg, request)
        self._apply(kind, zone, code, arg)
        wait = 0
        if kind == facts.LIFT:
            wait = _LIFT_US
        elif kind != facts.COMMAND and not expected:
            wait = _SIGHT_US
        at = ticks.add(self._port.ticks_us(), wait)
        if self.journal.last - self.journal.safe == 1 or ticks.diff(at, self._flush_at) < 0:
            self._flush_at = at

    def _apply(self, kind, zone, code, arg):
        if kind not in _UNSAID:
            self._emit(kind, zone, code, 255, arg)
        self.table.apply(self._t_ms, kind, zone, code, arg)
        if kind == facts.STATE:
            self.lamps.state(zone, code == facts.STATE_OK)
        self.lamps.show(self._port.ticks_us())

    def _write(self):
        """Put on flash what is due, and then send what follows from it; a snapshot when the host has all that."""
        journal = self.journal
        session = self.session
        now = self._port.ticks_us()
        if (self._failed or journal.safe < journal.last) and ticks.diff(now, self._flush_at) < 0:
            return
        error = journal.flush()
        if not error and self.faults != self._latched:
            error = journal.files.write(FAULTS, bytes((self.faults,)), 1)
            if not error:
                self._latched = self.faults
        if not error and session.settled(self._seq) == self._seq:
            if self._fresh or journal.stale(self.table.expected == facts.NO_ZONE):
                error = journal.keep(self.table)
                self._fresh = error != 0
        self._failed = error != 0
        if error:
            self._flush_at = ticks.add(now, _AGAIN_US)
            if not self.faults >> facts.FAULT_FULL & 1:
                self._latch(1 << facts.FAULT_FULL, error)
            return
        session.release()
        if self._owed >= 0:
            session.result(self._owed, facts.R_OK)
            self._owed = -1

    def _emit(self, kind, zone, code, ref, arg):
        if kind == facts.VERDICT:
            self.lamps.fault(zone)
        self.session.fact(self._seq, self._t_ms, kind, zone, code, ref, arg)

    def _command(self, command):
        """Check, journal and apply a command; the answer waits for the flash. A refused one changes nothing."""
        request = command.request
        refusal = self.table.check(command.op, command.zone, command.arg)
        if refusal != facts.R_OK:
            self.session.result(request, refusal)
            return
        self._owed = request
        self._input(facts.COMMAND, command.zone, command.op, command.arg, request)
        if command.op == facts.OP_HAND:
            self.scanner.presence.tell_again()
        elif command.op == facts.OP_CLEAR:
            self.faults &= ~command.arg
        self._write()

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
            self._seq - self.session.settled(self._seq),
            self._zones_unknown(),
            self.faults,
        )

    def _zones_unknown(self):
        """How many zones have a reader in trouble."""
        count = 0
        for troubles in self.scanner.presence.troubles:
            if troubles >= TROUBLES:
                count += 1
        return count


def run(port, board, image, chips=None):
    """Run a table for ever. `board()` is its board's definition, which nothing holds after the start."""
    app = App(port, board(), image, chips)
    while True:
        port.idle(app.step())
