"""The chips on the felt: which tagged chips lie over which antenna, and the log of it that only the judge reads.

The tray is out of every field and never runs dry of a kind that it has. Amounts are of the smallest coin.
"""

from collections.abc import Iterable
from typing import NamedTuple

from host_tools.chip_registry import Kind
from host_tools.virtual.field import FANNED, FLUSH
from host_tools.virtual.tag import Tag
from host_tools.virtual.world import World


class Held(NamedTuple):
    """What lay in a zone for chips from `since_us` on: its worth as a wager or as rake, and how many chips."""

    since_us: int
    worth: int
    chips: int


class Bank:
    """The house's chips `chips` (UID, kind) on the table of `world`."""

    def __init__(self, world: World, chips: Iterable[tuple[bytes, Kind]]) -> None:
        self._clock = world.clock
        self._antennas = {name: world.antenna(name) for name in world.readers}
        self._tray: dict[Kind, list[Tag]] = {}
        for uid, kind in chips:
            self._tray.setdefault(kind, []).append(Tag(uid))
        self._lying: dict[str, list[tuple[Kind, Tag]]] = {}
        self.log: dict[str, list[Held]] = {}

    def lying(self, zone: str) -> list[Kind]:
        """The kinds of the chips in a zone, the first laid first."""
        return [kind for kind, _ in self._lying.get(zone, [])]

    def worth(self, zone: str) -> int:
        """What the chips in a zone are worth; a rake chip counts in the rake area only, a(6)(i)."""
        return sum(kind.worth for kind in self.lying(zone) if kind.sort != "rake chip" or zone == "rake")

    def made_up(self, amount: int) -> list[Kind]:
        """An amount in as few value chips and plaques as the tray has kinds for, the largest first."""
        kinds = sorted((kind for kind in self._tray if kind.sort != "rake chip"), reverse=True)
        found = []
        for kind in kinds:
            number = min(amount // kind.worth, len(self._tray[kind]))
            found += [kind] * number
            amount -= kind.worth * number
        if amount:
            raise ValueError(f"the tray cannot make up the last {amount}")
        return found

    def put(self, zone: str, kinds: Iterable[Kind], spread: bool) -> None:
        """Lay chips of the tray in a zone: side by side, or stacked flush on what lies there."""
        for kind in kinds:
            tag = self._tray[kind].pop(0)
            self._antennas[zone].place(tag, FANNED if spread else FLUSH)
            self._lying.setdefault(zone, []).append((kind, tag))
        self._note(zone)

    def clear(self, zone: str) -> list[Kind]:
        """Take every chip of a zone into the tray: their kinds."""
        taken = self._lying.pop(zone, [])
        for kind, tag in taken:
            self._antennas[zone].remove(tag)
            self._tray[kind].append(tag)
        self._note(zone)
        return [kind for kind, _ in taken]

    def take(self, zone: str, amount: int) -> list[Kind]:
        """Take so much out of a zone, the last chips first, with change from the tray where they do not fit: the kinds
        that are taken.
        """
        taken: list[Kind] = []
        left = amount
        for kind, tag in sorted(self._lying.get(zone, []), key=lambda held: held[0].worth, reverse=True):
            if kind.worth <= left:
                left -= kind.worth
                taken.append(kind)
                self._remove(zone, kind, tag)
        if left:
            kind, tag = min(
                ((kind, tag) for kind, tag in self._lying[zone] if kind.worth > left),
                key=lambda held: held[0].worth,
            )
            self._remove(zone, kind, tag)
            self.put(zone, self.made_up(kind.worth - left), spread=False)
            taken += self.made_up(left)
        self._note(zone)
        return taken

    def _remove(self, zone: str, kind: Kind, tag: Tag) -> None:
        self._antennas[zone].remove(tag)
        self._lying[zone].remove((kind, tag))
        self._tray[kind].append(tag)

    def _note(self, zone: str) -> None:
        self.log.setdefault(zone, []).append(Held(self._clock.now, self.worth(zone), len(self.lying(zone))))
