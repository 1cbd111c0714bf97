"""A tag of ISO/IEC 14443-3 type A, frame by frame.

Frames carry no CRC here: whoever sends checks and strips it. A short frame (REQA, WUPA) is one byte. An
anticollision frame is SEL, NVB and the bits already known, least significant bit first as on air.
"""

from __future__ import annotations

POWER_OFF, IDLE, READY, ACTIVE, HALT, PROTOCOL = range(6)
"""States. READY* and ACTIVE* are READY and ACTIVE with `Tag.star` set. PROTOCOL is after RATS (14443-4)."""

STATE_NAMES = ("POWER_OFF", "IDLE", "READY", "ACTIVE", "HALT", "PROTOCOL")

REQA = b"\x26"
WUPA = b"\x52"
HLTA = b"\x50\x00"
RATS = b"\xe0\x50"
S_DESELECT = b"\xc2"
READ = 0x30
CASCADE_TAG = 0x88
SEL = (0x93, 0x95, 0x97)
SELECT_NVB = 0x70
"""All 40 bits known: an anticollision frame with this NVB is a SELECT."""
SAK_CASCADE = 0x04
SAK_ISO_DEP = 0x20
BLOCK_BITS = 40
"""A cascade level answers four bytes and their BCC."""

# What the common chips of each UID size answer (pn532.md 1.7): (ATQA as a number, SAK).
_KINDS = {4: (0x0004, 0x08), 7: (0x0044, 0x00), 10: (0x0084, 0x00)}
_PAGES = 45  # NTAG213
_PAGE = 4


def cascade_blocks(uid: bytes) -> tuple[bytes, ...]:
    """The 5-byte answers (four bytes and BCC) of each cascade level of a 4-, 7- or 10-byte UID."""
    if len(uid) not in _KINDS:
        raise ValueError(f"UID {uid.hex()}: 4, 7 or 10 bytes expected, {len(uid)} given")
    blocks = []
    rest = uid
    while rest:
        part, rest = (rest, b"") if len(rest) == 4 else (bytes((CASCADE_TAG,)) + rest[:3], rest[3:])
        blocks.append(part + bytes((part[0] ^ part[1] ^ part[2] ^ part[3],)))
    return tuple(blocks)


def crc_a(data: bytes) -> bytes:
    """CRC_A of ISO/IEC 14443-3, low byte first as it follows the data on air."""
    crc = 0x6363
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ 0x8408 if crc & 1 else crc >> 1
    return crc.to_bytes(2, "little")


class Tag:
    """One tag; `state` and `star` are its protocol state, `place` names the antenna it lies on (None: none).

    `atqa` (a number, 0x0044 for an NTAG) and `sak` default to the usual ones of the UID's length. `ats` is
    what it answers to RATS, with its length byte; only a tag with bit 0x20 in `sak` needs it. A 7-byte tag
    without `memory` reads as a blank NTAG213; other tags without memory answer no READ. Fault: so many REQAs as
    `swallows` says bring no answer and no change.
    """

    __slots__ = (
        "_bits",
        "_blocks",
        "_level",
        "_memory",
        "atqa",
        "ats",
        "place",
        "sak",
        "star",
        "state",
        "swallows",
        "uid",
    )

    def __init__(
        self,
        uid: bytes,
        *,
        atqa: int | None = None,
        sak: int | None = None,
        ats: bytes = b"",
        memory: bytes | None = None,
    ) -> None:
        self.become(uid)
        kind = _KINDS[len(uid)]
        self.atqa = (kind[0] if atqa is None else atqa).to_bytes(2, "little")
        self.sak = kind[1] if sak is None else sak
        self.ats = ats
        self._memory = _blank_ntag(uid) if memory is None and len(uid) == 7 else memory or b""
        self.state = POWER_OFF
        self.star = False
        self.swallows = 0
        self.place: str | None = None
        self._level = 0

    def become(self, uid: bytes) -> None:
        """Answer with this UID, of the same length, from now on."""
        self._blocks = cascade_blocks(uid)
        self._bits = tuple(int.from_bytes(block, "little") for block in self._blocks)
        self.uid = uid

    def __repr__(self) -> str:
        return f"Tag({self.uid.hex()}, {STATE_NAMES[self.state]}{'*' if self.star else ''})"

    def power(self, on: bool) -> None:
        """The field comes or goes; either way everything but the UID is forgotten."""
        self.state = IDLE if on else POWER_OFF
        self.star = False
        self._level = 0

    def receive(self, frame: bytes) -> bytes | None:
        """React to one frame. The answer without CRC: ATQA (2, low byte first), a cascade block (5, whole
        even if the reader knew a part of it), SAK (1), memory (16), ATS; None when silent."""
        state = self.state
        if state == POWER_OFF:
            return None
        if state in (IDLE, HALT):
            if self.swallows and frame == REQA and state == IDLE:
                self.swallows -= 1
                return None
            if frame == WUPA or (frame == REQA and state == IDLE):
                self.star = state == HALT
                self.state = READY
                self._level = 0
                return self.atqa
            return None
        if state == READY:
            return self._ready(frame)
        return self._active(frame)

    def _ready(self, frame: bytes) -> bytes | None:
        level = self._level
        if frame[0] != SEL[level] or len(frame) < 2:
            return self._drop()
        bits = self._bits[level]
        known = (frame[1] >> 4) * 8 + (frame[1] & 7) - 16
        if not 0 <= known <= BLOCK_BITS or len(frame) - 2 != (known + 7) // 8:
            return self._drop()
        mask = (1 << known) - 1
        if (int.from_bytes(frame[2:], "little") ^ bits) & mask:
            return self._drop()
        if known < BLOCK_BITS:
            return self._blocks[level]
        if level + 1 < len(self._blocks):
            self._level = level + 1
            return bytes((self.sak | SAK_CASCADE,))
        self.state = ACTIVE
        return bytes((self.sak & ~SAK_CASCADE,))

    def _active(self, frame: bytes) -> bytes | None:
        if self.state == PROTOCOL:
            if frame == S_DESELECT:
                self.state = HALT
                return frame
            return None
        if frame == HLTA:
            self.state = HALT
            return None
        if frame[0] == READ and len(frame) == 2 and frame[1] * _PAGE < len(self._memory):
            start = frame[1] * _PAGE
            return (self._memory + self._memory)[start : start + 4 * _PAGE]
        if frame == RATS and self.sak & SAK_ISO_DEP and self.ats:
            self.state = PROTOCOL
            return self.ats
        return self._drop()

    def _drop(self) -> bytes | None:
        """Anything unexpected: back to where it came from, without an answer."""
        self.state = HALT if self.star else IDLE
        self._level = 0
        return None


def _blank_ntag(uid: bytes) -> bytes:
    first, second = cascade_blocks(uid)
    return (first[1:4] + first[4:] + second).ljust(_PAGES * _PAGE, b"\x00")
