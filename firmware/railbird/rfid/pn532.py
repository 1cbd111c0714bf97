"""One PN532 reader: what it does in a look, answer by answer.

A look lists one tag, halts it and lists again until nothing answers (pn532.md 2.5; MaxTg=2 is unreliable),
then turns the field off, which makes all tags answer again and lets the neighbours go on. The owner calls
`step` when `due` has come and `settle` with the time at which the transaction was over, which is when the
bus-free time of the chip begins.

A look may listen for a tag that comes: bare REQAs, each a third of a list command's try. When one is answered, the
first bytes of the UID are asked for and a second REQA sends the tag, which is READY, back to IDLE; then it is listed.
"""

from micropython import const

from railbird.rfid import frame
from railbird.rfid.chip import (  # noqa: F401 - what a look ends with and what `settle` reports
    BLURRED,
    BUS,
    BUS_FREE_US,
    CHIP,
    DONE,
    FRAME,
    LOW,
    NOTHING,
    OK,
    READY,
    RF,
    SILENT,
    TAG,
    Chip,
)
from railbird.rfid.commands import (
    ABORT,
    ANTENNA,
    ASK_UID,
    BYTES,
    HALT_TAG,
    KINDS,
    LIST,
    OFF,
    PARAMETERS,
    PING,
    READ,
    SHORT,
    STATUS,
    VERSION,
)
from railbird.rfid.found import PREFIX, READABLE_UID, Found, begins
from railbird.rfid.latency import EMPTY, FIRST, FURTHER, learn, until_list
from railbird.rfid.steps import ABORTED, OFFLINE, REPLAYED
from railbird.ticks import add, diff

REST_US = const(6000)  # after the field went off, until every tag has surely forgotten its state

_ANSWER_LIMIT_US = const(60000)
_AGAIN_US = const(1500)
_BLIND_FETCHES = const(4)
_HALTS_IN_VAIN = const(4)
_UNREAD = const(8)  # READs in vain before the tag is listed again; few if it was listed just once
_UNREAD_FIRST = const(3)
_PINGS_ALARMED = const(8)  # at least so many more after something was heard
_ALARMS = const(3)  # but only so often, should a tag answer for ever
_HEARD_US = const(150000)  # after which what is heard counts as another visit
_STATUS = const(0x3F)
_NO_ANSWER = const(1)
_RESET_AFTER = const(3)  # failed looks; and again after each four more
_RESET_EVERY = const(3)  # a mask


class Reader(Chip):
    """The reader at `place` of `trunk`. `cap` is the most tags a look lists, `answer` where it reads, `reset` the line
    of its chip or None.

    After a look: `outcome`, the tags in `found`, and
    `complete` if the last list command found nothing more. `tried` counts the tries in which no tag answered.
    At TAG, `heard` is the tick at which listening first heard the tag, or -1, and `straight` tells whether the tag was
    to be read again and answered at the first attempt.

    `failures` are the failed looks in a row, as `failed` was told. After three of them the next look of a chip that is
    not set up is `dark`: it only sets the chip up, after a reset where there is a line for it, and ends READY.
    `lit` tells whether the field may be on.
    """

    def __init__(self, trunk, place, cap, answer, reset=None):
        super().__init__(trunk, place, answer, reset)
        self.found = Found(cap)
        self.row = 0
        self.complete = False
        self.tried = 0
        self.heard = -1
        self.straight = False
        self.failures = 0
        self.dark = False
        self._configured = False
        self._suspect = False
        self._known = 0
        self.patient = False  # the look listens
        self._lists = 0
        self._vain = 0
        self._again = False
        self._all_listed = False
        self._readable = False
        self._unread = 0
        self._reread = False
        self._cancelled = False
        self._pings = 0
        self._alarmed = False
        self._alarms = 0
        self._relisted = False
        self._prefix = bytearray(PREFIX)

    # -- what the owner asks ----------------------------------------------------------------------------------

    def begin(self, now, known, pings, suspect=False):
        """Begin a look at `now`. `known` tags are likely there.

        With `pings` the look does not end when nothing more is listed: it listens that many times. Of a `suspect`
        silence the chip has to say that it is none of its own making: RF, unless its antenna carries a current and
        the field is off when it should be, its own and the neighbours'.
        """
        self.active = True
        self.outcome = OK
        self.complete = False
        self.found.clear()
        self.tried = 0
        self.heard = -1
        self.straight = False
        self.patient = pings > 0
        self._suspect = suspect
        self._known = known
        self._pings = pings
        self._lists = 0
        self._vain = 0
        self._unread = 0
        self._all_listed = False
        self._cancelled = False
        self._alarmed = False
        self._alarms = 0
        self._recovering = False
        if self._configured:
            self._command(LIST)
        else:
            self._gap = BUS_FREE_US
            self._command(ABORT)
            if self.failures:
                self._trunk.steps[REPLAYED] += 1
            if self.dark and self._resets():
                self._phase = LOW
        self._since = self.due = now

    def failed(self):
        """The look was in trouble, or what it says cannot be: the next one is a step further."""
        if self.failures < 255:
            self.failures += 1
        reset = self._resets()
        if reset:
            self._configured = False
        if self.failures == _RESET_AFTER + 1:
            self._trunk.steps[OFFLINE] += 1
        self.dark = not self._configured and (reset or self.failures >= _RESET_AFTER)

    def stop(self):
        """After TAG: end the look here instead of halting the tag and listing on."""
        if self._step == HALT_TAG:
            self._step = OFF

    def ignore(self):
        """After TAG: leave the tag as it is and go on listening, if the look listens; otherwise list on."""
        if self._step == HALT_TAG and self._pings > 0:
            self._step = SHORT

    def again(self, pause):
        """After TAG: leave the tag awake and read it once more, `pause` us later.

        A tag that answers READ (NTAG, Ultralight) is asked for its first pages, which hold its UID, in a few
        milliseconds. Any other is listed again: the REQA of the next try only sends it back to IDLE and the one
        after that wakes it (pn532.md 2.1), or another tag that is awake is listed in between.
        """
        if self._step == HALT_TAG:
            self.straight = True
            self._step = READ if self._readable else LIST
            self._again = True
            self._since = self.due = add(self.due, pause)

    def wind_up(self):
        """Listen once more at most, so that the look ends soon."""
        self._pings = min(self._pings, 1)

    def cancel(self):
        """End the look before its next command. It is complete if it only listened."""
        self._cancelled = True

    def settle(self, now):
        """The transaction of the last `step` was over at `now`. Returns NOTHING, TAG or DONE."""
        event = super().settle(now)
        if not self.active:
            self.due = add(now, REST_US)
        return event

    # -- what the chip asks -----------------------------------------------------------------------------------

    def _is_silent(self):
        """A suspect look has found nothing to the end."""
        return self._suspect and self.complete and self.found.count == 0

    def _resets(self):
        """Whether the next look begins with a reset: at once, where the field may have stayed on."""
        early = self.lit and self.failures == 1
        return self._reset is not None and (early or self.failures & _RESET_EVERY == _RESET_AFTER)

    def _command(self, step):
        if self._cancelled and LIST <= step < ANTENNA:
            step = OFF
            self.complete = self._all_listed and self.heard < 0
        if step == OFF and self._step != ANTENNA and self._is_silent():
            step = ANTENNA
        self._again = False
        super()._command(step)

    def _fail(self, outcome):
        """The look is in trouble: set the chip up again, which turns its field off, then report."""
        if self.outcome == OK:
            self.outcome = outcome
        self.complete = False
        if self._configured and not self._recovering:
            self._recovering = True
            self._trunk.steps[ABORTED] += 1
            self._command(ABORT)
        else:
            self._end()
        self._configured = False

    def _expect(self):
        us = self._latencies
        if self._step != LIST:
            self._limit = _ANSWER_LIMIT_US
            return us[KINDS[self._step]]
        self._limit = _ANSWER_LIMIT_US + 2 * us[EMPTY]
        self._lists += 1
        found = self.found
        likely = found.count < self._known or found.awake() > 1 or self.heard >= 0
        if not likely or (self._again and found.awake() == 1):
            return us[EMPTY]
        return us[FURTHER if self._lists > 1 else FIRST]

    def _again_after(self, elapsed):
        if self._step != LIST:
            return _AGAIN_US
        self._peeking = self._misses > _BLIND_FETCHES
        return until_list(self._latencies, elapsed, FURTHER if self._lists > 1 else FIRST, _AGAIN_US)

    def _answered(self, at, elapsed):
        step = self._step
        rx = self._rx
        if step == LIST:
            self._listed(at, elapsed)
            return
        if step < READ or rx[at + 1] == 0:
            self._learn(elapsed)
        if step == OFF:
            self.lit = False
            if not self._configured:
                self._configured = True
                if self.dark:
                    self.dark = False
                    self.outcome = READY
                elif not self._recovering:
                    self._command(LIST)
                    return
            elif self._is_silent():
                self._command(STATUS)
                return
            self._end()
        elif step == HALT_TAG:
            if rx[at + 1] & _STATUS:
                self.outcome = RF
                self._command(OFF)
            else:
                self.found.halt(self.row)
                self._command(LIST)
        elif step == READ:
            self._was_read(at)
        elif step == SHORT:
            self._command(PING)
        elif step == PING:
            self._pinged(rx[at + 1] & _STATUS, elapsed)
        elif step == BYTES:
            self._command(ASK_UID)
        elif step == ASK_UID:
            self._told_uid(at)
        elif step == ANTENNA:
            if rx[at + 1]:
                self.outcome = RF
            self._command(OFF)
        elif step == STATUS:
            if rx[at + 2]:
                self.outcome = RF
            self._end()
        elif step == VERSION:
            if frame.size(rx, at) < 4 or rx[at + 1] != 0x32:
                self._fail(CHIP)
            else:
                self._command(PARAMETERS)
        else:
            self._command(step + 1)

    # -- listing ----------------------------------------------------------------------------------------------

    def _listed(self, at, elapsed):
        """The answer of a list command: no tag, or one."""
        rx = self._rx
        if rx[at + 1] == 0:
            self._listed_none(elapsed)
            return
        size = frame.size(rx, at)
        n = rx[at + 6] if size > 7 else 0
        if rx[at + 1] != 1 or n == 0 or size < 7 + n:
            self._fail(FRAME)
            return
        self._all_listed = False
        if not self._again:
            learn(self._latencies, FURTHER if self._lists > 1 else FIRST, elapsed, self._early)
        row = self.found.row(rx, at + 7, n)
        self.row = row
        self._readable = n == READABLE_UID and rx[at + 5] == 0 and self._unread <= _UNREAD
        self._unread = 0
        if self.heard >= 0 and not begins(rx, at + 7, n, self._prefix):
            self.heard = -1
        self._reread = self.heard >= 0
        if row >= 0 and self.found.is_halted(row):
            self._vain += 1
            if self._vain > _HALTS_IN_VAIN:
                self.outcome = BLURRED
                self._command(OFF)
            else:
                self._command(HALT_TAG)
            return
        self._vain = 0
        if row < 0:
            self._command(OFF)
        else:
            self._command(HALT_TAG)
            self._tell()

    def _listed_none(self, elapsed):
        self.tried += 1
        self._learn(elapsed)
        if self._again:
            self._command(LIST)  # that try was the one the tag swallowed
            return
        self.straight = False
        if self.heard >= 0 and not self._relisted:
            # Heard, but then an exchange was lost.
            self._relisted = True
            self._command(LIST)
        else:
            self._listen()

    def _was_read(self, at):
        """The answer of a READ: the same tag is still there, or was not heard; then ask again, and at last list."""
        rx = self._rx
        if rx[at + 1] & _STATUS == 0:
            if self.found.is_on_pages(self.row, rx, at + 2):
                self._unread = 0
                self._reread = True
                self._command(HALT_TAG)
                self._tell()
                return
            self._unread = _UNREAD
        self.straight = False
        self._unread += 1
        if self._unread <= (_UNREAD if self._reread else _UNREAD_FIRST):
            self._command(READ)
        else:
            self._command(LIST)
            self._again = True

    # -- listening --------------------------------------------------------------------------------------------

    def _listen(self):
        """Nothing more was listed: wait for what comes, or end the look."""
        self._all_listed = True
        if self._pings > 0:
            self._command(SHORT)
        else:
            self.complete = True
            self._command(OFF)

    def _pinged(self, status, elapsed):
        """The end of a REQA: silence, or a tag that is READY now; or the REQA that sent it back to IDLE."""
        self._pings -= 1
        if self._alarmed:
            self._alarmed = False
            self._command(LIST)
        elif status == _NO_ANSWER:
            self.tried += 1
            if self._pings > 0:
                self._command(PING)
            else:
                self._listen()
        else:
            if self._pings < _PINGS_ALARMED and self._alarms < _ALARMS:
                self._alarms += 1
                self._pings = _PINGS_ALARMED
            heard = add(self._since, elapsed)
            self._relisted = False
            if self.heard >= 0 and diff(heard, self.heard) < _HEARD_US:
                self._alarmed = True
                self._command(PING)
            else:
                self.heard = heard
                self._command(BYTES)

    def _told_uid(self, at):
        """The answer to anticollision: four bytes and their check byte if one tag is there; none if the REQA was
        answered across, by a tag that is not heard again; an error if there are several."""
        rx = self._rx
        status = rx[at + 1] & _STATUS
        if status or frame.size(self._rx, at) < 2 + PREFIX:
            self.heard = -1
        else:
            for i in range(PREFIX):
                self._prefix[i] = rx[at + 2 + i]
        self._alarmed = status != _NO_ANSWER
        self._command(SHORT)
