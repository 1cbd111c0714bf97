"""A board's prompt and its serial line. The only module that knows mpremote, whose API says of itself that it will
change: `pyproject.toml` pins it.
"""

import base64
import contextlib
import io
import json
import os
import struct
import time
import zlib
from collections.abc import Callable
from typing import Any

import serial
from mpremote.transport import TransportError
from mpremote.transport_serial import SerialTransport

from host_tools.bringup import FlashError, InputError

CHUNK = 2048  # bytes of a file in one call: they are there at once in the board's heap, packed and not
_WINDOW_BITS = 10  # of the packing; the board needs 1 KB to unpack
_ENTER_S = 4.0
# How long one read waits. Entering looks at its own time only when nothing has come, and a table talks every second;
# later a slow board is better waited for.
_GLANCE_S = 0.1
_PATIENCE_S = 10.0
_CALL_S = 60  # the longest: two slots checked, RSA included

# What the board needs to take files. A file gets its name only when its bytes are right.
_HELPER = """
import deflate, hashlib, io, json, os
from binascii import a2b_base64, hexlify

def digest(path):
    sha = hashlib.sha256()
    with open(path, "rb") as file:
        while True:
            some = file.read(512)
            if not some:
                return hexlify(sha.digest()).decode()
            sha.update(some)

def names(folder):
    found = []
    for row in os.ilistdir(folder):
        if row[1] == 0x4000:
            found += [row[0] + "/" + name for name in names(folder + "/" + row[0])]
        else:
            found.append(row[0])
    return found

def begin(path):
    global out
    at = path.find("/")
    while at > 0:
        if path[:at].rpartition("/")[2] not in os.listdir(path[:at].rpartition("/")[0] or "/"):
            os.mkdir(path[:at])
        at = path.find("/", at + 1)
    out = open(path + ".part", "wb")

def more(text):
    out.write(deflate.DeflateIO(io.BytesIO(a2b_base64(text)), deflate.ZLIB).read())

def end(path, sha):
    out.close()
    right = digest(path + ".part") == sha
    if right:
        os.rename(path + ".part", path)
    print(json.dumps(right))

def copy(path, to, sha):
    begin(to)
    with open(path, "rb") as file:
        while True:
            some = file.read(512)
            if not some:
                break
            out.write(some)
    end(to, sha)

def remove(path):
    os.remove(path)
    folder = path.rpartition("/")[0]
    while folder and not os.listdir(folder):
        os.rmdir(folder)
        folder = folder.rpartition("/")[0]

def survey(roots):
    here = os.listdir("/")
    state = None
    if "slots.json" in here:
        with open("slots.json") as file:
            state = json.load(file)
    files = {name: digest(name) for name in here if name in roots}
    slots = {slot: {name: digest(slot + "/" + name) for name in names(slot)} for slot in ("a", "b") if slot in here}
    room = os.statvfs("/")
    print(json.dumps({"state": state, "files": files, "slots": slots, "free": room[0] * room[3]}))
"""


class Device:
    """The board at `port`, a device file or a link to one that outlives a reset (/dev/serial/by-id/...). Raises
    InputError when nothing can be opened there.
    """

    def __init__(self, port: str) -> None:
        self._port = port
        self._helped = False
        try:
            self._open()
        except (TransportError, OSError, ValueError):
            raise InputError(f"port {port}: there is no serial port that can be opened") from None

    def _open(self) -> None:
        self._transport = SerialTransport(os.path.realpath(self._port), timeout=_GLANCE_S)
        self._helped = False

    def close(self) -> None:
        """Give the port back."""
        with contextlib.suppress(OSError, serial.SerialException):
            self._transport.close()

    def reopen(self, timeout_s: float = 30.0) -> None:
        """Wait for the port to be there again. Raises FlashError."""
        self.close()
        until = time.monotonic() + timeout_s
        while time.monotonic() < until:
            with contextlib.suppress(TransportError, OSError):
                self._open()
                return
            time.sleep(0.05)
        raise FlashError(f"port {self._port}: it did not come back within {timeout_s:.0f} s")

    # -- the prompt -------------------------------------------------------------------------------------------

    def enter(self) -> bool:
        """Break in and take the prompt, on a new heap; whether there is one."""
        with contextlib.redirect_stdout(io.StringIO()):  # it prints what it did not expect
            try:
                self._transport.serial.timeout = _GLANCE_S
                self._transport.enter_raw_repl(soft_reset=True, timeout_overall=_ENTER_S)
                self._transport.serial.timeout = _PATIENCE_S
            except (TransportError, serial.SerialException, OSError):
                return False
        return True

    def enter_after_reset(self, timeout_s: float = 60.0) -> None:
        """Take the prompt of a board that is starting. Raises FlashError."""
        until = time.monotonic() + timeout_s
        while True:
            self.reopen()
            if self.enter():
                return
            if time.monotonic() >= until:
                raise FlashError(f"port {self._port}: no prompt within {timeout_s:.0f} s")

    def run(self, code: str) -> bytes:
        """What a piece of code prints. Raises FlashError with the last line of an exception, or when the board has
        gone.
        """
        try:
            self._transport.exec_raw_no_follow(code)
            printed, raised = self._transport.follow(_CALL_S)
        except (TransportError, serial.SerialException, OSError, struct.error) as error:
            raise FlashError(f"port {self._port}: the board has gone ({_line(error)})") from None
        if raised:
            raise FlashError(f"the board says: {raised.decode(errors='replace').strip().splitlines()[-1]}")
        return bytes(printed)

    def call(self, name: str, *args: object) -> Any:
        """What one of the helper's functions answers."""
        if not self._helped:
            self.run(_HELPER)
            self._helped = True
        printed = self.run(f"{name}({', '.join(map(repr, args))})")
        return json.loads(printed) if printed else None

    def put(self, path: str, data: bytes, sha: str) -> int:
        """Write a file, and let it have its name when the board finds its digest right; bytes sent. Raises
        FlashError.
        """
        self.call("begin", path)
        sent = 0
        for at in range(0, len(data), CHUNK):
            packer = zlib.compressobj(9, zlib.DEFLATED, _WINDOW_BITS)
            text = base64.b64encode(packer.compress(data[at : at + CHUNK]) + packer.flush()).decode()
            self.call("more", text)
            sent += len(text)
        if not self.call("end", path, sha):
            raise FlashError(f"{path} did not arrive as it was sent")
        return sent

    def restart(self) -> None:
        """A hard reset of a board at its prompt; the port goes. A board that has gone already is as good, and one that
        is not at its prompt starts by itself.
        """
        if not self._transport.in_raw_repl:
            return
        with contextlib.suppress(TransportError, serial.SerialException, OSError, struct.error):
            self._transport.exec_raw_no_follow("import machine\nmachine.reset()")
        time.sleep(0.2)
        self.close()

    # -- the line, for a link session ---------------------------------------------------------------------------

    def talk(self, poll: Callable[[int], bytes], feed: Callable[[bytes], bool], timeout_s: float) -> bool:
        """Carry a link session until `feed` has had enough; False when the time is over or the board has gone."""
        begun = time.monotonic()
        while (passed := time.monotonic() - begun) < timeout_s:
            try:
                self._transport.serial.write(poll(int(passed * 1_000_000)))
                waiting = self._transport.serial.in_waiting
                data = self._transport.serial.read(waiting) if waiting else b""
            except (serial.SerialException, OSError):
                return False
            if data and feed(data):
                return True
            if not data:
                time.sleep(0.01)
        return False


def _line(what: object) -> str:
    return (str(what).strip().splitlines() or ["no answer"])[-1]
