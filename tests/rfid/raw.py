"""Frames of a PN532 in hex (pn532.md 1.1, 1.7, 2.5, 3.3), and what tests of its driver share."""

from itertools import pairwise

import pytest

from host_tools.virtual.timing import HIGH, LOW, MID

PROFILES = [pytest.param(timing.without_rf_faults(), id=timing.name) for timing in (LOW, MID, HIGH)]

# Frames to the chip, summed by hand of pn532.md 1.1; SAM, version and list stand in 3.3.
ABORT = "0000ff00ff00"
NACK = "0000ffff0000"
SAM = "0000ff05fbd4140114010200"
VERSION = "0000ff02fed4022a00"
PARAMETERS = "0000ff03fdd412041600"
TIMINGS = "3202"  # its time is a matter of tuning, see the scripted chip
ONE_TRY = "0000ff06fad43205ff0100f500"
SIXTEEN_TRIES = "0000ff06fad43205ff010fe600"
OFF = "0000ff04fcd4320100f900"
LIST = "0000ff04fcd44a0100e100"
HALT = "0000ff03fdd44400e800"
SET_UP = [ABORT, SAM, VERSION, PARAMETERS, TIMINGS, ONE_TRY, OFF]

# Frames from the chip: pn532.md 1.7 and, the tags, summed by hand.
NO_TAG = "0000ff03fdd54b00e000"
ERROR = "0000ff01ff7f8100"
NTAG = "04a1b2c3d4e5f6"
NTAG_LISTED = "0000ff0ff1d54b01010044000704a1b2c3d4e5f6ca00"
CLASSIC = "deadbe11"
CLASSIC_LISTED = "0000ff0cf4d54b010100040804deadbe117400"
HALT_TIMED_OUT = "0000ff03fdd54501e500"

UIDS = ["04a1b2c3d4e5f6", "deadbe11", "04a1b2c3d4e5f7", "04112233445566778899"]


def in_trouble(reader, outcome):
    """A trouble is never "no tag": that is OK and complete."""
    assert reader.outcome == outcome
    assert not reader.complete


def pauses(log):
    """Microseconds of free bus between successive transactions with one chip."""
    return [after.began - before.ended for before, after in pairwise(log)]
