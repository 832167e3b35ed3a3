"""Where log lines go; nothing here ever waits for a reader."""

from __future__ import annotations

import logging
import os
import queue
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from patternbook.errors import ConfigError

if TYPE_CHECKING:
    from pathlib import Path

_BACKLOG = 10_000
_PATIENCE = 0.2


class Sink(Protocol):
    """Where lines go."""

    def write(self, line: str) -> bool | None:
        """Take one line without its line end; ``False`` if it was dropped. Never raises, never waits."""

    def close(self) -> None:
        """Write what is left, as far as that takes no time worth speaking of."""


class SinkHandler(logging.Handler):
    """Writes records to a sink, and tells in the log how many lines were lost before a line."""

    def __init__(self, sink: Sink) -> None:
        super().__init__()
        self._sink = sink
        self._lost = 0

    def emit(self, record: logging.LogRecord) -> None:
        """Write one record; one that cannot be formatted counts as lost."""
        try:
            self._own_up()
            taken = self._sink.write(self.format(record))
        except Exception:  # noqa: BLE001 — a library's faulty record; the usual report would print its arguments
            taken = False
        if taken is False:
            self._lost += 1

    def close(self) -> None:
        """Write what is left."""
        self._own_up()
        self._sink.close()
        super().close()

    def _own_up(self) -> None:
        if not self._lost:
            return
        note = logging.LogRecord(
            __name__, logging.WARNING, __file__, 0, "%d log lines were dropped", (self._lost,), None
        )
        if self._sink.write(self.format(note)) is not False:
            self._lost = 0


class FileSink:
    """Appends to a file that only its owner can read: at ``debug`` it holds what people asked.

    Each line is one write to a descriptor in append mode, so several servers can share a file.
    """

    def __init__(self, path: Path) -> None:
        # Without waiting: a named pipe that nobody reads would otherwise hold the server for good.
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NONBLOCK", 0)
        try:
            self._descriptor = os.open(path, flags, 0o600)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise ConfigError(
                f"{path}: log file cannot be written ({reason}); name a file in a folder that exists"
            ) from None

    def write(self, line: str) -> bool:
        """Append one line."""
        with suppress(OSError):
            os.write(self._descriptor, (line + "\n").encode())
            return True
        return False

    def close(self) -> None:
        """Nothing is left: lines are not buffered."""


class StreamSink:
    """Writes to standard error from a thread of its own.

    Some clients never read the pipe behind it; once that is full, a write there would stop the server
    for good. So lines wait here instead, and the newest are dropped when too many wait.
    """

    def __init__(self) -> None:
        self._lines: queue.Queue[str | None] = queue.Queue(_BACKLOG)
        self._thread = threading.Thread(target=self._drain, name="patternbook-log", daemon=True)
        self._thread.start()

    def write(self, line: str) -> bool:
        """Queue one line."""
        try:
            self._lines.put_nowait(line)
        except queue.Full:
            return False
        return True

    def close(self) -> None:
        """Give the thread a moment to write what waits."""
        with suppress(queue.Full):
            self._lines.put_nowait(None)
        self._thread.join(_PATIENCE)

    def _drain(self) -> None:
        while (line := self._lines.get()) is not None:
            # A stream that is closed raises ValueError, a broken pipe OSError; there is nobody to tell.
            with suppress(OSError, ValueError):
                sys.stderr.write(line + "\n")
                sys.stderr.flush()
