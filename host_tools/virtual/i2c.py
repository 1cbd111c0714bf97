"""An I2C bus on virtual time, and the I2C front-end of a PN532 (pn532.md 1.3).

Every call costs what it would on the microcontroller: the call itself, the wire bit by bit, any clock
stretching, and the parsing of a response frame.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from host_tools.virtual.clock import Clock
from host_tools.virtual.pn532 import Pn532
from host_tools.virtual.timing import Timing
from railbird.port import BUS_TIMEOUT_US, FREED, HELD, HIGH

EIO = 5
ETIMEDOUT = 110
SCL, SDA, SDA_IN_BYTE, BOTH = "scl", "sda", "sda in a byte", "both"
"""Lines that can be held low; SDA_IN_BYTE is SDA held by a device that waits for the rest of a byte's clocks."""

PN532_ADDRESS = 0x24
_BITS_PER_BYTE = 9
_START_STOP_BITS = 2
_LONGEST = 300  # longest transaction in bytes; an extended frame has 275

Buffer = bytearray | memoryview


class Device(Protocol):
    """Something with an address on a bus. A transaction is `begin`, then `write` or `read` when its STOP has
    come."""

    def begin(self, now: int) -> int:
        """START and address at `now`: microseconds of clock stretching, or -1 when not acknowledged."""

    def write(self, data: bytes) -> None:
        """The bytes of an acknowledged write; the clock stands at its STOP."""

    def read(self, began: int, buf: Buffer) -> int:
        """Fill `buf` with what was there at `began`; the clock stands at the STOP. Response frame bytes among
        it."""

    def look(self, began: int, size: int) -> bytes:
        """What a read of `size` bytes, more than one, that began then would give; nothing changes."""


class Parallel:
    """Devices that share an address: all of them take a write, a read is the AND of what they send."""

    __slots__ = ("_answering", "_devices")

    def __init__(self, devices: list[Device]) -> None:
        self._devices = devices
        self._answering: list[Device] = []

    def begin(self, now: int) -> int:
        """Acknowledged if anybody acknowledges; the longest stretch counts."""
        stretches = [(device.begin(now), device) for device in self._devices]
        self._answering = [device for stretch, device in stretches if stretch >= 0]
        return max(stretch for stretch, _ in stretches)

    def write(self, data: bytes) -> None:
        """Everybody who acknowledged takes it."""
        for device in self._answering:
            device.write(data)

    def read(self, began: int, buf: Buffer) -> int:
        """Everybody who acknowledged pulls the line low where it sends a 0."""
        size = len(buf)
        merged = bytearray(b"\xff" * size)
        parsed = 0
        for device in self._answering:
            one = bytearray(size)
            parsed = max(parsed, device.read(began, one))
            for i in range(size):
                merged[i] &= one[i]
        buf[:] = merged
        return parsed

    def look(self, began: int, size: int) -> bytes:
        """The AND of what everybody who acknowledged would send."""
        merged = int.from_bytes(b"\xff" * size, "big")
        for device in self._answering:
            merged &= int.from_bytes(device.look(began, size), "big")
        return merged.to_bytes(size, "big")


class Branch(Protocol):
    """Something on a bus that connects further devices: a multiplexer."""

    def key(self) -> int:
        """What is connected now, as a small number."""

    def connected(self) -> list[tuple[int, Device]]:
        """(address, device) of everything connected now."""


class I2CBus:
    """One bus of the microcontroller, with the firmware's port API: ``write``, ``read`` and ``clear``, all blocking.

    `charge_parse` adds the firmware's parsing of response frames to the clock.

    `deaf`: what is sent reaches nobody, so that no address is acknowledged.

    A device, or a short of the wires themselves, can ``hold`` a line low: SCL low lets no transaction begin until the
    microcontroller gives up (ETIMEDOUT), SDA low shows at once that the bus is taken (EIO, as
    esp8266/Arduino's `twi_write_start`). `nack_errno` is what the port says when nobody acknowledges.

    Counters: `transactions`, `nacks`, `wire_us` (bits and stretching), `processor_us` (calls and parsing).
    """

    __slots__ = (
        "_blocked",
        "_branches",
        "_call_us",
        "_clock",
        "_direct",
        "_holders",
        "_nack_us",
        "_parse_us",
        "_routes",
        "_tables",
        "_wire_us",
        "deaf",
        "nack_errno",
        "nacks",
        "name",
        "processor_us",
        "stretch_limit_us",
        "transactions",
        "wire_us",
    )

    def __init__(
        self,
        clock: Clock,
        timing: Timing,
        freq_hz: int | None = None,
        *,
        name: str = "0",
        charge_parse: bool = True,
        stretch_limit_us: int = BUS_TIMEOUT_US,
    ) -> None:
        hz = timing.i2c_hz if freq_hz is None else min(freq_hz, timing.i2c_hz)
        self.name = name
        self.stretch_limit_us = stretch_limit_us
        self._clock = clock
        self._call_us = timing.cost_us("bus")
        self._wire_us = [_wire_us(1 + n, hz) for n in range(_LONGEST)]
        self._nack_us = self._wire_us[0]
        self._parse_us = [timing.cost_us("parse", n) if charge_parse else 0 for n in range(_LONGEST)]
        self._direct: list[tuple[int, Device]] = []
        self._branches: list[Branch] = []
        self._holders: dict[Device | None, str] = {}
        self._blocked = ""
        self.deaf = False
        self.nack_errno = EIO
        self._tables: dict[tuple[int, ...], tuple[dict[int, Device], str]] = {}
        self._routes: dict[int, Device] = {}
        self.transactions = self.nacks = self.wire_us = self.processor_us = 0

    # -- wiring ----------------------------------------------------------------------------------------------

    def attach(self, address: int, device: Device) -> None:
        """Connect a device at a 7-bit address."""
        self._direct.append((address, device))
        self.rewire()

    def detach(self, address: int, device: Device) -> None:
        """Take a device off; ValueError if it is not there."""
        self._direct.remove((address, device))
        self.rewire()

    def attach_branch(self, branch: Branch) -> None:
        """Let `branch` connect further devices; it calls ``reroute`` when it changes."""
        self._branches.append(branch)
        self.rewire()

    def rewire(self) -> None:
        """Something was connected or taken off anywhere on this bus."""
        self._tables.clear()
        self.reroute()

    def hold(self, line: str, device: Device | None = None) -> None:
        """`device`, or without one the wiring of the bus, holds SCL or SDA low wherever it is connected."""
        self._holders[device] = line
        self.rewire()

    def release(self, device: Device | None = None) -> None:
        """What held a line lets it go; nothing happens if it held none."""
        self._holders.pop(device, None)
        self.rewire()

    @property
    def held(self) -> str:
        """The line that is held low now: BOTH before SCL before SDA, or nothing."""
        return self._blocked

    def clear(self) -> int:
        """Look at the lines. Where SDA is low, nine clocks and a STOP: who waits in a byte lets it go."""
        self.processor_us += self._call_us
        self._clock.advance(self._call_us)
        if not self._blocked:
            return HIGH
        if self._blocked == SDA:
            self._clock.advance(self._nack_us)
            self.clocked()
        return HELD if self._blocked else FREED

    def clocked(self) -> None:
        """Nine clocks and a STOP have been given: who held SDA in the middle of a byte has let it go."""
        for device in self._connected():
            if self._holders.get(device) == SDA_IN_BYTE:
                del self._holders[device]
        self.rewire()

    def device(self, address: int) -> Device | None:
        """Who answers to a 7-bit address now."""
        return self._routes.get(address)

    def reroute(self) -> None:
        """A branch has switched."""
        key = tuple([branch.key() for branch in self._branches])
        table = self._tables.get(key)
        if table is None:
            found: dict[int, list[Device]] = {}
            for address, device in self._direct:
                found.setdefault(address, []).append(device)
            for branch in self._branches:
                for address, device in branch.connected():
                    found.setdefault(address, []).append(device)
            routes = {address: d[0] if len(d) == 1 else Parallel(d) for address, d in found.items()}
            table = self._tables[key] = ({} if self.deaf else routes, self._held_line())
        self._routes, self._blocked = table

    def _connected(self) -> list[Device | None]:
        """Whoever can hold a line now; None is the wiring."""
        behind = [device for branch in self._branches for _, device in branch.connected()]
        return [None, *(device for _, device in self._direct), *behind]

    def _held_line(self) -> str:
        """Both lines if one part holds both, else SCL if it is held low, else SDA if that is, else nothing."""
        held = {self._holders[device] for device in self._connected() if device in self._holders}
        return next((line for line in (BOTH, SCL) if line in held), SDA if held else "")

    # -- transactions ----------------------------------------------------------------------------------------

    def write(self, address: int, buf: bytes | Buffer) -> int:
        """Write the whole of `buf`, which may be empty. 0, or `nack_errno` (EIO; not acknowledged) or ETIMEDOUT
        (clock held)."""
        self.transactions += 1
        clock = self._clock
        call = self._call_us
        began = clock.now + call
        self.processor_us += call
        clock.advance_to(began)
        if self._blocked:
            return self._fail_blocked()
        device = self._routes.get(address)
        stretch = -1 if device is None else device.begin(began)
        if device is None or stretch < 0 or stretch > self.stretch_limit_us:
            return self._fail(stretch)
        wire = self._wire_us[len(buf)] + stretch
        self.wire_us += wire
        clock.advance_to(began + wire)
        device.write(bytes(buf))
        return 0

    def read(self, address: int, buf: Buffer) -> int:
        """Fill the whole of `buf`. 0, or the errno as for ``write`` with `buf` untouched."""
        self.transactions += 1
        clock = self._clock
        call = self._call_us
        began = clock.now + call
        self.processor_us += call
        clock.advance_to(began)
        if self._blocked:
            return self._fail_blocked()
        device = self._routes.get(address)
        stretch = -1 if device is None else device.begin(began)
        if device is None or stretch < 0 or stretch > self.stretch_limit_us:
            return self._fail(stretch)
        wire = self._wire_us[len(buf)] + stretch
        self.wire_us += wire
        clock.advance_to(began + wire)
        parsed = device.read(began + stretch, buf)
        if parsed:
            cost = self._parse_us[parsed]
            self.processor_us += cost
            clock.advance_to(clock.now + cost)
        return 0

    def _fail(self, stretch: int) -> int:
        """A transaction that ends after its address: not acknowledged, or the clock held for too long."""
        wire = self._nack_us if stretch < 0 else self.stretch_limit_us
        self.wire_us += wire
        self.nacks += 1
        self._clock.advance(wire)
        return self.nack_errno if stretch < 0 else ETIMEDOUT

    def _fail_blocked(self) -> int:
        """A transaction that cannot begin because a line is low."""
        hangs = self._blocked in (SCL, BOTH)
        wire = self.stretch_limit_us if hangs else 0
        self.wire_us += wire
        self.nacks += 1
        self._clock.advance(wire)
        return ETIMEDOUT if hangs else EIO


class Pn532I2C:
    """The I2C side of one chip: status byte, frame bytes, filler, and when it does not acknowledge its
    address.

    `absent` = no chip there (see ``plug``): never acknowledged. `refused` counts addresses not acknowledged because
    they came too early.

    Faults: `stretch_us` (the clock is held so long at every address), `flickers` (every second status read says not
    ready), `odd_read` (called by a read of more than the status when nothing waits), and ``pauses``.
    """

    __slots__ = (
        "_bus_free_us",
        "_chip",
        "_clock",
        "_filler",
        "_flickered",
        "_free_at",
        "_nack_response",
        "_nack_status",
        "_timing",
        "_window_us",
        "absent",
        "flickers",
        "heard",
        "odd_read",
        "refused",
        "stretch_us",
    )

    def __init__(self, chip: Pn532, clock: Clock, timing: Timing) -> None:
        self._chip = chip
        self._clock = clock
        self._timing = timing
        self._filler = bytes((chip.options.filler,)) * _LONGEST
        self._free_at = 0
        self._flickered = False
        self.absent = False
        self.stretch_us = 0
        self.flickers = False
        self.odd_read: Callable[[], None] | None = None
        self.heard: Callable[[str, bytes], None] | None = None  # '>' and '<': what passes, status polls apart
        self.pauses()
        self.refused = 0

    def pauses(self, bus_free_us: int = 0, window_us: int = 0, status_us: int = 0) -> None:
        """The pauses the chip needs, at least as long as the timing table's and the options': after every exchange,
        after a write or an ACK read, after a status read."""
        options = self._chip.options
        free = self._bus_free_us = max(self._timing.bus_free_us, bus_free_us)
        window = self._window_us = max(free, self._timing.nack_window_us, window_us)
        self._nack_status = max(window if options.nack_after_status else free, status_us)
        self._nack_response = window if options.nack_after_response else free

    def plug(self, present: bool) -> None:
        """Pull the chip off its cable, supply and all, or put it back: it then starts anew (pn532.md 5, 9)."""
        self.absent = not present
        self._chip.power_cycle()

    def begin(self, now: int) -> int:
        """Acknowledged once the bus has been free long enough since the last acknowledged exchange."""
        if self.absent:
            return -1
        if now < self._free_at:
            self.refused += 1
            return -1
        stretch = self._chip.wake(now)
        return -1 if stretch is None else stretch + self.stretch_us

    def write(self, data: bytes) -> None:
        """A write without data only addresses the chip and opens no window."""
        now = self._clock.now
        if not data:
            self._free_at = now + self._bus_free_us
            return
        self._free_at = now + self._window_us
        if self.heard is not None:
            self.heard(">", bytes(data))
        self._chip.receive(data)

    def look(self, began: int, size: int) -> bytes:
        """As `read`, with nothing taken."""
        frame = self._chip.waiting(began)
        if frame is None:
            return b"\0" + self._filler[: size - 1]
        part = frame[self._chip.position :][: size - 1]
        return b"\1" + part + self._filler[: size - 1 - len(part)]

    def read(self, began: int, buf: Buffer) -> int:
        """Status byte, then as much of the waiting frame as fits. A read of the status alone takes
        nothing."""
        chip = self._chip
        frame = chip.waiting(began)
        size = len(buf)
        if self.flickers and frame is not None and size == 1:
            self._flickered = not self._flickered
            if self._flickered:
                frame = None
        if frame is None and size > 1 and self.odd_read is not None:
            self.odd_read()
        if frame is None or size == 1:
            buf[0] = frame is not None
            if size > 1:
                buf[1:] = self._filler[: size - 1]
            self._free_at = self._clock.now + self._nack_status
            return 0
        start = chip.position
        end = start + size - 1
        part = frame[start:end]
        given = len(part)
        buf[0] = 1
        buf[1 : 1 + given] = part
        if given < size - 1:
            buf[1 + given :] = self._filler[: size - 1 - given]
        acking = chip.acking
        self._free_at = self._clock.now + (self._window_us if acking else self._nack_response)
        chip.read_to(end)
        if self.heard is not None:
            self.heard("<", bytes(part))
        return 0 if acking else given


def _wire_us(size: int, hz: int) -> int:
    """Microseconds, rounded up, of START, `size` bytes with their acknowledge bits, and STOP."""
    return -(-(_BITS_PER_BYTE * size + _START_STOP_BITS) * 1_000_000 // hz)
