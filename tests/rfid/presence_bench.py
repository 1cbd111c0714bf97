"""Presence without readers, for tests that tell it of looks by hand."""

from host_tools import registry
from railbird import facts, words
from railbird.rfid.presence import AGAIN, STOP, Presence
from railbird.rfid.registry import Registry

ZONES = ("seat_1", "seat_2", "seat_3", "board_1", "board_2", "burn", "muck")
COUPLED = {0: (1,), 1: (0, 2), 2: (1,), 3: (4,), 4: (3,), 5: (6,), 6: (5,)}
SEAT_1, SEAT_2, SEAT_3, BOARD_1, BOARD_2, BURN, MUCK = range(7)
TAGS = registry.sample(7, (4, 7, 10))
STRANGER = bytes.fromhex("04fedcba987654")
MASK = (1 << 30) - 1
MS = 1000


class Table:
    expected = facts.NO_ZONE
    expected_count = 0
    counting = False

    def places(self, _zone):
        return 255


class Bench:
    """Presence without readers. `now` is a tick that wraps during the tests; readings are 11 ms apart."""

    def __init__(self):
        self.table = Table()
        self.inputs = []
        self.now = MASK - 50_000
        self.presence = Presence(
            bytes(facts.zone_id(zone) for zone in ZONES),
            bytes(zone in ("burn", "muck") for zone in ZONES),
            bytes(1 if zone.startswith("board") else 2 for zone in ZONES),
            [bytes(COUPLED[z]) for z in range(len(ZONES))],
            Registry(registry.build((uid, code) for code, uid in TAGS.items())),
            self.table,
            lambda *said: self.inputs.append(self.named(*said)),
        )

    @staticmethod
    def named(kind, zone, code, arg):
        return (words.KIND_NAMES[kind], words.zone_name(zone), code, arg)

    def wait(self, us):
        self.now = (self.now + us) & MASK

    def read(self, z, tag, heard=None, straight=True):
        """One reading of a tag (its code, or a UID) in the look under way."""
        uid = tag if isinstance(tag, bytes) else TAGS[tag]
        buf = b"\xee\xee" + uid + b"\xee"
        heard = self.now if heard is None else heard
        return self.presence.tag(z, buf, 2, len(uid), heard, straight, self.now)

    def look(self, z, *tags, complete=True, tries=1, readings=30):
        """A whole look at zone `z` that meets these tags, each read again as often as presence asks, but at most
        `readings` times. Returns what `finish` says."""
        self.presence.begin(z, False)
        for tag in tags:
            then = AGAIN
            times = 0
            while then == AGAIN and times < readings:
                times += 1
                then = self.read(z, tag)
                if then == AGAIN:
                    self.wait(self.presence.pause + 11 * MS)
            if then == STOP:
                complete = False
                break
            self.wait(14 * MS)
        clean = False
        self.presence.stray[z] = 0
        if not self.presence.plausible(z, complete):
            self.presence.trouble(z)
        else:
            clean = self.presence.finish(z, complete, tries)
        self.wait(50 * MS)
        return clean

    def fail(self, z, lit):
        """A look at zone `z` in trouble, after which its field may be on or not."""
        self.presence.stray[z] = lit
        self.presence.trouble(z)

    def lay(self, z, *tags):
        """Let tags land for good."""
        self.look(z, *tags)
        assert [said[:3] for said in self.inputs] == [("sight", ZONES[z], tag) for tag in tags]
        self.inputs.clear()

    def expect(self, z, count=1):
        self.table.expected = facts.zone_id(ZONES[z])
        self.table.expected_count = count
