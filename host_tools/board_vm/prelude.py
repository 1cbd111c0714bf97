"""What the board behind a pty does before its prompt, as main.c of the rp2 port: mount the flash, boot.py, main.py.

The flash is littlefs on a block device over a file; any error in mounting it makes a new file system, as there. Each
program and erase is noted in a second file where one is named. Ctrl-C is the terminal's: armed while ISIG is set.
"""

import os
import struct
import sys

import machine
import micropython
import termios
import vfs

_BLOCK = 4096
_armed = termios.tcgetattr(0)


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
        if self._log:
            self._log.write(struct.pack("<BHHH", 1, block, offset, len(buf)) + bytes(buf))
        self._file.seek(block * _BLOCK + offset)
        self._file.write(buf)

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


class Micropython:
    """The built-in module, but for the interrupt character."""


def kbd_intr(char):
    """Arm Ctrl-C (3) or let it through as a byte (-1)."""
    if char < 0:
        termios.setraw(0)
    else:
        termios.tcsetattr(0, 0, _armed)


def mount():
    flash = Flash(os.getenv("RAILBIRD_IMAGE"), int(os.getenv("RAILBIRD_BLOCKS")), os.getenv("RAILBIRD_LOG"))
    try:
        system = vfs.VfsLfs2(flash, progsize=256)
    except OSError:
        vfs.VfsLfs2.mkfs(flash, progsize=256)
        system = vfs.VfsLfs2(flash, progsize=256)
    vfs.umount("/")
    vfs.mount(system, "/")
    os.chdir("/")
    sys.path[:] = ["", ".frozen", "/lib"]


def run(name):
    """Run a start-up file; its end, however it comes, is not the board's."""
    try:
        with open(name) as file:
            text = file.read()
    except OSError:
        return
    kbd_intr(3)
    try:
        exec(compile(text, name, "exec"), globals())
    except BaseException as error:  # noqa: BLE001 - SystemExit and Ctrl-C lead to the prompt as well
        sys.print_exception(error)
    kbd_intr(3)


_shim = Micropython()
for _name in dir(micropython):
    setattr(_shim, _name, getattr(micropython, _name))
_shim.kbd_intr = kbd_intr
sys.modules["micropython"] = _shim
_main = os.getenv("RAILBIRD_MAIN") == "1"
mount()
run("boot.py")
machine.tell("usb")
if _main:
    run("main.py")
