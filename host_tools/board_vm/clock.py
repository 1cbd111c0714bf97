"""`time` and `select` of a board with a virtual world at its pins: its clock is the world's.

What the board computes takes no time; a transaction takes what the world says. While a table runs, a wait for the link
takes as long on the wall; at the prompt, where nobody waits for the link, it takes none.
"""

import select
import time

import machine

paced = True
_MASK = (1 << 30) - 1  # ticks of the boards that are simulated


class Time:
    """The built-in module's functions that a board has."""

    def ticks_us(self):
        return machine.now & _MASK

    def ticks_ms(self):
        return machine.now // 1000 & _MASK

    def sleep_us(self, us):
        machine.wait(us)

    def sleep_ms(self, ms):
        if paced:
            time.sleep_ms(ms)
        machine.wait(ms * 1000)

    def time(self):
        return time.time()


class Select:
    """The built-in module with polls that take the world's time."""

    POLLIN = select.POLLIN
    POLLOUT = select.POLLOUT

    def poll(self):
        return Poll()


class Poll:
    def __init__(self):
        self._poll = select.poll()

    def register(self, stream, events):
        self._poll.register(stream, events)

    def ipoll(self, ms):
        """Wait so long, or until something comes."""
        if ms and not paced:
            machine.wait(ms * 1000)
        elif ms:
            began = time.ticks_us()
            found = self._poll.poll(ms)
            passed = time.ticks_diff(time.ticks_us(), began)
            machine.wait(min(passed, ms * 1000) if found else ms * 1000)
            return found
        return self._poll.ipoll(0)
