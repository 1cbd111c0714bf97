"""An evening in figures and as charts, from rows written by hand."""

import re
from xml.etree import ElementTree

import pytest

from host_tools.live.charts import charts
from host_tools.records import models
from host_tools.records.desk import Desk
from host_tools.records.evening_figures import HOUR_MS, figures
from host_tools.records.store import open_store

EIGHT = 1_767_297_600_000  # 2026-01-01 20:00 UTC
MINUTE_MS = 60_000


@pytest.fixture
def desk(tmp_path):
    store = open_store(f"sqlite:///{tmp_path}/railbird.db", create=True)
    one = Desk(store, "table 7", lambda: one.clock)
    one.clock = EIGHT
    yield one
    store.close()


def hand(desk, number, minute, rake):
    desk.clock = EIGHT + minute * MINUTE_MS
    desk.add(models.hands, number=number, seats=[1, 2], ended=desk.clock, outcome="complete")
    desk.add(models.money, book="rake", entry="taken", amount=rake)


def verdict(desk, minute, tier):
    desk.clock = EIGHT + minute * MINUTE_MS
    desk.add(models.verdicts, name="x", tier=tier)


def reader(desk, minute, zone, state):
    desk.clock = EIGHT + minute * MINUTE_MS
    desk.add(models.readers, zone=zone, state=state)


@pytest.fixture
def evening(desk):
    """Two hands before nine, one after ten; three verdicts; one reader lost for 12 minutes, one to the end."""
    hand(desk, 1, 10, 4)
    hand(desk, 2, 50, 3)
    verdict(desk, 20, 1)
    verdict(desk, 70, 1)
    verdict(desk, 71, 2)
    reader(desk, 30, "seat_3", "unknown")
    reader(desk, 42, "seat_3", "ok")
    reader(desk, 110, "muck", "unknown")
    hand(desk, 3, 130, 2)
    desk.add(models.money, book="rake", entry="to drop box", amount=9)
    return desk


def test_hour_by_hour(evening):
    told = figures(evening)
    assert told.begin == EIGHT
    assert (told.hands, told.rake) == ((2, 0, 1), (7, 0, 2))
    assert told.alerts == {1: (1, 1, 0), 2: (0, 1, 0)}
    assert told.trouble == {"seat_3": 12.0, "muck": 20.0}


def test_an_evening_is_the_last_twelve_hours(evening):
    hand(evening, 4, 24 * 60, 5)
    told = figures(evening)
    assert (told.begin, sum(told.hands), sum(told.rake)) == (EIGHT + 13 * HOUR_MS, 1, 5)
    assert told.trouble == {"muck": 11 * 60.0}  # from the begin of that evening to its last row


def test_every_bar_says_its_figure_and_the_whole_its_sums(evening):
    drawn = ElementTree.fromstring(charts("table <7>", figures(evening)))
    titles = [node.text for node in drawn.iter("{http://www.w3.org/2000/svg}title")]
    assert titles[0] == "table <7>: the evening from 2026-01-01 20:00 UTC"
    assert titles[1:4] == ["20:00: 2 hands", "21:00: 0 hands", "22:00: 1 hands"]
    assert {"20:00: 7 rake", "21:00: 1 floor", "seat_3: 12 minutes"} <= set(titles)
    (told,) = drawn.iter("{http://www.w3.org/2000/svg}desc")
    assert told.text == "3 hands, rake 9, 3 verdicts, readers UNKNOWN for 32.0 minutes"
    heights = [float(node.get("height")) for node in drawn.iter("{http://www.w3.org/2000/svg}rect")]
    assert heights[0] == 2 * heights[2]
    assert heights[1] == 0


def test_nothing_recorded_and_nothing_that_runs(desk):
    assert figures(desk) is None
    drawn = charts("table 7", None)
    assert "nothing is recorded yet" in drawn
    assert not re.search(r"script|style=|href", drawn)
