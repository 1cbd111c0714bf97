"""The log of a table held against its chain (the scheme: railbird.storage.chain), written apart from the device's code.

A log is the blocks that a table in play mode has sent, 16 bytes each, of one journal, from the first. Anchors are what
a host keeps of the HEAD messages: lines `journal, input number, link` in hexadecimal.
"""

import hmac
import struct
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

RECORD = 16
_SPARE = (11, 14, 15)


class LogError(Exception):
    """A file that is no log, or no list of anchors; the message is one line."""


class Fault(NamedTuple):
    """The first record at which a log is not what the table wrote: `what` is removed, changed, moved, put in or cut."""

    number: int
    what: str

    def __str__(self) -> str:
        return f"record {self.number} was {self.what}"


def log_key(secret: bytes) -> bytes:
    """The chain's key of a table with this secret."""
    return hmac.digest(secret, b"log", "sha256")


def records(log: bytes, secret: bytes) -> list[bytes]:
    """The whole records of a log, opened with the table's secret; `cut` tells of one that the file ends within."""
    log = log[: len(log) - len(log) % RECORD]
    key = hmac.digest(secret, b"log block", "sha256")[:16]
    opener = Cipher(algorithms.AES(key), modes.ECB()).decryptor()
    bare = opener.update(log) + opener.finalize()
    return [bare[at : at + RECORD] for at in range(0, len(bare), RECORD)]


def cut(log: bytes) -> Fault | None:
    """The record within which a file ends, where it does."""
    return Fault(len(log) // RECORD + 1, "cut") if len(log) % RECORD else None


def anchors(lines: Iterable[str], journal: int) -> dict[int, bytes]:
    """Input number -> link, of one journal. Raises LogError for a line that is none."""
    found = {}
    for number, line in enumerate(lines, 1):
        try:
            name, seq, link = line.split()
            if len(link) != 32:
                raise ValueError
            if int(name, 16) == journal:
                found[int(seq, 16)] = bytes.fromhex(link)
        except ValueError:
            raise LogError(f"line {number} of the anchors is not a journal, a number and a link") from None
    return found


def verify(
    log: Sequence[bytes], key: bytes, journal: int, heads: Mapping[int, bytes] | None = None
) -> Fault | None:
    """The first fault of a log, by its place from 1; None when every record is as the table wrote it."""
    heads = heads or {}
    link = struct.pack("<H14x", journal)
    for number, record in enumerate(log, 1):
        link = hmac.digest(key, link + _bare(record), "sha256")[:16]
        if _number(record) != number or bytes(record[at] for at in _SPARE) != link[:3]:
            return Fault(number, _what(log, number))
        if heads.get(number, link) != link:
            return Fault(number, "changed, by somebody who has the key")
    if heads and max(heads) > len(log):
        return Fault(len(log) + 1, "removed")
    return None


def _what(log: Sequence[bytes], number: int) -> str:
    """What happened where the record with this number is not the one that stands there. A block that somebody has
    touched opens as any number whatever.
    """
    here = _number(log[number - 1])
    later = [_number(record) for record in log[number:]]
    if number in later:
        return "moved" if number < here <= len(log) and here not in later else "put in"
    return "removed" if here > number and later[:1] in ([], [here + 1]) else "changed"


def _number(record: bytes) -> int:
    return int.from_bytes(record[:4], "little")


def _bare(record: bytes) -> bytes:
    """A record with its spare bytes zero."""
    bare = bytearray(record)
    for at in _SPARE:
        bare[at] = 0
    return bytes(bare)
