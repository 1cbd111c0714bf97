"""The engine and the table compared at every step of random hands of every game, on CPython and on the VM."""

import random
from pathlib import Path

import pytest

from host_tools.bench.core import Mismatch, Walk, compare, hand_for
from railbird.rules import games
from railbird.rules.deal import Deal

HANDS = 400
ON_VM = 100


def test_the_same_at_every_step() -> None:
    played = compare(HANDS, 7)
    assert sum(played[game] for game in games.NAMES) == HANDS
    assert all(played[game] > 10 for game in games.NAMES)
    assert played["shuffles"] > 20


def test_a_difference_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Deal, "stub", lambda deal: 52 - sum(deal.got(zone) for zone in range(52)))
    with pytest.raises(Mismatch, match="stub"):
        compare(100, 7)


# A hand in a file: 2 bytes up zones, 4 bytes length, then for each step how many inputs, the inputs, and what the
# engine says after them.
ON_THE_VM = """
from railbird import facts as f
from railbird.table import Table

verdicts = 0

def emit(kind, zone, code, ref, arg):
    global verdicts
    verdicts += kind == f.VERDICT

steps = 0
with open({path!r}, "rb") as file:
    while True:
        head = file.read(6)
        if not head:
            break
        hand = file.read(int.from_bytes(head[2:], "little"))
        table = Table(emit, int.from_bytes(head[:2], "little"))
        now = at = 0
        while at < len(hand):
            for _ in range(hand[at]):
                kind, zone, code, low, high = hand[at + 1:at + 6]
                now += 300
                table.apply(now, kind, zone, code, low | high << 8)
                at += 5
            at += 1
            wanted = hand[at:at + 57]
            said = bytes((table.expected, table.live & 255, table.live >> 8,
                table.deal.got(f.Z_BURN) - table.deal.back(f.Z_BURN), table.deal.stub()))
            said += bytes([table.deck.where(card) for card in range(52)])
            if said != wanted or verdicts:
                print("differs", steps, wanted, said, verdicts)
            at += 57
            steps += 1
print(steps)
"""


def packed(seed: str) -> tuple[bytes, int]:
    """(the hand, its steps)."""
    rng = random.Random(seed)
    hand = hand_for(rng)
    text, steps = bytearray(), 0
    for step in Walk(hand, rng).steps():
        text.append(len(step.inputs))
        for kind, zone, code, arg in step.inputs:
            text += bytes((kind, zone, code, arg & 255, arg >> 8))
        text += bytes((step.expected, step.live & 255, step.live >> 8, step.burns, step.stub)) + step.places
        steps += 1
    return hand.ups.to_bytes(2, "little") + len(text).to_bytes(4, "little") + text, steps


@pytest.mark.parametrize("part", range(4))
def test_the_same_on_the_vm(vm, tmp_path: Path, part: int) -> None:
    hands = [packed(f"vm {part} {number}") for number in range(ON_VM)]
    path = tmp_path / "hands"
    path.write_bytes(b"".join(hand for hand, _ in hands))
    assert vm(ON_THE_VM.format(path=str(path))) == f"{sum(steps for _, steps in hands)}\n"
