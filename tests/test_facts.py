"""The vocabulary: ids and names of zones, and that every code has its text."""

import pytest

from railbird import facts, words


@pytest.mark.parametrize(
    ("zone", "name"),
    [
        (0, "stub"),
        (1, "seat_1"),
        (11, "seat_11"),
        (21, "up_1"),
        (31, "up_11"),
        (41, "board_1"),
        (45, "board_5"),
        (51, "burn"),
        (52, "muck"),
        (53, "count"),
        (54, "park"),
        (55, "rake"),
        (56, "pot"),
        (61, "bet_1"),
        (71, "bet_11"),
        (255, "none"),
    ],
)
def test_zone_ids_and_names(zone: int, name: str) -> None:
    assert words.zone_name(zone) == name
    assert facts.zone_id(name) == zone


@pytest.mark.parametrize("zone", [12, 20, 32, 40, 46, 50, 57, 60, 72, 254, -1, 256])
def test_an_id_without_a_zone_is_refused(zone: int) -> None:
    with pytest.raises(ValueError, match=str(zone)):
        words.zone_name(zone)


@pytest.mark.parametrize("name", ["", "seat", "seat_0", "seat_12", "seat_01", "board_6", "Burn", "seat_1 "])
def test_a_name_without_a_zone_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="no zone"):
        facts.zone_id(name)


def test_every_code_has_its_text_and_no_two_share_one() -> None:
    verdicts = {value for name, value in vars(facts).items() if name.startswith("V_")}
    assert set(words.VERDICTS) == verdicts == set(range(1, 21))
    assert {name for name, *_ in words.VERDICTS.values()} == {
        "wrong_seat",
        "out_of_order",
        "too_many",
        "unknown_tag",
        "other_deck",
        "two_zones",
        "missing_at_count",
        "count_due",
        "count_overdue",
        "hand_short",
        "skipped",
        "face_up",
        "two_face_up",
        "exposed",
        "off_table",
        "burn_moved",
        "same_deck",
        "sorted",
        "repeated",
        "not_cut",
    }
    refusals = [value for name, value in vars(facts).items() if name.startswith("R_")]
    assert sorted(words.REFUSALS) == sorted(refusals)
    assert len(set(words.KIND_NAMES.values())) == len(words.KIND_NAMES) == 36


@pytest.mark.parametrize(
    ("verdict", "arg", "rule"),
    [
        (facts.V_WRONG_SEAT, 1, "p(1)(ii)"),
        (facts.V_WRONG_SEAT, 9 << 8 | 23, "i(5)"),
        (facts.V_WRONG_SEAT, 14, "c(1)"),
        (facts.V_OTHER_DECK, 8, "p(3)"),
        (facts.V_TWO_ZONES, 4, "p(3)"),
        (facts.V_COUNT_DUE, 0, "f(6)(iv)"),
    ],
)
def test_a_verdict_names_its_rule(verdict: int, arg: int, rule: str) -> None:
    assert words.rule_of(verdict, arg) == rule
