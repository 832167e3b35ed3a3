"""One client on a wire: every request that was read is answered before the end of input is passed on.

The SDK drops what it has not answered when its input ends. So the end is held back here until each
request has its answer, or until the time for that is over.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import anyio
from anyio import from_thread, to_thread
from mcp.shared.message import ServerMessageMetadata, SessionMessage
from mcp.types import INTERNAL_ERROR, JSONRPCError, JSONRPCRequest, JSONRPCResponse

from patternbook.server.messages import TOO_LONG, Fault, decode

if TYPE_CHECKING:
    from collections.abc import Callable

    from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
    from mcp.server.lowlevel import Server
    from mcp.types import JSONRPCMessage

    from patternbook.server.wire import Wire

_AT_WORK = 16
"""Requests that are answered at a time; the next one is not read before. So few are open at the end."""

_GRACE = 0.7
"""Seconds from the end of input until requests that are still open are given up."""

_log = logging.getLogger(__name__)


class Session:
    """Serves the client at the other end of a wire; ``on_end`` is called once, when its input ends."""

    def __init__(self, wire: Wire, on_end: Callable[[], None]) -> None:
        self._wire = wire
        self._on_end = on_end
        self._free = anyio.Semaphore(_AT_WORK)
        self._ended = anyio.Event()
        self._writing = anyio.Lock()

    def stop(self) -> None:
        """Behave as if the input had ended. To be called in the event loop."""
        self._ended.set()

    async def serve(self, server: Server[Any]) -> None:
        """Serve until the input has ended and what was read is answered."""
        requests, inbound = anyio.create_memory_object_stream[SessionMessage | Exception]()
        outbound, answers = anyio.create_memory_object_stream[SessionMessage]()
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._read, requests)
            tasks.start_soon(self._write, answers)
            tasks.start_soon(self._end, requests)
            await server.run(inbound, outbound, server.create_initialization_options())
            tasks.cancel_scope.cancel()

    async def _read(self, requests: MemoryObjectSendStream[SessionMessage | Exception]) -> None:
        try:
            await to_thread.run_sync(self._pump, requests, abandon_on_cancel=True)
        except (anyio.ClosedResourceError, anyio.BrokenResourceError):
            _log.debug("input that came after the end is not read")
        finally:
            self._ended.set()

    def _pump(self, requests: MemoryObjectSendStream[SessionMessage | Exception]) -> None:
        """Read to the end, in a thread of its own: a read cannot be interrupted."""
        for line in self._wire.lines():
            for found in (TOO_LONG,) if line is None else decode(line):
                if isinstance(found, Fault):
                    from_thread.run(self._send, found.line())
                else:
                    from_thread.run(self._accept, requests, found)

    async def _accept(
        self, requests: MemoryObjectSendStream[SessionMessage | Exception], message: JSONRPCMessage
    ) -> None:
        if not isinstance(message, JSONRPCRequest):
            await requests.send(SessionMessage(message))
            return
        await self._free.acquire()
        # A request that the client cancels is never answered; the SDK tells so through this hook.
        metadata = ServerMessageMetadata(on_request_unanswered=self._settle)
        await requests.send(SessionMessage(message, metadata))

    async def _settle(self) -> None:
        self._free.release()

    async def _write(self, answers: MemoryObjectReceiveStream[SessionMessage]) -> None:
        async for answer in answers:
            message = answer.message
            try:
                await self._send(_encoded(message))
            finally:
                if isinstance(message, JSONRPCResponse | JSONRPCError):
                    self._free.release()

    async def _send(self, line: bytes) -> None:
        try:
            async with self._writing:
                await to_thread.run_sync(self._wire.write, line)
        except OSError:
            self._ended.set()

    async def _end(self, requests: MemoryObjectSendStream[SessionMessage | Exception]) -> None:
        await self._ended.wait()
        self._on_end()
        with anyio.move_on_after(_GRACE):
            for _ in range(_AT_WORK):
                await self._free.acquire()
        await requests.aclose()


def _encoded(message: JSONRPCMessage) -> bytes:
    try:
        return message.model_dump_json(by_alias=True, exclude_unset=True).encode()
    except ValueError:
        # Text that cannot be written as UTF-8, echoed from a request: the client still gets an answer.
        _log.exception("an answer cannot be encoded")
        request_id = message.id if isinstance(message, JSONRPCResponse | JSONRPCError) else None
        return Fault(INTERNAL_ERROR, "the answer cannot be encoded", request_id).line()
