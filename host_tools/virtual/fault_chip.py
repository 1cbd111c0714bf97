"""Faults of a chip: what it says, when, and whether a reset line reaches it. Rows are those of pn532.md 5, "rfid n"
those of rfid-tables.md 5.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from host_tools.virtual import frames
from host_tools.virtual.fault import CLEARED, ONCE, POWER, RESET, Undo, on_reader
from host_tools.virtual.reply import COLLISION, TIMEOUT
from host_tools.virtual.tag import CASCADE_TAG

if TYPE_CHECKING:
    from host_tools.virtual.world import Reader

LATE_US = 100_000
RESET_PULSE_US = 50_000
LISTS = 40
RF_STATUSES = (TIMEOUT, COLLISION, b"\x0b")
SAM_RESPONSE = frames.build(b"\x15")


_SOUND = {
    "mute": False,
    "zombie": False,
    "garble": None,
    "stale": None,
    "late_us": 0,
    "reset_wired": True,
    "reset_min_us": 0,
    "wakes": True,
    "forced": None,
    "uid_as": None,
    "latecomers": True,
    "on_listed": None,
}


def _set(part: object, name: str, value: object) -> Undo:
    """Set an attribute. The undo makes it sound again, unless another fault has taken its place meanwhile."""
    setattr(part, name, value)

    def undo() -> None:
        if getattr(part, name) == value:
            setattr(part, name, _SOUND[name])

    return undo


def _until_reset(reader: Reader, undo: Undo) -> Undo:
    reader.chip.heals.append(undo)
    return undo


def _garbled(reader: Reader, wrong: Callable[[bytes], bytes]) -> Undo:
    return _set(reader.chip, "garble", wrong)


def _restart(reader: Reader) -> None:
    """Supply off and on: the undo of what only power ends."""
    reader.front.plug(True)


@on_reader(RESET)
def mute(reader: Reader) -> Undo:
    """Acknowledges its address, status 00 for ever, until RSTPD_N or power.

    Source: row 1, esphome/issues#3281; rfid 9.
    """
    return _until_reset(reader, _set(reader.chip, "mute", True))


@on_reader(RESET)
def zombie(reader: Reader) -> Undo:
    """ACK to every command, never a response.

    Source: row 43, NXP 474941, WMT-GmbH/pn532#21.
    """
    return _until_reset(reader, _set(reader.chip, "zombie", True))


@on_reader(RESET)
def mute_after_lists(reader: Reader) -> Undo:
    """Goes mute after 40 list commands that found a tag.

    Source: row 12, tagreader#54 and #222; rfid 5, PN7150#60.
    """
    left = LISTS

    def listed(found: int) -> None:
        nonlocal left
        left -= found > 0
        if left == 0:
            reader.chip.mute = True

    hooked = _set(reader.chip.initiator, "on_listed", listed)

    def undo() -> None:
        hooked()
        reader.chip.mute = False

    return _until_reset(reader, undo)


@on_reader(RESET)
def stuck_status(reader: Reader) -> Undo:
    """Status 01 in every response that has a status.

    Source: row 41, NXP 436145.
    """
    return _until_reset(reader, _set(reader.chip.initiator, "forced", TIMEOUT))


@on_reader(CLEARED)
def rf_status(reader: Reader) -> Undo:
    """Status 01, 06 or 0B, drawn, in every response that has a status.

    Source: row 26, WMT#23.
    """
    return _set(reader.chip.initiator, "forced", reader.rng.choice(RF_STATUSES))


@on_reader(CLEARED)
def error_frame(reader: Reader) -> Undo:
    """Every response is the error frame 7F; what a NACK asks for is sound, as in all faults of responses here.

    Source: 1.1, Embedded_Scrapyard README, HomeKey-ESP32#152.
    """
    return _garbled(reader, lambda _: frames.ERROR)


@on_reader(CLEARED)
def bit_shift(reader: Reader) -> Undo:
    """Responses arrive one bit early: the first bit is lost, a 0 follows the last.

    Source: row 17, Adafruit-PN532#85.
    """

    def early(frame: bytes) -> bytes:
        bits = int.from_bytes(frame, "big") << 1 & (1 << 8 * len(frame)) - 1
        return bits.to_bytes(len(frame), "big")

    return _garbled(reader, early)


@on_reader(CLEARED)
def long_preamble(reader: Reader) -> Undo:
    """Responses begin with one 00 too many.

    Source: row 30, libnfc#289.
    """
    return _garbled(reader, lambda frame: b"\x00" + frame)


@on_reader(CLEARED)
def no_preamble(reader: Reader) -> Undo:
    """Responses begin with the start code, 00 FF, at once.

    Source: 1.1, SPI log of libnfc, comment in Elmü's library.
    """
    return _garbled(reader, lambda frame: frame[1:])


@on_reader(CLEARED)
def bad_checksum(reader: Reader) -> Undo:
    """One bit of the checksum of every response is wrong.

    Source: row 49, ESPuino#448.
    """
    return _garbled(reader, lambda frame: frame[:-2] + bytes((frame[-2] ^ 1,)) + frame[-1:])


@on_reader(CLEARED)
def cut_reply(reader: Reader) -> Undo:
    """Responses end before their last byte of data; filler follows.

    Source: row 20, Adafruit CP#13, Python_PN532#1; row 18.
    """
    return _garbled(reader, lambda frame: frame[:-3])


@on_reader(ONCE)
def stale_frame(reader: Reader) -> Undo:
    """The response to an old SAMConfiguration is still there and is read instead of the next ACK; a retry is sound.

    Source: row 2, esphome/issues#3823, PR#4651; rfid 10.
    """
    return _set(reader.chip, "stale", SAM_RESPONSE)


@on_reader(CLEARED)
def late_reply(reader: Reader) -> Undo:
    """Every response comes 100 ms later.

    Source: row 7, esphome/issues#4745.
    """
    return _set(reader.chip, "late_us", LATE_US)


@on_reader(ONCE)
def lost_command(reader: Reader) -> Undo:
    """The next command gets no ACK, as the first after a wake-up may.

    Source: row 29, libnfc#429.
    """
    reader.chip.lose_next()
    return lambda: None


@on_reader(CLEARED)
def halt_ineffective(reader: Reader) -> Undo:
    """InDeselect and InRelease send no HLTA that works: the same tag is listed for ever.

    Source: row 31, libnfc#476.
    """
    initiator = reader.chip.initiator
    initiator.halt_effective = False

    def undo() -> None:
        initiator.halt_effective = reader.chip.options.halt_effective

    return undo


@on_reader(CLEARED)
def no_latecomers(reader: Reader) -> Undo:
    """A list command sees only tags that lay there when it began.

    Source: rfid 13, Carglglz/NFC_PN532_SPI#1, Adafruit CP#19.
    """
    return _set(reader.chip.initiator, "latecomers", False)


@on_reader(CLEARED)
def reset_unwired(reader: Reader) -> Undo:
    """The reset line does nothing.

    Source: row 3, esphome#10968.
    """
    return _set(reader.chip, "reset_wired", False)


@on_reader(CLEARED)
def reset_slow(reader: Reader) -> Undo:
    """A reset pulse below 50 ms does nothing.

    Source: row 52, FilaMan PR#24.
    """
    return _set(reader.chip, "reset_min_us", RESET_PULSE_US)


@on_reader(ONCE)
def brown_out(reader: Reader) -> Undo:
    """The supply sags: the chip starts anew, in LowVbat and without its configuration.

    Source: row 40, ESPEasy#2632, #3786.
    """
    reader.chip.power_cycle()
    return lambda: None


@on_reader(POWER)
def brown_out_freeze(reader: Reader) -> Undo:
    """The supply sags to where RSTPD_N is neither high nor low: the chip freezes and no reset frees it.

    Source: row 40, ESPEasy#3586.
    """
    undos = _set(reader.chip, "mute", True), _set(reader.chip, "reset_wired", False)

    def clear() -> None:
        for undo in undos:
            undo()
        _restart(reader)

    return clear


@on_reader(RESET)
def no_wake(reader: Reader) -> Undo:
    """The chip has fallen asleep and its address does not wake it.

    Source: rfid 15, nfcpy#186.
    """
    reader.chip.fall_asleep()
    return _until_reset(reader, _set(reader.chip, "wakes", False))


@on_reader(CLEARED)
def shifted_uid(reader: Reader) -> Undo:
    """Reported UIDs are shifted by three bytes, zeros in front, without any error.

    Source: row 47, rfid 6, miguelbalboa/rfid#589 (00 00 00 81 6C for 81 6C 4F).
    """
    return _set(reader.chip.initiator, "uid_as", lambda uid: bytes(3) + uid[:-3])


@on_reader(CLEARED)
def truncated_uid(reader: Reader) -> Undo:
    """Longer UIDs are reported as their first cascade level: 88 and three bytes.

    Source: rfid 20, BeddoFabrik.
    """
    return _set(
        reader.chip.initiator,
        "uid_as",
        lambda uid: uid if len(uid) == 4 else bytes((CASCADE_TAG,)) + uid[:3],
    )


@on_reader(POWER)
def field_stuck_off(reader: Reader) -> Undo:
    """The field stays off whatever the chip is told.

    Source: rfid 8, suchmememanyskill/OpenRFID#26 (coil stuck until power cycle).
    """
    return _stuck(reader, False)


@on_reader(POWER)
def field_stuck_on(reader: Reader) -> Undo:
    """The field stays on whatever the chip is told: tags keep their state, coupled antennas are disturbed.

    Source: rfid 8, suchmememanyskill/OpenRFID#26.
    """
    return _stuck(reader, True)


def _stuck(reader: Reader, on: bool) -> Undo:
    reader.antenna.stick(on)

    def clear() -> None:
        reader.antenna.stick(None)
        _restart(reader)

    return clear


FAULTS = (
    mute,
    zombie,
    mute_after_lists,
    stuck_status,
    rf_status,
    error_frame,
    bit_shift,
    long_preamble,
    no_preamble,
    bad_checksum,
    cut_reply,
    stale_frame,
    late_reply,
    lost_command,
    halt_ineffective,
    no_latecomers,
    reset_unwired,
    reset_slow,
    brown_out,
    brown_out_freeze,
    no_wake,
    shifted_uid,
    truncated_uid,
    field_stuck_off,
    field_stuck_on,
)
