"""Sealed cards: a fresh key for every hand, and one of its own for every card.

    commitment   SHA-256 of the hand's key K and the hand's id; it goes out before the first card
    card's key   the first 16 bytes of HMAC(K, n), n = 1 for the first card of the hand
    block        one AES block under that key: the card's tag code, n, the hand's id, ten zero bytes

No key seals two blocks. A block under its key cannot be opened as another card: the other fifteen bytes would have to
come out right. An audit key gets K itself, under HMAC(audit key, "audit", hand's id).
"""

from hashlib import sha256

from cryptolib import aes
from micropython import const

from railbird.link.mac import Mac

KEY = const(32)  # bytes of a hand's key
BLOCK = const(16)
HAND = const(4)  # bytes of a hand's id

_ECB = const(1)
_AUDIT = b"audit"


def commitment(key: bytes, hand: bytes) -> bytes:
    """What the device commits itself to, 32 bytes."""
    digest: bytes = sha256(key + hand).digest()
    return digest


def plain(code: int, number: int, hand: bytes) -> bytes:
    """What a block holds."""
    return bytes((code, number)) + hand + bytes(BLOCK - HAND - 2)


def card_key(hand_key: Mac, number: int) -> bytes:
    """The key of the n-th card."""
    return hand_key.digest(bytes((number,)))[:BLOCK]


def sealed(key: bytes, code: int, number: int, hand: bytes) -> bytes:
    """The block of a card."""
    return aes(key, _ECB).encrypt(plain(code, number, hand))


def for_audit(audit: bytes, key: bytes, hand: bytes) -> bytes:
    """The hand's key under the house's audit key, 32 bytes."""
    return aes(Mac(audit).digest(_AUDIT + hand)[:BLOCK], _ECB).encrypt(key)
