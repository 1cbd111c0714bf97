"""Secrecy as a game: an attacker sees every payload of play mode, as a host does, and names the cards that stay shut.

Hands are played by the engine and dealt to the firmware's table behind its seal (`railbird.sealed`). Frames would add
MACs under keys of their own, which say nothing about cards. The attacker has what there is to try: cards named in
clear, a book of blocks seen before, brute force over the 52 values, and the order of the numbers. Weakened variants say
whether he can win at all.
"""

import hashlib
import math
import random
from bisect import bisect
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from host_tools.bench.core import Hand, Input, Walk
from railbird import facts
from railbird.link import seal
from railbird.link.auth import Entropy
from railbird.rules import cards, games
from railbird.sealed import Sealed
from railbird.table import Table

GAMES = ("holdem", "omaha_high", "stud7_high")
NAME = 7
SURE = 2.576  # standard deviations: 99 of 100 honest runs stay within
_ALL_UP = (1 << facts.SEATS) - 1


class Told(NamedTuple):
    """What left the table, as the host reads it; `text` is b"" where a fact has no secret."""

    kind: int
    zone: int
    code: int
    ref: int
    arg: int
    text: bytes


class Device:
    """The table behind its seal; `told` is what left it. A variant may spoil that before it leaves."""

    def __init__(self, seed: object, ups: int = _ALL_UP, audit: bytes = b"") -> None:
        rng = random.Random(f"entropy {seed}")
        self.told: list[Told] = []
        self.refused: list[tuple[int, int]] = []
        self.sealed: Sealed
        self.table = Table(lambda *fact: self.sealed.tell(*fact), ups)
        entropy = Entropy(bytes(32), lambda: rng.getrandbits(16))
        self.sealed = Sealed(self.table, self._fact, self._secret, lambda: (NAME, entropy.draw()), ups, audit)
        self.faces: dict[int, int] = {}
        self._now = 0

    def _fact(self, kind: int, zone: int, code: int, ref: int, arg: int) -> None:
        self._leave(Told(kind, zone, code, ref, arg, b""))

    def _secret(self, *told: Any) -> None:
        self._leave(Told(*told))

    def _leave(self, told: Told) -> None:
        self.told.append(told)

    def apply(self, kind: int, zone: int, code: int, arg: int) -> int:
        """An input as the app handles it; of a command the refusal."""
        self._now += 300
        if kind == facts.COMMAND:
            refusal: int = self.sealed.check(code, zone, arg)
            if refusal != facts.R_OK:
                self.refused.append((code, refusal))
                return refusal
            self.sealed.notice_of(code, arg)
        elif kind in (facts.SIGHT, facts.LIFT, facts.TWICE):
            self.sealed.tell(kind, zone, code, cards.NO_CARD, arg)
        self.table.apply(self._now, kind, zone, code, arg)
        if kind == facts.COMMAND:
            self.sealed.done(code, zone)
        return facts.R_OK

    def command(self, op: int, zone: int = 0, arg: int = 0) -> int:
        return self.apply(facts.COMMAND, zone, op, arg)

    def face(self, number: int) -> int:
        """The card that is called so in the hand in progress: for who keeps the score."""
        return int(self.sealed._cards[number])

    def finish(self) -> None:
        """The last moment of a hand in which its key is there: `faces` is what each number of it stood for."""
        self.faces = {number: self.face(number) for number in range(1, self.sealed._count + 1)}


class BookNonce(Device):
    """Weakened: one key for all cards, and nothing in a block but the card."""

    def _leave(self, told: Told) -> None:
        if told.kind == facts.BLOCK:
            text = seal.sealed(bytes(16), self.face(told.ref), 0, bytes(4))
            told = told._replace(text=text)
        super()._leave(told)


class Unsalted(Device):
    """Weakened: each card is committed to by the hash of the card."""

    def _leave(self, told: Told) -> None:
        super()._leave(told)
        if told.kind == facts.BLOCK:
            text = hashlib.sha256(bytes((self.face(told.ref), told.ref))).digest()[:16]
            super()._leave(told._replace(kind=facts.COMMIT, text=text))


class OrderKept(Device):
    """Weakened: cards are numbered as the deck sorts them."""

    def finish(self) -> None:
        super().finish()
        rank = {number: place + 1 for place, number in enumerate(sorted(self.faces, key=self.face))}
        self.told[:] = [
            told._replace(ref=rank.get(told.ref, told.ref)) if told.kind != facts.COMMIT else told
            for told in self.told
        ]
        self.faces = {rank[number]: card for number, card in self.faces.items()}


class NamingVerdict(Device):
    """Weakened: a verdict names its card."""

    def _leave(self, told: Told) -> None:
        if told.kind == facts.VERDICT and told.ref != cards.NO_CARD:
            super()._leave(told._replace(code=facts.V_TWO_ZONES, arg=told.ref, ref=self.face(told.ref)))
        else:
            super()._leave(told)


VARIANTS: dict[str, type[Device]] = {
    "play": Device,
    "repeated nonce": BookNonce,
    "unsalted commitment": Unsalted,
    "order kept": OrderKept,
    "verdict names a card": NamingVerdict,
}


def play_hand(device: Device, rng: random.Random, game: str, shows: float = 0.5) -> None:
    """One hand from its beginning to its end; some who may show do, and now and then one UID is in two places."""
    seats = tuple(sorted(rng.sample(range(1, facts.SEATS + 1), min(6, games.max_seats(game)))))
    walk = Walk(Hand(game, seats, _ALL_UP, 0.1, True, True, False), rng)
    for inputs in hand_inputs(walk, rng, shows):
        device.apply(*inputs)
    device.finish()
    for card in rng.sample(range(cards.DECK_SIZE), cards.DECK_SIZE):
        if device.table.deck.in_sight(card):
            device.apply(facts.LIFT, device.table.deck.where(card), card, 0)
    device.command(facts.OP_END)


def hand_inputs(walk: Walk, rng: random.Random, shows: float) -> Iterator[Input]:
    """The inputs of a hand, up to the moment at which its cards are gathered."""
    for step in walk.steps():
        for one in step.inputs:
            if one[:3] != (facts.COMMAND, 0, facts.OP_END):
                yield one
            if one[0] == facts.SIGHT and rng.random() < 0.03:
                yield (facts.TWICE, one[1], one[2], facts.Z_POT)
                yield (facts.COMMAND, 0, facts.OP_RESUME, 0)
    if walk.state.next[0] == "show":
        yield (facts.COMMAND, 0, facts.OP_SHOWDOWN, 0)
        for seat in walk.state.live_seats():
            if rng.random() < shows:
                yield (facts.COMMAND, seat, facts.OP_SHOW, 0)


class Attacker:
    """Names the shut cards of a hand from what was told; keeps what it learns from hand to hand."""

    def __init__(self) -> None:
        self._book: dict[bytes, int] = {}

    def guesses(self, told: list[Told]) -> dict[int, int]:
        """Number of each card that stayed shut -> the card it is taken for."""
        opened = {one.ref: cards.card_of(one.code) for one in told if one.kind == facts.OPENED}
        blocks = {one.ref: one.text for one in told if one.kind == facts.BLOCK}
        self._book.update({blocks[number]: card for number, card in opened.items()})
        texts = {one.text for one in told if one.text}
        named = {one.arg: one.ref for one in told if one.kind == facts.VERDICT and one.arg in blocks}
        found = {}
        for number, block in blocks.items():
            if number not in opened:
                found[number] = next(
                    card
                    for card in (
                        named.get(number),
                        self._book.get(block),
                        _forced(number, texts),
                        _between(number, opened),
                    )
                    if card is not None and card < cards.DECK_SIZE
                )
        return found


@cache
def _values(number: int) -> list[tuple[bytes, int]]:
    """Whatever without a secret may stand for the card of a number, for each of the 52."""
    values = []
    for card in range(cards.DECK_SIZE):
        for text in (bytes((card, number)), bytes((card,)), bytes((number, card)), cards.name(card).encode()):
            values.append((hashlib.sha256(text).digest()[:16], card))
        key = hashlib.sha256(bytes((number,))).digest()[:16]
        for hand in (bytes(4), NAME.to_bytes(2, "little") + b"\1\0"):
            values += [
                (seal.sealed(key, card, number, hand), card),
                (seal.sealed(bytes(16), card, number, hand), card),
            ]
    return values


def _forced(number: int, texts: set[bytes]) -> int | None:
    """Brute force over the 52: the card whose hash was told, or whose block under a key that everybody has."""
    for value, card in _values(number):
        if value in texts:
            return card
    return None


def _between(number: int, opened: dict[int, int]) -> int:
    """The card that is due if numbers follow the order of the cards."""
    known = sorted(opened.items())
    at = bisect([one for one, _ in known], number)
    below, low = known[at - 1] if at else (0, -1)
    above, high = known[at] if at < len(known) else (below + (52 - low) // 2 + 1, 52)
    guess = round(low + (high - low) * (number - below) / max(1, above - below))
    free = set(range(cards.DECK_SIZE)) - set(opened.values())
    return min(free, key=lambda card: abs(card - guess))


def game(variant: str, name: str, hands: int, seed: int) -> dict[str, Any]:
    """Play so many hands of one game and let the attacker guess.

    chance  the share that guessing without knowledge hits; low, high  where 99 of 100 such runs end
    """
    rng = random.Random(f"{seed}/{variant}/{name}")
    device = VARIANTS[variant](f"{seed}/{variant}/{name}")
    attacker = Attacker()
    guessed = hits = 0
    expected = variance = 0.0
    for _ in range(hands):
        device.told.clear()
        play_hand(device, rng, name)
        told, faces = device.told, device.faces
        opened = sum(one.kind == facts.OPENED for one in told)
        for number, card in attacker.guesses(told).items():
            guessed += 1
            hits += faces[number] == card
            share = 1 / (cards.DECK_SIZE - opened)
            expected += share
            variance += share * (1 - share)
    margin = SURE * math.sqrt(variance)
    return {
        "variant": variant,
        "game": name,
        "hands": hands,
        "guesses": guessed,
        "hits": hits,
        "hit_rate": hits / max(1, guessed),
        "chance": expected / max(1, guessed),
        "low": (expected - margin) / max(1, guessed),
        "high": (expected + margin) / max(1, guessed),
        "at_chance": abs(hits - expected) <= margin,
    }
