"""The chip's behaviour where the documents leave a choice: one switch each, with the document's default."""

from __future__ import annotations

from dataclasses import dataclass

_CHOICES = {
    "execute_on": ("read", "ready"),
    "partial_read": ("continue", "restart"),
    "bad_frame": ("silent", "error"),
    "wake": ("stretch", "nack"),
    "select_request": ("wupa", "reqa"),
}


@dataclass(frozen=True, slots=True)
class ChipOptions:
    """Switches of one PN532. Sections are those of pn532.md; durations are microseconds."""

    execute_on: str = "read"
    """When a command starts: 'read' = once the host has read the ACK (1.2 lists it in this order; so does the
    model quoted there), 'ready' = as soon as the ACK is ready. What happens if the ACK is never read is open
    (8)."""
    partial_read: str = "continue"
    """A second read of a frame that was read in part: 'continue' where it stopped, or 'restart' (1.3). A NACK
    frame restarts it either way."""
    filler: int = 0x00
    """Byte beyond the end of a frame on I2C (1.3: 00, on some chips 80)."""
    bad_frame: str = "silent"
    """A frame with a wrong checksum, length or TFI: 'silent', or 'error' = ACK and error frame 7F (1.1)."""
    low_vbat_start: bool = True
    """After power-up or reset only SAMConfiguration is answered until it has chosen normal mode (1.6)."""
    low_vbat_answers_version: bool = True
    """GetFirmwareVersion is answered in LowVbat as well (1.6, 7.3)."""
    asleep_at_start: bool = True
    """The first address after power-up or reset meets a sleeping chip and is stretched (1.3 Wake)."""
    wake: str = "stretch"
    """What an address that wakes the chip gets: 'stretch' (the timing table's row) or 'nack' (1.3)."""
    first_command_lost: bool = False
    """The first command after a wake-up gets no ACK (1.6, libnfc#429)."""
    boot_us: int = 2000
    """From the release of the reset line to the first acknowledged address (1.6, datasheet)."""
    sleep_after_us: int = 1000
    """From the first read of the response to PowerDown to sleep (1.6: about 1 ms later). A driver that leaves
    the postamble unread (3.3) puts the chip to sleep all the same."""
    abort_deaf_us: int = 1000
    """After an abort a command this early is lost (1.2: libnfc#167; nfcpy waits 1 ms)."""
    nack_after_status: bool = False
    """The window in which the address is not acknowledged opens after a status read too, not only after a
    write and after an ACK read, where it was observed (1.3)."""
    nack_after_response: bool = False
    """The same after a response read (1.3 names a write and an ACK read only)."""
    halt_effective: bool = True
    """False: InDeselect and InRelease send no HLTA that works (2.2, libnfc#476); HLTA by InCommunicateThru
    does."""
    two_target_pattern: tuple[int, ...] = (2, 1, 0)
    """Most targets that successive InListPassiveTarget with MaxTg=2 find, repeating (2.2, NXP 481864). Empty:
    no such fault."""
    collision_bit: int = 1
    """The branch taken at a colliding bit (not documented; a common choice)."""
    select_request: str = "wupa"
    """How InSelect, and an exchange with a deselected target, wake it: 'wupa' or 'reqa' (1.7: not
    readable)."""
    deselect_nothing_status: int = 0x00
    """Status of InDeselect and InRelease of all targets when there is none (1.7 does not say)."""
    sam_status: int = 0x00
    """Last byte of GetGeneralStatus (1.7 does not give its value)."""
    register_default: int = 0x00
    """Value of a register that was never written."""

    def __post_init__(self) -> None:
        for name, allowed in _CHOICES.items():
            value = getattr(self, name)
            if value not in allowed:
                raise ValueError(f"chip option {name}: {' or '.join(allowed)} expected, {value!r} given")
