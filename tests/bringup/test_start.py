"""What start.py and main.py make of a flash, on a MicroPython VM: a slot whose firmware only says what it was given."""

import json
import shutil
import subprocess

import pytest

from host_tools.targets.stage import FIRMWARE
from host_tools.targets.vm import VM_COMMAND

STATE = {
    "run": "b", "trial": False, "back": "a", "boots": 0, "floor": 4, "board": "small", "play": True, "strap": 22,
    "why": "",
}  # fmt: skip
MACHINE = """
import os
PWRON_RESET = 1
def reset_cause(): return {cause}
def reset():
    print("reset")
    os.system("kill -9 $PPID")  # the VM, at once
class Pin:
    IN = PULL_UP = 0
    def __init__(self, gpio, mode, pull): assert gpio == 22
    def __call__(self): return {strap}
def WDT(timeout): print("watchdog", timeout)
"""
# kbd_intr(-1) would leave the VM to the first Ctrl-C; here it only says so.
MICROPYTHON = """
import micropython, sys
class Shim:
    const = staticmethod(lambda value: value)
    def kbd_intr(self, char): print("ctrl-c", char)
sys.modules["micropython"] = Shim()
import main
"""
APP = """
def run(port, board, registry, chips, identity, serve, version):
    print("runs", port, board()["name"], registry, chips, identity, version)
    {end}
"""


@pytest.fixture
def start(tmp_path):
    """start(state, app's end...): the lines that were printed, and the state afterwards."""
    for name in ("main.py", "start.py", "slots.py"):
        shutil.copyfile(FIRMWARE / name, tmp_path / name)
    (tmp_path / "registry.bin").write_bytes(b"tags")

    def run(state, end="pass", cause=3, strap=1, slot="b"):
        folder = tmp_path / slot
        for package in ("railbird", "railbird/port", "railbird_boards"):
            (folder / package).mkdir(parents=True, exist_ok=True)
            (folder / package / "__init__.py").touch()
        (folder / "railbird" / "app.py").write_text(APP.format(end=end))
        (folder / "railbird" / "port" / "mcu.py").write_text(
            "def Port(settings):\n    return settings['port']\n"
        )
        (folder / "railbird_boards" / "small.py").write_text("BOARD = {'name': 'small'}\n")
        settings = {"port": "mcu", "board": "small", "chips": False, "version": 5, "watchdog_ms": 8000}
        (folder / "settings.json").write_text(json.dumps(settings))
        (tmp_path / "machine.py").write_text(MACHINE.format(cause=cause, strap=strap))
        (tmp_path / "run.py").write_text(MICROPYTHON)
        if state is not None:
            (tmp_path / "slots.json").write_text(json.dumps(state))
        done = subprocess.run(
            [*VM_COMMAND, "run.py"], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
        )
        held = tmp_path / "slots.json"
        return done.stdout.splitlines(), json.loads(held.read_text()) if held.exists() else None

    return run


RUNS = "runs mcu small b'tags' None None 5"


def test_a_table_that_plays_starts_with_ctrl_c_disarmed_and_ends_in_a_reset(start):
    said, state = start(STATE)
    assert said == ["ctrl-c -1", "watchdog 8000", RUNS, "reset"]
    assert state == {**STATE, "boots": 1}


def test_in_development_ctrl_c_is_armed_and_leads_to_the_prompt(start):
    said, _ = start({**STATE, "play": False}, "raise KeyboardInterrupt")
    assert said == ["ctrl-c -1", "ctrl-c 3", "watchdog 8000", RUNS]


@pytest.mark.parametrize("end", ["raise KeyboardInterrupt", "raise MemoryError", "raise SystemExit", "1 / 0"])
def test_nothing_that_ends_a_table_that_plays_leads_to_the_prompt(start, end):
    said, state = start(STATE, end)
    assert said[-1] == "reset"
    assert state["why"].startswith("slot b ended: ")


def test_even_an_end_that_cannot_be_noted_is_a_reset(start):
    said, _ = start(STATE, "import os; os.remove('start.py'); 1 / 0")
    assert said[-1] == "reset"


def test_maintenance_is_asked_for_once_and_runs_without_a_watchdog(start, tmp_path):
    (tmp_path / "maintenance").touch()
    said, state = start(STATE)
    assert said == ["ctrl-c -1", "railbird: maintenance, slot b", "ctrl-c 3"]
    assert state == {**STATE, "visited": True}
    said, state = start(None, "print(serve(4), serve(4))")
    assert said[-3:] == [RUNS, "True False", "reset"]
    assert state["visited"] is False


@pytest.mark.parametrize(("cause", "strap", "opens"), [(1, 0, True), (1, 1, False), (3, 0, False)])
def test_the_strap_counts_when_power_comes(start, cause, strap, opens):
    said, _ = start(STATE, cause=cause, strap=strap)
    assert (said[1] == "railbird: maintenance, slot b") == opens


def test_a_board_without_a_firmware_has_its_prompt(start):
    assert start({**STATE, "run": None})[0] == ["ctrl-c -1", "railbird: no firmware", "ctrl-c 3"]


def test_a_flash_without_slots_is_run_as_it_lies(start):
    said, state = start(None, "serve is None or 1 / 0; raise KeyError", slot=".")
    assert (said[:3], said[-1], state) == (["ctrl-c -1", "watchdog 8000", RUNS], "KeyError: ", None)


def test_after_three_bad_starts_a_board_in_development_says_why_at_its_prompt(start):
    worn = {**STATE, "boots": 3, "back": None, "play": False, "why": "slot b ended: KeyError()"}
    assert start(worn)[0] == ["ctrl-c -1", "railbird: safe mode: slot b ended: KeyError()", "ctrl-c 3"]


@pytest.mark.parametrize(
    ("op", "trial", "said", "changed"),
    [
        (0, False, "0", {"boots": 0}),
        (0, True, "60000", {}),
        (1, False, "0", {}),
        (1, True, "reset", {"boots": 3, "why": "no host confirmed slot b"}),
    ],
    ids=["settled", "settled on trial", "a minute later", "a minute later on trial"],
)
def test_what_a_table_is_told_when_it_has_run_for_a_while(start, op, trial, said, changed):
    lines, state = start({**STATE, "trial": trial, "boots": 0}, f"print(serve({op}))")
    assert lines[3] == said
    assert state == {**STATE, "trial": trial, "boots": 1, **changed}
