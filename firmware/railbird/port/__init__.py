"""Ports: the only place that touches hardware, the clock and the operating system.

A port module has one class `Port(settings)` with

    ticks_us(), ticks_ms()   the time, as 30-bit ticks (`railbird.ticks`)
    idle(until_us)           wait until that tick, or until bytes arrive on the link
    bus(row)                 an I2C bus of the board, as below
    parts()                  the module with `Spi(port, row)`, `Uart(port, row)` and `Irq(port, row)`, loaded only
                             when it is asked for
    line(name, level)        drive a reset line of the board, a GPIO number or "sr0", "sr1".. of the shift registers:
                             0 holds in reset what hangs on it, 1 lets it go; all are at 1 when the port is made
    output(row)              an output of the board: a light strip with `write(buf)`, a buzzer with `switch(on)`
    files()                  the table's own files, as below; asked for once
    link                     the host link: `write(buf, n)` -> bytes taken, `read(buf)` -> bytes now there
    watchdog_reset           whether it was the watchdog that brought the table to its start
    random16()               16 bits of entropy
    hashed(n)                n HMACs of short messages were made (play mode): a simulated clock lets that take time
    collect()                collect garbage at a moment that suits, and note the heap's bytes: `heap_used` before it,
                             `heap_free` after it

A bus has

    write(addr, buf), read(addr, buf)   one transaction: 0, or any errno after BUS_TIMEOUT_US at most
    clear()                             look at SDA and SCL, and where SDA is low give nine clocks and a STOP: HIGH,
                                        FREED or HELD

An SPI bus has, each call being one window of chip select,

    connect(select)          first of all: from now on nobody is selected by chance
    write(select, buf)       `buf` goes out
    exchange(select, buf)    `buf` goes out and is replaced by what came in
    wake(select)             2 ms without a clock

Files have small numbers, hold up to 512 bytes each, and are written whole: whenever power goes there is the old one or
the new one.

    read(number, buf)        bytes read into `buf`, 0 where there is no such file, -1 where it cannot be read
    write(number, buf, n)    the first n bytes of `buf` are the file: 0, or an errno, and then it is as it was

A UART has `write(buf)`, and `read(buf)` -> bytes taken over of those now there; an IRQ line, called, gives its level.

None of them raises for what a device does, and none but a transaction and nine clocks takes the bus's time.
"""

from micropython import const

# What `clear` found: both lines high, both high now, one still low.
HIGH = const(0)
FREED = const(1)
HELD = const(2)

# 28 bytes at 100 kHz are 2.5 ms; a PN532 may stretch the clock by 1 ms (pn532.md 1.3)
BUS_TIMEOUT_US = const(5000)
