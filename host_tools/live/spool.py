"""A tape on disk, so that another server can go on with what waits."""

import fcntl
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from host_tools.engine import given
from host_tools.engine.book import Game
from host_tools.engine.limits import Limits
from host_tools.engine.options import Options
from host_tools.engine.paragraphs import Paragraphs
from host_tools.engine.pots import Pot
from host_tools.engine.state import Award, Dealt, Ruling, Setup, Showdown, State, Wager
from host_tools.live.tape import Item

FILE = 256 * 1024  # bytes after which the spool goes on in another file, with the next hand
VERSION = 1
_VALUES = {
    kind.__name__: kind
    for kind in (State, Setup, Game, Paragraphs, Options, Limits, Dealt, Wager, Showdown, Pot, Award, Ruling)
}


class SpoolError(Exception):
    """A spool that cannot be used; the message is one line."""


class Spool:
    """A folder that keeps what waits, so that another server can go on. Errors of the disk are the caller's."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._lock = (folder / "lock").open("w")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise SpoolError(f"{folder}: another server writes there") from None
        numbers = [int(path.stem[5:]) for path in folder.glob("tape-*.jsonl") if path.stem[5:].isdecimal()]
        self._numbers = sorted(numbers)
        self.number = max(numbers, default=0)
        self._file: Any = None

    def read(self) -> Iterator[tuple[int, Item]]:
        """What another server left, with the number of its file; a last line that is torn is left out. SpoolError."""
        for number in self._numbers:
            path = self._path(number)
            try:
                lines = given.text(path).splitlines()
            except ValueError as error:
                raise SpoolError(f"{path}: {error}") from None
            if lines and lines[0] != json.dumps({"tape": VERSION}):
                raise SpoolError(f"{path}: expected a tape of version {VERSION}: another server wrote it")
            for index, line in enumerate(lines[1:], 2):
                try:
                    yield number, decoded(line)
                except (ValueError, TypeError, KeyError):
                    if index == len(lines):
                        break
                    raise SpoolError(f"{path}: line {index} is not of a tape") from None

    def write(self, item: Item, table: Callable[[], Item]) -> int:
        """Keep one more; the number of its file. `table` says how things stand where another file begins."""
        if self._file is None or (item.kind == "begin" and self._file.tell() > FILE):
            self._end()
            self.number += 1
            self._numbers.append(self.number)
            self._file = self._path(self.number).open("x", encoding="utf-8")
            self._path(self.number).chmod(0o600)
            self._file.write(json.dumps({"tape": VERSION}) + "\n")
            if item.kind != "table":
                self._file.write(encoded(table()) + "\n")
        self._file.write(encoded(item) + "\n")
        self._file.flush()
        return self.number

    def done(self, number: int) -> None:
        """Everything before this file has been told."""
        while self._numbers and self._numbers[0] < number:
            self._path(self._numbers.pop(0)).unlink(missing_ok=True)

    @property
    def curtain(self) -> Path:
        """A file that is there while the stream is hidden."""
        return self._folder / "hidden"

    def close(self) -> None:
        """The folder is free for another server."""
        self._end()
        self._lock.close()

    def _end(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _path(self, number: int) -> Path:
        return self._folder / f"tape-{number:06}.jsonl"


def encoded(item: Item) -> str:
    """One line."""
    return json.dumps([item.at_s, item.now_ms, item.kind, _plain(item.args)], separators=(",", ":"))


def decoded(line: str) -> Item:
    """The item of a line. ValueError, TypeError or KeyError for one that is none."""
    at_s, now_ms, kind, args = given.from_json(line)
    return Item(at_s, now_ms, kind, _value(args))


def _plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return {"": value.hex()}
    if isinstance(value, tuple):
        plain = [_plain(one) for one in value]
        name = type(value).__name__
        return {name: plain} if name in _VALUES else plain
    return value


def _value(plain: Any) -> Any:
    if isinstance(plain, list):
        return tuple(map(_value, plain))
    if isinstance(plain, dict):
        [(name, inner)] = plain.items()
        return _VALUES[name](*map(_value, inner)) if name else bytes.fromhex(inner)
    return plain
