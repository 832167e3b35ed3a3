"""One HTTP connection with an end to every wait for the client.

uvicorn bounds the size of a request's head and how long a connection may idle between requests. It would
wait for ever for a first request, for the rest of a started one, and for a client that does not read; and it
would keep whatever a client sends ahead of its answers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

if TYPE_CHECKING:
    import asyncio

_Phase = Literal["receiving", "answering", "idle"]

_TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"

_MOST_AHEAD = 65_536
"""Bytes of further requests that may come in before one is answered; beyond, the connection ends with it."""


@dataclass(frozen=True, slots=True)
class Deadlines:
    """Seconds that each phase of a connection may take."""

    receiving: float = 20.0
    """From the connection, or the first byte of a further request, to the last byte of the request."""
    answering: float = 60.0
    """From there until the answer has been handed to the network."""
    idle: float = 75.0
    """From there to the first byte of the next request. Load balancers tend to keep connections for 60."""
    closing: float = 5.0
    """For what still waits to be read by the client when the connection closes."""


class TimedProtocol(H11Protocol):
    """uvicorn's protocol, which closes the connection when a phase takes too long."""

    deadlines = Deadlines()

    _phase: _Phase | None = None
    _timer: asyncio.TimerHandle | None = None
    _ahead: int = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._enter("receiving")
        # Up to here a request is told with status 503 that it is one too many; a silent client would hold on.
        if self.limit_concurrency and len(self.connections) > self.limit_concurrency * 9 // 8:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Begin to wait for the rest of a request, unless this was all of it."""
        if self._phase == "idle":
            self._ahead = 0
            self._enter("receiving")
        elif self._phase == "answering":
            self._look_ahead(len(data))
        super().data_received(data)
        open_cycle = self._open_cycle
        if open_cycle is not None and not open_cycle.more_body:
            self._enter("answering")

    def on_response_complete(self) -> None:
        """Begin to wait for the next request, or to answer one that came in meanwhile."""
        self._phase = None
        answered = self.cycle
        super().on_response_complete()
        if self.cycle is answered:
            self._enter("receiving" if self.conn.trailing_data[0] or answered.more_body else "idle")
        else:
            self._enter("receiving" if self.cycle.more_body else "answering")

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing any more."""
        self._cancel()
        super().connection_lost(exc)

    @property
    def _open_cycle(self) -> RequestResponseCycle | None:
        """The request whose head has come in and whose answer has not gone out, if there is one."""
        cycle: RequestResponseCycle | None = self.cycle
        return None if cycle is None or cycle.response_complete else cycle

    def _look_ahead(self, count: int) -> None:
        self._ahead += count
        if self._ahead > _MOST_AHEAD and self._open_cycle is not None:
            self._open_cycle.keep_alive = False

    def _enter(self, phase: _Phase) -> None:
        if phase == self._phase:
            return
        self._phase = phase
        self._cancel()
        self._timer = self.loop.call_later(getattr(self.deadlines, phase), self._end)

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _end(self) -> None:
        """Close; and cut the connection if the client does not take what is left."""
        begun = self.conn.trailing_data[0] or self._open_cycle is not None
        if self._phase == "receiving" and begun:
            self.transport.write(_TOO_SLOW)
        self.transport.close()
        self._timer = self.loop.call_later(self.deadlines.closing, self.transport.abort)
