"""A board on a pty, a key, and the firmware compiled once."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from host_tools.bringup import image
from host_tools.bringup.bench import Bench, at_bench
from host_tools.bringup.device import Device
from host_tools.bringup.flash import Order, Outcome, _Meeting, flash
from host_tools.bringup.signing import load_key, new_key
from host_tools.bringup.simulated import Simulated, simulated
from host_tools.targets.pty_board import BLOCKS, PtyBoard
from host_tools.targets.stage import FIRMWARE
from host_tools.targets.vm import VM_COMMAND
from railbird import facts
from railbird_boards.schema import load

BOARD = load("pico_w")


@pytest.fixture(scope="session")
def key_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("key") / "table.pem"
    new_key(path)
    return path


@pytest.fixture(scope="session")
def key(key_file: Path) -> Any:
    return load_key(key_file)


@pytest.fixture(scope="session")
def code() -> dict[str, bytes]:
    """What a slot of the small table holds."""
    return image.modules(BOARD)


@pytest.fixture
def board(tmp_path: Path) -> Iterator[PtyBoard]:
    """A new board, with power."""
    if sys.platform != "linux":
        pytest.skip("the board on a pty was left out: Linux only")
    with PtyBoard(tmp_path, log=tmp_path / "operations.bin") as one:
        one.wait_for_port()
        yield one


@pytest.fixture
def deploy(
    board: PtyBoard, key: Any, code: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Outcome]:
    """deploy(changed files..., options of the order): flash it."""

    def run(changed: dict[str, bytes] | None = None, signer: Any = key, **options: Any) -> Outcome:
        monkeypatch.setattr(image, "modules", lambda _: {**code, **(changed or {})})
        board.wait_for_port()  # it may be starting
        wanted = {"board": BOARD, "key": signer, **options}
        return flash(str(board.link), Order(**wanted), lambda _: None)

    return run


@pytest.fixture(scope="session")
def confirmed_flash(key: Any, code: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The flash of a board after its first deployment."""
    with pytest.MonkeyPatch.context() as patch, PtyBoard(tmp_path_factory.mktemp("confirmed")) as one:
        patch.setattr(image, "modules", lambda _: code)
        one.wait_for_port()
        flash(str(one.link), Order(board=BOARD, key=key, provision=True), lambda _: None)
        one.power_off()
        return one.image.read_bytes()


@pytest.fixture
def provisioned(board: PtyBoard, confirmed_flash: bytes) -> None:
    """The board has had its first deployment."""
    board.power_off()
    board.image.write_bytes(confirmed_flash)
    board.power_on()
    board.wait_for_port()


def greeting(board: PtyBoard) -> str:
    """The version by which a table greets a host, once it does; the command it is asked to do is none."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        device = Device(board.wait_for_port())
        meeting = _Meeting(facts.OP_MAINTENANCE + 1)
        answered = device.talk(meeting.session.poll, meeting.feed, 5)
        device.close()
        if answered:
            assert meeting.code == facts.R_UNKNOWN_OP
            return meeting.version
        if b"railbird: maintenance" in board.printed:  # power went between the asking for it and the reset
            board.printed = b""
            board.power_off()
            board.power_on()
    raise AssertionError(board.printed[-2000:])


@pytest.fixture
def greeted(board: PtyBoard) -> Callable[[], str]:
    return lambda: greeting(board)


READ = """
import json, os, sys
sys.path[:0] = {paths!r}
import slots
from flash import mount
mount({image!r}, {blocks}, "")
whole = {{slot: {{name: slots.digest(slot + "/" + name) for name in slots.names(slot)}}
         for slot in slots.SLOTS if slot in os.listdir()}}
print(json.dumps([slots.read(), whole]))
"""


@pytest.fixture
def state(board: PtyBoard) -> Callable[[], dict[str, Any]]:
    """The state of the slots, as it lies on the flash."""

    def read() -> dict[str, Any]:
        return read_flash(board.image)[0]

    return read


def read_flash(flash_file: Path) -> tuple[dict[str, Any], dict[str, dict[str, str]]]:
    """State and slots of a flash image, read by a VM of its own."""
    paths = [str(FIRMWARE), str(FIRMWARE.parent / "host_tools" / "board_vm")]
    script = flash_file.with_suffix(".read.py")
    script.write_text(READ.format(paths=paths, image=str(flash_file), blocks=BLOCKS))
    done = subprocess.run([*VM_COMMAND, script], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    found, slots = json.loads(done.stdout)
    return found, slots


@pytest.fixture(scope="module")
def bench_table(code: dict[str, bytes]) -> Iterator[Simulated]:
    """A simulated table with the small board, for the tests of one module; whoever sets a fault clears it."""
    if sys.platform != "linux":
        pytest.skip("the board on a pty was left out: Linux only")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(image, "modules", lambda _: dict(code))
        with simulated(BOARD) as table:
            yield table


@pytest.fixture(scope="module")
def bench(bench_table: Simulated) -> Iterator[Bench]:
    """That table at the bench."""
    with at_bench(bench_table.port) as one:
        yield one
