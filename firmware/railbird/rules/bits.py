"""Numbers packed into a buffer bit by bit, written and read by one and the same list of fields."""


class Bits:
    """Goes over `buf` once. `field` gives back what it was given when writing, and what was written when reading.

    used  bits so far
    """

    def __init__(self, buf: bytearray, reading: bool) -> None:
        self._buf = buf
        self.reading = reading
        self.used = 0

    def field(self, value: int, width: int) -> int:
        """A number of at most `width` bits, up to 30. Raises ValueError where the buffer ends or it does not fit."""
        if self.used + width > 8 * len(self._buf):
            raise ValueError("the buffer ends after %d bits" % (8 * len(self._buf)))
        if self.reading:
            value = 0
        elif value >> width:
            raise ValueError("%d does not fit %d bits" % (value, width))
        for bit in range(self.used, self.used + width):
            mask = 1 << (bit & 7)
            if self.reading:
                if self._buf[bit >> 3] & mask:
                    value |= 1 << (bit - self.used)
            elif value >> (bit - self.used) & 1:
                self._buf[bit >> 3] |= mask
            else:
                self._buf[bit >> 3] &= ~mask & 255
        self.used += width
        return value

    def flag(self, value: "int | bool") -> bool:
        """A truth value."""
        return self.field(1 if value else 0, 1) != 0

    def array(self, values: bytearray, indexes: "range | bytes", width: int) -> None:
        """The elements of an array at some indexes; a single bit when all are 0."""
        some = 0
        for index in indexes:
            some |= values[index]
        some = self.flag(some)
        for index in indexes:
            values[index] = self.field(values[index], width) if some else 0
