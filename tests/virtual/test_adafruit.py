"""Conformance: adafruit-circuitpython-pn532 2.4.9 against the virtual chip.

The library is as published; what it finds round it is `host_tools.bench.adafruit`.
"""

from importlib.metadata import version

import pytest

from host_tools.bench import adafruit
from host_tools.virtual.options import ChipOptions
from host_tools.virtual.tag import HALT, Tag
from host_tools.virtual.timing import HIGH, LOW, MID

NTAG = bytes.fromhex("04112233445566")
CLASSIC = bytes.fromhex("a1b2c3d4")


@pytest.fixture(scope="module")
def library():
    """The library's I2C module."""
    with adafruit.library() as module:
        yield module


@pytest.fixture
def connect(library, make_bench):
    """(driver, bench, i2c) with the driver initialised. Unless said otherwise: mid latencies, the 1 ms window
    after a write or an ACK read, and no bus-free minimum (the defaults of pn532.md 7.3). `host_us` = what the
    host takes before each transaction."""

    def make(*, reset=False, options=None, host_us=0, **fields):
        bench = make_bench(options, **{"bus_free_us": 0, **fields})
        adafruit.keep_time(bench.clock)
        i2c = adafruit.I2C(bench.bus, lambda: bench.clock.advance(host_us))
        pin = adafruit.DigitalInOut(bench.chip) if reset else None
        return library.PN532_I2C(i2c, reset=pin), bench, i2c

    return make


PROFILE_FIELDS = (
    "i2c_hz",
    "bus_free_us",
    "nack_window_us",
    "ack_us",
    "config_us",
    "list_first_us",
    "list_found_us",
    "list_empty_us",
    "field_off_us",
    "wake_stretch_us",
)

INSTANT = {"nack_window_us": 0, "ack_us": 0, "config_us": 0, "list_first_us": 0, "exchange_us": 0}
"""A chip that is always ready at once, as the traces of pn532.md 3.3 were taken."""

OPENING = [
    "W 36 ''",
    "W 36 '0000ff05fbd4140114010200'",
    "R1 01",
    "R1 01",
    "R7 010000ff00ff00",
    "R1 01",
    "R1 01",
    "R10 010000ff02fed5151600",
    "W 36 '0000ff02fed4022a00'",
    "R1 01",
    "R1 01",
    "R7 010000ff00ff00",
    "R1 01",
    "R1 01",
    "R14 010000ff06fad50332010607e800",
]


def test_the_library_is_the_one_the_trace_was_taken_from(library):
    assert version("adafruit-circuitpython-pn532") == library.__version__ == "2.4.9"


def test_exact_bytes_of_the_opening(connect):
    _, _, i2c = connect(**INSTANT)
    assert i2c.trace == OPENING


def test_exact_bytes_of_a_read(connect):
    driver, bench, i2c = connect(**INSTANT)
    bench.antenna.place(Tag(NTAG))
    i2c.trace.clear()
    assert driver.read_passive_target() == NTAG
    body = bytes.fromhex("d54b0101004400 07") + NTAG
    response = bytes.fromhex("0000ff0ff1") + body + bytes((-sum(body) & 0xFF, 0))
    assert i2c.trace == [
        "W 36 '0000ff04fcd44a0100e100'",
        "R1 01",
        "R1 01",
        "R7 010000ff00ff00",
        "R1 01",
        "R1 01",
        "R74 01" + response.hex() + "00" * (73 - len(response)),
    ]


def test_the_bytes_are_the_same_in_real_time(connect):
    """With the mid profile's latencies there are polls in between, refused or 00, and nothing else."""
    _, bench, i2c = connect()
    assert [line for line in i2c.trace if line not in ("R1 refused", "R1 00")] == OPENING
    assert "R1 refused" in i2c.trace
    assert bench.clock.now > 2 * (400 + 2000)


def test_firmware_version(connect):
    driver, _, _ = connect()
    assert driver.firmware_version == (0x32, 1, 6, 7)


@pytest.mark.parametrize("uid", [CLASSIC, NTAG])
def test_reads_a_tag_in_time(connect, uid):
    driver, bench, _ = connect()
    bench.antenna.place(Tag(uid))
    before = bench.clock.now
    assert driver.read_passive_target(timeout=0.5) == uid
    assert 21_000 < bench.clock.now - before < 50_000


def test_reads_a_tag_that_stays_again_and_again(connect):
    """Nobody halts it, so each list needs a second try (Adafruit-PN532#52), which the chip's endless retries
    give."""
    driver, bench, _ = connect()
    bench.antenna.place(Tag(NTAG))
    assert [driver.read_passive_target() for _ in range(6)] == [NTAG] * 6
    assert bench.chip.initiator.retries == 5


def test_no_tag_is_a_timeout_and_the_next_read_starts_anew(connect):
    """It never aborts the pending list (pn532.md 3.4): the next command does."""
    driver, bench, _ = connect()
    before = bench.clock.now
    assert driver.read_passive_target(timeout=0.5) is None
    assert 0.5e6 <= bench.clock.now - before < 0.53e6
    assert driver.firmware_version == (0x32, 1, 6, 7)
    bench.antenna.place(Tag(CLASSIC))
    assert driver.read_passive_target(timeout=0.5) == CLASSIC


def test_a_tag_that_arrives_while_it_waits(connect):
    driver, bench, _ = connect()
    bench.clock.after(300_000, lambda: bench.antenna.place(Tag(NTAG)))
    assert driver.read_passive_target(timeout=1) == NTAG


def test_finite_retries_surprise_the_library(connect):
    """NbTg=0 is taken for more than one card (pn532.md 3.4, its issue 54)."""
    driver, _, i2c = connect(list_empty_us=1000)
    driver.call_function(0x32, params=[0x05, 0xFF, 0x01, 0x01])
    with pytest.raises(RuntimeError, match="More than one card"):
        driver.read_passive_target()
    assert i2c.trace[-1].startswith("R74 010000ff03fdd54b00e000")


def test_one_of_two_tags(connect):
    driver, bench, _ = connect()
    uids = {NTAG, CLASSIC}
    for uid in uids:
        bench.antenna.place(Tag(uid))
    assert bytes(driver.read_passive_target()) in uids


def test_a_ten_byte_uid_is_too_long_for_it(connect):
    driver, bench, _ = connect()
    bench.antenna.place(Tag(bytes.fromhex("04010203040506070809")))
    with pytest.raises(RuntimeError, match="unexpectedly long UID"):
        driver.read_passive_target()


def test_reads_a_block_and_exactly_these_bytes(connect):
    driver, bench, i2c = connect()
    memory = bytes(range(180))
    bench.antenna.place(Tag(NTAG, memory=memory))
    driver.read_passive_target()
    i2c.trace.clear()
    assert driver.ntag2xx_read_block(4) == memory[16:20]
    assert i2c.trace[0] == "W 36 '0000ff05fbd440013004b700'"
    assert i2c.trace[-1].startswith("R27 010000ff13edd54100" + memory[16:32].hex())


def test_authentication_with_a_long_uid_is_a_syntax_error(connect):
    driver, bench, _ = connect()
    bench.antenna.place(Tag(NTAG))
    driver.read_passive_target()
    with pytest.raises(RuntimeError, match="unexpected command response"):
        driver.mifare_classic_authenticate_block(NTAG, 4, 0x60, bytes(6))


def test_a_command_the_chip_does_not_have(connect):
    driver, _, _ = connect()
    with pytest.raises(RuntimeError, match="unexpected command response"):
        driver.call_function(0x60, params=[1, 1, 0])
    assert driver.firmware_version == (0x32, 1, 6, 7)


def test_a_corrupted_response_is_noticed(connect):
    driver, bench, _ = connect()
    bench.chip.garble = lambda raw: raw[:-2] + bytes((raw[-2] ^ 0x40,)) + raw[-1:]
    with pytest.raises(RuntimeError, match="checksum did not match expected value"):
        driver.call_function(0x02, 4)


def test_power_down_leaves_the_postamble_and_the_chip_wakes_again(connect):
    """R10 of an 11-byte answer (pn532.md 3.3)."""
    driver, bench, i2c = connect()
    i2c.trace.clear()
    assert driver.power_down()
    assert i2c.trace[0] == "W 36 '0000ff04fcd416b0006600'"
    assert i2c.trace[-1].startswith("R10 010000ff03fdd51700")
    assert bench.chip.asleep
    assert bench.chip.waiting(bench.clock.now) is not None
    bench.antenna.place(Tag(NTAG))
    assert driver.read_passive_target() == NTAG
    assert not bench.chip.asleep


def test_reset_pin(connect):
    driver, bench, _ = connect(reset=True)
    bench.antenna.place(Tag(NTAG))
    assert driver.read_passive_target() == NTAG
    assert driver.power_down()
    assert bench.chip.held
    assert driver.read_passive_target() == NTAG
    assert not bench.chip.held


def test_a_dead_chip(library, connect):
    driver, bench, i2c = connect()
    bench.front.plug(False)
    with pytest.raises(RuntimeError, match="Failed to detect"):
        _ = driver.firmware_version
    with pytest.raises(ValueError, match="No I2C device"):
        library.PN532_I2C(i2c)


def test_deselect_by_the_library_halts_the_tag(connect):
    driver, bench, _ = connect()
    card = Tag(NTAG)
    bench.antenna.place(card)
    driver.read_passive_target()
    assert driver.call_function(0x44, 1, params=[0]) == b"\x00"
    assert card.state == HALT
    assert driver.read_passive_target(timeout=0.2) is None


def test_a_chip_that_insists_on_bus_free_time_is_lost_on_a_fast_host(connect):
    """The library never pauses between transactions (libnfc#367: such chips exist)."""
    with pytest.raises(RuntimeError, match="Failed to detect"):
        connect(bus_free_us=1300)


@pytest.mark.parametrize("profile", [LOW, MID, HIGH])
def test_every_profile_in_full_on_a_host_slow_enough(connect, profile):
    """A host that needs longer between two calls than the chip's pauses: 5 ms covers all three profiles."""
    fields = {name: getattr(profile, name) for name in PROFILE_FIELDS}
    driver, bench, _ = connect(host_us=5000, **fields)
    assert driver.firmware_version == (0x32, 1, 6, 7)
    for uid in (NTAG, CLASSIC):
        card = Tag(uid)
        bench.antenna.place(card)
        assert driver.read_passive_target() == uid
        bench.antenna.remove(card)
        assert driver.read_passive_target(timeout=0.3) is None


def test_a_chip_in_low_vbat_that_keeps_silent_about_its_version(connect):
    """The library configures the SAM first, so the switch does not matter to it."""
    driver, _, _ = connect(options=ChipOptions(low_vbat_answers_version=False))
    assert driver.firmware_version == (0x32, 1, 6, 7)
