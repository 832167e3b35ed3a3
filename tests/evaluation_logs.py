"""Log lines to evaluate, made up as a server writes them."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

from patternbook.telemetry import query_hash

_START = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)


def search_line(number: int = 0, **fields: object) -> dict[str, Any]:
    """One search, an answered one unless told otherwise; ``query`` gives the text and its hash."""
    stamp = (_START + timedelta(minutes=number)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    line: dict[str, Any] = {
        "timestamp": stamp,
        "level": "INFO",
        "event": "search",
        "query_hash": query_hash(f"query {number}"),
        "result_count": 5,
        "top_score": 4.5,
        "match": "strong",
        "limit": 5,
        "corpora": ["Shop"],
        "duration_us": 2_000,
    }
    if isinstance(query := fields.get("query"), str):
        line["query_hash"] = query_hash(query)
    return line | fields


def nothing(number: int = 0, **fields: object) -> dict[str, Any]:
    """One search without a result."""
    return search_line(number, result_count=0, top_score=0, match="none", **fields)


def log_text(*lines: object) -> str:
    """Lines as a log holds them; texts stand as they are."""
    return "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
