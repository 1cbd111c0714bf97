"""What each role sees of a table, from facts and declarations laid out by hand; no server, no simulation."""

import json

import pytest

from host_tools.engine import fixed_limit, start
from host_tools.link.events import Fact
from host_tools.live.picture import picture
from host_tools.live.roles import DEALER, FLOOR, PRODUCER, ROLES, VIEWER
from host_tools.live.watch import FACTS, HANDS, LINES, VERDICTS, Watch
from host_tools.live.way import way
from host_tools.tracker.tracker import Tracker
from railbird import facts
from railbird.rules.cards import NO_CARD, parse

ZONES = ("seat_2", "seat_5", "board_1", "board_2", "board_3", "board_4", "board_5", "burn", "muck")
HOLE = (("seat_2", 1, "As"), ("seat_5", 1, "Kd"), ("seat_2", 2, "Ah"), ("seat_5", 2, "Kc"))
FLOP = (("burn", 1, "2s"), ("board_1", 1, "7h"), ("board_2", 1, "8h"), ("board_3", 1, "9h"))
DOWN = ("As", "Kd", "Ah", "Kc", "2s")
SHUT = (VIEWER, DEALER, FLOOR)  # who sees no card that lies face down


class Table:
    """A watched table whose facts the test tells."""

    def __init__(self, zones=ZONES, state=None):
        self.tracker = Tracker(lambda *_command: None, zones, lambda event: self.watch.event(self.t, event))
        self.watch = Watch(self.tracker, zones, 6)
        self.t = 0
        self.tell(facts.HAND, 5, arg=0b10010)
        self.tracker.begin(state or start("holdem", (2, 5), 5, (100, 100), (1, 2)))

    def tell(self, kind, zone=facts.NO_ZONE, code=0, ref=NO_CARD, arg=0):
        self.t += 100
        fact = Fact(self.t, self.t, kind, zone, code, ref, arg)
        self.tracker.fact(kind, zone, code, ref, arg)
        self.watch.fact(self.t, fact)

    def deal(self, rows, street=0):
        for zone, nth, card in rows:
            self.tell(facts.DEALT, facts.zone_id(zone), parse(card), arg=street << 8 | nth)

    def flop(self):
        self.deal(HOLE)
        self.tracker.declare(("call", 2))
        self.tracker.declare(("check", 5))
        self.deal(FLOP, 1)

    def wire(self, role):
        """What goes out to a role, as text."""
        return json.dumps(picture(self.watch, role))


@pytest.fixture
def table():
    return Table()


def named(text, card):
    """Whether a card is named anywhere in a picture: as a value of its own or within a sentence."""
    return f'"{card}"' in text or f" {card}" in text


@pytest.mark.parametrize("role", SHUT)
def test_no_down_card_and_no_burn_is_on_the_wire(table, role):
    table.flop()
    text = table.wire(role)
    assert [card for card in DOWN if named(text, card)] == []
    assert all(named(text, card) for card in ("7h", "8h", "9h"))


def test_the_producer_sees_the_same_hand_with_its_cards(table):
    table.flop()
    text = table.wire(PRODUCER)
    assert all(named(text, card) for card in DOWN)
    seen = {row["seat"]: [card["card"] for card in row.get("cards", ())] for row in json.loads(text)["seats"]}
    assert seen[2] == ["As", "Ah"]
    assert seen[5] == ["Kd", "Kc"]


@pytest.mark.parametrize("role", SHUT)
def test_a_shown_hand_is_everybodys_and_a_mucked_one_nobodys(table, role):
    table.deal(HOLE)
    table.tracker.declare(("raise", 2, 100))
    table.tracker.declare(("fold", 5))
    assert not named(table.wire(role), "As")
    other = Table()
    other.flop()
    for _ in range(2):
        other.tracker.declare(("check", 2))
        other.tracker.declare(("check", 5))
        zone = "board_4" if len(other.tracker.state.board) == 3 else "board_5"
        card, burn = ("Td", "3s") if zone == "board_4" else ("2c", "4s")
        other.deal((("burn", int(zone[-1]) - 2, burn), (zone, 1, card)), int(zone[-1]) - 2)
    for event in (("check", 2), ("check", 5), ("show", 2), ("muck", 5)):
        other.tracker.declare(event)
    text = other.wire(role)
    assert other.tracker.state.finished
    assert named(text, "As")
    assert named(text, "Ah")
    assert not named(text, "Kd")
    assert not named(text, "Kc")


@pytest.mark.parametrize("role", SHUT)
def test_in_stud_the_up_card_is_open_and_the_two_below_it_are_not(role):
    zones = ("seat_1", "seat_2", "seat_5", "up_1", "up_2", "up_5", "burn", "muck")
    limits = fixed_limit(2, 4)
    state = start("stud7_high", (2, 5), None, (100, 100), antes=(1, 1), limits=limits, bring_in=1)
    table = Table(zones, state)
    order = ("seat_2", "seat_5", "seat_2", "seat_5", "up_2", "up_5")
    dealt = ("As", "Kd", "Ah", "Kc", "7h", "8h")
    nth = (1, 1, 2, 2, 1, 1)
    table.deal(zip(order, nth, dealt, strict=True))
    text = table.wire(role)
    assert [card for card in DOWN if named(text, card)] == []
    assert named(text, "7h")
    assert named(text, "8h")


@pytest.mark.parametrize("role", [VIEWER, DEALER])
def test_a_verdict_names_its_down_card_to_floor_and_producer_alone(table, role):
    table.deal(HOLE[:1])
    table.tell(facts.VERDICT, 2, facts.V_WRONG_SEAT, parse("Kd"), 1 | 5 << 8)
    told = picture(table.watch, role)["verdicts"][-1]
    assert (told["card"], told["zone"], told["rule"], told["tier"]) == (None, "seat_2", "p(1)(ii)", "held")
    assert told["text"] == "card dealt to the wrong seat"
    assert not named(table.wire(role), "Kd")
    for other in (FLOOR, PRODUCER):
        assert picture(table.watch, other)["verdicts"][-1]["card"] == "Kd"


@pytest.mark.parametrize("role", [VIEWER, DEALER])
def test_a_verdict_of_an_earlier_hand_names_no_card_because_it_is_open_now(table, role):
    """The card that went to the wrong seat was shut, and stays so when it lies on the next hand's board."""
    table.deal(HOLE[:1])
    table.tell(facts.VERDICT, 2, facts.V_WRONG_SEAT, parse("7h"), 1 | 5 << 8)
    table.tell(facts.MISDEAL)
    table.tell(facts.HAND, 5, arg=0b10010)
    table.tracker.begin(start("holdem", (2, 5), 5, (100, 100), (1, 2)))
    table.flop()
    told = picture(table.watch, role)
    assert "7h" in told["board"]
    assert told["verdicts"][-1]["card"] is None
    number = told["verdicts"][-1]["number"]
    steps = way(table.watch, {}, f"verdict-{number}", role)["steps"]
    assert [step["card"] for step in steps] == [None] * len(steps)
    assert way(table.watch, {}, f"verdict-{number}", FLOOR)["steps"][-1]["card"] == "7h"
    assert way(table.watch, {}, "verdict-\u00b2", role) is None


@pytest.mark.parametrize("role", ROLES)
def test_the_ledger_has_52_cells_and_tells_by_none_which_down_card_it_is(table, role):
    table.flop()
    cells = picture(table.watch, role)["ledger"]
    assert len(cells) == 52
    places = [place for place, _ in cells]
    assert [places.count(zone) for zone in ("seat_2", "seat_5", "burn", "board_1", "stub")] == [
        2,
        2,
        1,
        1,
        44,
    ]
    if role != PRODUCER:
        assert sorted(card for _, card in cells if card) == ["7h", "8h", "9h"]
        swapped = Table()
        others = zip(HOLE, ("Qs", "3d", "4c", "5c"), strict=True)
        swapped.deal([(zone, nth, other) for (zone, nth, _), other in others])
        swapped.tracker.declare(("call", 2))
        swapped.tracker.declare(("check", 5))
        swapped.deal(FLOP, 1)
        assert picture(swapped.watch, role)["ledger"] == cells, "other down cards, the same cells"


def test_a_reader_in_trouble_makes_its_zone_unknown_until_it_is_back(table):
    table.tell(facts.STATE, 2, facts.STATE_UNKNOWN)
    assert picture(table.watch, VIEWER)["readers"]["seat_2"] == "UNKNOWN"
    assert picture(table.watch, VIEWER)["readers"]["seat_5"] == "ok"
    table.tell(facts.STATE, 2, facts.STATE_OK)
    assert picture(table.watch, VIEWER)["readers"]["seat_2"] == "ok"


def test_a_card_that_is_lifted_is_out_of_sight_and_not_folded(table):
    table.deal(HOLE)
    table.tell(facts.LIFT, 2, parse("As"))
    seat = picture(table.watch, VIEWER)["seats"][1]
    assert [card["there"] for card in seat["cards"]] == [False, True]
    assert seat["live"]


def test_the_count_clock_runs_from_the_last_good_count(table):
    assert picture(table.watch, VIEWER)["count"]["good_ms"] is None
    table.tell(facts.COUNTED, code=0, arg=51)
    assert picture(table.watch, VIEWER)["count"]["good_ms"] is None
    table.tell(facts.COUNTED, code=1, arg=52)
    count = picture(table.watch, VIEWER)["count"]
    assert (count["distinct"], count["good_ms"], count["due"]) == (52, table.t, False)


def test_a_verdict_stands_until_the_floor_has_spoken(table):
    table.tell(facts.VERDICT, 2, facts.V_WRONG_SEAT, parse("Kd"), 1)
    assert picture(table.watch, FLOOR)["verdicts"][-1]["standing"]
    table.tell(facts.RESUMED)
    assert not picture(table.watch, FLOOR)["verdicts"][-1]["standing"]


def test_only_dealer_and_floor_have_a_desk_and_viewers_no_decisions(table):
    has = {role: {"desk", "decisions"} & set(picture(table.watch, role)) for role in ROLES}
    assert has == {
        VIEWER: set(),
        DEALER: {"desk"},
        FLOOR: {"desk", "decisions"},
        PRODUCER: {"decisions"},
    }


def test_what_is_remembered_is_bounded(table):
    for number in range(200):
        table.tell(facts.HAND, 5, arg=0b10010)
        table.tell(facts.VERDICT, 2, facts.V_WRONG_SEAT, parse("Kd"), 1)
        for _ in range(30 if number else 3000):
            table.tell(facts.SIGHT, 2, parse("As"))
    watch = table.watch
    assert (len(watch.verdicts), len(watch.lines), len(watch.kept)) == (VERDICTS, LINES, HANDS)
    assert len(watch.standing) <= VERDICTS
    assert all(len(kept) <= FACTS for _, kept in watch.kept)
