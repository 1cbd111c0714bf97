"""One reader wired to this computer, asked through Adafruit's driver for it: is the module itself sound?

The driver and Blinka, which brings its buses to a computer, are the extra `railbird[probe]` and are loaded only here.
"""

import re
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import serial

from host_tools.bringup import InputError

BAUD = 115_200
_READ_S = 0.1
_LIST_S = 0.5
_EXTRA = "railbird probe needs its extra: pip install 'railbird[probe]'"


class Said(NamedTuple):
    """What a reader said: IC, version, revision and what it supports, and the UIDs that it read, each once."""

    firmware: tuple[int, int, int, int]
    uids: tuple[str, ...]


def over_i2c(device: str) -> Any:
    """The driver on /dev/i2c-N. Raises InputError."""
    found = re.fullmatch(r"(?:/dev/i2c-)?(\d+)", device)
    if found is None:
        raise InputError(f"--i2c {device}: expected /dev/i2c-N")
    try:
        from adafruit_blinka.microcontroller.generic_linux.i2c import I2C as Linux
        from adafruit_pn532.i2c import PN532_I2C
        from busio import I2C
    except (ImportError, NotImplementedError) as error:
        raise InputError(f"{_EXTRA} ({error})") from None

    class Numbered(I2C):  # type: ignore[misc]
        """A bus by its number; Blinka's own goes by the pins of boards that it knows."""

        def __init__(self, number: int) -> None:
            self._i2c = Linux(number, mode=Linux.MASTER)

    return _made(device, lambda: PN532_I2C(Numbered(int(found[1]))))


def over_uart(device: str) -> Any:
    """The driver on a serial port. Raises InputError."""
    try:
        from adafruit_pn532.uart import PN532_UART
    except (ImportError, NotImplementedError) as error:
        raise InputError(f"{_EXTRA} ({error})") from None
    return _made(device, lambda: PN532_UART(serial.Serial(device, BAUD, timeout=_READ_S)))


def _made(device: str, make: Callable[[], Any]) -> Any:
    """A driver asks the chip what it is when it is made."""
    try:
        return make()
    except (OSError, RuntimeError, ValueError) as error:
        raise InputError(
            f"{device}: no PN532 answers there: supply, switches of the module, both lines ({error})"
        ) from None


def ask(
    driver: Any,
    seconds: float,
    now: Callable[[], float] = time.monotonic,
    heard: Callable[[str], None] = print,
) -> Said:
    """What the reader is, and the tags that it reads in this time; `heard` is told of each once."""
    ic, version, revision, supports = driver.firmware_version
    uids: list[str] = []
    until = now() + seconds
    while now() < until:
        try:
            uid = driver.read_passive_target(timeout=_LIST_S)
        except RuntimeError:  # the driver's word for anything but one tag
            continue
        if uid is not None and bytes(uid).hex() not in uids:
            uids.append(bytes(uid).hex())
            heard(uids[-1])
    return Said((ic, version, revision, supports), tuple(uids))
