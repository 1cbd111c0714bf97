"""PN532 host frames (pn532.md 1.1), seen from the chip: parse what the host wrote, build what the chip
answers."""

from __future__ import annotations

from functools import lru_cache

ACK = b"\x00\x00\xff\x00\xff\x00"
NACK = b"\x00\x00\xff\xff\x00\x00"
ERROR = b"\x00\x00\xff\x01\xff\x7f\x81\x00"
HOST = 0xD4
CHIP = 0xD5
MAX_NORMAL = 255
"""Longest TFI+PD of a normal frame; the chip itself uses an extended one only beyond it."""
MAX_EXTENDED = 265

GOT_ACK, GOT_NACK, GOT_COMMAND, GOT_BAD = range(4)
"""Kinds of what the host wrote: abort, repeat, a frame with a command (PD without TFI), one with a wrong
checksum, length or TFI."""


@lru_cache(maxsize=1024)
def parse(raw: bytes) -> tuple[tuple[int, bytes], ...]:
    """The frames in one write, in order, as (kind, payload). Leading and trailing bytes of any number are
    skipped; an incomplete frame at the end is nothing at all."""
    found = []
    at = 0
    while (start := raw.find(b"\x00\xff", at)) >= 0:
        kind, payload, at = _one(raw, start + 2)
        if kind is None:
            break
        found.append((kind, payload))
    return tuple(found)


def _one(raw: bytes, at: int) -> tuple[int | None, bytes, int]:
    """The frame whose LEN stands at `at`: (kind or None when cut short, payload, where to go on)."""
    head = raw[at : at + 2]
    if len(head) < 2:
        return None, b"", at
    if head == b"\x00\xff":
        return GOT_ACK, b"", at + 2
    if head == b"\xff\x00":
        return GOT_NACK, b"", at + 2
    at += 2
    if head == b"\xff\xff":
        extended = raw[at : at + 3]
        if len(extended) < 3:
            return None, b"", at
        length = extended[0] << 8 | extended[1]
        good = sum(extended) & 0xFF == 0
        at += 3
    else:
        length = head[0]
        good = sum(head) & 0xFF == 0
    if not good or not 1 <= length <= MAX_EXTENDED:
        return GOT_BAD, b"", at
    body = raw[at : at + length + 1]
    if len(body) < length + 1:
        return None, b"", at
    at += length + 1
    if sum(body) & 0xFF or body[0] != HOST:
        return GOT_BAD, b"", at
    return GOT_COMMAND, body[1:-1], at


@lru_cache(maxsize=4096)
def build(payload: bytes) -> bytes:
    """The frame of a response; `payload` is PD, response code first, at most 264 bytes."""
    length = len(payload) + 1
    checksum = -(CHIP + sum(payload)) & 0xFF
    if length <= MAX_NORMAL:
        head = bytes((0, 0, 0xFF, length, -length & 0xFF, CHIP))
    else:
        high, low = divmod(length, 256)
        head = bytes((0, 0, 0xFF, 0xFF, 0xFF, high, low, -(high + low) & 0xFF, CHIP))
    return head + payload + bytes((checksum, 0))
