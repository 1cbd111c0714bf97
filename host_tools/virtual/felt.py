"""The felt: where each tagged card lies, and the log of it that only the judge reads.

A card is one tag. It lies over one antenna, or out of every field (in the dealer's hand, in a pile, in the air). The
log keeps every stay of a card over an antenna, so that what the table reported can be held against what was there.
"""

import random
from collections.abc import Collection, Iterable, Mapping

from host_tools.virtual.field import FANNED, FLUSH, METAL
from host_tools.virtual.tag import Tag
from host_tools.virtual.world import World


class Stay:
    """One stay of a card over one antenna, in microseconds of the world's clock.

    `landing` is a stay in which the card comes to rest where a zone of its sight has to identify it; the others are
    cards in flight, washed about or gathered, strangers, and cards that their antenna does not power. `due` is when it
    has to be known at the latest (None: when it leaves).
    """

    __slots__ = ("begin", "code", "due", "end", "landing", "zone")

    def __init__(self, code: int, zone: str, begin: int, landing: bool) -> None:
        self.code = code
        self.zone = zone
        self.begin = begin
        self.end: int | None = None
        self.due: int | None = None
        self.landing = landing


class Felt:
    """The cards of two decks on the table of `world`; `uids` maps tag codes to UIDs.

    `passing` names the zones whose sight is passing: a card has to be known when it leaves them.
    """

    def __init__(self, world: World, uids: Mapping[int, bytes], passing: frozenset[str]) -> None:
        self.passing = passing
        self._clock = world.clock
        self._antennas = {name: world.antenna(name) for name in world.readers}
        self._tags = {code: Tag(uid) for code, uid in uids.items()}
        self._strangers: set[int] = set()
        self._answers: dict[int, int] = {}  # code of a copy -> the card it is taken for
        self._open: dict[int, Stay] = {}
        self._landings: list[Stay] = []
        self.stays: list[Stay] = []

    def add(self, code: int, uid: bytes) -> None:
        """Bring one more tag to the table, under a code of its own: a stranger's, or a copy of a card's."""
        self._tags[code] = Tag(uid)
        self._strangers.add(code)

    def copy(self, code: int, of: int) -> None:
        """Bring a tag to the table that answers with the UID of another."""
        self.add(code, self._tags[of].uid)
        self._answers[code] = of

    def powered(self, code: int) -> bool:
        """Whether the antenna that a card lies over powers it: of too many it does not power all."""
        stay = self._open.get(code)
        return stay is not None and self._tags[code] in self._antennas[stay.zone].powered

    def audible(self, code: int) -> bool:
        """Whether a sound reader could hear a card that lies over an antenna: powered, and no field stuck."""
        return self.powered(code) and not self._antennas[self._open[code].zone].deaf

    @property
    def lying(self) -> Iterable[int]:
        """Codes of the cards that lie over an antenna."""
        return self._open.keys()

    def at(self, zone: str) -> list[int]:
        """Codes of what lies over the antenna of a zone, the first laid first."""
        return [code for code, stay in self._open.items() if stay.zone == zone]

    def strangers(self, zone: str) -> list[bytes]:
        """UIDs of what lies over an antenna and is none of the tags of this felt."""
        ours = set(map(id, self._tags.values()))
        return [tag.uid for tag in self._antennas[zone].tags if id(tag) not in ours]

    @property
    def zones(self) -> Collection[str]:
        """Names of the zones that have an antenna."""
        return self._antennas.keys()

    def lay(self, code: int, zone: str, landing: bool = False, fanned: bool = False) -> None:
        """Put a card over the antenna of `zone`, off whichever it lay on; a zone without antenna is out of sight."""
        self.lift(code)
        antenna = self._antennas.get(zone)
        if antenna is None:
            return
        antenna.place(self._tags[code], FANNED if fanned else FLUSH)
        landing = landing and code not in self._strangers and self._tags[code] in antenna.powered
        stay = Stay(self._answers.get(code, code), zone, self._clock.now, landing)
        self._open[code] = stay
        self.stays.append(stay)
        if landing and zone not in self.passing:
            self._landings.append(stay)

    def lift(self, code: int) -> None:
        """Take a card out of every field."""
        stay = self._open.pop(code, None)
        if stay is not None:
            stay.end = self._clock.now
            self._antennas[stay.zone].remove(self._tags[code])

    def where(self, code: int) -> str | None:
        """The zone whose antenna a card lies over, or None."""
        stay = self._open.get(code)
        return stay.zone if stay is not None else None

    def cover(self, codes: Iterable[int], covered: bool) -> None:
        """Lay a metal card protector on cards, or take it off: under it no tag is powered."""
        for code in codes:
            stay = self._open.get(code)
            if stay is not None:
                self._antennas[stay.zone].restack(self._tags[code], METAL if covered else FANNED)

    def settle(self) -> None:
        """The step is over: every landing so far had to be known by now, a passing one when it left."""
        for stay in self._landings:
            stay.due = self._clock.now
        self._landings.clear()


def board_place(zones: Collection[str], number: int) -> str:
    """Where the n-th community card is laid: over the antenna of its place, or where the board has none for it over
    the one before, beside what lies there.
    """
    while number > 1 and f"board_{number}" not in zones:
        number -= 1
    return f"board_{number}"


def crossed(zones: Iterable[str], goal: str, rng: random.Random) -> list[str]:
    """Antennas a card may slide across on its way from the dealer to a seat's zone `goal`, in order.

    The dealer sits opposite the middle seats with the board in front: a pitch may run over a board place on its line,
    over the edge of a neighbouring seat, and a down card over the up cards before it.
    """
    there = set(zones)
    row, seat = goal.split("_")
    seats = sorted(int(name[5:]) for name in there if name.startswith("seat_"))
    place = 1 + seats.index(int(seat)) * 5 // len(seats)
    path = [f"board_{place}", f"seat_{int(seat) + rng.choice((-1, 1))}"]
    if row == "seat":
        path.append(f"up_{seat}")
    return [name for name in path if name in there and rng.random() < 0.5]
