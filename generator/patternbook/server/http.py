"""Serve a book over HTTP, at one address, to any number of clients."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

import uvicorn

from patternbook.server.admission import Admission
from patternbook.server.capacity import Capacity
from patternbook.server.deadlines import TimedProtocol
from patternbook.server.ending import Ending
from patternbook.server.journal import route_logging
from patternbook.server.listening import Address, Resolved
from patternbook.server.protocol import build_server
from patternbook.server.tools import Context
from patternbook.server.webapp import LARGEST_HEAD, PATH, web_app
from patternbook.telemetry import Telemetry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from starlette.applications import Starlette

    from patternbook.book import Book
    from patternbook.server.listening import Listener
    from patternbook.server.options import ServerOptions


@dataclass(frozen=True, slots=True)
class Door:
    """Where to serve, and whom."""

    address: str
    """``HOST:PORT``."""
    hosts: tuple[str, ...] = ()
    """Names by which clients may ask; where only this machine can connect, its own need not be given."""
    origins: tuple[str, ...] = ()
    """Origins of web pages that may ask."""


def serve_http(open_book: Callable[[], Book], options: ServerOptions, door: Door) -> NoReturn:
    """Serve until a signal comes; then answer what was asked and end the process with exit code 0.

    Args:
        open_book: opens what is to be searched; called once, after the address is bound.
        options: budget, form, log.
        door: where to serve, and whom.

    Raises:
        PatternbookError: the address or a name is malformed, cannot be bound, or needs hosts spelled out;
            the book cannot be opened, or the log cannot be written.
    """
    resolved = Resolved.of(Address.parse(door.address))
    admission = Admission.of(resolved.address, door.hosts, door.origins, loopback=resolved.loopback)
    telemetry = Telemetry.open(options.log_level, options.log_file)
    listener = resolved.listen()
    ending = Ending()
    book = open_book()
    route_logging(telemetry)
    app = web_app(build_server(Context(book, options, telemetry), threaded=False), book, admission)
    gc.collect()
    gc.freeze()
    sys.stderr.write(f"patternbook: serving at http://{listener.address}{PATH}\n")
    asyncio.run(_serve(app, listener, ending))
    telemetry.close()
    # A thread that still searches must not hold the process.
    os._exit(0)


async def _serve(app: Starlette, listener: Listener, ending: Ending) -> None:
    capacity = Capacity.here()
    server = _Server(
        uvicorn.Config(
            app,
            http=TimedProtocol,
            ws="none",
            lifespan="on",
            interface="asgi3",
            log_config=None,
            # Requests are none of the log's business, malformed ones no more than others.
            log_level="error",
            access_log=False,
            proxy_headers=False,
            server_header=False,
            limit_concurrency=capacity.connections,
            backlog=capacity.backlog,
            h11_max_incomplete_event_size=LARGEST_HEAD,
            timeout_keep_alive=int(TimedProtocol.deadlines.idle),
        )
    )

    def stop() -> None:
        # In the signal's handler, not in the loop: a search may hold that for longer than an end may take.
        ending.begin()
        server.should_exit = True

    ending.stop_with(stop)
    await server.serve(sockets=list(listener.sockets))


class _Server(uvicorn.Server):
    """Leaves signals to us: uvicorn would raise them again once it has ended."""

    def capture_signals(self) -> AbstractContextManager[Iterator[None]]:  # type: ignore[override]
        return nullcontext(iter(()))
