"""`railbird simulate`: deal hands through simulated readers to the real firmware, and audit what it reports."""

import json
import random
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from host_tools.cli import complete
from host_tools.cli.emulated import emulated_pico
from host_tools.engine.phh import PhhError, read
from host_tools.provision import TableKey, key_file, write_new
from host_tools.simulation.account import Account
from host_tools.simulation.audit import percentile, verdict_name
from host_tools.simulation.bounds import Work, bounds_ms, work
from host_tools.simulation.table import SimulatedTable, TableError, simulated
from host_tools.targets.local import Local
from host_tools.targets.vm import Vm
from host_tools.tracker.stub_down import StubDown
from host_tools.virtual.dealer import suits
from host_tools.virtual.faults import LEAST_PER_HOUR, MOST_PER_HOUR, rates
from host_tools.virtual.players import Script, evening, recorded
from host_tools.virtual.timing import PROFILES
from railbird.rules import games
from railbird.words import REFUSALS
from railbird_boards.schema import load

if TYPE_CHECKING:
    from host_tools.records.store import Store


class Pace(StrEnum):
    """How fast virtual time may go."""

    fast = "fast"
    table = "table"


class TargetName(StrEnum):
    """Where the firmware runs."""

    vm = Vm.name
    local = Local.name


class AnyTarget(StrEnum):
    """The same, and what is too slow for a live table."""

    vm = Vm.name
    local = Local.name
    rp2040 = "rp2040"


Profile = StrEnum("Profile", {name: name for name in PROFILES})  # type: ignore[misc]
DEFAULT_PROFILE = Profile("mid")
MODES = (
    "Development mode: cards travel in clear.",
    "Play mode: shut cards are sealed, and the audit alone holds the key.",
)
MACHINES = {
    AnyTarget.vm: "a real MicroPython VM",
    AnyTarget.local: "CPython",
    AnyTarget.rp2040: "an emulated Pico",
}
SEATS = 9
FAULTS = (
    "cards_missed",
    "cards_wrong",
    "false_verdicts",
    "stack_mismatches",
    "mistakes_missed",
    "chip_zones_wrong",
    "wagers_different",
    "pots_different",
    "rakes_different",
    "seal_problems",
    "frames_distrusted",
    "commands_refused",
)
GAME = "holdem"
BOARDS = ("casino_11", "stud_8")  # the first that suits the game is taken where none is named
EMULATED = ("pico_w",)


def simulate(
    game: Annotated[
        str | None,
        typer.Option(help="A game of the table of games.", show_default=GAME, autocompletion=complete.game),
    ] = None,
    board: Annotated[
        str | None,
        typer.Option(
            help="A board definition of boards/.",
            show_default="one that suits the game",
            autocompletion=complete.board,
        ),
    ] = None,
    seats: Annotated[
        int | None,
        typer.Option(
            help="Players; they sit at seats drawn with the seed.",
            min=2,
            show_default="9, or as many as the game takes",
        ),
    ] = None,
    hands: Annotated[
        int | None, typer.Option(help="Hands to deal; without it until Ctrl-C.", min=1, max=10**9)
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same run.", min=0)] = 1,
    phh: Annotated[
        list[Path] | None, typer.Option(help="Deal these hand histories; they set seats and hands.")
    ] = None,
    more: Annotated[
        list[Path] | None, typer.Argument(metavar="[FILE...]", help="Further files for --phh.")
    ] = None,
    profile: Annotated[Profile, typer.Option(help="Timing profile of chips and buses.")] = DEFAULT_PROFILE,
    pace: Annotated[
        Pace, typer.Option(help="table: as slow as a real table; fast: as fast as it goes.")
    ] = Pace.fast,
    target: Annotated[
        AnyTarget,
        typer.Option(
            help="cpython: the same facts four times as fast, without the MicroPython VM; rp2040: on an emulated Pico "
            "with --uf2, at some per cent of its speed."
        ),
    ] = AnyTarget.vm,
    uf2: Annotated[
        Path | None,
        typer.Option(help="With --target rp2040: MicroPython's image for RPI_PICO.", envvar="RAILBIRD_UF2"),
    ] = None,
    mistakes: Annotated[
        float | None,
        typer.Option(
            metavar="RATE",
            help="How likely the dealer makes a mistake in a hand, 0 to 1; the floor then puts it right.",
        ),
    ] = None,
    faults: Annotated[
        str,
        typer.Option(
            metavar="NAME[:RATE],...",
            help="Faults (railbird faults) that strike every part they can, RATE times an hour (6) for 3 s each.",
        ),
    ] = "",
    power_cuts: Annotated[
        float,
        typer.Option(
            metavar="RATE", help="How often an hour power goes at the whole table, and comes back, 0 to 1000."
        ),
    ] = 0,
    play: Annotated[
        bool,
        typer.Option("--play", help="Play mode: frames under a MAC, cards sealed until the rules open them."),
    ] = False,
    log: Annotated[
        Path | None,
        typer.Option(help="With --play: a new folder for the log, its anchors and the table's key."),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="No account; the last line is one JSON object.")
    ] = False,
    record: Annotated[
        str | None, typer.Option(metavar="URL", help="Record what is played, see railbird records --help.")
    ] = None,
) -> None:
    """Run a simulated table: the firmware on a real MicroPython VM, readers simulated chip by chip.

    Example: railbird simulate --hands 20 --seats 6 --seed 7

    With mistakes: railbird simulate --game omaha_hl8 --hands 20 --mistakes 0.2

    With records: railbird simulate --hands 3 --record sqlite:///railbird.db

    Exit status 0 only if hands were played and nothing was missed, wrong, false or mismatched, no mistake that the
    board can see included.
    """
    if mistakes is not None and not 0 <= mistakes <= 1:
        raise TableError(f"--mistakes {mistakes}: expected 0 to 1")
    if power_cuts and not LEAST_PER_HOUR <= power_cuts <= MOST_PER_HOUR:
        raise TableError(f"--power-cuts {power_cuts:g}: expected 0 to {MOST_PER_HOUR} an hour")
    if play and mistakes is not None:
        raise TableError("--play: expected without --mistakes, whose floor names cards")
    if log is not None:
        _new_folder(log, play)
    if mistakes is not None and phh:
        raise TableError("--mistakes: expected without --phh, whose hands are dealt as they were published")
    if phh:
        for option, given in (("--game", game), ("--seats", seats), ("--hands", hands)):
            if given is not None:
                raise TableError(
                    f"{option}: expected without --phh, whose hands are dealt as they were published"
                )
    game = game or GAME
    if game not in games.NAMES:
        raise TableError(f"--game {game}: expected one of {', '.join(games.NAMES)}")
    try:
        strikes = rates(faults) if faults else []
    except ValueError as error:
        raise TableError(f"--faults: {error}") from None
    machine = emulated_pico(uf2) if target is AnyTarget.rp2040 else None
    boards = EMULATED if machine else BOARDS
    definition = load(board or next((name for name in boards if suits(load(name), game)), boards[0]))
    scripts = _scripts(game, definition, seats, hands, seed, [*(phh or []), *(more or [])], phh is not None)
    console = Console(stderr=as_json)
    if not as_json:
        console.print(
            f"[bold]Railbird[/bold]  board {definition['name']}  game {game}  profile {profile.value}  seed {seed}\n"
            f"Simulated readers, cards and players; real firmware on {MACHINES[target]}. "
            f"{MODES[play]} Ctrl-C ends it.",
            highlight=False,
        )
    identity = simulated(seed) if play else {}
    records = _records(record) if record is not None else None
    account = Account(console)
    begun = time.monotonic()
    with SimulatedTable(
        definition,
        PROFILES[profile.value],
        seed,
        on_fact=(lambda _now, _fact: None) if as_json else account.fact,
        on_event=(lambda _now, _event: None) if as_json else account.event,
        on_log=account.log,
        pace=_pacer(begun) if pace is Pace.table else None,
        local=target is AnyTarget.local,
        machine=machine,
        mistakes=mistakes,
        **identity,
        records=records,
    ) as table:
        account.tracker = table.tracker
        if table.tracker.money is not None and not as_json:
            table.tracker.money.on_remark = account.remark
            account.stub = StubDown(table.tracker.money.kinds)
        for name, per_hour in strikes:
            table.world.faults.everywhere(name, per_hour)
        if power_cuts:
            table.cut_now_and_then(power_cuts, seed)
        try:
            table.play(scripts)
        except KeyboardInterrupt:
            console.print("\nended at the terminal")
        figures = _figures(table, time.monotonic() - begun)
    if records is not None:
        records.close()
    if mistakes is not None:
        figures |= _mistake_figures(table)
    if table.chips is not None:
        figures |= table.chips.figures()
    if play:
        figures |= _play_figures(table)
    if log is not None:
        _write_log(log, table, identity["key"])
    if as_json:
        print(json.dumps(figures))
    else:
        _print_summary(console, figures, table)
    # A table that has power again speaks in clear until its host has proved itself, which is right to distrust it.
    wrong = [name for name in FAULTS if figures.get(name)]
    clean = not wrong or (wrong == ["frames_distrusted"] and figures["power_cuts"])
    sys.exit(0 if clean and figures["hands"] else 1)


def _new_folder(folder: Path, play: bool) -> None:
    if not play:
        raise TableError("--log: expected with --play, where there is a log")
    try:
        folder.mkdir(mode=0o700, parents=True)
    except OSError as error:
        raise TableError(f"--log {folder}: expected a new folder ({error.strerror})") from None


def _records(url: str) -> "Store":
    """Records to write to. The database's library is loaded only where it is asked for."""
    from host_tools.records.store import open_store

    return open_store(url, create=True)


def _scripts(
    game: str,
    board: Mapping[str, Any],
    seats: int | None,
    hands: int | None,
    seed: int,
    files: list[Path],
    from_files: bool,
) -> Iterator[Script]:
    """The hands to deal, everything that can be wrong with the input found first."""
    places, name = int(board["seats"]), board["name"]
    if files:
        if not from_files:
            raise TableError(f"{files[0]}: expected --phh before hand history files")
        read_hands = [read(path) for path in files]
        for hand in read_hands:
            played = hand.start.setup.game.name
            if played not in games.NAMES:
                raise PhhError(
                    hand.file, "variant", f"a game of {', '.join(games.NAMES)}, which the table deals"
                )
            if not suits(board, played):
                raise PhhError(hand.file, "variant", f"a game that suits board {name}, not {played}")
            if max(hand.seats) > places:
                raise PhhError(hand.file, "seats", f"at most {places} seats, as board {name} has")
        return iter([recorded(hand, seed) for hand in read_hands])
    if not suits(board, game):
        raise TableError(
            f"--board {name}: {game} puts more cards at a place than its antenna powers, or lacks one"
        )
    most = min(places, games.max_seats(game))
    seats = min(SEATS, most) if seats is None else seats
    if seats > most:
        raise TableError(f"--seats {seats}: expected 2 to {most}, as {game} on board {name} allows")
    chosen = random.Random(f"seats {seed}").sample(range(1, places + 1), seats)
    return islice(evening(game, chosen, seed), hands)


def _pacer(begun: float) -> Callable[[int], None]:
    """Hold virtual time back to the wall clock."""

    def pace(now_us: int) -> None:
        ahead = now_us / 1e6 - (time.monotonic() - begun)
        if ahead > 0.02:
            time.sleep(ahead)

    return pace


def _figures(table: SimulatedTable, wall_s: float) -> dict[str, Any]:
    audit = table.audit
    latencies = audit.latencies_ms()
    nothing = Work(0, dict.fromkeys(table.world.readers, 0))
    processor, rf = bounds_ms(table.board, nothing, work(table.world), audit.rounds)
    rounds = sorted(audit.rounds_ms)
    return {
        "hands": audit.hands,
        "cards_dealt": audit.cards_dealt,
        "cards_missed": audit.missed(),
        "cards_wrong": audit.wrong(),
        "false_verdicts": len(audit.false_verdicts()),
        "verdicts": audit.verdicts_by_code(),
        "stack_mismatches": audit.stack_mismatches,
        "passes_held": table.dealer.held_back,
        "power_cuts": table.target.cuts,
        "facts": audit.facts,
        "facts_sha256": audit.facts_sha256,
        "latency_ms": {
            "p50": percentile(latencies, 0.5),
            "p99": percentile(latencies, 0.99),
            "max": latencies[-1] if latencies else 0,
        },
        "round_ms": {
            "p50": percentile(rounds, 0.5),
            "max": audit.round_max_ms,
            "processor_bound": round(processor),
            "rf_bound": round(rf),
        },
        "virtual_s": round(table.clock.now / 1e6, 3),
        "wall_s": round(wall_s, 2),
        "heap_peak_bytes": audit.heap_peak or None,
        "word_bits": table.target.word_bits,
        "target": table.target.name,
    }


def _mistake_figures(table: SimulatedTable) -> dict[str, int]:
    found = table.audit.mistakes()
    return {
        "mistakes_made": len(found.made),
        "mistakes_visible": sum(made.visible for made in found.made),
        "mistakes_caught": found.caught,
        "mistakes_missed": len(found.missed),
    }


def _write_log(folder: Path, table: SimulatedTable, key: TableKey) -> None:
    """The table's log as `railbird log verify` takes it. It names the cards of every hand: its owner's alone."""
    heads = [f"{head.journal:x} {head.input_seq:x} {head.link.hex()}\n" for head in table.heads]
    write_new(
        {
            folder / "log.bin": b"".join(table.log),
            folder / "anchors.txt": "".join(heads).encode(),
            folder / "table.key": key_file(key),
        }
    )


def _play_figures(table: SimulatedTable) -> dict[str, Any]:
    sealed = table.tracker.sealed
    return {
        "seal_problems": [*sealed.problems] if sealed is not None else [],
        "frames_distrusted": len(table.distrusted),
        "log_records": len(table.log),
        "anchors": len(table.heads),
        "commands_refused": len(table.tracker.refused),
    }


def _print_summary(console: Console, figures: dict[str, Any], table: SimulatedTable) -> None:
    """The summary of a run, in words."""
    latency, rounds = figures["latency_ms"], figures["round_ms"]
    lines = [
        f"hands {figures['hands']}, cards dealt {figures['cards_dealt']}, facts {figures['facts']}",
        f"missed {figures['cards_missed']}, wrong {figures['cards_wrong']}, "
        f"false verdicts {figures['false_verdicts']}, stacks that differ {figures['stack_mismatches']}",
        f"card at rest to input journaled: p50 {latency['p50']} ms, p99 {latency['p99']} ms, "
        f"max {latency['max']} ms (modelled)",
        f"full round of the readers: p50 {rounds['p50']} ms, max {rounds['max']} ms (modelled)",
        f"passes that the dealer held for the readers: {figures['passes_held']}",
        f"{figures['virtual_s']} s at the table, {figures['wall_s']} s here",
    ]
    if "chip_zones_told" in figures:
        lines.append(
            f"chips: told {figures['chip_zones_told']} times, {figures['chip_zones_sure']} of them sure, "
            f"{figures['chip_zones_wrong']} wrong"
        )
        lines += [
            f"{what}: matched {figures[f'{what}_matched']}, at least {figures[f'{what}_at_least']}, "
            f"different {figures[f'{what}_different']}"
            for what in ("wagers", "pots", "rakes")
        ]
    if "mistakes_made" in figures:
        lines.append(
            f"mistakes: made {figures['mistakes_made']}, visible {figures['mistakes_visible']}, "
            f"caught {figures['mistakes_caught']}, missed {figures['mistakes_missed']}"
        )
        found = table.audit.mistakes()
        lines += [f"missed: {made.kind.name} at {', '.join(made.zones)}" for made in found.missed]
        lines += [f"not to be seen here: {made.kind.name}" for made in found.made if not made.visible]
    if "anchors" in figures:
        lines.append(
            f"links of the log kept: {figures['anchors']}; frames distrusted {figures['frames_distrusted']}"
        )
        lines += [f"the seal: {problem}" for problem in figures["seal_problems"]]
    lines += [f"verdict {name}: {number}" for name, number in figures["verdicts"].items()]
    lines += [f"false verdict: {verdict_name(fact)}" for fact in table.audit.false_verdicts()]
    lines += [
        f"the table refused command {op}: {REFUSALS[code] if code is not None else 'it restarted'}"
        for op, code in table.tracker.refused
    ]
    lines += [f"the engine refused: {problem}" for problem in table.tracker.problems]
    console.print("\n[bold]Summary[/bold]", *lines, sep="\n", highlight=False)
