"""The two slots of a board: which firmware runs, when another takes its place, when the one before comes back.

This file stands outside the slots, beside start.py: it has to be there when neither slot is. `railbird flash` replaces
it only when told to provision the board, by one rename, and a new one reads the state of the old one.

A slot is a folder with the firmware, `manifest.json` (version, board, SHA-256 of every file) and its RSA-3072 signature
(PKCS #1 v1.5). `trust.bin` is the modulus whose owner may sign; the board holds no private key. The state is one small
JSON file, written beside itself and renamed, so that a cut leaves the old or the new one:

    run      the slot that is started, None before the first package
    trial    it has not been confirmed yet
    back     the slot to go back to, None where there is none
    boots    starts of `run` since it last ran well
    floor    the highest version that was confirmed: no package at or below it is taken
    board    the board this is; a package for another is not taken
    play     the prompt is closed
    strap    the GPIO that opens maintenance when it is low at power-on, None without
    why      how the last start ended that ended badly
    visited  the prompt has been open for maintenance, and no table has told of it yet
"""

import hashlib
import json
import os
from binascii import hexlify

from micropython import const

SLOTS = ("a", "b")
STATE = "slots.json"
TRUST = "trust.bin"
FLAG = "maintenance"
MANIFEST = "manifest.json"
SIGNATURE = "signature.bin"
TRIES = const(3)

_KEY_SIZE = const(384)
_EXPONENT = const(65537)
_FOLDER = const(0x4000)
# DER of DigestInfo with SHA-256, RFC 8017 9.2 note 1
_DIGEST_INFO = b"\x30\x31\x30\x0d\x06\x09\x60\x86\x48\x01\x65\x03\x04\x02\x01\x05\x00\x04\x20"


def read():
    """The state, None on a flash without slots. Raises ValueError for a file that is no state."""
    if STATE not in os.listdir():
        return None
    with open(STATE) as file:
        return json.load(file)


def write(state):
    """The state from now on, whole or not at all."""
    with open(STATE + ".new", "w") as file:
        json.dump(state, file)
    os.rename(STATE + ".new", STATE)


def begin(state, power_on):
    """Counts a start that begins, and goes back a slot after TRIES bad ones; False: nothing is left to start.

    Power that comes back is no failure of a firmware that has been confirmed; one on trial has no excuse.
    """
    if power_on and not state["trial"]:
        state["boots"] = 0
    if state["boots"] >= TRIES and not go_back(state):
        return False
    state["boots"] += 1
    return True


def go_back(state):
    """To the slot before, if it is whole; whether it was. Nothing is written."""
    back = state["back"]
    state["back"] = None
    if back is None or doubt(back):
        return False
    state["run"] = back
    state["trial"] = False
    state["boots"] = 0
    return True


def settle(state):
    """`run` has run well for a while. Nothing is written where there is nothing to say."""
    if state["boots"] and not state["trial"]:
        state["boots"] = 0
        write(state)


def switch(slot):
    """The package in `slot` is the one to start from now on, on trial. Why it is refused, "" when it is not."""
    state = read()
    reason = doubt(slot)
    if reason:
        return reason
    package = manifest(slot)
    if package["board"] != state["board"]:
        return "the package is for the board %s, this is %s" % (package["board"], state["board"])
    if package["version"] <= state["floor"]:
        return "version %d is not above %d, which was confirmed" % (package["version"], state["floor"])
    if not state["trial"]:
        state["back"] = state["run"]
    state["run"] = slot
    state["trial"] = True
    state["boots"] = 0
    write(state)
    return ""


def confirm(state):
    """What runs is no longer on trial, and no older version will be taken."""
    if state["trial"]:
        state["trial"] = False
        state["floor"] = manifest(state["run"])["version"]
        state["boots"] = 0
        write(state)


def manifest(slot):
    """What a slot says it holds. Raises OSError and ValueError."""
    with open(slot + "/" + MANIFEST) as file:
        return json.load(file)


def doubt(slot):
    """Why what lies in a slot is not, byte for byte, a package that was signed for this board; "" when it is."""
    try:
        with open(slot + "/" + MANIFEST, "rb") as file:
            text = file.read()
        with open(slot + "/" + SIGNATURE, "rb") as file:
            signature = file.read()
        if not signed(text, signature):
            return "the manifest is not signed by this board's key"
        files = json.loads(text)["files"]
        for name in names(slot):
            if name not in files and name not in (MANIFEST, SIGNATURE):
                return "%s is no part of the package" % name
        for name in files:
            if digest(slot + "/" + name) != files[name]:
                return "%s is not what was signed" % name
    except OSError as error:
        return "slot %s cannot be read: %s" % (slot, error)
    return ""


def signed(text, signature):
    """Whether the owner of this board's key signed `text`: the whole encoded message is compared, nothing is parsed."""
    with open(TRUST, "rb") as file:
        modulus = int.from_bytes(file.read(), "big")
    number = int.from_bytes(signature, "big")
    if len(signature) != _KEY_SIZE or number >= modulus:
        return False
    tail = b"\x00" + _DIGEST_INFO + hashlib.sha256(text).digest()
    wanted = b"\x00\x01" + b"\xff" * (_KEY_SIZE - 2 - len(tail)) + tail
    return pow(number, _EXPONENT, modulus).to_bytes(_KEY_SIZE, "big") == wanted


def names(folder):
    """The files under a folder, by their paths in it."""
    found = []
    for row in os.ilistdir(folder):
        if row[1] == _FOLDER:
            for name in names(folder + "/" + row[0]):
                found.append(row[0] + "/" + name)
        else:
            found.append(row[0])
    return found


def digest(path):
    """SHA-256 of a file, as 64 hexadecimal digits. Raises OSError."""
    sha = hashlib.sha256()
    buf = bytearray(512)
    view = memoryview(buf)
    with open(path, "rb") as file:
        while True:
            n = file.readinto(buf)
            if not n:
                return hexlify(sha.digest()).decode()
            sha.update(view[:n])
