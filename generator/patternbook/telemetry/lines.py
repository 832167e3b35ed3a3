"""A log record as one line of JSON that gives no query away."""

from __future__ import annotations

import traceback
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from pythonjsonlogger.core import merge_record_extra
from pythonjsonlogger.json import JsonFormatter

if TYPE_CHECKING:
    import logging
    from collections.abc import Iterator

EVENTS = "patternbook.telemetry"
"""Name of the records that are events themselves: the message names the event, the rest are its fields."""

_OURS = "patternbook"
_MOST_LINKS = 20
"""Exceptions of one chain or group that are told of."""


class LineFormatter(JsonFormatter):
    """Writes ``timestamp``, ``level``, ``event`` and what belongs to the event.

    A record that is no event of ours becomes the event ``log``. What a library says, and what any exception
    says, may quote a query. So unless the formatter is outspoken, such a line tells where and of what kind
    it is, and nothing in the words of its author.
    """

    def __init__(self, *, outspoken: bool) -> None:
        super().__init__()
        self._outspoken = outspoken

    def add_fields(
        self, log_data: dict[str, Any], record: logging.LogRecord, message_dict: dict[str, Any]
    ) -> None:
        """Fill one line; ``message_dict`` holds the formatted traceback, which is used if outspoken."""
        stamp = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        log_data["timestamp"] = stamp.replace("+00:00", "Z")
        log_data["level"] = record.levelname
        if record.name == EVENTS:
            log_data["event"] = record.message
            merge_record_extra(record, log_data, reserved=self._skip_fields)
            return
        log_data |= {"event": "log", "logger": record.name, "where": f"{record.module}:{record.lineno}"}
        if self._outspoken or record.name.partition(".")[0] == _OURS:
            log_data["message"] = record.message
        if record.exc_info and record.exc_info[1]:
            trace = message_dict["exc_info"] if self._outspoken else "\n".join(_frames(record.exc_info[1]))
            log_data["traceback"] = trace


def _frames(error: BaseException) -> Iterator[str]:
    """Tell where an exception, and those behind it or in it, came from, without a word of theirs."""
    waiting, told = [error], 0
    while waiting and told < _MOST_LINKS:
        error, told = waiting.pop(), told + 1
        for frame in traceback.extract_tb(error.__traceback__):
            yield f"{frame.filename}:{frame.lineno} {frame.name}"
        yield type(error).__qualname__
        if isinstance(error, BaseExceptionGroup):
            waiting += error.exceptions
        waiting += [link for link in (error.__cause__, error.__context__) if link is not None][:1]
