"""The other end of the fake `machine`: a simulated board, its pins, units and USB line, with no port of its own."""

from host_tools.virtual.i2c import SCL, SDA
from host_tools.virtual.world import World


class Rig:
    """What the fake `machine` asks of a world whose board has these pins. `log` has what no reader hears: lamps, pins,
    watchdog. `to_table` is what the host has sent, `to_host` what the table has said.
    """

    def __init__(self, board, timing, seed=1, **more):
        self.board = board
        self.world = World(board, timing, seed, **more)
        self.clock = self.world.clock
        self.log = []
        self.reading = True
        self.to_table = bytearray()
        self.to_host = bytearray()
        self.levels = {}
        self.opened = {}
        self._spi_ids = {row[1]: row[0] for row in board.get("spis", ())}
        self._uart_ids = {row[1]: row[0] for row in board.get("uarts", ())}
        self._selects = {}
        for row in board["readers"]:
            if row[1] in self.world.spis:
                self._selects[row[3]] = self.world.spis[row[1]]
        self._resets = {row[2] for row in board["muxes"]}
        self._lines = {
            pin: (row[0], kind) for row in board["buses"] for pin, kind in ((row[1], SDA), (row[2], SCL))
        }
        self._clocks = 0

    # -- time -------------------------------------------------------------------------------------------------

    def now(self):
        return self.clock.now

    def sleep(self, us):
        self.clock.advance(us)

    def wait(self, ms):
        """Until bytes come, or that long."""
        until = self.clock.now + 1000 * ms
        while not self.to_table and self.clock.now < until:
            due = self.clock.next_at
            self.clock.advance_to(until if due is None else min(due, until))

    # -- the serial line --------------------------------------------------------------------------------------

    def available(self):
        return len(self.to_table)

    def host_reads(self):
        return self.reading

    # -- pins -------------------------------------------------------------------------------------------------

    def pin_get(self, gpio):
        if gpio in self._lines:
            bus, kind = self._lines[gpio]
            held = self.world.buses[bus].held
            return int(self.levels.get(gpio, 1) and held != kind)
        irqs = {row[1] for row in self.board.get("irqs", ())}
        return self.world.irq(gpio) if gpio in irqs else self.levels.get(gpio, 1)

    def pin_set(self, gpio, level):
        was = self.levels.get(gpio)
        self.levels[gpio] = level
        if gpio in self._lines:
            bus, kind = self._lines[gpio]
            # A device lets SDA go at the ninth clock, unless the host has ended the byte before.
            if kind == SDA and not level:
                self._clocks = 9
            elif kind == SCL and level and was == 0:
                self._clocks += 1
                if self._clocks == 9:
                    self.world.buses[bus].clear()
        elif gpio in self._selects:
            if level and not was:
                self._selects[gpio].release()
            elif not level:
                self._selects[gpio].select(gpio)
        else:
            self.log.append(("pin", gpio, level))
            if gpio in self._resets:
                self.world.drive(gpio, level)

    # -- units ------------------------------------------------------------------------------------------------

    def i2c_open(self, unit, scl, sda, freq, timeout):
        self.opened["i2c", unit] = (scl, sda, freq, timeout)
        self._clocks = 0
        self.world.buses[unit].stretch_limit_us = timeout

    def i2c_write(self, unit, addr, data):
        return self.world.buses[unit].write(addr, data)

    def i2c_read(self, unit, addr, n):
        buf = bytearray(n)
        return self.world.buses[unit].read(addr, buf), bytes(buf)

    def spi_open(self, unit, baudrate, pins):
        self.opened["spi", unit] = (baudrate, pins)

    def spi(self, unit, data):
        return self.world.spis[self._spi_ids[unit]].clock(data)

    def uart_open(self, unit, baudrate, tx, rx):
        self.opened["uart", unit] = (baudrate, tx, rx)

    def uart_write(self, unit, data):
        self.world.uarts[self._uart_ids[unit]].write(data)

    def uart_read(self, unit, n):
        buf = bytearray(n)
        return bytes(buf[: self.world.uarts[self._uart_ids[unit]].read(buf)])

    def watchdog(self, timeout):
        self.log.append(("watchdog", timeout))

    def bitstream(self, gpio, timing, data):
        self.log.append(("lamps", gpio, tuple(timing), data))
