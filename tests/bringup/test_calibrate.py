"""Calibration: the world is wired otherwise than the board's file says, and the walk finds it out."""

import ast
import random

import pytest

from host_tools.bringup import calibrate
from host_tools.bringup.bench import at_bench
from host_tools.bringup.calibrate import Place, Walk, judge, proposal, remarks
from host_tools.bringup.felt import hot_cold
from host_tools.bringup.simulated import simulated
from host_tools.virtual.fault_air import LOSS
from host_tools.virtual.field import LossBursts
from host_tools.virtual.tag import Tag
from host_tools.virtual.timing import MID
from railbird_boards.schema import check
from tests.bringup.conftest import BOARD

UID = bytes.fromhex("04112233445566")
ZONES = [row[0] for row in BOARD["readers"]]


def heard(zone, **rates):
    return Walk(zone, {**dict.fromkeys(ZONES, 0.0), **rates})


WELL = [heard(zone, **{zone: 1.0}) for zone in ZONES]


def test_a_table_as_its_file_says_has_no_remark_and_no_other_proposal():
    places = judge(WELL)
    assert [(place.zone, place.reader, place.rate) for place in places] == [
        (zone, zone, 1.0) for zone in ZONES
    ]
    assert remarks(BOARD, places) == []
    assert proposal(BOARD, places) == BOARD


def test_swapped_leads_are_named_and_swapped_back_in_the_proposal():
    walks = [*WELL]
    walks[0], walks[2] = heard("seat_1", seat_3=1.0), heard("seat_3", seat_1=0.95)
    places = judge(walks)
    assert remarks(BOARD, places) == [
        "seat_1: its card is heard by the reader of seat_3 (mux 0 SD2, SC2; shift register 0 QC): swapped",
        "seat_3: its card is heard by the reader of seat_1 (mux 0 SD0, SC0; shift register 0 QA): swapped",
    ]
    new = proposal(BOARD, places)
    assert new["readers"][0] == ("seat_1", 0, 0, 2, "all", 4, "sr2")
    assert new["readers"][2] == ("seat_3", 0, 0, 0, "all", 4, "sr0")
    assert new["readers"][1] == BOARD["readers"][1]
    check(new)


def test_a_neighbour_that_hears_across_is_a_coupling():
    """Seats 1 and 4 are not in the board's list; 1 and 2 are."""
    walks = [*WELL]
    walks[0] = heard("seat_1", seat_1=1.0, seat_2=0.1, seat_4=0.05)
    places = judge(walks)
    assert remarks(BOARD, places) == ["seat_1 and seat_4 hear each other: add them to the couplings"]
    assert proposal(BOARD, places)["couplings"] == (*BOARD["couplings"], ("seat_1", "seat_4"))


def test_the_couplings_of_swapped_readers_are_those_of_the_zones_that_they_really_read():
    walks = [*WELL]
    walks[0] = heard("seat_1", muck=1.0, seat_2=0.1)
    walks[7] = heard("muck", seat_1=1.0)
    assert calibrate.measured_couplings(judge(walks)) == {("seat_1", "seat_2")}


def test_cold_places_dead_places_and_one_reader_for_two():
    walks = [*WELL]
    walks[1] = heard("seat_2", seat_2=0.6)
    walks[3] = heard("seat_4", seat_4=None)
    walks[5] = heard("board_4", board_1=1.0)
    lines = remarks(BOARD, judge(walks))
    assert lines == [
        "seat_2: read in 60% of the looks: antenna, cable, metal beneath",
        "seat_4: no reader hears the card: railbird selftest",
        "board_4: its card is heard by the reader of board_1 (mux 0 SD4, SC4; shift register 0 QE): swapped",
        "one reader hears the cards of board_1, board_4: antennas too close, or one without a reader",
    ]
    assert proposal(BOARD, judge(walks))["readers"] == BOARD["readers"]


def test_the_proposal_is_a_file_of_boards_and_the_map_shows_every_place():
    text = calibrate.as_module(BOARD)
    assert ast.literal_eval(text.partition("BOARD = ")[2]) == BOARD
    drawn = hot_cold(BOARD, {"seat_1": 1.0, "seat_2": 0.0})
    assert drawn.count("<title>") == 1 + 8
    for title in ("seat_1: 100%", "seat_2: 0%", "muck: ?"):
        assert f"<title>{title}</title>" in drawn
    assert "hsl(0," in drawn
    assert "hsl(220," in drawn
    assert calibrate.hot_cold([Place("seat_1", "seat_1", 0.5, {"seat_2": 0.05})]) == (
        "seat_1   ##########            50%  seat_2 5%"
    )


class Losing:
    """A bench with one reader, which hears the card but for what `loss` takes of a look's six exchanges."""

    zones = ("seat_1",)

    def __init__(self, loss):
        self.loss = loss
        self.looks = 0

    def rows(self, _word, _numbers, looks):
        self.looks += looks
        return [[0, 0, 1, 40_000, *(() if self._lost() else ("04112233445566",))] for _ in range(looks)]

    def _lost(self):
        return any(self.loss.lost() for _ in range(6))  # one that is lost is the last of its look


@pytest.mark.parametrize(("share", "cold"), [(MID.rf_loss, False), (LOSS, True)])
def test_a_sound_place_is_not_called_cold_and_one_that_loses_a_third_always_is(share, cold):
    """The chance of a sound one is less than 1 in 10 000; of 40 readers none is to be looked at in vain."""
    for seed in range(300):
        bench = Losing(LossBursts(share, 4.0, random.Random(f"cold {seed}")))
        (place,) = judge([calibrate.walk(bench, "seat_1")])
        assert (place.rate < calibrate.WEAK) == cold, seed
        assert bench.looks <= calibrate.ENOUGH


def test_a_place_that_hears_nothing_is_not_listened_to_for_long():
    bench = Losing(LossBursts(1.0, 4.0, random.Random(1)))
    calibrate.walk(bench, "seat_1")
    assert bench.looks == 60


@pytest.mark.usefixtures("code")
def test_a_walk_round_a_table_whose_leads_are_swapped():
    """Seat 2 and the muck hang on each other's channel and reset line; the antenna of seat 3 loses a third."""
    rows = list(BOARD["readers"])
    rows[1], rows[7] = (*rows[1][:3], 7, *rows[1][4:6], "sr7"), (*rows[7][:3], 1, *rows[7][4:6], "sr1")
    soldered = {**BOARD, "readers": tuple(rows)}
    with (
        simulated(BOARD, (("rf_loss", "seat_3"),), soldered=soldered) as table,
        at_bench(table.port) as bench,
    ):
        walks = []
        tag = Tag(UID)
        for zone in ("seat_1", "seat_2", "seat_3", "muck"):
            with table.parts.felt() as world:
                world.antenna(zone).place(tag)
            walks.append(calibrate.walk(bench, zone, 20))
            with table.parts.felt() as world:
                world.antenna(zone).remove(tag)
    places = {place.zone: place for place in judge(walks)}
    assert {zone: place.reader for zone, place in places.items()} == {
        "seat_1": "seat_1", "seat_2": "muck", "seat_3": "seat_3", "muck": "seat_2",
    }  # fmt: skip
    assert places["seat_1"].rate > 0.9
    assert places["seat_3"].rate < 0.9
    new = {row[0]: row for row in proposal(BOARD, judge(walks))["readers"]}
    assert (new["seat_2"][3], new["seat_2"][6]) == (7, "sr7")
    assert (new["muck"][3], new["muck"][6]) == (1, "sr1")
