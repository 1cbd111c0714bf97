"""The host's side of identity (the scheme: railbird.link.auth), written apart from the device's code."""

import hmac
import struct
from collections.abc import Callable
from typing import NamedTuple

from railbird.link import formats

TRAILER = 21
MAC = 16


class Identity(NamedTuple):
    """What a host knows of its table: id (8 bytes) and secret (32 bytes)."""

    table: bytes
    secret: bytes


class HostGuard:
    """One host's proof to one table, and the MACs of a session. `entropy(n)` gives n bytes that nobody can know."""

    def __init__(self, identity: Identity, entropy: Callable[[int], bytes]) -> None:
        self._identity = identity
        self._entropy = entropy
        self._context = b""
        self._proof = b""
        self._to_table = b""
        self._to_host = b""
        self._sent = 0
        self._heard = 0

    def prove(self, identity: bytes, nonce: bytes, boot_id: int, number: int, has: bytes) -> bytes | None:
        """The payload of PROVE in answer to a challenge; None for a table with another id. The same challenge has the
        same answer. `has` is what HELLO has said that the host has.
        """
        if identity != self._identity.table:
            return None
        context = identity + struct.pack("<HHI", boot_id, number, formats.TABLE_HASH) + has + nonce
        if context != self._context:
            self._context = context
            mine = self._entropy(16)
            self._proof = mine + self._mac(b"host", context + mine)[:MAC]
            self._to_table = self._mac(b"to table", context + mine)
            self._to_host = self._mac(b"to host", context + mine)
            self._sent = self._heard = 0
        return self._proof

    def _mac(self, label: bytes, text: bytes) -> bytes:
        return hmac.digest(self._identity.secret, label + text, "sha256")

    def seal(self, header: bytes, payload: bytes) -> bytes:
        """The trailer of a frame, for the header that says how long payload and trailer are."""
        self._sent += 1
        text = header + payload + struct.pack("<IB", self._sent, 0)
        return text[-5:] + hmac.digest(self._to_table, text, "sha256")[:MAC]

    def admit(self, header: bytes, body: bytes) -> str:
        """Why a sealed frame from the table is refused, '' when it is not."""
        if len(body) < TRAILER:
            return "a frame without room for a MAC"
        text = header + body[:-MAC]
        if not self._to_host or not hmac.compare_digest(
            hmac.digest(self._to_host, text, "sha256")[:MAC], body[-MAC:]
        ):
            return "a frame under another key, or changed on its way"
        counter = int.from_bytes(text[-5:-1], "little")
        if counter <= self._heard:
            return "a frame that was there before"
        self._heard = counter
        return ""
