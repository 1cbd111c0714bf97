"""The live table's server: pages, log-in, one stream a page, calls. It decides nothing; it passes on and refuses."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from host_tools.live.desk import Desk, Refused
from host_tools.live.doors import Doors, Session
from host_tools.live.feed import Hub
from host_tools.live.guard import Guard, host_names
from host_tools.live.roles import CALLS, ROLES

PAGE = Path(__file__).with_name("page")
TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
COOKIE = "railbird"
MAX_BODY = 4096
STREAMS = 64
ANSWER_S = 10.0  # how long a call may take at the table
LETTERS = 40  # of a name
UNPRINTABLE = "expected texts that can be printed"


class Server:
    """The routes of one table, and `more`. `felt` is where the zones lie, as JSON values."""

    def __init__(
        self,
        hub: Hub,
        desk: Desk,
        doors: Doors,
        felt: Mapping[str, Any],
        bound: str = "127.0.0.1",
        more: Sequence[Route] = (),
    ) -> None:
        self._hub = hub
        self._desk = desk
        self._doors = doors
        self._felt = felt
        self._streams = 0
        # Read once: what is asked for by name is looked up here and never in the file system.
        self._files = {
            path.name: (path.read_bytes(), TYPES[path.suffix])
            for path in PAGE.iterdir()
            if path.suffix in TYPES
        }
        self.app = Starlette(
            routes=[
                Route("/", self._index),
                Route("/page/{name}", self._file),
                Route("/api/me", self._me),
                Route("/api/felt", self._places),
                Route("/api/events", self._events),
                Route("/api/way/{about}", self._way),
                Route("/api/login", self._login, methods=["POST"]),
                Route("/api/logout", self._logout, methods=["POST"]),
                Route("/api/do", self._do, methods=["POST"]),
                *more,
            ],
            middleware=[Middleware(Guard, names=host_names(bound))],
            exception_handlers={HTTPException: _refusal},
            lifespan=self._lifespan,
            max_body_size=MAX_BODY,
        )

    @asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        self._hub.start(asyncio.get_running_loop())
        yield

    # Pages.

    async def _index(self, _request: Request) -> Response:
        body, kind = self._files["index.html"]
        return Response(body, media_type=kind)

    async def _file(self, request: Request) -> Response:
        found = self._files.get(request.path_params["name"])
        if found is None:
            raise HTTPException(404, "no such file")
        return Response(found[0], media_type=found[1])

    async def _places(self, request: Request) -> Response:
        self._session(request)
        return JSONResponse(self._felt)

    # Who is it.

    def _session(self, request: Request) -> Session:
        session = self._doors.session(request.cookies.get(COOKIE))
        if session is None:
            raise HTTPException(401, "not logged in")
        return session

    async def _me(self, request: Request) -> Response:
        session = self._doors.session(request.cookies.get(COOKIE))
        told: dict[str, Any] = {"roles": ROLES, "open": self._doors.passwords is None, "role": None}
        if session is not None:
            told |= {"role": session.role, "who": session.who, "token": session.token}
        return JSONResponse(told)

    async def _login(self, request: Request) -> Response:
        body = await _body(request)
        role, password, who = (body.get(name, "") for name in ("role", "password", "who"))
        if not all(isinstance(text, str) for text in (role, password, who)) or len(password) > 200:
            raise HTTPException(400, "expected role, password and who")
        if not printable([role, who]) or not _is_utf8(password):
            raise HTTPException(400, UNPRINTABLE)
        address = request.client.host if request.client else ""
        if self._doors.blocked(address):
            raise HTTPException(429, "too many tries: wait a minute")
        if not await run_in_threadpool(self._doors.admits, role, password, address):
            raise HTTPException(403, "no such role, or another password")
        before = request.cookies.get(COOKIE)
        if before:
            self._doors.leave(before)
        secret, _session = self._doors.enter(role, who.strip()[:LETTERS] or role)
        answer = JSONResponse({"role": role})
        secure = request.url.scheme == "https"
        answer.set_cookie(COOKIE, secret, httponly=True, samesite="strict", secure=secure, path="/")
        return answer

    async def _logout(self, request: Request) -> Response:
        self._caller(request)
        self._doors.leave(request.cookies[COOKIE])
        for feed in self._hub.feeds.values():
            feed.wake()
        answer = JSONResponse({})
        answer.delete_cookie(COOKIE, path="/")
        return answer

    # What goes out.

    async def _events(self, request: Request) -> Response:
        session = self._session(request)
        if self._streams >= STREAMS:
            raise HTTPException(503, "too many pages are watching")
        feed = self._hub.feeds[session.role]
        last = request.headers.get("last-event-id", "")[:40]

        async def counted() -> AsyncIterator[str]:
            self._streams += 1
            try:
                async for text in feed.messages(last, lambda: self._doors.alive(session)):
                    yield text
            finally:
                self._streams -= 1

        return StreamingResponse(counted(), media_type="text/event-stream")

    async def _way(self, request: Request) -> Response:
        session = self._session(request)
        if self._doors.hurries(session):
            raise HTTPException(429, "too many calls at once")
        about = request.path_params["about"]
        named = (
            about.isascii() and len(about) <= LETTERS
        )  # an id of ours: its digits are those that int() reads
        found = await run_in_threadpool(self._desk.way, about, session.role) if named else None
        if found is None:
            raise HTTPException(404, "not kept any more, or not for this role")
        return JSONResponse(found)

    # What comes in.

    def _caller(self, request: Request) -> Session:
        """The session of a call, which carries its token beside the cookie."""
        session = self._session(request)
        if request.headers.get("x-railbird-token") != session.token:
            raise HTTPException(403, "a call without its token")
        if self._doors.hurries(session):
            raise HTTPException(429, "too many calls at once")
        return session

    async def _do(self, request: Request) -> Response:
        session = self._caller(request)
        body = await _body(request)
        call, args = body.get("call"), body.get("args", {})
        if not isinstance(call, str) or call not in CALLS or not isinstance(args, dict):
            raise HTTPException(400, f"expected a call of {', '.join(CALLS)} and its args")
        if not printable(args):
            raise HTTPException(400, UNPRINTABLE)
        if session.role not in CALLS[call]:
            raise HTTPException(403, f"{call}: not for the {session.role}")
        try:
            waiting = asyncio.wrap_future(self._desk.ask(call, args, session.who))
            done = await asyncio.wait_for(waiting, ANSWER_S)
        except Refused as error:
            raise HTTPException(409, str(error)) from None
        except TimeoutError:
            raise HTTPException(504, "the table did not answer") from None
        return JSONResponse({"done": done})


async def _body(request: Request) -> dict[str, Any]:
    try:
        body = await request.json()
    except (ValueError, RecursionError):
        raise HTTPException(400, "expected JSON") from None
    if not isinstance(body, dict):
        raise HTTPException(400, "expected a JSON object")
    return body


def printable(value: Any) -> bool:
    """Whether every text in a JSON value can be printed, which a lone surrogate, no UTF-8, cannot."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            waiting += [*one, *one.values()]
        elif isinstance(one, list):
            waiting += one
        elif isinstance(one, str) and not one.isprintable():
            return False
    return True


def _is_utf8(text: str) -> bool:
    """Whether it is without lone surrogates; a password may hold what cannot be printed."""
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


async def _refusal(_request: Request, error: Exception) -> Response:
    """One line of JSON, whatever was wrong."""
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": error.detail}, error.status_code, headers=error.headers)
