"""A call whose record fails has changed nothing: not the night, not what the page shows, not the records."""

import types

import pytest

from host_tools.cli.night_calls import FAULTS, NightCalls
from host_tools.live.night import plain_table, simulated_night
from host_tools.records import models
from host_tools.records.desk import Desk
from host_tools.records.night_book import NightBook
from host_tools.records.store import open_store

FAULT = next(iter(FAULTS))


@pytest.fixture
def room(tmp_path):
    """A night whose decisions go where `failing` says; what was decided; the desk of its records."""
    store = open_store(f"sqlite:///{tmp_path}/night.db", create=True)
    desk = Desk(store, "table 1", lambda: 0)
    book = NightBook(store, desk)
    night = simulated_night(plain_table("holdem", 9), {1: 100, 4: 100})
    night.on_step = book.step
    store.keep()
    shown, failing = [], []

    def decided(who, what, why):
        book.decided(who, what, why)
        if failing:
            raise ValueError(failing[0])
        shown.append(what)

    cleared = []
    tracker = types.SimpleNamespace(clear=cleared.append)
    calls = NightCalls(night, tracker, None, decided, book).calls
    yield types.SimpleNamespace(
        night=night, desk=desk, store=store, shown=shown, failing=failing, calls=calls, cleared=cleared
    )
    store.close()


def kept(room):
    room.store.keep()
    return [len(room.desk.rows(table)) for table in (models.inputs, models.decisions, models.floor)]


def test_a_decision_that_cannot_be_kept_takes_its_input_with_it(room):
    before, rows = room.night.session, kept(room)
    room.failing.append("no room")
    with pytest.raises(ValueError, match="no room"):
        room.calls["session"]({"event": ["sit", 5, "Eve", 100], "why": "a seat is free"}, "Ana")
    assert room.night.session is before
    assert (room.shown, kept(room)) == ([], rows)
    room.failing.clear()
    room.calls["session"]({"event": ["sit", 5, "Eve", 100], "why": "a seat is free"}, "Ana")
    assert room.night.session.seats[5].name == "Eve"
    assert room.shown == ["sit 5 Eve 100"]
    assert kept(room)[:2] == [rows[0] + 1, rows[1] + 1]


def test_nothing_is_settled_and_no_fault_cleared_without_its_record(room):
    room.night.put(("away", 1))
    rows = kept(room)
    room.failing.append("no room")
    for call, args in (("settle", {"seat": 1, "method": "held"}), ("clear", {"fault": FAULT})):
        with pytest.raises(ValueError, match="no room"):
            room.calls[call]({**args, "why": "w"}, "Ana")
    assert (room.night.settled, room.cleared, room.shown, kept(room)) == ({}, [], [], rows)


def test_an_input_whose_own_record_fails_changes_nothing(room):
    before = room.night.session

    def full(*_args):
        raise ValueError("no room")

    room.night.on_step = full
    with pytest.raises(ValueError, match="no room"):
        room.night.put(("sit", 5, "Eve", 100))
    assert room.night.session is before
