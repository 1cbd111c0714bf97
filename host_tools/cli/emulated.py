"""An emulated Pico for whoever asks for one, or a line that says what is missing."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from host_tools.bringup.flashed import provisioned
from host_tools.simulation.table import TableError
from host_tools.targets.target import Target


def emulated_pico(uf2: Path | None) -> Callable[..., Target]:
    """What makes an emulated Pico with that image. The emulator is loaded only where it is asked for."""
    if uf2 is None:
        raise TableError(
            "--target rp2040: expected --uf2 FILE, MicroPython's image for RPI_PICO (or RAILBIRD_UF2)"
        )
    try:
        from host_tools.targets.rp2040 import Rp2040
        from host_tools.targets.rp2040_chip import ImageError, image
    except ModuleNotFoundError as error:
        if error.name != "rp2040py":
            raise
        raise TableError("--target rp2040: expected the emulator, pip install 'railbird[emulator]'") from None
    try:
        image(uf2)
    except ImageError as error:
        raise TableError(str(error)) from None
    return partial(Rp2040, uf2=uf2, flashed=provisioned)
