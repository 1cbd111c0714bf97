"""What tests of several parts share."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")


@pytest.fixture(scope="session")
def cases_dir() -> Path:
    """The folder of real hands and worked deals, beside the repository or where `RAILBIRD_CASES` says.

    Where it is absent a test that needs it says that it was left out; under CI it fails instead.
    """
    named = os.environ.get("RAILBIRD_CASES")
    folder = Path(named) if named else Path(__file__).parents[2] / "shared" / "cases"
    if not folder.is_dir():
        message = f"no folder of real hands at {folder}"
        if named or os.environ.get("CI"):
            pytest.fail(message, pytrace=False)
        pytest.skip(f"left out: {message}")
    return folder


@pytest.fixture(scope="session")
def no_limit_hands(cases_dir: Path) -> list[Path]:
    """Every no-limit hold'em hand of the real hands, in order."""
    files = sorted((cases_dir / "phh").rglob("*.phh"))
    return [file for file in files if "variant = 'NT'" in file.read_text(encoding="utf-8")]


@pytest.fixture(scope="session")
def real_hands(cases_dir: Path) -> list[Path]:
    """Every real hand, in order."""
    return sorted((cases_dir / "phh").rglob("*.phh"))
