"""Faults of wires: cables, lines, addresses, multiplexers. Rows are those of pn532.md 5, "rfid n" those of
rfid-tables.md 5.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from host_tools.virtual.fault import (
    CLEARED,
    ONCE,
    POWER,
    RESET,
    Undo,
    on_bus,
    on_channel,
    on_i2c,
    on_mux,
    on_reader,
)
from host_tools.virtual.i2c import BOTH, SCL, SDA, SDA_IN_BYTE, I2CBus
from host_tools.virtual.tca9548a import Tca9548a

if TYPE_CHECKING:
    from host_tools.virtual.world import Reader

STRETCH_US = 440
BUS_FREE_US = 5000
NACK_WINDOW_US = 5000
POLL_NACK_US = 2500
ENODEV = 19


@on_reader(POWER)
def unplugged(reader: Reader) -> Undo:
    """The cable is off, supply and all: the address is not acknowledged. Put back, the chip is in LowVbat.

    Source: rows 5 and 9, esphome/issues#4389, PR#14344; rfid 11.
    """
    reader.front.plug(False)
    return lambda: reader.front.plug(True)


@on_reader(POWER)
def latched_nack(reader: Reader) -> Undo:
    """After an I/O error the address is not acknowledged any more, through resets, until the chip is replugged.

    Source: row 24, WMT#27.
    """
    reader.front.absent = True
    return lambda: reader.front.plug(True)


@on_reader(POWER)
def no_power(reader: Reader) -> Undo:
    """The module has no supply, its other leads are on: its pins float and its address is not acknowledged. With power,
    the chip is in LowVbat.

    Source: row 9, esphome PR#14344; issue 8 (wiring).
    """
    reader.front.plug(False)
    return lambda: reader.front.plug(True)


@on_i2c(CLEARED)
def leads_swapped(reader: Reader) -> Undo:
    """SDA and SCL of the module are swapped: both idle high, and it sees no START, so it acknowledges nothing.

    Source: row 5, esphome/issues#4389; issue 8 (wiring).
    """
    front = reader.i2c
    usual, front.absent = front.absent, True

    def undo() -> None:
        front.absent = usual

    return undo


@on_i2c(CLEARED)
def no_pull_up_there(reader: Reader) -> Undo:
    """The reader's segment has no pull-ups: neither line rises while its channel is open.

    Source: rows 10 and 39, esphome/feature-requests#1324, rpieasy#71; issue 8 (wiring).
    """
    return _held(reader, BOTH)


@on_i2c(CLEARED)
def stretching(reader: Reader) -> Undo:
    """The chip stretches the clock by 440 us at every address.

    Source: row 4, esphome/issues#4340.
    """
    return _stretched(reader, STRETCH_US)


@on_i2c(CLEARED)
def stretching_too_long(reader: Reader) -> Undo:
    """The chip stretches the clock at every address for longer than the microcontroller waits: ETIMEDOUT.

    Source: row 4, esphome/issues#4340; 1.3, Tasmota#4832.
    """
    return _stretched(reader, reader.bus.stretch_limit_us + 1)


def _stretched(reader: Reader, us: int) -> Undo:
    reader.i2c.stretch_us = us

    def undo() -> None:
        reader.i2c.stretch_us = 0

    return undo


@on_i2c(CLEARED)
def bus_free(reader: Reader) -> Undo:
    """The address is not acknowledged within 5 ms of the end of any exchange.

    Source: row 27, libnfc#367, #379.
    """
    reader.i2c.pauses(bus_free_us=BUS_FREE_US)
    return reader.i2c.pauses


@on_i2c(CLEARED)
def nack_window(reader: Reader) -> Undo:
    """The address is not acknowledged within 5 ms of a write or the reading of an ACK.

    Source: row 22, Adafruit CP#39 and #40, WMT#4 (1 ms, which the timing table has already).
    """
    reader.i2c.pauses(window_us=NACK_WINDOW_US)
    return reader.i2c.pauses


@on_i2c(CLEARED)
def poll_nack(reader: Reader) -> Undo:
    """Who polls the status faster than every 2.5 ms is not acknowledged.

    Source: row 53, au-ts/sddf#239.
    """
    reader.i2c.pauses(status_us=POLL_NACK_US)
    return reader.i2c.pauses


@on_i2c(CLEARED)
def ready_flickers(reader: Reader) -> Undo:
    """Every second status read while a frame waits says not ready.

    Source: row 21, Adafruit CP#19.
    """
    reader.i2c.flickers = True

    def undo() -> None:
        reader.i2c.flickers = False

    return undo


@on_i2c(RESET)
def clock_lock_up(reader: Reader) -> Undo:
    """A read of a frame when nothing waits makes the chip hold SCL low for ever.

    Source: row 37, rfid 12, hydrabus/hydrafw#141.
    """
    front = reader.i2c

    def lock() -> None:
        front.odd_read = None
        reader.bus.hold(SCL, front)

    def undo() -> None:
        front.odd_read = None
        reader.bus.release(front)

    front.odd_read = lock
    reader.chip.heals.append(undo)
    return undo


@on_i2c(CLEARED)
def scl_held(reader: Reader) -> Undo:
    """SCL is low wherever this reader is connected: behind a multiplexer the bus hangs while its channel is open.

    Source: rows 10 and 39, esphome/feature-requests#1324, forum.arduino 1187238, rpieasy#71.
    """
    return _held(reader, SCL)


@on_i2c(RESET)
def sda_held(reader: Reader) -> Undo:
    """The chip holds SDA low until it is reset; nine clocks do not help.

    Source: row 38, esp8266/Arduino#1541.
    """
    undo = _held(reader, SDA)
    reader.chip.heals.append(undo)
    return undo


@on_i2c(RESET)
def sda_in_byte(reader: Reader) -> Undo:
    """The chip waits in the middle of a byte with SDA low; nine clocks free it.

    Source: row 13, tagreader#167; issue 6 (nine clocks).
    """
    undo = _held(reader, SDA_IN_BYTE)
    reader.chip.heals.append(undo)
    return undo


def _held(reader: Reader, line: str) -> Undo:
    reader.bus.hold(line, reader.i2c)
    return lambda: reader.bus.release(reader.i2c)


@on_channel(ONCE)
def channel_left_open(mux: Tca9548a, channel: int) -> Undo:
    """The reader's channel opens beside what is open, until the next setting: two chips answer as one, wired AND.

    Source: row 11, esphome PR#5317, Adafruit TCA9548A#49.
    """
    mux.leave_open(channel)
    return lambda: None


@on_channel(CLEARED)
def channel_welded(mux: Tca9548a, channel: int) -> Undo:
    """The reader's channel stays connected whatever the register says: it answers beside every other.

    Source: row 11, esphome PR#5317, Adafruit TCA9548A#49.
    """
    mux.weld(1 << channel)
    return lambda: mux.weld(0)


@on_mux(CLEARED)
def mux_silent(mux: Tca9548a) -> Undo:
    """The multiplexer does not acknowledge; its channels stay as they are.

    Source: row 10, esphome/feature-requests#1324.
    """
    mux.absent = True

    def undo() -> None:
        mux.absent = False

    return undo


@on_mux(CLEARED)
def mux_reset_unwired(mux: Tca9548a) -> Undo:
    """The reset line of the multiplexer does nothing.

    Source: row 3, esphome#10968.
    """
    mux.reset_wired = False

    def undo() -> None:
        mux.reset_wired = True

    return undo


@on_bus(CLEARED)
def scl_stuck(bus: I2CBus) -> Undo:
    """SCL of the whole bus is low: nothing can be sent, ETIMEDOUT.

    Source: row 13, tagreader#167.
    """
    bus.hold(SCL)
    return bus.release


@on_bus(CLEARED)
def sda_stuck(bus: I2CBus) -> Undo:
    """SDA of the whole bus is low: it counts as taken, EIO at once; nine clocks do not help.

    Source: row 38, esp8266/Arduino#1541.
    """
    bus.hold(SDA)
    return bus.release


@on_bus(CLEARED)
def no_pull_up(bus: I2CBus) -> Undo:
    """The bus has no pull-ups: neither line ever rises, ETIMEDOUT.

    Source: row 13, tagreader#167; issue 8 (wiring).
    """
    bus.hold(BOTH)
    return bus.release


@on_bus(CLEARED)
def bus_swapped(bus: I2CBus) -> Undo:
    """SDA and SCL are swapped at the microcontroller: both idle high, and no address of the bus is acknowledged.

    Source: row 5, esphome/issues#4389; issue 8 (wiring).
    """
    bus.deaf = True
    bus.rewire()

    def undo() -> None:
        bus.deaf = False
        bus.rewire()

    return undo


@on_bus(CLEARED)
def other_errno(bus: I2CBus) -> Undo:
    """Who is not acknowledged gets ENODEV instead of EIO.

    Source: row 23, pn532pi#25, #29.
    """
    usual = bus.nack_errno
    bus.nack_errno = ENODEV

    def undo() -> None:
        bus.nack_errno = usual

    return undo


FAULTS = (
    unplugged,
    latched_nack,
    no_power,
    leads_swapped,
    no_pull_up_there,
    stretching,
    stretching_too_long,
    bus_free,
    nack_window,
    poll_nack,
    ready_flickers,
    clock_lock_up,
    scl_held,
    sda_held,
    sda_in_byte,
    channel_left_open,
    channel_welded,
    mux_silent,
    mux_reset_unwired,
    scl_stuck,
    sda_stuck,
    no_pull_up,
    bus_swapped,
    other_errno,
)
