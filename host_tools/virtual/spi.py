"""An SPI bus on virtual time, and the SPI front-end of a PN532 (pn532.md 1.4).

The microcontroller clocks bytes out with their highest bit first, as most do; the chip takes the lowest bit first. So
what it hears and says is mirrored, and a host has to mirror it again.
"""

from __future__ import annotations

from host_tools.virtual.clock import Clock
from host_tools.virtual.pn532 import WAKE_SPI, Pn532
from host_tools.virtual.timing import Timing

MIRROR = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
"""Each byte with its bits in the opposite order."""

DATA_WRITE, STATUS_READ, DATA_READ = 1, 2, 3
FILLER = 0xAA
"""Byte beyond the end of a frame (pn532.md 1.4)."""
FLOATING = 0xFF
"""MISO when nobody drives it, and that of a chip asleep."""
WAKE_LOW_US = 2000
"""Chip select this long low wakes a sleeping chip (pn532.md 1.4)."""

_BITS_PER_BYTE = 8
_ACK_READ = 7  # bytes of the window that reads an ACK


class SpiBus:
    """One bus of the microcontroller; every device has its own chip select, a number.

    As the firmware's port: ``write`` and ``exchange`` are one window of chip select each, ``wake`` one without a
    clock. ``select``, ``clock`` and ``release`` are what they are made of. Wire time is that of the bits.

    Counters as those of an I2C bus.
    """

    def __init__(
        self, clock: Clock, timing: Timing, freq_hz: int, *, name: str = "0", charge_parse: bool = True
    ) -> None:
        self.name = name
        self._clock = clock
        self._hz = freq_hz
        self._timing = timing
        self._charge_parse = charge_parse
        self._devices: dict[int, Pn532Spi] = {}
        self._selected: Pn532Spi | None = None
        self.transactions = self.nacks = self.wire_us = self.processor_us = 0

    def attach(self, select: int, device: Pn532Spi) -> None:
        """Connect a device with its chip select."""
        self._devices[select] = device

    def connect(self, select: int) -> None:
        """The microcontroller drives the chip select of a device: high."""

    def write(self, select: int, buf: bytes) -> None:
        """One window in which `buf` goes out and what comes in is not looked at."""
        self._window(select, bytes(buf))

    def exchange(self, select: int, buf: bytearray | memoryview) -> None:
        """One window in which `buf` goes out and is replaced by what came in meanwhile."""
        buf[:] = self._window(select, bytes(buf))
        # What the firmware parses: a response, which is longer than an ACK and comes from somebody.
        parsed = len(buf) - 2 if buf[0] != FLOATING and len(buf) > _ACK_READ else 0
        if self._charge_parse and parsed:
            cost = self._timing.cost_us("parse", parsed)
            self.processor_us += cost
            self._clock.advance(cost)

    def wake(self, select: int) -> None:
        """Chip select low for as long as a sleeping chip needs to wake."""
        self.select(select)
        self._clock.advance(WAKE_LOW_US)
        self.release()

    def _window(self, select: int, data: bytes) -> bytes:
        call = self._timing.cost_us("bus")
        self.transactions += 1
        self.processor_us += call
        self._clock.advance(call)
        self.select(select)
        got = self.clock(data)
        self.release()
        return got

    # -- the wires -------------------------------------------------------------------------------------------

    def select(self, select: int) -> None:
        """Chip select low."""
        self._selected = self._devices.get(select)
        if self._selected is not None:
            self._selected.select()

    def release(self) -> None:
        """Chip select high."""
        if self._selected is not None:
            self._selected.release()
        self._selected = None

    def clock(self, data: bytes) -> bytes:
        """Clock `data` out, and what the selected device says in. Who does not let go of MISO pulls it low."""
        self._wire(len(data))
        device = self._selected
        said = device.clock(data) if device is not None else bytes((FLOATING,)) * len(data)
        held = any(other.drives_miso for other in self._devices.values() if other is not device)
        return bytes(len(data)) if held else said

    def _wire(self, size: int) -> None:
        us = -(-_BITS_PER_BYTE * size * 1_000_000 // self._hz)
        self.wire_us += us
        self._clock.advance(us)


class Pn532Spi:
    """The SPI side of one chip. The first byte of a window says what it is: status read, data write, data read.

    In a status window every further byte is the status. A frame read in several windows goes on where it stopped, its
    next byte being sent while the host still says that it reads. `absent` = no chip there. `refused` counts windows
    that came too soon after a write, in which the chip is not ready whatever it has.

    Faults: `pause_us` (the least pause after a write), `drives_miso` (MISO is not let go when others are selected).
    """

    __slots__ = (
        "_chip", "_clock", "_free_at", "_heard", "_kind", "_low_at", "_offset", "_part", "_said", "absent",
        "drives_miso", "pause_us", "refused",
    )  # fmt: skip

    def __init__(self, chip: Pn532, clock: Clock, timing: Timing) -> None:
        self._chip = chip
        self._clock = clock
        self._free_at = 0
        self._low_at = 0
        self._kind = 0
        self._heard = bytearray()
        self._part: bytes | None = None
        self._offset = 0
        self._said = 0
        self.absent = False
        self.drives_miso = False
        self.pause_us = timing.nack_window_us
        self.refused = 0

    def plug(self, present: bool) -> None:
        """Pull the chip off its cable, supply and all, or put it back: it then starts anew."""
        self.absent = not present
        self._chip.power_cycle()

    def select(self) -> None:
        """Chip select goes low."""
        self._low_at = self._clock.now
        self._kind = 0
        self._heard.clear()
        self._part = None
        self._said = 0

    def clock(self, data: bytes) -> bytes:
        """Take bytes as they come over the wire, and give as many. The clock stands at the end of them."""
        if self.absent or not self._awake():
            return bytes((FLOATING,)) * len(data)
        out = bytearray()
        for byte in data:
            out.append(MIRROR[self._byte(MIRROR[byte])])
        return bytes(out)

    def release(self) -> None:
        """Chip select goes high: what was written counts, what was read is gone."""
        if self.absent or not self._awake():
            return
        if self._kind == DATA_WRITE:
            self._chip.receive(bytes(self._heard))
            self._free_at = self._clock.now + self.pause_us
        elif self._kind == DATA_READ and self._part is not None:
            self._chip.read_to(self._offset + self._said)

    def _awake(self) -> bool:
        """A chip asleep wakes when chip select has been low for a while."""
        chip = self._chip
        if chip.asleep and self._clock.now - self._low_at < WAKE_LOW_US:
            return False
        return chip.wake(self._clock.now, WAKE_SPI) is not None

    def _byte(self, byte: int) -> int:
        if not self._kind:
            return self._begin(byte)
        if self._kind == STATUS_READ:
            return int(self._waiting() is not None)
        if self._kind == DATA_WRITE:
            self._heard.append(byte)
        elif self._kind == DATA_READ:
            return self._next()
        return 0

    def _begin(self, byte: int) -> int:
        """The byte that says what the window is for; a frame read in part already has its next byte out."""
        self._kind = byte
        if byte == DATA_READ:
            self._part = self._waiting()
            self._offset = self._chip.position
            if self._part is not None and self._offset:
                return self._next()
        return 0

    def _next(self) -> int:
        at = self._offset + self._said
        self._said += 1
        part = self._part
        return part[at] if part is not None and at < len(part) else FILLER

    def _waiting(self) -> bytes | None:
        if self._clock.now < self._free_at:
            self.refused += 1
            return None
        return self._chip.waiting(self._clock.now)
