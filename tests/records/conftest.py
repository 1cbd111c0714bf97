"""Records in a database of each kind: SQLite, and a PostgreSQL server of this run where one is installed."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from host_tools.engine import Event, start
from host_tools.link.events import Fact, Welcome
from host_tools.records.recorder import Recorder
from host_tools.records.store import Store, open_store
from host_tools.tracker.tracker import Tracker
from railbird import facts
from railbird.rules import games
from railbird.rules.cards import parse

NOW_MS = 1_767_225_600_000  # 2026-01-01 00:00:00 UTC
ZONES = ("seat_2", "seat_5", "board_1", "board_2", "board_3", "board_4", "board_5", "burn", "muck")


def _programs() -> Path | None:
    """The folder of PostgreSQL's own programs."""
    found = shutil.which("initdb")
    folders = [Path(found).resolve().parent] if found else sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return next((folder for folder in reversed(folders) if (folder / "postgres").is_file()), None)


def _whose() -> str | None:
    """PostgreSQL does not run as root: then as its own user."""
    if os.geteuid():
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in known)


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The folder of the socket of a server that this run has started. Left out where there is none to start."""
    programs = _programs()
    pytest.importorskip("psycopg", reason="left out: psycopg is not installed (railbird[postgres])")
    if programs is None:
        pytest.skip("left out: no PostgreSQL is installed (initdb, postgres)")
    with tempfile.TemporaryDirectory(prefix="railbird-pg-") as name:
        user = _whose()
        if user:
            shutil.chown(name, user)
        data = f"{name}/data"
        run = {"user": user, "cwd": name, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run(
            [programs / "initdb", "--no-sync", "-A", "trust", "-U", "railbird", "-D", data], check=True, **run
        )
        settings = ["-c", "listen_addresses=", "-c", f"unix_socket_directories={name}", "-c", "fsync=off"]
        with subprocess.Popen([programs / "postgres", "-D", data, *settings], **run) as process:
            try:
                _wait(name)
                yield name
            finally:
                process.send_signal(signal.SIGQUIT)


def _wait(socket: str) -> None:
    """Until the server takes connections."""
    import psycopg

    for _ in range(600):
        try:
            psycopg.connect(f"host={socket} user=railbird dbname=postgres").close()
            return
        except psycopg.OperationalError:
            time.sleep(0.1)
    pytest.fail("the PostgreSQL server of this run does not answer")


@pytest.fixture
def postgres_url(server: str) -> str:
    """The database of the server, empty."""
    import psycopg

    with psycopg.connect(f"host={server} user=railbird dbname=postgres", autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return f"postgresql://railbird@/postgres?host={server}"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of records that are not there yet."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/railbird.db"
    return str(request.getfixturevalue("postgres_url"))


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    records = open_store(url, create=True)
    yield records
    records.close()


class Talk:
    """A table with players at seats 2 and 5 on its way to the records: what it says, and what is declared there.

    `number` is that of the next fact, `boot_id` the boot; `now` the host's clock in milliseconds after NOW_MS.
    """

    def __init__(self, store: Store, number: int = 100, boot_id: int = 77) -> None:
        self.now = 0
        self.number = number
        self.boot_id = boot_id
        self.seq = 0
        self.greeted = False
        self.tracker = Tracker(lambda *_: None, ZONES, self._applied)
        self.recorder = Recorder(store, "table 1", lambda: NOW_MS + self.now, self.tracker, ZONES)

    def _applied(self, event: Event) -> None:
        if self.greeted:
            self.recorder.applied(event)

    def greet(self, number: int | None = None) -> None:
        self.greeted = True
        self.number = self.number if number is None else number
        event = Welcome("casino_11", "0.1.0", 0, self.boot_id, True, self.number & 0xFFFF)
        self.recorder.hear(event)

    def say(
        self, kind: int, zone: int = 255, code: int = 255, ref: int = 255, arg: int = 0, seq: int = 0
    ) -> None:
        """A fact of an input of its own, or of input `seq`; the recorder hears those from the greeting on."""
        self.seq = seq or self.seq + 1
        self.number += 1
        self.tracker.fact(kind, zone, code, ref, arg)
        if self.greeted:
            self.recorder.hear(Fact(self.seq, self.now, kind, zone, code, ref, arg))

    def begin(self) -> None:
        """A hand of hold'em with blinds of 1 and 2; 5 has the button. Both have 100."""
        self.tracker.begin(start("holdem", (2, 5), 5, (100, 100), (1, 2)))
        self.say(facts.HAND, zone=5, arg=games.NAMES.index("holdem") << facts.SEATS | 0b10010)

    def deal(self, hole: str = "AsKdAhKc") -> None:
        """Two cards each, seat 2 first."""
        for index in range(4):
            card = parse(hole[2 * index : 2 * index + 2])
            self.say(facts.DEALT, facts.zone_id(("seat_2", "seat_5")[index % 2]), card, arg=1 + index // 2)

    def fold(self) -> None:
        """Seat 2, the small blind, folds: 5 wins 3, of which 1 is its own that nobody called."""
        self.tracker.declare(("fold", 2))
        self.say(facts.FOLDED, 2)
        self.say(facts.END)


@pytest.fixture
def talk(store: Store) -> Talk:
    made = Talk(store)
    made.greet()
    return made


@pytest.fixture(scope="session")
def new_talk() -> Callable[..., Talk]:
    return Talk
