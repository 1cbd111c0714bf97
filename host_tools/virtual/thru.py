"""InCommunicateThru: raw frames under the CRC and bit framing registers (pn532.md 1.7, 2.3)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from host_tools.virtual.clock import Clock
from host_tools.virtual.field import Antenna
from host_tools.virtual.reply import COLLISION, CRC_ERROR, expect
from host_tools.virtual.tag import REQA, SEL, SELECT_NVB, WUPA, crc_a
from host_tools.virtual.timing import Timing

if TYPE_CHECKING:
    from host_tools.virtual.initiator import Initiator
    from host_tools.virtual.pn532 import Pn532

TX_MODE = 0x6302
RX_MODE = 0x6303
BIT_FRAMING = 0x633D
CRC_ON = 0x80
_SHORT_FRAME_BITS = 7
_BROKEN = b"\x00"  # a frame that fails its CRC: tags see an error, whatever it was


class Thru:
    """Raw exchanges of one chip. With the registers as after power-up the chip adds and checks CRCs."""

    __slots__ = ("_antenna", "_chip", "_clock", "_initiator", "_timing")

    def __init__(
        self, chip: Pn532, initiator: Initiator, clock: Clock, antenna: Antenna, timing: Timing
    ) -> None:
        self._chip = chip
        self._initiator = initiator
        self._clock = clock
        self._antenna = antenna
        self._timing = timing

    def communicate(self, data: bytes) -> None:
        """Send `data` and answer with what comes back; status 01 when nothing does."""
        expect(len(data) >= 1)
        self._chip.later(self._clock.now + self._timing.exchange_us, partial(self._run, data))

    def _run(self, data: bytes) -> None:
        frame = self._on_air(data)
        listeners = self._antenna.listeners()
        answers = self._antenna.exchange(listeners, frame)
        self._antenna.settle(listeners)
        carries_crc = frame not in (REQA, WUPA) and not _is_anticollision(frame)
        expects_crc = bool(self._chip.register(RX_MODE) & CRC_ON)
        if len(answers) > 1:
            self._initiator.answer_status(COLLISION)
        elif answers and expects_crc and not carries_crc:
            self._initiator.answer_status(CRC_ERROR)
        elif answers and _is_anticollision(frame):
            self._initiator.answer_exchange([_after_known_bits(answers[0], frame[1])])
        elif answers and carries_crc and not expects_crc:
            self._initiator.answer_exchange([answers[0] + crc_a(answers[0])])
        else:
            self._initiator.answer_exchange(answers)

    def _on_air(self, data: bytes) -> bytes:
        """What the tags make of raw bytes under the present CRC and bit framing settings."""
        append_crc = bool(self._chip.register(TX_MODE) & CRC_ON)
        if data in (REQA, WUPA):
            short = self._chip.register(BIT_FRAMING) & 7 == _SHORT_FRAME_BITS
            return data if short and not append_crc else _BROKEN
        if _is_anticollision(data):
            return _BROKEN if append_crc else data
        if append_crc:
            return data
        return data[:-2] if len(data) > 2 and crc_a(data[:-2]) == data[-2:] else _BROKEN


def _is_anticollision(frame: bytes) -> bool:
    return len(frame) >= 2 and frame[0] in SEL and frame[1] < SELECT_NVB


def _after_known_bits(block: bytes, nvb: int) -> bytes:
    """The part of a cascade block that a tag sends after the bits the reader already named."""
    known = (nvb >> 4) * 8 + (nvb & 7) - 16
    rest = block[known // 8 :]
    return bytes((rest[0] >> (known % 8) << (known % 8),)) + rest[1:]
