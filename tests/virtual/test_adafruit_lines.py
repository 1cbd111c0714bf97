"""Conformance: the SPI and UART classes of adafruit-circuitpython-pn532 2.4.9 against the virtual chip.

As in test_adafruit, whose stand-ins serve here too: the library as published, on the virtual clock.
"""

import importlib
import sys
import types
from dataclasses import replace

import pytest

from host_tools.bench.adafruit import DigitalInOut, Direction, VirtualTime
from host_tools.virtual.clock import Clock
from host_tools.virtual.field import Antenna
from host_tools.virtual.hsu import HsuLine, Pn532Hsu
from host_tools.virtual.options import ChipOptions
from host_tools.virtual.pn532 import Pn532
from host_tools.virtual.spi import Pn532Spi, SpiBus
from host_tools.virtual.tag import HALT, Tag
from host_tools.virtual.timing import HIGH, LOW, MID
from tests.virtual.test_adafruit import CLASSIC, NTAG

CS = 17
MODULES = (
    "adafruit_bus_device.spi_device",
    "adafruit_pn532.adafruit_pn532",
    "adafruit_pn532.spi",
    "adafruit_pn532.uart",
)
REVERSED = {0x40: "status", 0x80: "write", 0xC0: "read"}  # 02, 01, 03 with the lowest bit first


class Spi:
    """busio.SPI on a virtual bus: the bytes go out highest bit first, and every window is noted as it went."""

    def __init__(self, bus):
        self._bus = bus
        self.trace = []
        self.baudrate = 0

    def try_lock(self):
        return True

    def unlock(self):
        pass

    def configure(self, *, baudrate, polarity, phase):
        assert (polarity, phase) == (0, 0)
        self.baudrate = baudrate

    def write(self, buf):
        self.trace.append(("out", bytes(buf)))
        self._bus.clock(bytes(buf))

    def write_readinto(self, out, into):
        got = self._bus.clock(bytes(out))
        self.trace.append((REVERSED.get(out[0], "?"), got))
        into[:] = got


class ChipSelect:
    def __init__(self, bus):
        self._bus = bus

    def switch_to_output(self, value):
        assert value

    @property
    def value(self):
        raise AssertionError("nobody reads it")

    @value.setter
    def value(self, level):
        if level:
            self._bus.release()
        else:
            self._bus.select(CS)


class Uart:
    """busio.UART on a virtual line: `read` waits up to `timeout` for all it was asked for."""

    timeout = 0.1

    def __init__(self, line, clock):
        self._line = line
        self._clock = clock
        self.sent = []

    @property
    def in_waiting(self):
        return self._line.any()

    def reset_input_buffer(self):
        self._line.read(bytearray(self._line.any()))

    def write(self, buf):
        self.sent.append(bytes(buf).hex())
        return self._line.write(bytes(buf))

    def read(self, count):
        until = self._clock.now + round(self.timeout * 1e6)
        while self._line.any() < count and self._clock.now < until:
            self._clock.advance(1000)
        buf = bytearray(count)
        size = self._line.read(buf)
        return bytes(buf[:size]) or None


class Bench:
    """A chip on an SPI bus or a UART, with the library's driver."""

    def __init__(self, library, kind, timing, options, reset, monkeypatch):
        self.clock = Clock()
        self.antenna = Antenna("spot", self.clock, timing, 7)
        self.chip = Pn532(self.clock, self.antenna, timing, options or ChipOptions())
        for name in MODULES:
            monkeypatch.setattr(sys.modules[name], "time", VirtualTime(self.clock))
        pin = DigitalInOut(self.chip) if reset else None
        if kind == "spi":
            self.bus = SpiBus(self.clock, timing, 100_000, charge_parse=False)
            self.front = Pn532Spi(self.chip, self.clock, timing)
            self.bus.attach(CS, self.front)
            self.host = Spi(self.bus)
            self.driver = library["spi"].PN532_SPI(self.host, ChipSelect(self.bus), reset=pin)
        else:
            self.line = HsuLine(self.clock, timing, 115_200, charge_parse=False)
            self.front = Pn532Hsu(self.chip, self.clock, timing)
            self.line.attach(self.front)
            self.host = Uart(self.line, self.clock)
            self.driver = library["uart"].PN532_UART(self.host, reset=pin)


@pytest.fixture(scope="module")
def library():
    stand_ins = {
        "busio": {"SPI": Spi, "UART": Uart},
        "digitalio": {"DigitalInOut": DigitalInOut, "Direction": Direction},
        "circuitpython_typing": {"ReadableBuffer": bytes, "WriteableBuffer": bytearray},
    }
    with pytest.MonkeyPatch.context() as patch:
        for name, content in stand_ins.items():
            module = types.ModuleType(name)
            vars(module).update(content)
            patch.setitem(sys.modules, name, module)
        for name in MODULES:
            patch.delitem(sys.modules, name, raising=False)
        yield {name: importlib.import_module(f"adafruit_pn532.{name}") for name in ("spi", "uart")}


@pytest.fixture
def connect(library, monkeypatch):
    """connect(kind, timing fields..., reset, options): a bench with the driver initialised."""

    def make(kind, *, reset=False, options=None, timing=MID, **fields):
        return Bench(
            library, kind, replace(timing.without_rf_faults(), **fields), options, reset, monkeypatch
        )

    return make


BOTH = pytest.mark.parametrize("kind", ["spi", "uart"])


@BOTH
@pytest.mark.parametrize("profile", [LOW, MID, HIGH])
def test_every_profile(connect, kind, profile):
    bench = connect(kind, timing=profile)
    assert bench.driver.firmware_version == (0x32, 1, 6, 7)
    for uid in (NTAG, CLASSIC):
        card = Tag(uid)
        bench.antenna.place(card)
        assert bench.driver.read_passive_target(timeout=0.5) == uid
        bench.antenna.remove(card)
        assert bench.driver.read_passive_target(timeout=0.3) is None


@BOTH
def test_reads_a_block(connect, kind):
    bench = connect(kind)
    memory = bytes(range(180))
    bench.antenna.place(Tag(NTAG, memory=memory))
    bench.driver.read_passive_target()
    assert bench.driver.ntag2xx_read_block(4) == memory[16:20]


@BOTH
def test_a_tag_that_arrives_while_it_waits(connect, kind):
    bench = connect(kind)
    bench.clock.after(300_000, lambda: bench.antenna.place(Tag(NTAG)))
    assert bench.driver.read_passive_target(timeout=1) == NTAG


@BOTH
def test_power_down_and_wake(connect, kind):
    """PowerDown names I2C, SPI and HSU as what may wake the chip (B0)."""
    bench = connect(kind)
    assert bench.driver.power_down()
    assert bench.chip.asleep
    bench.antenna.place(Tag(NTAG))
    assert bench.driver.read_passive_target() == NTAG
    assert not bench.chip.asleep


@BOTH
def test_reset_pin(connect, kind):
    bench = connect(kind, reset=True)
    assert bench.driver.power_down()
    assert bench.chip.held
    bench.antenna.place(Tag(NTAG))
    assert bench.driver.read_passive_target() == NTAG


@BOTH
def test_deselect_halts_the_tag(connect, kind):
    bench = connect(kind)
    card = Tag(NTAG)
    bench.antenna.place(card)
    bench.driver.read_passive_target()
    assert bench.driver.call_function(0x44, 1, params=[0]) == b"\x00"
    assert card.state == HALT


@BOTH
def test_errors_are_told(connect, kind):
    bench = connect(kind)
    with pytest.raises(RuntimeError, match="unexpected command response"):
        bench.driver.call_function(0x60, params=[1, 1, 0])
    assert bench.driver.firmware_version == (0x32, 1, 6, 7)
    bench.chip.garble = lambda raw: raw[:-2] + bytes((raw[-2] ^ 0x40,)) + raw[-1:]
    with pytest.raises(RuntimeError, match="checksum did not match expected value"):
        bench.driver.call_function(0x02, 4)


@BOTH
def test_a_dead_chip(connect, kind):
    bench = connect(kind)
    bench.front.plug(False)
    with pytest.raises(RuntimeError, match="Failed to detect"):
        _ = bench.driver.firmware_version


def test_exact_bytes_on_spi(connect):
    """pn532.md 3.3 and 1.4: status `02 00` again and again in one window, ACK and response behind `03`, AA beyond
    the end; all of it mirrored."""
    bench = connect("spi")
    bench.host.trace.clear()
    bench.driver.read_passive_target(timeout=0.1)

    def mirrored(data):
        return bytes(int(f"{byte:08b}"[::-1], 2) for byte in data)

    trace = [(kind, mirrored(data).hex()) for kind, data in bench.host.trace]
    assert trace[0] == ("out", "010000ff04fcd44a0100e100")
    # In its first window the chip is asked too soon; once it is a status window every byte is the status.
    assert trace[1:4] == [("status", "0000"), ("status", "0101"), ("read", "000000ff00ff00")]
    assert set(trace[4:]) == {("status", "0000")}

    bench.antenna.place(Tag(NTAG))
    bench.driver.read_passive_target(timeout=0.5)
    kind, data = bench.host.trace[-1]
    body = bytes.fromhex("d54b0101004400 07") + NTAG
    response = bytes.fromhex("0000ff0ff1") + body + bytes((-sum(body) & 0xFF, 0))
    assert (kind, mirrored(data)) == ("read", b"\0" + response + b"\xaa" * (73 - len(response)))


def test_exact_bytes_on_a_uart(connect):
    """The wake-up, then the same frames as on every bus."""
    bench = connect("uart")
    assert bench.host.sent == ["5555" + "00" * 15, "0000ff05fbd4140114010200", "0000ff02fed4022a00"]


def test_too_many_bytes_of_the_ack_take_the_response_with_them(connect):
    """pn532.md 1.4: on SPI reading more than an ACK has loses what comes after it."""
    bench = connect("spi", options=ChipOptions(execute_on="ready"), config_us=0)
    bench.driver._write_frame(b"\xd4\x02")
    assert bench.driver._wait_ready()
    assert bench.driver._read_data(8)[:6] == bytes.fromhex("0000ff00ff00")
    assert bench.driver._read_data(6) != bytes.fromhex("0000ff00ff00")


def test_a_frame_read_in_two_windows_goes_on(connect):
    """pn532.md 1.4, libnfc: the next byte comes while the host still says that it reads."""
    bench = connect("spi")
    bench.driver.send_command(0x02)
    assert bench.driver._wait_ready()
    first = bench.driver._read_data(5)
    bench.bus.select(CS)
    raw = bench.bus.clock(bytes((0xC0, *bytes(8))))
    bench.bus.release()
    rest = bytes(int(f"{byte:08b}"[::-1], 2) for byte in raw)
    assert bytes(first) + rest[:8] == bytes.fromhex("0000ff06fad50332010607e800")


def test_wire_time_on_spi_is_that_of_the_bits():
    clock = Clock()
    timing = MID.without_rf_faults()
    bus = SpiBus(clock, timing, 1_000_000, charge_parse=False)
    bus.write(CS, bytes(25))
    assert clock.now == 25 * 8 + timing.cost_us("bus")
    assert bus.wire_us == 200


def test_a_uart_takes_its_time_on_the_wire_and_not_of_the_host(connect):
    """115,200 baud, 8N1: 87 us a byte; GetFirmwareVersion is 9 bytes there, 6 and 13 back."""
    bench = connect("uart", ack_us=400, config_us=2000)
    bench.host.reset_input_buffer()
    before = bench.clock.now
    bench.line.write(bytes.fromhex("0000ff02fed4022a00"))
    assert bench.clock.now - before == MID.cost_us("bus")
    while bench.line.any() < 6 + 13:
        bench.clock.advance(10)
    took = bench.clock.now - before - MID.cost_us("bus")
    assert took == pytest.approx(28 * 10 / 0.1152 + 400 + 2000, abs=20)


def test_baud_rate_changes_with_the_hosts_ack(connect):
    """pn532.md 1.5: parameter 7 is 921,600; the rate holds once the host has acknowledged the response."""
    bench = connect("uart")
    assert bench.driver.call_function(0x10, params=[7]) == b""
    assert bench.chip.baud == 115_200
    bench.line.write(bytes.fromhex("0000ff00ff00"))
    bench.clock.advance(5000)
    assert bench.chip.baud == 921_600
    with pytest.raises(RuntimeError, match="Failed to detect"):
        _ = bench.driver.firmware_version
    bench.line.baud = 921_600
    assert bench.driver.firmware_version == (0x32, 1, 6, 7)


def test_half_a_frame_is_forgotten(connect):
    """The bytes of a frame may not be more than 89 ms apart (pn532.md 1.5)."""
    bench = connect("uart")
    frame = bytes.fromhex("0000ff02fed4022a00")
    for pause, heard in ((80_000, 1), (100_000, 0)):
        before = bench.chip.commands.get(2, 0)
        bench.line.write(frame[:6])
        bench.clock.advance(pause)
        bench.line.write(frame[6:])
        bench.clock.advance(10_000)
        assert bench.chip.commands.get(2, 0) - before == heard
        bench.clock.advance(200_000)
