"""The board with zones for chips, and what the schema asks of such a board."""

from typing import Any

import pytest

from railbird_boards import schema

CHIPS = schema.load("casino_11_chips")
PLAIN = schema.load("casino_11")
BETS = [f"bet_{seat}" for seat in range(1, 12)]


def test_it_is_casino_11_and_a_bet_spot_before_each_seat() -> None:
    zones = [row[0] for row in CHIPS["readers"]]
    assert zones == [row[0] for row in PLAIN["readers"]] + BETS
    assert {row[0] for row in CHIPS["readers"] if row[4] == "chips"} == {"rake", "pot", *BETS}
    others = [row for row in CHIPS["readers"] if row[4] != "chips"]
    assert others == [row for row in PLAIN["readers"] if row[0] not in ("rake", "pot")]


def test_33_readers_take_five_multiplexers_and_two_buses() -> None:
    assert (len(CHIPS["readers"]), len(CHIPS["muxes"]), len(CHIPS["buses"])) == (33, 5, 2)
    load = [sum(row[1] == bus for row in CHIPS["readers"]) for bus in (0, 1)]
    assert load == [16, 17]  # no bus has much more than half of them


def test_a_seat_couples_with_its_own_bet_spot_and_nothing_else_is_added() -> None:
    """The timing table: a seat and its own bet spot."""
    added = {frozenset(row) for row in CHIPS["couplings"]} - {frozenset(row) for row in PLAIN["couplings"]}
    assert added == {frozenset((f"seat_{seat}", f"bet_{seat}")) for seat in range(1, 12)}


def test_an_antenna_is_relied_on_for_what_it_powers_however_chips_lie() -> None:
    """The timing table: two stacked flush."""
    assert {row[5] for row in CHIPS["readers"] if row[4] == "chips"} == {2}


def with_row(zone: str, **changes: Any) -> dict[str, Any]:
    columns = ("zone", "bus", "mux", "channel", "sight", "limit", "reset_line")
    rows = [
        tuple({**dict(zip(columns, row, strict=True)), **changes}.values()) if row[0] == zone else row
        for row in CHIPS["readers"]
    ]
    return {**CHIPS, "readers": tuple(rows)}


@pytest.mark.parametrize(
    ("board", "message"),
    [
        (
            with_row("seat_3", sight="chips"),
            "readers[2].sight: expected chips at bet spots, pot and rake area",
        ),
        (
            with_row("muck", sight="chips"),
            "readers[17].sight: expected chips at bet spots, pot and rake area",
        ),
        (
            with_row("bet_3", sight="all"),
            "readers[24].sight: expected chips, as at every bet spot, got 'all'",
        ),
        (with_row("bet_3", limit=5), "readers[24].limit: expected an integer 1..4, got 5"),
    ],
)
def test_a_zone_for_chips_is_one(board: dict[str, Any], message: str) -> None:
    with pytest.raises(schema.BoardError) as caught:
        schema.check(board)
    assert str(caught.value).startswith(f"board casino_11_chips: {message}")


@pytest.mark.rule("a(2)(ii)")
@pytest.mark.parametrize("missing", ["rake", "pot"])
def test_bet_spots_without_a_rake_area_or_a_pot_fail_the_bring_up(missing: str) -> None:
    readers = tuple(row for row in CHIPS["readers"] if row[0] != missing)
    with pytest.raises(schema.BoardError, match=r"readers for pot and rake, a\(2\)\(ii\)"):
        schema.check({**CHIPS, "readers": readers})
