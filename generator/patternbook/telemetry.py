"""What is logged for a search: one JSON object a line, on standard error or in a file.

Nothing here touches the network, and a log that cannot be written never disturbs an answer.
"""

from __future__ import annotations

import hashlib
import json
import os
import queue
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Protocol

from patternbook.errors import ConfigError

if TYPE_CHECKING:
    from pathlib import Path

    from patternbook.search.results import Match

LEVELS = {"debug": 10, "info": 20, "warning": 30, "error": 40}
"""Names of the log levels with their rank."""

_BACKLOG = 1_000
_PATIENCE = 0.2


@dataclass(frozen=True, slots=True)
class SearchRecord:
    """What is known of one search once it is answered."""

    query: str
    """As received, before it was trimmed or cut."""
    result_count: int
    """Number of results in the answer."""
    top_score: float
    """Score of the first result; 0 when there is none."""
    match: Match
    limit: int
    """The limit that was applied."""
    corpora: tuple[str, ...]
    """Names of the corpora that were searched."""
    duration_us: int
    """From the arguments to the finished answer, in microseconds."""


class Sink(Protocol):
    """Where lines go."""

    def write(self, line: str) -> None:
        """Take one line without its line end. Never raises, never waits for a reader."""

    def close(self) -> None:
        """Write what is left, as far as that takes no time worth speaking of."""


class Telemetry:
    """Writes events of at least one level to a sink."""

    def __init__(self, level: str, sink: Sink) -> None:
        if level.lower() not in LEVELS:
            raise ConfigError(f"log level {level!r}: expected one of {', '.join(LEVELS)}")
        self._rank = LEVELS[level.lower()]
        self._sink = sink

    @classmethod
    def open(cls, level: str, file: Path | None) -> Telemetry:
        """Log to a file, or to standard error when there is none.

        Raises:
            ConfigError: no such level, or the file cannot be written.
        """
        return cls(level, StreamSink() if file is None else FileSink(file))

    @property
    def level(self) -> int:
        """Rank of the lowest level that is written, as in the standard library's ``logging``."""
        return self._rank

    def search(self, record: SearchRecord, event: str = "search") -> None:
        """Log an answered search. The query itself is written at ``debug`` only, its hash always."""
        fields: dict[str, object] = {
            "query_hash": query_hash(record.query),
            "result_count": record.result_count,
            "top_score": record.top_score,
            "match": record.match,
            "limit": record.limit,
            "corpora": list(record.corpora),
            "duration_us": record.duration_us,
        }
        if self._rank <= LEVELS["debug"]:
            self.write("debug", event, {**fields, "query": record.query})
        else:
            self.write("info", event, fields)

    def write(self, level: str, event: str, fields: dict[str, object]) -> None:
        """Log any event of the level, if that level is written."""
        if LEVELS[level] < self._rank:
            return
        stamp = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        self._sink.write(json.dumps({"timestamp": stamp, "level": level.upper(), "event": event, **fields}))

    def close(self) -> None:
        """Write what is left."""
        self._sink.close()


def query_hash(query: str) -> str:
    """Lowercase hexadecimal SHA-256 of a query's UTF-8."""
    return hashlib.sha256(query.encode("utf-8", "surrogatepass")).hexdigest()


class FileSink:
    """Appends to a file that only its owner can read: at ``debug`` it holds what people asked.

    Each line is one write to a descriptor in append mode, so several servers can share a file.
    """

    def __init__(self, path: Path) -> None:
        try:
            self._descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        except OSError as error:
            raise ConfigError(
                f"{path}: log file cannot be written ({error.strerror}); name a file in a folder that exists"
            ) from None

    def write(self, line: str) -> None:
        """Append one line."""
        with suppress(OSError):
            os.write(self._descriptor, (line + "\n").encode())

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

    def write(self, line: str) -> None:
        """Queue one line."""
        with suppress(queue.Full):
            self._lines.put_nowait(line)

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
