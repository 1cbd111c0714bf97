"""Bench of memory: the live heap of the whole firmware while a full table is dealt, and the code that stays loaded."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from host_tools.bench import replay
from host_tools.bench.code import mpy_sizes
from host_tools.engine import Event, State, legal
from host_tools.registry import build
from host_tools.simulation.table import SimulatedTable, simulated
from host_tools.targets import vm, vm32
from host_tools.targets.stage import stage
from host_tools.virtual.dealer import Moves
from host_tools.virtual.players import Script, evening
from host_tools.virtual.timing import MID
from railbird_boards.schema import load

PICO_FREE = 240_912  # bytes free on a Pico at boot (micropython.md 1e)
TABLES = (  # board, game, seats, whether in play mode
    ("casino_11", "holdem", 11, False),
    ("stud_8", "stud7_high", 8, False),
    ("casino_11", "holdem", 11, True),
    ("casino_11_chips", "holdem", 11, False),
)


def stay(state: State) -> Event:
    """A player who never folds and never raises, so that the table stays full."""
    kinds = {event[0]: event for event in legal(state)}
    return next(kinds[kind] for kind in ("check", "call", "bring_in", "show") if kind in kinds)


def record(folder: Path, board_name: str, game: str, seats: int, play: bool = False, seed: int = 1) -> int:
    """Deals a hand to a full table on the 64-bit VM; leaves in `folder` a flash whose virtual port opens the trace of
    it. Returns how often the firmware's loop waited.
    """
    board = load(board_name)
    mode = simulated(seed) if play else {}
    table = SimulatedTable(board, MID, seed, **mode)
    folder.mkdir()
    tags = build([(uid, code) for code, uid in table.uids.items()])
    stage(folder, board, tags, replay.TRACE, chips=table.chip_image, identity=mode.get("identity", b""))
    with table, (folder / replay.TRACE).open("wb") as trace:
        assert isinstance(table.target, vm.Vm)
        table.target.trace = trace
        script = next(evening(game, range(1, seats + 1), seed))
        table.run(until_shown(table, Script(script.begin, script.draw, stay)))
    return table.target.idles


def until_shown(table: SimulatedTable, script: Script) -> Moves:
    """A hand up to the moment at which every card that the game deals lies on the table."""
    while table.welcome is None:
        yield 10_000
    for delay in table.dealer.play(script):
        if script.state.next[0] == "show":
            return
        yield delay


def tables() -> tuple[list[dict[str, Any]], str]:
    """A row for each full table and word size; and why the 32-bit rows are left out, '' when they are not."""
    reason = vm32.absent()
    rows = []
    for board, game, seats, play in TABLES:
        with TemporaryDirectory() as name:
            folder = Path(name) / "flash"
            idles = record(folder, board, game, seats, play)
            what = {"board": board, "game": game, "seats": seats, "play": play}
            long = replay.on_64_bits(folder, idles)
            if not reason:
                short = replay.on_32_bits(folder, idles, long.modules)
                rows.append({**what, "word_bits": 32, "vm": vm32.NAME, **_figures(short, folder)})
            rows.append({**what, "word_bits": 64, "vm": vm.Vm.name, **_figures(long, folder)})
    return rows, reason


def _figures(found: replay.Replay, folder: Path) -> dict[str, Any]:
    sizes = mpy_sizes(folder, found.modules)
    return {
        "live_bytes": found.live,
        "free_of_a_pico_bytes": PICO_FREE - found.live,
        "largest_free_bytes": found.largest_free,
        "heap_bytes": found.heap,
        "input_bytes": found.input_bytes,
        "poll_bytes": found.poll_bytes,
        "packet_bytes": found.packet_bytes,
        "write_bytes": found.write_bytes,
        "requests": found.requests,
        "requests_unlike_recorded": found.different,
        "mpy_bytes": sum(sizes.values()),
        "mpy_board_bytes": sum(path.stat().st_size for path in (folder / "railbird_boards").iterdir()),
    }
