"""What a page may ask of a table. The server checks who asks, the desk whether it can be done."""

from collections.abc import Mapping
from concurrent.futures import Future
from typing import Any, Protocol


class Refused(Exception):
    """It cannot be done; the message is one line for the page."""


class Desk(Protocol):
    """The table's side of the server; its methods may be called from the server's thread."""

    def ask(self, call: str, args: Mapping[str, Any], who: str) -> "Future[str]":
        """Do it in the table's own thread: what was done in one line, or Refused."""

    def way(self, about: str, role: str) -> Mapping[str, Any] | None:
        """How a verdict or a card came about, see `way`, waiting for the table's thread."""
