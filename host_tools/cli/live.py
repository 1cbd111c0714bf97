"""`railbird live`: the live table in a browser."""

import signal
import socket
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Annotated, Any

import typer
import uvicorn
from rich.console import Console

from host_tools.bringup.felt import HEIGHT, WIDTH, place
from host_tools.cli.live_calls import DECLARED
from host_tools.cli.live_night import evening
from host_tools.cli.live_start import MODES, drawing, on_port, open_records
from host_tools.cli.live_stream import LEAST_DELAY_MIN, check_stream, identity_of, key_with_audit, open_stream
from host_tools.cli.live_table import LiveTable
from host_tools.cli.live_thread import TableThread
from host_tools.cli.simulate import BOARDS, DEFAULT_PROFILE, Pace, Profile, TargetName
from host_tools.engine.house.rake import METHODS
from host_tools.engine.limits import STRUCTURES
from host_tools.engine.session.script_file import load as load_script
from host_tools.live.doors import Doors, PasswordError, load_passwords, save_passwords
from host_tools.live.evening import evening_route
from host_tools.live.feed import Events, Feed, Hub
from host_tools.live.roles import ROLES
from host_tools.live.server import Server
from host_tools.live.stream import EVENTS, OVERLAY
from host_tools.live.studio import Studio
from host_tools.simulation.table import TableError
from host_tools.virtual.dealer import suits
from host_tools.virtual.faults import FAULTS
from host_tools.virtual.timing import PROFILES
from railbird import facts, words
from railbird.rules import games
from railbird_boards.schema import load

LOOPBACK = ("127.0.0.1", "localhost", "::1")
DELAY_MIN = 15.0
GOES_S = 3  # pages that are still open are let go after so long


def live(
    simulate: Annotated[bool, typer.Option("--simulate", help="A simulated table.")] = False,
    port: Annotated[
        str | None, typer.Option(metavar="DEV", help="The serial port of a table, as in /dev/serial/by-id.")
    ] = None,
    key: Annotated[
        Path | None, typer.Option(help="The table's key, as railbird provision wrote it: play mode.")
    ] = None,
    house: Annotated[
        Path | None,
        typer.Option(
            help="The house's games, limits and rake, and how the night begins: a script of an evening."
        ),
    ] = None,
    record: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Keep facts, hands and decisions, see railbird records --help."),
    ] = None,
    host: Annotated[
        str, typer.Option(help="The address to listen at; others than the loopback take --passwords.")
    ] = ("127.0.0.1"),
    http: Annotated[int, typer.Option(help="The port of the page.", min=0, max=65535)] = 8765,
    passwords: Annotated[
        Path | None,
        typer.Option(help="The file of hashed passwords; asked for and written where there is none."),
    ] = None,
    delay: Annotated[
        float, typer.Option(help="Minutes by which the stream is late.", min=0, max=60)
    ] = DELAY_MIN,
    short_delay: Annotated[
        bool,
        typer.Option("--short-delay", help=f"The floor agrees to less than {LEAST_DELAY_MIN:g} minutes."),
    ] = False,
    play: Annotated[
        bool,
        typer.Option(
            "--play", help="The simulated table is in play mode: cards sealed until the rules open them."
        ),
    ] = False,
    audit_key: Annotated[
        Path | None,
        typer.Option(
            help="A table.key with the house's audit key: the stream knows every card of a sealed table."
        ),
    ] = None,
    players: Annotated[
        Path | None, typer.Option(help="Names and photos by seat for the stream, JSON; photos lie beside it.")
    ] = None,
    spool: Annotated[
        Path | None,
        typer.Option(help="A folder for what the stream has not shown yet; another server goes on from it."),
    ] = None,
    game: Annotated[str, typer.Option(help="A game of the table of games.")] = "holdem",
    board: Annotated[
        str | None,
        typer.Option(help="A board definition of boards/.", show_default="one that suits the game"),
    ] = None,
    seats: Annotated[
        int | None, typer.Option(help="Players.", min=2, show_default="9, or as many as the game takes")
    ] = None,
    hands: Annotated[int | None, typer.Option(help="Hands to deal; without it until Ctrl-C.", min=1)] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same evening.", min=0)] = 1,
    profile: Annotated[Profile, typer.Option(help="Timing profile of chips and buses.")] = DEFAULT_PROFILE,
    pace: Annotated[
        Pace, typer.Option(help="table: as slow as a real table; fast: as fast as it goes.")
    ] = Pace.table,
    target: Annotated[TargetName, typer.Option(help="Where the firmware runs.")] = TargetName.vm,
    mistakes: Annotated[
        float,
        typer.Option(metavar="RATE", help="How likely the dealer makes a mistake in a hand.", min=0, max=1),
    ] = 0.0,
    browser: Annotated[bool, typer.Option("--browser", help="Open the page in the browser.")] = False,
) -> None:
    """The live table in a browser: the felt, the verdicts, the readers; a desk for dealer and floor.

    Example: railbird live --simulate

    A table on a serial port, its night kept: railbird live --port /dev/ttyACM0 --record sqlite:///railbird.db

    For other machines, with a password for each role: railbird live --simulate --host 0.0.0.0 --passwords live.json

    Streamed from a sealed table: railbird live --simulate --play --delay 15 --players players.json --spool spool
    """
    if simulate == (port is not None):
        raise TableError("live: expected --simulate or --port DEV, one of them")
    if key is not None and simulate:
        raise TableError("--key: expected with --port; a simulated table makes its own")
    if play and not simulate:
        raise TableError("--play: expected with --simulate; a table on a port is in play mode with its --key")
    if game not in games.NAMES:
        raise TableError(f"--game {game}: expected one of {', '.join(games.NAMES)}")
    check_stream(delay, short_delay, audit_key, play or key is not None)
    doors = Doors(_passwords(host, passwords))
    hub = Hub({OVERLAY: Feed(), EVENTS: Events(), **{role: Feed() for role in ROLES}})
    late = partial(open_stream, hub, doors.stream_key, delay, players, spool)
    script = load_script(house) if house else None
    bound = _bound(host, http)
    table: TableThread
    if port is not None:
        audit = key_with_audit(audit_key).audit if audit_key else b""
        table, definition, mode = on_port(hub, port, board, script, game, key, record, late, audit)
        about = f"table on {port}"
    else:
        wanted = board or next(name for name in BOARDS if suits(load(name), game))
        definition = load(wanted)
        night = evening(definition, game, seats, seed, script)
        identity = identity_of(seed, audit_key) if play else {}
        table = LiveTable(
            hub,
            definition,
            PROFILES[profile.value],
            seed,
            night,
            late(identity["key"].audit if audit_key else b""),
            hands=hands,
            store=open_records(record),
            local=target is TargetName.local,
            mistakes=mistakes,
            at_table_pace=pace is Pace.table,
            **identity,
        )
        about, mode = f"game {night.session.stakes.game}  seed {seed}", MODES[play]
    studio = Studio(hub, table.stream, doors, table.reels)
    more = [evening_route(doors, drawing(record, definition["name"])), *studio.routes]
    server = Server(hub, table, doors, felt(definition, simulate), host, more)
    config = uvicorn.Config(
        server.app,
        host=host,
        port=http,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=GOES_S,
    )
    running = _Running(config, hub)
    name, number = bound.getsockname()[:2]
    address = f"http://{'127.0.0.1' if name in ('0.0.0.0', '::') else name}:{number}/"
    with running.until_ctrl_c():
        Console().print(
            f"[bold]Railbird[/bold]  board {definition['name']}  {about}\n"
            f"The live table is at {address}  Ctrl-C ends it. {mode}",
            highlight=False,
        )
        table.start()
        if browser:
            webbrowser.open(address)
        try:
            running.run(sockets=[bound])
        finally:
            table.stop()


class _Running(uvicorn.Server):
    """Lets the pages go first when it is told to end."""

    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
        super().__init__(config)
        self._hub = hub

    @contextmanager
    def until_ctrl_c(self) -> Iterator[None]:
        """Ctrl-C ends the server at whatever moment it comes, before it runs and after it has ended included, and then
        the command: as an exception it would break into what the loop is doing.
        """
        told = []

        def ctrl_c(sig: int, frame: FrameType | None) -> None:
            told.append(sig)
            self.handle_exit(sig, frame)

        before = signal.signal(signal.SIGINT, ctrl_c)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
        if told:
            raise KeyboardInterrupt

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._hub.close()
        super().handle_exit(sig, frame)


def felt(board: Any, simulated: bool) -> dict[str, Any]:
    """Where the zones of a board lie on the felt, and what can be planted there: what the page draws from."""
    seats = board["seats"]
    zones = [*facts.SINGLE, *(f"board_{number + 1}" for number in range(facts.BOARD_PLACES))]
    zones += [f"{row}_{seat + 1}" for row in ("seat", "up", "bet") for seat in range(seats)]
    return {
        "board": board["name"],
        "width": WIDTH,
        "height": HEIGHT,
        "seats": seats,
        "places": {zone: place(zone, seats) for zone in zones},
        "sights": {row[0]: row[4] for row in board["readers"]},
        "faults": [
            [row.name, row.effect] for row in FAULTS.values() if "reader" in row.part or row.part == "channel"
        ],
        "declared": DECLARED,
        "games": list(games.NAMES),
        "limits": list(STRUCTURES),
        "rakes": list(METHODS),
        "latched": [name for name, _ in words.FAULTS.values()],
        "simulated": simulated,
    }


def _passwords(host: str, path: Path | None) -> dict[str, str] | None:
    """The hash of each role's password; asked for at the first start. None: anybody at this machine may come in."""
    if path is None:
        if host not in LOOPBACK:
            raise TableError(
                f"--host {host}: expected --passwords as well; without them only the loopback is served"
            )
        return None
    try:
        if not path.exists():
            if not sys.stdin.isatty():
                raise TableError(f"--passwords {path}: there is none, and no terminal to ask for them")
            asked = {role: typer.prompt(f"password for the {role}", hide_input=True) for role in ROLES}
            save_passwords(path, asked)
        return load_passwords(path)
    except PasswordError as error:
        raise TableError(str(error)) from None


def _bound(host: str, port: int) -> socket.socket:
    """The listening socket; a port that is taken is wrong input and no traceback."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
        bound.listen(128)  # whoever comes before the server runs waits instead of being refused
    except OSError as error:
        bound.close()
        raise TableError(f"--host {host} --http {port}: {error.strerror}") from None
    return bound
