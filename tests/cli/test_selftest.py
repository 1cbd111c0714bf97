"""`railbird selftest` from end to end on a simulated table, and what it refuses."""

import json

import pytest

PORT = "railbird: port /dev/none: there is no serial port that can be opened\n"


def test_a_clean_table_passes_and_one_with_faults_names_the_leads(here):
    code, out, err = here("selftest", "--simulate", "--json")
    assert code == 0, err
    report = json.loads(out)
    assert (report["board"], report["passed"], len(report["parts"])) == ("pico_w", True, 12)
    code, out, err = here("selftest", "--simulate", "--fault", "unplugged@seat_2", "--fault", "mute@board_4")
    assert code == 1, err
    assert "pico_w: 10 pass, 1 fail, 1 note" in out
    assert "mux 0 SD1, SC1 to seat_2 SDA, SCL" in " ".join(out.replace("│", "").split())


def test_a_board_that_names_no_microcontroller_is_simulated_with_one(here):
    code, out, err = here(
        "selftest", "--simulate", "--board", "casino_11", "--fault", "mux_silent@mux 2", "--json"
    )
    assert code == 1, err
    levels = {part["part"]: part["level"] for part in json.loads(out)["parts"]}
    assert levels["mux 2"] == "fail"
    behind = {"burn", "muck", "count", "park", "rake", "pot"}
    assert {part for part, level in levels.items() if level == "not reached"} == behind
    assert {level for part, level in levels.items() if part not in behind | {"mux 2"}} == {"pass"}


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ((), "railbird: expected a table: --port DEV, or --simulate\n"),
        (("--port", "/dev/none", "--simulate"), "railbird: expected a table: --port DEV, or --simulate\n"),
        (("--port", "/dev/none"), PORT),
        (
            ("--port", "/dev/none", "--seed", "1"),
            "railbird: --board, --fault and --seed go with --simulate\n",
        ),
        (
            ("--simulate", "--fault", "mute"),
            "railbird: --fault mute: expected KIND@PLACE, as unplugged@seat_2\n",
        ),
        (
            ("--simulate", "--fault", "muted@seat_1"),
            "railbird: fault 'muted': expected one that `railbird faults` lists\n",
        ),
        (
            ("--simulate", "--fault", "mute@seat_9"),
            "railbird: fault mute: expected a reader of the board, got 'seat_9'\n",
        ),
    ],
)
def test_a_table_that_cannot_be(here, words, line):
    assert here("selftest", *words) == (2, "", line)
