"""What is logged for a search: one JSON object a line, on standard error or in a file.

Nothing here touches the network, and a log that cannot be written never disturbs an answer.
"""

from __future__ import annotations

import hashlib
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from patternbook.errors import ConfigError
from patternbook.telemetry.lines import EVENTS, LineFormatter
from patternbook.telemetry.sinks import FileSink, Sink, SinkHandler, StreamSink

if TYPE_CHECKING:
    from pathlib import Path

    from patternbook.search.results import Match

__all__ = ["LEVELS", "FileSink", "SearchRecord", "Sink", "StreamSink", "Telemetry", "query_hash"]

LEVELS = {
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warning": logging.WARNING,
    "error": logging.ERROR,
}
"""Names of the log levels with their rank."""


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


class Telemetry:
    """Writes events of at least one level to a sink."""

    def __init__(self, level: str, sink: Sink) -> None:
        if level.lower() not in LEVELS:
            raise ConfigError(f"log level {level!r}: expected one of {', '.join(LEVELS)}")
        self._rank = LEVELS[level.lower()]
        self.handler = SinkHandler(sink)
        """Takes records of any logger; what is not ours loses its wording unless queries may be logged."""
        self.handler.setLevel(self._rank)
        self.handler.setFormatter(LineFormatter(outspoken=self._rank <= logging.DEBUG))
        # Not one of the process's loggers: no configuration made elsewhere can silence or copy it.
        self._log = logging.Logger(EVENTS, self._rank)  # noqa: LOG001
        self._log.addHandler(self.handler)

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

    def search(self, record: SearchRecord, event: Literal["search", "lookup"] = "search") -> None:
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
        if self._rank <= logging.DEBUG:
            self._log.debug(event, extra={**fields, "query": record.query})
        else:
            self._log.info(event, extra=fields)

    def close(self) -> None:
        """Write what is left."""
        self.handler.close()


def query_hash(query: str) -> str:
    """Lowercase hexadecimal SHA-256 of a query's UTF-8."""
    return hashlib.sha256(query.encode("utf-8", "surrogatepass")).hexdigest()
