"""`railbird board` as a user runs it."""

import json


def test_check(railbird):
    done = railbird("board", "check", "stud_8", "--json")
    found = json.loads(done.stdout)
    assert done.returncode == 0
    assert (found["seats"], found["readers"]) == (8, len(found["sights"]))
    assert "stud7_high" in found["games"]
    assert "holdem" not in found["games"]
    assert "games: " in railbird("board", "check", "virtual_9").stdout


def test_wiring(railbird, tmp_path):
    svg = tmp_path / "pico_w.svg"
    done = railbird("board", "wiring", "pico_w", "--svg", str(svg))
    assert done.returncode == 0
    assert "RSTPD_N" in done.stdout
    assert svg.read_text().startswith("<svg")
    rows = json.loads(railbird("board", "wiring", "pico_w", "--json").stdout)["leads"]
    assert rows[0] == {
        "part": "mcu",
        "pin": "GPIO 4",
        "to": "bus 0",
        "to_pin": "SDA",
        "note": "I2C0, 400 kHz",
    }


def test_what_is_no_board_or_no_file(refused, tmp_path):
    assert "expected one of casino_11" in refused("board", "check", "casino_12")
    assert "casino_11" in refused("board", "wiring", "../casino_11")
    assert "svg" in refused("board", "wiring", "pico_w", "--svg", str(tmp_path / "no" / "file.svg"))
