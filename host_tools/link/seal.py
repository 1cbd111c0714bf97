"""The host's side of sealed cards (the scheme: railbird.link.seal), written apart from the device's code."""

import hashlib
import hmac

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

PADDING = bytes(10)


class SealError(Exception):
    """What was opened is not what was dealt; the message is one line."""


def is_commitment(commitment: bytes, key: bytes, hand: bytes) -> bool:
    """Whether a device committed itself to this hand key."""
    return hmac.compare_digest(hashlib.sha256(key + hand).digest(), commitment)


def card_key(key: bytes, number: int) -> bytes:
    """The key of the n-th card under the hand key."""
    return hmac.digest(key, bytes((number,)), "sha256")[:16]


def open_block(block: bytes, key: bytes, number: int, hand: bytes) -> int:
    """The tag code in a block. Raises SealError when the key does not open this card of this hand."""
    text = _decrypt(key, block)
    if text[1:] != bytes((number,)) + hand + PADDING:
        raise SealError(f"the key does not open card {number}")
    return text[0]


def open_audit(sealed: bytes, audit: bytes, hand: bytes) -> bytes:
    """The hand key that was sealed to the audit key."""
    return _decrypt(hmac.digest(audit, b"audit" + hand, "sha256")[:16], sealed)


def _decrypt(key: bytes, blocks: bytes) -> bytes:
    one = Cipher(algorithms.AES(key), modes.ECB()).decryptor()
    return one.update(blocks) + one.finalize()
