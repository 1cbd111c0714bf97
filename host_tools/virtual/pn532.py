"""A PN532 seen from its host interface: command engine and output queue on virtual time (pn532.md 1.1-1.7 and
7). The chip knows no bus. A front-end (``i2c.py``, ``spi.py``, ``hsu.py``) hands over what the host wrote with
``receive``, asks ``waiting`` for the frame that waits to be read and reports with ``read_to`` how far it was read.
Radio commands are in ``initiator.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from host_tools.virtual import frames
from host_tools.virtual.clock import Clock
from host_tools.virtual.field import Antenna
from host_tools.virtual.initiator import Initiator
from host_tools.virtual.options import ChipOptions
from host_tools.virtual.reply import BadParameters, expect
from host_tools.virtual.thru import CRC_ON, RX_MODE, TX_MODE
from host_tools.virtual.timing import Timing

DIAGNOSE = 0x00
GET_FIRMWARE_VERSION = 0x02
GET_GENERAL_STATUS = 0x04
READ_REGISTER = 0x06
WRITE_REGISTER = 0x08
SET_SERIAL_BAUD_RATE = 0x10
SET_PARAMETERS = 0x12
SAM_CONFIGURATION = 0x14
POWER_DOWN = 0x16
RF_CONFIGURATION = 0x32

FIRMWARE = b"\x32\x01\x06\x07"
_AUTO_RATS = 0x10
_REMOVE_PRE_POST = 0x40
_NORMAL_MODE = 1
WAKE_I2C, WAKE_SPI, WAKE_HSU = 0x80, 0x20, 0x10
"""Bits of PowerDown's parameter: what may wake the chip (pn532.md 1.6)."""

BAUD_RATES = (9600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600, 1_288_000)
BAUD = 115_200
_TIMINGS_ITEM = 0x02
_RETRIES_ITEM = 0x05
_FIELD_ITEM = 0x01
_ANTENNA_TEST = 0x07

# RFConfiguration: data length of each item (pn532.md 1.7).
_RF_ITEMS = {0x01: 1, 0x02: 3, 0x04: 1, 0x05: 3, 0x0A: 11, 0x0B: 8, 0x0C: 3, 0x0D: 9}

Handler = Callable[[bytes], bytes | None]


class Pn532:
    """One chip. `antenna` is its field.

    Counters: `commands` (code -> accepted), `errors` (error frames), `lost_commands` (frames that came when
    the chip was deaf or refused to speak), `initiator.retries` (tries beyond the first).

    Faults, which may be changed at any time: `mute` (takes everything, never has anything to say), `zombie` (ACK,
    never a response), `garble` (a function from the right response frame to the one that is sent; None = right),
    `stale` (a frame that comes before anything else, until it has been read or, read in part, a command comes),
    `late_us` (added to the time of every response), `reset_wired` (False: the reset line does nothing), `reset_min_us`
    (a shorter pulse does nothing), `wakes` (False: no address wakes it), `heals` (called once by the next reset or
    power-up).
    """

    __slots__ = (
        "_ack",
        "_ack_at",
        "_after_wake",
        "_baud_next",
        "_clock",
        "_deaf_until",
        "_execute_on_read",
        "_generation",
        "_handlers",
        "_held_at",
        "_last",
        "_out",
        "_out_at",
        "_pending",
        "_registers",
        "_restart",
        "_sleepy",
        "_stale_seen",
        "_strip",
        "_timing",
        "_up_at",
        "_wake_sources",
        "announce",
        "antenna",
        "asleep",
        "baud",
        "commands",
        "errors",
        "garble",
        "heals",
        "held",
        "initiator",
        "irq_driven",
        "late_us",
        "lost_commands",
        "low_vbat",
        "mute",
        "options",
        "position",
        "reset_min_us",
        "reset_wired",
        "stale",
        "wakes",
        "zombie",
    )

    def __init__(self, clock: Clock, antenna: Antenna, timing: Timing, options: ChipOptions) -> None:
        self._clock = clock
        self._timing = timing
        self.antenna = antenna
        self.options = options
        self.commands: dict[int, int] = {}
        self.errors = 0
        self.lost_commands = 0
        self.mute = False
        self.zombie = False
        self.garble: Callable[[bytes], bytes] | None = None
        self.stale: bytes | None = None
        self._stale_seen = False
        self.late_us = 0
        self.reset_wired = True
        self.reset_min_us = 0
        self.wakes = True
        self.heals: list[Callable[[], None]] = []
        self.announce: Callable[[int], None] | None = None
        """Hears the time at which a frame will wait to be read."""
        self.held = False
        self._held_at = 0
        self._generation = 0
        self._ack_at = -1
        self._out: bytes | None = None
        self._last: bytes | None = None
        self._sleepy = False
        self._execute_on_read = options.execute_on == "read"
        self._restart = options.partial_read == "restart"
        self.initiator = Initiator(self, clock, antenna, timing, options)
        self._handlers: dict[int, Handler] = {
            DIAGNOSE: self._diagnose,
            GET_FIRMWARE_VERSION: self._get_firmware_version,
            GET_GENERAL_STATUS: self._get_general_status,
            READ_REGISTER: self._read_register,
            WRITE_REGISTER: self._write_register,
            SET_SERIAL_BAUD_RATE: self._set_serial_baud_rate,
            SET_PARAMETERS: self._set_parameters,
            SAM_CONFIGURATION: self._sam_configuration,
            POWER_DOWN: self._power_down,
            RF_CONFIGURATION: self._rf_configuration,
            **self.initiator.handlers(),
        }
        self._power_up(0)

    # -- power -----------------------------------------------------------------------------------------------

    def _power_up(self, boot_us: int) -> None:
        self._flush()
        self.antenna.switch(False)
        self.initiator.reset()
        self._registers: dict[int, int] = {TX_MODE: CRC_ON, RX_MODE: CRC_ON}
        self._ack = frames.ACK
        self._strip = False
        self.baud = BAUD
        self._baud_next = 0
        self.irq_driven = True
        self._deaf_until = 0
        self._up_at = self._clock.now + boot_us
        self._wake_sources = 0xFF
        self.low_vbat = self.options.low_vbat_start
        self.asleep = self.options.asleep_at_start
        self._after_wake = self.options.first_command_lost

    def hold_reset(self, held: bool) -> None:
        """RSTPD_N low (held) or high. Low stops everything at once; high lets the chip boot."""
        if held == self.held or not self.reset_wired:
            return
        self.held = held
        now = self._clock.now
        if held:
            self._held_at = now
        if not self.reset_min_us or (not held and now - self._held_at >= self.reset_min_us):
            self.power_cycle()

    def power_cycle(self) -> None:
        """Supply off and on again: everything as at the start, after the time the chip takes to boot."""
        self._power_up(self.options.boot_us)
        heals, self.heals = self.heals, []
        for heal in heals:
            heal()

    def lose_next(self) -> None:
        """The next command gets no ACK."""
        self._after_wake = True

    def fall_asleep(self) -> None:
        """Into power-down, field off, as after PowerDown."""
        self._flush()
        self._sleep()

    def wake(self, now: int, source: int = WAKE_I2C) -> int | None:
        """The host addresses the chip: microseconds it stretches the clock, None when it does not answer. `source` is
        by what it would be woken.
        """
        if self.held or now < self._up_at:
            return None
        if not self.asleep:
            return 0
        if not self.wakes or not self._wake_sources & source:
            return None
        self.asleep = False
        self._after_wake = self.options.first_command_lost
        return None if self.options.wake == "nack" else self._timing.wake_stretch_us

    # -- output queue ----------------------------------------------------------------------------------------

    def waiting(self, now: int) -> bytes | None:
        """The frame that could be read at `now`: the ACK first, then the response. `position` is the
        front-end's note of how far it has been read."""
        if self.mute:
            return None
        if self.stale is not None:
            return self.stale
        if self._ack_at >= 0:
            return self._ack if self._ack_at <= now else None
        if self._out is not None and self._out_at <= now:
            return self._out
        return None

    def irq(self, now: int) -> int:
        """The level of the IRQ line: low while a frame waits to be read, unless SAMConfiguration chose otherwise
        (pn532.md 1.6)."""
        return int(not self.irq_driven or self.waiting(now) is None)

    def read_to(self, end: int) -> None:
        """The waiting frame has been read up to byte `end`; beyond its length counts as its end."""
        if self.stale is not None:
            self._stale_seen = True
            if self._read_on(end, self.stale):
                self.stale = None
        elif self._ack_at >= 0:
            if self._read_on(end, self._ack):
                self._ack_at = -1
                if self._execute_on_read:
                    self._start()
        elif self._out is not None:
            if self._sleepy:
                self._sleepy = False
                self.later(self._clock.now + self.options.sleep_after_us, self._sleep)
            if self._read_on(end, self._out):
                self._out = None

    def _read_on(self, end: int, frame: bytes) -> bool:
        """Note how far `frame` has been read; True when it is done."""
        done = end >= len(frame)
        self.position = 0 if done or self._restart else end
        return done

    @property
    def acking(self) -> bool:
        """True while the ACK is what waits, or will be, to be read."""
        return self._ack_at >= 0 and self.stale is None

    def _flush(self) -> None:
        """Drop the command that runs and everything not yet read."""
        self._generation += 1
        if self._stale_seen:
            self.stale = None
            self._stale_seen = False
        self._ack_at = -1
        self._out = None
        self._last = None
        self._out_at = 0
        self._pending = b""
        self._sleepy = False
        self.position = 0

    # -- input -----------------------------------------------------------------------------------------------

    def receive(self, raw: bytes) -> None:
        """What the host wrote, one bus write at a time."""
        if self.mute:
            return
        for kind, payload in frames.parse(raw):
            if kind == frames.GOT_COMMAND:
                self._accept(payload)
            elif kind == frames.GOT_ACK:
                if self._baud_next and self._out is None:
                    self.baud, self._baud_next = self._baud_next, 0
                self._flush()
                self._deaf_until = self._clock.now + self.options.abort_deaf_us
            elif kind == frames.GOT_NACK:
                if self._last is not None and self._ack_at < 0:
                    self.position = 0
                    self._out = self._last
                    self._out_at = max(self._out_at, self._clock.now + self._timing.ack_us)
                    self._announce(self._out_at)
            elif self.options.bad_frame == "error":
                self._accept(b"")

    def _accept(self, payload: bytes) -> None:
        now = self._clock.now
        code = payload[0] if payload else -1
        if (
            now < self._deaf_until
            or self._after_wake
            or (self.low_vbat and not self._heard_in_low_vbat(code))
        ):
            self._after_wake = False
            self.lost_commands += 1
            return
        self._flush()
        self.commands[code] = self.commands.get(code, 0) + 1
        self._pending = payload
        self._ack_at = now + self._timing.ack_us
        self._announce(self._ack_at)
        if not self._execute_on_read:
            self.later(self._ack_at, self._start)

    def _heard_in_low_vbat(self, code: int) -> bool:
        return code == SAM_CONFIGURATION or (
            code == GET_FIRMWARE_VERSION and self.options.low_vbat_answers_version
        )

    def _start(self) -> None:
        """Execute the pending command. A handler returns its response's PD after the code, to be ready after
        the time of a configuration command; None when it answers later by itself."""
        if self.zombie:
            return
        payload = self._pending
        handler = self._handlers.get(payload[0]) if payload else None
        if handler is None:
            self._refuse()
            return
        try:
            answer = handler(payload[1:])
        except BadParameters:
            self._refuse()
            return
        if answer is not None:
            self.answer(answer, self._clock.now + self._timing.config_us)

    def _refuse(self) -> None:
        self.errors += 1
        self._send(frames.ERROR, self._clock.now + self._timing.config_us)

    def answer(self, data: bytes, at: int) -> None:
        """Make the response of the running command, code + 1 and `data`, ready at `at`."""
        self._send(frames.build(bytes((self._pending[0] + 1,)) + data), at)

    def _send(self, frame: bytes, at: int) -> None:
        if self._strip:
            frame = frame[1:-1]
        self._last = frame
        self._out = frame if self.garble is None else self.garble(frame)
        self._out_at = at + self.late_us
        self._announce(self._out_at)
        if self._ack_at < 0:
            self.position = 0

    def _announce(self, at: int) -> None:
        if self.announce is not None:
            self.announce(at)

    def later(self, at: int, action: Callable[[], None]) -> None:
        """Run `action` at `at` unless the running command has been aborted or replaced by then."""
        self._clock.at(at, partial(self._if_still, self._generation, action))

    def _if_still(self, generation: int, action: Callable[[], None]) -> None:
        if generation == self._generation:
            action()

    # -- commands without radio ------------------------------------------------------------------------------

    def _diagnose(self, data: bytes) -> bytes:
        """The antenna test alone (1.7): whether a current flows when the field is switched on, which it stays."""
        expect(len(data) == 2 and data[0] == _ANTENNA_TEST)
        self.antenna.switch(True)
        return b"\x00" if self.antenna.on else b"\xff"

    def _get_firmware_version(self, data: bytes) -> bytes:
        expect(not data)
        return FIRMWARE

    def _get_general_status(self, data: bytes) -> bytes:
        expect(not data)
        return self.initiator.general_status() + bytes((self.options.sam_status,))

    def _read_register(self, data: bytes) -> bytes:
        expect(len(data) >= 2 and len(data) % 2 == 0)
        return bytes(self.register(data[i] << 8 | data[i + 1]) for i in range(0, len(data), 2))

    def _write_register(self, data: bytes) -> bytes:
        expect(len(data) >= 3 and len(data) % 3 == 0)
        for i in range(0, len(data), 3):
            self._registers[data[i] << 8 | data[i + 1]] = data[i + 2]
        return b""

    def register(self, address: int) -> int:
        """A register as the host last wrote it."""
        return self._registers.get(address, self.options.register_default)

    def _set_serial_baud_rate(self, data: bytes) -> bytes:
        """The new rate holds from the host's ACK of this response on."""
        expect(len(data) == 1 and data[0] < len(BAUD_RATES))
        self._baud_next = BAUD_RATES[data[0]]
        return b""

    def _set_parameters(self, data: bytes) -> bytes:
        expect(len(data) == 1)
        self.initiator.auto_rats = bool(data[0] & _AUTO_RATS)
        self._strip = bool(data[0] & _REMOVE_PRE_POST)
        self._ack = frames.ACK[1:-1] if self._strip else frames.ACK
        return b""

    def _sam_configuration(self, data: bytes) -> bytes:
        expect(1 <= len(data) <= 3 and 1 <= data[0] <= 4)
        if data[0] == _NORMAL_MODE:
            self.low_vbat = False
        self.irq_driven = len(data) < 3 or bool(data[2])
        return b""

    def _power_down(self, data: bytes) -> bytes:
        expect(1 <= len(data) <= 2)
        self._wake_sources = data[0]
        self._sleepy = True
        return b"\x00"

    def _sleep(self) -> None:
        self.asleep = True
        self.antenna.switch(False)
        self.initiator.forget()

    def _rf_configuration(self, data: bytes) -> bytes:
        expect(bool(data) and len(data) - 1 == _RF_ITEMS.get(data[0]))
        if data[0] == _FIELD_ITEM:
            self.antenna.switch(bool(data[1] & 1))
        elif data[0] == _TIMINGS_ITEM:
            self.initiator.set_timeout(data[3])
        elif data[0] == _RETRIES_ITEM:
            self.initiator.passive_retries = data[3]
        return b""
