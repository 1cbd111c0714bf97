"""Deployments from end to end: the real mpremote, a pty, a MicroPython VM with littlefs, the firmware as built."""

import threading
import time

import pytest

from host_tools.bringup import FlashError, InputError, image
from host_tools.bringup.bench import at_bench
from host_tools.bringup.device import Device
from host_tools.bringup.signing import new_key
from host_tools.provision import make

BROKEN = {"railbird/app.mpy": b"no code at all"}


def test_first_deployment_then_only_what_changed(deploy, greeted, state):
    assert deploy(provision=True).version == 1
    assert greeted() == "0.1.0+1"
    assert (state()["run"], state()["trial"], state()["floor"], state()["back"]) == ("a", False, 1, None)
    again = deploy({"railbird/words.mpy": image.starters()["slots.mpy"]})
    sent = {step.path for step in again.steps if step.kind == "send"}
    assert sent == {
        f"b/{name}" for name in ("railbird/words.mpy", "settings.json", "manifest.json", "signature.bin")
    }
    assert again.sent < 8000
    assert greeted() == "0.1.0+2"
    assert (state()["run"], state()["floor"], state()["back"]) == ("b", 2, "a")
    assert deploy({"railbird/words.mpy": image.starters()["slots.mpy"]}).steps == []


@pytest.mark.usefixtures("provisioned")
def test_a_dry_run_changes_nothing(deploy, state, greeted):
    before = state()
    done = deploy(version=7, dry_run=True)
    assert [step.kind for step in done.steps if step.kind != "copy"] == ["send", "send", "send", "switch"]
    kept = {"boots", "visited"}
    assert {name: value for name, value in state().items() if name not in kept} == {
        name: value for name, value in before.items() if name not in kept
    }
    assert greeted() == "0.1.0+1"


@pytest.mark.usefixtures("provisioned")
def test_a_firmware_that_does_not_start_is_left_after_three_tries(deploy, greeted, state):
    with pytest.raises(FlashError, match=r"version 2 did not start, 0\.1\.0\+1 runs again"):
        deploy(BROKEN)
    assert greeted() == "0.1.0+1"
    after = state()
    assert (after["run"], after["trial"], after["floor"], after["back"]) == ("a", False, 1, None)
    assert after["why"].startswith("slot b ended: ")


@pytest.mark.usefixtures("provisioned")
def test_what_a_board_refuses_changes_nothing(deploy, state, greeted, tmp_path):
    before = state()
    other = new_key(tmp_path / "other.pem")
    with pytest.raises(InputError, match="the board trusts another key than"):
        deploy(signer=other)
    with pytest.raises(InputError, match="version 1: the board has confirmed 1"):
        deploy(version=1)
    with pytest.raises(InputError, match=r"version 10000: expected 1\.\.9999"):
        deploy(version=10000)
    assert {**state(), "boots": 0, "visited": 0} == {**before, "boots": 0, "visited": 0}
    assert greeted() == "0.1.0+1"


@pytest.mark.usefixtures("provisioned")
def test_power_that_goes_while_files_are_sent_leaves_the_old_firmware(deploy, greeted, board):
    starts = board.starts

    def cut():
        while board.starts < starts + 2 or not board.printed.endswith(b">"):
            time.sleep(0.01)
        time.sleep(0.3)
        board.power_off()

    thread = threading.Thread(target=cut)
    thread.start()
    with pytest.raises(FlashError, match=r"the board has gone|did not come back"):
        deploy(version=2)
    thread.join()
    board.power_on()
    assert greeted() == "0.1.0+1"
    assert deploy(version=2).version == 2


def test_a_table_that_plays_has_no_prompt_and_is_asked_over_its_link(deploy, board, greeted, state):
    deploy(provision=True, play=True)
    assert greeted() == "0.1.0+1"
    device = Device(board.port)
    assert not device.enter()
    device.close()
    assert greeted() == "0.1.0+1"
    assert deploy(version=3).version == 3
    assert greeted() == "0.1.0+3"
    assert state()["play"]


def test_three_bad_starts_go_back_a_slot_then_to_a_safe_mode_that_only_talks(deploy, board, greeted, state):
    """Both firmwares have been confirmed; then the flash is damaged under them."""
    deploy(provision=True, play=True)
    deploy(version=2)
    spoil(board, "b")
    board.power_on()
    assert greeted() == "0.1.0+1"
    assert (state()["run"], state()["back"]) == ("a", None)
    spoil(board, "a")
    board.printed = b""
    board.power_on()
    device = Device(board.wait_for_port())
    until = time.monotonic() + 30
    while b"railbird: safe mode: slot a ended: " not in board.printed and time.monotonic() < until:
        time.sleep(0.05)
    assert b"railbird: safe mode: slot a ended: " in board.printed
    assert not device.enter()
    device.close()
    board.power_off()
    board.pins[22] = 0  # the strap
    board.power_on()
    device = Device(board.wait_for_port())
    assert device.enter()
    device.close()


def spoil(board, slot):
    """The prompt by the strap, a file written over, the strap taken away again, power gone."""
    board.power_off()
    board.pins[22] = 0
    board.power_on()
    device = Device(board.wait_for_port())
    assert device.enter()
    device.run(f"with open('{slot}/railbird/app.mpy','w') as f: f.write('none')")
    device.close()
    board.power_off()
    del board.pins[22]


def test_no_port_and_no_slots(deploy):
    with pytest.raises(InputError, match="port /dev/none: there is no serial port"):
        Device("/dev/none")
    with pytest.raises(InputError, match="the board has no slots yet: --provision"):
        deploy()


def test_a_table_gets_its_identity_and_is_met_by_its_key_from_then_on(deploy, board, state):
    """The folder of `railbird provision`: identity.bin goes to the flash, and the trial is confirmed under a MAC."""
    identity, key = make("table-7")
    done = deploy(provision=True, play=True, table={"identity.bin": identity}, identity=key.identity)
    assert "identity.bin" in [step.path for step in done.steps]
    assert (state()["floor"], state()["trial"]) == (1, False)
    assert deploy(version=2, table={"identity.bin": identity}, identity=key.identity).version == 2
    assert (state()["floor"], state()["play"]) == (2, True)
    with at_bench(str(board.link), key.identity) as bench:  # nobody is at its pins, and they are high
        assert bench.row("lines", 0)[0] == 3
