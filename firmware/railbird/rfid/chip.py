"""One PN532 on its bus: sends a command, fetches ACK and answer, one transaction per `step`.

What a chip takes is learnt, never assumed: an answer is fetched with one read of its full length when it should
be there. An errno only ever means "not ready" until the deadline of the phase.
"""

from micropython import const

from railbird.rfid import frame
from railbird.rfid.commands import (
    ABORT,
    CODES,
    FRAMES,
    KINDS,
    LIST,
    PARAMETER_BYTES,
    SAM,
)
from railbird.rfid.latency import latencies, learn
from railbird.rfid.mux import NO_BUS
from railbird.rfid.steps import CHIP_RESET, REPLAYED, RESENT
from railbird.ticks import add, diff

ADDRESS = const(0x24)
BUS_FREE_US = const(1300)  # datasheet minimum between two transactions with one chip

# Why a look ended.
OK = const(0)
BUS = const(1)  # not acknowledged on the bus until the deadline
SILENT = const(2)  # acknowledged on the bus, but no ACK frame or no answer until the deadline
FRAME = const(3)  # damaged or unexpected frames, after asking again
CHIP = const(4)  # the error frame, or not a PN532
RF = const(5)  # an error status of a radio command, a tag that cannot be halted, a field that does not obey
READY = const(6)  # the chip answers again and was set up; its field stayed off
OUTCOMES = const(7)
# RF, because of a tag that cannot be halted: unless what should be there was read all the same
BLURRED = const(7)

# What `settle` reports.
NOTHING = const(0)
TAG = const(1)  # a tag was read: row `row` of `found`
DONE = const(2)  # the look is over, the field is off

# What the last transaction asks `settle` to do.
_NONE = const(0)
_SENT = const(1)
_ACKED = const(2)
_WAIT = const(3)
_NEXT = const(4)
_TAG = const(5)
_END = const(6)

# Phases of a command.
_SEND = const(0)
_ACK = const(1)
_ANSWER = const(2)
_NACK = const(3)
_DRAIN = const(4)
LOW = const(5)  # the reset line, before anything else
_HIGH = const(6)

_GAP_LIMIT_US = const(6000)
_GAP_STEP_US = const(1000)
_ACK_LIMIT_US = const(15000)  # pn532.md 1.2
_AGAIN_US = const(1500)
_ABORT_US = const(10000)
_LONGEST = const(27)
_DRAINED = const(4)  # reads, every other of them of the status alone
# RSTPD_N: boards need more than the datasheet's 20 ns and 2 ms (pn532.md 1.6).
_RESET_US = const(60000)
_BOOT_US = const(30000)


class Answer:
    """What was read last, and views of the lengths that are read. `uid_size` is the longest UID expected.

    One serves all readers: a step is done with what it has read before any other step reads.
    """

    def __init__(self, uid_size):
        self.rx = bytearray(_LONGEST)
        view = memoryview(self.rx)
        self.status = view[:1]
        self.ack = view[:7]
        # By step of the command: status byte, 9 bytes of frame, parameters.
        self.whole = [view[: 10 + n] for n in PARAMETER_BYTES]
        self.whole[LIST] = view[: 16 + uid_size]
        self.long = view[:26]


class Chip:
    """The chip at `place` of `trunk`, which reads into `answer`; `reset` is its reset line or None.

    `due` is the tick (us) of the next `step` while `active`, else that from which a new look may begin. What follows on
    an answer is decided by the methods `_expect`, `_again_after`, `_answered` and `_fail` of `pn532.Reader`.
    """

    def __init__(self, trunk, place, answer, reset):
        self._trunk = trunk
        self._place = place
        self._gap = BUS_FREE_US
        self._reset = reset
        self._answer = answer
        self._rx = answer.rx
        self._latencies = latencies()
        self.active = False
        self.outcome = OK
        self.lit = False
        self.due = 0
        self._step = ABORT
        self._phase = _SEND
        self._note = _NONE
        self._since = 0
        self._wait = 0
        self._limit = 0
        self._peeking = False
        self._asked_again = False
        self._recovering = False
        self._early = 0
        self._misses = 0

    def step(self, now):
        """One bus transaction. `settle` must follow before the next."""
        phase = self._phase
        if phase == _ANSWER:
            self._fetch(now)
        elif phase == _ACK:
            self._fetch_ack(now)
        elif phase == _DRAIN:
            self._drain()
        elif phase >= LOW:
            self._pulse()
        else:
            out = frame.NACK if phase == _NACK else FRAMES[self._step]
            error = self._trunk.write(self._place, ADDRESS, out)
            if error:
                self._refused(now, _ACK_LIMIT_US, error)
            elif phase == _NACK:
                self._phase = _ANSWER
                self._note = _WAIT
                self._wait = _AGAIN_US
            elif self._step == ABORT:
                self._command(SAM)
                self._wait = _ABORT_US
                if self._recovering:
                    self._phase = _DRAIN
            else:
                self._phase = _ACK
                self._note = _SENT
                if self._step == LIST:
                    self.lit = True

    def settle(self, now):
        """The transaction of the last `step` was over at `now`. Returns NOTHING, TAG or DONE."""
        note = self._note
        self._note = _NONE
        gap = self._gap
        if note == _SENT:
            self._since = now
            self.due = add(now, gap)
            return NOTHING
        if note == _ACKED:
            self._since = now
            self.due = add(now, max(gap, self._expect()))
            return NOTHING
        if note == _END:
            self.active = False
            return DONE
        self.due = add(now, max(gap, self._wait))
        self._wait = 0
        if note == _WAIT:
            return NOTHING
        self._since = self.due
        return TAG if note == _TAG else NOTHING

    def _command(self, step):
        """Make `step` the next command to send."""
        self._step = step
        self._phase = _SEND
        self._note = _NEXT
        self._peeking = False
        self._asked_again = False
        self._early = 0
        self._misses = 0

    def _tell(self):
        """Report the tag in `row` when the transaction is over."""
        self._note = _TAG

    def _end(self):
        """Report the end of the look when the transaction is over."""
        self._note = _END

    def _pulse(self):
        """One end of the reset pulse; the chip has forgotten its configuration then."""
        low = self._phase == LOW
        self._trunk.line(self._reset, not low)
        if low:
            self._phase = _HIGH
            self._note = _WAIT
            self._wait = _RESET_US
        else:
            self._trunk.steps[CHIP_RESET] += 1
            self.lit = False
            self._command(ABORT)
            self._wait = _BOOT_US

    def _drain(self):
        """Read what the chip still has to say and nobody wants to know. Never more than the status of a chip that has
        nothing to say: that may lock it up (pn532.md 5, row 37)."""
        view = self._answer.long if self._misses & 1 else self._answer.status
        error = self._trunk.read(self._place, ADDRESS, view)
        if error or not self._rx[0] & 1 or self._misses == _DRAINED:
            self._trunk.steps[REPLAYED] += 1
            self._command(SAM)
        else:
            self._misses += 1
            self._note = _WAIT

    def _fetch_ack(self, now):
        error = self._trunk.read(self._place, ADDRESS, self._answer.ack)
        if error:
            self._refused(now, _ACK_LIMIT_US, error)
        elif not self._rx[0] & 1 and diff(now, self._since) <= _ACK_LIMIT_US:
            self._note = _WAIT
            self._wait = _AGAIN_US
        elif self._rx[0] & 1 and frame.parse(self._rx, 1, 7) == frame.IS_ACK:
            self._phase = _ANSWER
            self._note = _ACKED
        elif self._asked_again:
            self._fail(FRAME if self._rx[0] & 1 else SILENT)
        else:
            self._trunk.steps[RESENT] += 1
            Chip._command(self, self._step)
            self._asked_again = True

    def _refused(self, now, limit, error):
        """The bus gave an errno: not ready, unless that has lasted too long or the bus hung."""
        if self._gap < _GAP_LIMIT_US:
            self._gap += _GAP_STEP_US
        self._recovering |= error == NO_BUS
        if error == NO_BUS or diff(now, self._since) > limit:
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

    def _fetch(self, now):
        """Read the answer, or only its status byte while a long wait has no known end."""
        step = self._step
        rx = self._rx
        view = self._answer.whole[step]
        if self._peeking:
            view = self._answer.status
        elif self._asked_again and step == LIST:
            view = self._answer.long
        error = self._trunk.read(self._place, ADDRESS, view)
        if error:
            self._refused(now, self._limit, error)
            return
        elapsed = diff(now, self._since)
        if not rx[0] & 1:
            self._early = elapsed
            self._misses += 1
            self._not_ready(now, self._limit, self._again_after(elapsed))
            return
        if self._peeking:
            self._peeking = False
            self._note = _WAIT
            return
        at = frame.parse(rx, 1, len(view))
        if at < 0 and at != frame.CHIP_ERROR and not self._asked_again:
            # Cut short or damaged: the chip sends its last answer again after a NACK (pn532.md 1.2).
            self._asked_again = True
            self._phase = _NACK
            self._note = _WAIT
        elif at == frame.CHIP_ERROR:
            self._fail(CHIP)
        elif at < 0 or rx[at] != CODES[step]:
            self._fail(FRAME)
        else:
            self._answered(at, elapsed)

    def _learn(self, elapsed):
        """The answer of the current step took `elapsed` after its ACK."""
        learn(self._latencies, KINDS[self._step], elapsed, self._early)

    def _expect(self):
        """How long after the ACK to fetch the answer. Sets the limit after which it is overdue."""
        raise NotImplementedError

    def _again_after(self, elapsed):
        """How long to wait after a fetch that came too early, `elapsed` after the ACK."""
        raise NotImplementedError

    def _answered(self, at, elapsed):
        """A sound answer of the current step begins at rx[at]: decide what comes next."""
        raise NotImplementedError

    def _fail(self, outcome):
        """The command cannot be finished."""
        raise NotImplementedError
