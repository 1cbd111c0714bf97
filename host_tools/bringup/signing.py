"""The key that signs packages: RSA with 3072 bits, PKCS #1 v1.5 over SHA-256, which `firmware/slots.py` verifies."""

import hashlib
import os
from pathlib import Path

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa

from host_tools.bringup import InputError
from host_tools.engine.given import content

BITS = 3072
EXPONENT = 65537


def new_key(path: Path) -> rsa.RSAPrivateKey:
    """A key of its own in a new file that only its owner may read. Raises InputError where there is a file."""
    key = rsa.generate_private_key(EXPONENT, BITS)
    pem = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise InputError(f"key {path}: {error.strerror}") from None
    with os.fdopen(file, "wb") as out:
        out.write(pem)
    return key


def load_key(path: Path) -> rsa.RSAPrivateKey:
    """The key in a file. Raises InputError for anything but an RSA-3072 key without a password."""
    try:
        key = serialization.load_pem_private_key(content(path), None)
    except OSError as error:
        raise InputError(f"key {path}: {error.strerror}") from None
    except (ValueError, TypeError):
        raise InputError(f"key {path}: expected a private key in PEM, without a password") from None
    if (
        not isinstance(key, rsa.RSAPrivateKey)
        or key.key_size != BITS
        or key.public_key().public_numbers().e != EXPONENT
    ):
        raise InputError(f"key {path}: expected RSA with {BITS} bits and the exponent {EXPONENT}")
    return key


def modulus(key: rsa.RSAPrivateKey) -> bytes:
    """What a board is given to know the key's owner by."""
    return key.public_key().public_numbers().n.to_bytes(BITS // 8, "big")


def sign(key: rsa.RSAPrivateKey, text: bytes) -> bytes:
    """The signature of `text`, 384 bytes."""
    return key.sign(text, padding.PKCS1v15(), hashes.SHA256())


def fingerprint(number: bytes) -> str:
    """A short name for a modulus."""
    return hashlib.sha256(number).hexdigest()[:16]
