"""What every simulated target has: the world and its clock on one side, the host's end of the link on the other."""

import random
from collections.abc import Callable

from host_tools.virtual.world import World

TICK_MASK = 0x3FFFFFFF
USB_FRAME_US = 1000  # full-speed USB moves data once a millisecond frame


class Target:
    """A machine that runs the firmware in `world`.

    `on_link(bytes)` gets what the device sends, one USB frame later; `send` queues bytes for the device. `pace(now_us)`
    is called after every wait of the device and may hold the run back to the wall clock.
    """

    name: str
    word_bits: int | None  # None where integers have no size
    power_ms = 0  # of the world's time: where the milliseconds of the board begin

    def __init__(
        self, world: World, on_link: Callable[[bytes], None], seed: int, pace: Callable[[int], None] | None
    ) -> None:
        self.cuts = 0
        self._cut_due = False
        self.idles = 0  # how often the firmware has waited: the steps of its loop
        self._world = world
        self._clock = world.clock
        self._on_link = on_link
        self._pace = pace
        self._inbox = bytearray()
        self._random = random.Random(f"entropy {seed}")

    def serve(self, done: Callable[[], bool]) -> None:
        """Let the firmware run until `done()` holds."""
        raise NotImplementedError

    def close(self) -> None:
        """End the firmware and give back what it took."""
        raise NotImplementedError

    def cut(self) -> None:
        """Power goes everywhere as soon as the request under way is answered, and comes back at once: what the flash
        holds stays, and so do the cards.
        """
        self._cut_due = True

    def _power_cycle(self) -> None:
        self._cut_due = False
        self.cuts += 1
        self._inbox.clear()
        self._world.power_cycle()

    def send(self, data: bytes) -> None:
        """Bytes for the device; they are there one USB frame later, unless power goes before."""
        cuts = self.cuts
        self._clock.after(USB_FRAME_US, lambda: self._inbox.extend(data if cuts == self.cuts else b""))

    def _sent(self, data: bytes) -> None:
        """Bytes that the device has sent."""
        self._clock.after(USB_FRAME_US, lambda: self._on_link(data))

    def _idle(self, until: int) -> None:
        """Advance to tick `until`, or only to the moment at which bytes for the device arrive."""
        self.idles += 1
        clock = self._clock
        wait = (until - clock.now) & TICK_MASK
        target = clock.now + (wait if wait < TICK_MASK >> 1 else 0)
        while not self._inbox:
            due = clock.next_at
            if due is None or due > target:
                clock.advance_to(target)
                break
            clock.advance_to(due)
        if self._pace is not None:
            self._pace(clock.now)
