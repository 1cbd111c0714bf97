"""Play mode at the host: what the table opens is held against what it sealed, and only then believed.

A shut card has a number in its hand and no face. The engine deals faces, so each shut card has a stand-in, one that is
known nowhere in the hand; when the card is opened, or another one turns out to be the stand-in, the hand is corrected
as it is when a reader corrects it. Of a card that was shuffled back into the deck the stand-in may stand in again. With
the house's audit key every card is known, and every key is held against the device's commitment.
"""

from collections.abc import Callable, Mapping

from host_tools.link.seal import SealError, card_key, is_commitment, open_audit, open_block
from railbird import facts
from railbird.rules import cards

OF_A_CARD = (facts.SIGHT, facts.LIFT, facts.TWICE, facts.DEALT, facts.CONFLICT)
ENDS = (facts.END, facts.MISDEAL, facts.DEAD)

Emit = Callable[[int, int, int, int, int], None]
Renames = Mapping[
    tuple[int, bool], int
]  # (tag code, whether it is one that was shuffled back) -> what it is now
Rename = Callable[[Renames], None]
Foresee = Callable[[bytes, int], bytes | None]


class Unsealer:
    """Takes the facts of a table in play mode and passes them on by `emit(kind, zone, code, ref, arg)` as those of a
    table in development mode, with stand-ins for what is shut; `rename(moves)` says that what was told as one card is
    another, all at once. `is_back(zone, n)`: whether the n-th card dealt to a zone was shuffled back. What does not
    fit is refused, and said in `problems`. A hand that is told once more, later, may have the keys that were given
    since: `foresee(hand, number)` is the key of a card of a hand, None where it stays shut.

    opened    number of a card -> its tag code, in this hand
    key       the hand's key, where the audit key gave it
    """

    def __init__(
        self,
        emit: Emit,
        rename: Rename = lambda _moves: None,
        audit: bytes = b"",
        foresee: Foresee = lambda _hand, _number: None,
        is_back: Callable[[int, int], bool] = lambda _zone, _n: False,
    ) -> None:
        self._emit = emit
        self._rename = rename
        self._audit = audit
        self._foresee = foresee
        self._is_back = is_back
        self.problems: list[str] = []
        self.opened: dict[int, int] = {}
        self.key = b""
        self.deck = 0
        self._hand = b""
        self._over = True
        self._shuffles = 0  # of cards back into the deck, in this hand
        self._halves: dict[int, bytes] = {}
        self._commitment = b""
        self._blocks: dict[int, bytes] = {}
        self._faces: dict[int, int] = {}  # number -> tag code, of a stand-in while the card is shut
        self._sure: set[int] = set()  # numbers whose face is their own, opened or read early
        self._dealt: dict[int, tuple[int, int]] = {}  # number -> the zone it was dealt to, as its n-th card
        self._born: dict[int, int] = {}  # number -> shuffles before it was sealed
        self._gone: dict[int, int] = {}  # number of a card that went back -> shuffles until then
        self._mucked: set[int] = set()

    def fact(self, kind: int, zone: int, code: int, ref: int, arg: int) -> None:
        """A fact without a secret."""
        if kind == facts.HAND:
            self._begin()
        elif kind == facts.DEAD:
            self.deck = code
        elif kind == facts.SHUFFLED:
            self._shuffles += 1
        if kind in OF_A_CARD:
            if code != cards.NO_CARD and self.opened.get(ref) != code:
                self.problems.append(f"card {ref} is named before it was opened")
                return
            if kind == facts.DEALT and ref not in self._blocks:
                self.problems.append(f"card {ref} is dealt and was never sealed")
                return
            code = self._faces.get(ref, cards.NO_CARD)
            if kind == facts.DEALT:
                self._dealt[ref] = zone, arg & 255
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
        held = (number for number, (place, _) in self._dealt.items() if place == zone)
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
        self._born.clear()
        self._gone.clear()
        self._mucked.clear()
        self.key = self._commitment = b""
        self._over = False
        self._shuffles = 0

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
            self._born[number] = self._shuffles
            key = card_key(self.key, number) if self.key else self._foresee(self._hand, number)
            if (key is None or not self._early(number, key)) and not self.key:
                self._note_gone()
                self._faces[number] = self._stand_in(number)

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
            elif code in self.opened.values() and not self._shuffles:
                self.problems.append(f"two cards are opened as {cards.name(cards.card_of(code))}")
            else:
                self._turn(number, code)

    def _turn(self, number: int, code: int) -> None:
        """A card is open."""
        self.opened[number] = code
        self._settle(number, code)

    def _settle(self, number: int, code: int) -> None:
        """A card has its own face, and one that had borrowed it gets another."""
        self._note_gone()
        told = self._faces.get(number)
        self._faces[number] = code
        self._sure.add(number)
        moves = {}
        if told is not None:  # also where it had stood in for itself: who waits for it goes on
            moves[told, number in self._gone] = code
        for other in self._holders(code, number) - self._sure:
            face, exchanged = self._another(other, told)
            moves[code, other in self._gone] = self._faces[other] = face
            if exchanged:
                moves[face, True] = self._faces[exchanged] = code
        if moves:
            self._rename(moves)

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

    def _note_gone(self) -> None:
        """Which cards have gone back into the deck since the last look: the tracker knows once it has followed
        the hand so far.
        """
        for number, place in self._dealt.items():
            if self._shuffles and number not in self._gone and self._is_back(*place):
                self._gone[number] = self._shuffles

    def _meet(self, one: int, other: int) -> bool:
        """Whether two cards are out of the deck at the same time, so that they cannot be the same one."""
        return one != other and not any(
            self._gone.get(first, self._shuffles + 1) <= self._born[then]
            for first, then in ((one, other), (other, one))
        )

    def _holders(self, code: int, number: int) -> set[int]:
        """The cards with this face that a card meets."""
        return {other for other, face in self._faces.items() if face == code and self._meet(other, number)}

    def _stand_in(self, number: int) -> int:
        """The lowest face that no other card has, or, after a shuffle, none that it meets."""
        deck = [cards.tag_code(self.deck, card) for card in range(cards.DECK_SIZE)]
        taken = {face for other, face in self._faces.items() if other != number}
        free = (code for code in deck if code not in taken)
        shared = (code for code in deck if self._shuffles and not self._holders(code, number))
        return next(free, next(shared, cards.NO_CARD))

    def _another(self, number: int, told: int | None) -> tuple[int, int]:
        """Another face for a card, that which was `told` of its owner if it can be, and a card with which it changes
        its own for that, or 0: one that went back, where all faces are borrowed.
        """
        if told is not None and not self._holders(told, number):
            return told, 0
        face = self._stand_in(number)
        if face != cards.NO_CARD:
            return face, 0
        mine = self._faces[number]
        for other in self._gone.keys() - self._sure - {number}:
            theirs = self._faces[other]
            if self._holders(theirs, number) <= {other} and self._holders(mine, other) <= {number}:
                return theirs, other
        return cards.NO_CARD, 0
