"""What commands of the chip share: status bytes (pn532.md 1.7) and the refusal of wrong parameters."""

from __future__ import annotations

OK = b"\x00"
TIMEOUT = b"\x01"
CRC_ERROR = b"\x02"
COLLISION = b"\x06"
AUTHENTICATION_ERROR = b"\x14"
NOT_IN_CONTEXT = b"\x27"


class BadParameters(Exception):
    """A request whose parameters have the wrong length or value: the chip answers with the error frame."""


def expect(condition: bool) -> None:
    """BadParameters unless `condition`."""
    if not condition:
        raise BadParameters
