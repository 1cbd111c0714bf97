"""TCA9548A: an eight-way I2C switch with one control register; every set bit connects a channel."""

from __future__ import annotations

from host_tools.virtual.i2c import Buffer, Device, I2CBus

CHANNELS = 8
FIRST_ADDRESS = 0x70
LAST_ADDRESS = 0x77


class Tca9548a:
    """One switch on `bus`. Several channels may be open at once; a new setting holds from the STOP of its
    write.

    `writes` counts settings. While `held` in reset it acknowledges nothing and connects nothing.

    Faults: `absent` (acknowledges nothing), `reset_wired` (False: the reset line does nothing), ``weld``.
    """

    __slots__ = ("_bus", "_channels", "_register", "_welded", "absent", "held", "reset_wired", "writes")

    def __init__(self, bus: I2CBus, address: int) -> None:
        if not FIRST_ADDRESS <= address <= LAST_ADDRESS:
            raise ValueError(f"TCA9548A address {address:#x}: 0x70 to 0x77 expected")
        self._bus = bus
        self._channels: list[list[tuple[int, Device]]] = [[] for _ in range(CHANNELS)]
        self._register = 0
        self._welded = 0
        self.absent = False
        self.reset_wired = True
        self.held = False
        self.writes = 0
        bus.attach(address, self)
        bus.attach_branch(self)

    @property
    def register(self) -> int:
        """The control register."""
        return self._register

    def attach(self, channel: int, address: int, device: Device) -> None:
        """Connect a device behind `channel`, 0 to 7."""
        self._channels[channel].append((address, device))
        self._bus.rewire()

    def detach(self, channel: int, address: int, device: Device) -> None:
        """Take a device off; ValueError if it is not there."""
        self._channels[channel].remove((address, device))
        self._bus.rewire()

    def hold_reset(self, held: bool) -> None:
        """RESET low (held) or high. Low closes all channels at once."""
        if self.reset_wired:
            self.held = held
            self._set(0)

    def leave_open(self, channel: int) -> None:
        """Open `channel` beside what is open, as a setting that went wrong."""
        self._set(self._register | 1 << channel)

    def weld(self, channels: int) -> None:
        """Connect the channels of this bit mask whatever the register says, which does not show in it; 0 ends it."""
        self._welded = channels
        self._bus.reroute()

    def key(self) -> int:
        """What is connected: the control register, and welded channels."""
        return self._register | self._welded

    def connected(self) -> list[tuple[int, Device]]:
        """Everything behind the open channels."""
        return [
            entry
            for channel, entries in enumerate(self._channels)
            if self.key() >> channel & 1
            for entry in entries
        ]

    def begin(self, now: int) -> int:  # noqa: ARG002 - a switch has no busy time
        """Always acknowledged, unless in reset."""
        return -1 if self.held or self.absent else 0

    def write(self, data: bytes) -> None:
        """The last byte written is the setting."""
        if data:
            self.writes += 1
            self._set(data[-1])

    def read(self, began: int, buf: Buffer) -> int:  # noqa: ARG002 - the register does not depend on time
        """The control register, over and over."""
        buf[:] = bytes((self._register,)) * len(buf)
        return 0

    def look(self, began: int, size: int) -> bytes:  # noqa: ARG002 - the register does not depend on time
        """The control register, over and over."""
        return bytes((self._register,)) * size

    def _set(self, value: int) -> None:
        if value != self._register:
            self._register = value
            self._bus.reroute()
