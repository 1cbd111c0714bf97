"""SPI buses, UARTs and IRQ lines of the simulated table; loaded where a board has one. Requests as in `virtual`."""

from micropython import const

SPI_WRITE = const(11)
SPI_EXCHANGE = const(12)
SPI_WAKE = const(13)
UART_WRITE = const(14)
UART_READ = const(15)
IRQ = const(16)


class Line:
    """A bus that is none of I2C: its row begins with its number."""

    def __init__(self, port, row):
        self._port = port
        self._number = row[0]

    def _ask(self, op, select, n):
        self._port.ask(op, self._number, select, n, 0)


class Spi(Line):
    def connect(self, select):
        """Nothing to do."""

    def write(self, select, buf):
        """One window of chip select in which `buf` goes out."""
        self._ask(SPI_WRITE, select, len(buf))
        self._port.wire.write(buf)
        self._port.answer()

    def exchange(self, select, buf):
        """One window in which `buf` goes out and is replaced by what came in."""
        self._ask(SPI_EXCHANGE, select, len(buf))
        self._port.wire.write(buf)
        self._port.answer()
        self._port.fill(buf)

    def wake(self, select):
        """Chip select low for 2 ms."""
        self._ask(SPI_WAKE, select, 0)
        self._port.answer()


class Uart(Line):
    def write(self, buf):
        """Send `buf`."""
        self._ask(UART_WRITE, 0, len(buf))
        self._port.wire.write(buf)
        self._port.answer()

    def read(self, buf):
        """Bytes that have arrived, at most len(buf), into `buf`; their number."""
        self._ask(UART_READ, 0, len(buf))
        n = self._port.answer()
        self._port.fill(buf)
        return n


class Irq(Line):
    """A reader's IRQ line at GPIO row[1]."""

    def __init__(self, port, row):
        self._port = port
        self._number = row[1]

    def __call__(self):
        """The level of the line."""
        self._ask(IRQ, 0, 0)
        return self._port.answer()
