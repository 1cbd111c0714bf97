"""A look at chips allocates nothing, with a thousand of them registered; its integers fit a 32-bit VM."""

import pytest

from host_tools import chip_registry, registry
from host_tools.chip_registry import Kind

# 20 zones for chips; chips come, are swept into the pot, taken away, and a reader dies and comes back.
SCRIPT = """
from micropython import heap_lock, heap_unlock
from railbird import facts
from railbird.chips import Chips
from railbird.rfid.presence import Presence
from railbird.rfid.registry import Registry
from railbird.ticks import add

UIDS = [bytes.fromhex(text) for text in %(uids)r]
NAMES = ["bet_%%d" %% k for k in range(1, 12)] + ["pot", "rake", "seat_1"]

class Table:
    expected = facts.NO_ZONE
    expected_count = 0
    counting = False

    def places(self, zone):
        return 255

kinds = bytearray(32)

def hear(kind, zone, code, arg):
    kinds[kind] += 1

class Scanner:
    zones = bytes([facts.zone_id(name) for name in NAMES])
    presence = None

cards = Registry(bytes.fromhex("%(cards)s"))
board = {
    "readers": [(name, 0, -1, 0, "all" if name == "seat_1" else "chips", 4, None) for name in NAMES],
    "couplings": [("seat_1", "bet_1")],
}
n = len(NAMES)
Scanner.presence = Presence(Scanner.zones, bytes(n), bytes([4] * n), [b""] * n, cards, Table(), hear)
chips = Chips(bytes.fromhex("%(file)s"))
chips.attach(cards, board, Scanner, hear)
now = 0x3FFF0000  # the tick wraps soon

def look(z, first, count, fails):
    global now
    Scanner.presence.begin(z, False)
    chips.begin(z)
    for k in range(first, first + count):
        uid = UIDS[k]
        if not chips.tag(z, uid, 0, len(uid)):
            Scanner.presence.tag(z, uid, 0, len(uid), now, True, now)
    now = add(now, 80000)
    if fails:
        Scanner.presence.trouble(z)
        chips.trouble(z)
    else:
        Scanner.presence.finish(z, True, 20)
        chips.finish(z, True, 20, now)

def hand():
    for phase in range(4):
        for turn in range(30):
            for z in range(n):
                if phase == 0 and z < 11:
                    look(z, 3 * z, 3, False)
                elif phase == 1 and z == 11:
                    look(z, 0, 22, False)  # more than it has slots
                else:
                    look(z, 40, 1 if phase == 2 and z == 13 else 0, phase == 3 and z == 4)

hand()
before = bytes(kinds)
heap_lock()
try:
    hand()
finally:
    heap_unlock()
print([after - was for was, after in zip(before, kinds)][1:12])
"""


def script() -> str:
    chips = chip_registry.sample(1, {Kind(worth * 500_000): 50 for worth in range(1, 21)})
    cards = registry.sample(3)
    return SCRIPT % {
        "uids": [uid.hex() for uid, _ in chips[::20]],
        "file": chip_registry.build(chips)[0].hex(),
        "cards": registry.build((uid, code) for code, uid in cards.items()).hex(),
    }


def test_looks_at_chips_with_the_heap_locked(either_vm):
    counts = [int(number) for number in either_vm(script()).strip("[] \n").split(",")]
    *_, state, _command, _clock, _twice, worth, at_least, pieces = counts
    assert min(state, worth, at_least, pieces) >= 1


def test_the_lock_would_show_an_allocation(either_vm):
    planted = script().replace("kinds[kind] += 1", "kinds[kind] += len(bytes(kind))")
    with pytest.raises(AssertionError, match="MemoryError"):
        either_vm(planted)
