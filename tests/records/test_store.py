"""The database: a new one, one of another time, one of something else, one that takes nothing more."""

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from host_tools.records import models
from host_tools.records import store as stores
from host_tools.records.errors import RecordsError
from host_tools.records.recorder import Recorder
from host_tools.records.store import open_store


def in_it(url: str, statement: str) -> None:
    """Something done to the database by other hands."""
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.execute(text(statement))
    engine.dispose()


def refused(url: str, **more) -> str:
    """The one line of records that cannot be opened."""
    with pytest.raises(RecordsError) as error:
        open_store(url, **more)
    (line,) = str(error.value).splitlines()
    return line


def test_new_records_are_there_for_the_next_who_opens_them(url: str) -> None:
    first = open_store(url, create=True)
    desk = first.desk("table 1")
    first.keep()
    first.close()
    second = open_store(url)
    assert second.desk("table 1") == desk
    assert second.rows(models.hands.select()) == []
    second.close()


def test_what_is_not_kept_is_not_there(url: str) -> None:
    first = open_store(url, create=True)
    first.desk("table 1")
    first.close()
    second = open_store(url)
    assert second.rows(models.desks.select()) == []
    second.close()


def test_a_stale_schema_is_refused(url: str) -> None:
    open_store(url, create=True).close()
    in_it(url, "UPDATE railbird_schema SET version = 7")
    for create in (False, True):
        line = refused(url, create=create)
        assert "has schema 7, these tools have 1: read it with the tools that wrote it" in line
    assert url.split("?")[0].split("/")[-1] in line


def test_a_database_of_something_else_is_left_alone(url: str, tmp_path: Path) -> None:
    if url.startswith("sqlite"):
        sqlite3.connect(tmp_path / "railbird.db").close()
    in_it(url, "CREATE TABLE books (title text)")
    for create in (False, True):
        assert "holds no records of Railbird: name another by --db" in refused(url, create=create)


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "railbird.db").write_text("dear diary, " * 100)
    line = refused(f"sqlite:///{tmp_path}/railbird.db", create=True)
    assert "railbird.db: it is no database: name another file" in line
    assert (tmp_path / "railbird.db").read_text() == "dear diary, " * 100


def test_no_records_are_made_by_looking_for_them(tmp_path: Path) -> None:
    line = refused(f"sqlite:///{tmp_path}/railbird.db")
    assert "no records at" in line
    assert "--db names others" in line
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    assert "cannot be opened: see to its folder" in refused(f"sqlite:///{tmp_path}/no/r.db", create=True)


@pytest.mark.parametrize("wrong", ["railbird.db", "mysql://a@b/c", "sqlite://", "sqlite:///", "", "://"])
def test_what_is_no_url(wrong: str) -> None:
    assert "expected a" in refused(wrong, create=True)


def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    pytest.importorskip("psycopg", reason="left out: psycopg is not installed")
    line = refused(f"postgresql://user:secret@/name?host={tmp_path}")
    assert "the server is not reached: see that it runs and that the URL is right" in line
    assert "secret" not in line


def test_a_full_disk(tmp_path: Path, new_talk) -> None:
    """It takes so many pages and not one more: what was kept stays, of the step that failed nothing is there."""
    url = f"sqlite:///{tmp_path}/railbird.db"
    full = open_store(url, create=True)
    talk = new_talk(full)
    talk.greet()
    talk.recorder.keep()
    pages = full._connection.exec_driver_sql("PRAGMA page_count").scalar()
    full._connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 3}")
    acknowledged = talk.number

    def play() -> None:
        nonlocal acknowledged
        for _ in range(1000):
            talk.begin()
            talk.deal()
            talk.fold()
            talk.recorder.keep()
            acknowledged = talk.number

    with pytest.raises(RecordsError, match="the disk is full: make room and begin again"):
        play()
    with pytest.raises(RecordsError, match="the disk is full"):  # and no half of a step afterwards
        talk.recorder.keep()
    full.close()
    after = open_store(url)
    assert [row.number for row in after.rows(models.facts.select())] == list(range(100, acknowledged))
    hands = after.rows(models.hands.select())
    assert 0 < len(hands) == (acknowledged - 100) / 7
    assert {row.outcome for row in hands} == {"complete"}
    after.close()


def test_two_who_write_wait_for_each_other(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/railbird.db"
    first, second = open_store(url, create=True), open_store(url, create=True)
    recorders = [Recorder(store, f"table {n}", lambda: 0) for n, store in enumerate((first, second))]
    for recorder in recorders * 3:
        recorder.desk.note("", "here")
        recorder.keep()
    assert len(first.rows(models.floor.select())) == 6
    first.close()
    second.close()


def test_without_the_driver_it_says_what_to_install(monkeypatch) -> None:
    def missing(*_args, **_more):
        raise ModuleNotFoundError("No module named 'psycopg'", name="psycopg")

    monkeypatch.setattr(stores, "create_engine", missing)
    assert refused("postgresql://a@b/c").endswith("PostgreSQL needs psycopg: install railbird[postgres]")
