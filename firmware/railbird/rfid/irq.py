"""A reader whose IRQ line is wired: whether a frame waits is read from the pin, which costs the bus nothing.

The line is a level (pn532.md 1.6), low while a frame waits to be read. An edge is missed where it was low already.
"""


class IrqTrunk:
    """`trunk` with the level of the chip's line in `pin()`."""

    def __init__(self, trunk, pin):
        self._trunk = trunk
        self._pin = pin

    def write(self, place, addr, buf):
        return self._trunk.write(place, addr, buf)

    def read(self, place, addr, buf):
        """As the trunk's, but with the line high not ready, without a word on the bus."""
        if self._pin():
            buf[0] = 0
            return 0
        return self._trunk.read(place, addr, buf)
