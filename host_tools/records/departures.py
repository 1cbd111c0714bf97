"""Who leaves the table for a while and keeps the seat, and what becomes of the chips (c)(3)(v). Amounts in the smallest
coin.
"""

from typing import Any

from sqlalchemy import Row

from host_tools.engine.events import IllegalEvent
from host_tools.records import models
from host_tools.records.desk import Desk

METHODS = ("counted", "held", "left")  # the stack is recorded, held by the supervisor, or left on the table


def leave(desk: Desk, seat: int, stack: int, method: str = "", supervisor: str = "") -> None:
    """A player goes for a while; what is not decided yet is filled in by `settle`."""
    desk.add(models.departures, seat=seat, stack=stack, **_decided(method, supervisor))


def settle(desk: Desk, seat: int, method: str, supervisor: str) -> None:
    """The supervisor decides what becomes of the chips. IllegalEvent where nobody is away from that seat."""
    desk.fill_in(models.departures, _away(desk, seat).id, **_decided(method, supervisor))


def back(desk: Desk, seat: int, stack: int) -> int:
    """The player is back with so many chips; how many are missing of those that were there, below 0 for too many."""
    row = _away(desk, seat)
    desk.fill_in(models.departures, row.id, back_at=desk.now(), returned=stack)
    return int(row.stack - stack)


def _decided(method: str, supervisor: str) -> dict[str, str]:
    if method and (method not in METHODS or not supervisor):
        raise IllegalEvent(
            f"{method!r} by {supervisor!r}: expected {', '.join(METHODS)}, and the supervisor", "c(3)(v)"
        )
    return {"method": method, "supervisor": supervisor}


def _away(desk: Desk, seat: int) -> Row[Any]:
    rows = [row for row in desk.rows(models.departures, seat=seat) if row.back_at is None]
    if not rows:
        raise IllegalEvent(f"nobody is away from seat {seat}", "c(3)(v)")
    return rows[-1]


def reminders(row: Any) -> tuple[str, ...]:
    """What is open about a departure, one sentence each."""
    result = []
    if not row.method:
        result.append(
            f"seat {row.seat} left with {row.stack}: counted, held or left is not recorded [c(3)(v)]"
        )
    if row.back_at is not None and row.returned != row.stack:
        result.append(
            f"seat {row.seat} left with {row.stack} and came back with {row.returned}: "
            f"{abs(row.stack - row.returned)} {'missing' if row.returned < row.stack else 'too many'} [c(3)(v)]"
        )
    return tuple(result)
