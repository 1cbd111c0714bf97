"""The night of a simulated live table, everything that can be wrong with the input found before it begins."""

import random
from typing import Any

from host_tools.cli.simulate import SEATS
from host_tools.engine.session.script_file import Script
from host_tools.live.night import BIG_BLIND, Night, housed, plain_table, simulated_night
from host_tools.simulation.table import TableError
from host_tools.virtual.dealer import suits
from railbird.rules import games


def evening(board: Any, game: str, seats: int | None, seed: int, script: Script | None) -> Night:
    """The night of a house's script, or one of `game` with so many players. Raises TableError, ScriptError."""
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
    if why := lacks(board, game):
        raise TableError(f"--board {why}")


def lacks(board: Any, game: str) -> str:
    """Why a board cannot deal a game; '' where it can."""
    if suits(board, game):
        return ""
    return f"{board['name']}: {game} puts more cards at a place than its antenna powers"
