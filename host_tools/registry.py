"""Tag registries: two decks of 52 and a cover card each, by UID. Builds and reads the device's file.

The file's layout is that of `railbird.rfid.registry`.
"""

from __future__ import annotations

import binascii
import random
import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from railbird.rfid import registry as device
from railbird.rules import cards

DECKS = 2
UID_LENGTHS = (4, 7, 10)
_CASCADE_TAG, _RANDOM = 0x88, 0x08
_PER_DECK = cards.DECK_SIZE + 1  # the cover card is registered as well


class RegistryError(ValueError):
    """A registry that cannot be used: one line that says which tag or card, and what was expected."""


class Back(NamedTuple):
    """How the backs of a deck look."""

    colour: str
    design: str = ""


def build(
    tags: Iterable[tuple[bytes, int]],
    decks: Iterable[int] = range(DECKS),
    original: Callable[[bytes], bool] | None = None,
    backs: Sequence[Back] = (),
    shuffler: bool = False,
) -> bytes:
    """The file for `tags`, pairs of (UID, tag code), complete for `decks`. Raises RegistryError.

    A UID belongs to one card of one deck: duplicates within and across decks are refused, and so are UIDs that no
    single tag can have (`check_uid`) or that are the beginning of another's, as a reader reports that cuts them.
    With `original` a tag is refused for whose UID it is false: whoever has read the tags (READ_SIG of an NTAG21x) tells
    by it whether the signature holds against the maker's public key, an ECDSA over secp128r1.
    With `backs`, one a deck, two decks are refused that look alike, or with a `shuffler` have backs of one colour.
    """
    check_backs(backs, shuffler)
    by_code: dict[int, bytes] = {}
    by_uid: dict[bytes, int] = {}
    wanted = {cards.tag_code(deck, card) for deck in decks for card in range(_PER_DECK)}
    for uid, code in tags:
        check_uid(uid)
        if original is not None and not original(uid):
            raise RegistryError(f"tag {uid.hex()}: has no originality signature of its maker")
        if code not in wanted:
            raise RegistryError(f"tag {uid.hex()}: expected a card of the decks, got code {code}")
        if uid in by_uid:
            raise RegistryError(f"tag {uid.hex()}: is both {_label(by_uid[uid])} and {_label(code)}")
        if code in by_code:
            raise RegistryError(f"{_label(code)}: has two tags, {by_code[code].hex()} and {uid.hex()}")
        by_uid[uid] = code
        by_code[code] = uid
    _check_truncated(by_uid)
    missing = sorted(wanted - by_code.keys())
    if missing:
        more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
        raise RegistryError(f"{_label(missing[0])}: has no tag{more}; expected 52 and a cover card per deck")
    return encode(by_uid)


def encode(tags: Mapping[bytes, int], kinds: Mapping[bytes, int] | None = None) -> bytes:
    """The file for any set of tags, UID -> tag code, without asking for whole decks; for chips with their kinds,
    content of a record without a UID -> number.
    """
    records = [uid.ljust(device.UID_SIZE, b"\0") + bytes((len(uid), code)) for uid, code in tags.items()]
    records += [text.ljust(device.UID_SIZE, b"\0") + bytes((0, code)) for text, code in (kinds or {}).items()]
    body = b"".join(sorted(records))
    head = struct.pack(
        device.HEADER, device.MAGIC, device.VERSION, device.RECORD, len(records), binascii.crc32(body)
    )
    return head + body


def decode(data: bytes) -> dict[bytes, int]:
    """UID -> tag code of a file. Raises RegistryError when it is damaged or holds a UID or code no tag
    has."""
    try:
        device.Registry(data)
    except ValueError as error:
        raise RegistryError(str(error)) from None
    tags: dict[bytes, int] = {}
    for at in range(device.HEADER_SIZE, len(data), device.RECORD):
        padded, length, code = data[at : at + device.UID_SIZE], data[at + 10], data[at + 11]
        if length not in UID_LENGTHS or any(padded[length:]):
            raise RegistryError(f"tag {padded.hex()}: expected a UID of 4, 7 or 10 bytes and zeros")
        uid = padded[:length]
        check_uid(uid)
        if not _is_code(code):
            raise RegistryError(f"tag {uid.hex()}: expected a tag code, got {code}")
        tags[uid] = code
    return tags


def check_backs(backs: Sequence[Back], shuffler: bool) -> None:
    """Raise RegistryError unless two decks can be told apart: a(5)(i), and at a shuffler by colour, a(5)(iii)(a)."""
    if len(set(backs)) < len(backs):
        raise RegistryError(
            f"two decks with {backs[0].colour} backs of one design: cannot be told apart [a(5)(i)]"
        )
    if shuffler and len({back.colour for back in backs}) < len(backs):
        raise RegistryError(
            f"two decks with {backs[0].colour} backs: at a shuffler expected two colours [a(5)(iii)(a)]"
        )


def check_uid(uid: bytes) -> None:
    """Raise RegistryError unless `uid` can identify one tag."""
    if len(uid) not in UID_LENGTHS:
        raise RegistryError(f"tag {uid.hex()}: expected a UID of 4, 7 or 10 bytes, got {len(uid)}")
    if len(uid) == 4 and uid[0] == _RANDOM:
        raise RegistryError(f"tag {uid.hex()}: is a random UID (08), another one at every look")
    if uid[0] == _CASCADE_TAG:  # pn532.md 2.4; no maker has this number, ISO/IEC 14443-3
        raise RegistryError(f"tag {uid.hex()}: is a cascade level, not a whole UID (88)")
    if not any(uid[:3]):  # pn532.md 5, row 47
        raise RegistryError(f"tag {uid.hex()}: begins with three zeros, as a UID that a reader has shifted")


def _check_truncated(tags: Mapping[bytes, int]) -> None:
    """Refuse a UID that is the beginning of another: rather a long one cut off than a tag of its own."""
    for uid, code in tags.items():
        for length in UID_LENGTHS:
            short = uid[:length]
            if length < len(uid) and short in tags:
                raise RegistryError(
                    f"tag {short.hex()}: is {_label(tags[short])} and the beginning of {uid.hex()}, {_label(code)}"
                )


def sample(seed: int, lengths: tuple[int, ...] = (7,)) -> dict[int, bytes]:
    """Two decks of made-up tags, tag code -> UID, of the given UID lengths in turn, always the same."""
    rng = random.Random(f"registry/{seed}")
    tags: dict[int, bytes] = {}
    used: set[bytes] = set()
    for deck in range(DECKS):
        for card in range(_PER_DECK):
            length = lengths[len(tags) % len(lengths)]
            uid = b""
            while not uid or uid in used:
                uid = b"\x04" + rng.randbytes(length - 1)  # 04: NXP
            used.add(uid)
            tags[cards.tag_code(deck, card)] = uid
    return tags


def _is_code(code: int) -> bool:
    return cards.deck_of(code) < DECKS and cards.card_of(code) < _PER_DECK


def _label(code: int) -> str:
    return f"{cards.name(cards.card_of(code))} of deck {cards.deck_of(code)}"
