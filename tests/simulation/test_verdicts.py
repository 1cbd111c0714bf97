"""Every verdict raised by a physical mistake, through readers, firmware and link, and not raised without it.

Seats 1, 4, 6, 9 with the button at 9 are dealt 1, 4, 6, 9, 1, 4, 6, 9 (i(5)); burn before the flop (i(7)).
"""

import pytest

from railbird import facts, words

SEATS, BUTTON = (1, 4, 6, 9), 9
HOLE = (
    "2c seat_1",
    "3c seat_4",
    "4c seat_6",
    "5c seat_9",
    "2d seat_1",
    "3d seat_4",
    "4d seat_6",
    "5d seat_9",
)
FLOP = ("9s burn", "Th board_1", "Jh board_2", "Qh board_3")
COUNT = [f"{rank}{suit} count" for rank in "23456789TJQKA" for suit in "cdhs"]


def test_a_clean_deal_has_no_verdict(make_rig):
    rig = make_rig()
    rig.run(rig.begin(SEATS, BUTTON), rig.lay(*HOLE), rig.command(facts.OP_STREET), rig.lay(*FLOP))
    assert rig.verdicts == []
    dealt = [words.zone_name(fact.zone) for fact in rig.of_kind(facts.DEALT)]
    assert dealt == [move.split()[1] for move in HOLE + FLOP]


def test_wrong_starting_seat(make_rig):
    rig = make_rig()
    rig.run(rig.begin(SEATS, BUTTON), rig.lay("2c seat_4", "3c seat_6"))
    assert rig.verdicts == [("wrong_seat", "seat_4", "p(1)(ii)")]


def test_two_seats_swapped(make_rig):
    rig = make_rig()
    rig.run(rig.begin(SEATS, BUTTON), rig.lay("2c seat_1", "3c seat_6", "4c seat_4"))
    assert rig.verdicts == [("wrong_seat", "seat_6", "i(5)")]


def test_card_at_a_seat_not_in_the_hand(make_rig):
    rig = make_rig()
    rig.run(rig.begin(SEATS, BUTTON), rig.lay("2c seat_1", "3c seat_3"))
    assert rig.verdicts == [("wrong_seat", "seat_3", "c(1)")]


def test_flop_without_a_burn(make_rig):
    rig = make_rig()
    rig.run(rig.begin(SEATS, BUTTON), rig.lay(*HOLE), rig.command(facts.OP_STREET), rig.lay("Th board_1"))
    assert rig.verdicts == [("out_of_order", "board_1", "i(7)")]


def test_turn_without_a_burn(make_rig):
    rig = make_rig()
    rig.run(
        rig.begin(SEATS, BUTTON),
        rig.lay(*HOLE),
        rig.command(facts.OP_STREET),
        rig.lay(*FLOP),
        rig.command(facts.OP_STREET),
        rig.lay("Kh board_4"),
    )
    assert rig.verdicts == [("out_of_order", "board_4", "i(8)")]


def test_third_hole_card(make_rig):
    rig = make_rig()
    rig.run(rig.begin(SEATS, BUTTON), rig.lay(*HOLE), rig.lay("6c seat_1"))
    assert rig.verdicts == [("too_many", "seat_1", "i(5)")]


def test_unknown_tag(make_rig):
    rig = make_rig()
    rig.table.felt.add(200, bytes.fromhex("04a1b2c3d4e5f6"))

    def stranger():
        rig.table.felt.lay(200, "seat_4")
        yield 1_000_000

    rig.run(rig.begin(SEATS, BUTTON), rig.lay("2c seat_1"), stranger())
    assert rig.verdicts == [("unknown_tag", "seat_4", "a(5)(i)")]


def test_card_of_the_other_deck(make_rig):
    rig = make_rig()
    rig.run(rig.begin(SEATS, BUTTON), rig.lay("2c seat_1"), rig.lay("3c seat_4", deck=1))
    assert rig.verdicts == [("other_deck", "seat_4", "p(3)")]


def test_one_card_in_two_places(make_rig):
    rig = make_rig()
    rig.table.felt.add(201, rig.table.uids[0])  # a copy of the 2c of deck 0

    def copy():
        rig.table.felt.lay(201, "board_5")
        yield 4_000_000

    rig.run(rig.begin(SEATS, BUTTON), rig.lay("2c seat_1"), copy())
    assert [(name, rule) for name, _, rule in rig.verdicts] == [("two_zones", "p(3)")]


@pytest.mark.parametrize("missing", [None, "7d count"])
def test_card_missing_at_the_count(make_rig, missing):
    rig = make_rig()
    passed = [move for move in COUNT if move != missing]
    rig.run(rig.command(facts.OP_COUNT_BEGIN), rig.lay(*passed), rig.command(facts.OP_COUNT_END))
    counted = [(fact.code, fact.arg) for fact in rig.of_kind(facts.COUNTED)]
    if missing is None:
        assert (counted, rig.verdicts) == ([(1, 52)], [])
    else:
        assert (counted, rig.verdicts) == ([(0, 51)], [("missing_at_count", "none", "f(6)(iv)")])
        assert rig.of_kind(facts.VERDICT)[0].ref == 4 * 5 + 1  # the seven of diamonds, deck 0


def test_a_count_of_fifty_two_sightings_with_a_card_twice_is_not_good(make_rig):
    """f(6)(iv): 52 reads with a duplicate and a card missing are not a good deck. Counted by identity."""
    rig = make_rig()
    passed = [move for move in COUNT if move != "7c count"]
    rig.run(rig.command(facts.OP_COUNT_BEGIN), rig.lay(*passed, "7d count"), rig.command(facts.OP_COUNT_END))
    assert [(fact.code, fact.arg) for fact in rig.of_kind(facts.COUNTED)] == [(0, 51)]
    assert rig.verdicts == [("missing_at_count", "none", "f(6)(iv)")]


def test_count_due_and_overdue(make_rig):
    """f(6)(iv): due by 15 minutes after the last good count, overdue after; the reminder at 12 minutes (D19)."""
    small = {
        "name": "one_spot",
        "seats": 2,
        "buses": ((0, 4, 5, 400000),),
        "muxes": (),
        "readers": (("count", 0, -1, 0, "passing", 2, None),),
        "couplings": (),
    }
    rig = make_rig(small)
    said_at = []

    def wait(seconds):
        yield seconds * 1_000_000

    rig.run(rig.command(facts.OP_COUNT_BEGIN), rig.lay(*COUNT), rig.command(facts.OP_COUNT_END))
    good = rig.of_kind(facts.COUNTED)[0]
    assert good.code == 1
    rig.run(wait(715))
    assert rig.verdicts == []
    rig.run(wait(190))
    said_at = [(fact.code, fact.t_ms - good.t_ms) for fact in rig.of_kind(facts.VERDICT)]
    assert [code for code, _ in said_at] == [facts.V_COUNT_DUE, facts.V_COUNT_OVERDUE]
    assert 720_000 <= said_at[0][1] < 720_100
    assert 900_000 < said_at[1][1] < 900_100


def test_what_lay_on_the_felt_before_the_hand_is_as_foreign_as_what_comes_later(make_rig):
    rig = make_rig()
    rig.table.felt.add(200, bytes.fromhex("04a1b2c3d4e5f6"))

    def left():
        rig.table.felt.lay(200, "seat_4")
        rig.table.felt.lay(64 + 5, "seat_6")  # a card of deck 1
        yield 3_000_000

    rig.run(left())
    assert rig.verdicts == []
    rig.run(rig.begin(SEATS, BUTTON))
    assert sorted(rig.verdicts) == [("other_deck", "seat_6", "p(3)"), ("unknown_tag", "seat_4", "a(5)(i)")]
