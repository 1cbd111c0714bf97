"""The radio half of a PN532: listing, halting and talking to type A targets (pn532.md 1.7, 2.1).

Every try of InListPassiveTarget asks the tags at its own moment: REQA is sent `AIR_UID_US` before the try
would end with a tag found, and what was selected must still be there when it ends. A tag that comes or goes
meanwhile counts accordingly. Collision rounds take no extra time: the timing table has one figure for a tag
found.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from host_tools.virtual.clock import Clock
from host_tools.virtual.field import Antenna
from host_tools.virtual.options import ChipOptions
from host_tools.virtual.reply import AUTHENTICATION_ERROR, NOT_IN_CONTEXT, OK, TIMEOUT, expect
from host_tools.virtual.tag import (
    ACTIVE,
    HLTA,
    PROTOCOL,
    RATS,
    REQA,
    S_DESELECT,
    SAK_CASCADE,
    SAK_ISO_DEP,
    SEL,
    SELECT_NVB,
    WUPA,
    Tag,
    cascade_blocks,
)
from host_tools.virtual.thru import Thru
from host_tools.virtual.timing import AIR_UID_US, Timing

if TYPE_CHECKING:
    from host_tools.virtual.pn532 import Pn532

IN_DATA_EXCHANGE = 0x40
IN_COMMUNICATE_THRU = 0x42
IN_DESELECT = 0x44
IN_LIST_PASSIVE_TARGET = 0x4A
IN_RELEASE = 0x52
IN_SELECT = 0x54

_FOR_EVER = 0xFF
_RETRY_TIMEOUT = 0x0A  # default of RFConfiguration item 02: 51.2 ms
_AUTHENTICATE = (0x60, 0x61)
_AUTHENTICATE_BYTES = 12  # command, block, six bytes of key, four of UID


class Target:
    """A listed tag as the chip remembers it. `data` is its part of the list response after Tg."""

    __slots__ = ("data", "iso_dep", "number", "selected", "uid")

    def __init__(self, number: int, uid: bytes, data: bytes, iso_dep: bool) -> None:
        self.number = number
        self.uid = uid
        self.data = data
        self.iso_dep = iso_dep
        self.selected = True


class Initiator:
    """Radio commands of one chip. `retries` counts tries beyond the first of a command.

    Faults: `halt_effective` (False: as the chip option), `forced` (this status in every response that has one),
    `uid_as` (from the UID a tag has to the one that is reported, no error shown), `latecomers` (False: a list command
    sees only what lay there when it began), `on_listed` (called with the number found when a list command ends).

    MaxRtyCOM, the ATR timeout and the analogue items of RFConfiguration are accepted and have no effect.
    """

    __slots__ = (
        "_antenna",
        "_chip",
        "_clock",
        "_known",
        "_listed_twos",
        "_modulation",
        "_most",
        "_options",
        "_present",
        "_thru",
        "_timeout_us",
        "_timing",
        "_tries_left",
        "_wanted",
        "auto_rats",
        "forced",
        "halt_effective",
        "last_error",
        "latecomers",
        "on_listed",
        "passive_retries",
        "retries",
        "targets",
        "uid_as",
    )

    def __init__(
        self, chip: Pn532, clock: Clock, antenna: Antenna, timing: Timing, options: ChipOptions
    ) -> None:
        self._chip = chip
        self._clock = clock
        self._antenna = antenna
        self._timing = timing
        self._options = options
        self._thru = Thru(chip, self, clock, antenna, timing)
        self.retries = 0
        self.targets: list[Target] = []
        self.halt_effective = options.halt_effective
        self.forced: bytes | None = None
        self.uid_as: Callable[[bytes], bytes] | None = None
        self.latecomers = True
        self.on_listed: Callable[[int], None] | None = None
        self._present: tuple[Tag, ...] = ()
        self.reset()

    def reset(self) -> None:
        """Everything as after power-up."""
        self.auto_rats = True
        self.passive_retries = _FOR_EVER
        self.last_error = 0
        self._known = b""
        self._listed_twos = 0
        self._wanted = self._most = self._modulation = self._tries_left = 0
        self.set_timeout(_RETRY_TIMEOUT)
        self.forget()

    def forget(self) -> None:
        """Drop the remembered targets."""
        self.targets.clear()

    def set_timeout(self, code: int) -> None:
        """fRetryTimeout of RFConfiguration item 02: 0 waits for ever, n waits 100 us * 2**(n-1), n up to
        0x10."""
        expect(code <= 0x10)
        self._timeout_us = 100 << (code - 1) if code else 0

    def handlers(self) -> dict[int, Callable[[bytes], bytes | None]]:
        """Command code -> handler of its parameters."""
        return {
            IN_LIST_PASSIVE_TARGET: self._list,
            IN_DESELECT: partial(self._deselect, False),
            IN_RELEASE: partial(self._deselect, True),
            IN_SELECT: self._select,
            IN_DATA_EXCHANGE: self._data_exchange,
            IN_COMMUNICATE_THRU: self._thru.communicate,
        }

    def general_status(self) -> bytes:
        """Err, Field (one that is not of the chip's asking), NbTg and the targets, without the SAM status."""
        head = bytes((self.last_error, self._antenna.stray, len(self.targets)))
        return head + b"".join(bytes((target.number, 0, 0, 0)) for target in self.targets)

    # -- InListPassiveTarget ---------------------------------------------------------------------------------

    def _list(self, data: bytes) -> None:
        expect(len(data) >= 2 and 1 <= data[0] <= 2 and data[1] <= 4)
        self._wanted, self._modulation, self._known = data[0], data[1], data[2:]
        expect(self._modulation != 4 or self._wanted == 1)
        expect(self._modulation != 0 or len(self._known) in (0, 4, 8, 12))
        self._most = self._wanted
        pattern = self._options.two_target_pattern
        if self._wanted == 2 and pattern:
            self._most = pattern[self._listed_twos % len(pattern)]
            self._listed_twos += 1
        self.forget()
        latency = self._timing.list_found_us if self._antenna.on else self._timing.list_first_us
        self._antenna.switch(True)
        self._tries_left = self.passive_retries
        self._present = self._antenna.tags
        self._try(self._clock.now, latency)

    def _try(self, start: int, latency: int) -> None:
        """One try from `start` that would end `latency` later with a tag found."""
        at = start + min(max(latency - AIR_UID_US, 0), self._timing.list_empty_us)
        self._chip.later(at, partial(self._ask, start, latency))

    def _ask(self, start: int, latency: int) -> None:
        antenna = self._antenna
        target = None
        listeners = antenna.listeners()
        if not self.latecomers:
            listeners = [tag for tag in listeners if tag in self._present]
        if self._modulation == 0 and len(self.targets) < self._most:
            target = self._activate(listeners)
        selected = [tag for tag in listeners if tag.state in (ACTIVE, PROTOCOL)]
        antenna.settle(listeners)
        if target is None:
            self._failed(start + self._timing.list_empty_us)
            return
        overheard = all(tag.place != antenna.name for tag in selected)
        watched = [] if overheard else selected
        self._chip.later(start + latency, partial(self._found, target, watched))

    def _found(self, target: Target, watched: Sequence[Tag]) -> None:
        """End of a try that selected `target`; of the tags in `watched`, if any, one must still be there."""
        now = self._clock.now
        if watched and not any(self._antenna.holds(tag) for tag in watched):
            self._failed(now)
            return
        self.targets.append(target)
        if len(self.targets) == self._wanted:
            self._finish(now)
            return
        self._send_halt(target)
        self._try(now, self._timing.list_found_us)

    def _failed(self, at: int) -> None:
        """A try ends at `at` with nothing."""
        if self.targets or self._tries_left == 0:
            self._finish(at)
            return
        if self._tries_left != _FOR_EVER:
            self._tries_left -= 1
        self.retries += 1
        self._try(at, self._timing.list_found_us)

    def _finish(self, at: int) -> None:
        targets = b"".join(bytes((target.number,)) + target.data for target in self.targets)
        self._chip.answer(bytes((len(self.targets),)) + targets, at)
        if self.on_listed is not None:
            self.on_listed(len(self.targets))

    def _activate(self, listeners: Sequence[Tag]) -> Target | None:
        """REQA, anticollision and SELECT through the cascade levels; None when any exchange brought
        nothing."""
        exchange = self._antenna.exchange
        atqas = exchange(listeners, REQA)
        if not atqas:
            return None
        uid = b""
        known = self._known
        for level, sel in enumerate(SEL):
            block: bytes | None
            if not known:
                block = self._anticollide(listeners, sel)
            else:
                part = known[4 * level : 4 * level + 4]
                block = part + bytes((part[0] ^ part[1] ^ part[2] ^ part[3],)) if part else None
            if block is None:
                return None
            saks = exchange(listeners, bytes((sel, SELECT_NVB)) + block)
            if not saks:
                return None
            sak = saks[0][0]
            if not sak & SAK_CASCADE:
                uid += block[:4]
                break
            uid += block[1:4]
        else:
            return None
        sens = 0
        for atqa in atqas:  # different answers overlap on air
            sens |= int.from_bytes(atqa, "little")
        if self.uid_as is not None:
            uid = self.uid_as(uid)
        data = sens.to_bytes(2, "big") + bytes((sak, len(uid))) + uid
        iso_dep = bool(sak & SAK_ISO_DEP) and self.auto_rats
        if iso_dep:
            ats = exchange(listeners, RATS)
            if not ats:
                return None
            data += ats[0]
        return Target(len(self.targets) + 1, uid, data, iso_dep)

    def _anticollide(self, listeners: Sequence[Tag], sel: int) -> bytes | None:
        """Bitwise anticollision of one cascade level: four bytes and a right BCC, or None."""
        known = 0
        value = 0
        while True:
            nvb = 0x20 + ((known >> 3) << 4) + (known & 7)
            frame = bytes((sel, nvb)) + value.to_bytes((known + 7) // 8, "little")
            answers = self._antenna.exchange(listeners, frame)
            if not answers:
                return None
            block = answers[0]
            if len(answers) == 1:
                return block if block[0] ^ block[1] ^ block[2] ^ block[3] == block[4] else None
            first = int.from_bytes(block, "little")
            differing = 0
            for other in answers[1:]:
                differing |= first ^ int.from_bytes(other, "little")
            bit = (differing & -differing).bit_length() - 1
            value = first & ((1 << bit) - 1) | self._options.collision_bit << bit
            known = bit + 1

    # -- InDeselect, InRelease, InSelect ---------------------------------------------------------------------

    def _deselect(self, release: bool, data: bytes) -> bytes | None:
        expect(len(data) == 1)
        targets = self._addressed(data[0])
        if targets is None:
            return self._status(NOT_IN_CONTEXT)
        if not targets and data[0] == 0:
            return self._status(bytes((self._options.deselect_nothing_status,)))
        self._chip.later(self._clock.now + self._timing.deselect_us, partial(self._halt, targets, release))
        return None

    def _addressed(self, number: int) -> list[Target] | None:
        """The targets that Tg means (0 all), None for one that is not known."""
        if number == 0:
            return list(self.targets)
        found = [target for target in self.targets if target.number == number]
        return found or None

    def _halt(self, targets: Sequence[Target], release: bool) -> None:
        status = OK
        for target in targets:
            if target.selected and not self._send_halt(target):
                status = TIMEOUT
            if release:
                self.targets.remove(target)
        self._chip.answer(self._status(status), self._clock.now)

    def _send_halt(self, target: Target) -> bool:
        """HLTA, which is never answered, or S(DESELECT), which must be. False when that answer is missing."""
        target.selected = False
        if not self.halt_effective:
            return True
        if not target.iso_dep:
            self._antenna.exchange(self._antenna.powered, HLTA)
            return True
        return bool(self._antenna.exchange(self._antenna.powered, S_DESELECT))

    def _select(self, data: bytes) -> bytes | None:
        expect(len(data) == 1)
        targets = self._addressed(data[0])
        if not targets:
            return self._status(NOT_IN_CONTEXT)
        self._chip.later(
            self._clock.now + self._timing.list_found_us, partial(self._finish_select, targets[0])
        )
        return None

    def _finish_select(self, target: Target) -> None:
        status = OK if target.selected or self._reselect(target) else TIMEOUT
        self._chip.answer(self._status(status), self._clock.now)

    def _reselect(self, target: Target) -> bool:
        """Wake a deselected target and select it by its UID."""
        exchange, listeners = self._antenna.exchange, self._antenna.powered
        for other in self.targets:
            other.selected = False
        if not exchange(listeners, WUPA if self._options.select_request == "wupa" else REQA):
            return False
        for sel, block in zip(SEL, cascade_blocks(target.uid), strict=False):
            if not exchange(listeners, bytes((sel, SELECT_NVB)) + block):
                return False
        target.selected = True
        return True

    # -- data ------------------------------------------------------------------------------------------------

    def _data_exchange(self, data: bytes) -> bytes | None:
        expect(len(data) >= 2)
        targets = self._addressed(data[0] & 0x3F)
        payload = data[1:]
        expect(payload[0] not in _AUTHENTICATE or len(payload) == _AUTHENTICATE_BYTES)
        if not targets:
            return self._status(NOT_IN_CONTEXT)
        self._chip.later(
            self._clock.now + self._timing.exchange_us, partial(self._run_exchange, targets[0], payload)
        )
        return None

    def _run_exchange(self, target: Target, payload: bytes) -> None:
        answers: list[bytes] = []
        if target.selected or self._reselect(target):
            answers = self._antenna.exchange(self._antenna.powered, payload)
        if payload[0] in _AUTHENTICATE:  # no tag here knows a key
            self.answer_status(AUTHENTICATION_ERROR)
        else:
            self.answer_exchange(answers)

    def answer_exchange(self, answers: Sequence[bytes]) -> None:
        """Status and data of an exchange now, or a timeout when its time is over (never, if that is 0)."""
        now = self._clock.now
        if answers:
            status = self._status(OK)
            self._chip.answer(status + answers[0] if status == OK else status, now)
        elif self._timeout_us:
            late = max(0, self._timeout_us - self._timing.exchange_us)
            self._chip.answer(self._status(TIMEOUT), now + late)

    def answer_status(self, status: bytes) -> None:
        """The running command ends now with nothing but a status."""
        self._chip.answer(self._status(status), self._clock.now)

    def _status(self, status: bytes) -> bytes:
        if self.forced is not None:
            status = self.forced
        self.last_error = status[0]
        return status
