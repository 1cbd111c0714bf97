"""Readers on SPI and UARTs, and IRQ lines: loaded only where a board has one, and of these only what it has."""


def connect(board, port, buses):
    """Add the SPI buses and UARTs of a board to its buses, by their ids, and its IRQ lines, by their zones."""
    parts = port.parts()
    for row in board.get("spis", ()):
        buses[row[0]] = parts.Spi(port, row)
    for row in board.get("uarts", ()):
        buses[row[0]] = parts.Uart(port, row)
    for row in board.get("irqs", ()):
        buses[row[0]] = parts.Irq(port, row)


def other(trunk, board, buses, bus, channel, zone):
    """The trunk of a reader on `bus` at `channel`; `trunk` is that of its bus, None where no I2C bus has this id."""
    if trunk is None:
        trunk = _alone(board, buses, bus, channel)
    if zone in buses:
        from railbird.rfid.irq import IrqTrunk

        trunk = IrqTrunk(trunk, buses[zone])
    return trunk


def _alone(board, buses, bus, channel):
    for row in board.get("spis", ()):
        if row[0] == bus:
            from railbird.rfid.spi import SpiTrunk

            return SpiTrunk(buses[bus], channel)
    from railbird.rfid.hsu import HsuTrunk

    return HsuTrunk(buses[bus])
