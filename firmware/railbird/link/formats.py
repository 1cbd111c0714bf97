"""The table of messages: what travels between table and host, once for both sides.

Both sides send the hash of this table when they greet each other and refuse to talk when the hashes differ,
so a field is added or moved by editing a row and nothing else. Two things stay as they are for ever, so
that unequal sides can still tell each other so: the kinds of HELLO and WELCOME, and the table hash as their
first field. On the device only the start needs it: it is let go then.
"""

from binascii import crc32
from struct import calcsize

from railbird.link.messages import (
    ACK,
    BEAT,
    CHALLENGE,
    COMMAND,
    FACT,
    HEAD,
    HELLO,
    PROVE,
    REFUSED,
    RESULT,
    SECRET,
    WELCOME,
)

# kind, name, struct format of the payload (2 modulo 3 bytes: packet.py), names of its fields (in one string: as
# separate strings they would cost the device 1 KB more)
MESSAGES = (
    # Host to table: opens a session. time_s: the host's clock, seconds since 1970. Of the journal of that name the host
    # has every fact of the inputs before input_seq, and so many of that one; journal 0: it has none.
    (HELLO, "HELLO", "<IIHIB2x", "table_hash time_s journal input_seq facts"),
    # Table to host: the answer. Names end in zero bytes; request is the last request id taken.
    (WELCOME, "WELCOME", "<I16s10sBBHx", "table_hash board version mode request journal"),
    # Table to host: a fact in the words of railbird.facts, and the number of the input it follows from.
    (FACT, "FACT", "<IIBBBBH", "input_seq t_ms kind zone code ref arg"),
    # Host to table: op, zone and arg in the words of railbird.facts.
    (COMMAND, "COMMAND", "<BBBH", "request op zone arg"),
    # Table to host: what became of a command; code 0 is accepted, others say why not.
    (RESULT, "RESULT", "<BB", "request code"),
    # Table to host, once a second. Counts run from the table's start; uptime is a tick of 30 bits, faults a sum of
    # 1 << FAULT_....
    (
        BEAT,
        "BEAT",
        "<IIIIHHIIIIIIIHHBB2x",
        "uptime_ms heap_free heap_used_peak rounds round_ms round_max_ms looks bus_errors frame_errors "
        "chip_errors rf_errors crc_errors resends journal_pending outbox zones_unknown faults",
    ),
    # Host to table: only the header's acknowledgement; two spare bytes.
    (ACK, "ACK", "<2x", ""),
    # What follows is of play mode alone. Table to host: a fact with a block, a key, or half of a longer one.
    (SECRET, "SECRET", "<IIBBBBH16s2x", "input_seq t_ms kind zone code ref arg secret"),
    # Table to host, in answer to HELLO: the table's id and a nonce.
    (CHALLENGE, "CHALLENGE", "<8s16s2x", "table nonce"),
    # Host to table: its nonce, and the proof that it knows the table's secret.
    (PROVE, "PROVE", "<16s16s", "nonce proof"),
    # Table to host while no session is open: why a frame was refused.
    (REFUSED, "REFUSED", "<Bx", "reason"),
    # Table to host, with each heartbeat: the link of the log's chain at an input.
    (HEAD, "HEAD", "<I16s", "input_seq link"),
)


def row(kind: int) -> tuple[int, str, str, str]:
    """The row of a message kind; ValueError for an unknown kind."""
    for candidate in MESSAGES:
        if candidate[0] == kind:
            return candidate
    raise ValueError("no message of kind %d" % kind)


def payload_format(kind: int) -> str:
    """The struct format of a message's payload; ValueError for an unknown kind."""
    return row(kind)[2]


def payload_size(kind: int) -> int:
    """The payload bytes of a message; ValueError for an unknown kind."""
    return calcsize(row(kind)[2])


def table_text() -> str:
    """The table in canonical form, one row a line: what the hash is taken of."""
    return "".join(["%d %s %s %s\n" % one for one in MESSAGES])


TABLE_HASH = crc32(table_text().encode())
