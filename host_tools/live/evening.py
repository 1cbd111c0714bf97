"""The evening as charts, for those who answer for it: a route beside those of `Server`."""

from collections.abc import Callable

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from host_tools.live.doors import Doors
from host_tools.live.roles import FLOOR, PRODUCER
from host_tools.live.server import COOKIE

SEES = (FLOOR, PRODUCER)


def evening_route(doors: Doors, draw: Callable[[], str] | None) -> Route:
    """`draw` makes the SVG, None where no records are kept; it reads a database, so not in the server's loop."""

    async def evening(request: Request) -> Response:
        session = doors.session(request.cookies.get(COOKIE))
        if session is None:
            raise HTTPException(401, "not logged in")
        if session.role not in SEES:
            raise HTTPException(403, f"the evening: not for the {session.role}")
        if doors.hurries(session):
            raise HTTPException(429, "too many calls at once")
        if draw is None:
            raise HTTPException(404, "no records are kept: railbird live --record sqlite:///railbird.db")
        return Response(await run_in_threadpool(draw), media_type="image/svg+xml")

    return Route("/api/evening", evening)
