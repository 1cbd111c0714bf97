"""The port of the simulated table: every transaction goes through one local socket to the virtual world.

The world owns the clock: each answer carries the new time, so the time never moves inside this machine. A request is
8 bytes `op, a, b, n, value` and n bytes of data; an answer is three little-endian words, `status | rx << 8 | extra <<
16`, `ticks_us` and `ticks_ms`, and for a read exactly as many bytes as were asked for.
"""

import array
import gc
import struct
import sys

from micropython import const

from railbird.ticks import diff

WRITE = const(1)
READ = const(2)
IDLE = const(3)
LINK_WRITE = const(4)
LINK_READ = const(5)
RANDOM = const(6)
COLLECT = const(7)
OUTPUT = const(8)
CLEAR = const(9)
LINE = const(10)
HASHED = const(30)

OUTPUTS = ("strip", "buzzer")


class _Bus:
    def __init__(self, port, number):
        self._port = port
        self._number = number

    def write(self, addr, buf):
        """Write `buf` to 7-bit `addr`; 0, or the errno of a refused transfer."""
        port = self._port
        port.ask(WRITE, self._number, addr, len(buf), 0)
        port.wire.write(buf)
        return port.answer()

    def read(self, addr, buf):
        """Read len(buf) bytes from 7-bit `addr` into `buf`; 0, or an errno."""
        port = self._port
        port.ask(READ, self._number, addr, len(buf), 0)
        status = port.answer()
        port.fill(buf)
        return status

    def clear(self):
        """Free the lines if one is low: HIGH, FREED or HELD."""
        port = self._port
        port.ask(CLEAR, self._number, 0, 0, 0)
        return port.answer()


class _Link:
    def __init__(self, port):
        self._port = port

    def write(self, buf, n):
        """Send the first n bytes of `buf`; the number taken. The whole buffer crosses, the world takes n."""
        port = self._port
        port.ask(LINK_WRITE, 0, n >> 8, len(buf), n)
        port.wire.write(buf)
        return port.answer()

    def read(self, buf):
        """Bytes that have arrived, at most len(buf), into `buf`; their number."""
        port = self._port
        if not port.arrived:
            return 0
        port.ask(LINK_READ, 0, 0, len(buf), 0)
        n = port.answer()
        port.fill(buf)
        return n


class _Output:
    def __init__(self, port, kind):
        self._port = port
        self._kind = kind

    def write(self, buf):
        """Show the colours of all lamps of a strip."""
        port = self._port
        port.ask(OUTPUT, self._kind, 0, len(buf), 0)
        port.wire.write(buf)
        port.answer()

    def switch(self, on):
        """A buzzer on or off."""
        port = self._port
        port.ask(OUTPUT, self._kind, on, 0, 0)
        port.answer()


class Port:
    """One end of the socket whose descriptor `settings["fd"]` names."""

    watchdog_reset = False

    def __init__(self, settings):
        self.wire = open(settings["fd"], "r+b")
        self.arrived = 0
        self.heap_used = 0
        self.heap_free = 0
        self._request = bytearray(8)
        self._reply = array.array("I", (0, 0, 0))
        self.link = _Link(self)
        self._wait(0)

    def ask(self, op, a, b, n, value):
        """Send a request's head; its n bytes of data, if it has any, follow."""
        struct.pack_into("<BBBBI", self._request, 0, op, a, b & 255, n, value)
        self.wire.write(self._request)

    def answer(self):
        """Wait for the answer's head, take over the time, and return its status."""
        self.fill(self._reply)
        head = self._reply[0]
        self.arrived = head & 0xFF00
        return head & 0xFF

    def fill(self, buf):
        """Read exactly what `buf` holds; the world hanging up ends the program."""
        if not self.wire.readinto(buf):
            sys.exit(0)

    def ticks_us(self):
        return self._reply[1]

    def ticks_ms(self):
        return self._reply[2]

    def idle(self, until_us):
        if diff(until_us, self._reply[1]) > 0:
            self._wait(until_us)

    def _wait(self, until_us):
        self.ask(IDLE, 0, 0, 0, until_us)
        self.answer()

    def bus(self, row):
        return _Bus(self, row[0])

    def parts(self):
        from railbird.port import virtual_lines

        return virtual_lines

    def files(self):
        from railbird.port import virtual_flash

        return virtual_flash.files(self)

    def output(self, row):
        return _Output(self, OUTPUTS.index(row[0]))

    def line(self, name, level):
        """Drive a reset line: a GPIO number, or "sr0", "sr1"..."""
        shifted = isinstance(name, str)
        self.ask(LINE, int(name[2:]) if shifted else name, shifted, 0, level)
        self.answer()

    def random16(self):
        self.ask(RANDOM, 0, 0, 0, 0)
        return self.answer() << 8 | self._reply[0] >> 16 & 0xFF

    def hashed(self, n):
        """The time of so many HMACs passes."""
        self.ask(HASHED, 0, 0, 0, n)
        self.answer()

    def collect(self):
        self.heap_used = gc.mem_alloc()
        gc.collect()
        self.heap_free = gc.mem_free()
        self.ask(COLLECT, 0, 0, 0, 0)
        self.answer()
