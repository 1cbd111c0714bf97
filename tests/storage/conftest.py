import pytest


class Files:
    """Files in a dictionary; `error` is what a write comes back with, when it is to fail."""

    def __init__(self):
        self.kept = {}
        self.error = 0

    def read(self, number, buf):
        data = self.kept.get(number, b"")
        if data is None:
            return -1
        buf[: len(data)] = data
        return len(data)

    def write(self, number, buf, size):
        if not self.error:
            self.kept[number] = bytes(buf[:size])
        return self.error


@pytest.fixture
def files():
    return Files()
