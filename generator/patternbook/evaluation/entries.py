"""What a line of a log means."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from patternbook.evaluation.logs import Line

Damage = Literal["too long", "not UTF-8", "unfinished", "not JSON", "wrong types"]
"""Why a line is skipped."""
Kind = Literal["blank", "lookup", "other"]
"""Lines that are no searches and no damage: nothing at all, an example fetched by its id, another event."""

MATCHES = ("exact", "strong", "weak", "none")
_LONGEST_TEXT = 200


@dataclass(frozen=True, slots=True)
class Search:
    """One search, as far as its line tells."""

    query_hash: str
    result_count: int
    top_score: float | None
    match: str | None
    duration_us: int | None
    stamp: datetime | None
    """UTC."""
    corpora: tuple[str, ...]
    query: str | None
    """In lines of the level DEBUG only; cut after 200 characters."""


class DamagedError(Exception):
    """A line cannot be used; ``reason`` says why."""

    def __init__(self, reason: Damage) -> None:
        super().__init__(reason)
        self.reason: Damage = reason


def read_entry(line: Line) -> Search | Kind:
    """Read a line.

    A search has at least ``query_hash`` and ``result_count``. What else is missing is unknown; what is there
    with a type or value that no search can have makes the line damaged. Fields beyond these are ignored.

    Raises:
        DamagedError: the line cannot be used.
    """
    if not line.raw:
        raise DamagedError("too long")
    try:
        text = line.raw.decode()
    except UnicodeDecodeError:
        raise DamagedError("not UTF-8") from None
    if not text.strip():
        return "blank"
    try:
        item = json.loads(text)
    except (ValueError, RecursionError):
        raise DamagedError("not JSON" if text.endswith("\n") else "unfinished") from None
    if not isinstance(item, dict):
        raise DamagedError("not JSON")
    event = item.get("event")
    if event == "search":
        return _search(item)
    return "lookup" if event == "lookup" else "other"


def _search(item: dict[str, Any]) -> Search:
    return Search(
        query_hash=_hash(item.get("query_hash")),
        result_count=_whole(item.get("result_count")),
        top_score=_optional(item, "top_score", _score),
        match=_optional(item, "match", _match),
        duration_us=_optional(item, "duration_us", _whole),
        stamp=_optional(item, "timestamp", _stamp),
        corpora=_optional(item, "corpora", _names) or (),
        query=_optional(item, "query", _text),
    )


def _optional(item: dict[str, Any], key: str, read: Any) -> Any:
    value = item.get(key)
    return None if value is None else read(value)


def _hash(value: object) -> str:
    if not isinstance(value, str) or not value or len(value) > _LONGEST_TEXT or not value.isascii():
        raise DamagedError("wrong types")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise DamagedError("wrong types")
    cut = value if len(value) <= _LONGEST_TEXT else value[: _LONGEST_TEXT - 1] + "…"
    # A lone surrogate is text to JSON but to nothing that prints or stores it.
    return cut.encode("utf-8", "replace").decode()


def _names(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise DamagedError("wrong types")
    return tuple(_text(name) for name in value)


def _match(value: object) -> str:
    if value not in MATCHES:
        raise DamagedError("wrong types")
    return str(value)


def _whole(value: object) -> int:
    if type(value) is not int or value < 0:
        raise DamagedError("wrong types")
    return value


def _score(value: object) -> float:
    if type(value) not in (int, float):
        raise DamagedError("wrong types")
    try:
        number = float(value)  # type: ignore[arg-type]
    except OverflowError:
        raise DamagedError("wrong types") from None
    if not math.isfinite(number) or number < 0:
        raise DamagedError("wrong types")
    return number


def _stamp(value: object) -> datetime:
    if not isinstance(value, str):
        raise DamagedError("wrong types")
    try:
        stamp = datetime.fromisoformat(value)
        return stamp.replace(tzinfo=UTC) if stamp.tzinfo is None else stamp.astimezone(UTC)
    except (ValueError, OverflowError):
        raise DamagedError("wrong types") from None
