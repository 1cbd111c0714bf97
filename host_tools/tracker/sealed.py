"""Play mode at the host: what the table opens is held against what it sealed, and only then believed.

A shut card has a number in its hand and no face. The engine deals faces, so each shut card has a stand-in, one that is
known nowhere in the hand; when the card is opened, or another one turns out to be the stand-in, the hand is corrected
as it is when a reader corrects it. With the house's audit key every card is known, and every key is held against the
device's commitment.
"""

from collections.abc import Callable

from host_tools.link.seal import SealError, card_key, is_commitment, open_audit, open_block
from railbird import facts
from railbird.rules import cards

OF_A_CARD = (facts.SIGHT, facts.LIFT, facts.TWICE, facts.DEALT, facts.CONFLICT)
ENDS = (facts.END, facts.MISDEAL, facts.DEAD)

Emit = Callable[[int, int, int, int, int], None]
Rename = Callable[[int, int], None]
Foresee = Callable[[bytes, int], bytes | None]


class Unsealer:
    """Takes the facts of a table in play mode and passes them on by `emit(kind, zone, code, ref, arg)` as those of a
    table in development mode, with stand-ins for what is shut; `rename(old, new)` says that what was told as one card
    is another. What does not fit is refused, and said in `problems`. A hand that is told once more, later, may have the
    keys that were given since: `foresee(hand, number)` is the key of a card of a hand, None where it stays shut.

    opened    number of a card -> its tag code, in this hand
    key       the hand's key, where the audit key gave it
    """

    def __init__(
        self,
        emit: Emit,
        rename: Rename = lambda _old, _new: None,
        audit: bytes = b"",
        foresee: Foresee = lambda _hand, _number: None,
    ) -> None:
        self._emit = emit
        self._rename = rename
        self._audit = audit
        self._foresee = foresee
        self.problems: list[str] = []
        self.opened: dict[int, int] = {}
        self.key = b""
        self.deck = 0
        self._hand = b""
        self._over = True
        self._shuffled = False
        self._halves: dict[int, bytes] = {}
        self._commitment = b""
        self._blocks: dict[int, bytes] = {}
        self._faces: dict[int, int] = {}  # number -> tag code, of a stand-in while the card is shut
        self._sure: set[int] = set()  # numbers whose face is their own, opened or read early
        self._dealt: dict[int, int] = {}  # number -> the zone it was dealt to
        self._mucked: set[int] = set()

    def fact(self, kind: int, zone: int, code: int, ref: int, arg: int) -> None:
        """A fact without a secret."""
        if kind == facts.HAND:
            self._begin()
        elif kind == facts.DEAD:
            self.deck = code
        elif kind == facts.SHUFFLED:
            self._shuffled = True
        if kind in OF_A_CARD:
            if code != cards.NO_CARD and self.opened.get(ref) != code:
                self.problems.append(f"card {ref} is named before it was opened")
                return
            if kind == facts.DEALT and ref not in self._blocks:
                self.problems.append(f"card {ref} is dealt and was never sealed")
                return
            code = self._faces.get(ref, cards.NO_CARD)
            if kind == facts.DEALT:
                self._dealt[ref] = zone
            elif kind == facts.SIGHT:
                (self._mucked.add if zone == facts.Z_MUCK else self._mucked.discard)(ref)
            ref = cards.NO_CARD
        elif kind == facts.VERDICT:
            ref = self.opened.get(ref, cards.NO_CARD)
        self._emit(kind, zone, code, ref, arg)
        if kind in ENDS:
            self._over = True

    def secret(self, journal: int, kind: int, zone: int, code: int, ref: int, arg: int, text: bytes) -> None:
        """A fact with its 16 bytes, from the journal with this name."""
        if self._over:
            self.problems.append("something was opened of a hand that is over")
        elif kind == facts.COMMIT:
            self._hand = journal.to_bytes(2, "little") + arg.to_bytes(2, "little")
            if ref == 0:
                self._halves[kind] = text
            elif self._commitment:
                self.problems.append("a hand has two commitments")
            else:
                self._commitment = self._halves.pop(kind, b"") + text
        elif kind == facts.AUDIT and self._audit:
            self._key_of(ref, text)
        elif kind == facts.BLOCK:
            self._sealed(ref, text)
        elif kind == facts.OPENED:
            self._open(zone, code, ref, text)

    def is_open(self, zone: int) -> bool:
        """Whether every card that was dealt to a zone, and does not lie at the muck, has been opened."""
        held = (number for number, place in self._dealt.items() if place == zone)
        return all(number in self.opened or number in self._mucked for number in held)

    def face(self, number: int) -> int:
        """The tag code of a card of this hand that is known, NO_CARD for a shut one and its stand-in."""
        return self._faces[number] if number in self._sure else cards.NO_CARD

    @property
    def known(self) -> frozenset[int]:
        """The cards of this hand that are known; every other one in the tracker's hand is a stand-in."""
        return frozenset(cards.card_of(self._faces[number]) for number in self._sure)

    def reveal(self, hand: bytes, number: int, key: bytes) -> None:
        """The key of a card that is shut in what was told so far has been given since."""
        if hand == self._hand and number in self._blocks and self.face(number) == cards.NO_CARD:
            self._early(number, key)

    def _begin(self) -> None:
        self.opened.clear()
        self._sure.clear()
        self._halves.clear()
        self._blocks.clear()
        self._faces.clear()
        self._dealt.clear()
        self._mucked.clear()
        self.key = self._commitment = b""
        self._over = self._shuffled = False

    def _key_of(self, half: int, text: bytes) -> None:
        if half == 0:
            self._halves[facts.AUDIT] = text
            return
        key = open_audit(self._halves.pop(facts.AUDIT, b"") + text, self._audit, self._hand)
        if is_commitment(self._commitment, key, self._hand):
            self.key = key
        else:
            self.problems.append("the hand's key is not the one that the table committed itself to")

    def _sealed(self, number: int, block: bytes) -> None:
        if not self._commitment:
            self.problems.append(f"card {number} comes before the table's commitment")
        elif number != len(self._blocks) + 1:
            self.problems.append(f"card {number} is sealed out of its turn")
        else:
            self._blocks[number] = block
            key = card_key(self.key, number) if self.key else self._foresee(self._hand, number)
            if (key is None or not self._early(number, key)) and not self.key:
                self._faces[number] = self._stand_in()

    def _early(self, number: int, key: bytes) -> bool:
        """A card is read that the rules have not opened yet; False where the key does not open it."""
        face = self._read(number, key)
        if face is not None:
            self._settle(number, face)
        return face is not None

    def _open(self, zone: int, code: int, number: int, key: bytes) -> None:
        if number in self.opened:
            self.problems.append(f"card {number} is opened twice")
        elif self.key and key != card_key(self.key, number):
            self.problems.append(f"the key of card {number} is not of the hand's key")
        elif (face := self._read(number, key)) is not None:
            if face != code:
                name = cards.name(cards.card_of(code))
                self.problems.append(f"card {number} at zone {zone} is told as {name} and is another")
            elif code in self.opened.values() and not self._shuffled:
                self.problems.append(f"two cards are opened as {cards.name(cards.card_of(code))}")
            else:
                self._turn(number, code)

    def _turn(self, number: int, code: int) -> None:
        """A card is open."""
        self.opened[number] = code
        self._settle(number, code)

    def _settle(self, number: int, code: int) -> None:
        """A card has its own face, and one that had borrowed it gets another."""
        for other, face in self._faces.items():
            if face == code and other != number and other not in self._sure:
                self._faces[other] = self._stand_in()
                self._rename(face, self._faces[other])
        told = self._faces.get(number)
        self._faces[number] = code
        self._sure.add(number)
        if told is not None:  # also where it had stood in for itself: who waits for it goes on
            self._rename(told, code)

    def _read(self, number: int, key: bytes) -> int | None:
        """The face of a sealed card by its key."""
        if number not in self._blocks:
            self.problems.append(f"card {number} is opened and was never sealed")
            return None
        try:
            return open_block(self._blocks[number], key, number, self._hand)
        except SealError as error:
            self.problems.append(str(error))
            return None

    def _stand_in(self) -> int:
        back = self._mucked if self._shuffled else set()
        used = {face for number, face in self._faces.items() if number not in back}
        free = (cards.tag_code(self.deck, card) for card in range(cards.DECK_SIZE))
        return next((code for code in free if code not in used), cards.NO_CARD)
