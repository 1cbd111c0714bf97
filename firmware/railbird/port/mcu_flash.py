"""The flash of a board whose port programs whole pages only (rp2), in pieces of 32 bytes. Loaded at the start, and let
go.

The journal's records are small, and littlefs fills up what it programs: in pages of 256 bytes a hand costs twice the
erases. A NOR flash only ever clears bits, so a page of ones around the piece leaves the rest of the page as it was.
"""

import os

from micropython import const
from rp2 import Flash

_PAGE = const(256)
_UNIT = const(32)
_READ_SIZE = const(128)
_LOOKAHEAD = const(32)


class Pieces:
    """A block device over `flash`, one of the port's."""

    def __init__(self, flash: Flash) -> None:
        self._flash = flash
        self._page = bytearray(b"\xff" * _PAGE)
        self._ones = bytes(self._page)

    def readblocks(self, block: int, buf: bytearray, offset: int = 0) -> None:
        self._flash.readblocks(block, buf, offset)

    def writeblocks(self, block: int, buf: bytearray, offset: int = 0) -> None:
        """Program; littlefs asks for erases by `ioctl`."""
        page = self._page
        data = memoryview(buf)
        size = len(buf)
        done = 0
        while done < size:
            at = (offset + done) % _PAGE
            some = min(_PAGE - at, size - done)
            page[at : at + some] = data[done : done + some]
            self._flash.writeblocks(block, page, offset + done - at)
            page[:] = self._ones
            done += some

    def ioctl(self, op: int, block: int) -> int | None:
        return self._flash.ioctl(op, block)


def mount() -> None:
    """Mount the file system that the port has mounted once more, with smaller pieces."""
    os.umount("/")
    volume = os.VfsLfs2(  # type: ignore[attr-defined]
        Pieces(Flash()), readsize=_READ_SIZE, progsize=_UNIT, lookahead=_LOOKAHEAD, mtime=False
    )
    os.mount(volume, "/")
    os.chdir("/")
