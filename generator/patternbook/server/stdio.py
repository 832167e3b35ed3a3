"""One client on a wire: every request that was read is answered before the process ends.

The SDK drops what it has not answered when its input ends, so it is never told of the end: this side
counts what is open, waits until all is answered or the time for it is over, and then leaves.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import Counter
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import anyio
from mcp.shared.message import ServerMessageMetadata, SessionMessage
from mcp.types import CONNECTION_CLOSED, JSONRPCError, JSONRPCRequest, JSONRPCResponse

from patternbook.server.intake import Intake
from patternbook.server.messages import TOO_LONG, Fault, decode
from patternbook.server.outbox import Outbox

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
    from mcp.server.lowlevel import Server
    from mcp.types import JSONRPCMessage, RequestId

    from patternbook.server.background import Background
    from patternbook.server.ending import Ending
    from patternbook.server.wire import Wire

_MOST_OPEN = 64
"""Requests that are answered at a time; the next one waits."""

_GRACE = 0.75
"""Seconds from the end of input until requests that are still open are given up."""

_FAREWELL = 0.1
"""Seconds to tell so, and as many again for the client to read it."""

_GLANCE = 0.2
"""Seconds between two looks whether a client that has to wait is still there."""

_GIVEN_UP = "given up: the input ended, and the time to answer what was open is over"

_log = logging.getLogger(__name__)


class Session:
    """Serves the client at the other end of a wire. To be made in the event loop that serves."""

    def __init__(self, wire: Wire, ending: Ending, background: Background) -> None:
        """Prepare.

        Args:
            wire: the pipes to the client.
            ending: told when the last second begins.
            background: what searches may have to wait for.
        """
        self._wire = wire
        self._ending = ending
        self._background = background
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self._intake = Intake(wire.lines(), self._tell)
        self._outbox = Outbox(wire.write, self._tell)
        self._coming: Iterator[JSONRPCMessage | Fault] | None = None
        """Messages of the lines that were taken and not passed on yet."""
        self._open: Counter[RequestId] = Counter()
        self._count = 0
        self._stopped = False

    def stop(self) -> None:
        """Behave as if the input had ended. To be called from any thread."""
        self._stopped = True
        self._tell()

    async def serve(self, server: Server[Any]) -> None:
        """Serve until the input has ended and what was read is answered."""
        requests, inbound = anyio.create_memory_object_stream[SessionMessage | Exception]()
        outbound, answers = anyio.create_memory_object_stream[SessionMessage]()
        self._intake.start()
        self._outbox.start()
        self._background.start(self._tell)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._collect, answers)
            tasks.start_soon(server.run, inbound, outbound, server.create_initialization_options())
            tasks.start_soon(self._feed, requests)
            await self._end()
            # The SDK would answer what is open too, in its own words.
            answers.close()
            tasks.cancel_scope.cancel()
            self._leave()

    async def _feed(self, requests: MemoryObjectSendStream[SessionMessage | Exception]) -> None:
        while True:
            await self._until(lambda: bool(self._intake))
            self._coming = self._messages()
            for found in self._coming:
                if isinstance(found, Fault):
                    self._outbox.put(found.line())
                else:
                    await self._pass_on(found, requests)
            self._coming = None
            self._news.set()

    def _messages(self) -> Iterator[JSONRPCMessage | Fault]:
        while self._intake:
            line = self._intake.take()
            yield from (TOO_LONG,) if line is None else decode(line)

    async def _pass_on(
        self, message: JSONRPCMessage, requests: MemoryObjectSendStream[SessionMessage | Exception]
    ) -> None:
        if not isinstance(message, JSONRPCRequest):
            await requests.send(SessionMessage(message))
            return
        self._open[message.id] += 1
        self._count += 1
        if self._count > _MOST_OPEN or self._outbox.full:
            # Down to half, so that there is not a wait for each single answer.
            await self._until(lambda: self._count <= _MOST_OPEN // 2 and not self._outbox.full)
        # A request that the client cancels is never answered; the SDK tells so through this hook.
        metadata = ServerMessageMetadata(on_request_unanswered=partial(self._unanswered, message.id))
        await requests.send(SessionMessage(message, metadata))

    async def _collect(self, answers: MemoryObjectReceiveStream[SessionMessage]) -> None:
        with suppress(anyio.ClosedResourceError):
            async for answer in answers:
                message = answer.message
                self._outbox.put(_encoded(message))
                if isinstance(message, JSONRPCResponse | JSONRPCError):
                    self._settle(message.id)

    async def _unanswered(self, request_id: RequestId) -> None:
        self._settle(request_id)

    def _settle(self, request_id: RequestId | None) -> None:
        if request_id is None or not self._open[request_id]:
            return
        self._open[request_id] -= 1
        if not self._open[request_id]:
            del self._open[request_id]
        self._count -= 1
        if self._count in (0, _MOST_OPEN // 2):
            self._news.set()

    async def _end(self) -> None:
        """Return when it is time to leave."""
        await self._until(lambda: self._intake.ended or self._stopped or self._useless)
        while self._busy and not (self._background.done or self._stopped or self._wire.deserted()):
            with anyio.move_on_after(_GLANCE):
                await self._until(lambda: self._background.done or self._stopped or not self._busy)
        self._ending.begin()
        with anyio.move_on_after(_GRACE):
            await self._until(lambda: self._outbox.broken or not self._busy)

    @property
    def _useless(self) -> bool:
        """Whether nobody listens any more, or there is nothing to search."""
        return self._outbox.broken or self._background.failure is not None

    @property
    def _busy(self) -> bool:
        return bool(self._count or self._intake or self._coming)

    def _leave(self) -> None:
        """Tell of each request that it is given up, as far as time allows."""
        if self._busy and not self._outbox.broken:
            given_up = 0
            until = time.monotonic() + _FAREWELL
            for request_id in self._rest():
                self._outbox.put(Fault(CONNECTION_CLOSED, _GIVEN_UP, request_id).line())
                given_up += 1
                if time.monotonic() > until:
                    break
            _log.warning("%d requests were given up at the end of input", given_up)
        self._outbox.finish(_FAREWELL)

    def _rest(self) -> Iterator[RequestId]:
        yield from self._open.elements()
        for messages in (self._coming or (), self._messages()):
            for found in messages:
                if isinstance(found, JSONRPCRequest):
                    yield found.id

    async def _until(self, holds: Callable[[], bool]) -> None:
        """Wait until a condition holds; whatever may change one sets the event."""
        while not holds():
            self._news.clear()
            await self._news.wait()

    def _tell(self) -> None:
        """Set the event from another thread, unless the loop has gone."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._news.set)


def _encoded(message: JSONRPCMessage) -> bytes:
    try:
        return message.model_dump_json(by_alias=True, exclude_unset=True).encode()
    except ValueError:
        # Half a character, echoed from a request: no UTF-8 can hold it, an escape can.
        return json.dumps(message.model_dump(by_alias=True, exclude_unset=True)).encode()
