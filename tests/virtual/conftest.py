"""A bench for one chip: a host that speaks frames written by hand, and a clock that only it advances."""

from dataclasses import replace

import pytest

from host_tools.virtual.clock import Clock
from host_tools.virtual.field import Antenna
from host_tools.virtual.i2c import PN532_ADDRESS, I2CBus, Pn532I2C
from host_tools.virtual.options import ChipOptions
from host_tools.virtual.pn532 import Pn532
from host_tools.virtual.timing import MID
from host_tools.virtual.world import World

ACK = bytes.fromhex("0000ff00ff00")


def frame(pd: bytes) -> bytes:
    """A normal host frame round PD."""
    body = b"\xd4" + pd
    return bytes((0, 0, 0xFF, len(body), -len(body) & 0xFF)) + body + bytes((-sum(body) & 0xFF, 0))


class Bench:
    """One antenna, one chip, one bus.

    `started` is when the last ACK had been read, `took` how long after that a status poll first found the
    response: at most one poll (108 us and a pause of 50 us) more than the chip took.
    """

    def __init__(self, timing, options):
        self.clock = Clock()
        self.timing = timing
        self.antenna = Antenna("spot", self.clock, timing, 7)
        self.chip = Pn532(self.clock, self.antenna, timing, options)
        self.bus = I2CBus(self.clock, timing, charge_parse=False)
        self.front = Pn532I2C(self.chip, self.clock, timing)
        self.bus.attach(PN532_ADDRESS, self.front)
        self.started = 0
        self.asked = 0
        self.took = 0

    def write(self, raw: bytes) -> int:
        return self.bus.write(PN532_ADDRESS, raw)

    def read(self, size: int) -> tuple[int, bytes]:
        buf = bytearray(size)
        error = self.bus.read(PN532_ADDRESS, buf)
        return error, bytes(buf)

    def ready(self) -> bool:
        """One status poll; not acknowledged counts as not ready."""
        self.asked = self.clock.now + self.timing.cost_us("bus")
        error, status = self.read(1)
        return not error and status == b"\x01"

    def send(self, pd: bytes) -> bool:
        """Write a command, again while it comes too early, and read the ACK. False if none came within 15
        ms."""
        raw = frame(pd)
        while self.write(raw):
            self.clock.advance(100)
        limit = self.clock.now + 15_000
        while not self.ready():
            if self.clock.now > limit:
                return False
            self.clock.advance(100)
        error, got = self.read(7)
        while error:
            self.clock.advance(100)
            error, got = self.read(7)
        assert got == b"\x01" + ACK
        self.started = self.clock.now
        return True

    def response(self, within_us: int = 1_000_000) -> bytes | None:
        """Wait for the response: its PD, response code first. None if none came in time."""
        limit = self.clock.now + within_us
        while not self.ready():
            if self.clock.now > limit:
                return None
            self.clock.advance(50)
        self.took = self.asked - self.started
        error, got = self.read(80)
        while error:
            self.clock.advance(100)
            error, got = self.read(80)
        body = got[6 : 6 + got[4]]
        assert got[1:4] == b"\x00\x00\xff"
        assert (got[4] + got[5]) & 0xFF == 0
        assert sum(got[6 : 7 + got[4]]) & 0xFF == 0
        assert body[0] == 0xD5
        return body[1:]

    def command(self, pd: str, within_us: int = 1_000_000) -> str | None:
        """A whole dialogue in hex without the TFI bytes."""
        assert self.send(bytes.fromhex(pd))
        got = self.response(within_us)
        return None if got is None else got.hex()

    def raw(self, pd: str, size: int) -> str:
        """Send a command and read `size` bytes of what is then ready, in hex, without the status byte."""
        assert self.send(bytes.fromhex(pd))
        self.wait()
        error, got = self.read(size + 1)
        assert (error, got[0]) == (0, 1)
        return got[1:].hex()

    def wait(self, within_us: int = 1_000_000) -> int:
        """Poll until something is ready; microseconds from the last ACK to that poll."""
        limit = self.clock.now + within_us
        while not self.ready():
            assert self.clock.now < limit
            self.clock.advance(50)
        self.took = self.asked - self.started
        return self.took

    def normal(self) -> "Bench":
        """Out of LowVbat, one retry, no ATS: the state our driver works in."""
        for pd in ("14011401", "1204", "3205ff0101"):
            self.command(pd)
        return self


THREE = {
    "name": "three_spots",
    "seats": 2,
    "buses": ((0, 4, 5, 400_000), (1, 6, 7, 400_000)),
    "muxes": ((0, 0x70, "mux"),),
    "readers": (
        ("muck", 1, -1, 0, "passing", 2, "muck"),
        ("seat_1", 0, 0, 0, "all", 2, "seats"),
        ("seat_2", 0, 0, 5, "all", 2, "seats"),
    ),
    "couplings": (),
}


class FaultBench(Bench):
    """The bench on a reader of a world: `muck` alone on its bus, or a seat behind the multiplexer of the other."""

    def __init__(self, world, zone="muck"):
        reader = world.reader(zone)
        self.world = world
        self.zone = zone
        self.clock, self.timing = world.clock, world.timing
        self.antenna, self.chip, self.front, self.bus = reader.antenna, reader.chip, reader.i2c, reader.bus
        self.started = self.asked = self.took = 0

    def at(self, zone):
        """The bench on another reader of the same world."""
        return FaultBench(self.world, zone)

    def fault(self, name, place=None):
        self.world.faults.set(name, place or self.zone)

    def clear(self, name, place=None):
        self.world.faults.clear(name, place or self.zone)

    def reset(self, us=1000):
        """A pulse on the muck's reset line, and the time to boot; then set up anew."""
        self.world.drive("muck", 0)
        self.clock.advance(us)
        self.world.drive("muck", 1)
        self.clock.advance(2000)


@pytest.fixture
def bench():
    """A reader set up, on a bus that needs no pauses; `fault` and `clear` set and clear faults of its world."""
    timing = replace(MID.without_rf_faults(), bus_free_us=0, nack_window_us=0)
    return FaultBench(World(THREE, timing, 7, charge_parse=False)).normal()


@pytest.fixture
def make_bench():
    """Bench(timing fields..., options=ChipOptions(...)): the mid profile without RF faults unless said
    otherwise."""

    def make(options: ChipOptions | None = None, **fields) -> Bench:
        timing = replace(MID.without_rf_faults(), **fields)
        return Bench(timing, ChipOptions() if options is None else options)

    return make


@pytest.fixture
def prompt_bench(make_bench):
    """A bench whose bus needs no pauses, so that byte sequences stand alone."""

    def make(options: ChipOptions | None = None, **fields) -> Bench:
        return make_bench(options, **{"bus_free_us": 0, "nack_window_us": 0, **fields})

    return make
