"""What a host session reports, one type an event. Fact and Beat have the fields of their rows in the
message table."""

from typing import NamedTuple


class Log(NamedTuple):
    """A line of text from the table that is no packet: a print, a traceback, a prompt."""

    text: str


class Welcome(NamedTuple):
    """A table has answered: a session is open. `new_boot`: not the boot this host was last in session
    with. `number`: that of the next fact, modulo 2**16. `journal` is the name of the table's journal."""

    board: str
    version: str
    mode: int
    boot_id: int
    new_boot: bool
    number: int
    journal: int = 0


class Refused(NamedTuple):
    """The two sides do not speak the same language; the session is over. `reason` is one line."""

    reason: str


class Lost(NamedTuple):
    """So many facts of this boot went to another host while this one was out of session."""

    facts: int


class Fact(NamedTuple):
    """One fact, in the words of railbird.facts; each arrives once and in order."""

    input_seq: int
    t_ms: int
    kind: int
    zone: int
    code: int
    ref: int
    arg: int


class Secret(NamedTuple):
    """A fact of play mode with its 16 bytes; it has a number among the facts."""

    input_seq: int
    t_ms: int
    kind: int
    zone: int
    code: int
    ref: int
    arg: int
    secret: bytes


class Head(NamedTuple):
    """Where the chain of the table's log stands; `journal` is the name of the journal that it is the log of."""

    journal: int
    input_seq: int
    link: bytes


class Distrust(NamedTuple):
    """A frame from the table was refused and changed nothing; or the table, while no session is open, refused one of
    this host's. `reason` is one line.
    """

    reason: str


class Result(NamedTuple):
    """What became of the command with this ticket: 0 accepted, else why not.

    None: the table restarted or served another host meanwhile, and whether it took the command is not
    known.
    """

    ticket: int
    code: int | None


class Beat(NamedTuple):
    """The table's heartbeat, once a second; counts run from the table's start, uptime is a 30-bit tick."""

    uptime_ms: int
    heap_free: int
    heap_used_peak: int
    rounds: int
    round_ms: int
    round_max_ms: int
    looks: int
    bus_errors: int
    frame_errors: int
    chip_errors: int
    rf_errors: int
    crc_errors: int
    resends: int
    journal_pending: int
    outbox: int
    zones_unknown: int
    faults: int


Event = Log | Welcome | Refused | Lost | Fact | Secret | Head | Distrust | Result | Beat
