"""What a fault is: a named switch of one reader, bus or multiplexer, and how it ends. The switches themselves are in
``fault_chip.py``, ``fault_wire.py``, ``fault_line.py`` and ``fault_air.py``, the table of all of them in ``faults.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from host_tools.virtual.hsu import Pn532Hsu
from host_tools.virtual.spi import Pn532Spi

if TYPE_CHECKING:
    from host_tools.virtual.i2c import I2CBus
    from host_tools.virtual.tca9548a import Tca9548a
    from host_tools.virtual.world import Reader, World

T = TypeVar("T")
Undo = Callable[[], None]

CLEARED = "when cleared"
RESET = "by a reset, by power, when cleared"
POWER = "by power, which clearing it is"
ONCE = "by itself, once it has struck"


@dataclass(frozen=True, slots=True)
class Fault:
    """One row of the table. `part` is what it is set on: reader, i2c, spi or hsu reader, channel, bus or mux."""

    name: str
    part: str
    source: str
    effect: str
    ends: str
    strike: Callable[[World, str], Undo]
    """Set it on the part of this name; what it returns clears it. ValueError when the part has nothing to break."""


def on_reader(ends: str) -> Callable[[Callable[[Reader], Undo]], Fault]:
    """Make a row of a switch of a reader, named by its zone."""
    return lambda switch: _row(switch, "reader", ends, lambda world, place: switch(world.reader(place)))


def on_i2c(ends: str) -> Callable[[Callable[[Reader], Undo]], Fault]:
    """Make a row of a switch of a reader on an I2C bus, named by its zone."""
    return lambda switch: _row(switch, "i2c reader", ends, lambda world, place: switch(world.reader(place)))


def on_spi(ends: str) -> Callable[[Callable[[Pn532Spi], Undo]], Fault]:
    """Make a row of a switch of a reader on an SPI bus, named by its zone."""
    return lambda switch: _row(
        switch, "spi reader", ends, lambda world, place: switch(_front(world, place, Pn532Spi))
    )


def on_hsu(ends: str) -> Callable[[Callable[[Pn532Hsu], Undo]], Fault]:
    """Make a row of a switch of a reader on a UART, named by its zone."""
    return lambda switch: _row(
        switch, "hsu reader", ends, lambda world, place: switch(_front(world, place, Pn532Hsu))
    )


def _front(world: World, place: str, kind: type[T]) -> T:
    front = world.reader(place).front
    if not isinstance(front, kind):
        raise ValueError(f"the reader of {place} hangs on another kind of bus")
    return front


def on_channel(ends: str) -> Callable[[Callable[[Tca9548a, int], Undo]], Fault]:
    """Make a row of a switch of the multiplexer's channel that a reader, named by its zone, hangs behind."""

    def made(switch: Callable[[Tca9548a, int], Undo]) -> Fault:
        def strike(world: World, place: str) -> Undo:
            reader = world.reader(place)
            if reader.mux is None:
                raise ValueError(f"the reader of {place} hangs behind no multiplexer")
            return switch(reader.mux, reader.channel)

        return _row(switch, "channel", ends, strike)

    return made


def on_bus(ends: str) -> Callable[[Callable[[I2CBus], Undo]], Fault]:
    """Make a row of a switch of a bus, "bus 0"."""
    return lambda switch: _row(switch, "bus", ends, lambda world, place: switch(world.bus(place)))


def on_mux(ends: str) -> Callable[[Callable[[Tca9548a], Undo]], Fault]:
    """Make a row of a switch of a multiplexer, "mux 0"."""
    return lambda switch: _row(switch, "mux", ends, lambda world, place: switch(world.mux(place)))


def _row(switch: Callable[..., Undo], part: str, ends: str, strike: Callable[[World, str], Undo]) -> Fault:
    """Name, effect and source come from the switch: its docstring says what happens, then "Source:" and where from."""
    effect, _, source = " ".join((switch.__doc__ or "").split()).partition(" Source: ")
    return Fault(switch.__name__, part, source.rstrip("."), effect.rstrip("."), ends, strike)
