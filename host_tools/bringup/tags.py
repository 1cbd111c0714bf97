"""The tags of a table, as the house keeps them: which UID is which card of which deck, and which chip is worth what.

One JSON file, the source from which the table's `registry.bin` and `chips.bin` are built. With a key it is encrypted
(AES-256-GCM under a key derived from the table's secret), for whoever has it can tell the cards by their UIDs.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from host_tools import chip_registry, registry
from host_tools.bringup import InputError
from host_tools.chip_registry import Kind
from host_tools.engine import given
from railbird.rules import cards

FORMAT = "railbird tags 1"
DECKS = "AB"
CARDS = cards.DECK_SIZE + 1  # the cover card has a tag as well
_NONCE = 12


@dataclass
class Tags:
    """By deck and card the UID, by UID the kind of chip."""

    decks: dict[str, dict[int, bytes]] = field(default_factory=dict)
    chips: dict[bytes, Kind] = field(default_factory=dict)

    def owner(self, uid: bytes) -> str:
        """What a UID is registered as, in words; "" where it is not."""
        for deck, found in self.decks.items():
            for card, known in found.items():
                if known == uid:
                    return f"{label(card)} of deck {deck}"
        if uid in self.chips:
            kind = self.chips[uid]
            return f"a {kind.sort} of {kind.worth}"
        return ""

    def missing(self, deck: str) -> list[int]:
        """The cards of a deck that have no tag yet."""
        return [card for card in range(CARDS) if card not in self.decks.get(deck, {})]

    def whole(self) -> list[str]:
        """The decks that have all their cards."""
        return [deck for deck in self.decks if not self.missing(deck)]

    def registry(self) -> bytes:
        """The table's file for the decks that are whole. Raises RegistryError."""
        whole = self.whole()
        return registry.build(
            [
                (uid, cards.tag_code(DECKS.index(deck), card))
                for deck in whole
                for card, uid in self.decks[deck].items()
            ],
            [DECKS.index(deck) for deck in whole],
        )

    def chip_registry(self) -> bytes:
        """The table's file for the chips. Raises RegistryError."""
        uids = [uid for deck in self.decks.values() for uid in deck.values()]
        return chip_registry.build(self.chips.items(), uids)[0]


def label(card: int) -> str:
    """A card as a person is told it."""
    return "cover card" if card == cards.COVER else cards.name(card)


def load(path: Path, secret: bytes | None = None) -> Tags:
    """The tags of a file. Raises InputError for one that is none, or that another key opens."""
    try:
        fields = given.from_json(given.text(path))
        if "data" in fields:
            if secret is None:
                raise InputError(f"{path}: is encrypted, it takes the table's key")
            sealed = AESGCM(_key(secret))
            text = sealed.decrypt(
                bytes.fromhex(fields["nonce"]), bytes.fromhex(fields["data"]), FORMAT.encode()
            )
            fields = given.from_json(text.decode())
        if fields["format"] != FORMAT:
            raise InputError(f"{path}: expected {FORMAT!r}, got {fields['format']!r}")
        return _read(fields)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
    except InvalidTag:
        raise InputError(f"{path}: this table's key does not open it") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise InputError(f"{path}: no file of tags") from None


def save(tags: Tags, path: Path, secret: bytes | None = None) -> None:
    """Write the file, readable by its owner alone: the old one or the new one is there, whatever happens. Raises
    InputError for a place that takes no file.
    """
    fields: Mapping[str, Any] = {
        "format": FORMAT,
        "decks": {
            deck: {cards.name(card): uid.hex() for card, uid in sorted(found.items())}
            for deck, found in tags.decks.items()
        },
        "chips": {uid.hex(): list(kind) for uid, kind in tags.chips.items()},
    }
    if secret is not None:
        nonce = os.urandom(_NONCE)
        data = AESGCM(_key(secret)).encrypt(nonce, json.dumps(fields).encode(), FORMAT.encode())
        fields = {"format": FORMAT, "nonce": nonce.hex(), "data": data.hex()}
    part = path.with_name(path.name + ".part")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            json.dump(fields, file, indent=1)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise InputError(f"{path}: {error.strerror}") from None


def _read(fields: Mapping[str, Any]) -> Tags:
    codes = {cards.name(card): card for card in range(CARDS)}
    decks = {
        deck: {codes[name]: bytes.fromhex(uid) for name, uid in found.items()}
        for deck, found in fields["decks"].items()
    }
    if not decks.keys() <= set(DECKS):
        raise ValueError
    return Tags(decks, {bytes.fromhex(uid): Kind(*kind) for uid, kind in fields["chips"].items()})


def _key(secret: bytes) -> bytes:
    return HKDF(SHA256(), 32, None, b"railbird tags").derive(secret)
