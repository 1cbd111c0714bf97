"""HMAC-SHA256 with both pads worked out once, RFC 2104, and a comparison that takes the same time for any difference.

It allocates: two hash objects and two digests a message, 448 bytes on 32-bit words (`railbird bench secrecy`). `made`
counts the messages, so that a simulated port can let their time pass.
"""

from hashlib import sha256

from micropython import const

SIZE = const(16)  # bytes of a MAC on the wire; never less

_BLOCK = const(64)

made = [0]


class Mac:
    """HMACs under one key of at most 64 bytes."""

    def __init__(self, key: bytes) -> None:
        self._inner = bytearray(b"\x36" * _BLOCK)
        self._outer = bytearray(b"\x5c" * _BLOCK)
        for index in range(len(key)):
            self._inner[index] ^= key[index]
            self._outer[index] ^= key[index]

    def digest(self, message: "bytes | bytearray | memoryview[int]") -> bytes:
        """The 32 bytes of a message."""
        made[0] += 1
        inner = sha256(self._inner)
        inner.update(message)
        outer = sha256(self._outer)
        outer.update(inner.digest())
        found: bytes = outer.digest()
        return found


def same(one: bytes, other: "bytes | bytearray", at: int = 0) -> bool:
    """Whether the first SIZE bytes of `one` stand in `other` from `at` on."""
    different = 0
    for index in range(SIZE):
        different |= one[index] ^ other[at + index]
    return different == 0
