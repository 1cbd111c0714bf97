"""The firmware on an emulated Pico: the stock MicroPython image, the real port, the virtual readers at its pins.

Its flash holds what `railbird flash --provision` leaves on a board. The emulator's clock is the only one: the world
follows it, event by event. Every run from one seed is the same run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from host_tools.targets import rp2040_chip
from host_tools.targets.names import translated
from host_tools.targets.rp2040_chip import Chip, ChipError
from host_tools.targets.rp2040_wires import I2CWire, Pins
from host_tools.targets.stage import flash_names
from host_tools.targets.target import USB_FRAME_US, Target
from host_tools.targets.vm import VmDied
from host_tools.virtual.world import World
from railbird_boards.schema import BoardError

SILENCE_US = 60_000_000  # a table says something every second, and starts within a few
_LOOK_US = 1_000_000  # at the latest
_LAST_WORDS = 4000


class Rp2040(Target):
    """An emulated Pico running the firmware of `board` in `world` on the MicroPython image in the file `uf2`.

    `flashed(board, table)` gives its file system, with the table's own files. A power cut leaves the flash as it is at
    that moment, an operation under way half done. Raises ImageError, and BoardError for a board that is no such Pico's.
    """

    word_bits = 32
    name = "rp2040"

    def __init__(
        self,
        world: World,
        board: Mapping[str, Any],
        registry: bytes,
        on_link: Callable[[bytes], None],
        seed: int = 0,
        pace: Callable[[int], None] | None = None,
        chips: bytes = b"",
        identity: bytes = b"",
        *,
        uf2: Path,
        flashed: Callable[[Mapping[str, Any], Mapping[str, bytes]], bytes],
    ) -> None:
        super().__init__(world, on_link, seed, pace)
        if board.get("mcu") != "rp2040" or board.get("spis") or board.get("uarts"):
            raise BoardError(f"board {board['name']}: expected an rp2040 with its readers on I2C, as pico_w")
        flash = rp2040_chip.image(uf2)
        self._board = slowed(board, world)
        table = {"registry.bin": registry, "chips.bin": chips, "identity.bin": identity}
        flash[rp2040_chip.FILES_AT :] = flashed(
            self._board, {name: data for name, data in table.items() if data}
        )
        self._done: Callable[[], bool] = lambda: False
        self._printed = b""
        self._power_on(bytes(flash))

    def __enter__(self) -> Rp2040:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def chip(self) -> Chip:
        """The microcontroller that has power now."""
        return self._chip

    def _power_on(self, flash: bytes) -> None:
        world = self._world
        self._began = self._heard = self._clock.now
        self.power_ms = self._began // 1000
        self._resets = 0
        self._chip = chip = Chip(flash, self._hear, self._random, world.timing.processor)
        self._alarm = chip.clock.create_alarm(self._follow)
        self._due: int | None = None  # when it rings
        for row in self._board["buses"]:
            I2CWire(chip.rp2040.i2c[row[0]], world.buses[row[0]], self._sync, chip.clock)
        self._pins = Pins(chip.rp2040, world, self._board, self._sync)

    def serve(self, done: Callable[[], bool]) -> None:
        """Let the board run until `done()` holds; raises VmDied where it says nothing for a minute of its time."""
        self._done = done
        self._follow()
        while not done():
            if self._cut_due:
                self._power_cycle()
            self._chip.stopped = False
            try:
                self._chip.run()
            except ChipError as error:
                raise VmDied(f"{error}{self._last_words()}") from None
            if self._chip.resets != self._resets:
                self._resets = self._chip.resets
                self.power_ms = self._sync() // 1000
            if self._silent:
                raise VmDied(f"the board has said nothing in {SILENCE_US // 1_000_000} s{self._last_words()}")
            if self._pace is not None:
                self._pace(self._clock.now)

    def close(self) -> None:
        """Power goes for good."""
        self._chip.stopped = True

    def send(self, data: bytes) -> None:
        chip = self._chip

        def arrive() -> None:
            if chip is self._chip:
                chip.usb.send(data)

        self._clock.after(USB_FRAME_US, arrive)

    def _power_cycle(self) -> None:
        super()._power_cycle()
        self._chip.stopped = True
        self._power_on(self._chip.flash)
        self._follow()

    def _hear(self, data: bytes) -> None:
        self._heard = self._sync()
        self._printed = (self._printed + data)[-_LAST_WORDS:]
        self._sent(data)
        self._sync()

    @property
    def _silent(self) -> bool:
        return self._clock.now - self._heard >= SILENCE_US

    def _sync(self) -> int:
        """The world goes on to where the emulator is; its time."""
        now = self._began + self._chip.now_us
        self._clock.advance_to(now)
        due = self._clock.next_at
        if due is None or due > now + _LOOK_US:
            due = now + _LOOK_US
        if self._due is None or due < self._due:
            self._due = due
            self._alarm.schedule(max(0, (due - self._began) * 1000 - self._chip.clock.nanos))
        return now

    def _follow(self) -> None:
        """The world's next event is due."""
        self._due = None
        self._sync()
        self._pins.relevel()
        if self._cut_due:
            self._chip.tear()
        elif self._done() or self._silent:
            self._chip.stopped = True

    def _last_words(self) -> str:
        text = self._printed.decode(errors="replace").strip()
        return "; it printed:\n" + translated(text, flash_names()) if text else "; it printed nothing"


def slowed(board: Mapping[str, Any], world: World) -> dict[str, Any]:
    """A board whose buses are no faster than the world's timing has them."""
    buses = tuple((*row[:3], min(row[3], world.timing.i2c_hz)) for row in board["buses"])
    return {**board, "buses": buses}
