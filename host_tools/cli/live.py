"""`railbird live`: the live table in a browser."""

import random
import socket
import sys
import webbrowser
from pathlib import Path
from types import FrameType
from typing import Annotated, Any

import typer
import uvicorn
from rich.console import Console

from host_tools.bringup.felt import HEIGHT, WIDTH, place
from host_tools.cli.live_calls import DECLARED
from host_tools.cli.live_start import drawing, on_port, open_records
from host_tools.cli.live_table import LiveTable
from host_tools.cli.live_thread import TableThread
from host_tools.cli.simulate import BOARDS, DEFAULT_PROFILE, SEATS, Pace, Profile, TargetName
from host_tools.engine.session.script_file import Script
from host_tools.engine.session.script_file import load as load_script
from host_tools.live.doors import Doors, PasswordError, load_passwords, save_passwords
from host_tools.live.evening import evening_route
from host_tools.live.feed import Feed, Hub
from host_tools.live.night import BIG_BLIND, Night, housed, plain_table, simulated_night
from host_tools.live.roles import PRODUCER, ROLES
from host_tools.live.server import Server
from host_tools.simulation.table import TableError
from host_tools.virtual.dealer import suits
from host_tools.virtual.faults import FAULTS
from host_tools.virtual.timing import PROFILES
from railbird import facts, words
from railbird.rules import games
from railbird_boards.schema import load

LOOPBACK = ("127.0.0.1", "localhost", "::1")
DELAY_MIN = 5.0
DEVELOPMENT = "Development mode: cards travel in clear."
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
        float, typer.Option(help="Minutes by which the producer sees the table late.", min=0, max=60)
    ] = DELAY_MIN,
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
    """
    if simulate == (port is not None):
        raise TableError("live: expected --simulate or --port DEV, one of them")
    if key is not None and simulate:
        raise TableError("--key: expected with --port; a simulated table makes its own")
    if game not in games.NAMES:
        raise TableError(f"--game {game}: expected one of {', '.join(games.NAMES)}")
    doors = Doors(_passwords(host, passwords))
    hub = Hub({role: Feed(delay * 60 if role == PRODUCER else 0) for role in ROLES})
    script = load_script(house) if house else None
    bound = _bound(host, http)
    table: TableThread
    if port is not None:
        table, definition, mode = on_port(hub, port, board, script, game, key, record)
        about = f"table on {port}"
    else:
        wanted = board or next(name for name in BOARDS if suits(load(name), game))
        definition = load(wanted)
        night = _night(definition, game, seats, seed, script)
        table = LiveTable(
            hub,
            definition,
            PROFILES[profile.value],
            seed,
            night,
            hands=hands,
            store=open_records(record),
            local=target is TargetName.local,
            mistakes=mistakes,
            at_table_pace=pace is Pace.table,
        )
        about, mode = f"game {night.session.stakes.game}  seed {seed}", DEVELOPMENT
    more = [evening_route(doors, drawing(record, definition["name"]))]
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
        "latched": [name for name, _ in words.FAULTS.values()],
        "simulated": simulated,
    }


def _night(board: Any, game: str, seats: int | None, seed: int, script: Script | None) -> Night:
    """The simulated evening, everything that can be wrong with the input found first."""
    if script is not None:
        for stakes in script.table.stakes:
            _check_board(board, stakes.game)
        if seats is not None or script.table.seats > board["seats"]:
            raise TableError(f"--house {script.file}: it seats its players itself, {board['seats']} at most")
        return housed(script)
    _check_board(board, game)
    most = min(int(board["seats"]), games.max_seats(game))
    seats = min(SEATS, most) if seats is None else seats
    if seats > most:
        raise TableError(f"--seats {seats}: expected 2 to {most}, as {game} on board {board['name']} allows")
    luck = random.Random(f"seats {seed}")
    chosen = sorted(luck.sample(range(1, board["seats"] + 1), seats))
    return simulated_night(
        plain_table(game, board["seats"]), {seat: luck.randint(10, 100) * BIG_BLIND for seat in chosen}
    )


def _check_board(board: Any, game: str) -> None:
    if not suits(board, game):
        raise TableError(
            f"--board {board['name']}: {game} puts more cards at a place than its antenna powers"
        )


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
