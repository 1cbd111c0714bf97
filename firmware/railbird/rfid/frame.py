"""PN532 frames: building commands, and finding and checking what the chip answers.

Layouts are those of pn532.md 1.1 (UM0701-02 6.2.1). Preamble and postamble may have any length, so the parser
hunts for the start code `00 FF` and, when what follows is no frame, hunts on.
"""

from micropython import const

ACK = b"\x00\x00\xff\x00\xff\x00"
NACK = b"\x00\x00\xff\xff\x00\x00"

# What `parse` returns when there is no answer to use; an answer is the offset of its first byte.
NO_FRAME = const(-1)  # no start code, or nothing behind it that looks like a frame
CUT = const(-2)  # a frame longer than the bytes at hand
BAD_SUM = const(-3)  # length or data checksum wrong
CHIP_ERROR = const(-4)  # the error frame, 7F: unknown command or wrong parameters
NOT_CHIP = const(-5)  # a sound frame that does not come from the chip
IS_ACK = const(-6)
IS_NACK = const(-7)

_TO_CHIP = const(0xD4)
_FROM_CHIP = const(0xD5)
_ERROR = const(0x7F)


def command(data):
    """The frame that carries command code and parameters `data` (1..264 bytes) to the chip."""
    n = len(data) + 1
    if not 2 <= n <= 265:
        raise ValueError("a command has 1 to 264 bytes")
    if n <= 255:
        head = bytes((n, -n & 0xFF))
    else:
        head = bytes((0xFF, 0xFF, n >> 8, n & 0xFF, -(n >> 8) - n & 0xFF))
    check = -(_TO_CHIP + sum(data)) & 0xFF
    return b"\x00\x00\xff" + head + bytes((_TO_CHIP,)) + data + bytes((check, 0))


def parse(buf, start, end):
    """Find the chip's answer in buf[start:end].

    Returns the offset of its response code (its parameters follow, `size` counts both), or one of the
    negative codes above. When several things are wrong with the bytes, the last reason is returned.
    """
    result = NO_FRAME
    at = start
    while at + 3 < end:
        if buf[at] != 0 or buf[at + 1] != 0xFF:
            at += 1
            continue
        found = _frame(buf, at + 2, end)
        if found >= 0 or found == CHIP_ERROR or found <= IS_ACK:
            return found
        result = found
        at += 1
    return result


def _frame(buf, at, end):
    """The frame whose length field starts at `at`, as `parse` returns it."""
    n = buf[at]
    check = buf[at + 1]
    at += 2
    if n == 0xFF and check == 0xFF:
        if at + 3 > end:
            return CUT
        n = buf[at] << 8 | buf[at + 1]
        if (buf[at] + buf[at + 1] + buf[at + 2]) & 0xFF:
            return BAD_SUM
        at += 3
    elif n == 0 and check == 0xFF:
        return IS_ACK
    elif n == 0xFF and check == 0:
        return IS_NACK
    elif (n + check) & 0xFF:
        return BAD_SUM
    if n == 0:
        return NO_FRAME
    if at + n + 1 > end:
        return CUT
    total = 0
    for i in range(at, at + n + 1):
        total += buf[i]
    if total & 0xFF:
        return BAD_SUM
    if buf[at] == _FROM_CHIP and n > 1:
        return at + 1
    return CHIP_ERROR if buf[at] == _ERROR else NOT_CHIP


def size(buf, at):
    """Bytes of response code and parameters of the answer that `parse` found at `at`."""
    low = buf[at - 3]
    if low + buf[at - 2] & 0xFF:  # not a normal frame's pair of length and checksum: the length has two bytes
        return (buf[at - 4] << 8 | low) - 1
    return low - 1
