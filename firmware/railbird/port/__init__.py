"""Ports: the only place that touches hardware, the clock and the operating system.

A port module has one class `Port(settings)` with

    ticks_us(), ticks_ms()   the time, as 30-bit ticks (`railbird.ticks`)
    idle(until_us)           wait until that tick, or until bytes arrive on the link
    bus(row)                 an I2C bus of the board: `write(addr, buf)`, `read(addr, buf)` -> 0 or an errno
    spi(row)                 an SPI bus: one window of chip select each, `write(select, buf)`, `exchange(select, buf)`,
                             which leaves in `buf` what came in, and `wake(select)`, 2 ms without a clock
    uart(row)                a UART with one reader: `write(buf)`, `read(buf)` -> bytes taken over of those now there
    irq(row)                 a reader's IRQ line: called, its level
    output(row)              an output of the board: a light strip with `write(buf)`, a buzzer with `switch(on)`
    link                     the host link: `write(buf, n)` -> bytes taken, `read(buf)` -> bytes now there
    random16()               16 bits of entropy
    collect()                collect garbage at a moment that suits, and note the heap's bytes: `heap_used` before it,
                             `heap_free` after it
"""
