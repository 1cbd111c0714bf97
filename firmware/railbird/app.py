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


class App:
    """One table. `port` as described in `railbird.port`, `board` a board's definition, `image` the registry file;
    `chips` are the `Chips` of a table that has zones for them; `identity`, where there is one, puts it in play mode.
    """

    def __init__(self, port, board, image, chips=None, identity=None):
        self._port = port
        self._seq = 0
        self._t_ms = 0
        self.journal = Journal()
        self._play = None
        boot_id = port.random16() | 1
        if identity is None:
            self.session = Session(port.link, boot_id, board["name"], VERSION)
        else:
            from railbird.play import Play

            self._play = Play(port, identity, boot_id, board["name"], VERSION)
            self.session = self._play.session
            self.journal.chain = self._play.chain
        ups = spots = 0
        for row in board["readers"]:
            zone = facts.zone_id(row[0])
            if facts.Z_UP < zone <= facts.Z_UP + facts.SEATS:
                ups |= 1 << (zone - facts.Z_UP - 1)
            elif facts.Z_BOARD < zone <= facts.Z_BOARD + facts.BOARD_PLACES:
                spots |= 1 << (zone - facts.Z_BOARD - 1)
        self.table = Table(self._emit, ups, spots)
        if self._play:
            self._play.attach(self.table, self._fact, self._secret, ups)  # and so between it and the host
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
        if self._play:
            self._play.spend()
            guarded = self._play.session
            if guarded.refusals and session.room() >= _RESERVE and self.journal.room():
                count = min(guarded.refusals, 65535)
                guarded.refusals = 0
                self._input(facts.REFUSED, facts.NO_ZONE, guarded.refused, count)
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
        if self._play:
            self._play.sealed.tell(kind, zone, code, ref, arg)
        else:
            self._fact(kind, zone, code, ref, arg)

    def _fact(self, kind, zone, code, ref, arg):
        self.session.fact(self._seq, self._t_ms, kind, zone, code, ref, arg)

    def _secret(self, kind, zone, code, ref, arg, text):
        if self._play:
            self._play.session.secret(self._seq, self._t_ms, kind, zone, code, ref, arg, text)

    def _command(self, command):
        """Check, journal and apply a command, then answer it; a refused one changes nothing."""
        request = command.request
        sealed = self._play.sealed if self._play else None
        refusal = (sealed or self.table).check(command.op, command.zone, command.arg)
        if refusal == facts.R_OK:
            if sealed:
                self.lamps.notice = sealed.notice_of(command.op, command.arg)
            self._input(facts.COMMAND, command.zone, command.op, command.arg)
            if sealed:
                sealed.done(command.op, command.zone)
            if command.op == facts.OP_HAND:
                self.scanner.presence.tell_again()
        elif sealed and self.journal.room():
            self._input(facts.REFUSED, command.op, refusal, 1)
        self.session.result(request, refusal)

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
        if self._play:
            self._play.session.head(self.journal.last, self._play.chain.link)

    def _zones_unknown(self):
        """How many zones have a reader in trouble."""
        count = 0
        for troubles in self.scanner.presence.troubles:
            if troubles >= TROUBLES:
                count += 1
        return count


def run(port, board, image, chips=None, identity=None):
    """Run a table for ever. `board()` is its board's definition, which nothing holds after the start."""
    app = App(port, board(), image, chips, identity)
    while True:
        port.idle(app.step())
