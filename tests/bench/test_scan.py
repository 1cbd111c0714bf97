"""The scan bench: a small row, the two baselines, bad input."""

import pytest

from host_tools.bench import adafruit, baselines, matrix
from host_tools.bench.matrix import Case, Watch, dead_zones
from host_tools.cli.bench_scan import COMPARED, _ratios
from host_tools.link.events import Fact
from host_tools.virtual.timing import MID
from railbird import facts
from railbird_boards.schema import load


def test_a_row_of_a_small_table_with_one_reader_dead():
    """Two cards to every seat whose reader lives."""
    board = load("virtual_9")
    (dead,) = dead_zones(board, 1)
    dealt = 9 - dead.startswith("seat")
    row = matrix.measure(Case("virtual_9", "mid", 2.0, 1, "zombie", 2, deals=1, probes=2))
    assert row["expected_landings"] == 2 * dealt
    assert row["other_landings"] == 2
    assert (row["false_lifts"], row["unreported"]) == (0, 0)
    at_dead = 2 if dead.startswith("seat") else 1 if dead.startswith("board") else 0
    assert (row["cards_lying"], row["cards_read"]) == (2 * 9 + 5, 2 * 9 + 5 - at_dead)
    assert 0 < row["expected_p50_ms"] <= row["expected_p99_ms"] <= row["expected_max_ms"]
    assert 100 < row["rf_bound_ms"] <= 1.1 * row["round_max_ms"]
    assert row["round_p50_ms"] <= row["round_max_ms"]


def test_dead_readers_are_spread_over_the_board():
    board = load("casino_11")
    zones = [row[0] for row in board["readers"]]
    assert dead_zones(board, 0) == []
    assert dead_zones(board, 1) == [zones[11]]
    assert dead_zones(board, 5) == [zones[at] for at in (2, 6, 11, 15, 19)]


def test_latencies_run_from_the_card_at_rest_to_the_first_report_after_it():
    watch = Watch()
    for t_ms in (900, 1500, 1700):
        watch.fact(0, Fact(1, t_ms, facts.SIGHT, 3, 5, 255, 0))
    assert watch.after(facts.SIGHT, "seat_3", 5, 1_000_000) == 500
    assert watch.after(facts.SIGHT, "seat_3", 5, 1_600_000) == 100
    assert watch.after(facts.SIGHT, "seat_3", 5, 2_000_000) is None
    assert watch.after(facts.LIFT, "seat_3", 5, 1_000_000) is None
    assert watch.after(facts.SIGHT, "seat_4", 5, 1_000_000) is None


@pytest.fixture
def short(monkeypatch):
    monkeypatch.setattr(baselines, "ROUNDS", 3)
    monkeypatch.setattr(baselines, "LANDINGS", 10)


@pytest.mark.usefixtures("short")
def test_the_published_driver_reads_one_card_a_place_and_waits_at_the_empty_ones():
    """Of two cards at a seat it lists one: eleven, and five of the board. At six empty spots it waits a tenth of a
    second. With all fields left on only the two antennas that couple with none would hear anything, and they are empty.
    """
    found = baselines.compare(MID.without_rf_faults())["published"]
    assert (found["cards"], found["cards_read_p50"]) == (27, 16)
    assert found["cards_read_with_fields_left_on"] == 0
    assert found["round_p50_ms"] > 600 + 16 * 21
    assert found["landing_p50_ms"] < found["landing_p99_ms"] < 2 * found["round_max_ms"]


@pytest.mark.usefixtures("short")
def test_the_sequential_driver_reads_everything():
    """A seat takes at least 21 + 10 + 24 ms on air (first tag, second, none more) and two halts of 4; a board place one
    tag less; an empty spot 24."""
    found = baselines.compare(MID.without_rf_faults())["sequential"]
    assert (found["cards"], found["cards_read_p50"]) == (27, 27)
    assert found["round_p50_ms"] > 11 * (21 + 10 + 24 + 2 * 4) + 5 * (21 + 24 + 4) + 6 * 24
    assert found["landing_p99_ms"] < 2 * found["round_max_ms"]


@pytest.mark.usefixtures("short")
def test_where_the_published_driver_is_not_installed_a_line_says_so(monkeypatch):
    def absent():
        raise ImportError

    monkeypatch.setattr(adafruit, "library", absent)
    found = baselines.compare(MID.without_rf_faults())
    assert found["published"] == "adafruit-circuitpython-pn532 is not installed: its baseline is left out"
    assert found["sequential"]["cards"] == 27


def test_ratios_are_theirs_over_ours():
    published = {"round_p50_ms": 1400, "landing_p50_ms": 700, "landing_p99_ms": 1330}
    ours = {
        "round_p50_ms": 280,
        "expected_p50_ms": 100,
        "expected_p99_ms": 190,
        "other_p50_ms": 350,
        "other_p99_ms": 0,
    }
    assert list(_ratios(published, ours).values()) == [5.0, 7.0, 7.0, 2.0, 1330.0]
    assert len(COMPARED) == 5
