"""What the readers of a table hear, round by round, and how well."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from host_tools.bringup.bench import Bench, Row
from host_tools.registry import decode
from railbird.rfid.chip import OK
from railbird.rules import cards

# Outcomes of a look (railbird.rfid.chip), in words.
OUTCOMES = ("ok", "bus", "silent", "frame", "chip", "rf", "set up", "blurred")
_REGISTRY = """
from binascii import hexlify
with open("registry.bin", "rb") as file:
    print(hexlify(file.read()).decode())
"""


class Zone:
    """One reader: what it hears now, and counts of rounds in which it `read` something, in which something that lay
    there in the round before was not read (`missed`), and of `errors` by kind.
    """

    def __init__(self) -> None:
        self.uids: list[str] = []
        self.outcome = ""
        self.read = 0
        self.missed = 0
        self.errors: Counter[str] = Counter()
        self.us = 0


class Monitor:
    """The zones of a board by name; `names` has the card of each registered UID."""

    def __init__(self, zones: Sequence[str], names: Mapping[str, str]) -> None:
        self.zones = {zone: Zone() for zone in zones}
        self.rounds = 0
        self._names = names

    def take(self, rows: Sequence[Row]) -> dict[str, Any]:
        """A round: a row of each reader (`railbird.bringup.Bench.look`). What was heard, as one line of the feed."""
        self.rounds += 1
        all_zones = list(self.zones.items())
        line: dict[str, Any] = {"round": self.rounds, "ms": round(sum(row[3] for row in rows) / 1000, 1)}
        for number, outcome, _, us, *uids in rows:
            zone = all_zones[number][1]
            zone.outcome = OUTCOMES[outcome]
            zone.us = us
            if outcome != OK:
                zone.errors[zone.outcome] += 1
                continue
            zone.read += bool(uids)
            zone.missed += any(uid not in uids for uid in zone.uids)
            zone.uids = uids
        line["zones"] = {
            name: {
                "outcome": zone.outcome,
                "cards": self.cards(zone),
                "read": zone.read,
                "missed": zone.missed,
                "errors": dict(zone.errors),
            }
            for name, zone in all_zones
        }
        return line

    def cards(self, zone: Zone) -> list[str]:
        """What lies there, by name where it is registered, else by UID."""
        return [self._names.get(uid, uid) for uid in zone.uids]


def card_names(bench: Bench) -> dict[str, str]:
    """The name of every card that the table has registered, by UID: the suit of the second deck has a mark."""
    data = bytes.fromhex(bench.device.run(_REGISTRY).decode())
    return {
        uid.hex(): cards.name(cards.card_of(code)) + "'" * cards.deck_of(code)
        for uid, code in decode(data).items()
    }
