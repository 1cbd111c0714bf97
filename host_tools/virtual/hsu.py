"""A UART of the microcontroller on virtual time, and the HSU front-end of the PN532 on it (pn532.md 1.5).

There is no status here: ACK and response are sent as soon as they are ready, byte after byte at the baud rate.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from host_tools.virtual import frames
from host_tools.virtual.clock import Clock
from host_tools.virtual.pn532 import BAUD, WAKE_HSU, Pn532
from host_tools.virtual.timing import Timing

_BITS_PER_BYTE = 10  # 8N1
_TIMEOUT = 10_252_800_000  # between two bytes of a frame, in us * baud (pn532.md 1.5)
_RX_RING = 256  # bytes that the microcontroller keeps until they are read


class HsuLine:
    """The UART: ``write`` hands bytes over and returns at once, ``any`` and ``read`` see what has arrived.

    Counters as those of an I2C bus; `wire_us` is no time of the processor here.
    """

    def __init__(
        self, clock: Clock, timing: Timing, baud: int, *, name: str = "0", charge_parse: bool = True
    ) -> None:
        self.name = name
        self.baud = baud
        self._clock = clock
        self._timing = timing
        self._charge_parse = charge_parse
        self._chip: Pn532Hsu | None = None
        self._arriving: deque[tuple[int, int]] = deque()  # (time, byte)
        self._sent_until = 0
        self.transactions = self.nacks = self.wire_us = self.processor_us = 0

    def attach(self, chip: Pn532Hsu) -> None:
        """Connect the one chip of this line."""
        self._chip = chip
        chip.line = self

    def write(self, buf: bytes) -> int:
        """Send the whole of `buf`; the number of bytes, all of them."""
        self._charge(self._timing.cost_us("bus"))
        self.transactions += 1
        data = bytes(buf)
        begin = max(self._clock.now, self._sent_until)
        wire = byte_us(self.baud, len(data))
        self._sent_until = begin + wire
        self.wire_us += wire
        chip = self._chip
        if chip is not None:
            self._clock.at(self._sent_until, lambda: chip.hear(data, begin, self.baud))
        return len(data)

    def any(self) -> int:
        """How many bytes have arrived and were not read."""
        now = self._clock.now
        return min(sum(at <= now for at, _ in self._arriving), _RX_RING)

    def read(self, buf: bytearray | memoryview) -> int:
        """As many of the bytes that have arrived as fit in `buf`; their number, 0 at once when there is none."""
        self._charge(self._timing.cost_us("bus"))
        self.transactions += 1
        size = min(self.any(), len(buf))
        for i in range(size):
            buf[i] = self._arriving.popleft()[1]
        if self._charge_parse and size:
            self._charge(self._timing.cost_us("parse", size))
        return size

    def arrive(self, data: bytes, begin: int, baud: int) -> int:
        """Bytes on their way to the microcontroller from `begin` on; when the last is there. At another rate than its
        own it hears something else.
        """
        if baud != self.baud:
            data = bytes(byte ^ 0x5A for byte in data)
        for i, byte in enumerate(data):
            self._arriving.append((begin + byte_us(baud, i + 1), byte))
        return begin + byte_us(baud, len(data))

    def _charge(self, us: int) -> None:
        self.processor_us += us
        self._clock.advance(us)


class Pn532Hsu:
    """The HSU side of one chip. `absent` = no chip there. `refused` counts writes that came too soon after its own.

    Fault: `pause_us` (a command so soon after the chip's last byte is lost).
    """

    __slots__ = (
        "_chip",
        "_clock",
        "_heard",
        "_last",
        "_quiet_at",
        "_timing",
        "absent",
        "line",
        "pause_us",
        "refused",
    )

    def __init__(self, chip: Pn532, clock: Clock, timing: Timing) -> None:
        self._chip = chip
        self._clock = clock
        self._timing = timing
        self._heard = bytearray()
        self._last = 0
        self._quiet_at = 0
        self.line: HsuLine | None = None
        self.absent = False
        self.pause_us = 0
        self.refused = 0
        chip.announce = self._announced

    def plug(self, present: bool) -> None:
        """Pull the chip off its cable, supply and all, or put it back: it then starts anew."""
        self.absent = not present
        self._chip.power_cycle()

    def at_baud(self, baud: int) -> Callable[[], None]:
        """The chip has another rate until a reset or power; what is returned ends it sooner."""
        self._chip.baud = baud

        def undo() -> None:
            self._chip.baud = BAUD

        return undo

    def hear(self, data: bytes, begin: int, baud: int) -> None:
        """The host has sent `data` from `begin` on; the clock stands at the end of it."""
        chip = self._chip
        if self.absent or baud != chip.baud:
            return
        if chip.asleep:
            # The first edge wakes it; what comes before it is awake is lost.
            if chip.wake(begin, WAKE_HSU) is None:
                return
            data = data[-(-self._timing.wake_stretch_us // byte_us(baud, 1)) :]
        elif chip.wake(begin, WAKE_HSU) is None:
            return
        if self.pause_us and begin < self._quiet_at + self.pause_us:
            self.refused += 1
            return
        if begin - self._last > _TIMEOUT // baud:
            self._heard.clear()
        self._last = self._clock.now
        self._heard += data
        raw = bytes(self._heard)
        if frames.parse(raw):
            self._heard.clear()
            chip.receive(raw)
        elif b"\x00\xff" not in raw:
            del self._heard[:-1]

    def _announced(self, at: int) -> None:
        """The chip will have something to say at `at`."""
        self._clock.at(max(at, self._clock.now), self._speak)

    def _speak(self) -> None:
        chip, now, line = self._chip, self._clock.now, self.line
        frame = chip.waiting(now)
        if frame is None or line is None or self.absent:
            return
        if now < self._quiet_at:
            self._announced(self._quiet_at)
            return
        self._quiet_at = line.arrive(frame, now, chip.baud)
        chip.later(self._quiet_at, lambda: chip.read_to(len(frame)))


def byte_us(baud: int, count: int) -> int:
    """Microseconds, rounded up, that `count` bytes take."""
    return -(-_BITS_PER_BYTE * count * 1_000_000 // baud)
