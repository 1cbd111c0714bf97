"""A short trace of a table, recorded once for all tests of the replay."""

from pathlib import Path

import pytest

from host_tools.bench import replay
from host_tools.registry import build
from host_tools.simulation.table import SimulatedTable
from host_tools.targets.stage import stage
from host_tools.targets.vm import Vm
from host_tools.virtual.timing import MID
from railbird_boards.schema import load


@pytest.fixture(scope="session")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    """A flash whose port opens three seconds of two cards lying at virtual_9; how often the loop waited."""
    folder = tmp_path_factory.mktemp("replay") / "flash"
    folder.mkdir()
    board = load("virtual_9")
    table = SimulatedTable(board, MID, 5)
    stage(folder, board, build([(uid, code) for code, uid in table.uids.items()]), replay.TRACE)

    def lie():
        table.felt.lay(0, "seat_1")
        table.felt.lay(1, "seat_2")
        yield 3_000_000

    with table, (folder / replay.TRACE).open("wb") as trace:
        assert isinstance(table.target, Vm)
        table.target.trace = trace
        table.run(lie())
    return folder, table.target.idles
