"""The commands of the bench from end to end on a simulated table, with and without faults, and the quiz."""

import json
from unittest.mock import ANY

import pytest

from host_tools.bringup.tags import Tags, load
from host_tools.bringup.tags import save as save_tags
from host_tools.provision import make, save
from host_tools.registry import sample


def lines(out):
    return [json.loads(line) for line in out.splitlines()]


def test_monitor_tells_cards_by_name_and_errors_by_kind(here):
    code, out, err = here("monitor", "--simulate", "--fault", "unplugged@seat_2", "--seconds", "3", "--json")
    assert code == 0, err
    rounds = lines(out)
    assert [row["round"] for row in rounds] == list(range(1, len(rounds) + 1))
    zones = rounds[-1]["zones"]
    assert zones["seat_1"]["read"] > len(rounds) / 2
    assert any("2c" in row["zones"]["seat_1"]["cards"] for row in rounds)
    assert zones["seat_1"]["errors"] == {}
    assert zones["seat_2"]["errors"] == {"bus": len(rounds)}
    assert zones["seat_2"]["cards"] == []


def test_monitor_prints_a_table_at_its_end(here):
    code, out, err = here("monitor", "--simulate", "--seconds", "0.5")
    assert code == 0, err
    assert "seat_1" in out


def test_enroll_a_deck_goes_on_where_it_was_and_encrypts(here, tmp_path):
    _, key = make("table-7")
    save(key, tmp_path / "table.key")
    words = ("enroll", "--simulate", "--table-key", "table.key", "--json")
    some = Tags({"A": {card: uid for card, uid in sample(0).items() if card < 50}})
    save_tags(some, tmp_path / "tags.json", key.identity.secret)
    code, out, err = here(*words, "--deck", "A", "--fault", "metal_cover@muck")
    assert code == 1, err
    assert lines(out)[-1]["missing"] == ["Ah", "As", "##"]
    assert {row["event"] for row in lines(out)[:-1]} == {"dead"}
    code, out, err = here(*words, "--deck", "A")
    assert code == 0, err
    assert lines(out)[-1] == {"event": "deck", "deck": "A", "enrolled": 53, "missing": [], "weak": []}
    assert "on the board: decks A," in err
    tags = load(tmp_path / "tags.json", key.identity.secret)
    assert tags.decks["A"] == {code: uid for code, uid in sample(0).items() if code < 64}
    assert tags.decks["A"][0].hex() not in (tmp_path / "tags.json").read_text()
    for count in (1, 2):  # as the README has it, after a deck of the same seed
        code, out, err = here(*words, "--chips", "500")
        assert code == 0, err
        assert lines(out)[-1] == {"event": "chips", "new": 1, "all": count}


def test_a_deck_of_tags_that_are_known_is_refused_tag_by_tag(here, tmp_path):
    """Deck B is to be enrolled with the tags that deck A has: the hand's second deck is its first."""
    uids = sample(0)
    save_tags(Tags({"A": {card: uids[64 | card] for card in range(53)}}), tmp_path / "tags.json")
    code, out, err = here("enroll", "--simulate", "--deck", "B", "--json")
    assert code == 1, err
    refused = [row for row in lines(out) if row["event"] == "refused"]
    assert len(refused) == 53
    assert refused[0] == {"event": "refused", "card": "2c", "why": "this tag is 2c of deck A already"}


def test_a_sound_board_has_nothing_to_look_at(here):
    """With the seed that is taken where none is named; a burst of losses falls on board_1."""
    assert here("calibrate", "--simulate") == (0, ANY, "")


def test_calibrate_writes_the_map_and_a_proposal(here, tmp_path):
    code, out, err = here(
        "calibrate", "--simulate", "--looks", "5", "--svg", "map.svg", "--out", "new.py", "--json",
        "--fault", "unplugged@board_5",
    )  # fmt: skip
    assert code == 1, err
    report = json.loads(out)
    assert "board_5: no reader hears the card: railbird selftest" in report["remarks"]
    assert {place["zone"]: place["reader"] for place in report["places"] if place["zone"] != "board_5"} == {
        zone: zone for zone in ("seat_1", "seat_2", "seat_3", "seat_4", "board_1", "board_4", "muck")
    }
    assert "seat_1: " in (tmp_path / "map.svg").read_text()
    assert (tmp_path / "new.py").read_text().startswith('"""pico_w, as calibrated."""')


@pytest.mark.parametrize("command", [("monitor",), ("enroll", "--deck", "A"), ("calibrate",)], ids=" ".join)
def test_a_table_that_cannot_be(here, command):
    assert here(*command) == (2, "", "railbird: expected a table: --port DEV, or --simulate\n")
    line = "railbird: port /dev/none: there is no serial port that can be opened\n"
    assert here(*command, "--port", "/dev/none") == (2, "", line)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ((), "expected --deck A or B, or --chips WORTH"),
        (("--deck", "A", "--chips", "5"), "expected --deck A or B, or --chips WORTH"),
        (("--deck", "C"), "--deck C: expected A or B"),
        (("--chips", "5", "--sort", "coin"), "--sort coin: expected one of chip, plaque, rake chip, lammer"),
        (("--deck", "A", "--table-key", "/none"), "/none: No such file or directory"),
        (("--deck", "A", "--out", "/none/tags.json"), "/none/tags.json: No such file or directory"),
    ],
)
def test_what_enroll_refuses(here, words, line, tmp_path):
    assert here("enroll", "--simulate", *words) == (2, "", f"railbird: {line}\n")
    assert list(tmp_path.iterdir()) == []


def test_the_quiz_asks_and_judges(here):
    words = ("quiz", "--seed", "5", "--questions", "2")
    code, out, _ = here(*words, "--json")
    answers = json.loads(out)
    assert (code, [question["game"] for question in answers]) == (0, ["holdem", "holdem"])
    numbers = [question["choices"].index(question["answer"]) + 1 for question in answers]
    wrong = numbers[1] % len(answers[1]["choices"]) + 1
    _, out, _ = here(*words, typed=f"x\n{numbers[0]}\n{wrong}\n")
    assert "a number 1 to" in out
    assert "> Right: " in out
    assert "> No: " in out
    assert out.endswith("\n1 of 2 right (--seed 5)\n")


def test_what_the_quiz_refuses(here):
    assert here("quiz", "--game", "badugi")[2].startswith("railbird: Invalid value: --game badugi: ")
    assert here("quiz", "--seats", "30")[2].startswith("railbird: Invalid value: --seats 30: expected 2 to ")
