"""What the buses and pins of a board behind a pty lead to: the parts of a virtual world.

The board's VM asks for a transaction, drives or reads a pin, or waits, over a socket. The world's clock is the only one
it knows (`board_vm/clock.py`), and goes on by what it asks for: how busy this machine is does not show in what it
measures. A wait for the link takes as long on the wall, so a table behind a pty is about as fast as a real one.
"""

import contextlib
import socket
import struct
import threading
from collections.abc import Iterator, Mapping
from typing import Any

from host_tools.virtual.i2c import BOTH, SCL, I2CBus
from host_tools.virtual.world import World

# Requests, as `board_vm/machine.py` has them: op, a, b, n and n bytes of data.
WRITE, READ, SET, GET, LAMPS, WAIT = range(1, 7)
_HEAD = struct.Struct("<BBBB")
_ANSWER = struct.Struct("<QB")
_CLOCKS = 9


class Parts:
    """The parts of `world` as `board` wires them; its readers hang on I2C. `wired` are the GPIOs that lead to one."""

    def __init__(self, world: World, board: Mapping[str, Any]) -> None:
        self.world = world
        self.lock = threading.Lock()
        self._sda: dict[int, I2CBus] = {row[1]: world.buses[row[0]] for row in board["buses"]}
        self._scl: dict[int, I2CBus] = {row[2]: world.buses[row[0]] for row in board["buses"]}
        self._clocks: dict[int, int] = {}
        self._resets = {row[2] for row in board["muxes"]}
        self._outputs = {row[1]: row[0] for row in board.get("outputs", ())}
        self._shift = ShiftRegisters(world, board)
        pins = (*self._sda, *self._scl, *self._resets, *self._outputs, *self._shift.pins)
        self.wired = tuple(sorted(pins))

    @contextlib.contextmanager
    def felt(self) -> Iterator[World]:
        """The world, standing still, for whoever lays and lifts cards."""
        with self.lock:
            yield self.world

    def connect(self) -> socket.socket:
        """The VM's end of a new socket, served by a thread until the VM ends."""
        ours, theirs = socket.socketpair()
        threading.Thread(target=self._serve, args=(ours,), daemon=True).start()
        return theirs

    def _serve(self, end: socket.socket) -> None:
        pending = b""

        def take(n: int) -> bytes:
            nonlocal pending
            while len(pending) < n:
                more = end.recv(4096)
                if not more:
                    raise EOFError
                pending += more
            data, pending = pending[:n], pending[n:]
            return data

        with end, contextlib.suppress(EOFError, ConnectionError):
            while True:
                op, a, b, n = _HEAD.unpack(take(_HEAD.size))
                data = take(n) if op in (WRITE, LAMPS, WAIT) else b""
                with self.lock:
                    status, read = self._request(op, a, b, n, data)
                    now = self.world.clock.now
                if op != SET:
                    end.sendall(_ANSWER.pack(now, status) + read)

    def _request(self, op: int, a: int, b: int, n: int, data: bytes) -> tuple[int, bytes]:
        """The answer to one request: an errno or a level, and what was read where a read went well."""
        if op == WRITE:
            return self.world.buses[a].write(b, data), b""
        if op == READ:
            buffer = bytearray(n)
            error = self.world.buses[a].read(b, buffer)
            return error, b"" if error else bytes(buffer)
        if op == GET:
            return self._level(a), b""
        if op == WAIT:
            self.world.clock.advance(int.from_bytes(data, "little"))
        elif op == LAMPS:
            self.world.show(self._outputs[a], data)
        else:
            self._drive(a, b)
        return 0, b""

    def _level(self, gpio: int) -> int:
        if gpio in self._scl:
            return int(self._scl[gpio].held not in (SCL, BOTH))
        if gpio in self._sda:
            return int(self._sda[gpio].held in ("", SCL))
        return 1

    def _drive(self, gpio: int, level: int) -> None:
        if gpio in self._scl and level:
            self._clocks[gpio] = self._clocks.get(gpio, 0) + 1
            if self._clocks[gpio] >= _CLOCKS:
                self._clocks[gpio] = 0
                self._scl[gpio].clear()
        elif gpio in self._resets:
            self.world.drive(gpio, level)
        elif gpio in self._outputs:
            self.world.show(self._outputs[gpio], bytes((level,)))
        elif gpio in self._shift.pins:
            self._shift.drive(gpio, level)


class ShiftRegisters:
    """A chain of 74HC595 at the GPIOs (data, clock, latch) of a board's `shift`; its outputs are "sr0", "sr1".."""

    def __init__(self, world: World, board: Mapping[str, Any]) -> None:
        self._world = world
        self.pins: tuple[int, ...] = board.get("shift", ())
        self._lines = {int(row[6][2:]): row[6] for row in board["readers"] if row[6] is not None}
        self._data = 0
        self._chain = [1] * (max(self._lines, default=-1) + 1)
        self._levels = list(self._chain)

    def drive(self, gpio: int, level: int) -> None:
        """A pin of the chain is driven; a rise of the clock takes a level in, a rise of the latch shows all."""
        data, clock, latch = self.pins
        if gpio == data:
            self._data = level
        elif gpio == clock and level:
            self._chain = [self._data, *self._chain[:-1]]
        elif gpio == latch and level:
            for number, now in enumerate(self._chain):
                if now != self._levels[number] and number in self._lines:
                    self._world.drive(self._lines[number], now)
            self._levels = list(self._chain)
