"""What the client sends, read ahead of what is answered, so that the end of it is seen when it comes."""

from __future__ import annotations

import threading
from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

MOST_AHEAD = 64_000_000
"""Bytes that may wait; beyond them the client has to."""

_OVERHEAD = 64
"""Bytes that a short line takes beside its own."""


class Intake:
    """Reads lines in a thread of its own, for a read cannot be interrupted."""

    def __init__(self, lines: Iterable[bytes | None], tell: Callable[[], None]) -> None:
        """Prepare to read.

        Args:
            lines: the lines to the end of input; ``None`` for one that was too long to keep.
            tell: called in that thread when there is something to take, and at the end.
        """
        self._lines = lines
        self._tell = tell
        self._ahead: deque[bytes | None] = deque()
        self._size = 0
        self._room = threading.Condition()
        self.ended = False
        """Whether the last line has been read."""

    def start(self) -> None:
        """Begin to read."""
        threading.Thread(target=self._read, name="patternbook-input", daemon=True).start()

    def __bool__(self) -> bool:
        """Whether anything waits."""
        return bool(self._ahead)

    def take(self) -> bytes | None:
        """Return the next line.

        Raises:
            IndexError: nothing waits.
        """
        with self._room:
            line = self._ahead.popleft()
            self._size -= len(line or b"") + _OVERHEAD
            self._room.notify()
        return line

    def _read(self) -> None:
        for line in self._lines:
            with self._room:
                self._room.wait_for(lambda: self._size < MOST_AHEAD)
                self._size += len(line or b"") + _OVERHEAD
                self._ahead.append(line)
                first = len(self._ahead) == 1
            if first:
                self._tell()
        self.ended = True
        self._tell()
