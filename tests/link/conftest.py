import base64
import struct
import zlib
from pathlib import Path

import pytest

from railbird.link import formats, messages
from railbird.link.session import Session

ROOT = Path(__file__).parents[2]
TABLE_BOOT = 0xFFF0  # so that the numbers of facts wrap within the first sixteen


def _encode(kind, seq, ack, boot_id, payload, version=1):
    body = struct.pack("<BBHHHB", version, kind, seq, ack, boot_id, len(payload)) + payload
    return b"~" + base64.b64encode(body + struct.pack("<I", zlib.crc32(body))) + b"\n"


def _parse(line):
    assert line[:1] == b"~"
    assert line[-1:] == b"\n"
    raw = base64.b64decode(line[1:-1], validate=True)
    assert struct.unpack("<I", raw[-4:])[0] == zlib.crc32(raw[:-4])
    version, kind, seq, ack, boot_id, size = struct.unpack("<BBHHHB", raw[:9])
    payload = raw[9:-4]
    assert version == 1
    assert size == len(payload)
    return kind, seq, ack, boot_id, payload


@pytest.fixture(scope="session")
def encode():
    """A packet's line, made by the standard library alone."""
    return _encode


@pytest.fixture(scope="session")
def parse():
    """A line's (kind, seq, ack, boot_id, payload), taken apart by the standard library alone."""
    return _parse


class Wire:
    """The port's link: `out` is what the table wrote, `space` how much more it may (None: all)."""

    def __init__(self):
        self.incoming = bytearray()
        self.out = bytearray()
        self.space = None
        self.chunk = 64

    def read(self, buf):
        count = min(len(buf), len(self.incoming), self.chunk)
        buf[:count] = self.incoming[:count]
        del self.incoming[:count]
        return count

    def write(self, buf, size):
        if self.space is not None:
            size = min(size, self.space)
            self.space -= size
        self.out += buf[:size]
        return size

    def lines(self):
        taken = bytes(self.out).splitlines(keepends=True)
        self.out.clear()
        return taken


class Table:
    """A session with the clock and the lines around it."""

    def __init__(self, wire, encode, parse):
        self.wire = wire
        self.encode = encode
        self.parse = parse
        self.session = Session(wire, TABLE_BOOT, "virtual_9", "0.1.0")
        self.now = 0x3FFFFF00  # the microsecond tick wraps at once
        self.told = 0

    def send(self, kind, payload, seq=77, ack=0, boot_id=TABLE_BOOT):
        self.wire.incoming += self.encode(kind, seq, ack, boot_id, payload)

    def hello(self, seq=77, table_hash=formats.TABLE_HASH):
        self.send(messages.HELLO, struct.pack("<IIHIB2x", table_hash, 1_700_000_000, 0, 0, 0), seq, 0, 0)
        return self.run()

    def ack(self, number):
        self.send(messages.ACK, bytes(2), ack=number & 0xFFFF)

    def facts(self, count):
        for _ in range(count):
            assert self.session.fact(self.told, 1000 + self.told, 20, 1, 51, 255, 1)
            self.told += 1

    def run(self, us=0):
        """Polls for `us` whenever the session asks to; returns the packets it wrote."""
        end = self.now + us
        for _ in range(10_000):
            wanted = self.session.poll(self.now & 0x3FFFFFFF)
            wait = (wanted - self.now) & 0x3FFFFFFF
            assert wait < 1 << 29, "the deadline lies in the past"
            if self.now + wait > end:
                break
            self.now += wait
        else:
            raise AssertionError("the session never rests")
        self.now = end
        return [self.parse(line) for line in self.wire.lines()]

    def numbers(self, us=0):
        """The numbers of the facts written in `us`, counted from the boot's first."""
        return [(seq - TABLE_BOOT) & 0xFFFF for kind, seq, _, _, _ in self.run(us) if kind == messages.FACT]


@pytest.fixture(scope="session")
def new_wire():
    """Makes a port's link without a port."""
    return Wire


@pytest.fixture(scope="session")
def new_table():
    """Makes a table's session with the clock and the lines around it."""
    return lambda: Table(Wire(), _encode, _parse)


@pytest.fixture
def table(new_table):
    return new_table()
