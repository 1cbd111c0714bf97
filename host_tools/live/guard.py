"""What stands before every request: the host it names, the page it comes from, the headers of the answer."""

from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

ANYWHERE = ("0.0.0.0", "::")
SAFE = ("GET", "HEAD")
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


def host_names(bound: str) -> frozenset[str]:
    """The names under which a server bound to this address may be asked for; empty for any.

    A server without passwords is bound to the loopback, and a page elsewhere could have its own name lead there.
    """
    return frozenset() if bound in ANYWHERE else frozenset({"127.0.0.1", "localhost", "::1", bound})


def trouble(method: str, headers: Headers, names: Collection[str]) -> str:
    """Why a request is refused, '' when it is not."""
    host = headers.get("host", "")
    try:
        hostname = urlsplit(f"//{host}").hostname
        origin = urlsplit(headers.get("origin", "")).netloc
    except ValueError:  # a bracket that is never closed, an address that is none
        return "its host or its origin is no name"
    if names and hostname not in names:
        return "this server has another name"
    if method in SAFE:
        return ""
    if origin != host or not host:
        return "it comes from a page that is not this server's"
    if headers.get("sec-fetch-site", "same-origin") != "same-origin":
        return "it comes from a page that is not this server's"
    if headers.get("content-type", "").partition(";")[0] != "application/json":
        return "expected JSON"
    return ""


class Guard:
    """Refuses what `trouble` finds, and sends HEADERS with every answer."""

    def __init__(self, app: ASGIApp, names: Collection[str]) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        why = trouble(scope["method"], Headers(scope=scope), self._names)
        app: ASGIApp = PlainTextResponse(f"refused: {why}\n", 403) if why else self._app
        await app(scope, receive, with_headers)
