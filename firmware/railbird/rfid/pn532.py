"""One PN532 reader: a state machine that does one bus transaction per `step`.

A look lists one tag, halts it and lists again until nothing answers (pn532.md 2.5; MaxTg=2 is unreliable),
then turns the field off, which makes all tags answer again and lets the neighbours go on. The owner calls
`step` when `due` has come and `settle` with the time at which the transaction was over, which is when the
bus-free time of the chip begins.

What a chip takes is learnt, never assumed: an answer is fetched with one read of its full length when it
should be there. An errno only ever means "not ready" until the deadline of the phase.
"""

from micropython import const

from railbird.rfid import frame
from railbird.rfid.found import ROW, Found
from railbird.rfid.latency import CONFIG, EMPTY, EXCHANGE, FIRST, FURTHER, HALT, Latencies
from railbird.ticks import add, diff

ADDRESS = const(0x24)

# Why a look ended. Finding no tag is no failure: OK with nothing in `found`.
OK = const(0)
BUS = const(1)  # not acknowledged on the bus until the deadline
SILENT = const(2)  # acknowledged on the bus, but no ACK frame or no answer until the deadline
FRAME = const(3)  # damaged or unexpected frames, after asking again
CHIP = const(4)  # the error frame, or not a PN532
RF = const(5)  # an error status of a radio command, or a tag that cannot be halted
OUTCOMES = ("ok", "bus", "silent", "frame", "chip", "rf")

# What `settle` reports.
NOTHING = const(0)
TAG = const(1)  # a tag was read: row `row` of `found`
DONE = const(2)  # the look is over, the field is off

# How often a list command tries before it reports no tag.
QUICK = const(0)
THOROUGH = const(1)
TRIES = (1, 16)

BUS_FREE_US = const(1300)  # datasheet minimum between two transactions with one chip
REST_US = const(6000)  # after the field went off, until every tag has surely forgotten its state

_GAP_LIMIT_US = const(6000)
_GAP_STEP_US = const(1000)
_ACK_LIMIT_US = const(15000)  # pn532.md 1.2
_ANSWER_LIMIT_US = const(60000)
_AGAIN_US = const(1500)
_PEEK_US = const(5000)
_ABORT_US = const(10000)
_BLIND_FETCHES = const(4)
_HALTS_IN_VAIN = const(4)
_NO_ANSWER = const(1)
_READABLE_UID = const(7)
_ENOUGH_TRIES = const(4)  # in which no tag answered, for a look cut short to count
_UNREAD = const(8)  # READs in vain before the tag is listed again; few if it was listed just once
_UNREAD_FIRST = const(3)
_PINGS_ALARMED = const(8)

# Steps of a set-up and a look, each one command.
_ABORT = const(0)
_SAM = const(1)
_VERSION = const(2)
_PARAMETERS = const(3)
_TIMINGS = const(4)
_RETRIES = const(5)
_OFF = const(6)
_LIST = const(7)
_HALT = const(8)
_READ = const(9)
_FRAMING = const(10)
_PING = const(11)

_COMMANDS = (
    frame.ACK,
    frame.command(b"\x14\x01\x14\x01"),  # SAMConfiguration: normal mode
    frame.command(b"\x02"),  # GetFirmwareVersion
    frame.command(b"\x12\x04"),  # SetParameters: no automatic RATS
    frame.command(b"\x32\x02\x00\x0b\x06"),  # RFConfiguration 02: 3.2 ms for the answer of a tag
    b"",
    frame.command(b"\x32\x01\x00"),  # RFConfiguration 01: field off
    frame.command(b"\x4a\x01\x00"),  # InListPassiveTarget: one tag, 106 kbit/s type A
    frame.command(b"\x44\x00"),  # InDeselect: HLTA to it
    frame.command(b"\x40\x01\x30\x00"),  # InDataExchange: READ of page 0
    # WriteRegister: no CRC sent or checked (TxMode, RxMode), the last byte has 7 bits (BitFraming); pn532.md 2.3
    frame.command(b"\x08\x63\x02\x00\x63\x03\x00\x63\x3d\x07"),
    frame.command(b"\x42\x26"),  # InCommunicateThru: REQA
)
_SET_TRIES = (  # RFConfiguration 05: MxRtyATR, MxRtyPSL, MxRtyPassiveActivation = tries beyond the first
    frame.command(b"\x32\x05\xff\x01\x00"),
    frame.command(b"\x32\x05\xff\x01\x0f"),
)
_CODES = b"\x00\x15\x03\x13\x33\x33\x33\x4b\x45\x41\x09\x43"  # response code of each step
_KINDS = bytes(
    (CONFIG, CONFIG, CONFIG, CONFIG, CONFIG, CONFIG, CONFIG, EMPTY, HALT, EXCHANGE, CONFIG, EXCHANGE)
)

# Phases of a command.
_SEND = const(0)
_ACK = const(1)
_ANSWER = const(2)
_NACK = const(3)

# What the last transaction asks `settle` to do.
_NONE = const(0)
_SENT = const(1)
_ACKED = const(2)
_WAIT = const(3)
_NEXT = const(4)
_TAG = const(5)
_END = const(6)


class Reader:
    """The reader at `place` of `trunk`. `cap` is the most tags a look lists, `uid_size` the longest UID
    expected.

    `due` is the tick (us) of the next `step` while `active`; `ready_at` the tick from which a new look may
    begin. After a look: `outcome`, the tags in `found`, and `complete` if the last list command found nothing
    more. `tried` counts the tries of its list commands in which no tag answered.
    """

    def __init__(self, trunk, place, cap, uid_size, bus_free_us=BUS_FREE_US, rest_us=REST_US):
        self._trunk = trunk
        self._place = place
        self._rest = rest_us
        self._base_gap = self._gap = bus_free_us
        self._rx = bytearray(27)
        view = memoryview(self._rx)
        self._peek_view = view[:1]
        self._ack_view = view[:7]
        # Status byte, frame of 9 bytes, parameters. A list answer has 6 before the UID.
        short = view[:10]
        self._views = (
            view[:0],  # an abort has no answer
            short,
            view[:14],
            short,
            short,
            short,
            short,
            view[: 16 + uid_size],
            view[:11],
            view[:27],
            short,
            view[:13],
        )
        self._long_view = view[:26]
        self.found = Found(cap)
        self.row = 0
        self.active = False
        self.outcome = OK
        self.complete = False
        self.tries = 1
        self.tried = 0
        self.due = 0
        self.ready_at = 0
        self.version = 0  # version << 8 | revision of the chip's firmware
        self._latencies = Latencies()
        self._configured = False
        self._recovering = False
        self._level = QUICK
        self._wanted_level = QUICK
        self._known = 0
        self._lists = 0
        self._vain = 0
        self._again = False
        self._readable = False
        self._unread = 0
        self._cancelled = False
        self._reread_once = False
        self._pings = 0
        self._alarmed = False
        self._step = _ABORT
        self._phase = _SEND
        self._note = _NONE
        self._since = 0
        self._free = 0
        self._wait = 0
        self._limit = 0
        self._peeking = False
        self._asked_again = False
        self._early = 0
        self._misses = 0

    def begin(self, now, known, level, pings):
        """Begin a look at `now`. `known` tags are likely there; `level` is QUICK or THOROUGH.

        With `pings` the look does not end when nothing more is listed: it listens that many times for a tag that
        comes, with a bare REQA, which takes a fraction of a list command's try.
        """
        self.active = True
        self.outcome = OK
        self.complete = False
        self.found.clear()
        self._lists = 0
        self._vain = 0
        self._unread = 0
        self._again = False
        self._cancelled = False
        self._pings = pings
        self._alarmed = False
        self.tried = 0
        self._known = known
        self._wanted_level = level
        self.tries = TRIES[level]
        self._recovering = False
        if not self._configured:
            self._gap = self._base_gap
            self._command(_ABORT)
        elif self._level != level:
            self._command(_RETRIES)
        else:
            self._command(_LIST)
        self._since = self.due = now

    def stop(self, complete):
        """After TAG: end the look here instead of halting the tag and listing on."""
        if self._phase == _SEND and self._step == _HALT:
            self._step = _OFF
            self.complete = complete

    def ignore(self):
        """After TAG: leave the tag as it is and go on listening, if the look listens; otherwise list on."""
        if self._phase == _SEND and self._step == _HALT and self._pings > 0:
            self._step = _FRAMING

    def again(self, pause):
        """After TAG: leave the tag awake and read it once more, `pause` us later.

        A tag that answers READ (NTAG, Ultralight) is asked for its first pages, which hold its UID, in a few
        milliseconds. Any other is listed again: the REQA of the next try only sends it back to IDLE and the one
        after that wakes it (pn532.md 2.1), or another tag that is awake is listed in between.
        """
        if self._phase == _SEND and self._step == _HALT:
            self._step = _READ if self._readable else _LIST
            self._again = self.found.awake() == 1
            self._since = self.due = add(self.due, pause)

    def cancel(self, now):
        """End the look early: at once while a list command of several tries waits for a tag (a new
        command makes the chip drop the one that runs, pn532.md 1.2), otherwise before the next command."""
        if self._recovering or not self._configured:
            return
        if self._step == _LIST and self._phase == _ANSWER and self.tries > 1:
            us = self._latencies.us
            self.tried += max(0, diff(now, self._since) - us[FIRST]) // us[EMPTY]
            self.complete = self.tried >= _ENOUGH_TRIES
            self._command(_OFF)
            self._since = self.due = self._free
        else:
            self._cancelled = True

    def wind_up(self):
        """Listen once more at most, so that the look ends soon."""
        self._pings = min(self._pings, 1)

    def step(self, now):
        """One bus transaction. `settle` must follow before the next."""
        phase = self._phase
        if phase == _ANSWER:
            self._fetch(now)
        elif phase == _ACK:
            if self._trunk.read(self._place, ADDRESS, self._ack_view):
                self._refused(now, _ACK_LIMIT_US)
            elif not self._rx[0] & 1:
                self._not_ready(now, _ACK_LIMIT_US, _AGAIN_US)
            elif frame.parse(self._rx, 1, 7) == frame.IS_ACK:
                self._phase = _ANSWER
                self._note = _ACKED
            else:
                self._fail(FRAME)
        else:
            if phase == _NACK:
                out = frame.NACK
            elif self._step == _RETRIES:
                out = _SET_TRIES[self._wanted_level]
            else:
                out = _COMMANDS[self._step]
            if self._trunk.write(self._place, ADDRESS, out):
                self._refused(now, _ACK_LIMIT_US)
            elif phase == _NACK:
                self._phase = _ANSWER
                self._note = _WAIT
                self._wait = _AGAIN_US
            elif self._step == _ABORT:
                self._command(_SAM)
                self._wait = _ABORT_US
            else:
                self._phase = _ACK
                self._note = _SENT

    def settle(self, now):
        """The transaction of the last `step` was over at `now`. Returns NOTHING, TAG or DONE."""
        note = self._note
        self._note = _NONE
        gap = self._gap
        self._free = add(now, gap)
        if note == _SENT:
            self._since = now
            self.due = self._free
            return NOTHING
        if note == _ACKED:
            self._since = now
            self.due = add(now, max(gap, self._expect()))
            return NOTHING
        if note == _END:
            self.active = False
            self.ready_at = add(now, self._rest)
            return DONE
        self.due = add(now, max(gap, self._wait))
        self._wait = 0
        if note == _WAIT:
            return NOTHING
        self._since = self.due
        return TAG if note == _TAG else NOTHING

    def _command(self, step):
        """Make `step` the next command to send."""
        if self._cancelled and step >= _LIST:
            step = _OFF
        self._step = step
        self._phase = _SEND
        self._note = _NEXT
        self._peeking = False
        self._asked_again = False
        self._early = 0
        self._misses = 0
        self._again = False

    def _refused(self, now, limit):
        """The bus gave an errno: not ready, unless that has lasted too long."""
        if self._gap < _GAP_LIMIT_US:
            self._gap += _GAP_STEP_US
        if diff(now, self._since) > limit:
            self._fail(BUS)
        else:
            self._note = _WAIT
            self._wait = _AGAIN_US

    def _not_ready(self, now, limit, wait):
        if diff(now, self._since) > limit:
            self._fail(SILENT)
        else:
            self._note = _WAIT
            self._wait = wait

    def _fail(self, outcome):
        """The look is in trouble: set the chip up again, which turns its field off, then report."""
        if self.outcome == OK:
            self.outcome = outcome
        if self._configured and not self._recovering:
            self._recovering = True
            self._configured = False
            self._command(_ABORT)
        else:
            self._configured = False
            self._note = _END

    # -- answers ---------------------------------------------------------------------------------------------

    def _expect(self):
        """How long after the ACK to fetch the answer. Sets the time after which it is overdue."""
        us = self._latencies.us
        if self._step != _LIST:
            self._limit = _ANSWER_LIMIT_US
            return us[_KINDS[self._step]]
        self._limit = _ANSWER_LIMIT_US + 2 * us[EMPTY] * self.tries
        self._lists += 1
        found = self.found
        if self._again:
            return us[EMPTY] + us[FURTHER] if self.tries > 1 else us[EMPTY]
        likely = found.count < self._known or found.awake() > 1
        if self.tries > 1:
            self._peeking = not likely
        elif not likely:
            return us[EMPTY]
        return us[FURTHER if found.count else FIRST]

    def _fetch(self, now):
        """Read the answer, or only its status byte while a long wait has no known end."""
        step = self._step
        rx = self._rx
        view = (
            self._peek_view if self._peeking else self._long_view if self._asked_again else self._views[step]
        )
        if self._trunk.read(self._place, ADDRESS, view):
            self._refused(now, self._limit)
            return
        elapsed = diff(now, self._since)
        if not rx[0] & 1:
            self._early = elapsed
            self._misses += 1
            if step == _LIST:
                self._not_ready(now, self._limit, self._next_fetch(elapsed))
            else:
                self._not_ready(now, self._limit, _AGAIN_US)
            return
        if self._peeking:
            self._peeking = False
            self._note = _WAIT
            self._wait = 0
            return
        at = frame.parse(rx, 1, len(view))
        if at < 0 and at != frame.CHIP_ERROR and not self._asked_again:
            # Cut short or damaged: the chip sends its last answer again after a NACK (pn532.md 1.2).
            self._asked_again = True
            self._phase = _NACK
            self._note = _WAIT
            self._wait = 0
        elif at == frame.CHIP_ERROR:
            self._fail(CHIP)
        elif at < 0 or rx[at] != _CODES[step]:
            self._fail(FRAME)
        else:
            self._answered(at, elapsed)

    def _next_fetch(self, elapsed):
        """Wait until the next fetch of a list command's answer, `elapsed` after its ACK."""
        if self.tries > 1:
            self._peeking = True
            return _PEEK_US
        self._peeking = self._misses > _BLIND_FETCHES
        return self._latencies.until_list(elapsed, FURTHER if self.found.count else FIRST, _AGAIN_US)

    def _answered(self, at, elapsed):
        """A sound answer to the current step begins at rx[at]."""
        step = self._step
        rx = self._rx
        if step == _LIST:
            self._listed(at, elapsed)
            return
        if step < _READ or rx[at + 1] == 0:
            self._latencies.learn(_KINDS[step], elapsed, self._early)
        if step == _OFF:
            if self._configured:
                self._note = _END
                return
            self._configured = True
            if self._recovering:
                self._note = _END
            else:
                self._command(_LIST)
        elif step == _HALT:
            if rx[at + 1] & 0x3F:
                self.outcome = RF
                self._command(_OFF)
            else:
                self.found.halted[self.row] = 1
                self._command(_LIST)
        elif step == _READ:
            self._reread(at)
        elif step == _FRAMING:
            self._command(_PING)
        elif step == _PING:
            self._pinged(rx[at + 1] & 0x3F)
        elif step == _RETRIES:
            self._level = self._wanted_level
            self._command(_LIST if self._configured else _OFF)
        elif step == _VERSION:
            if frame.size(rx, at) < 4 or rx[at + 1] != 0x32:
                self._fail(CHIP)
            else:
                self.version = rx[at + 2] << 8 | rx[at + 3]
                self._command(_PARAMETERS)
        else:
            self._command(step + 1)

    def _listed(self, at, elapsed):
        """The answer of a list command: no tag, or one."""
        rx = self._rx
        found = self.found
        if rx[at + 1] == 0:
            if self.tries == 1:
                self._latencies.learn(EMPTY, elapsed, self._early)
            self.tried += self.tries
            if self._again and self.tries == 1:
                self._command(_LIST)  # that try was the one the tag swallowed
                return
            self._vain = 0
            self._listen()
            return
        size = frame.size(rx, at)
        n = rx[at + 6] if size > 7 else 0
        if rx[at + 1] != 1 or n == 0 or size < 7 + n:
            self._fail(FRAME)
            return
        kind = FURTHER if self._lists > 1 else FIRST
        if self.tries > 1:
            us = self._latencies.us
            self.tried += max(0, elapsed - us[kind]) // us[EMPTY]
        elif not self._again:
            self._latencies.learn(kind, elapsed, self._early)
        row = found.row(rx, at + 7, n)
        self.row = row
        self._readable = n == _READABLE_UID and rx[at + 5] == 0 and self._unread <= _UNREAD
        self._unread = 0
        self._reread_once = False
        if row >= 0 and found.halted[row]:
            self._vain += 1
            if self._vain > _HALTS_IN_VAIN:
                self.outcome = RF
                self._command(_OFF)
            else:
                self._command(_HALT)
            return
        self._vain = 0
        if row < 0:
            self._command(_OFF)
        else:
            self._command(_HALT)
            self._note = _TAG

    def _listen(self):
        """Nothing more was listed: wait for what comes, or end the look."""
        if self._pings > 0:
            self._command(_FRAMING)
        else:
            self.complete = True
            self._command(_OFF)

    def _pinged(self, status):
        """The end of a REQA: silence, or a tag that is READY now and that a second REQA sends back to IDLE."""
        self._pings -= 1
        if self._alarmed:
            self._alarmed = False
            self._command(_LIST)
        elif status == _NO_ANSWER:
            self.tried += 1
            if self._pings > 0:
                self._command(_PING)
            else:
                self._listen()
        else:
            self._alarmed = True
            self._pings = max(self._pings, _PINGS_ALARMED)
            self._command(_PING)

    def _reread(self, at):
        """The answer of a READ: the same tag is still there, or was not heard; then ask again, and at last list."""
        rx = self._rx
        if rx[at + 1] & 0x3F == 0:
            if self._same_tag(at + 2):
                self._unread = 0
                self._reread_once = True
                self._command(_HALT)
                self._note = _TAG
                return
            self._unread = _UNREAD
        self._unread += 1
        if self._unread <= (_UNREAD if self._reread_once else _UNREAD_FIRST):
            self._command(_READ)
        elif self.tries > 1 and not self._reread_once:
            # Heard once in many tries and not again: it may belong to a coupled antenna. A look of single tries,
            # which hears across far more seldom, has to settle that.
            self._command(_OFF)
        else:
            self._command(_LIST)
            self._again = self.found.awake() == 1

    def _same_tag(self, at):
        """Whether the pages at rx[at] (UID 0-2, a check byte, UID 3-6) are those of the tag in `row`."""
        rx = self._rx
        uids = self.found.uids
        start = self.row * ROW + 1
        for i in range(_READABLE_UID):
            if uids[start + i] != rx[at + i + (i > 2)]:
                return False
        return True
