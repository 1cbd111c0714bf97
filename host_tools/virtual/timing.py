"""The one timing profile of every simulated figure: low, mid and high, and what the processor costs.

All numbers stand in the design's timing table; the two that do not (``exchange_us`` and ``AIR_UID_US``) come
from pn532.md 1.8 and are marked so. Nothing else in the virtual world holds a duration or a probability of
its own, except the switches of undocumented chip behaviour in ``options.py``. Times are microseconds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

AIR_UID_US = 4000
"""REQA to the last SAK of a 7-byte UID on air (pn532.md 1.8). Says when inside a try the tags are asked, not
how long the try takes."""

PARSE_FRAME_BYTES = 15
"""Length of the frame that ``Processor.parse_us`` was measured with."""


@dataclass(frozen=True, slots=True)
class Processor:
    """Costs of one RP2040 at 125 MHz running bytecode, factor 1."""

    bus_call_us: int = 29
    parse_us: int = 510
    hmac_us: int = 415
    sha256_kb_us: int = 1400
    rsa_us: int = 255_000
    gc_us: int = 1300
    flash_page_us: int = 700
    flash_erase_us: int = 45_000

    def cost_us(self, kind: str, n: int, factor: float) -> int:
        """Microseconds of `n` units of `kind`.

        Units: bus = bus calls, parse = bytes of a response frame, hmac = HMAC-SHA256 of a short message,
        sha256 = bytes hashed, rsa = RSA-3072 verifications, gc = full collections, flash_page = pages of 256
        bytes programmed, flash_erase = sectors erased. ValueError for another kind.
        """
        base: float
        if kind == "bus":
            base = self.bus_call_us * n
        elif kind == "parse":
            base = self.parse_us * n / PARSE_FRAME_BYTES
        elif kind == "hmac":
            base = self.hmac_us * n
        elif kind == "sha256":
            base = self.sha256_kb_us * n / 1024
        elif kind == "rsa":
            base = self.rsa_us * n
        elif kind == "gc":
            base = self.gc_us * n
        elif kind == "flash_page":
            base = self.flash_page_us * n
        elif kind == "flash_erase":
            base = self.flash_erase_us * n
        else:
            raise ValueError(f"processor cost: unknown kind {kind!r}")
        return round(base * factor)


@dataclass(frozen=True, slots=True)
class Timing:
    """One column of the timing table. `rf_loss` and `coupling` are shares (0..1), `rf_burst` is in
    exchanges."""

    name: str
    i2c_hz: int
    bus_free_us: int
    nack_window_us: int
    ack_us: int
    config_us: int
    list_first_us: int
    list_found_us: int
    list_empty_us: int
    deselect_us: int
    field_off_us: int
    wake_stretch_us: int
    rf_loss: float
    rf_burst: float = 4.0
    coupling: float = 0.02
    exchange_us: int = 5000
    """READ of 16 bytes, measured 5 ms after the ACK (pn532.md 1.8); the timing table has no row for it."""
    processor_factor: float = 2.0
    processor: Processor = Processor()

    def cost_us(self, kind: str, n: int = 1) -> int:
        """Microseconds of `n` units of processor work at this profile's factor; kinds as in
        ``Processor.cost_us``."""
        return self.processor.cost_us(kind, n, self.processor_factor)

    def with_factor(self, factor: float) -> Timing:
        """The same chips on a processor `factor` times slower than the measured one."""
        return replace(self, processor_factor=factor)

    def without_rf_faults(self) -> Timing:
        """The same durations with no RF loss and no coupling, for tests of a single mechanism."""
        return replace(self, rf_loss=0.0, coupling=0.0)


LOW = Timing(
    name="low",
    i2c_hz=400_000,
    bus_free_us=0,
    nack_window_us=0,
    ack_us=200,
    config_us=1000,
    list_first_us=15_000,
    list_found_us=8000,
    list_empty_us=6000,
    deselect_us=3000,
    field_off_us=5000,
    wake_stretch_us=100,
    rf_loss=0.001,
)

MID = Timing(
    name="mid",
    i2c_hz=400_000,
    bus_free_us=1300,
    nack_window_us=1000,
    ack_us=400,
    config_us=2000,
    list_first_us=21_000,
    list_found_us=10_000,
    list_empty_us=24_000,
    deselect_us=4000,
    field_off_us=5000,
    wake_stretch_us=400,
    rf_loss=0.01,
)

HIGH = Timing(
    name="high",
    i2c_hz=100_000,
    bus_free_us=5000,
    nack_window_us=2000,
    ack_us=2000,
    config_us=5000,
    list_first_us=30_000,
    list_found_us=14_000,
    list_empty_us=30_000,
    deselect_us=6000,
    field_off_us=10_000,
    wake_stretch_us=1000,
    rf_loss=0.03,
)

PROFILES = {"low": LOW, "mid": MID, "high": HIGH}
FACTORS = (1.0, 2.0, 4.0)
"""Processor factors that a bench prints."""
