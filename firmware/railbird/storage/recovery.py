"""Power is back: the journal read, checked and given to the table again. Loaded at the start, and let go."""

from micropython import const

from railbird import facts, ticks
from railbird.link.packet import crc_into
from railbird.rfid.presence import TROUBLES
from railbird.rules import cards
from railbird.storage import journal as form

_CHECKED = const(9)
_RESERVE = const(32)  # facts that one input may lead to, at most


def begin(app, port):
    """Read the journal of `app`: the recovery that brings its table back."""
    recovery = Recovery(app.journal, app.table, port.random16() | 1)
    app.session.journal = app.journal.name
    app.session.resume(app.journal.request)
    app.fresh = not recovery.found
    if app.fresh:  # folders cost erases: better now than in a hand
        for number in range(form.FILES):
            app.journal.files.write(number, bytes(1), 0)
    if app.play and not app.play.restore(app.journal):
        recovery.faults |= 1 << facts.FAULT_CORRUPT
    latched = bytearray(1)
    if app.journal.files.read(form.FAULTS, latched) == 1:
        app.faults = app.latched = latched[0]
    if port.watchdog_reset:
        app.faults |= 1 << facts.FAULT_WATCHDOG
    return recovery


class Recovery:
    """Brings `table` back to where it was, and `journal` to where it goes on; `word` is for the name of a new journal.

    found   whether there was a journal
    inputs  how many have been given to the table again
    faults  bits 1 << FAULT_... of what was wrong with it
    lost    how many inputs could not be read, as far as it can be known
    """

    def __init__(self, journal, table, word):
        self.found = False
        self.inputs = 0
        self.faults = 0
        self.lost = 0
        self._journal = journal
        self._files = journal.files
        self._buf = journal.buf  # in which nothing waits before the journal goes on
        self._check = bytearray(4)
        self._known = False  # what the table was before that
        self._next = 0  # number of the next input to be given to the table
        self._index = 0  # of its record, in the file read last
        self._records = 0
        self._first = [0] * form.FILES
        self._used = 0  # files that hold an input after the snapshot
        self._snapshot(table, word)
        self._survey()

    def _snapshot(self, table, word):
        """The table as it was after some input, if that is known."""
        buf = self._buf
        journal = self._journal
        size = self._files.read(form.SNAPSHOT, buf)
        if size:
            self.found = True
        body = size - form.TAIL
        if body > 0 and self._sound(0, size - 4, 4):
            journal.kept = buf[body] | buf[body + 1] << 8 | buf[body + 2] << 16 | buf[body + 3] << 24
            journal.name = buf[body + 4] | buf[body + 5] << 8
            journal.request = buf[body + 6]
            self._known = True
            try:
                table.load(buf)
            except ValueError:  # of another version: the table is as new
                self.faults |= 1 << facts.FAULT_CORRUPT
                self._known = False
        else:
            journal.name = word
            if size:
                self.faults |= 1 << facts.FAULT_CORRUPT
        journal.last = journal.safe = journal.kept
        self._next = journal.kept + 1

    def _survey(self):
        """Which file holds what, and where the journal goes on: after everything that was ever written."""
        journal = self._journal
        newest = last = 0
        for number in range(form.FILES):
            size = self._files.read(number, self._buf)
            if size < 0 or (size and not self._sound(0, form.HEAD - 2, 2)):
                self.faults |= 1 << facts.FAULT_CORRUPT
                self.found = True
            elif size:
                self.found = True
                first = self._number(0)
                self._records = (size - form.HEAD) // form.SIZE
                end = first + self._records
                if end > self._next:
                    self._first[number] = first
                    self._used += 1
                    last = self._look_for_command(first, last)
                if first > newest:
                    newest = first
                    journal.file = number
                journal.last = journal.safe = max(journal.last, end - 1)
        self._records = 0
        journal.file += 1
        journal.free = form.FILES - 1 - self._used

    def _look_for_command(self, first, last):
        """The host asks for the last request before it hears anything else: the number of its input so far."""
        for index in range(self._records):
            at = form.HEAD + form.SIZE * index
            seq = first + index
            if (
                self._buf[at + 3] >> 4 == facts.COMMAND
                and seq >= max(last, self._next)
                and self._whole(at, seq)
            ):
                self._journal.request = self._buf[at + 8]
                last = seq
        return last

    def _whole(self, at, seq):
        """Whether the record at `at` has its check."""
        buf = self._buf
        low, high = buf[at + _CHECKED], buf[at + _CHECKED + 1]
        buf[at + _CHECKED] = seq & 255
        buf[at + _CHECKED + 1] = seq >> 8 & 255
        crc_into(buf, at, at + form.SIZE, self._check, 0)
        return self._check[0] == low and self._check[1] == high

    def step(self, take):
        """Give the next input to `take(seq, t_ms, kind, zone, code, arg)`; False when there is none."""
        while self._index == self._records:
            if not self._load():
                return False
        buf = self._buf
        at = form.HEAD + form.SIZE * self._index
        seq = self._number(0) + self._index
        self._index += 1
        if seq < self._next:
            return True
        if not self._whole(at, seq):
            self.lost += self._records - self._index + 1
            self.faults |= 1 << facts.FAULT_TORN
            self._index = self._records
            self._next = self._number(0) + self._records
            return True
        self._gap(seq)
        base = self._number(4)
        time = buf[at] | buf[at + 1] << 8 | buf[at + 2] << 16 | (buf[at + 3] & 15) << 24
        t_ms = base + (time - base & form.TIME_BITS) & ticks.MASK
        self._next = seq + 1
        self.inputs += 1
        take(seq, t_ms, buf[at + 3] >> 4, buf[at + 4], buf[at + 5], buf[at + 6] | buf[at + 7] << 8)
        return True

    def _gap(self, seq):
        """Inputs before `seq` are missing, unless it is the first that is known at all."""
        if seq > self._next and self._known:
            self.lost += seq - self._next
            self.faults |= 1 << facts.FAULT_CORRUPT
        self._known = True

    def _load(self):
        """Read the file with the oldest inputs that are still to come; False when there is none."""
        best = -1
        for number in range(form.FILES):
            first = self._first[number]
            if first and (best < 0 or first < self._first[best]):
                best = number
        if best < 0:
            return False
        self._first[best] = 0
        size = self._files.read(best, self._buf)
        self._index = 0
        self._records = (size - form.HEAD) // form.SIZE
        return True

    def go_on(self, app, port, until):
        """Give the table of `app` its next input again; after the last one say what is known, and let it go on."""
        session = app.session
        # A host may know of inputs that are lost: their numbers are taken.
        if session.room() < _RESERVE or (self.faults and not session.open):
            return until

        def take(seq, t_ms, kind, zone, code, arg):
            app.seq = seq
            app.t_ms = t_ms
            app.apply(kind, zone, code, arg)

        if not self.step(take):
            app.journal.skip(session.has_seq)
            app.seq = app.journal.last
            app.recovery = None
            table = app.table
            self._resume(app.scanner, table)
            if self.found:
                street, dealt = facts.NO_ZONE, 0
                if table.in_hand:
                    street, dealt = table.deal.open, cards.DECK_SIZE - table.deal.stub()
                if app.journal.room() > 0:
                    app.input(facts.BOOT, street, dealt, min(self.inputs, 0xFFFF))
                else:  # started too often without a host: said, but of no input
                    app.seq = 0
                    app.apply(facts.BOOT, street, dealt, min(self.inputs, 0xFFFF))
                    app.seq = app.journal.last
            app.latch(app.faults | self.faults, min(self.lost, 0xFFFF))
        session.release()
        return port.ticks_us()

    def _resume(self, scanner, table):
        """What lay in sight when power went is held to lie there until looks say otherwise, and zones that were in
        trouble stay so: the readers tell what is different.
        """
        presence = scanner.presence
        for z in range(len(scanner.zones)):
            zone = scanner.zones[z]
            for code in range(128):
                if table.deck.in_sight(code) and table.deck.last_seen(code) == zone:
                    presence.hold(z, code)
            if zone <= facts.Z_MUCK and table.in_hand and table.deal.is_dark(zone):
                presence.troubles[z] = TROUBLES

    def _number(self, at):
        buf = self._buf
        return buf[at] | buf[at + 1] << 8 | buf[at + 2] << 16 | buf[at + 3] << 24

    def _sound(self, at, end, size):
        """Whether buf[at:end] has its CRC-32, or the first bytes of it, after it. A check of two counts as 0, 0."""
        buf = self._buf
        if size == 4:
            crc_into(buf, at, end, self._check, 0)
        else:
            low, high = buf[end], buf[end + 1]
            buf[end] = buf[end + 1] = 0
            crc_into(buf, at, end + 2, self._check, 0)
            buf[end] = low
            buf[end + 1] = high
        for index in range(size):
            if self._check[index] != buf[end + index]:
                return False
        return True
