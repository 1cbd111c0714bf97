"""Damage for bytes, and what is sound in them: worked out from the layout in pn532.md 1.1, apart from the firmware."""

import random


def damaged(raw: bytes, rng: random.Random) -> bytes:
    """One to four changes: a bit, a byte, a piece cut out, doubled or put in, the end cut off."""
    out = bytearray(raw)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(out) + 1)
        to = min(len(out), at + rng.randint(1, 6))
        change = rng.randrange(6)
        if change == 0 and at < len(out):
            out[at] ^= 1 << rng.randrange(8)
        elif change == 1 and at < len(out):
            out[at] = rng.choice((0x00, 0xFF, 0xD5, 0x7E, rng.randrange(256)))
        elif change == 2:
            del out[at:to]
        elif change == 3:
            out[at:at] = out[at:to]
        elif change == 4:
            out[at:at] = rng.randbytes(rng.randint(1, 6))
        else:
            del out[at:]
    return bytes(out)


def sound_answers(raw: bytes, start: int = 0) -> set[tuple[int, int]]:
    """(offset, length) of response code and parameters of every whole frame from the chip in raw[start:], wherever one
    begins: start code, length that sums to 0 with its checksum, D5, data that sum to 0 with theirs.
    """
    found = set()
    for at in range(start, len(raw) - 4):
        if raw[at : at + 2] != b"\x00\xff":
            continue
        head = at + 2
        if raw[head : head + 2] == b"\xff\xff":
            size, check, body = (
                int.from_bytes(raw[head + 2 : head + 4], "big"),
                raw[head + 2 : head + 5],
                head + 5,
            )
        else:
            size, check, body = raw[head], raw[head : head + 2], head + 2
        data = raw[body : body + size + 1]
        if (
            size > 1
            and len(data) == size + 1
            and not sum(check) & 255
            and not sum(data) & 255
            and data[0] == 0xD5
        ):
            found.add((body + 1, size - 1))
    return found
