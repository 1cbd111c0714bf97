"""The registry of tagged chips, plaques, rake chips and lammers: by UID what each is worth. Builds and reads the
device's file.

The file's layout is that of `railbird.rfid.values`; a house registers its chips once, its decks every day.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from host_tools.registry import RegistryError, check_uid, encode
from railbird.rfid import registry, values

LIMIT = 12 * 1024  # bytes of the file
SORTS = {"chip": values.CHIP, "plaque": values.PLAQUE, "rake chip": values.RAKE, "lammer": values.LAMMER}
RAKE_DOLLARS = (2, 3, 4)  # a(6)(iii)
_SERIES = 255


class Kind(NamedTuple):
    """A kind of chip: what one is worth, in the smallest coin (a lammer nothing); `series` tells apart what a house has
    withdrawn.
    """

    worth: int
    sort: str = "chip"
    series: int = 0


def build(
    chips: Iterable[tuple[bytes, Kind]], cards: Collection[bytes] = (), dollar: int = 1
) -> tuple[bytes, tuple[Kind, ...]]:
    """The file for `chips`, pairs of (UID, kind), and the kinds by their number. Raises RegistryError.

    Refused: a UID twice or one of the `cards`, one that no single tag can have, a worth that cannot be told, a rake
    chip that is not of $2, $3 or $4 (`dollar` in the smallest coin), more kinds or chips than a table holds.
    """
    kinds: dict[Kind, int] = {}
    by_uid: dict[bytes, int] = {}
    taken = frozenset(cards)
    for uid, kind in chips:
        check_uid(uid)
        if uid in taken:
            raise RegistryError(f"tag {uid.hex()}: is a card's already, and cannot be a chip's")
        if uid in by_uid:
            raise RegistryError(f"tag {uid.hex()}: is registered twice")
        _check(kind, dollar)
        by_uid[uid] = kinds.setdefault(kind, len(kinds))
    if len(kinds) > values.KINDS:
        raise RegistryError(f"chips of {len(kinds)} kinds: expected {values.KINDS} at most")
    data = encode(by_uid, {_record(kind): number for kind, number in kinds.items()})
    if len(data) > LIMIT:
        raise RegistryError(
            f"{len(by_uid)} chips of {len(kinds)} kinds: {len(data)} bytes, expected {LIMIT} at most"
        )
    return data, tuple(kinds)


def decode(data: bytes) -> dict[bytes, Kind]:
    """The kind of each chip of a file, by UID. Raises RegistryError when it is damaged."""
    try:
        values.Values(data)
    except ValueError as error:
        raise RegistryError(str(error)) from None
    names = {number: sort for sort, number in SORTS.items()}
    kinds: dict[int, Kind] = {}
    numbers: dict[bytes, int] = {}
    for at in range(registry.HEADER_SIZE, len(data), registry.RECORD):
        padded, length, number = data[at : at + registry.UID_SIZE], data[at + 10], data[at + 11]
        if not length:
            worth, sort = int.from_bytes(padded[:4], "little"), names[padded[5]]
            kinds[number] = Kind(0 if sort == "lammer" else worth, sort, padded[4])
            continue
        uid = padded[:length]
        check_uid(uid)
        if any(padded[length:]):
            raise RegistryError(f"tag {padded.hex()}: expected a UID of 4, 7 or 10 bytes and zeros")
        numbers[uid] = number
    return {uid: kinds[number] for uid, number in numbers.items()}


def sample(seed: int, stock: Mapping[Kind, int], lengths: Sequence[int] = (7,)) -> list[tuple[bytes, Kind]]:
    """Made-up tags for so many chips of each kind, with UIDs of these lengths in turn, always the same."""
    rng = random.Random(f"chips/{seed}")
    kinds = [kind for kind, number in stock.items() for _ in range(number)]
    uids: dict[bytes, Kind] = {}
    while len(uids) < len(kinds):
        uid = b"\x04" + rng.randbytes(lengths[len(uids) % len(lengths)] - 1)  # 04: NXP
        uids.setdefault(uid, kinds[len(uids)])
    return list(uids.items())


def _check(kind: Kind, dollar: int) -> None:
    if kind.sort not in SORTS:
        raise RegistryError(f"chip of sort {kind.sort!r}: expected one of {', '.join(SORTS)}")
    if kind.sort == "lammer":
        if kind.worth:
            raise RegistryError(f"lammer worth {kind.worth}: expected 0, it is no money")
    elif type(kind.worth) is not int or not 0 < kind.worth <= values.TOP:
        raise RegistryError(
            f"{kind.sort} worth {kind.worth}: expected 1 to {values.TOP} of the smallest coin"
        )
    if not 0 <= kind.series <= _SERIES:
        raise RegistryError(f"{kind.sort} of series {kind.series}: expected 0 to {_SERIES}")
    if kind.sort == "rake chip" and kind.worth not in [dollar * dollars for dollars in RAKE_DOLLARS]:
        raise RegistryError(f"rake chip worth {kind.worth}: expected $2, $3 or $4 [a(6)(iii)]")


def _record(kind: Kind) -> bytes:
    """What stands in place of the UID in the record of a kind."""
    return max(kind.worth, 1).to_bytes(4, "little") + bytes((kind.series, SORTS[kind.sort]))
