"""The bench of the emulated Pico, as far as it goes without one: what the board runs, and what its print-out means."""

import json

import pytest

from host_tools.targets.vm import VmDied

pytestmark = pytest.mark.usefixtures("emulator")

COSTS = {
    "bus": 112.08,
    "parse": 170,
    "mac": 830,
    "sha256_kb": 1400,
    "signature": 510_000,
    "gc": 16_250,
    "app": 1_296_900,
}
FOUND = [[4, 40_000, 12_000], [2, 9000, 5000], [1, 45_700, 45_700], [0, 0, 0]]


def test_a_print_out_is_put_beside_the_timing_table():
    from host_tools.bench import rp2040

    first = "measured " + json.dumps([COSTS, FOUND, 1])
    last = "measured " + json.dumps([COSTS, FOUND, 139_408])
    memory = " No. of 1-blocks: 2061, 2-blocks: 563, max blk sz: 128, max free sz: 8127"
    found = rp2040.figures([" max free sz: 1", first, memory, last])
    assert (found["heap_free_bytes"], found["heap_largest_free_bytes"]) == (
        139_408,
        130_032,
    )  # blocks of 16 bytes
    assert found["start_of_the_app_ms"] == 1297
    rows = [
        (row["measured_us"], row["timing_us"], row["ratio"], row["differs"]) for row in found["processor"]
    ]
    # 20 bits of 2.504 us are wire; timing.md: 29, 510, 415, 1400, 255 ms, 1300 us.
    assert rows == [
        (62, 29, 2.14, True),
        (170, 510, 0.33, True),
        (830, 415, 2.0, True),
        (1400, 1400, 1.0, False),
        (510_000, 255_000, 2.0, True),
        (16_250, 1300, 12.5, True),
    ]
    assert [(row["steps"], row["mean_us"], row["max_us"]) for row in found["loop"]] == [
        (4, 10_000, 12_000),
        (2, 4500, 5000),
        (1, 45_700, 45_700),
        (0, None, 0),
    ]


def test_a_board_that_measured_nothing_is_an_error():
    from host_tools.bench import rp2040

    with pytest.raises(VmDied, match="MemoryError"):
        rp2040.figures(["MemoryError: memory allocation failed"])


def test_what_the_board_runs_compiles_and_has_the_names_of_the_flash():
    from host_tools.bench import rp2040

    files = rp2040.board_files()
    assert (
        files["main.py"].splitlines()[1] == b"micropython.kbd_intr(-1)"
    )  # in play mode the prompt is closed
    assert files["measure.mpy"][:2] == b"M\x06"
    assert b"mem_info" in files["measure.mpy"]
