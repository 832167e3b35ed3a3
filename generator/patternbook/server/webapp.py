"""The server's HTTP side: the tools at ``/mcp``, what is served at ``/healthz``, and who may ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcp.server.streamable_http_manager import RequestBodyLimitMiddleware, StreamableHTTPSessionManager
from mcp.types import INVALID_REQUEST, PARSE_ERROR
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from patternbook import __version__
from patternbook.server.messages import Fault, decode

if TYPE_CHECKING:
    from mcp.server.lowlevel import Server
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from patternbook.book import Book
    from patternbook.server.admission import Admission

PATH = "/mcp"
HEALTH = "/healthz"
LARGEST_BODY = 262_144
"""Bytes of a request's body. A query is cut at 2,000 characters, so nothing honest comes near."""

LARGEST_HEAD = 16_384
"""Bytes of a request's target and headers. The parser alone would let more pass that comes in one piece."""

_JSON = "application/json"


def web_app(server: Server[Any], book: Book, admission: Admission) -> Starlette:
    """Return the application. It keeps nothing between requests, so any copy can answer any of them."""
    manager = StreamableHTTPSessionManager(server, stateless=True, json_response=True)
    endpoint = RequestBodyLimitMiddleware(_Endpoint(manager), LARGEST_BODY)
    health = _health(book)

    async def healthz(_: Request) -> Response:
        return JSONResponse(health, headers={"cache-control": "no-store"})

    app = Starlette(
        routes=[Route(PATH, _Posted(endpoint)), Route(HEALTH, healthz, methods=["GET"])],
        middleware=[
            Middleware(_Gate, admission=admission),
            # Only pages that the gate lets in come this far.
            Middleware(
                CORSMiddleware,
                allow_origin_regex=".*",
                allow_methods=["GET", "POST"],
                allow_headers=["*"],
                max_age=3_600,
            ),
        ],
        exception_handlers={404: _unknown_path},
        lifespan=lambda _: manager.run(),
    )
    app.router.redirect_slashes = False
    return app


class _Gate:
    """Refuses requests under a foreign name, from a foreign page or of undue size, whatever they ask for."""

    def __init__(self, app: ASGIApp, admission: Admission) -> None:
        self._app = app
        self._admission = admission

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and (refusal := self._refusal(scope)):
            await refusal(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _refusal(self, scope: Scope) -> Response | None:
        parts = (
            scope["raw_path"],
            scope["query_string"],
            *(part for pair in scope["headers"] for part in pair),
        )
        if sum(map(len, parts)) > LARGEST_HEAD:
            return PlainTextResponse("The head of the request is too large.\n", 431)
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._admission.takes_host(hosts[0]):
            return PlainTextResponse("This server does not go by that Host; see --allow-host.\n", 421)
        if not all(map(self._admission.takes_origin, headers.getlist("origin"))):
            return PlainTextResponse("Pages of that Origin may not ask here; see --allow-origin.\n", 403)
        return None


class _Posted:
    """Lets JSON in that was posted; whatever else is asked of the tools has no meaning without sessions."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind = Headers(scope=scope).get("content-type", "").partition(";")[0].strip().lower()
        if scope["method"] != "POST":
            refusal = PlainTextResponse("Send JSON-RPC messages by POST.\n", 405, headers={"allow": "POST"})
            await refusal(scope, receive, send)
        elif kind != _JSON:
            await PlainTextResponse(f"Send {_JSON}.\n", 415)(scope, receive, send)
        else:
            await self._app(_plain(scope), receive, send)


class _Endpoint:
    """Hands one whole message to the SDK; answers what is none."""

    def __init__(self, manager: StreamableHTTPSessionManager) -> None:
        self._manager = manager

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            body = await Request(scope, receive).body()
        except ClientDisconnect:
            return
        fault = _fault(list(decode(body)))
        if fault is not None:
            await Response(fault.line(), 400, media_type=_JSON)(scope, receive, send)
            return
        await self._manager.handle_request(scope, _replayed(body, receive), send)


def _plain(scope: Scope) -> Scope:
    """The request with its types as the SDK compares them; who names no type takes any."""
    headers = MutableHeaders(raw=list(scope["headers"]))
    headers["content-type"] = _JSON
    headers.setdefault("accept", "*/*")
    return {**scope, "headers": headers.raw}


def _fault(found: list[Any]) -> Fault | None:
    """What is wrong with a body, if it is not one message."""
    if not found:
        return Fault(INVALID_REQUEST, "the body holds no JSON-RPC 2.0 message")
    if len(found) > 1:
        return Fault(INVALID_REQUEST, "send one JSON-RPC 2.0 message a request")
    if isinstance(found[0], Fault):
        if found[0].code == PARSE_ERROR:
            return Fault(PARSE_ERROR, "not JSON; send one JSON-RPC 2.0 message as the body")
        return found[0]
    return None


def _replayed(body: bytes, receive: Receive) -> Receive:
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return waiting.pop() if waiting else await receive()

    return replay


def _health(book: Book) -> dict[str, object]:
    corpora = [
        {
            "name": volume.source.name,
            "version": volume.source.version,
            "entries": len(volume.corpus.entries),
        }
        for volume in book.volumes
    ]
    return {"status": "ok", "version": __version__, "entries": len(book), "corpora": corpora}


async def _unknown_path(_: Request, __: Exception) -> Response:
    return PlainTextResponse(f"Nothing is here; the tools are at {PATH}.\n", 404)
