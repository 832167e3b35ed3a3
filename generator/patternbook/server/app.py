"""Serve a book over standard input and output.

Importing the SDK is nearly all of the start-up time. So it is imported here, while the book is read, with
the garbage collector out of the way, and only after the pipes to the client are safe from stray output.
"""

from __future__ import annotations

import gc
import os
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NoReturn

from patternbook.server.background import Background
from patternbook.server.ending import Ending
from patternbook.server.journal import route_logging
from patternbook.server.wire import Wire
from patternbook.telemetry import Telemetry

if TYPE_CHECKING:
    from collections.abc import Callable

    from patternbook.book import Book
    from patternbook.server.background import Later
    from patternbook.server.options import ServerOptions


def serve(open_book: Callable[[Later], Book], options: ServerOptions) -> NoReturn:
    """Serve until the client closes its end or a signal comes; then end the process with exit code 0.

    Args:
        open_book: opens what is to be searched; called once, in another thread. What it gives to the function
            that it is called with is done when the server already answers; searches wait for it.
        options: budget, form, log.

    Raises:
        PatternbookError: the book cannot be opened or indexed, the log cannot be written, or a pipe is
            closed.
    """
    gc.disable()
    telemetry = Telemetry.open(options.log_level, options.log_file)
    wire = Wire.claim()
    ending = Ending()
    background = Background()
    with ThreadPoolExecutor(1, "patternbook-open") as reader:
        opening = reader.submit(open_book, background.put_off)
        import anyio

        from patternbook.server.protocol import build_server
        from patternbook.server.stdio import Session
        from patternbook.server.tools import Context

        book = opening.result()
    route_logging(telemetry)
    server = build_server(Context(book, options, telemetry))
    gc.freeze()
    gc.enable()

    async def main() -> None:
        session = Session(wire, ending, background)
        ending.stop_with(session.stop)
        await session.serve(server)

    anyio.run(main)
    telemetry.close()
    if background.failure:
        raise background.failure
    # Threads that still search, or wait for input, must not hold the process.
    os._exit(0)
