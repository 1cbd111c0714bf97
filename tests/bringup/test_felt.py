"""Zones on the felt: where they lie, and the drawing of a board."""

from itertools import combinations
from xml.etree import ElementTree

import pytest

from host_tools.bringup.felt import HEIGHT, WIDTH, drawing, place
from railbird import facts
from railbird_boards.schema import load, names

SVG = "{http://www.w3.org/2000/svg}"


def zones(seats):
    return [
        *facts.SINGLE,
        *(f"board_{number}" for number in range(1, 6)),
        *(f"{row}_{seat}" for row in ("seat", "up", "bet") for seat in range(1, seats + 1)),
    ]


@pytest.mark.parametrize("seats", range(2, 12))
def test_no_zone_lies_on_another_or_off_the_felt(seats):
    places = {zone: place(zone, seats) for zone in zones(seats)}
    for zone, at in places.items():
        assert at.w / 2 <= at.x <= WIDTH - at.w / 2, zone
        assert at.h / 2 <= at.y <= HEIGHT - at.h / 2, zone
    for (one, a), (other, b) in combinations(places.items(), 2):
        apart = abs(a.x - b.x) >= (a.w + b.w) / 2 or abs(a.y - b.y) >= (a.h + b.h) / 2
        assert apart, (one, other)


def test_seats_go_clockwise_from_the_dealers_left():
    """He sits below: the first seat is at the lower left, the middle one opposite, the last at the lower right."""
    first, middle, last = (place(f"seat_{seat}", 9) for seat in (1, 5, 9))
    assert first.x < WIDTH / 3
    assert first.y > HEIGHT / 2
    assert middle.x == WIDTH / 2
    assert middle.y < HEIGHT / 4
    assert (last.x, last.y) == (WIDTH - first.x, first.y)


@pytest.mark.parametrize("zone", ["seat_0", "seat_10", "board_6", "stub", "up_", "rail"])
def test_what_is_no_place_on_the_felt(zone):
    with pytest.raises(ValueError, match=f"zone {zone}"):
        place(zone, 9)


@pytest.mark.parametrize("name", names())
def test_a_drawing_has_every_reader_with_its_place_on_the_bus(name):
    board = load(name)
    root = ElementTree.fromstring(drawing(board))
    shown = [group.find(f"{SVG}title").text for group in root.findall(f"{SVG}g")]
    assert [text.partition(":")[0] for text in shown] == [row[0] for row in board["readers"]]
    assert len(root.findall(f"{SVG}line")) == len(board["couplings"])


def test_what_a_drawing_says_of_a_reader():
    text = drawing(load("pico_w"))
    assert "muck: bus 0, mux 0, channel 7, passing, up to 2 tags, reset sr7" in text
