"""An antenna and the tags on it: who is powered, who hears, what is lost on the way.

Physics in three rules of the timing table: an antenna powers two tags stacked flush, four fanned or side by
side, none under a metal protector; a tag of a coupled antenna is heard with a small probability per command
try; exchanges are lost in bursts. Coupled antennas that are on together disturb each other: nothing is heard
until one goes off.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from host_tools.virtual.clock import Clock
from host_tools.virtual.tag import ACTIVE, HLTA, POWER_OFF, PROTOCOL, SEL, SELECT_NVB, Tag
from host_tools.virtual.timing import Timing

FLUSH, FANNED, METAL = "flush", "fanned", "metal"
_LOAD = {FLUSH: 2, FANNED: 1}
_CAPACITY = 4  # two flush or four fanned


class LossBursts:
    """Gilbert model: exchanges run good, then a burst of lost ones, and so on; both run lengths are
    geometric.

    `share` is the long-run share of lost exchanges (0 never, 1 always), `mean` the mean length of a burst, at
    least 1.
    """

    __slots__ = ("_bad", "_bad_mean", "_good_mean", "_left", "_rng", "_share")

    def __init__(self, share: float, mean: float, rng: random.Random) -> None:
        if not 0.0 <= share <= 1.0 or mean < 1.0:
            raise ValueError(f"RF loss: share {share} must lie in 0..1 and mean burst {mean} be at least 1")
        self._share = share
        self._rng = rng
        self._bad = False
        self._bad_mean = mean
        self._good_mean = max(1.0, mean * (1.0 - share) / share) if share else 0.0
        self._left = self._run(self._good_mean) if 0.0 < share < 1.0 else 0

    def lost(self) -> bool:
        """Advance by one exchange; True when it is lost."""
        if not self._left:
            if not 0.0 < self._share < 1.0:
                return self._share == 1.0
            self._bad = not self._bad
            self._left = self._run(self._bad_mean if self._bad else self._good_mean)
        self._left -= 1
        return self._bad

    def _run(self, mean: float) -> int:
        if mean == 1.0:
            return 1
        return 1 + int(math.log(1.0 - self._rng.random()) / math.log(1.0 - 1.0 / mean))


class Placement:
    """One tag as it lies; nearest to the antenna first in `Antenna.placements`."""

    __slots__ = ("stacking", "tag")

    def __init__(self, tag: Tag, stacking: str) -> None:
        self.tag = tag
        self.stacking = stacking


class Antenna:
    """The field of one reader.

    `answer_lost` is the share of lost exchanges in which the tags did hear the reader and only the answer was
    lost (undocumented; one half). A lost HLTA was never heard: it has no answer to lose.

    Counters: `exchanges` (reader frames sent), `lost`, `coupled_on` (times this antenna went on beside a
    coupled one that was on), `disturbed` (exchanges spoilt by that), `overheard` (tags of other antennas
    heard).

    Faults: ``strain``, ``stick`` and ``lose``; `bleeds` (antennas whose tags are heard in every try while their own
    field is off), `tag_flees` (the tags are gone right after the next SELECT).
    """

    __slots__ = (
        "_answer_lost",
        "_clock",
        "_collapse",
        "_coupling",
        "_coupling_rng",
        "_field_off_us",
        "_losing",
        "_loss",
        "_loss_rng",
        "_neighbours",
        "_off_since",
        "_on_since",
        "_on_us",
        "_placements",
        "_powered",
        "_room",
        "_stuck",
        "bleeds",
        "coupled_on",
        "disturbed",
        "exchanges",
        "lost",
        "name",
        "on",
        "overheard",
        "tag_flees",
    )

    def __init__(
        self, name: str, clock: Clock, timing: Timing, seed: object = 0, *, answer_lost: float = 0.5
    ) -> None:
        self.name = name
        self.on = False
        self._clock = clock
        self._coupling = timing.coupling
        self._field_off_us = timing.field_off_us
        self._loss_rng = random.Random(f"{seed}/{name}/loss")
        self._coupling_rng = random.Random(f"{seed}/{name}/coupling")
        self._loss = LossBursts(timing.rf_loss, timing.rf_burst, self._loss_rng)
        self._losing: tuple[LossBursts, random.Random] | None = None
        self._answer_lost = answer_lost
        self._neighbours: list[Antenna] = []
        self._placements: list[Placement] = []
        self._powered: list[Tag] = []
        self._room = _CAPACITY
        self._collapse: int | None = None
        self._stuck: bool | None = None
        self.bleeds: tuple[Antenna, ...] = ()
        self.tag_flees = False
        self._off_since = -self._field_off_us
        self._on_since = 0
        self._on_us = 0
        self.exchanges = self.lost = self.coupled_on = self.disturbed = self.overheard = 0

    # -- what lies there -------------------------------------------------------------------------------------

    @property
    def tags(self) -> tuple[Tag, ...]:
        """The tags physically there now, nearest to the antenna first."""
        return tuple(placement.tag for placement in self._placements)

    @property
    def powered(self) -> tuple[Tag, ...]:
        """Those of `tags` that the field can power while it is on."""
        return tuple(self._powered)

    @property
    def placements(self) -> tuple[tuple[Tag, str], ...]:
        """(tag, stacking) of each tag there, nearest first."""
        return tuple((placement.tag, placement.stacking) for placement in self._placements)

    def place(self, tag: Tag, stacking: str = FANNED) -> None:
        """Lay a tag on top of what is there. `stacking`: flush (stacked edge on edge), fanned (or side by
        side, or alone), metal (a metal protector over it). ValueError if it lies somewhere already."""
        if tag.place is not None:
            raise ValueError(f"tag {tag.uid.hex()} already lies at {tag.place}")
        _check_stacking(stacking)
        tag.place = self.name
        tag.power(False)
        self._placements.append(Placement(tag, stacking))
        self._load()

    def remove(self, tag: Tag) -> None:
        """Lift a tag. ValueError if it does not lie here."""
        self._placements.remove(self._find(tag))
        tag.place = None
        tag.power(False)
        self._load()

    def restack(self, tag: Tag, stacking: str) -> None:
        """A tag that lies here is covered, uncovered, squared up or fanned out."""
        _check_stacking(stacking)
        self._find(tag).stacking = stacking
        self._load()

    def strain(self, room: int = _CAPACITY, collapse: int | None = None) -> None:
        """Power for less (`room`: a flush tag takes 2, a fanned one 1), and none at all for more than `collapse`
        tags."""
        self._room = room
        self._collapse = collapse
        self._load()

    def _find(self, tag: Tag) -> Placement:
        for placement in self._placements:
            if placement.tag is tag:
                return placement
        raise ValueError(f"tag {tag.uid.hex()} does not lie at {self.name}")

    def _load(self) -> None:
        """Who gets power: from the antenna upwards until the load is used up."""
        room = self._room
        powered = []
        bare = [placement for placement in self._placements if placement.stacking != METAL]
        if self._collapse is not None and len(bare) > self._collapse:
            bare = []
        for placement in bare:
            room -= _LOAD[placement.stacking]
            if room < 0:
                break
            powered.append(placement.tag)
        self._powered = powered
        if self.on:
            for placement in self._placements:
                tag = placement.tag
                if tag not in powered:
                    tag.power(False)
                elif tag.state == POWER_OFF:
                    tag.power(True)

    # -- the field -------------------------------------------------------------------------------------------

    def couple(self, other: Antenna) -> None:
        """Declare that this antenna and `other` hear each other's tags and must not be on together."""
        self._neighbours.append(other)
        other._neighbours.append(self)

    @property
    def on_us(self) -> int:
        """Microseconds the field has been on since the start."""
        return self._on_us + (self._clock.now - self._on_since if self.on else 0)

    def switch(self, on: bool) -> None:
        """Field on or off. Tags lose their state only if it was off for `Timing.field_off_us`."""
        if self._stuck is not None:
            on = self._stuck
        if on == self.on:
            return
        now = self._clock.now
        self.on = on
        if not on:
            self._off_since = now
            self._on_us += now - self._on_since
            return
        self._on_since = now
        if self.disturbing():
            self.coupled_on += 1
        reset = now - self._off_since >= self._field_off_us
        for tag in self._powered:
            if reset or tag.state == POWER_OFF:
                tag.power(True)

    def stick(self, on: bool | None) -> None:
        """The field stays on, or off, whatever the chip asks for; None: it obeys again."""
        self._stuck = on
        self.switch(bool(on))

    @property
    def deaf(self) -> bool:
        """Whether nothing can be heard here whatever the chip does: its field is stuck, or a coupled one stuck on."""
        return self._stuck is not None or any(other._stuck for other in self._neighbours)

    def lose(self, bursts: LossBursts | None, rng: random.Random | None = None) -> None:
        """Lose exchanges as `bursts` says, with draws of `rng`, instead of the timing table; None: back to the
        table, which goes on where it was."""
        self._losing = None if bursts is None or rng is None else (bursts, rng)

    def disturbing(self) -> bool:
        """True while a coupled antenna is on."""
        return any(other.on for other in self._neighbours)

    @property
    def stray(self) -> bool:
        """Whether there is a field that the chip did not ask for: its own, stuck on, or a coupled one."""
        return self.disturbing() or (self.on and self._stuck is not None)

    def listeners(self) -> list[Tag]:
        """The tags that hear this command try: those powered here and, by chance, some of coupled antennas.
        The latter wake up fresh; hand the list to `settle` when the try is over."""
        heard = list(self._powered)
        if self._coupling:
            for other in self._neighbours:
                if other.on:
                    continue  # they live on their own field, which disturbs ours anyway
                for placement in other._placements:
                    if placement.stacking != METAL and self._coupling_rng.random() < self._coupling:
                        placement.tag.power(True)
                        heard.append(placement.tag)
                        self.overheard += 1
        for other in self.bleeds:
            for placement in other._placements:
                if not other.on and placement.stacking != METAL and placement.tag not in heard:
                    placement.tag.power(True)
                    heard.append(placement.tag)
                    self.overheard += 1
        return heard

    def settle(self, listeners: Sequence[Tag]) -> None:
        """End of a try: what a coupled tag got of this field does not last beyond it."""
        for tag in listeners:
            if tag.place != self.name:
                tag.power(False)

    def exchange(self, listeners: Sequence[Tag], frame: bytes) -> list[bytes]:
        """One reader frame and the answers to it, in no meaningful order; empty when nobody answered, the
        field is off, a coupled field disturbs, or the exchange was lost. Equal answers are one."""
        self.exchanges += 1
        loss, rng = self._losing or (self._loss, self._loss_rng)
        lost = loss.lost()
        if not self.on:
            return []
        if self._neighbours and self.disturbing():
            self.disturbed += 1
            return []
        if lost:
            self.lost += 1
            if frame == HLTA or rng.random() >= self._answer_lost:
                return []
        answers: list[bytes] = []
        for tag in listeners:
            answer = tag.receive(frame)
            if answer is not None and answer not in answers:
                answers.append(answer)
        if self.tag_flees and frame[0] in SEL and frame[1] == SELECT_NVB:
            self.tag_flees = False
            self.strain(0)
        return [] if lost else answers

    def holds(self, tag: Tag) -> bool:
        """True while a tag that was selected here is still powered and selected."""
        return tag in self._powered and tag.state in (ACTIVE, PROTOCOL)


def _check_stacking(stacking: str) -> None:
    if stacking not in (FLUSH, FANNED, METAL):
        raise ValueError(f"stacking {stacking!r}: flush, fanned or metal expected")
