"""MicroPython's `select.poll` for the one serial line: to wait is to let the simulated world go on."""

import machine

POLLIN = 1
POLLOUT = 4


class poll:
    def __init__(self):
        self._events = 0
        self._stream = None

    def register(self, stream, events):
        self._stream = stream
        self._events = events

    def ipoll(self, timeout=-1, flags=0):
        """What is ready within `timeout` ms. A real one gives the same tuple again and again, and makes no other."""
        if self._events == POLLOUT:
            ready = machine.wire.host_reads()
        else:
            ready = machine.wire.available()
            if not ready and timeout > 0:
                machine.wire.wait(timeout)
                ready = machine.wire.available()
        return iter(((self._stream, self._events),) if ready else ())
