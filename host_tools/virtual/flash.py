"""A NOR flash: sectors that are erased whole, pages that only clear bits, and every operation written down."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

SECTOR = 4096
PAGE = 256
ERASED = 0xFF
TEARS = ("nothing", "half", "all but one byte")
"""What of an operation has happened when power goes in it."""


class Operation(NamedTuple):
    """A program of `data` at `at`, or where `data` is None the erase of the sector that begins there."""

    at: int
    data: bytes | None


class FlashError(Exception):
    """Something that such a flash cannot do; the message says what."""


class Flash:
    """`sectors` sectors, erased. `cost(kind, n)` is told of every page programmed ("flash_page") and every sector
    erased ("flash_erase"). `log` gets every operation, where it is a list. While `broken` programs and erases
    are refused.
    """

    def __init__(self, sectors: int, cost: Callable[[str, int], object] = lambda _kind, _n: None) -> None:
        self.image = bytearray([ERASED]) * (sectors * SECTOR)
        self.erases = [0] * sectors
        self.programs = 0
        self.programmed = 0  # bytes
        self.log: list[Operation] | None = None
        self.broken = False
        self._cost = cost

    @property
    def sectors(self) -> int:
        return len(self.erases)

    def read(self, at: int, size: int) -> bytes:
        """`size` bytes from `at`. FlashError beyond the end."""
        self._expect(at, size)
        return bytes(self.image[at : at + size])

    def program(self, at: int, data: bytes) -> bool:
        """Clear bits; whether it was done. FlashError where a bit would have to be set, or beyond the end."""
        self._expect(at, len(data))
        if self.broken:
            return False
        before = self.image[at : at + len(data)]
        if any(new & ~old for new, old in zip(data, before, strict=True)):
            raise FlashError(f"a program at {at} sets bits of a sector that was not erased")
        if self.log is not None:
            self.log.append(Operation(at, bytes(data)))
        self.image[at : at + len(data)] = data
        self.programs += 1
        self.programmed += len(data)
        self._cost("flash_page", (at + len(data) - 1) // PAGE - at // PAGE + 1)
        return True

    def erase(self, sector: int) -> bool:
        """Set every bit of a sector; whether it was done. FlashError beyond the end."""
        at = sector * SECTOR
        self._expect(at, SECTOR)
        if self.broken:
            return False
        if self.log is not None:
            self.log.append(Operation(at, None))
        self.image[at : at + SECTOR] = bytes([ERASED]) * SECTOR
        self.erases[sector] += 1
        self._cost("flash_erase", 1)
        return True

    def _expect(self, at: int, size: int) -> None:
        if at < 0 or at + size > len(self.image):
            raise FlashError(f"{size} bytes at {at} lie beyond the {len(self.image)} of the flash")


def apply(image: bytearray, operations: Iterable[Operation]) -> None:
    """What recorded operations make of an image."""
    for at, data in operations:
        size = SECTOR if data is None else len(data)
        image[at : at + size] = bytes([ERASED]) * SECTOR if data is None else data


def torn(image: bytes, operation: Operation, tear: str) -> bytes:
    """An image whose power went in an operation: see `TEARS`. Of an erase the first bytes are erased."""
    at, data = operation
    new = bytes([ERASED]) * SECTOR if data is None else data
    done = {"nothing": 0, "half": len(new) // 2, "all but one byte": len(new) - 1}[tear]
    return image[:at] + new[:done] + image[at + done :]
