"""A table on a serial port: a hand from the page, a cable pulled, power lost, a server started anew, play mode."""

import os
import pty
import time
from contextlib import contextmanager, suppress

import pytest

from host_tools.cli.live_port import PortTable
from host_tools.engine.session.books import books
from host_tools.link.auth import Identity
from host_tools.link.meet import NoTable, meet
from host_tools.link.serial_line import LineError, SerialLine
from host_tools.live.desk import Refused
from host_tools.live.night import plain_table, simulated_night
from host_tools.live.scrub import ends, moment
from host_tools.live.stream import Stream
from host_tools.provision import TableKey
from host_tools.records import models
from host_tools.records.audit import findings
from host_tools.records.desk import Desk
from host_tools.records.errors import RecordsError
from host_tools.records.queries import alerts, hands
from host_tools.records.store import open_store
from railbird.rules.cards import parse
from railbird_boards.schema import load
from tests.live.conftest import Live, Pages
from tests.live.world_port import WorldPort

SEATS = (2, 5)
HOLE = (("seat_2", "As"), ("seat_5", "Kd"), ("seat_2", "Ah"), ("seat_5", "Kc"))
STREETS = (
    (("burn", "2s"), ("board_1", "7h"), ("board_2", "8h"), ("board_3", "9c")),
    (("burn", "3s"), ("board_4", "Td")),
    (("burn", "4s"), ("board_5", "2d")),
)


@pytest.fixture
def world(tmp_path):
    one = WorldPort(tmp_path)
    yield one
    one.close()


@contextmanager
def served(port, url="", key=None, house="test"):
    """The live table on a port, as a server has it."""
    pages = Pages()
    store = open_store(url, create=True) if url else None
    night = simulated_night(plain_table("holdem", 9), dict.fromkeys(SEATS, 100))
    table = PortTable(
        pages,
        SerialLine(str(port)),
        load("virtual_9"),
        night,
        Stream(pages, 0.0, key.audit if key else b""),
        key=key,
        store=store,
        house=house,
    )
    table.start()
    try:
        live = Live(table, pages)
        live.until("viewer", lambda seen: seen["link"]["open"], "the table is connected")
        yield live
    finally:
        table.stop()
        if store is not None:
            store.close()


def deal(world, live, cards):
    """Lay cards one after the other, each once the one before is known; those at the burns pass on."""
    for zone, card in cards:
        code = parse(card)
        live.until("dealer", lambda seen, zone=zone: seen["expected"] == zone, f"{zone} is expected")
        world.lay(code, zone)
        live.until("dealer", lambda seen, zone=zone: seen["expected"] != zone, f"{card} at {zone}")
        if zone == "burn":
            world.lift(code)


def act(live, kind, *amount):
    """Who is due does it."""
    seen = live.until("dealer", lambda seen: kind in [row[0] for row in seen["desk"]["choices"]], kind)
    choice = next(row for row in seen["desk"]["choices"] if row[0] == kind)
    live.do("declare", event=[kind, choice[1], *amount])
    live.until("dealer", lambda now: now["desk"]["choices"] != seen["desk"]["choices"], f"{kind} is done")


def begin(live):
    live.do("round", event=["cut"])
    live.do("begin")
    live.until("dealer", lambda seen: seen["expected"] == "seat_2", "the first card is due")


def clear(world):
    for code in world.lying():
        world.lift(code)


def test_a_hand_is_played_recorded_and_goes_on_over_a_new_server_in_its_middle(world, tmp_path):
    url = f"sqlite:///{tmp_path}/night.db"
    with served(world.link, url) as live:
        assert live.until("floor", lambda seen: seen["night"])["night"]["due"] == [
            "shuffle, stack and cut the deck [e]",
            "nobody has looked at the layout [a(2)]",
        ]
        with pytest.raises(Refused, match=r"p\(1\)\(i\)"):
            live.do("begin")
        begin(live)
        deal(world, live, HOLE)
        act(live, "raise", 6)
        assert live.do("undo") == "taken back: seat 2 raises to 6"
        live.until("dealer", lambda seen: seen["hand"]["actor"] == 2)
        act(live, "raise", 10)
        act(live, "call")
        deal(world, live, STREETS[0])
        act(live, "check")
        live.do("session", event=["sit", 8, "Eve", 80], why="from the list")
        before = live.until("floor", lambda seen: seen["hand"]["actor"] == 5)
    with served(world.link, url) as live:
        after = live.until("floor", lambda seen: seen["hand"], "the hand is there again")
        for key in ("seats", "board", "burns", "counts", "button"):
            assert after[key] == before[key], key
        assert {**after["hand"], "number": 0} == {**before["hand"], "number": 0}
        assert after["hand"]["number"] == 1
        assert [row["seat"] for row in after["night"]["players"]] == [2, 5, 8]
        act(live, "check")
        for street in STREETS[1:]:
            deal(world, live, street)
            act(live, "check")
            act(live, "check")
        act(live, "show")
        act(live, "show")
        live.do("push")
        live.until("dealer", lambda seen: seen["desk"]["begin"], "the hand is over")
        session = live.table.night.session
        assert [session.stack(seat) for seat in (2, 5, 8)] == [108, 90, 80]  # 20 less the rake of 2
        assert books(session).balanced
    store = open_store(url)
    (hand,) = hands(store)
    assert (hand["outcome"], hand["pot"], hand["rake"], hand["winners"]) == ("complete", 20, 2, [[2, 18]])
    assert alerts(store) == []
    desk = Desk(store, "virtual_9", lambda: 0)
    assert not [text for text in findings(desk) if "[f(6)" in text and "hand 1" in text]
    store.close()


def test_a_cable_that_is_pulled_and_power_that_goes_lose_nothing(world):
    with served(world.link) as live:
        begin(live)
        deal(world, live, HOLE[:2])
        world.unplug()
        live.until("viewer", lambda seen: not seen["link"]["open"], "the table is lost")
        with pytest.raises(Refused, match="hand is in play"):
            live.do("begin")
        world.lay(parse("Ah"), "seat_2")
        world.plug()
        live.until("viewer", lambda seen: seen["link"]["open"], "the table is back")
        live.until("dealer", lambda seen: seen["expected"] == "seat_5", "what happened meanwhile is known")
        boots = live.until("viewer", lambda seen: seen["link"])["link"]["boots"]
        world.cut()
        live.until("viewer", lambda seen: seen["link"]["boots"] == boots + 1, "power was out")
        deal(world, live, HOLE[3:])
        seen = live.until("producer", lambda seen: len(seen["seats"][1].get("cards", ())) == 2, "two cards")
        assert [card["card"] for card in seen["seats"][1]["cards"]] == ["As", "Ah"]


def test_the_floor_decides_a_misdeal_and_it_is_kept_with_its_reason(world, tmp_path):
    url = f"sqlite:///{tmp_path}/night.db"
    with served(world.link, url) as live:
        begin(live)
        world.lay(parse("As"), "seat_5")  # the first card belongs to seat 2
        held = live.until("floor", lambda seen: seen["held"], "the deal is held")
        assert [(row["rule"], row["tier"]) for row in held["verdicts"] if row["standing"]] == [
            ("p(1)(ii)", "held")
        ]
        with pytest.raises(Refused, match="reason"):
            live.do("rule", word="misdeal", why="")
        live.do("rule", word="misdeal", why="the deal began at the wrong seat")
        live.until("floor", lambda seen: seen["desk"]["begin"], "the hand is void")
        assert [live.table.night.session.stack(seat) for seat in SEATS] == [100, 100]
    store = open_store(url)
    (row,) = alerts(store)
    assert (row["decision"], row["decided_by"], row["why"]) == (
        "misdeal", "Ana (floor)", "the deal began at the wrong seat",
    )  # fmt: skip
    assert [hand["outcome"] for hand in hands(store)] == ["misdeal"]
    store.close()


def test_a_count_by_the_floor(world):
    with served(world.link) as live:
        live.do("count", on=True)
        time.sleep(0.3)
        live.do("count", on=False)
        seen = live.until(
            "floor", lambda seen: sum(seen["tally"].values()) == 52, "each missing card is named"
        )
        assert (seen["count"]["distinct"], seen["tally"]["held"], seen["tally"]["inform"]) == (0, 0, 0)


SECRET = Identity(b"table-7\0", bytes(range(32)))
IDENTITY = SECRET.table + SECRET.secret + bytes(32)


@pytest.mark.parametrize("audit", [b"", b"a" * 32], ids=["without the house's key", "with it"])
def test_in_play_mode_down_cards_are_known_to_who_has_the_houses_key(tmp_path, audit):
    world = WorldPort(tmp_path, identity=IDENTITY + (audit or bytes(32)))
    try:
        key, url = TableKey(SECRET, audit), f"sqlite:///{tmp_path}/night.db"
        with served(world.link, url, key) as live:
            begin(live)
            deal(world, live, HOLE)
            act(live, "call")
            act(live, "check")
            deal(world, live, STREETS[0])
            act(live, "check")
            look_at_seat_2(live, ["As", "Ah"] if audit else [None, None])
            with pytest.raises(Refused, match="play mode"):
                live.do("enter", card="Td", zone="board_4")
        with served(world.link, url, key) as live:  # another server, in the middle of the hand
            look_at_seat_2(live, ["As", "Ah"] if audit else [None, None])
            assert live.until("viewer", lambda seen: len(seen["board"]) == 3)["board"] == ["7h", "8h", "9c"]
            look_back_at_seat_2(live, ["As", "Ah"] if audit else [None, None])
            act(live, "check")
            for street in STREETS[1:]:
                deal(world, live, street)
                act(live, "check")
                act(live, "check")
            act(live, "show")
            act(live, "show")
            seen = live.until("viewer", lambda seen: seen["hand"]["finished"], "the pots are awarded")
            assert [card["card"] for card in seen["seats"][1]["cards"]] == ["As", "Ah"]  # tabled
            with suppress(Refused):
                live.do("push")  # while the cards lie there: the table refuses it
            live.until(
                "dealer", lambda seen: any("still lie on the table" in text for _, text in seen["lines"])
            )
            clear(world)
            seen = live.until("dealer", lambda seen: seen["desk"]["push"] or seen["desk"]["begin"])
            while not seen["desk"]["begin"]:
                time.sleep(1)
                with suppress(Refused):
                    live.do("push")
                seen = live.pages.seen["dealer"]
            assert [live.table.night.session.stack(seat) for seat in SEATS] == [102, 98]
            assert live.table.tracker.sealed.problems == []
    finally:
        world.close()


def look_back_at_seat_2(live, named):
    """The same in the hand as it was told to the server before, at the last step of it."""
    for role, cards in (
        ("floor", named),
        ("producer", named),
        ("viewer", [None] * 2),
        ("dealer", [None] * 2),
    ):
        reels, _ = live.table.reels(role)
        assert reels.numbers == [1], role
        items = reels.hand(1)
        shown = moment(items, live.table.reels(role)[1], role, len(ends(items)))
        assert [card["card"] for card in shown["seats"][1]["cards"]] == cards, role


def look_at_seat_2(live, named):
    """The two down cards of seat 2 as each role sees them; `named` is for who may have them by the house's key."""
    for role, cards in (
        ("floor", named),
        ("producer", named),
        ("viewer", [None] * 2),
        ("dealer", [None] * 2),
    ):
        seen = live.until(role, lambda seen: len(seen["seats"][1].get("cards", ())) == 2)
        assert [card["card"] for card in seen["seats"][1]["cards"]] == cards, role


def test_who_answers_and_who_does_not(world, tmp_path):
    line = SerialLine(str(world.link))
    assert meet(line, None).board == "virtual_9"
    with pytest.raises(NoTable, match="development mode"):
        meet(line, SECRET)
    line.close()
    with pytest.raises(LineError, match="there is no such port"):
        SerialLine(str(tmp_path / "nothing"))
    (tmp_path / "file").write_text("no port")
    with pytest.raises(LineError, match="cannot be opened"):
        SerialLine(str(tmp_path / "file"))


def test_a_port_on_which_nobody_answers():
    ours, theirs = pty.openpty()
    line = SerialLine(os.ttyname(theirs))
    with pytest.raises(NoTable, match="no table answers"):
        meet(line, None, within_s=0.5)
    line.close()
    os.close(ours)
    os.close(theirs)


def test_records_that_take_nothing_more_end_the_night_in_one_line(world, tmp_path, monkeypatch):
    """A full disk: nothing is acknowledged that is not kept, and nobody goes on as if it were."""
    with served(world.link, f"sqlite:///{tmp_path}/night.db") as live:

        def full():
            raise RecordsError("night.db: the disk is full: make room and begin again")

        begin(live)
        monkeypatch.setattr(live.table.recorder, "keep", full)
        world.lay(parse("As"), "seat_2")
        seen = live.until("viewer", lambda seen: seen["link"]["lost"])
        assert seen["link"]["lost"] == "night.db: the disk is full: make room and begin again"
        with pytest.raises(Refused, match="the disk is full"):
            live.do("round", event=["cut"])


def test_a_night_of_another_house_begins_anew(world, tmp_path):
    url = f"sqlite:///{tmp_path}/night.db"
    with served(world.link, url) as live:
        live.do("session", event=["sit", 8, "Eve", 80], why="from the list")
    with served(world.link, url, house="another") as live:
        seen = live.until("floor", lambda seen: seen["night"])
        assert [row["seat"] for row in seen["night"]["players"]] == [2, 5]


@pytest.mark.parametrize("lost", ["the hand", "a fold"])
def test_what_a_killed_server_had_no_time_to_say_is_said_by_the_next(world, tmp_path, monkeypatch, lost):
    url = f"sqlite:///{tmp_path}/night.db"
    with served(world.link, url) as live:
        live.do("session", event=["sit", 8, "Eve", 80], why="from the list")
        if lost == "the hand":
            live.do("round", event=["cut"])
            live.until("dealer", lambda _seen: live.table.tracker.ready)
        else:
            live.do("round", event=["cut"])
            live.do("begin")
            rows = (("seat_2", "As"), ("seat_5", "Kd"), ("seat_8", "2c"), ("seat_2", "Ah"), ("seat_5", "Kc"))
            deal(world, live, (*rows, ("seat_8", "3c")))
            live.until("dealer", lambda seen: "fold" in [row[0] for row in seen["desk"]["choices"]])
        monkeypatch.setattr(
            live.table.session, "command", lambda *_command: 0
        )  # it is killed before it says so
        if lost == "the hand":
            live.do("begin")
        else:
            act(live, "fold")
        folded = [seat for seat in (2, 5, 8) if seat in live.table.tracker.state.seats]
        folded = [seat for seat in folded if not live.table.tracker.state.is_live(seat)]
    with served(world.link, url) as live:
        if lost == "the hand":
            live.until("dealer", lambda seen: seen["expected"] == "seat_2", "the first card is due")
        else:
            live.until(
                "viewer", lambda _seen: live.table._folded == set(folded) != set(), "the fold is known"
            )


def test_the_count_clock_goes_on_over_a_new_server(world, tmp_path):
    """52 cards pass the count spot; 12 minutes later another server knows when that was."""
    url = f"sqlite:///{tmp_path}/night.db"
    with served(world.link, url) as live:
        live.do("count", on=True)
        for code in range(52):
            world.lay(code, "count")
            live.until(
                "floor", lambda _seen, code=code: live.table.tracker.passed("count") > code, f"card {code}"
            )
            world.lift(code)
        live.do("count", on=False)
        seen = live.until("floor", lambda seen: seen["count"]["good_ms"] is not None, "a good count")
        assert seen["count"]["distinct"] == 52
    store = open_store(url)
    store.fill_in(models.counts, 1, at=time.time_ns() // 1_000_000 - 720_000)
    store.keep()
    store.close()
    with served(world.link, url) as live:
        count = live.until("floor", lambda seen: seen["count"]["distinct"] == 52)["count"]
        assert 720_000 <= count["now_ms"] - count["good_ms"] < 780_000
