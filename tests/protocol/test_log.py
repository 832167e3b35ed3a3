"""What a running server logs."""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from mcp_wire import handshake, lines, piped, search

if TYPE_CHECKING:
    from pathlib import Path

QUERIES = ("Counter", "zzzzzzzz", " ledger ", "counters-count-7", "patternbook://shop%20floor/ledger-whole")
FIELDS = {
    "timestamp", "level", "event", "query_hash", "result_count", "top_score", "match", "limit", "corpora",
    "duration_us",
}  # fmt: skip


def calls(*queries: str) -> bytes:
    return lines([*handshake(), *(search(number, query, limit=3) for number, query in enumerate(queries, 1))])


def logged(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_one_line_a_search_on_standard_error(served: Path) -> None:
    received, done = piped(served, calls(*QUERIES))
    entries = logged(done.stderr.decode())
    assert len(entries) == len(QUERIES)
    answers = [message["result"]["structuredContent"] for message in received[1:]]
    for query, entry, answer in zip(QUERIES, entries, answers, strict=True):
        assert set(entry) == FIELDS
        assert entry["level"] == "INFO"
        assert entry["query_hash"] == hashlib.sha256(query.encode()).hexdigest()
        assert entry["result_count"] == len(answer["results"])
        assert entry["top_score"] == (answer["results"][0]["score"] if answer["results"] else 0)
        assert entry["match"] == answer["match"]
        assert entry["limit"] == 3
        assert entry["corpora"] == ["Shop Floor"]
        assert entry["duration_us"] > 0
        age = datetime.now(UTC) - datetime.fromisoformat(entry["timestamp"])
        assert 0 <= age.total_seconds() < 600
    assert [entry["event"] for entry in entries] == ["search", "search", "search", "lookup", "lookup"]


def test_queries_are_logged_at_debug_only_and_into_the_file(served: Path, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    _, done = piped(served, calls("Counter", "closures"), "--log-file", str(log), "--log-level", "debug")
    assert done.stderr == b""
    entries = [entry for entry in logged(log.read_text()) if entry["event"] == "search"]
    assert [entry["query"] for entry in entries] == ["Counter", "closures"]
    assert {entry["level"] for entry in entries} == {"DEBUG"}


def test_what_was_not_searched_is_not_logged(served: Path) -> None:
    _, done = piped(served, calls("", "  "))
    assert done.stderr == b""
    _, done = piped(served, calls("Counter"), "--log-level", "warning")
    assert done.stderr == b""
