"""A host meets whoever is on a line: is there a table, which one, and does it talk to this host."""

import os
import random
import time

from host_tools.link.auth import HostGuard, Identity
from host_tools.link.events import Refused, Welcome
from host_tools.link.serial_line import SerialLine
from host_tools.link.session import NOTHING, HostSession, Position

MEETS_S = 12.0  # how long a table may take to answer when a host starts


class NoTable(Exception):
    """No table answers, or it will not talk to this host; the message is one line."""


def new_session(identity: Identity | None, keeps: bool, has: Position = NOTHING) -> HostSession:
    """A session with whoever answers. With an identity the table has to prove itself."""
    guard = HostGuard(identity, os.urandom) if identity else None
    epoch_s = int(time.time() - time.monotonic())
    return HostSession(random.SystemRandom().randrange(1, 65536), epoch_s, has, guard, keeps)


def meet(line: SerialLine, identity: Identity | None, within_s: float = MEETS_S) -> Welcome:
    """Which table this is; it keeps all its facts. Raises NoTable."""
    session = new_session(identity, keeps=True)
    until = time.monotonic() + within_s
    while time.monotonic() < until:
        for event in session.feed(line.read()):
            if isinstance(event, Welcome):
                return event
            if isinstance(event, Refused):
                raise NoTable(f"--port {line.port}: {event.reason}")
        data = session.poll(time.monotonic_ns() // 1000)
        if data:
            line.write(data)
    raise NoTable(
        f"--port {line.port}: no table answers: see that it has power and firmware (railbird flash), "
        "or wait for it with --board"
    )
