"""The railbird command as a user runs it; in this process, as its start alone takes most of a second."""

import contextlib
import io
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from host_tools.bringup import image
from host_tools.cli import main

Done = subprocess.CompletedProcess[str]


@pytest.fixture(scope="session")
def railbird() -> Callable[..., Done]:
    """railbird('eval', ...): how it ends, its output as text."""

    def run(*args: str | Path, cwd: Path = Path()) -> Done:
        words = [*map(str, args)]
        out, err = (io.TextIOWrapper(io.BytesIO(), write_through=True) for _ in range(2))
        with pytest.MonkeyPatch.context() as patch, contextlib.chdir(cwd), contextlib.ExitStack() as both:
            patch.setattr(sys, "argv", ["railbird", *words])
            both.enter_context(contextlib.redirect_stdout(out))
            both.enter_context(contextlib.redirect_stderr(err))
            with pytest.raises(SystemExit) as ended:
                main()
        printed, said = (stream.buffer.getvalue().decode() for stream in (out, err))  # type: ignore[attr-defined]
        return Done(words, ended.value.code or 0, printed, said)

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


@pytest.fixture(scope="session")
def compiled():
    """The firmware, compiled once a board."""
    made = {}
    modules = image.modules

    def once(board):
        if board["name"] not in made:
            made[board["name"]] = modules(board)
        return dict(made[board["name"]])

    return once


@pytest.fixture
def here(railbird, monkeypatch, tmp_path, compiled):
    """here(words...): exit status, what was printed, what went to standard error; in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(image, "modules", compiled)

    def run(*words, typed=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        done = railbird(*words)
        return done.returncode, done.stdout, done.stderr

    return run
