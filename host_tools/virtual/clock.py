"""Virtual time: one integer of microseconds, and events that happen on the way."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator

Event = Callable[[], None]


class Clock:
    """Counts microseconds from 0. Events run in time order, events of one instant in the order they were
    given.

    `now` is read by everybody and written by nobody but this class.
    """

    __slots__ = ("_heap", "_order", "_running", "now")

    def __init__(self) -> None:
        self.now = 0
        self._heap: list[tuple[int, int, Event]] = []
        self._order = 0
        self._running = False

    def at(self, time: int, event: Event) -> None:
        """Run `event` when the clock reaches `time` (us); one at this very instant runs with the next
        advance."""
        if time < self.now:
            raise ValueError(f"event at {time} us lies before now, {self.now} us")
        self._order += 1
        heapq.heappush(self._heap, (time, self._order, event))

    def after(self, delay: int, event: Event) -> None:
        """Run `event` in `delay` microseconds, 0 or more."""
        self.at(self.now + delay, event)

    @property
    def next_at(self) -> int | None:
        """Time of the earliest event, None when nothing is due."""
        return self._heap[0][0] if self._heap else None

    def advance_to(self, time: int) -> None:
        """Go to `time`, running every event due up to and at it. An event cannot itself advance the clock."""
        heap = self._heap
        if heap and heap[0][0] <= time:
            self._run(time)
        elif time < self.now:
            raise ValueError(f"the clock is at {self.now} us and cannot go back to {time} us")
        elif self._running:
            raise RuntimeError("an event tried to advance the clock")
        self.now = time

    def advance(self, delay: int) -> None:
        """Go `delay` microseconds on."""
        self.advance_to(self.now + delay)

    def _run(self, time: int) -> None:
        if self._running:
            raise RuntimeError("an event tried to advance the clock")
        heap = self._heap
        self._running = True
        try:
            while heap and heap[0][0] <= time:
                due, _, event = heapq.heappop(heap)
                self.now = due
                event()
        finally:
            self._running = False

    def spawn(self, steps: Iterator[int]) -> Process:
        """Run a generator as a process: it starts with the next advance and yields delays in microseconds."""
        process = Process(self, steps)
        self.at(self.now, process.step)
        return process


class Process:
    """A generator on the clock. `alive` until it ends or is stopped."""

    __slots__ = ("_clock", "_steps", "alive")

    def __init__(self, clock: Clock, steps: Iterator[int]) -> None:
        self._clock = clock
        self._steps = steps
        self.alive = True

    def step(self) -> None:
        """Run to the next yield and ask to be called again after the delay it gives."""
        if not self.alive:
            return
        try:
            delay = next(self._steps)
        except StopIteration:
            self.alive = False
            return
        self._clock.after(delay, self.step)

    def stop(self) -> None:
        """End the process where it stands: it is not called again."""
        self.alive = False
