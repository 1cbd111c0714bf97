"""Faults of readers on SPI and on a UART. Rows are those of pn532.md 5."""

from __future__ import annotations

from host_tools.virtual.fault import CLEARED, RESET, Undo, on_hsu, on_spi
from host_tools.virtual.hsu import Pn532Hsu
from host_tools.virtual.spi import Pn532Spi

HIGH_BAUD = 921_600
HSU_PAUSE_US = 1000
SPI_PAUSE_US = 5000


@on_spi(CLEARED)
def miso_driven(front: Pn532Spi) -> Undo:
    """The chip does not let go of MISO when another is selected: everybody else on its bus reads zeros.

    Source: row 48, miguelbalboa/rfid#290.
    """
    front.drives_miso = True

    def undo() -> None:
        front.drives_miso = False

    return undo


@on_spi(CLEARED)
def spi_pause(front: Pn532Spi) -> Undo:
    """For 5 ms after a write the chip is not ready whatever it has.

    Source: row 15, Adafruit-PN532#117 (1 ms, which the timing table has already).
    """
    usual, front.pause_us = front.pause_us, SPI_PAUSE_US

    def undo() -> None:
        front.pause_us = usual

    return undo


@on_hsu(RESET)
def baud_left_high(front: Pn532Hsu) -> Undo:
    """The chip still has the baud rate that somebody chose before: it hears nothing at another.

    Source: row 35, nfcpy#45.
    """
    return front.at_baud(HIGH_BAUD)


@on_hsu(CLEARED)
def hsu_pause(front: Pn532Hsu) -> Undo:
    """A command within 1 ms of the chip's last byte is lost.

    Source: row 36, nfcpy#257.
    """
    front.pause_us = HSU_PAUSE_US

    def undo() -> None:
        front.pause_us = 0

    return undo


FAULTS = (miso_driven, spi_pause, baud_left_high, hsu_pause)
