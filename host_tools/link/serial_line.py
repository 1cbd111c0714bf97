"""The serial line to a table, which may go at any time and come back under the same name."""

import os
import time
from contextlib import suppress
from pathlib import Path

import serial

BAUD = 115_200  # of a UART; a USB port takes any
WAIT_S = 0.02  # for bytes
AGAIN_S = 0.5  # until a line that is gone is looked for again


class LineError(Exception):
    """There is no line where one was named; the message is one line."""


class SerialLine:
    """The line at `port`, a device file or a link to one that outlives a reset. Raises LineError where there is none
    to begin with; afterwards one that is gone is looked for twice a second.
    """

    def __init__(self, port: str) -> None:
        self.port = port
        self._line: serial.Serial | None = None
        self._look_at = 0.0
        if not Path(port).exists():
            raise LineError(
                f"--port {port}: there is no such port: plug the table in, or name it as in /dev/serial/by-id"
            )
        try:
            self._line = self._open()
        except (OSError, ValueError) as error:  # a SerialException is an OSError
            raise LineError(f"--port {port}: cannot be opened: {_why(error)}") from None

    @property
    def there(self) -> bool:
        """Whether the port is open."""
        return self._line is not None

    def read(self) -> bytes:
        """What has come, waiting a moment where nothing has."""
        if self._line is None:
            time.sleep(WAIT_S)
            self._look()
            return b""
        try:
            some: bytes = self._line.read(1)
            return some + self._line.read(self._line.in_waiting) if some else b""
        except (OSError, TypeError):  # pyserial reads from None when the port is closed meanwhile
            self._lose()
            return b""

    def write(self, data: bytes) -> None:
        """Bytes for the table; where there is no line they are lost, which the link's protocol bears."""
        if self._line is not None:
            try:
                self._line.write(data)
            except OSError:
                self._lose()

    def close(self) -> None:
        """Give the port back."""
        if self._line is not None:
            self._lose()

    def _open(self) -> serial.Serial:
        return serial.Serial(
            os.path.realpath(self.port), BAUD, timeout=WAIT_S, write_timeout=1.0, exclusive=True
        )

    def _look(self) -> None:
        if time.monotonic() >= self._look_at:
            self._look_at = time.monotonic() + AGAIN_S
            with suppress(OSError, ValueError):
                self._line = self._open()

    def _lose(self) -> None:
        line, self._line = self._line, None
        with suppress(OSError):
            if line is not None:
                line.close()


def _why(error: Exception) -> str:
    """What the system says, without the library's own words around it."""
    number = getattr(error, "errno", None)
    return os.strerror(number) if number else "another process has it, or it is no serial port"
