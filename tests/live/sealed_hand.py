"""A hand of hold'em at a table in play mode, told second by second: no simulation, the device's own seal."""

from typing import Any

from host_tools.bench import secrecy
from host_tools.engine import start
from host_tools.live.tape import Item
from railbird import facts
from railbird.rules import cards, games

AUDIT = b"a" * 32
HOLDEM = games.NAMES.index("holdem") << 11
ZONES = ("seat_1", "seat_2", *(f"board_{n}" for n in range(1, 6)), "burn", "muck")
SHOWN, MUCKED = ("As", "Qh"), ("Kd", "Jc")  # of seats 2 and 1
BURNS = ("7c", "7d", "7h")
BOARD = ("2c", "3c", "4c", "5c", "6c")  # the first stand-ins have to give way to it


class SealedTable:
    """Each thing that is heard takes a second; `items` is the tape so far; `began` and `at` say
    of a card when the table began to tell that it had landed, and when it had told all."""

    def __init__(
        self,
        seed: object = 1,
        begin_s: float = 1000.0,
        run: str = "run",
        hole: tuple[str, ...] = ("As", "Kd", "Qh", "Jc"),
    ) -> None:
        self.hole = hole
        self.device = secrecy.Device(seed, audit=AUDIT)
        self.items: list[Item] = []
        self.now = begin_s
        self.began: dict[str, float] = {}
        self.at: dict[str, float] = {}
        self._told = 0
        self.item("table", run, "virtual_9", ZONES, 9, True, 0, 0)

    def item(self, kind: str, *args: Any) -> None:
        self.items.append(Item(self.now, int(self.now * 1000), kind, args))
        self.now += 1

    def hear(self) -> None:
        """What the device has said since."""
        for told in self.device.told[self._told :]:
            stamp = (len(self.items), int(self.now * 1000))
            if told.text:
                self.item("secret", secrecy.NAME, *stamp, *told)
            else:
                self.item("fact", *stamp, *told[:5])
        self._told = len(self.device.told)

    def lay(self, zone: str, card: str) -> None:
        self.began[card] = self.now
        self.device.apply(facts.SIGHT, facts.zone_id(zone), cards.parse(card), 0)
        self.hear()
        self.at[card] = self.now

    def lift(self, zone: str, card: str) -> None:
        self.device.apply(facts.LIFT, facts.zone_id(zone), cards.parse(card), 0)
        self.hear()

    def command(self, op: int, *args: int) -> None:
        assert self.device.command(op, *args) == 0, self.device.refused
        self.hear()

    def declare(self, *event: Any) -> None:
        self.item("declare", event)

    def deal(self) -> None:
        """The hole cards, seat 2 first; blinds 1 and 2."""
        self.item("begin", start("holdem", (1, 2), 1, (100, 100), (1, 2)))
        self.command(facts.OP_HAND, 1, HOLDEM | 3)
        for zone, card in zip(("seat_2", "seat_1") * 2, self.hole, strict=True):
            self.lay(zone, card)

    def streets(self) -> None:
        """Called and checked down to the last card."""
        self.declare("call", 2)
        self.declare("check", 1)
        burns, board = iter(BURNS), iter(BOARD)
        for places in (("board_1", "board_2", "board_3"), ("board_4",), ("board_5",)):
            self.command(facts.OP_STREET)
            self.lay("burn", next(burns))
            for place in places:
                self.lay(place, next(board))
            self.declare("check", 2)
            self.declare("check", 1)

    def show(self) -> None:
        """Seat 2 shows, seat 1 mucks."""
        self.table()
        self.declare("muck", 1)

    def table(self) -> None:
        """Seat 2 shows."""
        self.declare("show", 2)
        self.command(facts.OP_SHOWDOWN)
        self.command(facts.OP_SHOW, 2)
        self.at["opened"] = self.now

    def gather(self) -> None:
        """All cards go to the muck, and the hand ends."""
        places = [("seat_1", card) for card in MUCKED] + [("seat_2", card) for card in SHOWN]
        places += [(f"board_{number + 1}", card) for number, card in enumerate(BOARD)]
        for place, card in places:
            self.lift(place, card)
            self.device.apply(facts.SIGHT, facts.Z_MUCK, cards.parse(card), 0)
            self.hear()
        self.command(facts.OP_END)

    def hand(self) -> "SealedTable":
        self.deal()
        self.streets()
        self.show()
        self.gather()
        return self
