"""The flash of a board on a MicroPython VM: littlefs, as the rp2 port mounts it, on a block device over a file. Like
the port's own it programs whole pages of 256 bytes, and bits are only ever cleared.
"""

import os
import struct

import vfs

_BLOCK = 4096
_PAGE = 256
mounted = None  # the one that the board has


class Flash:
    """A block device of `count` sectors over a file. An operation in the log: "<BHHH" kind, block, offset, length, then
    the bytes of a program (kind 1; an erase is kind 2).
    """

    def __init__(self, path, count, log):
        self._file = open(path, "r+b")
        self._count = count
        self._log = open(log, "ab") if log else None

    def readblocks(self, block, buf, offset=0):
        self._file.seek(block * _BLOCK + offset)
        self._file.readinto(buf)

    def writeblocks(self, block, buf, offset=0):
        if offset % _PAGE or len(buf) % _PAGE:
            raise ValueError("%d bytes at %d: the flash programs pages" % (len(buf), offset))
        if self._log:
            self._log.write(struct.pack("<BHHH", 1, block, offset, len(buf)) + bytes(buf))
        there = bytearray(len(buf))
        self.readblocks(block, there, offset)
        for index in range(len(buf)):
            there[index] &= buf[index]
        self._file.seek(block * _BLOCK + offset)
        self._file.write(there)

    def ioctl(self, op, block):
        if op == 4:
            return self._count
        if op == 5:
            return _BLOCK
        if op == 6:
            if self._log:
                self._log.write(struct.pack("<BHHH", 2, block, 0, 0))
            self._file.seek(block * _BLOCK)
            self._file.write(b"\xff" * _BLOCK)
            return 0
        return None


def mount(path, count, log):
    """Mount the flash in a file as the only file system. Any error makes a new one of it, as on rp2."""
    global mounted
    flash = mounted = Flash(path, count, log)
    try:
        system = vfs.VfsLfs2(flash, progsize=256)
    except OSError:
        vfs.VfsLfs2.mkfs(flash, progsize=256)
        system = vfs.VfsLfs2(flash, progsize=256)
    vfs.umount("/")
    vfs.mount(system, "/")
    os.chdir("/")
