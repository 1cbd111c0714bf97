"""Calibration: one card walks round the table. Which reader hears it where tells how the readers are really wired, who
hears whom, and how well each place is read.
"""

from collections.abc import Mapping, Sequence
from pprint import pformat
from typing import Any, NamedTuple

from host_tools.bringup.bench import Bench
from host_tools.bringup.wiring import leads
from railbird.rfid.chip import OK

LOOKS = 20
WEAK = 0.8  # below it a place is cold
# A place that seems cold is listened to so many times as long, until it does not or has had ENOUGH looks. Exchanges are
# lost in bursts of some four, so that few looks say little: of sound places, which lose a hundredth of theirs, one in
# seventy is cold in 80 looks and less than one in ten thousand in these; who loses 30 in a hundred is cold in any.
_AGAIN = 3
ENOUGH = 540

Board = Mapping[str, Any]


class Walk(NamedTuple):
    """What was heard while the card lay at `zone`: for each reader, by its zone in the board's definition, the share of
    its looks that read the card; None for one whose looks went wrong.
    """

    zone: str
    heard: Mapping[str, float | None]


class Place(NamedTuple):
    """What a zone turned out to be. `reader` is the zone by whose leads it is read, "" where nobody heard the card;
    `rate` is its share of looks, `beside` who else heard it.
    """

    zone: str
    reader: str
    rate: float
    beside: Mapping[str, float]


def walk(bench: Bench, zone: str, looks: int = LOOKS) -> Walk:
    """Listen with every reader while one card lies at a zone, and nothing else anywhere."""
    rows = bench.rows("look", list(range(len(bench.zones))), looks)
    own = bench.zones.index(zone)
    mine = [row for row in rows if row[0] == own]
    while len(mine) < ENOUGH:
        read = sum(len(row) > 4 for row in mine)
        if read >= WEAK * len(mine) or (
            not read and len(mine) > looks
        ):  # it is well, or hears nothing at all
            break
        more = bench.rows("look", [own], min((_AGAIN - 1) * len(mine), ENOUGH - len(mine)))
        mine += more
        rows += more
    heard: dict[str, float | None] = {}
    for number, name in enumerate(bench.zones):
        sound = [row for row in rows if row[0] == number and row[1] == OK]
        heard[name] = sum(len(row) > 4 for row in sound) / len(sound) if sound else None
    return Walk(zone, heard)


def judge(walks: Sequence[Walk]) -> list[Place]:
    """Each zone is read by the reader that hears its card best; its own where several hear it as well."""
    places = []
    for zone, heard in walks:
        rates = {name: rate for name, rate in heard.items() if rate}
        best = max(rates, key=lambda name: (rates[name], name == zone), default="")
        beside = {name: rate for name, rate in rates.items() if name != best}
        places.append(Place(zone, best, rates.get(best, 0.0), beside))
    return places


def remarks(board: Board, places: Sequence[Place]) -> list[str]:
    """What a person has to look at, in words."""
    lines = []
    for place in places:
        if not place.reader:
            lines.append(f"{place.zone}: no reader hears the card: railbird selftest")
        elif place.reader != place.zone:
            wires = _leads(board, place.reader)
            lines.append(
                f"{place.zone}: its card is heard by the reader of {place.reader} ({wires}): swapped"
            )
        elif place.rate < WEAK:
            lines.append(
                f"{place.zone}: read in {place.rate:.0%} of the looks: antenna, cable, metal beneath"
            )
    doubled = [place.reader for place in places if place.reader]
    for reader in sorted({name for name in doubled if doubled.count(name) > 1}):
        zones = ", ".join(place.zone for place in places if place.reader == reader)
        lines.append(f"one reader hears the cards of {zones}: antennas too close, or one without a reader")
    for pair in sorted(measured_couplings(places) - _pairs(board["couplings"])):
        lines.append(f"{pair[0]} and {pair[1]} hear each other: add them to the couplings")
    return lines


def measured_couplings(places: Sequence[Place]) -> set[tuple[str, str]]:
    """Pairs of zones of which one's reader heard the other's card. A reader counts as the zone that it really reads."""
    is_at = {place.reader: place.zone for place in places if place.reader}
    return _pairs((place.zone, is_at.get(name, name)) for place in places for name in place.beside) - {
        (place.zone, place.zone) for place in places
    }


def _pairs(pairs: Any) -> set[tuple[str, str]]:
    return {(min(pair), max(pair)) for pair in pairs}


def proposal(board: Board, places: Sequence[Place]) -> dict[str, Any]:
    """The board's definition as the table is really wired: zones at the readers that hear them, couplings that were
    heard beside those that it has (a coupling that was not heard this time is none that is not there). What was not
    walked to, and readers that two zones claim, stay as they are.
    """
    by_zone = {row[0]: row for row in board["readers"]}
    claimed = [place.reader for place in places if place.reader]
    sure = {place.zone: place.reader for place in places if place.reader and claimed.count(place.reader) == 1}
    is_whole = set(sure) == set(sure.values())
    readers = []
    for zone, row in by_zone.items():
        wires = by_zone[sure[zone]] if is_whole and zone in sure else row
        readers.append((zone, *wires[1:4], *row[4:6], wires[6]))
    old = [tuple(pair) for pair in board["couplings"]]
    new = sorted(measured_couplings(places) - _pairs(old))
    return {**board, "readers": tuple(readers), "couplings": (*old, *new)}


def as_module(board: Board) -> str:
    """A board's definition as a file of boards/."""
    return f'"""{board["name"]}, as calibrated."""\n\nBOARD = {pformat(dict(board), width=108, sort_dicts=False)}\n'


def hot_cold(places: Sequence[Place]) -> str:
    """The places as bars, coldest first."""
    rows = sorted(places, key=lambda place: place.rate)
    return "\n".join(
        f"{place.zone:8} {'#' * round(place.rate * 20):20} {place.rate:4.0%}"
        + "".join(f"  {name} {rate:.0%}" for name, rate in place.beside.items())
        for place in rows
    )


def _leads(board: Board, zone: str) -> str:
    return "; ".join(f"{lead.part} {lead.pin}" for lead in leads(board) if lead.to == zone)
