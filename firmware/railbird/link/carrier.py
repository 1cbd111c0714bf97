"""What a session needs of a port. No table loads this: it is for whoever writes a port, and for type checkers."""


class Carrier:
    """What the port's link has to offer; neither call waits."""

    def read(self, buf: bytearray) -> int:
        """Fills `buf` from its start with the bytes that have come; returns how many, 0 for none."""
        raise NotImplementedError

    def write(self, buf: bytearray, size: int) -> int:
        """Takes bytes from the start of buf[:size]; returns how many, 0 when there is no room."""
        raise NotImplementedError
