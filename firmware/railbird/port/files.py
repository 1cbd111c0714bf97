"""The table's own files, on littlefs: small, written whole, and old or new whenever power goes."""

import os

from micropython import const

_ENOENT = const(2)
_EIO = const(5)
_IN_A_FOLDER = const(2)  # bits of a number: littlefs keeps such small files in their folder's log


class Files:
    """Files by number, below the folder `root`."""

    def __init__(self, root: str) -> None:
        self._root = root

    def read(self, number: int, buf: bytearray) -> int:
        """Fills `buf` from its start; how many bytes there were, 0 for no file, -1 for one that cannot be read."""
        try:
            with open(self._folder(number) + "/%d" % number, "rb") as file:
                return file.readinto(buf) or 0
        except OSError as error:
            return 0 if error.errno == _ENOENT else -1

    def write(self, number: int, buf: bytearray, size: int) -> int:
        """Puts the first `size` bytes of `buf` in the place of the file: 0, or an errno, and then it is as before."""
        try:
            self._write(number, buf, size)
        except OSError as error:
            return error.errno or _EIO
        return 0

    def _write(self, number: int, buf: bytearray, size: int) -> None:
        folder = self._folder(number)
        try:
            with open(folder + "/%d" % number, "wb") as file:
                file.write(memoryview(buf)[:size])
        except OSError as error:
            if error.errno != _ENOENT:
                raise
            os.mkdir(folder)
            self._write(number, buf, size)

    def _folder(self, number: int) -> str:
        return "%s/j%d" % (self._root, number >> _IN_A_FOLDER)
