"""A simulated hand from the readers to the records: the firmware's own facts, held against what was dealt."""

from itertools import islice
from pathlib import Path

import pytest

from host_tools.engine.phh import parse_text
from host_tools.link.events import Fact
from host_tools.records import models, queries
from host_tools.records.store import Store, open_store
from host_tools.simulation.table import SimulatedTable
from host_tools.virtual.players import evening
from host_tools.virtual.timing import PROFILES
from railbird_boards.schema import load


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """One hand at virtual_9: (the records, what the host heard, the script that was dealt)."""
    folder: Path = tmp_path_factory.mktemp("records")
    store = open_store(f"sqlite:///{folder}/railbird.db", create=True)
    heard: list[Fact] = []
    (script,) = islice(evening("holdem", (2, 5, 9), 11), 1)
    board = load("virtual_9")
    with SimulatedTable(
        board, PROFILES["mid"], 11, on_fact=lambda _, fact: heard.append(fact), local=True, records=store
    ) as table:
        table.play([script])
    yield store, heard, script
    store.close()


def test_every_fact_that_was_heard_is_kept(recorded) -> None:
    store, heard, _ = recorded
    rows = store.rows(models.facts.select().order_by(models.facts.c.number))
    assert [Fact(*[getattr(row, field) for field in Fact._fields]) for row in rows] == heard
    assert len(heard) > 100
    first = rows[0].number
    assert [row.number for row in rows] == list(range(first, first + len(rows)))


def test_the_hand_is_the_one_that_was_dealt(recorded) -> None:
    store, _, script = recorded
    (hand,) = queries.hands(store)
    read = parse_text(hand["phh"], "hand")
    dealt = script.state
    assert {
        seat: [event[2] for event in read.events if event[:2] == ("deal", seat)] for seat in dealt.seats
    } == {seat: list(dealt.hole(seat)) for seat in dealt.seats}
    assert dict(zip(read.seats, read.finishing_stacks, strict=True)) == script.expected_stacks()
    assert hand["seats"] == [2, 5, 9]


def test_the_deck_was_counted_and_nothing_was_wrong(recorded) -> None:
    store: Store = recorded[0]
    assert [(row["seen"], row["good"]) for row in queries.counts(store)] == [(52, True)]
    assert queries.alerts(store) == []
    assert queries.rake(store) == []


def test_the_log_of_the_round_lacks_what_nobody_has_said(recorded) -> None:
    """Only how the dealer holds the deck is not seen by readers or known to the engine (f)(6)(i)."""
    store: Store = recorded[0]
    items = [row.item for row in store.rows(models.dealer_log.select().where(models.dealer_log.c.hand == 1))]
    assert sorted(items) == sorted(f"f(6)({n})" for n in ["ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"])
