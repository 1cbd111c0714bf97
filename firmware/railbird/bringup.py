"""The bench's half on a board: it measures buses, multiplexers, readers and outputs through the layers that a table
runs on, and prints what it found as rows of JSON. The host judges, and words it.

Loaded at the prompt of maintenance and nowhere else; it takes its time and allocates as it likes.
"""

import json

from railbird.port.mcu_levels import levels
from railbird.rfid import frame, wiring
from railbird.rfid.chip import ADDRESS, BUS_FREE_US, OK, Chip
from railbird.rfid.commands import ABORT, ANTENNA, OFF, STATUS, VERSION
from railbird.rfid.found import ROW
from railbird.rfid.steps import STEPS
from railbird.ticks import add, diff

_FIRST_US = 1500
_AGAIN_US = 1500
_PATIENCE_US = 300000  # five times what a table waits for an answer: how late it comes is told, too
_NEVER_US = 9999999
_PAUSE_US = 2000  # more than the bus-free time of a sound chip
_LONG_PAUSE_US = 8000
_LONGEST_US = 100000
_POLLS = 8
_RESET_US = 60000
_BOOT_US = 30000
_FOUR_BYTES = 5  # of an answer: its code, and IC, version, revision, what it supports


def run(port, board):
    """What the host may call at the prompt, by its name; each prints one row or several."""
    bench = Bench(port, board)
    return {
        "lines": bench.lines,
        "mux": bench.mux,
        "open": bench.segment,
        "probe": bench.probe,
        "hold": bench.hold,
        "shut": bench.shut,
        "look": bench.look,
        "light": bench.light,
    }


class Uids:
    """A registry of which nothing is wanted but that any UID fits."""

    def __init__(self):
        self.longest = 10


class Probe(Chip):
    """A chip that is set up, says what it is and tests its antenna. After it, beside `outcome`:

    `last` is the step it came to, `refused` how often its address was not acknowledged, by `errno`; `acks` and
    `repeats` count ACKs and answers that had to be asked for twice; `quickest` answer in microseconds; `told` are IC,
    version, revision, what is supported, result of the antenna test (0: a current flows), field that is not its own.
    """

    def begin(self, now):
        """Begin at `now`."""
        self.active = True
        self.outcome = OK
        self.last = ABORT
        self.refused = 0
        self.errno = 0
        self.acks = 0
        self.repeats = 0
        self.quickest = _NEVER_US
        self.told = [0, 0, 0, 0, 0, 0]
        self._tested = False
        self._gap = BUS_FREE_US
        self._recovering = False
        self._command(ABORT)
        self._since = self.due = now

    def _command(self, step):
        self.last = step
        super()._command(step)

    def _refused(self, now, limit, error):
        self.refused += 1
        self.errno = error
        super()._refused(now, limit, error)

    def _expect(self):
        self.acks += 1
        self._limit = _PATIENCE_US
        return _FIRST_US

    def _again_after(self, _elapsed):
        return _AGAIN_US

    def _answered(self, at, elapsed):
        step = self._step
        rx = self._rx
        self.quickest = min(self.quickest, elapsed)
        if self._asked_again:
            self.repeats += 1
        if step == VERSION and frame.size(rx, at) >= _FOUR_BYTES:
            for i in range(4):
                self.told[i] = rx[at + 1 + i]
        if step == STATUS:
            self.told[5] = rx[at + 2]
            self._end()
        elif step == ANTENNA:
            self.told[4] = rx[at + 1]
            self._tested = True
            self._command(OFF)
        elif step == OFF:
            self._command(STATUS if self._tested else ANTENNA)
        else:
            self._command(step + 1)

    def _fail(self, outcome):
        self.outcome = outcome
        self._end()


class Bench:
    """Everything of a board that can be asked, by its number in the board's definition."""

    def __init__(self, port, board):
        self._port = port
        self._board = board
        buses = {row[0]: port.bus(row) for row in board["buses"]}
        if "spis" in board or "uarts" in board or "irqs" in board:
            from railbird.rfid.lines import connect

            connect(board, port, buses)
        self._steps = bytearray(STEPS)
        self._readers, self._trunks = wiring.readers(board, buses, Uids(), port.line, self._steps)
        self._buses = [buses[row[0]] for row in board["buses"]]
        self._one = bytearray(1)

    # -- wires --------------------------------------------------------------------------------------------------

    def lines(self, number):
        """Bus `number` with all channels shut: [levels, whether it hangs, errno of a reader's address]. Somebody who
        answers there is shut out by no multiplexer.
        """
        trunk = self._trunks[number]
        trunk.restore()
        self._wait(_PAUSE_US)
        error = self._buses[number].read(ADDRESS, self._one)
        row = [levels(self._board["buses"][number]), int(trunk.hung), error]
        trunk.restore()
        print(json.dumps(row))

    def mux(self, number, channel):
        """Multiplexer `number`: [errno, what it says it has open after `channel` was opened, what every multiplexer of
        its bus says after a pulse on its reset line, -1 where one does not answer]. All were told to open it before.
        """
        muxes = self._board["muxes"]
        own = muxes[number]
        at = self._bus_at(own[0])
        bus = self._buses[at]
        self._trunks[at].restore()
        error = bus.read(own[1], self._one)
        wanted = bytes((1 << channel,))
        beside = [row[1] for row in muxes if row[0] == own[0]]
        for address in beside:
            bus.write(address, wanted)
        opened = self._register(bus, own[1])
        self._port.line(own[2], 0)
        self._port.line(own[2], 1)
        after = [self._register(bus, address) for address in beside]
        self._trunks[at].restore()
        print(json.dumps([error, opened] + after))

    def segment(self, number):
        """The wires of reader `number`: [errno of opening its channel, levels then, how many of eight polls it
        acknowledged, errno of the last that it did not, the quickest poll in microseconds]. -1 alone: not on I2C.
        """
        row = self._board["readers"][number]
        at = self._bus_at(row[1])
        if at < 0:
            print("[-1]")
            return
        bus = self._buses[at]
        trunk = self._trunks[at]
        trunk.restore()
        error = 0
        if row[2] >= 0:
            error = bus.write(self._board["muxes"][row[2]][1], bytes((1 << row[3],)))
        seen = levels(self._board["buses"][at])
        acks = 0
        last = 0
        quickest = _NEVER_US
        for _ in range(_POLLS):
            self._wait(_PAUSE_US)
            began = self._port.ticks_us()
            refused = bus.read(ADDRESS, self._one)
            if refused:
                last = refused
            else:
                acks += 1
                quickest = min(quickest, diff(self._port.ticks_us(), began))
        trunk.restore()
        print(json.dumps([error, seen, acks, last, quickest]))

    # -- readers ------------------------------------------------------------------------------------------------

    def probe(self, number):
        """Reader `number` set up and asked: [outcome, last step, refusals, errno, ACKs, repeats, quickest answer in us,
        IC, version, revision, supported, antenna test, foreign field].
        """
        reader = self._readers[number]
        chip = Probe(reader._trunk, reader._place, reader._answer, None)
        self._drive(chip, self._begin(chip))
        row = [chip.outcome, chip.last, chip.refused, chip.errno, chip.acks, chip.repeats, chip.quickest]
        print(json.dumps(row + chip.told))

    def hold(self, number):
        """The reset line of reader `number` low: for each reader whether its address is acknowledged."""
        line = self._board["readers"][number][6]
        self._port.line(line, 0)
        self._wait(_RESET_US)
        heard = [self._is_there(reader) for reader in self._readers]
        self._port.line(line, 1)
        self._wait(_BOOT_US)
        print(json.dumps(heard))

    def shut(self, number):
        """The reset line of reader `number` low and all channels of its bus shut: whether a reader answers there."""
        row = self._board["readers"][number]
        at = self._bus_at(row[1])
        self._trunks[at].restore()
        self._port.line(row[6], 0)
        self._wait(_RESET_US)
        error = self._buses[at].read(ADDRESS, self._one)
        self._port.line(row[6], 1)
        self._wait(_BOOT_US)
        print(json.dumps([int(error == 0)]))

    def look(self, numbers, times):
        """So many looks of each of these readers: [reader, outcome, whether it came to its end, microseconds, UIDs as
        numbers]..., one row each.
        """
        for _ in range(times):
            for number in numbers:
                reader = self._readers[number]
                began = self._begin(reader)
                self._drive(reader, began)
                if reader.outcome:
                    reader.failed()
                else:
                    reader.failures = 0
                row = [number, reader.outcome, int(reader.complete), diff(self._port.ticks_us(), began)]
                print(json.dumps(row + [self._uid(reader.found, k) for k in range(reader.found.count)]))

    def light(self, kind, level):
        """An output: all lamps of a strip at `level`, 0 to 255, or a buzzer on or off."""
        for row in self._board["outputs"]:
            if row[0] == kind:
                output = self._port.output(row)
                if kind == "strip":
                    output.write(bytearray([level] * (3 * row[2])))
                else:
                    output.switch(level)
        self._wait(_PAUSE_US)
        print("[0]")

    # -- inside -------------------------------------------------------------------------------------------------

    def _bus_at(self, bus):
        """The row of the I2C bus with this id, or -1."""
        rows = self._board["buses"]
        for i in range(len(rows)):
            if rows[i][0] == bus:
                return i
        return -1

    def _register(self, bus, address):
        return -1 if bus.read(address, self._one) else self._one[0]

    def _is_there(self, reader):
        """Whether a reader acknowledges its address, at the second attempt for one that needs longer pauses."""
        for pause in (_PAUSE_US, _LONG_PAUSE_US):
            self._wait(pause)
            if reader._trunk.read(reader._place, ADDRESS, self._one) == 0:
                return 1
            self._retry()
        return 0

    def _begin(self, chip):
        """Now, once a chip may begin. What is longer than any pause is a tick of long ago."""
        wait = diff(chip.due, self._port.ticks_us())
        if wait < _LONGEST_US:
            self._wait(wait)
        return self._port.ticks_us()

    def _drive(self, chip, now):
        """Let a chip go through its steps to the end."""
        self._retry()
        if isinstance(chip, Probe):
            chip.begin(now)
        else:
            chip.begin(now, 1, 0)
        while chip.active:
            self._wait(diff(chip.due, self._port.ticks_us()))
            chip.step(self._port.ticks_us())
            chip.settle(self._port.ticks_us())

    def _retry(self):
        """Let buses that hung be tried again."""
        for trunk in self._trunks:
            if trunk.hung:
                trunk.check()

    def _wait(self, us):
        until = add(self._port.ticks_us(), max(us, 0))
        while diff(until, self._port.ticks_us()) > 0:
            self._port.idle(until)

    def _uid(self, found, k):
        """The UID in row `k` of what was found, as hexadecimal digits."""
        n = found.uids[k * ROW]
        return "".join(["%02x" % found.uids[k * ROW + 1 + i] for i in range(n)])
