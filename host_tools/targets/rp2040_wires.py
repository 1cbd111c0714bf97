"""What an emulated RP2040's I2C blocks and pins lead to: the parts of a virtual world, at the speed of the wire.

The emulator's blocks say what they do and wait to be told that it is done. Here that takes as long as the bits do: of
START and STOP one each, of a byte nine, at the clock the firmware has set in the block's registers, and what the device
stretches it. Two things that the blocks of the emulator do otherwise than those of the chip (datasheet 4.3.14) are put
right: TX_EMPTY comes with the end of a byte on the wire, as IC_CON.TX_EMPTY_CTRL asks for, and with the end of what was
not acknowledged; without the latter a refused address would be a timeout.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from rp2040py.gpio_pin import GPIOPinState
from rp2040py.peripherals.i2c import IC_STATUS, IC_TXFLR, MST_ACTIVITY, R_TX_EMPTY, RPI2C, I2CMode
from rp2040py.rp2040 import RP2040

from host_tools.targets.pty_parts import ShiftRegisters
from host_tools.virtual.i2c import SCL, Device, I2CBus
from host_tools.virtual.world import World

CYCLE_NS = 8  # at 125 MHz
_BYTE = 9  # bits of one on the wire, the acknowledge included
_CLOCKS = 9
_LONGEST = 300  # bytes of a read; an extended frame has 275
_ONE_NS = 600  # a lamp takes a pulse that is longer for a 1
_LATCH_NS = 50_000  # and so long a pause for the end of what was sent
_LEVELS = {GPIOPinState.LOW: 0, GPIOPinState.HIGH: 1, GPIOPinState.INPUT_PULL_UP: 1}

Sync = Callable[[], int]
"""Brings the world to the time of the emulator; microseconds."""


class I2CWire:
    """The wire between an emulated I2C `block` and the devices of the world's `bus`."""

    def __init__(self, block: RPI2C, bus: I2CBus, sync: Sync, clock: Any) -> None:
        self._block = block
        self._bus = bus
        self._sync = sync
        self._then: Callable[[], None] = block.complete_stop
        self._alarm = clock.create_alarm(self._rings)
        self._device: Device | None = None
        self._reads = False
        self._bytes = bytearray()  # of this transaction
        self._preview = b""
        self._began = 0
        self._threshold = 0
        block.on_start = self._start
        block.on_connect = self._connect
        block.on_write_byte = self._write
        block.on_read_byte = self._read
        block.on_stop = self._stop

    def _after(self, bits: int, then: Callable[[], None], stretch_us: int = 0) -> None:
        block = self._block
        self._then = then
        bit = (block.scl_high_period + block.scl_low_period) * CYCLE_NS
        self._bus.wire_us += bits * bit // 1000 + stretch_us
        self._alarm.schedule(bits * bit + stretch_us * 1000)

    def _rings(self) -> None:
        if self._block.read_uint32(IC_STATUS) & MST_ACTIVITY:  # else it was reset meanwhile
            self._sync()
            self._then()
            self._sync()  # to what that has led

    def _start(self, repeated: bool) -> None:
        if not repeated:  # what a block was doing that was reset in the middle never came to its STOP
            self._device = None
        self._settle()
        self._after(1, self._started)

    def _started(self) -> None:
        """The line may be held: of SCL nobody hears before it is let go, SDA is an arbitration that is lost."""
        bus = self._bus
        if bus.held == SCL:
            self._after(1, self._started)
        elif bus.held:
            bus.nacks += 1
            self._block.arbitration_lost()
            self._empty()
        else:
            self._block.complete_start()

    def _connect(self, address: int, mode: I2CMode) -> None:
        self._reads = mode is I2CMode.READ
        self._after(_BYTE, lambda: self._addressed(address))

    def _addressed(self, address: int) -> None:
        bus = self._bus
        self._began = self._sync()
        bus.transactions += 1
        self._device = bus.device(address)
        stretch = -1 if self._device is None else self._device.begin(self._began)
        if 0 <= stretch <= bus.stretch_limit_us:
            self._began += stretch
            self._after(0, lambda: self._block.complete_connect(True), stretch)
            return
        bus.nacks += 1
        self._device = None
        self._after(0, self._refused, max(stretch, 0))

    def _refused(self) -> None:
        self._block.complete_connect(False)
        self._empty()

    def _empty(self) -> None:
        if not self._block.read_uint32(IC_TXFLR):
            self._block.int_raw |= R_TX_EMPTY
            self._block.check_interrupts()

    def _write(self, value: int) -> None:
        self._bytes.append(value)
        self._threshold, self._block.tx_threshold = self._block.tx_threshold, -1
        self._after(_BYTE, self._written)

    def _written(self) -> None:
        self._block.tx_threshold = self._threshold
        self._block.complete_write(True)
        self._empty()

    def _read(self, more: bool) -> None:
        self._after(_BYTE, self._look if more else self._take)

    def _look(self) -> None:
        """A byte with others behind it: what it is must be known before anybody knows how many they are."""
        size = len(self._bytes)
        if len(self._preview) <= size and self._device is not None:
            self._preview = self._device.look(self._began, min(2 * size + 32, _LONGEST))
        self._bytes.append(self._preview[size])
        self._block.complete_read(self._bytes[size])

    def _take(self) -> None:
        """The last byte of a read, and with it the read."""
        whole = bytearray(len(self._bytes) + 1)
        if self._device is not None:
            self._device.read(self._began, whole)
        self._bytes.clear()
        self._device = None
        self._block.complete_read(whole[-1])

    def _stop(self) -> None:
        self._after(1, self._stopped)

    def _stopped(self) -> None:
        self._settle()
        self._block.complete_stop()

    def _settle(self) -> None:
        """A transaction is over: a write is taken at its STOP, or where another START follows."""
        if self._device is not None and not self._reads:
            self._device.write(bytes(self._bytes))
        self._device = None
        self._bytes.clear()
        self._preview = b""


class Pins:
    """The GPIOs of a board: lines of its buses, resets, shift registers, lamps, buzzer. `relevel` is to be called
    when something may have been held or let go.
    """

    def __init__(self, rp2040: RP2040, world: World, board: Mapping[str, Any], sync: Sync) -> None:
        self._rp2040 = rp2040
        self._world = world
        self._sync = sync
        self._held: dict[int, str] = {}
        self._lines = {row[0]: (row[1], row[2]) for row in board["buses"]}  # SDA, SCL
        self._shift = ShiftRegisters(world, board)
        for number, (_, scl) in self._lines.items():
            self._watch(scl, _NineClocks(world.buses[number]).drive)
            self._held[number] = SCL  # so that all are told
        for row in board["muxes"]:
            if row[2] is not None:
                self._watch(row[2], partial(world.drive, row[2]))
        for pin in self._shift.pins:
            self._watch(pin, partial(self._shift.drive, pin))
        for kind, gpio, count in board.get("outputs", ()):
            if kind == "strip":
                self._watch(gpio, _Lamps(world, rp2040.clock, kind, count).drive)
            else:
                self._watch(gpio, partial(_switched, world, kind))
        self.relevel()

    def relevel(self) -> None:
        """Levels of SDA and SCL as the world's parts leave them."""
        for number, (sda, scl) in self._lines.items():
            held = self._world.buses[number].held
            if held != self._held[number]:
                self._held[number] = held
                self._rp2040.gpio[sda].set_input_value(held in ("", SCL))
                self._rp2040.gpio[scl].set_input_value(held != SCL)

    def _watch(self, gpio: int, drive: Callable[[int], None]) -> None:
        def changed(now: GPIOPinState, before: GPIOPinState) -> None:
            level = _LEVELS.get(now)
            if level is not None and level != _LEVELS.get(before):
                self._sync()
                drive(level)
                self.relevel()

        self._rp2040.gpio[gpio].add_listener(changed)


def _switched(world: World, kind: str, level: int) -> None:
    world.show(kind, bytes((level,)))


class _NineClocks:
    """SCL as a pin: nine clocks free who holds SDA in the middle of a byte."""

    def __init__(self, bus: I2CBus) -> None:
        self._bus = bus
        self._count = 0

    def drive(self, level: int) -> None:
        if self._bus.held in ("", SCL):
            self._count = 0
        elif level:
            self._count += 1
            if self._count == _CLOCKS:
                self._count = 0
                self._bus.clocked()


class _Lamps:
    """WS2812 lamps: a bit by the length of its pulse, the colours shown when the last has come."""

    def __init__(self, world: World, clock: Any, kind: str, count: int) -> None:
        self._world = world
        self._clock = clock
        self._kind = kind
        self._bits = 24 * count
        self._rose = self._fell = 0.0
        self._taken: list[int] = []

    def drive(self, level: int) -> None:
        now = self._clock.nanos
        if level:
            if now - self._fell > _LATCH_NS:
                self._taken.clear()
            self._rose = now
            return
        self._fell = now
        self._taken.append(int(now - self._rose > _ONE_NS))
        if len(self._taken) == self._bits:
            value = int("".join(map(str, self._taken)), 2)
            wire = value.to_bytes(self._bits // 8, "big")
            self._taken.clear()
            shown = bytearray(wire)
            shown[0::3], shown[1::3] = wire[1::3], wire[0::3]
            self._world.show(self._kind, bytes(shown))
