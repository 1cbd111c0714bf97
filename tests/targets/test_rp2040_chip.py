"""The emulated microcontroller without MicroPython: its image, its flash, its USB host, a program of our own."""

import random
import struct

import pytest

from host_tools.virtual.timing import Processor

pytestmark = pytest.mark.usefixtures("emulator")

XIP = 0x10000000
BLINK = 25

# Thumb, by hand: GPIO 25 is made an output of SIO and goes up and down for ever.
#   start   ldr r0, io      ; IO_BANK0 GPIO25_CTRL
#           movs r1, #5     ; SIO
#           str r1, [r0]
#           ldr r0, sio     ; SIO
#           movs r1, #1
#           lsls r1, r1, #25
#           str r1, [r0, #0x24]  ; GPIO_OE_SET
#   loop    str r1, [r0, #0x1c]  ; GPIO_OUT_XOR
#           b loop
#           .align
#   io      .word 0x400140cc
#   sio     .word 0xd0000000
PROGRAM = struct.pack(
    "<9HHII",
    *(0x4804, 0x2105, 0x6001, 0x4804, 0x2101, 0x0649, 0x6241),
    *(0x61C1, 0xE7FD),
    *(0, 0x400140CC, 0xD0000000),
)


def uf2(*blocks, family=0xE48BFF56, flags=0x2000):
    """A UF2 file of (address, data) blocks."""
    return b"".join(
        struct.pack("<8I", 0x0A324655, 0x9E5D5157, flags, address, len(data), number, len(blocks), family)
        + data.ljust(476, b"\0")
        + struct.pack("<I", 0x0AB16F30)
        for number, (address, data) in enumerate(blocks)
    )


@pytest.fixture
def chip():
    from host_tools.targets.rp2040_chip import Chip

    return Chip(PROGRAM.ljust(256, b"\xff"), lambda _: None, random.Random(1), Processor())


def test_an_image_is_where_its_blocks_say(tmp_path):
    from host_tools.targets import rp2040_chip

    file = tmp_path / "image.uf2"
    file.write_bytes(uf2((XIP, b"\1" * 256), (XIP + 0x9FF00, b"\2" * 256)))
    flash = rp2040_chip.image(file)
    assert (len(flash), flash[0], flash[256], flash[0x9FFFF], flash[0xA0000]) == (2 << 20, 1, 0xFF, 2, 0xFF)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "it holds nothing"),
        (b"MZ" * 256, "expected a UF2 file"),
        (uf2((XIP, b"\1" * 256))[:-1], "a multiple of 512"),
        (uf2((XIP, b"\1" * 256), family=0xE48BFF59), "an image for RPI_PICO"),  # an RP2350
        (uf2((XIP + 0xA0000, b"\1" * 256)), "an image for RPI_PICO"),  # one that leaves no such file system
    ],
)
def test_another_file_is_refused_in_one_line(tmp_path, data, why):
    from host_tools.targets import rp2040_chip

    file = tmp_path / "image.uf2"
    file.write_bytes(data)
    with pytest.raises(rp2040_chip.ImageError, match=why) as caught:
        rp2040_chip.image(file)
    assert "\n" not in str(caught.value)


def test_a_program_runs_from_the_flash_and_its_pin_moves(chip):
    levels = []
    chip.rp2040.gpio[BLINK].add_listener(lambda now, _: levels.append((chip.clock.nanos, int(now))))
    alarm = chip.clock.create_alarm(lambda: setattr(chip, "stopped", True))
    alarm.schedule(10_000)
    while not chip.stopped:
        chip.run()
    assert [level for _, level in levels[-4:]] in ([0, 1, 0, 1], [1, 0, 1, 0])
    # A store to SIO takes one cycle, the branch two.
    assert [b[0] - a[0] for a, b in zip(levels[-3:], levels[-2:], strict=False)] == [24, 24]


def command(chip, *data):
    """What the boot ROM does with the flash: chip select low, the bytes, chip select high."""
    select = chip.rp2040.qspi[1]
    select.ctrl = 2 << 8  # OUTOVER: low
    select.check_for_updates()
    ssi = chip.rp2040.ssi
    ssi.write_uint32(0x08, 1)
    for byte in data:
        ssi.write_uint32(0x60, byte)
    select.ctrl = 3 << 8
    select.check_for_updates()


def test_the_flash_takes_its_time(chip):
    at = (0x0A, 0x10, 0x00)
    chip.rp2040.flash[0xA1000:0xA2000] = bytes(4096)
    command(chip, 0x06)
    command(chip, 0x20, *at)
    assert chip.now_us == 45_000
    assert chip.flash[0xA1000:0xA2000] == b"\xff" * 4096
    command(chip, 0x06)
    command(chip, 0x02, *at, *range(256))
    assert chip.now_us == 45_700
    assert chip.flash[0xA1000:0xA1100] == bytes(range(256))
    command(chip, 0x02, *at, *bytes(256))  # without write enable
    assert (chip.now_us, chip.flash[0xA10FF]) == (45_700, 255)


@pytest.mark.parametrize(
    ("operation", "before", "half"),
    [
        ((0x20,), b"\0", b"\xff" * 2048 + bytes(2048)),
        ((0x02, *bytes(256)), b"\xff", bytes(128) + b"\xff" * 128),
    ],
)
def test_power_that_goes_leaves_an_operation_half_done(chip, operation, before, half):
    chip.rp2040.flash[0xA1000:0xA2000] = before * 4096
    command(chip, 0x06)
    chip.clock.create_alarm(chip.tear).schedule(300_000)  # 0.3 ms into it
    command(chip, operation[0], 0x0A, 0x10, 0x00, *operation[1:])
    assert chip.stopped
    assert chip.flash[0xA1000 : 0xA1000 + len(half)] == half


def test_a_host_with_nothing_to_say_lets_the_board_wait(chip):
    given = []
    usb = chip.rp2040.usb_ctrl
    usb.endpoint_read_done = lambda endpoint, data: given.append((endpoint, bytes(data)))
    usb.on_endpoint_read(2, 64)
    assert given == []
    chip.usb.send(b"x" * 70)
    assert given == [(2, b"x" * 64)]
    usb.on_endpoint_read(2, 64)
    assert given[1:] == [(2, b"x" * 6)]
    chip.usb.send(b"y")
    assert len(given) == 2
    usb.on_endpoint_read(2, 64)
    assert given[2:] == [(2, b"y")]


def test_random_bits_come_from_the_seed():
    from host_tools.targets.rp2040_chip import Chip

    def bits(seed):
        one = Chip(PROGRAM, lambda _: None, random.Random(seed), Processor())
        return [one.rp2040.read_uint32(0x4006001C) for _ in range(64)]

    assert bits(1) == bits(1)
    assert bits(1) != bits(2)
    assert set(bits(1)) == {0, 1}


def test_a_watchdog_that_is_not_fed_resets_the_board_and_only_it(chip):
    chip.rp2040.watchdog.write_uint32(0x04, 2 * 5000)  # RP2040-E1: it counts twice a tick
    chip.rp2040.watchdog.write_uint32(0x00, 1 << 30)
    chip.clock.tick(4_900_000)
    assert chip.resets == 0
    chip.clock.tick(200_000)
    chip.run()
    assert chip.resets == 1
    assert chip.rp2040.watchdog.read_uint32(0x08) == 1  # REASON: its timer
    assert chip.rp2040.core.pc == XIP
