"""Faults between antenna and tags: power, coupling, loss, and tags that ought not to be there. Rows are those of
pn532.md 5, "rfid n" those of rfid-tables.md 5.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from host_tools.virtual.fault import CLEARED, ONCE, Undo, on_reader
from host_tools.virtual.field import LossBursts
from host_tools.virtual.tag import SAK_ISO_DEP, Tag

if TYPE_CHECKING:
    from host_tools.virtual.world import Reader

LOSS, BURST = 0.3, 4.0
TOO_MANY = 5
ATS = bytes.fromhex("067577810280")  # a DESFire's


class RandomIdTag(Tag):
    """A tag that draws another 4-byte UID, first byte 08, each time it is powered (ISO/IEC 14443-3, 6.5.4)."""

    __slots__ = ("_rng",)

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        super().__init__(self._drawn())

    def _drawn(self) -> bytes:
        return b"\x08" + self._rng.randbytes(3)

    def power(self, on: bool) -> None:
        super().power(on)
        if on:
            self.become(self._drawn())


@on_reader(ONCE)
def swallowed_reqa(reader: Reader) -> Undo:
    """Each tag that lies there leaves one REQA unanswered.

    Source: row 6, esphome#9875, Adafruit-PN532#52; rfid 33.
    """
    tags = reader.antenna.tags
    for tag in tags:
        tag.swallows = 1

    def undo() -> None:
        for tag in tags:
            tag.swallows = 0

    return undo


@on_reader(CLEARED)
def rf_loss(reader: Reader) -> Undo:
    """Of all exchanges with tags 30 percent are lost, in bursts of four.

    Source: rows 45 and 50, SpoolSense#282, Tasmota#2915; rfid 3, ESPuino#413.
    """
    reader.antenna.lose(LossBursts(LOSS, BURST, reader.rng), reader.rng)
    return lambda: reader.antenna.lose(None)


@on_reader(CLEARED)
def weak_antenna(reader: Reader) -> Undo:
    """There is power for one fanned tag, for none that is stacked flush.

    Source: row 33, libnfc#352.
    """
    reader.antenna.strain(room=1)
    return reader.antenna.strain


@on_reader(CLEARED)
def metal_cover(reader: Reader) -> Undo:
    """A metal protector lies over everything: no tag is powered.

    Source: rfid 23, PokerGFX manual.
    """
    reader.antenna.strain(room=0)
    return reader.antenna.strain


@on_reader(CLEARED)
def rf_loading(reader: Reader) -> Undo:
    """Three tags or more load the field so much that none is powered.

    Source: row 55, Core-Electronics 22839, electronics.SE 519993.
    """
    reader.antenna.strain(collapse=2)
    return reader.antenna.strain


@on_reader(CLEARED)
def tag_flees(reader: Reader) -> Undo:
    """The tags are gone right after the next SELECT, in the middle of a command, and stay away.

    Source: row 34, libnfc#527, #291.
    """
    reader.antenna.tag_flees = True

    def undo() -> None:
        reader.antenna.tag_flees = False
        reader.antenna.strain()

    return undo


@on_reader(CLEARED)
def heard_next_door(reader: Reader) -> Undo:
    """The tags of the next antenna are heard too while its own field is off: one tag at two readers.

    Source: row 47, miguelbalboa/rfid#589; rfid 8, OpenRFID#26.
    """
    if reader.beside is None:
        raise ValueError(f"the reader of {reader.zone} has no neighbour")
    reader.antenna.bleeds = (reader.beside,)

    def undo() -> None:
        reader.antenna.bleeds = ()

    return undo


@on_reader(CLEARED)
def duplicate_uid(reader: Reader) -> Undo:
    """A second tag with the UID of the first that lies there lies there too: both answer as one.

    Source: row 32, libnfc#365; rfid 17.
    """
    tags = reader.antenna.tags
    return _laid(reader, [Tag(tags[0].uid)] if tags else [])


@on_reader(CLEARED)
def random_uid(reader: Reader) -> Undo:
    """A tag lies there that has another UID, 08 and three bytes, each time the field comes.

    Source: issue 6 item 5; ISO/IEC 14443-3, 6.5.4.
    """
    return _laid(reader, [RandomIdTag(reader.rng)])


@on_reader(CLEARED)
def too_many_tags(reader: Reader) -> Undo:
    """Five foreign tags more lie there than the antenna was meant for.

    Source: rfid 23, PokerGFX manual; row 55.
    """
    return _laid(reader, [_foreign(reader) for _ in range(TOO_MANY)])


@on_reader(CLEARED)
def tag_with_ats(reader: Reader) -> Undo:
    """A foreign tag of ISO/IEC 14443-4 lies there: the response is longer by its ATS unless RATS is turned off.

    Source: row 20, Adafruit CP#13; rfid 2.
    """
    return _laid(reader, [Tag(b"\x04" + reader.rng.randbytes(6), sak=SAK_ISO_DEP, ats=ATS)])


def _foreign(reader: Reader) -> Tag:
    return Tag(b"\x05" + reader.rng.randbytes(6))


def _laid(reader: Reader, tags: list[Tag]) -> Undo:
    for tag in tags:
        reader.antenna.place(tag)

    def lift() -> None:
        for tag in tags:
            if tag.place == reader.zone:
                reader.antenna.remove(tag)

    return lift


FAULTS = (
    swallowed_reqa,
    rf_loss,
    weak_antenna,
    metal_cover,
    rf_loading,
    tag_flees,
    heard_next_door,
    duplicate_uid,
    random_uid,
    too_many_tags,
    tag_with_ats,
)
