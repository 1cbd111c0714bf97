"""The app: wires a board's definition to the parts, and the loop that polls them.

    scanner -> input -> journal -> table -> facts -> session -> host

An input goes to the journal before the table sees it, is on flash before a fact that follows from it is sent or a
command answered, and leaves the journal when the host has all those facts. Several inputs share a write where nobody
waits for them. While the host does not take facts, or the flash no inputs, the scanner rests, so that none is lost.

At the start the table is brought back to where it was: the inputs of the journal once more, then BOOT, then the
readers.
"""

import sys

from micropython import const

from railbird import facts, ticks
from railbird.link.session import Session
from railbird.rfid.chip import BUS, CHIP, FRAME, RF, SILENT
from railbird.rfid.presence import TROUBLES
from railbird.storage.journal import BURST, FAULTS, Journal

VERSION = "0.1.0"

_UNSAID = (facts.CLEAN, facts.COMMAND, facts.CLOCK, facts.TIME)
# Facts that one step may lead to: an input makes up to 20 (the missing cards of a count come in batches), and a look
# may end with several.
_RESERVE = const(32)
_ROOMY = const(40)  # so much room for facts makes it worth while to wait for more inputs
# How long an input may wait for others before it is put on flash: a sighting that nobody expects, a card lifted.
_SIGHT_US = const(150_000)
_LIFT_US = const(1_000_000)
_AGAIN_US = const(1_000_000)  # until a flash that took nothing is tried again

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
    `chips` are the `Chips` of a table that has zones for them; `identity`, where there is one, puts it in play mode.
    `serve(op)` is what stands outside a slot (start.py), None on a flash without; `release` is the version of the
    package in it. `seq` is the number of the newest input that the table has had, `t_ms` its time; `faults` those
    latched, `latched` those of them that are on flash; `play` what is different in play mode, or None.
    """

    def __init__(self, port, board, image, chips=None, identity=None, serve=None, release=None):
        self._port = port
        self._serve = serve
        self.seq = 0
        self.t_ms = 0
        self._owed = -1  # id of a command that is to be answered when its input is on flash, or -1
        self._flush_at = 0  # tick (us)
        self._failed = False  # the flash took nothing, and is tried again then
        self._host_time = 0
        self.faults = 0
        self.latched = 0  # as they are on flash
        self.fresh = False  # a snapshot has to be written, whatever it costs
        self.journal = Journal(port.files())
        self.play = None
        boot_id = port.random16() | 1
        version = "%s+%d" % (VERSION, release) if release else VERSION
        if identity is None:
            self.session = Session(port.link, boot_id, board["name"], version)
        else:
            from railbird.play import Play

            self.play = Play(self, port, identity, boot_id, board["name"], version)
            self.session = self.play.session
        self.session.careful = True
        from railbird import assembly, link, rfid, storage
        from railbird.storage import recovery

        self.table, self.scanner, self.lamps = assembly.assemble(
            self._emit, self.input, port, board, image, chips
        )
        if self.play:
            self.play.attach(self.table, self.scanner.zones)
        self.recovery = recovery.begin(self, port)
        # What only the start needs is let go; the first start of a process has loaded the formats as well.
        for name in ("railbird.assembly", "railbird.rfid.wiring", "railbird.storage.recovery"):
            del sys.modules[name]
        del sys.modules["railbird"].assembly, rfid.wiring, storage.recovery
        if sys.modules.pop("railbird.link.formats", None):
            del link.formats
        port.collect()  # what loading left behind would count as in use

    def step(self):
        """Poll everything once; returns the tick (us) at which it next needs to be polled."""
        session = self.session
        journal = self.journal
        port = self._port
        until = session.poll(port.ticks_us())
        before = self.seq
        self.lamps.poll(port.ticks_us())
        if self.recovery is not None:
            return self.recovery.go_on(self, port, until)
        self._write()
        if session.command is not None and self._owed < 0 and not self._failed and session.room() >= _RESERVE:
            self._command(session.command)
            until = port.ticks_us()
        if session.beat_due:
            self._beat()
            until = port.ticks_us()
        if self.play:
            self.play.spend()
            self._refused(self.play.session)
        if (journal.safe < journal.last or self._failed) and ticks.diff(self._flush_at, until) < 0:
            until = self._flush_at
        if session.room() < _RESERVE or journal.room() < BURST or self._failed:
            return until
        alarm = self.table.alarm
        if alarm is not None and ticks.diff(port.ticks_ms(), alarm) >= 0:
            self.input(facts.CLOCK, facts.NO_ZONE, 0, 0)
            return port.ticks_us()
        if session.host_time_s != self._host_time:
            self._host_time = time = session.host_time_s
            self.input(facts.TIME, time >> 24 & 255, time >> 16 & 255, time & 0xFFFF)
        due = self.scanner.poll(port.ticks_us())
        if self.seq != before:
            return port.ticks_us()
        return due if ticks.diff(due, until) < 0 else until

    def latch(self, faults, arg):
        """Tell of faults, and keep them until somebody has seen to them."""
        for fault in range(8):
            if faults >> fault & 1:
                self.session.fact(0, self._port.ticks_ms(), facts.FAULT, facts.NO_ZONE, fault, 255, arg)
        self.faults |= faults

    def input(self, kind, zone, code, arg, request=0):
        """Journal an input, and apply it."""
        self.t_ms = self._port.ticks_ms()
        expected = zone == self.table.expected
        self.seq = self.journal.append(self.t_ms, kind, zone, code, arg, request)
        self.apply(kind, zone, code, arg)
        wait = 0
        if kind == facts.LIFT:
            wait = _LIFT_US
        elif kind != facts.COMMAND and not expected:
            wait = _SIGHT_US
        at = ticks.add(self._port.ticks_us(), wait)
        if self.journal.last - self.journal.safe == 1 or ticks.diff(at, self._flush_at) < 0:
            self._flush_at = at

    def apply(self, kind, zone, code, arg):
        """Say an input if it is one that is said, and apply it."""
        if self.play:
            self.play.before(kind, zone, code, arg)
        if kind not in _UNSAID:
            self._emit(kind, zone, code, 255, arg)
        elif kind == facts.COMMAND and code >= facts.OP_CONFIRM:
            self._emit(facts.SERVICE, facts.NO_ZONE, code, 255, arg)
        self.table.apply(self.t_ms, kind, zone, code, arg)
        if self.play:
            self.play.after(kind, zone, code)
        if kind == facts.STATE:
            self.lamps.state(zone, code == facts.STATE_OK)
        self.lamps.show(self._port.ticks_us())

    def _write(self):
        """Put on flash what is due, and then send what follows from it; a snapshot when the host has all that."""
        journal = self.journal
        session = self.session
        now = self._port.ticks_us()
        if (self._failed or journal.safe < journal.last) and ticks.diff(now, self._flush_at) < 0:
            # What waits takes room away from what comes: the scanner must not rest for want of it.
            if self._failed or (session.room() >= _ROOMY and journal.room() >= BURST):
                return
        error = journal.flush()
        if not error and self.faults != self.latched:
            error = journal.files.write(FAULTS, bytes((self.faults,)), 1)
            if not error:
                self.latched = self.faults
        if not error and session.settled(self.seq) == self.seq:
            if self.fresh or journal.stale(self.table.expected == facts.NO_ZONE):
                error = self._keep()
                self.fresh = error != 0
        self._failed = error != 0
        if error:
            self._flush_at = ticks.add(now, _AGAIN_US)
            if not self.faults >> facts.FAULT_FULL & 1:
                self.latch(1 << facts.FAULT_FULL, error)
            return
        session.release()
        if self._owed >= 0:
            session.result(self._owed, facts.R_OK)
            self._owed = -1

    def _keep(self):
        """A snapshot: 0, or an errno."""
        error = self.play.keep(self.journal) if self.play else 0
        if not error:
            error = self.journal.keep(self.table)
            if not error and self.play:
                self.play.kept()
        return error

    def _emit(self, kind, zone, code, ref, arg):
        if kind == facts.VERDICT:
            self.lamps.fault(zone)
        if self.play:
            self.play.sealed.tell(kind, zone, code, ref, arg)
        else:
            self.fact(kind, zone, code, ref, arg)

    def fact(self, kind, zone, code, ref, arg):
        """Queue a fact that follows from the newest input."""
        self.session.fact(self.seq, self.t_ms, kind, zone, code, ref, arg)

    def _refused(self, session):
        """Frames that were refused are an input like any other."""
        if session.refusals and session.room() >= _RESERVE and self.journal.room() > BURST:
            count = min(session.refusals, 65535)
            session.refusals = 0
            self.input(facts.REFUSED, facts.NO_ZONE, session.refused, count)

    def _command(self, command):
        """Check, journal and apply a command; the answer waits for the flash. A refused one changes nothing."""
        request = command.request
        if command.op >= facts.OP_CONFIRM:
            refusal = self._check_service(command.op)
        else:
            refusal = (self.play.sealed if self.play else self.table).check(
                command.op, command.zone, command.arg
            )
        if refusal != facts.R_OK:
            if self.play and self.journal.room() > BURST:
                self.input(facts.REFUSED, command.op, refusal, 1)
            self.session.result(request, refusal)
            return
        self._owed = request
        self.input(facts.COMMAND, command.zone, command.op, command.arg, request)
        if command.op == facts.OP_HAND:
            self.scanner.presence.tell_again()
        elif command.op == facts.OP_CLEAR:
            self.faults &= ~command.arg
        self._write()
        if command.op == facts.OP_CONFIRM:
            self._serve(_CONFIRM)
        elif command.op == facts.OP_MAINTENANCE:
            self._leave()

    def _check_service(self, op):
        """R_OK when a command to the machine may be carried out, else why not."""
        if self._serve is None or op > facts.OP_MAINTENANCE:
            return facts.R_UNKNOWN_OP
        return facts.R_IN_HAND if op == facts.OP_MAINTENANCE and self.table.in_hand else facts.R_OK

    def _leave(self):
        """Make way for maintenance once the host knows."""
        port = self._port
        until = ticks.add(port.ticks_ms(), _FAREWELL_MS)
        while self.session.settled(self.seq) < self.seq and ticks.diff(until, port.ticks_ms()) > 0:
            port.idle(self.session.poll(port.ticks_us()))
        self._serve(_MAINTENANCE)

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
            self.seq - self.session.settled(self.seq),
            self._zones_unknown(),
            self.faults,
        )
        if self.play:
            self.play.session.head(self.seq, self.play.log.link)

    def _zones_unknown(self):
        """How many zones have a reader in trouble."""
        count = 0
        for troubles in self.scanner.presence.troubles:
            if troubles >= TROUBLES:
                count += 1
        return count


def run(port, board, image, chips=None, identity=None, serve=None, release=None):
    """Run a table for ever. `board()` is its board's definition, which nothing holds after the start."""
    app = App(port, board(), image, chips, identity, serve, release)
    if serve and serve(_VISITED):
        while app.recovery is not None:
            port.idle(app.step())
        app.input(facts.COMMAND, facts.NO_ZONE, facts.OP_MAINTENANCE, 1)
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
