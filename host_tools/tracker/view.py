"""What the facts of a table add up to: where each card was last reported, the next place, verdicts."""

from host_tools.tracker.consequences import consequence
from railbird import facts, words
from railbird.rules import cards


class Verdict:
    """A verdict as reported: `code` of `words.VERDICTS`, zone, tag code or 255, arg."""

    __slots__ = ("arg", "code", "ref", "zone")

    def __init__(self, code: int, zone: int, ref: int, arg: int) -> None:
        self.code = code
        self.zone = zone
        self.ref = ref
        self.arg = arg

    def __str__(self) -> str:
        _, _, _, text = words.VERDICTS[self.code]
        where = "" if self.zone == facts.NO_ZONE else f" at {words.zone_name(self.zone)}"
        what = "" if self.ref == cards.NO_CARD else f": {cards.name(cards.card_of(self.ref))}"
        return f"{text}{where}{what} [{words.rule_of(self.code, self.arg)}]: {self.advice}"

    @property
    def advice(self) -> str:
        """What the regulation says to do about it."""
        return consequence(words.rule_number(self.code, self.arg))


class View:
    """The table as reported. `places` maps tag codes to the zone where the card was last seen or inferred to lie."""

    def __init__(self) -> None:
        self.places: dict[int, int] = {}
        self.deck = 0  # in play
        self.expected = facts.NO_ZONE
        self.button = facts.NO_ZONE
        self.held = False
        self.count_due = True
        self.counted: int | None = None
        self.verdicts: list[Verdict] = []
        self.holding: Verdict | None = None  # the last one of the hand that the floor has not let pass
        self.passed: dict[int, int] = {}  # zone -> sightings there

    def fact(self, kind: int, zone: int, code: int, ref: int, arg: int) -> None:
        """Take over one fact."""
        if kind in (facts.SIGHT, facts.DEALT):
            self.places[code] = zone
            if kind == facts.SIGHT:
                self.passed[zone] = self.passed.get(zone, 0) + 1
        elif kind == facts.HAND:
            self.places.clear()
            self.button = zone
            self.holding = None
        elif kind == facts.BUTTON:
            self.button = zone
        elif kind == facts.EXPECT:
            self.expected = zone
        elif kind == facts.HELD:
            self.held = bool(arg)
        elif kind == facts.RESUMED:
            self.holding = None
        elif kind == facts.DEAD:
            self.deck = code
        elif kind == facts.COUNTED:
            self.counted = arg
            if code:
                self.count_due = False
        elif kind == facts.VERDICT:
            self.verdicts.append(Verdict(code, zone, ref, arg))
            if words.VERDICTS[code][2] >= words.FLOOR:
                self.holding = self.verdicts[-1]
            if code in (facts.V_COUNT_DUE, facts.V_COUNT_OVERDUE):
                self.count_due = True

    def ledger(self) -> dict[str, int]:
        """Where the 52 in play are, card by card: kind of place -> how many. Seen nowhere on the felt: the stub."""
        tally = {"seats": 0, "board": 0, "burn": 0, "muck": 0, "stub": 0}
        for card in range(cards.DECK_SIZE):
            zone = self.places.get(cards.tag_code(self.deck, card), facts.Z_STUB)
            if 0 < zone - facts.Z_SEAT <= facts.SEATS or 0 < zone - facts.Z_UP <= facts.SEATS:
                tally["seats"] += 1
            elif facts.Z_BOARD < zone <= facts.Z_BOARD + facts.BOARD_PLACES:
                tally["board"] += 1
            elif zone == facts.Z_BURN:
                tally["burn"] += 1
            elif zone == facts.Z_MUCK:
                tally["muck"] += 1
            else:
                tally["stub"] += 1
        return tally
