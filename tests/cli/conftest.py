"""The railbird command as a user runs it."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Done = subprocess.CompletedProcess[str]


@pytest.fixture(scope="session")
def railbird() -> Callable[..., Done]:
    """railbird('eval', ...): the finished process, its output as text."""
    command = Path(sys.executable).with_name("railbird")

    def run(*args: str, cwd: Path | None = None) -> Done:
        return subprocess.run([command, *args], capture_output=True, text=True, timeout=300, cwd=cwd)

    return run


@pytest.fixture(scope="session")
def refused(railbird) -> Callable[..., str]:
    """The one line of a call that is wrong: status 2, nothing printed."""

    def run(*args: str) -> str:
        done = railbird(*args)
        assert (done.returncode, done.stdout) == (2, ""), done.stderr
        assert len(done.stderr.splitlines()) == 1
        assert done.stderr.startswith("railbird: ")
        return done.stderr

    return run
