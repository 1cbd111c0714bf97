"""Snapshots and increments: what a page has after any break is what the server shows."""

import asyncio
import json

import pytest

from host_tools.live.feed import KEPT, Feed, Hub


class Clock:
    def __init__(self):
        self.s = 0.0

    def __call__(self):
        return self.s


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


@pytest.mark.parametrize("last", ["", "x", "deadbeef-1", "-", "deadbeef-99999999999", "1-2-3", "٣-١"])
def test_a_page_of_another_server_or_with_nonsense_gets_the_whole(feed, last):
    feed.take({"pot": 3})
    assert read(feed.since(last)[1]) == [("whole", {"pot": 3})]
    ahead = f"{feed.boot}-999"
    assert read(feed.since(ahead)[1]) == [("whole", {"pot": 3})]


def test_a_delayed_feed_shows_what_was_then_and_nothing_since():
    clock = Clock()
    late = Feed(300, clock)
    late.take({"pot": 3, "cards": ["As"]})
    assert read(late.since("")[1]) == [("whole", {})]
    clock.s = 200
    late.take({"pot": 9, "cards": ["As", "Kd"]})
    clock.s = 299
    late.release()
    assert late.shown == {}
    clock.s = 300
    late.release()
    assert late.shown == {"pot": 3, "cards": ["As"]}
    clock.s = 500
    late.release()
    assert late.shown == {"pot": 9, "cards": ["As", "Kd"]}


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
