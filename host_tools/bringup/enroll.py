"""Enrolment: one tag after the other, each held against all that are known. What it says to each is a pure function of
what was read; who lays the tags is a person, or a simulated hand.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from host_tools.bringup.bench import Bench
from host_tools.bringup.tags import CARDS, Tags, label
from host_tools.chip_registry import Kind
from host_tools.registry import UID_LENGTHS, RegistryError, check_uid
from railbird.rfid.chip import OK

PATIENCE_MS = 20_000  # after which a card of which nothing was heard is taken for dead
_SURE = 2  # looks in a row that read the same tag
_LOOKS = 4  # of each card in the verify pass, so often if need be: a burst of lost exchanges is no weak tag
_TRIES = 10
_READ_AT_LEAST = 3


class Heard(NamedTuple):
    """What came of waiting for a tag: the `uid` of the only one, or none and why (`trouble`, "" where nothing came)."""

    uid: bytes | None
    trouble: str = ""


class Place:
    """One zone at which tags are read, one at a time. `asked` gives what the person typed since, "" for nothing."""

    def __init__(self, bench: Bench, zone: str, asked: Callable[[], str | None] = lambda: None) -> None:
        self.zone = zone
        self._bench = bench
        self._number = bench.zones.index(zone)
        self._asked = asked
        self.typed: str | None = None

    def look(self, times: int = 1) -> list[tuple[int, int, list[bytes]]]:
        """So many looks: outcome, microseconds, UIDs."""
        rows = self._bench.rows("look", [self._number], times)
        return [(row[1], row[3], [bytes.fromhex(uid) for uid in row[4:]]) for row in rows]

    def wait(self, patience_ms: int = PATIENCE_MS) -> Heard:
        """The tag that comes to lie there: read twice in a row, alone. Gives up when it has waited long enough, by the
        board's clock, or when something was typed.
        """
        last: bytes | None = None
        passed_us = sure = 0
        trouble = ""
        while passed_us < patience_ms * 1000:
            self.typed = self._asked()
            if self.typed is not None:
                return Heard(None, trouble)
            for outcome, us, uids in self.look():
                passed_us += us
                if outcome != OK:
                    trouble = "its reader is in trouble: railbird selftest"
                elif len(uids) > 1:
                    return Heard(None, "two tags lie there: one at a time")
                elif not uids:
                    last, sure = None, 0
                else:
                    sure = sure + 1 if uids[0] == last else 1
                    last = uids[0]
                    if sure >= _SURE:
                        return Heard(last)
        return Heard(None, trouble)

    def wait_empty(self, patience_ms: int = PATIENCE_MS) -> bool:
        """Until nothing is read there any more; False when that took too long, or something was typed."""
        passed_us = 0
        while passed_us < patience_ms * 1000:
            self.typed = self._asked()
            if self.typed is not None:
                return False
            outcome, us, uids = self.look()[-1]
            if outcome == OK and not uids:
                return True
            passed_us += us
        return False


class Enrolment:
    """A deck on its way into `tags`: `due` is the card that is asked for, None when the deck is through."""

    def __init__(self, tags: Tags, deck: str) -> None:
        self.tags = tags
        self.deck = deck
        self.known = tags.decks.setdefault(deck, {})
        self.skipped: list[int] = []
        self._order: list[int] = [card for card in range(CARDS) if card not in self.known]

    @property
    def due(self) -> int | None:
        return self._order[0] if self._order else None

    def take(self, uid: bytes) -> str:
        """The tag that was read for the card due; why it is refused, "" when it is taken."""
        if reason := refusal(self.tags, uid):
            return reason
        self.known[self._order.pop(0)] = uid
        return ""

    def back(self) -> int | None:
        """The last card once more: its tag is forgotten. None at the beginning."""
        if not self.known:
            return None
        card = list(self.known)[-1]
        del self.known[card]
        self._order.insert(0, card)
        return card

    def skip(self) -> int:
        """The card due has no tag that can be read: it stays missing."""
        card = self._order.pop(0)
        self.skipped.append(card)
        return card


def refusal(tags: Tags, uid: bytes) -> str:
    """Why a tag cannot be enrolled; "" when it can."""
    if owner := tags.owner(uid):
        return f"this tag is {owner} already"
    try:
        check_uid(uid)
    except RegistryError as error:
        return str(error)
    known = [*tags.chips, *(other for deck in tags.decks.values() for other in deck.values())]
    for other in known:
        short, long = sorted((uid, other), key=len)
        if len(short) < len(long) and long[: len(short)] == short and len(short) in UID_LENGTHS:
            return f"its UID is that of {tags.owner(other)}, cut"
    return ""


class Weak(NamedTuple):
    """A card of the verify pass and how many of the looks read it."""

    card: int
    read: int
    looks: int


def verify(place: Place, tags: Tags, deck: str, laid: Callable[[int], bool]) -> Iterator[Weak]:
    """Every card once more: those that are read too seldom, or not as themselves. `laid(card)` says that the card lies
    there; False ends the pass.
    """
    for card in range(CARDS):
        uid = tags.decks[deck].get(card)
        if uid is None:
            continue
        if not laid(card):
            return
        read = looks = 0
        while read < _READ_AT_LEAST and looks < _TRIES * _LOOKS:
            some = place.look(_LOOKS)
            looks += len(some)
            read += sum(uids == [uid] for _, _, uids in some)
        if read < _READ_AT_LEAST:
            yield Weak(card, read, looks)


def batch(place: Place, tags: Tags, kind: Kind) -> list[str]:
    """Chips that lie at a place now become chips of this kind: why each that cannot is refused."""
    reasons = []
    for uid in sorted({uid for _, _, uids in place.look(_LOOKS) for uid in uids}):
        if tags.chips.get(uid) == kind:
            continue
        if reason := refusal(tags, uid):
            reasons.append(f"{uid.hex()}: {reason}")
        else:
            tags.chips[uid] = kind
    return reasons


def missing_line(tags: Tags, deck: str) -> str:
    """The cards that have no tag, in one line."""
    gone = tags.missing(deck)
    return " ".join(label(card) for card in gone) if gone else "none"
