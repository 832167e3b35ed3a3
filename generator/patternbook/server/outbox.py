"""What is said to the client, written in a thread of its own, so that one who does not read holds nothing."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_UNREAD = 8_000_000
"""Bytes that may wait to be written before no more requests are taken on."""


class Outbox:
    """Lines that wait to be written, and the thread that writes them."""

    def __init__(self, write: Callable[[bytes], None], tell: Callable[[], None]) -> None:
        """Prepare to write.

        Args:
            write: writes bytes and ends the line; may wait, and raises ``OSError`` if nobody will read.
            tell: called in the thread when room was made, and when there is nobody to write to.
        """
        self._write = write
        self._tell = tell
        self._waiting: list[bytes] = []
        self._size = 0
        self._last = False
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._drain, name="patternbook-output", daemon=True)
        self.broken = False
        """Whether the client has stopped listening."""

    @property
    def full(self) -> bool:
        """Whether the client has so much to read that it should not be given more to wait for."""
        return self._size >= MOST_UNREAD

    def start(self) -> None:
        """Begin to write."""
        self._thread.start()

    def put(self, line: bytes) -> None:
        """Take a line without its line end. Never waits."""
        with self._news:
            self._waiting.append(line)
            self._size += len(line)
            self._news.notify()

    def finish(self, patience: float) -> None:
        """Let what waits be written, for so many seconds at most."""
        with self._news:
            self._last = True
            self._news.notify()
        self._thread.join(patience)

    def _drain(self) -> None:
        try:
            while batch := self._next():
                self._write(b"\n".join(batch))
                with self._news:
                    relieved = self.full
                    self._size -= sum(map(len, batch))
                if relieved:
                    self._tell()
        except OSError:
            self.broken = True
            self._tell()

    def _next(self) -> list[bytes]:
        with self._news:
            self._news.wait_for(lambda: self._waiting or self._last)
            batch, self._waiting = self._waiting, []
        return batch
