"""What a stream's programs ask for: the overlay for OBS, the feed of events, photos.

OBS and scripts do not log in. Where passwords are set they carry the stream's key, which the producer's page shows: as
`?key=` or as a bearer's token. It follows from the producer's password and is good as long as that is.
"""

import hmac
from collections.abc import AsyncIterator, Callable

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from host_tools.live.doors import Doors
from host_tools.live.feed import Feed, Hub
from host_tools.live.follow import Follower
from host_tools.live.roles import PRODUCER
from host_tools.live.scrub import moment, rows
from host_tools.live.server import COOKIE, PAGE
from host_tools.live.stream import EVENTS, OVERLAY, Stream
from host_tools.live.tape import Reels

STREAMS = 16

DIGITS = 12  # of the number of a hand


class Studio:
    """The routes of a stream, and of hands looked at again, beside those of `Server`. `reels(role)` are the hands that
    a role may look at, and who tells one again.
    """

    def __init__(
        self, hub: Hub, stream: Stream, doors: Doors, reels: Callable[[str], tuple[Reels, Follower]]
    ) -> None:
        self._hub = hub
        self._stream = stream
        self._doors = doors
        self._reels = reels
        self._streams = 0
        self._page = (PAGE / "overlay.html").read_bytes()
        self.routes = [
            Route("/overlay", self._overlay),
            Route("/events", self._feed(EVENTS)),
            Route("/api/overlay", self._feed(OVERLAY)),
            Route("/photo/{name}", self._photo),
            Route("/api/hand/{hand}", self._hand),
            Route("/api/hand/{hand}/{step}", self._moment),
        ]

    async def _overlay(self, _request: Request) -> Response:
        return Response(self._page, media_type="text/html")

    def _producer(self, request: Request) -> Callable[[], bool]:
        """Whether a program that asks for the stream may still have it; HTTPException where it never might."""
        key = self._doors.stream_key
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        given = token if scheme.lower() == "bearer" else request.query_params.get("key", "")
        if not key or hmac.compare_digest(given.encode(), key.encode()):
            return lambda: True
        session = self._doors.session(request.cookies.get(COOKIE))
        if session is None:
            raise HTTPException(401, "expected the stream's key, or the producer's session")
        if session.role != PRODUCER:
            raise HTTPException(403, f"the stream is not for the {session.role}")
        return lambda: self._doors.alive(session)

    def _feed(self, name: str) -> Callable[[Request], object]:
        async def answer(request: Request) -> Response:
            alive = self._producer(request)
            if self._streams >= STREAMS:
                raise HTTPException(503, "too many programs are listening")
            last = request.headers.get("last-event-id", "")[:40]
            return StreamingResponse(
                self._counted(self._hub.feeds[name], last, alive), media_type="text/event-stream"
            )

        return answer

    async def _counted(self, feed: Feed, last: str, alive: Callable[[], bool]) -> AsyncIterator[str]:
        self._streams += 1
        try:
            async for text in feed.messages(last, alive):
                yield text
        finally:
            self._streams -= 1

    async def _photo(self, request: Request) -> Response:
        self._producer(request)
        found = self._stream.roster.photos.get(request.path_params["name"])
        if found is None:
            raise HTTPException(404, "no such photo")
        return Response(found[0], media_type=found[1])

    def _asking(self, request: Request) -> str:
        """The role that asks for a hand."""
        session = self._doors.session(request.cookies.get(COOKIE))
        if session is None:
            raise HTTPException(401, "not logged in")
        if self._doors.hurries(session):
            raise HTTPException(429, "too many calls at once")
        return session.role

    async def _hand(self, request: Request) -> Response:
        role = self._asking(request)
        reels, follower = self._reels(role)
        number = _number(request, "hand") or max(reels.numbers, default=0)
        items = reels.hand(number)
        told = await run_in_threadpool(rows, items, follower, role)
        return JSONResponse({"hands": reels.numbers, "hand": number, "steps": told})

    async def _moment(self, request: Request) -> Response:
        role = self._asking(request)
        reels, follower = self._reels(role)
        items = reels.hand(_number(request, "hand"))
        found = await run_in_threadpool(moment, items, follower, role, _number(request, "step"))
        if found is None:
            raise HTTPException(404, "not kept any more, or not told yet")
        return JSONResponse(found)


def _number(request: Request, name: str) -> int:
    """The number that a path has there. Raises HTTPException for what is none."""
    text = request.path_params[name]
    if not (text.isascii() and text.isdecimal() and len(text) <= DIGITS):
        raise HTTPException(404, "no such hand")
    return int(text)
