"""What goes out to the pages: for each role a snapshot, and numbered increments on it.

An increment holds the keys that have changed. A page that was away says the last number it has: it gets the
increments after it while they are kept, else a snapshot. Nothing is queued for a page, so a slow one costs no memory
and misses only pictures that have been overtaken.
"""

import asyncio
import json
import secrets
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from threading import Lock
from typing import Any

from host_tools.live.picture import Picture

KEPT = 256  # increments of a role
BREATH_S = 15.0  # a line at least so often: whoever is gone is found out, and a log-out is heeded


class Feed:
    """The stream of one role."""

    def __init__(self) -> None:
        self.boot = secrets.token_hex(4)  # another server, other numbers
        self.number = 0
        self.shown: Picture = {}
        self.changed = asyncio.Event()
        self.closed = False
        self._kept: deque[tuple[int, str]] = deque(maxlen=KEPT)

    def take(self, picture: Picture) -> None:
        """The table as it is to be shown."""
        news = {key: value for key, value in picture.items() if self.shown.get(key) != value}
        if not news:
            return
        self.number += 1
        self.shown = self.shown | news
        self._kept.append((self.number, message("news", news, self.boot, self.number)))
        self.wake()

    def wake(self) -> None:
        """Let every page look again."""
        self.changed.set()
        self.changed = asyncio.Event()

    def since(self, last: str) -> tuple[str, list[str]]:
        """What a page needs that has `last`, '' for nothing: the new last, and the messages."""
        here = f"{self.boot}-{self.number}"
        if self._knows(last):
            number = int(last.partition("-")[2])
            return here, [text for kept, text in self._kept if kept > number]
        return here, [message("whole", self.shown, self.boot, self.number)]

    def _knows(self, last: str) -> bool:
        """Whether everything after it is kept."""
        boot, _, number = last.partition("-")
        first = self._kept[0][0] if self._kept else self.number + 1
        return boot == self.boot and number.isdecimal() and first - 1 <= int(number) <= self.number

    def forget(self) -> None:
        """What was sent is not sent again: whoever comes back gets what is shown now."""
        self._kept = deque(maxlen=KEPT)
        self.number += 1

    async def messages(self, last: str, alive: Callable[[], bool]) -> AsyncIterator[str]:
        """Server-sent events for one page, as long as it may have them."""
        while alive() and not self.closed:
            changed, kept = self.changed, self._kept
            last, found = self.since(last)
            for text in found:
                if self._kept is not kept:
                    break
                yield text
            if self._kept is not kept:
                last = ""
                continue
            try:
                await asyncio.wait_for(changed.wait(), BREATH_S)
            except TimeoutError:
                yield ": the table is still watched\n\n"


def message(kind: str, value: Mapping[str, Any], boot: str, number: int) -> str:
    """One server-sent event; JSON has no line break of its own."""
    return f"id: {boot}-{number}\nevent: {kind}\ndata: {json.dumps(value, separators=(',', ':'))}\n\n"


class Events(Feed):
    """A stream of things that have happened, each once, in JSON with a number; who cannot be given all of those that he
    missed gets the whole picture first.
    """

    def take(self, picture: Picture) -> None:
        """What there is now, for who comes new; {"events": [...]} beside it is what has happened."""
        for event in picture.get("events", ()):
            self.number += 1
            self._kept.append((self.number, self._text(event)))
        self.shown = {key: value for key, value in picture.items() if key != "events"}
        if picture.get("events"):
            self.wake()

    def since(self, last: str) -> tuple[str, list[str]]:
        """See Feed."""
        if not self._knows(last):
            return f"{self.boot}-{self.number}", [self._text({"type": "table", **self.shown})]
        return super().since(last)

    def _text(self, event: Mapping[str, Any]) -> str:
        return f"id: {self.boot}-{self.number}\ndata: {json.dumps(event, separators=(',', ':'))}\n\n"


class Hub:
    """The feeds of all roles in the server's loop; `offer` and `tell` may be called from any thread."""

    def __init__(self, feeds: Mapping[str, Feed]) -> None:
        self.feeds = feeds
        self._loop: asyncio.AbstractEventLoop | None = None
        self._latest: dict[str, Picture] | None = None
        self._told: list[tuple[str, Picture, bool]] = []  # before the loop runs
        self._lock = Lock()

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Take what has been offered, and from now on what is."""
        with self._lock:
            self._loop = loop
            for told in self._told:
                loop.call_soon(self._tell, *told)
            self._told = []
            if self._latest is not None:
                loop.call_soon(self._take)

    def close(self) -> None:
        """The server is going: every stream ends, so that it need not wait for them."""
        for feed in self.feeds.values():
            feed.closed = True
            feed.wake()

    def offer(self, pictures: Mapping[str, Picture]) -> None:
        """The latest pictures; those that nobody has taken yet are overtaken."""
        with self._lock:
            waiting = self._latest is not None
            self._latest = {**(self._latest or {}), **pictures}
            if not waiting and self._loop is not None and not self._loop.is_closed():
                self._loop.call_soon_threadsafe(self._take)

    def tell(self, feed: str, picture: Picture, forget: bool = False) -> None:
        """A picture that none overtakes; with `forget` nothing that the feed sent before is sent again."""
        with self._lock:
            if self._loop is None:
                self._told = [*self._told[-KEPT:], (feed, picture, forget)]
            elif not self._loop.is_closed():
                self._loop.call_soon_threadsafe(self._tell, feed, picture, forget)

    def _tell(self, feed: str, picture: Picture, forget: bool) -> None:
        if forget:
            self.feeds[feed].forget()
        self.feeds[feed].take(picture)

    def _take(self) -> None:
        with self._lock:
            pictures, self._latest = self._latest, None
        for role, picture in (pictures or {}).items():
            self.feeds[role].take(picture)
