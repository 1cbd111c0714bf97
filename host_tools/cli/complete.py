"""What the shell may complete an option's value to; each takes what has been typed of it."""

from railbird.rules import games
from railbird_boards import schema


def game(begun: str) -> list[str]:
    """Games of the table of games."""
    return [name for name in games.NAMES if name.startswith(begun)]


def board(begun: str) -> list[str]:
    """Definitions in boards/."""
    return [name for name in schema.names() if name.startswith(begun)]
