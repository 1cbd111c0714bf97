"""Tick arithmetic: 30-bit counters that wrap, so that a tick is a small integer on a 32-bit VM.

A tick counts microseconds or milliseconds; the period is 2**30 of them (17.9 minutes, 12.4 days). Two ticks can be
compared while they are less than half a period apart. Nothing here leaves the small-integer range, so nothing
allocates.
"""

from micropython import const

MASK = const(0x3FFFFFFF)
_HALF = const(0x1FFFFFFF)
_BIAS = const(0x20000000)


def add(ticks: int, delta: int) -> int:
    """The tick `delta` units after `ticks`; `delta` may be negative and is below half a period."""
    # Biased by half a period, the sum stays a small integer even just before the wrap.
    return ((ticks - _BIAS + delta) & MASK) ^ _BIAS


def diff(later: int, earlier: int) -> int:
    """Units from `earlier` to `later`, negative when `later` lies before it."""
    delta = (later - earlier) & MASK
    return delta if delta <= _HALF else delta - MASK - 1
