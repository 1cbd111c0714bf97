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
from time import monotonic
from typing import Any

from host_tools.live.picture import Picture

KEPT = 256  # increments of a role
DELAYED = 20_000  # pictures of a role that wait for their time, at most
BREATH_S = 15.0  # a line at least so often: whoever is gone is found out, and a log-out is heeded


class Feed:
    """The stream of one role, `delay_s` behind the table; `now` gives seconds."""

    def __init__(self, delay_s: float = 0, now: Callable[[], float] = monotonic) -> None:
        self.boot = secrets.token_hex(4)  # another server, other numbers
        self.number = 0
        self.shown: Picture = {}
        self.changed = asyncio.Event()
        self.closed = False
        self.delay_s = delay_s
        self._now = now
        self._taken: Picture = {}
        self._waiting: deque[tuple[float, Picture]] = deque(maxlen=DELAYED)
        self._kept: deque[tuple[int, str]] = deque(maxlen=KEPT)

    def take(self, picture: Picture) -> None:
        """The table as it is now."""
        news = {key: value for key, value in picture.items() if self._taken.get(key) != value}
        self._taken = picture
        if news:
            self._waiting.append((self._now() + self.delay_s, news))
        self.release()

    def release(self) -> None:
        """Show what has waited long enough."""
        news: Picture = {}
        while self._waiting and self._waiting[0][0] <= self._now():
            news |= self._waiting.popleft()[1]
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
        boot, _, number = last.partition("-")
        here = f"{self.boot}-{self.number}"
        first = self._kept[0][0] if self._kept else self.number + 1
        if boot == self.boot and number.isdigit() and first - 1 <= int(number) <= self.number:
            return here, [text for kept, text in self._kept if kept > int(number)]
        return here, [message("whole", self.shown, self.boot, self.number)]

    async def messages(self, last: str, alive: Callable[[], bool]) -> AsyncIterator[str]:
        """Server-sent events for one page, as long as it may have them."""
        while alive() and not self.closed:
            changed = self.changed
            last, found = self.since(last)
            for text in found:
                yield text
            try:
                await asyncio.wait_for(changed.wait(), BREATH_S)
            except TimeoutError:
                yield ": the table is still watched\n\n"


def message(kind: str, value: Mapping[str, Any], boot: str, number: int) -> str:
    """One server-sent event; JSON has no line break of its own."""
    return f"id: {boot}-{number}\nevent: {kind}\ndata: {json.dumps(value, separators=(',', ':'))}\n\n"


class Hub:
    """The feeds of all roles in the server's loop; `offer` may be called from any thread."""

    def __init__(self, feeds: Mapping[str, Feed]) -> None:
        self.feeds = feeds
        self._loop: asyncio.AbstractEventLoop | None = None
        self._latest: Mapping[str, Picture] | None = None
        self._lock = Lock()

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Take what has been offered, and from now on what is."""
        with self._lock:
            self._loop = loop
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
            self._latest = pictures
            if not waiting and self._loop is not None and not self._loop.is_closed():
                self._loop.call_soon_threadsafe(self._take)

    def _take(self) -> None:
        with self._lock:
            pictures, self._latest = self._latest, None
        for role, picture in (pictures or {}).items():
            self.feeds[role].take(picture)
