"""What the standard library's ``logging`` says, as lines of our own log."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from patternbook.telemetry import LEVELS

if TYPE_CHECKING:
    from patternbook.telemetry import Telemetry


class JournalHandler(logging.Handler):
    """Passes records on to telemetry, so that the log stays one JSON object a line."""

    def __init__(self, telemetry: Telemetry) -> None:
        super().__init__(telemetry.level)
        self._telemetry = telemetry

    def emit(self, record: logging.LogRecord) -> None:
        """Log one record; a traceback goes into the same line."""
        reached = [name for name, rank in LEVELS.items() if rank <= record.levelno]
        level = max(reached, key=LEVELS.__getitem__, default="debug")
        fields: dict[str, object] = {"logger": record.name, "message": record.getMessage()}
        if record.exc_info:
            fields["traceback"] = logging.Formatter().formatException(record.exc_info)
        self._telemetry.write(level, "log", fields)


def route_logging(telemetry: Telemetry) -> None:
    """Make the log the one place for what libraries say: warnings, and of ours what the level allows."""
    root = logging.getLogger()
    root.handlers = [JournalHandler(telemetry)]
    root.setLevel(max(telemetry.level, logging.WARNING))
    logging.getLogger("patternbook").setLevel(telemetry.level)
