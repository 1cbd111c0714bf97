"""The stream: late by so much and no less, cards where they landed, and never one that was mucked."""

import json

import pytest

from host_tools.engine import start
from host_tools.live.desk import Refused
from host_tools.live.feed import Events, Feed, Hub
from host_tools.live.follow import Follower
from host_tools.live.overlay import HIDDEN
from host_tools.live.roles import PRODUCER
from host_tools.live.roster import Player, Roster
from host_tools.live.spool import Spool
from host_tools.live.stream import EVENTS, OVERLAY, Stream
from railbird.rules.cards import DECK_SIZE, name
from tests.live.sealed_hand import AUDIT, BOARD, BURNS, MUCKED, SHOWN, SealedTable

DELAY_S = 900.0


class Clock:
    s = 1000.0

    def __call__(self):
        return self.s


class Pages(Hub):
    """Remembers everything that was offered and told, as (clock, feed, text)."""

    def __init__(self, clock):
        super().__init__({PRODUCER: Feed(), OVERLAY: Feed(), EVENTS: Events()})
        self.clock = clock
        self.sent = []
        self.seen = {}

    def offer(self, pictures):
        self.seen |= pictures
        self.sent += [(self.clock.s, feed, json.dumps(picture)) for feed, picture in pictures.items()]

    def tell(self, feed, picture, forget=False):  # noqa: ARG002
        if feed == EVENTS:
            self.sent += [(self.clock.s, feed, json.dumps(event)) for event in picture["events"]]
        else:
            self.offer({feed: picture})


class Show:
    """A stream whose clock the test moves; what it is told is told at the time that is written on it."""

    def __init__(self, audit=b"", spool=None, roster=None, clock=None):
        self.clock = clock or Clock()
        self.pages = Pages(self.clock)
        self.stream = Stream(self.pages, DELAY_S, audit, roster, spool, clock=self.clock)
        self.items = []

    def tape(self, items):
        self.items += items
        return self

    def until(self, at_s):
        """Let it become so late, second by second."""
        while self.clock.s < at_s:
            self.clock.s += 1
            while self.items and self.items[0].at_s <= self.clock.s:
                self.stream.take(self.items.pop(0))
            self.stream.step(0)
        return self

    def cards(self, seat):
        return next(one["cards"] for one in self.pages.seen[OVERLAY]["seats"] if one["seat"] == seat)

    def events(self):
        return [json.loads(text) for _, feed, text in self.pages.sent if feed == EVENTS]


def names(text, wanted):
    """The cards of `wanted` that a text names, as a value or within a sentence."""
    return [card for card in wanted if f'"{card}"' in text or f" {card}" in text]


def test_a_card_that_was_opened_at_the_end_is_seen_when_it_landed():
    table = SealedTable().hand()
    show = Show().tape(table.items)
    show.until(table.began["As"] + DELAY_S - 1)
    assert [one["cards"] for one in show.pages.seen[OVERLAY]["seats"]] == [[], []]
    show.until(table.at["Jc"] + DELAY_S)
    assert table.at["opened"] < show.clock.s
    assert (show.cards(2), show.cards(1)) == ([*SHOWN], [None, None])
    assert show.pages.seen[OVERLAY]["board"] == []
    show.until(table.at["4c"] + DELAY_S)
    assert show.pages.seen[OVERLAY]["board"] == ["2c", "3c", "4c"]


def test_no_card_is_told_before_its_time():
    """Whatever names a card goes out the whole delay after the card landed, and not before."""
    table = SealedTable().hand()
    show = Show(AUDIT).tape(table.items).until(table.now + DELAY_S + 5)
    first = {}
    for at_s, _, text in show.pages.sent:
        for card in names(text, (*SHOWN, *MUCKED, *BOARD)):
            first.setdefault(card, at_s)
    assert set(first) == {*SHOWN, *MUCKED, *BOARD}
    for card, at_s in first.items():
        assert at_s >= table.began[card] + DELAY_S, card


def test_without_the_audit_key_a_mucked_hand_never_appears():
    table = SealedTable().hand()
    show = Show().tape(table.items).until(table.now + DELAY_S + 5)
    everything = " ".join(text for _, _, text in show.pages.sent)
    deck = [name(card) for card in range(DECK_SIZE)]
    assert {*names(everything, deck)} == {*SHOWN, *BOARD}, "neither a shut card nor what stands in for it"
    assert show.stream.reels.numbers == [1]


def test_with_the_audit_key_it_does_when_it_landed():
    table = SealedTable().hand()
    show = Show(AUDIT).tape(table.items).until(table.at["Jc"] + DELAY_S)
    assert (show.cards(2), show.cards(1)) == ([*SHOWN], [*MUCKED])
    show.until(table.now + DELAY_S)
    assert show.events()[-1] == {"type": "end", "hand": 1}


def test_another_houses_audit_key_opens_nothing():
    table = SealedTable().hand()
    show = Show(b"b" * 32).tape(table.items).until(table.at["Jc"] + DELAY_S)
    assert (show.cards(2), show.cards(1)) == ([*SHOWN], [None, None])


def test_a_hand_longer_than_the_delay_is_shut_until_it_is_opened():
    table = SealedTable()
    table.deal()
    table.now += 1000  # somebody thinks
    table.streets()
    table.show()
    show = Show().tape(table.items)
    show.until(table.at["Jc"] + DELAY_S)
    assert (show.cards(2), show.cards(1)) == ([None, None], [None, None])
    show.until(table.at["opened"] - 5)
    assert show.cards(2) == [None, None]
    show.until(table.at["opened"] + 2)
    assert (show.cards(2), show.cards(1)) == ([*SHOWN], [None, None])
    assert show.pages.seen[OVERLAY]["board"] == []


def test_the_events_tell_the_hand_in_order():
    table = SealedTable().hand()
    roster = Roster({2: Player("Ana")}, {})
    show = Show(roster=roster).tape(table.items).until(table.now + DELAY_S)
    told = [event for event in show.events() if event["type"] != "odds"]
    assert told[0] == {
        "type": "hand",
        "number": 1,
        "game": "holdem",
        "seats": [
            {"seat": 1, "name": "Seat 1", "stack": 100, "bet": 0, "button": True},
            {"seat": 2, "name": "Ana", "stack": 100, "bet": 0, "button": False},
        ],
    }
    acts = [(event["act"], event["seat"], event["amount"]) for event in told if event["type"] == "act"]
    assert acts[:4] == [("blind", 2, 1), ("blind", 1, 2), ("call", 2, None), ("check", 1, None)]
    assert acts[4:] == [("check", 2, None), ("check", 1, None)] * 3 + [("muck", 1, None)]
    boards = [event["cards"] for event in told if event["type"] == "board"]
    assert boards == [[*BOARD[:number]] for number in (1, 2, 3, 4, 5)]
    shown = [event for event in told if event["type"] == "show"]
    assert [(event["seat"], event["cards"], event["text"]) for event in shown] == [
        (2, ["As", "Qh"], "straight flush, six high")
    ]
    assert [event for event in told if event["type"] == "award"] == [
        {"type": "award", "hand": 1, "seat": 2, "amount": 4, "part": ""}
    ]
    assert told[-1]["type"] == "end"


def test_a_name_is_as_late_as_the_hand_it_belongs_to():
    """Ann plays the first hand and leaves, Cy has her seat in the second: while the first is told it is Ann's."""
    items = []
    for number, who in enumerate(("Ann", "Cy")):
        told = SealedTable(number, 1000.0 + 100 * number, "one run").hand().items
        at = next(at for at, item in enumerate(told) if item.kind == "begin")
        told.insert(at + 1, told[at]._replace(kind="seated", args=(((2, who),),)))
        items += [item for item in told if number == 0 or item.kind != "table"]
    show = Show().tape(items).until(items[-1].at_s + DELAY_S)
    begun = [event["seats"] for event in show.events() if event["type"] == "hand"]
    assert [seats[1]["name"] for seats in begun] == ["Ann", "Cy"]


def test_what_is_taken_back_is_taken_back_in_the_stream():
    table = SealedTable()
    table.deal()
    table.declare("raise", 2, 10)
    table.item("undo")
    table.declare("call", 2)
    show = Show().tape(table.items).until(table.now + DELAY_S)
    acts = [
        (event["act"], event["seat"], event["amount"]) for event in show.events() if event["type"] == "act"
    ]
    assert acts[2:] == [("raise", 2, 10), ("undo", 2, None), ("call", 2, None)]
    seat = next(one for one in show.pages.seen[OVERLAY]["seats"] if one["seat"] == 2)
    assert (seat["bet"], seat["stack"]) == (2, 98)


def test_a_hand_that_the_table_does_not_take_has_not_begun():
    table = SealedTable()
    table.item("begin", start("holdem", (1, 2), 1, (100, 100), (1, 2)))
    table.item("cancel")
    table.hand()
    show = Show().tape(table.items).until(table.now + DELAY_S)
    assert [event["number"] for event in show.events() if event["type"] == "hand"] == [1]
    assert [event["type"] for event in show.events()][-1] == "end"


def test_hidden_is_hidden_at_once_and_until_it_is_lifted():
    table = SealedTable().hand()
    show = Show(AUDIT).tape(table.items).until(table.at["3c"] + DELAY_S)
    done = []
    show.stream.log = lambda who, what: done.append((who, what))
    assert show.stream.ask("hide", {"on": True}, "Cleo").result() == "hides the stream"
    begun = len(show.pages.sent)
    assert show.pages.seen[OVERLAY]["hidden"]
    show.until(table.at["5c"] + DELAY_S)
    hidden = [text for _, feed, text in show.pages.sent[begun - 2 :] if feed != PRODUCER]
    assert hidden
    assert names(" ".join(hidden), (*SHOWN, *MUCKED, *BOARD, *BURNS)) == []
    assert names(json.dumps(show.pages.seen[PRODUCER]), SHOWN), "the producer sees what he hides"
    assert show.stream.ask("hide", {"on": False}, "Cleo").result() == "shows the stream again"
    assert show.pages.seen[OVERLAY]["board"] == ["2c", "3c", "4c", "5c"]
    assert show.events()[-1]["type"] == "table"
    assert done == [("Cleo", "hides the stream"), ("Cleo", "shows the stream again")]
    for args in ({}, {"on": "yes"}, {"on": 1}):
        with pytest.raises(Refused):
            show.stream.ask("hide", args, "Cleo").result()


def test_who_comes_back_while_it_is_hidden_gets_no_card_of_before():
    table = SealedTable().hand()
    show = Show(AUDIT)
    feeds = show.pages.feeds
    show.pages.offer = lambda pictures: [feeds[name].take(picture) for name, picture in pictures.items()]
    show.pages.tell = lambda feed, picture, forget=False: show.pages._tell(feed, picture, forget)
    show.tape(table.items).until(table.at["5c"] + DELAY_S)
    before = {name: f"{feed.boot}-1" for name, feed in feeds.items()}
    assert names(" ".join(feeds[EVENTS].since(before[EVENTS])[1]), SHOWN) == [*SHOWN]
    show.stream.ask("hide", {"on": True}, "Cleo").result()
    for feed in (OVERLAY, EVENTS):
        for last in (before[feed], "", "other-1"):
            text = " ".join(feeds[feed].since(last)[1])
            assert text
            assert names(text, (*SHOWN, *MUCKED, *BOARD)) == [], (feed, last)


def test_another_server_goes_on_where_the_spool_ends(tmp_path):
    table = SealedTable().hand()
    clock = Clock()
    first = Show(spool=Spool(tmp_path / "spool"), clock=clock)
    first.tape(table.items).until(table.at["4c"] + DELAY_S)
    first.stream.ask("hide", {"on": True}, "Cleo").result()
    first.stream.stop()
    again = Show(spool=Spool(tmp_path / "spool"), clock=clock)
    later = SealedTable(2, clock.s + 1, "another run")
    again.tape(later.items).until(clock.s + 1)
    assert again.pages.seen[OVERLAY]["hidden"], "what was hidden stays so"
    again.stream.ask("hide", {"on": False}, "Cleo").result()
    seen = again.pages.seen[OVERLAY]
    assert (seen["board"], again.cards(2), again.cards(1)) == (["2c", "3c", "4c"], [*SHOWN], [None, None])
    again.until(table.at["6c"] + DELAY_S)
    assert again.pages.seen[OVERLAY]["board"] == [*BOARD]


def test_a_full_disk_stops_the_spool_and_not_the_stream(tmp_path):
    class Full(Spool):
        def write(self, item, table):
            if item.kind == "begin":
                raise OSError(28, "No space left on device")
            return super().write(item, table)

    table = SealedTable().hand()
    show = Show(spool=Full(tmp_path / "spool")).tape(table.items).until(table.at["Jc"] + DELAY_S)
    assert show.cards(2) == [*SHOWN]
    assert (
        show.pages.seen[PRODUCER]["stream"]["trouble"] == "the spool is full or gone: No space left on device"
    )


def test_the_way_of_a_card_is_as_late_as_the_card():
    table = SealedTable().hand()
    show = Show().tape(table.items).until(table.began["As"] + DELAY_S - 1)
    assert show.stream.way("card-seat_2-1", {}) is None
    show.until(table.at["As"] + DELAY_S)
    way = show.stream.way("card-seat_2-1", {})
    assert {step["card"] for step in way["steps"] if step["card"]} == {"As"}
    show.until(table.at["Kd"] + DELAY_S)
    assert show.stream.way("card-seat_1-1", {}) is None


def test_memory_is_bounded_over_a_long_evening():
    show = Show()
    items = []
    for number in range(40):
        table = SealedTable(number, 1000.0 + 100 * number, "one run").hand()
        items += [item for item in table.items if number == 0 or item.kind != "table"]
    items.sort(key=lambda item: item.at_s)
    show.tape(items).until(items[-1].at_s + DELAY_S)
    assert len(show.stream._waiting) == 0
    assert show.stream.reels.numbers == [38, 39, 40]


def test_an_error_of_the_server_takes_the_stream_off(monkeypatch):
    table = SealedTable().hand()
    show = Show(AUDIT).tape(table.items).until(table.at["3c"] + DELAY_S)
    monkeypatch.setattr(show.stream, "step", lambda _patience_s: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        show.stream._run()
    assert show.pages.seen[OVERLAY] == HIDDEN
    assert show.events()[-1] == {"type": "hidden"}


def test_a_card_that_was_its_own_stand_in_is_opened_as_any_other():
    """The third card of a hand is the two of hearts until it is known, and this time it really is."""
    table = SealedTable(hole=("As", "Kd", "2h", "Jc"))
    table.deal()
    table.streets()
    table.table()
    follower = Follower()
    for item in table.items:
        follower.take(item)
    state = follower.watch.tracker.state
    assert state.is_shown(2)
    assert [name(card) for card in state.hole(2)] == ["As", "2h"]
    assert follower.watch.tracker.sealed.known >= set(state.hole(2))
