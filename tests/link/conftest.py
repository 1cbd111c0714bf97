import base64
import os
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


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


@pytest.fixture(scope="session")
def new_wire():
    """Makes a port's link without a port."""
    return Wire


@pytest.fixture(scope="session")
def vm(tmp_path_factory):
    """Runs a script on the MicroPython VM; returns what it printed. A status other than 0 fails the test."""
    command = Path(sys.executable).with_name("micropython")

    def run(source):
        script = tmp_path_factory.mktemp("vm") / "script.py"
        script.write_text(source)
        done = subprocess.run(
            [command, script],
            env={**os.environ, "MICROPYPATH": str(ROOT / "firmware")},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run
