"""The flash of the simulated table: the world's sectors under a real littlefs. Loaded at the start, and let go."""

import os

from micropython import const

from railbird.port.files import Files

FLASH_READ = const(20)
FLASH_PROGRAM = const(21)
FLASH_ERASE = const(22)

UNIT = const(32)  # bytes: the least that is programmed, and what a request counts in
READ_SIZE = const(128)
LOOKAHEAD = const(32)
SECTOR = const(4096)
SECTORS = const(64)

_COUNT = const(4)
_SIZE = const(5)
_ERASE = const(6)
_EIO = const(5)


class Device:
    """A block device as littlefs wants it: each call is a request, and takes the time that the world says."""

    def __init__(self, port):
        self._port = port

    def readblocks(self, block, buf, offset=0):
        port = self._port
        port.ask(FLASH_READ, block, 0, len(buf) // UNIT, offset)
        port.answer()
        port.fill(buf)

    def writeblocks(self, block, buf, offset=0):
        port = self._port
        port.ask(FLASH_PROGRAM, block, 0, len(buf) // UNIT, offset)
        port.wire.write(buf)
        if port.answer():
            raise OSError(_EIO)

    def ioctl(self, op, block):
        if op == _COUNT:
            return SECTORS
        if op == _SIZE:
            return SECTOR
        if op == _ERASE:
            port = self._port
            port.ask(FLASH_ERASE, block, 0, 0, 0)
            return port.answer()
        return 0


def files(port):
    """The files on the flash; one that holds no file system gets one."""
    device = Device(port)
    try:
        volume = _volume(device)
    except OSError:
        os.VfsLfs2.mkfs(device, readsize=READ_SIZE, progsize=UNIT, lookahead=LOOKAHEAD)  # type: ignore[attr-defined]
        volume = _volume(device)
    os.mount(volume, "/flash")
    return Files("/flash")


def _volume(device):
    return os.VfsLfs2(  # type: ignore[attr-defined]
        device, readsize=READ_SIZE, progsize=UNIT, lookahead=LOOKAHEAD, mtime=False
    )
