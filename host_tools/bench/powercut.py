"""Bench of power cuts: the flash as it would be found, at every operation of whole hands, three ways torn.

A run is recorded: every program and erase, and what had been promised before each, which is the newest input of which
the table had told or which it had answered. Then the image is made up to some operation, that one is torn, and a fresh
VM mounts it with its own littlefs and reads the journal with the firmware's own code.
"""

import hashlib
import json
import random
import subprocess
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from host_tools.bench.pool import results
from host_tools.bench.scan import EXPECTED
from host_tools.link.events import Fact
from host_tools.link.lines import LineReader, Packet
from host_tools.simulation.audit import percentile
from host_tools.simulation.table import SimulatedTable
from host_tools.targets.local import Local
from host_tools.targets.names import attributes
from host_tools.targets.stage import flash_names, stage
from host_tools.targets.vm import VM_COMMAND
from host_tools.tracker.tracker import board_spots
from host_tools.virtual.flash import TEARS, Operation, apply, torn
from host_tools.virtual.players import evening
from host_tools.virtual.timing import MID
from host_tools.virtual.world import FLASH_SECTORS
from railbird import facts
from railbird.app import App
from railbird.link import messages
from railbird.table import Table
from railbird_boards.schema import load

GAMES = (("casino_11", "holdem", 9), ("stud_8", "stud7_high", 6), ("casino_11", "triple_draw_27", 4))
SNAPSHOT = 421  # bytes that a table takes at most
ENDURANCE = 100_000  # erases of a sector
HANDS_A_YEAR = 40 * 24 * 365


class Told(NamedTuple):
    """A fact as `Table` emits it, with the input that it follows from."""

    input_seq: int
    kind: int
    zone: int
    code: int
    ref: int
    arg: int


class Recording(NamedTuple):
    """What a run did to a flash that was erased before: `promised[k]` holds while operation k runs. What is found later
    must be a state of the run: `states` has, by the number of the newest input, its digest; `facts` what was told.
    """

    name: str
    board: str
    operations: list[Operation]
    promised: list[int]
    states: Mapping[int, str]
    facts: list[Told]


class Cut(NamedTuple):
    """Power goes in an operation of a recording."""

    recording: int
    operation: int
    tear: str


def digest(table: Table) -> str:
    """What tells one state of a table from another."""
    state = bytearray(SNAPSHOT)
    size = table.save(state)
    return hashlib.sha256(state[:size]).hexdigest()[:16]


def record(board: str, game: str, seats: int, hands: int, seed: int) -> Recording:
    """Hands of a game, in the host's interpreter, from a flash that holds nothing."""
    table = SimulatedTable(load(board), MID, seed, local=True)
    watch = _Watch(table)
    with table:
        table.play(islice(evening(game, range(1, seats + 1), seed), hands))
    operations = list(table.world.flash.log or ())  # without the watch: other processes get it
    return Recording(f"{game}, {seats} seats", board, operations, watch.promised, watch.states, watch.facts)


class _Watch:
    """Stands beside a run and notes what it promises, by what it sends."""

    def __init__(self, table: SimulatedTable) -> None:
        self.promised: list[int] = []
        self.states: dict[int, str] = {0: ""}
        self.facts: list[Told] = []
        self._now = 0
        self._command = 0
        self._reader = LineReader()
        target = table.target
        assert isinstance(target, Local)
        target.on_start = self._started
        self._send, target._sent = target._sent, self._sent  # type: ignore[method-assign]
        flash = table.world.flash
        flash.log = _Log(self)

    def _started(self, app: App) -> None:
        """The firmware stands: its state after every input is noted."""
        take: Callable[..., None] = app.apply
        emit: Callable[..., bool] = app.session.fact

        def applied(kind: int, zone: int, code: int, arg: int) -> None:
            take(kind, zone, code, arg)
            self.states[app.seq] = digest(app.table)
            if kind == facts.COMMAND:
                self._command = app.seq

        def told(seq: int, t_ms: int, *fact: int) -> bool:
            self.facts.append(Told(seq, *fact))
            return emit(seq, t_ms, *fact)

        self.states[0] = digest(app.table)
        app.apply, app.session.fact = applied, told  # type: ignore[method-assign, assignment]

    def _sent(self, data: bytes) -> None:
        for packet in self._reader.feed(data):
            if isinstance(packet, Packet):  # in clear, as in development
                if packet.kind == messages.FACT:
                    self._now = max(self._now, int.from_bytes(packet.payload[:4], "little"))
                elif packet.kind == messages.RESULT and not packet.payload[1]:
                    self._now = max(self._now, self._command)
        self._send(data)

    def operation(self) -> None:
        """The flash begins to do something."""
        self.promised.append(self._now)


class _Log(list[Operation]):
    """A log of operations that tells the watch of each."""

    def __init__(self, watch: _Watch) -> None:
        super().__init__()
        self._watch = watch

    def append(self, operation: Operation) -> None:
        self._watch.operation()
        super().append(operation)


# -- on the VM -----------------------------------------------------------------------------------------------

_SCRIPT = """
import gc, os, sys, json, hashlib, binascii
sys.path[:] = [""]
from railbird import table as tables
from railbird.port import files
from railbird.storage import journal as journals, recovery as recoveries

class Ram:
    def __init__(self, name):
        with open(name, "rb") as file:
            self.image = bytearray(file.read())
        self.view = memoryview(self.image)
    def readblocks(self, block, buf, offset=0):
        at = block * 4096 + offset
        buf[:] = self.view[at : at + len(buf)]
    def writeblocks(self, block, buf, offset=0):
        at = block * 4096 + offset
        for index in range(len(buf)):
            assert not buf[index] & ~self.image[at + index]
        self.view[at : at + len(buf)] = buf
    def ioctl(self, op, block):
        if op == 4:
            return len(self.image) // 4096
        if op == 5:
            return 4096
        if op == 6:
            for index in range(block * 4096, block * 4096 + 4096):
                self.image[index] = 255
        return 0

told = []
now = 0

def emit(kind, zone, code, ref, arg):
    told.append((now, kind, zone, code, ref, arg))

def take(seq, t_ms, kind, zone, code, arg):
    global now
    now = seq
    if kind not in (4, 6, 7, 13):
        emit(kind, zone, code, 255, arg)
    table.apply(t_ms, kind, zone, code, arg)

def state():
    buf = bytearray(421)
    size = table.save(buf)
    return binascii.hexlify(hashlib.sha256(bytes(buf[:size])).digest()[:8]).decode()

def read():
    global table, journal
    told.clear()
    table = tables.Table(emit, UPS, SPOTS)
    journal = journals.Journal(files.Files("/flash"))
    recovery = recoveries.Recovery(journal, table, 77)
    while recovery.step(take):
        pass
    return recovery

try:
    device = Ram("image.bin")
    try:
        volume = os.VfsLfs2(device, readsize=128, progsize=32, lookahead=32, mtime=False)
    except OSError:
        os.VfsLfs2.mkfs(device, readsize=128, progsize=32, lookahead=32)
        volume = os.VfsLfs2(device, readsize=128, progsize=32, lookahead=32, mtime=False)
    os.mount(volume, "/flash")
    recovery = read()
    found = {"last": journal.last, "faults": recovery.faults, "lost": recovery.lost, "state": state(), "told": told[:]}
    last = journal.last
    if journal.name == 77:
        journal.keep(table)
    journal.append(123456, 1, 3, 7, 0)
    table.apply(123456, 1, 3, 7, 0)
    error = journal.flush()
    found["after"] = state()
    recovery = read()
    found["goes_on"] = error == 0 and journal.last == last + 1 and state() == found["after"] and not recovery.faults
    print(json.dumps(found))
except Exception as error:
    sys.print_exception(error, sys.stdout)
    print(json.dumps({"unbootable": True}))
"""


def check(folder: Path, recordings: list[Recording], cut: Cut) -> dict[str, Any]:
    """One cut in a fresh VM: a row of what was wrong, all of it False where nothing was. `folder` holds the firmware
    and the script of each recording, and is shared by nobody at the same time.
    """
    recording = recordings[cut.recording]
    image = bytearray(b"\xff") * (FLASH_SECTORS * 4096)
    apply(image, recording.operations[: cut.operation])
    (folder / "image.bin").write_bytes(torn(bytes(image), recording.operations[cut.operation], cut.tear))
    done = subprocess.run(
        [*VM_COMMAND, "-X", "heapsize=4M", f"cut{cut.recording}.py"],
        cwd=folder, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    lines = done.stdout.splitlines()
    found = json.loads(lines[-1]) if done.returncode == 0 and lines else {"unbootable": True}
    where = {"recording": recording.name, "operation": cut.operation, "tear": cut.tear}
    if "unbootable" in found:
        return {**where, "lost": False, "torn": False, "unbootable": True, "said": done.stdout[-500:]}
    return {**where, **judge(recording, cut.operation, found), "unbootable": not found["goes_on"]}


def judge(recording: Recording, operation: int, found: Mapping[str, Any]) -> dict[str, bool]:
    """Whether an input that was promised is lost, and whether what is there never was, or is said again otherwise."""
    last = found["last"]
    told = [tuple(fact) for fact in found["told"]]
    seqs = {fact[0] for fact in told}
    first = min(seqs, default=last + 1)
    wanted = [tuple(fact) for fact in recording.facts if first <= fact.input_seq <= last]
    sound = recording.states.get(last) == found["state"] and told == wanted
    return {
        "lost": last < recording.promised[operation] or found["lost"] > 0,
        "torn": not sound or found["faults"] != 0,
    }


def chosen(recordings: list[Recording], cuts: int, seed: int) -> list[Cut]:
    """So many cuts, spread over all operations and tears; all there are when they are fewer."""
    every = [
        Cut(number, operation, tear)
        for number, recording in enumerate(recordings)
        for operation in range(len(recording.operations))
        for tear in TEARS
    ]
    return sorted(random.Random(seed).sample(every, min(cuts, len(every))))


def run(
    recordings: list[Recording], cuts: int, seed: int, workers: int, on_row: Callable[[int], None]
) -> Iterator[dict[str, Any]]:
    """The row of each cut; `on_row(n)` after the n-th."""
    with TemporaryDirectory(prefix="railbird-cuts-") as name:
        folders = [Path(name) / str(number) for number in range(workers)]
        names = flash_names()
        for folder in folders:
            folder.mkdir()
            stage(folder, load("casino_11"), b"", 0)
            for number, recording in enumerate(recordings):
                ups, spots = zones(recording.board)
                script = _SCRIPT.replace("UPS", str(ups)).replace("SPOTS", str(spots))
                (folder / f"cut{number}.py").write_text(attributes(script, names))
        jobs = [
            (folder, recordings, share)
            for number, folder in enumerate(folders)
            if (share := chosen(recordings, cuts, seed)[number::workers])
        ]
        done = 0
        for rows in results(_share, jobs, workers):
            for row in rows:
                done += 1
                on_row(done)
                yield row


def _share(job: tuple[Path, list[Recording], list[Cut]]) -> list[dict[str, Any]]:
    folder, recordings, cuts = job
    return [check(folder, recordings, cut) for cut in cuts]


def zones(board: str) -> tuple[int, int]:
    """The bitmaps of a board's up zones and of its board places."""
    names = {row[0] for row in load(board)["readers"]}
    ups = sum(1 << n for n in range(facts.SEATS) if f"up_{n + 1}" in names)
    return ups, board_spots(names)


def wear(
    hands: int, seed: int, board: str = "casino_11", game: str = "holdem", seats: int = 9
) -> dict[str, Any]:
    """What hands cost the flash, the first one left out: it makes the folders. Bytes a fact are those programmed. Told
    is the time from a card's rest to its fact at the host, where the deal expects cards as in the bench of the scanner.
    """
    arrived: dict[tuple[int, int], list[int]] = {}

    def fact(now: int, told: Fact) -> None:
        if told.kind == facts.SIGHT:
            arrived.setdefault((told.zone, told.code), []).append(now)

    table = SimulatedTable(load(board), MID, seed, on_fact=fact, local=True)
    scripts = evening(game, range(1, seats + 1), seed)
    flash = table.world.flash
    with table:
        table.play(islice(scripts, 1))
        erases, programmed, told, kept = (
            sum(flash.erases),
            flash.programmed,
            table.audit.facts,
            list(flash.erases),
        )
        table.play(islice(scripts, hands))
    erases = sum(flash.erases) - erases
    told = table.audit.facts - told
    waits = sorted(
        min(times) - stay.begin
        for stay in table.felt.stays
        if stay.landing and stay.zone.startswith(EXPECTED)
        and (times := [now for now in arrived.get((facts.zone_id(stay.zone), stay.code), ()) if now >= stay.begin])
    )  # fmt: skip
    return {
        "hands": hands,
        "erases_a_hand": round(erases / hands, 2),
        "hardest_sector_erases": max(
            after - before for after, before in zip(flash.erases, kept, strict=True)
        ),
        "bytes_a_fact": round((flash.programmed - programmed) / told, 1),
        "facts_a_hand": round(told / hands, 1),
        "flash_life_years": round(FLASH_SECTORS * ENDURANCE / (erases / hands * HANDS_A_YEAR), 1),
        "landings": len(waits),
        "told_p50_ms": percentile(waits, 0.5) // 1000,
        "told_p99_ms": percentile(waits, 0.99) // 1000,
        "told_max_ms": waits[-1] // 1000,
        "input_p99_ms": percentile(table.audit.latencies_ms(EXPECTED), 0.99),
    }
