"""Snapshots and increments: what a page has after any break is what the server shows."""

import asyncio
import json

import pytest

from host_tools.live.feed import KEPT, Events, Feed, Hub


def read(messages):
    """(event, value) of server-sent events."""
    found = []
    for text in messages:
        lines = dict(line.split(": ", 1) for line in text.strip().splitlines())
        found.append((lines["event"], json.loads(lines["data"])))
    return found


def merged(messages, before=None):
    """The picture of a page that has read these."""
    has = dict(before or {})
    for kind, value in read(messages):
        has = value if kind == "whole" else has | value
    return has


@pytest.fixture
def feed():
    return Feed()


def test_a_new_page_gets_the_whole_and_then_only_what_changed(feed):
    feed.take({"pot": 3, "board": []})
    last, first = feed.since("")
    assert read(first) == [("whole", {"pot": 3, "board": []})]
    feed.take({"pot": 5, "board": []})
    assert read(feed.since(last)[1]) == [("news", {"pot": 5})]


def test_what_has_not_changed_is_not_sent(feed):
    feed.take({"pot": 3})
    last, _ = feed.since("")
    feed.take({"pot": 3})
    assert feed.since(last) == (last, [])


def test_a_page_that_was_away_goes_on_where_it_was(feed):
    feed.take({"pot": 0, "board": [], "held": False})
    last, first = feed.since("")
    page = merged(first)
    for pot in range(1, 20):
        feed.take({"pot": pot, "board": ["As"] * (pot // 5), "held": pot == 7})
    _, news = feed.since(last)
    assert {kind for kind, _ in read(news)} == {"news"}
    assert merged(news, page) == {"pot": 19, "board": ["As"] * 3, "held": False}


def test_a_page_away_for_too_long_gets_the_whole(feed):
    feed.take({"pot": -1})
    last, _ = feed.since("")
    for pot in range(3 * KEPT):
        feed.take({"pot": pot})
    assert read(feed.since(last)[1]) == [("whole", {"pot": 3 * KEPT - 1})]


@pytest.mark.parametrize("last", ["", "x", "deadbeef-1", "-", "deadbeef-99999999999", "1-2-3", "٣-١", "²"])
def test_a_page_of_another_server_or_with_nonsense_gets_the_whole(feed, last):
    feed.take({"pot": 3})
    assert read(feed.since(last)[1]) == [("whole", {"pot": 3})]
    assert read(feed.since(f"{feed.boot}-²")[1]) == [("whole", {"pot": 3})]
    ahead = f"{feed.boot}-999"
    assert read(feed.since(ahead)[1]) == [("whole", {"pot": 3})]


def test_what_is_forgotten_is_sent_to_nobody_any_more(feed):
    """Also not the rest of what a page was being given when it was said."""
    for pot in range(9):
        feed.take({"pot": pot, "cards": ["As"]})
    old = f"{feed.boot}-3"

    async def run():
        got = []
        async for text in feed.messages(old, lambda: True):
            got.append(text)
            if len(got) == 2:
                break
            feed.forget()
            feed.take({"pot": 9, "cards": []})
        return got

    got = read(asyncio.run(asyncio.wait_for(run(), 5)))
    assert got == [("news", {"pot": 3}), ("whole", {"pot": 9, "cards": []})]
    assert read(feed.since(old)[1]) == [("whole", {"pot": 9, "cards": []})]


def said(texts):
    return [json.loads(text.partition("data: ")[2]) for text in texts]


def test_events_come_once_each_in_order_and_a_gap_begins_with_the_whole():
    events = Events()
    events.take({"pot": 1, "events": [{"type": "a"}, {"type": "b"}]})
    last, first = events.since("")
    assert said(first) == [{"type": "table", "pot": 1}]
    events.take({"pot": 2, "events": [{"type": "c"}]})
    events.take({"pot": 3})
    last, found = events.since(last)
    assert said(found) == [{"type": "c"}]
    assert events.since(last) == (last, [])
    assert said(events.since(f"{events.boot}-1")[1]) == [{"type": "b"}, {"type": "c"}]
    for number in range(3 * KEPT):
        events.take({"pot": number, "events": [{"type": "d"}]})
    assert said(events.since(last)[1]) == [{"type": "table", "pot": 3 * KEPT - 1}]
    assert said(events.since("other-2")[1]) == [{"type": "table", "pot": 3 * KEPT - 1}]


def test_a_stream_ends_when_its_session_does(feed):
    alive = [True]

    async def run():
        got = []
        feed.take({"pot": 1})
        async for text in feed.messages("", lambda: alive[0]):
            got.append(text)
            alive[0] = False
            feed.wake()
            feed.take({"pot": 2})
        return got

    got = asyncio.run(asyncio.wait_for(run(), 5))
    assert read(got) == [("whole", {"pot": 1})]


def test_pictures_nobody_took_are_overtaken_and_not_queued():
    feeds = {"viewer": Feed()}
    hub = Hub(feeds)

    async def run():
        loop = asyncio.get_running_loop()
        hub.start(loop)
        calls = []
        original = loop.call_soon_threadsafe
        loop.call_soon_threadsafe = lambda *args: calls.append(args) or original(*args)
        for pot in range(10_000):
            hub.offer({"viewer": {"pot": pot}})
        assert len(calls) == 1
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    asyncio.run(run())
    assert feeds["viewer"].shown == {"pot": 9_999}
    assert feeds["viewer"].number == 1


def test_what_must_not_be_overtaken_is_told_in_order():
    feeds = {"viewer": Feed(), "events": Events()}
    hub = Hub(feeds)

    async def run():
        hub.tell("events", {"pot": 1, "events": [{"type": "a"}]})
        hub.start(asyncio.get_running_loop())
        hub.offer({"viewer": {"pot": 1}})
        hub.tell("events", {"pot": 2, "events": [{"type": "b"}]})
        hub.tell("viewer", {"pot": 2}, forget=True)
        await asyncio.sleep(0.01)

    asyncio.run(run())
    assert said(feeds["events"].since(f"{feeds['events'].boot}-0")[1]) == [{"type": "a"}, {"type": "b"}]
    assert feeds["viewer"].shown == {"pot": 2}
    assert read(feeds["viewer"].since(f"{feeds['viewer'].boot}-1")[1]) == [("whole", {"pot": 2})]
