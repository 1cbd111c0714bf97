"""Who sits where, for a stream: names and photos from a file beside which the photos lie.

{"1": {"name": "Ana Lopes", "photo": "ana.jpg"}, "4": {"name": "Ben"}}
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from host_tools.engine import given
from railbird import facts

LETTERS = 40
PHOTOS, PHOTO = 64, 2 * 1024 * 1024  # how many there may be, and bytes of each
FILE = 64 * 1024
KINDS = {"image/png": b"\x89PNG\r\n\x1a\n", "image/jpeg": b"\xff\xd8\xff", "image/webp": b"RIFF"}


class RosterError(Exception):
    """A file of names or a photo that is none; the message is one line."""


class Player(NamedTuple):
    """`photo` is the name of one of the roster's photos, '' for none."""

    name: str
    photo: str = ""


class Roster:
    """Players by seat, photos by name as (bytes, media type). All files are read at the start and never again.

    What the file or the producer calls a player goes before the name by which he sits there, until somebody else does.
    """

    def __init__(self, players: Mapping[int, Player], photos: Mapping[str, tuple[bytes, str]]) -> None:
        self.players = dict(players)
        self.photos = dict(photos)
        self._sitting: dict[int, str] = {}

    def seat(self, number: int) -> Player:
        """Who sits there."""
        return self.players.get(number, Player(self._sitting.get(number, f"Seat {number}")[:LETTERS]))

    def seated(self, names: Iterable[tuple[int, str]]) -> None:
        """Who is dealt in, by seat: who sits where somebody else sat is not called as that one was."""
        for seat, name in names:
            if self._sitting.get(seat, name) != name:
                self.players.pop(seat, None)
            self._sitting[seat] = name

    def call(self, seat: Any, name: Any, photo: Any = "") -> Player:
        """What a seat is called from now on; '' for the name by which he sits there. RosterError changes nothing."""
        player = _player(str(seat), {"name": name, "photo": photo})
        if player.photo and player.photo not in self.photos:
            raise RosterError(f"no photo {player.photo!r}: expected one that was there at the start")
        if player.name:
            self.players[int(seat)] = player
        else:
            self.players.pop(int(seat), None)
        return player


def load_roster(path: Path) -> Roster:
    """The players of a file, and their photos, which lie beside it. RosterError."""
    try:
        if path.stat().st_size > FILE:
            raise RosterError(f"{path}: expected at most {FILE} bytes")
        told = given.from_json(given.text(path))
    except (OSError, ValueError) as error:
        raise RosterError(f"{path}: {error}") from None
    if not isinstance(told, dict):
        raise RosterError(f'{path}: expected {{"SEAT": {{"name": ..., "photo": ...}}}}')
    try:
        named = [(_player(seat, player), seat) for seat, player in told.items()]
        players = {int(seat): player for player, seat in named}
        photos = _photos(path.parent, {player.photo for player in players.values()})
    except RosterError as error:
        raise RosterError(f"{path}: {error}") from None
    return Roster({seat: player for seat, player in players.items() if player.name}, photos)


def _player(seat: str, told: Any) -> Player:
    if not seat.isascii() or not seat.isdecimal() or len(seat) > 2 or not 1 <= int(seat) <= facts.SEATS:
        raise RosterError(f"seat {seat[:LETTERS]!r}: expected 1 to {facts.SEATS}")
    if not isinstance(told, dict) or set(told) - {"name", "photo"}:
        raise RosterError(f"seat {seat}: expected a name and a photo")
    name, photo = told.get("name", ""), told.get("photo", "") or ""
    if not isinstance(name, str) or len(name) > LETTERS or (name and not name.isprintable()):
        raise RosterError(f"seat {seat}: expected a name of at most {LETTERS} letters")
    if not isinstance(photo, str):
        raise RosterError(f"seat {seat}: expected the file name of a photo")
    return Player(name.strip(), photo)


def _photos(folder: Path, wanted: set[str]) -> dict[str, tuple[bytes, str]]:
    """The photos that players name."""
    found: dict[str, tuple[bytes, str]] = {}
    for name in sorted(wanted - {""}):
        if Path(name).name != name or name.startswith("."):
            raise RosterError(f"photo {name!r}: expected a file beside the list of players")
        found[name] = _photo(folder / name)
    if len(found) > PHOTOS:
        raise RosterError(f"expected at most {PHOTOS} photos")
    return found


def _photo(path: Path) -> tuple[bytes, str]:
    try:
        if path.is_symlink() or not path.is_file():
            raise RosterError(f"photo {path.name}: expected a file beside the list of players")
        with path.open("rb") as file:
            data = file.read(PHOTO + 1)
    except OSError as error:
        raise RosterError(f"photo {path.name}: {error.strerror}") from None
    if len(data) > PHOTO:
        raise RosterError(f"photo {path.name}: expected at most {PHOTO} bytes")
    for kind, begin in KINDS.items():
        if data.startswith(begin) and (kind != "image/webp" or data[8:12] == b"WEBP"):
            return data, kind
    raise RosterError(f"photo {path.name}: expected a PNG, JPEG or WebP")
