"""The database that the records are in: SQLite by default, PostgreSQL by its URL.

A `Store` is one connection. What is added belongs to one step, which `keep` puts on disk as a whole or not at all.
After an error nothing of the step is there, and the store takes nothing more.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Row, Select, Table, create_engine, event, insert, inspect, select, update
from sqlalchemy.engine import URL, Connection, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from host_tools.records.errors import RecordsError
from host_tools.records.models import METADATA, SCHEMA, desks, schema

DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg"}

# What a database says when something is wrong with it, and what to do about it.
ADVICE = (
    ("disk is full", "the disk is full: make room and begin again"),
    ("no space left", "the disk is full: make room and begin again"),
    ("disk i/o error", "the disk does not take it: make room or look at it, and begin again"),
    ("readonly", "it may not be written: see to its permissions"),
    ("read-only", "it may not be written: see to its permissions"),
    ("unable to open", "it cannot be opened: see to its folder and permissions"),
    ("locked", "another process writes to it: end that one and begin again"),
    ("not a database", "it is no database: name another file"),
    ("malformed", "it is damaged: put it away and restore its last copy"),
    ("connection", "the server is not reached: see that it runs and that the URL is right"),
    ("authentication", "the server does not let us in: see to user and password of the URL"),
)


class Store:
    """Open records. RecordsError where they cannot be read or written; what was kept before stays as it is."""

    def __init__(self, connection: Connection, name: str) -> None:
        self._connection = connection
        self._name = name
        self._failed = ""

    def add(self, table: Table, **values: Any) -> int:
        """A row more in this step; its id."""
        with self._step():
            key = self._connection.execute(insert(table), values).inserted_primary_key
            return int(key[0]) if key is not None else 0

    def add_all(self, table: Table, rows: Sequence[dict[str, Any]]) -> None:
        """Rows more in this step."""
        if rows:
            with self._step():
                self._connection.execute(insert(table), rows)

    def fill_in(self, table: Table, row: int, **values: Any) -> None:
        """Columns of a row that are known only now."""
        with self._step():
            self._connection.execute(update(table).where(table.c.id == row).values(**values))

    def rows(self, query: Select[Any]) -> list[Row[Any]]:
        """What a query finds, this step included."""
        with self._step():
            return list(self._connection.execute(query))

    def first(self, query: Select[Any]) -> Row[Any] | None:
        """The first row that a query finds."""
        with self._step():
            return self._connection.execute(query.limit(1)).first()

    def desk(self, name: str) -> int:
        """The id of a poker table by its name, which is new where it is not known."""
        found = self.first(select(desks.c.id).where(desks.c.name == name))
        return int(found[0]) if found else self.add(desks, name=name)

    def keep(self) -> None:
        """This step is on disk when it returns; where it raises, nothing of it is."""
        with self._step():
            self._connection.commit()

    @contextmanager
    def whole(self) -> Iterator[None]:
        """What is added within is part of this step as a whole, and nothing of it where something raises."""
        with self._step():
            savepoint = self._connection.begin_nested()
        try:
            yield
        except BaseException:
            if not self._failed:
                with self._step():
                    savepoint.rollback()
            raise
        with self._step():
            savepoint.commit()

    def close(self) -> None:
        """What is not kept is dropped."""
        self._connection.close()

    @contextmanager
    def _step(self) -> Iterator[None]:
        if self._failed:
            raise RecordsError(self._failed)
        try:
            with _told(self._name):
                yield
        except RecordsError as error:
            self._failed = str(error)
            self._connection.invalidate()  # the database takes back what was not kept
            raise


def open_store(url: str, create: bool = False) -> Store:
    """The records of a URL such as sqlite:///railbird.db or postgresql://user@host/name.

    Where there are none yet they begin if `create` says so. RecordsError for a URL that is none, a server that does not
    answer, a database of something else, or records of another schema than SCHEMA.
    """
    target = _target(url)
    file = target.database if target.drivername == "sqlite" else None
    if file and not create and not Path(file).is_file():
        raise RecordsError(
            f"no records at {file}: railbird simulate --record {url} begins some, --db names others"
        )
    name = file or make_url(url).render_as_string(hide_password=True)
    with _told(name):
        try:
            engine = create_engine(target, poolclass=NullPool)
        except ModuleNotFoundError as error:
            raise RecordsError(f"{name}: PostgreSQL needs {error.name}: install railbird[postgres]") from None
        if file is not None:
            event.listen(engine, "connect", _prepare)
            event.listen(engine, "begin", _begin_to_write if create else _begin)
        connection = engine.connect()
        try:
            _check(connection, name, create)
        except BaseException:
            connection.close()
            raise
    return Store(connection, name)


def _target(url: str) -> URL:
    try:
        target = make_url(url)
        driver = DRIVERS[target.drivername]
    except (ArgumentError, KeyError, NoSuchModuleError):
        raise RecordsError(
            f"{url}: expected a URL such as sqlite:///railbird.db or postgresql://user@host/name"
        ) from None
    if driver == "sqlite" and not target.database:
        raise RecordsError(f"{url}: expected a file after sqlite:///")
    return target.set(drivername=driver)


def _prepare(connection: Any, _record: object) -> None:
    """Every commit is on disk when it returns, readers do not wait for the writer, rows refer to rows that are there,
    and a step begins with our BEGIN, so that making the tables is one step as well.
    """
    connection.isolation_level = None
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 5000"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def _begin_to_write(connection: Connection) -> None:
    """Two who write wait for each other at the beginning of a step, where nothing has been read yet."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _check(connection: Connection, name: str, create: bool) -> None:
    """The schema is ours; a database with nothing in it becomes one, in one step."""
    there = inspect(connection).get_table_names()
    if not there and create:
        METADATA.create_all(connection)
        connection.execute(insert(schema).values(version=SCHEMA))
        connection.commit()
        return
    connection.rollback()
    if schema.name not in there:
        raise RecordsError(f"{name} holds no records of Railbird: name another by --db")
    version = connection.execute(select(schema.c.version)).scalar()
    connection.rollback()
    if version != SCHEMA:
        raise RecordsError(
            f"{name} has schema {version}, these tools have {SCHEMA}: "
            "read it with the tools that wrote it, and begin new records for these"
        )


@contextmanager
def _told(name: str) -> Iterator[None]:
    """What the database says becomes one line."""
    try:
        yield
    except SQLAlchemyError as error:
        said = error.orig if isinstance(error, DBAPIError) else error
        text = " ".join(str(said).split())
        known = (advice for words, advice in ADVICE if words in text.lower())
        raise RecordsError(f"{name}: {next(known, text)}") from error
