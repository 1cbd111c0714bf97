"""The chip's dialogue, configuration commands and output queue (pn532.md 1.1, 1.2, 1.6, 1.7, 7.2)."""

import pytest

from host_tools.virtual.options import ChipOptions

ACK_FRAME = bytes.fromhex("0000ff00ff00")
NACK_FRAME = bytes.fromhex("0000ffff0000")
ERROR_READ = bytes.fromhex("010000ff01ff7f8100")
SAM = bytes.fromhex("0000ff05fbd4140114010200")
GET_VERSION = bytes.fromhex("0000ff02fed4022a00")
VERSION = bytes.fromhex("0000ff06fad50332010607e800")


@pytest.mark.parametrize(
    ("request_pd", "response_pd"),
    [
        ("02", "0332010607"),
        ("04", "0500000000"),
        ("12 04", "13"),
        ("14 01 14 01", "15"),
        ("14 01", "15"),
        ("32 01 00", "33"),
        ("32 02 00 0b 0a", "33"),
        ("32 04 00", "33"),
        ("32 05 ff 01 01", "33"),
        ("32 0a 59f43f114d85616f266287", "33"),
        ("32 0b 69ff3f114185616f", "33"),
        ("32 0c ff0485", "33"),
        ("32 0d 85158a8508b28501da", "33"),
        ("08 633d 07", "09"),
        ("16 b0 00", "1700"),
    ],
)
def test_configuration_commands(make_bench, request_pd, response_pd):
    bench = make_bench().normal()
    assert bench.command(request_pd) == response_pd


@pytest.mark.parametrize(
    "request_pd",
    [
        "60 ff 01 00",  # InAutoPoll: not among the commands this chip has
        "02 00",
        "04 01",
        "06 63",
        "08 633d",
        "12",
        "14 05",
        "14",
        "14 01 14 01 00",
        "16",
        "32",
        "32 01",
        "32 03 00",
        "32 05 ff 01",
        "32 02 00 0b 11",
        "4a 01",
        "4a 00 00",
        "4a 03 00",
        "4a 02 04",
        "4a 01 00 aabbcc",
        "44",
        "40 01",
        "40 01 60 04 ffffffffffff 04112233445566",  # MIFARE authentication with a 7-byte UID
        "42",
    ],
)
def test_syntax_errors_are_acknowledged_and_answered_with_the_error_frame(make_bench, request_pd):
    bench = make_bench().normal()
    assert bench.send(bytes.fromhex(request_pd))
    while not bench.ready():
        bench.clock.advance(100)
    bench.clock.advance(1300)
    assert bench.read(9) == (0, ERROR_READ)
    assert bench.chip.errors == 1
    assert bench.command("02") == "0332010607"


def test_registers_keep_what_was_written(make_bench):
    bench = make_bench().normal()
    assert bench.command("08 6302 00 633d 07") == "09"
    assert bench.command("06 633d 6302 6305") == "0707" + "00" + "00"


def test_ack_and_response_times_of_the_mid_profile(prompt_bench):
    """ACK 0.4 ms after the command, a configuration response 2 ms after the ACK was read."""
    bench = prompt_bench()
    bench.normal()
    assert bench.write(bytes.fromhex("0000ff03fdd41204 16 00")) == 0
    sent = bench.clock.now
    bench.clock.advance_to(sent + 280)
    assert not bench.ready()  # asked 58 us later
    bench.clock.advance_to(sent + 400)
    assert bench.ready()
    bench.read(7)
    taken = bench.clock.now
    bench.clock.advance_to(taken + 1880)
    assert not bench.ready()
    bench.clock.advance_to(taken + 2000)
    assert bench.ready()


def test_a_status_read_takes_nothing_and_a_long_one_is_padded(prompt_bench):
    bench = prompt_bench()
    bench.send(b"\x02")
    bench.clock.advance(10_000)
    assert [bench.read(1) for _ in range(3)] == [(0, b"\x01")] * 3
    assert bench.read(20) == (0, b"\x01" + VERSION + bytes(6))
    assert bench.read(1) == (0, b"\x00")
    assert bench.read(5) == (0, bytes(5))


def test_filler_is_a_switch(prompt_bench):
    bench = prompt_bench(ChipOptions(filler=0x80))
    bench.send(b"\x02")
    bench.clock.advance(10_000)
    assert bench.read(16) == (0, b"\x01" + VERSION + b"\x80\x80")


@pytest.mark.parametrize(("rule", "second"), [("continue", VERSION[5:]), ("restart", VERSION[:8])])
def test_a_frame_read_in_two_parts(prompt_bench, rule, second):
    bench = prompt_bench(ChipOptions(partial_read=rule))
    bench.send(b"\x02")
    bench.clock.advance(10_000)
    assert bench.read(6) == (0, b"\x01" + VERSION[:5])
    assert bench.read(1) == (0, b"\x01")
    assert bench.read(9) == (0, b"\x01" + second)


def test_ready_stays_until_the_postamble_is_read(prompt_bench):
    """Adafruit-PN532#17; its driver leaves the postamble of every PowerDown response."""
    bench = prompt_bench()
    bench.send(b"\x02")
    bench.clock.advance(10_000)
    bench.read(13)
    assert bench.ready()
    assert bench.read(2) == (0, b"\x01\x00")
    assert not bench.ready()


def test_nack_makes_the_last_response_ready_again(prompt_bench):
    bench = prompt_bench()
    bench.send(b"\x02")
    bench.clock.advance(10_000)
    bench.read(7)
    assert bench.write(NACK_FRAME) == 0
    assert not bench.ready()
    bench.clock.advance(400)
    assert bench.read(14) == (0, b"\x01" + VERSION)
    bench.write(NACK_FRAME)
    bench.clock.advance(400)
    assert bench.read(14) == (0, b"\x01" + VERSION)


def test_nack_cannot_bring_back_the_response_of_an_older_command(prompt_bench):
    bench = prompt_bench().normal()
    bench.command("02")
    bench.send(bytes.fromhex("3205ff01ff"))
    bench.response()
    bench.send(bytes.fromhex("4a0100"))
    bench.write(NACK_FRAME)
    bench.clock.advance(5000)
    assert not bench.ready()


def test_a_new_command_flushes_ack_and_response(prompt_bench):
    bench = prompt_bench()
    bench.send(b"\x02")
    bench.clock.advance(10_000)
    bench.write(SAM)
    bench.clock.advance(400)
    assert bench.read(7) == (0, b"\x01" + ACK_FRAME)
    bench.clock.advance(2000)
    assert bench.read(10) == (0, bytes.fromhex("010000ff02fed5151600"))


def test_abort_drops_the_command_and_what_it_had_to_say(prompt_bench):
    bench = prompt_bench().normal()
    bench.command("3205ff01ff")
    bench.send(bytes.fromhex("4a0100"))
    bench.clock.advance(100_000)
    assert not bench.ready()
    assert bench.write(ACK_FRAME) == 0
    bench.clock.advance(1000)
    assert not bench.ready()
    assert bench.command("02") == "0332010607"


def test_a_command_too_soon_after_an_abort_is_lost(prompt_bench):
    """libnfc#167: no ACK at all."""
    bench = prompt_bench()
    bench.write(ACK_FRAME)
    bench.write(GET_VERSION)
    bench.clock.advance(20_000)
    assert not bench.ready()
    assert bench.chip.lost_commands == 1


def test_execution_waits_for_the_ack_to_be_read(prompt_bench):
    bench = prompt_bench()
    bench.write(GET_VERSION)
    bench.clock.advance(50_000)
    assert bench.read(7) == (0, b"\x01" + ACK_FRAME)
    assert not bench.ready()
    bench.clock.advance(2000)
    assert bench.ready()


def test_execution_need_not_wait_for_the_ack(prompt_bench):
    bench = prompt_bench(ChipOptions(execute_on="ready"))
    bench.write(GET_VERSION)
    bench.clock.advance(50_000)
    assert bench.read(4) == (0, b"\x01" + ACK_FRAME[:3])
    assert bench.read(4) == (0, b"\x01" + ACK_FRAME[3:])
    assert bench.read(14) == (0, b"\x01" + VERSION)


@pytest.mark.parametrize("raw", ["0000ff02ffd4022a00", "0000ff02fed4022b00"])
@pytest.mark.parametrize("rule", ["silent", "error"])
def test_a_bad_frame_is_not_acknowledged_unless_said_so(prompt_bench, raw, rule):
    bench = prompt_bench(ChipOptions(bad_frame=rule)).normal()
    bench.write(bytes.fromhex(raw))
    bench.clock.advance(20_000)
    assert bench.ready() == (rule == "error")
    if rule == "error":
        bench.read(7)
        bench.clock.advance(5000)
        assert bench.read(9) == (0, ERROR_READ)


def test_low_vbat_answers_the_version_and_sam_only(prompt_bench):
    bench = prompt_bench()
    assert not bench.send(bytes.fromhex("4a0100"))
    assert bench.command("02") == "0332010607"
    assert not bench.send(bytes.fromhex("320100"))
    assert bench.command("140114") == "15"
    assert bench.command("320100") == "33"


def test_low_vbat_switches(prompt_bench):
    assert not prompt_bench(ChipOptions(low_vbat_answers_version=False)).send(b"\x02")
    assert prompt_bench(ChipOptions(low_vbat_start=False)).command("320100") == "33"


def test_the_first_command_after_power_up_may_be_lost(prompt_bench):
    """libnfc#429: send it again."""
    bench = prompt_bench(ChipOptions(first_command_lost=True))
    assert not bench.send(bytes.fromhex("140114"))
    assert bench.command("140114") == "15"


def test_reset_silences_the_chip_and_returns_it_to_low_vbat(prompt_bench):
    bench = prompt_bench().normal()
    bench.antenna.switch(True)
    bench.send(b"\x02")
    bench.chip.hold_reset(True)
    assert not bench.antenna.on
    assert bench.read(1)[0] == 5
    bench.chip.hold_reset(False)
    bench.clock.advance(1900)
    assert bench.read(1)[0] == 5
    bench.clock.advance(100)
    assert bench.read(1) == (0, b"\x00")
    assert not bench.send(bytes.fromhex("320100"))
    assert bench.command("140114") == "15"


def test_power_down_and_wake_by_address(prompt_bench):
    """Sleep 1 ms after the response; the address wakes the chip and is stretched by 0.4 ms."""
    bench = prompt_bench().normal()
    bench.command("320101")
    assert bench.command("16b000") == "1700"
    bench.clock.advance(999)
    assert not bench.chip.asleep
    bench.clock.advance(1)
    assert bench.chip.asleep
    assert not bench.antenna.on
    before = bench.clock.now
    assert bench.write(GET_VERSION) == 0
    assert bench.clock.now - before == 58 + 400 + 230  # call, stretch, 92 bits at 400 kHz
    assert not bench.chip.asleep


def test_a_chip_that_i2c_may_not_wake_sleeps_on(prompt_bench):
    bench = prompt_bench().normal()
    bench.command("1620")  # SPI only
    bench.clock.advance(1000)
    assert bench.write(GET_VERSION) == 5
    assert bench.write(GET_VERSION) == 5


def test_a_waking_chip_may_refuse_its_address_once(prompt_bench):
    bench = prompt_bench(ChipOptions(wake="nack"))
    assert bench.write(GET_VERSION) == 5
    assert bench.write(GET_VERSION) == 0


def test_set_parameters_can_strip_preamble_and_postamble(prompt_bench):
    bench = prompt_bench().normal()
    bench.send(bytes.fromhex("1244"))
    bench.clock.advance(2000)
    bench.write(GET_VERSION)
    bench.clock.advance(400)
    assert bench.read(6) == (0, b"\x01" + ACK_FRAME[1:-1] + b"\x00")
    bench.clock.advance(2000)
    assert bench.read(14) == (0, b"\x01" + VERSION[1:-1] + bytes(2))


def test_faults(prompt_bench):
    bench = prompt_bench().normal()
    bench.chip.zombie = True
    assert bench.send(b"\x02")
    assert bench.response(200_000) is None
    bench.chip.zombie = False
    bench.chip.garble = lambda raw: raw[:-2] + bytes((raw[-2] ^ 1,)) + raw[-1:]
    bench.send(b"\x02")
    bench.clock.advance(5000)
    assert bench.read(14)[1] == b"\x01" + VERSION[:-2] + b"\xe9\x00"
    bench.chip.garble = None
    bench.chip.mute = True
    bench.clock.advance(5000)
    assert bench.write(GET_VERSION) == 0
    bench.clock.advance(20_000)
    assert bench.read(7) == (0, bytes(7))


def test_commands_are_counted_by_code(prompt_bench):
    bench = prompt_bench()
    for pd in ("02", "140114", "02", "60"):
        bench.send(bytes.fromhex(pd))
    assert bench.chip.commands == {0x02: 2, 0x14: 1, 0x60: 1}


@pytest.mark.parametrize("name", ["execute_on", "partial_read", "bad_frame", "wake", "select_request"])
def test_a_misspelt_switch_is_refused(name):
    with pytest.raises(ValueError, match=name):
        ChipOptions(**{name: "sometimes"})
