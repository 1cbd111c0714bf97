"""MicroPython's `time`, on the clock of the simulated world."""

import machine


def ticks_us():
    return machine.wire.now() & 0x3FFFFFFF


def ticks_ms():
    return machine.wire.now() // 1000 & 0x3FFFFFFF


def sleep_us(us):
    machine.wire.sleep(us)
