"""What a running server logs."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from mcp_wire import PATIENCE, enveloped, handshake, lines, piped, request, search

if TYPE_CHECKING:
    from pathlib import Path

    from mcp_wire import Message

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


def test_a_look_up_of_nothing_is_logged_as_one(served: Path) -> None:
    queries = ("patternbook://Shop%20Floor/nope", "patternbook://Nowhere/ledger-whole", "no-such-id-7")
    received, done = piped(served, calls(*queries))
    entries = logged(done.stderr.decode())
    assert [entry["event"] for entry in entries] == ["lookup", "lookup", "search"]
    assert [message["result"]["isError"] for message in received[1:]] == [True, True, False]
    for query, entry in zip(queries, entries, strict=True):
        assert set(entry) == FIELDS
        assert entry["query_hash"] == hashlib.sha256(query.encode()).hexdigest()
    for entry in entries[:2]:
        assert (entry["result_count"], entry["top_score"], entry["match"]) == (0, 0, "none")


def test_what_was_not_searched_is_not_logged(served: Path) -> None:
    _, done = piped(served, calls("", "  "))
    assert done.stderr == b""
    _, done = piped(served, calls("Counter"), "--log-level", "warning")
    assert done.stderr == b""


def test_the_environment_sets_the_level(
    served: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATTERNBOOK_LOG", "Debug")
    _, done = piped(served, calls("Counter"))
    assert [entry["query"] for entry in logged(done.stderr.decode()) if entry["event"] == "search"] == [
        "Counter"
    ]
    _, done = piped(served, calls("Counter"), "--log-level", "info")
    assert "query" not in logged(done.stderr.decode())[0]
    _, done = piped(tmp_path, b"")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    monkeypatch.setenv("PATTERNBOOK_LOG", "loud")
    _, done = piped(served, b"")
    assert done.returncode == 2
    assert done.stderr.startswith(
        b"patternbook: PATTERNBOOK_LOG: expected one of debug, info, warning, error"
    )


SECRETS = ("zebrafinch", "quokka", "wombatInto:", "\U0001f9ad")
SECRET = " ".join(SECRETS)

TALKATIVE = """
import logging, sys, threading, warnings
from patternbook.book import Book
from patternbook.cli import main
from patternbook.server import ending, stdio

stdio._GRACE = ending._LATEST = 60

def search(self, query, limit=5):
    if query.startswith("warn"):
        warnings.warn(query)
        logging.getLogger("library").warning("asked for %s", query)
        logging.getLogger("uvicorn.error").error("asked for " + query)
        logging.getLogger("library").error("%d", query)
    if query.startswith("thread"):
        thread = threading.Thread(target=search, args=(self, query.removeprefix("thread ")))
        thread.start()
        thread.join()
    try:
        raise KeyError(query)
    except KeyError as error:
        raise ExceptionGroup(query, [ValueError(query), error]) from LookupError(query)

Book.search = search
sys.exit(main(sys.argv[1:]))
"""


def revealing() -> bytes:
    """Whatever a client may send that holds a secret, well formed or not."""
    texts = [SECRET, f"warn {SECRET}", f"thread {SECRET}", f"patternbook://{SECRETS[0]}/{SECRET}", *SECRETS]
    said: list[Message] = [search(number, text, limit=3) for number, text in enumerate(texts, 1)]
    said += [
        search(20, {"nested": SECRET}),
        search(21, "Counter", limit=SECRET),
        search(22, "", other=SECRET),
    ]
    for number, method, params in (
        (30, "tools/call", {"name": SECRET, "arguments": {"query": SECRET}}),
        (31, "tools/call", {"name": "search_examples", "arguments": SECRET}),
        (32, "tools/call", {"name": "search_examples", "arguments": {"query": SECRET}, "_meta": SECRET}),
        (33, "resources/read", {"uri": f"patternbook://{SECRET}"}),
        (34, "resources/read", {"uri": {SECRET: SECRET}}),
        (35, "resources/list", {"cursor": SECRET}),
        (36, "completion/complete", {"ref": {"type": SECRET}, "argument": {"name": SECRET, "value": SECRET}}),
        (37, f"nothing/{SECRET}", {SECRET: SECRET}),
        (38, "logging/setLevel", {"level": SECRET}),
        (39, "prompts/get", {"name": SECRET}),
        (40, "tools/call", {"name": "search_examples", "arguments": {"query": SECRET}, "task": SECRET}),
    ):
        said += [request(number, method, params), enveloped(number + 100, method, params)]
    said += [{**search(50, SECRET), "id": SECRET}, {**search(51, SECRET), "jsonrpc": SECRET}]
    said += [{"jsonrpc": "2.0", "id": SECRET, "result": {SECRET: SECRET}}]
    said += [{"jsonrpc": "2.0", "id": 3, "error": {"code": SECRET, "message": SECRET}}]
    for method in ("cancelled", "progress", "message", SECRET):
        params = {"requestId": SECRET, "progressToken": SECRET, "reason": SECRET, "progress": SECRET}
        said.append({"jsonrpc": "2.0", "method": f"notifications/{method}", "params": params})
    raw = [
        SECRET.encode(),
        f'{{"jsonrpc": "2.0", "id": 60, "method": "{SECRET}'.encode(),
        b"\xff" + SECRET.encode(),
    ]
    return lines([*handshake(), *said]) + b"\n".join(raw) + b"\n"


def spoken(served: Path, level: str) -> str:
    """All that a talkative server writes anywhere but to its client."""
    done = subprocess.run(
        [sys.executable, "-c", TALKATIVE, "mcp", "--corpus", str(served), "--log-level", level],
        input=revealing(),
        capture_output=True,
        timeout=PATIENCE,
        check=True,
    )
    return done.stderr.decode()


@pytest.mark.parametrize("level", ["info", "warning", "error"])
def test_no_part_of_a_query_is_logged(served: Path, level: str) -> None:
    said = spoken(served, level)
    entries = logged(said)
    for secret in SECRETS:
        for spelled in (secret, json.dumps(secret)[1:-1], quote(secret)):
            assert spelled.lower() not in said.lower()
    faults = [entry for entry in entries if entry.get("message") == "a search failed"]
    assert len(faults) >= 7
    for kind in ("ExceptionGroup", "KeyError", "ValueError", "LookupError"):
        assert all(kind in entry["traceback"].splitlines() for entry in faults)
    spoke = {entry["logger"] for entry in entries if entry["event"] == "log"}
    assert {"uvicorn.error", "patternbook.server.journal"} <= spoke
    assert ({"library", "py.warnings"} <= spoke) is (level != "error")


def test_the_same_at_debug_tells_every_part(served: Path) -> None:
    """So that the test above could fail: what is looked for there does come up where it may."""
    said = spoken(served, "debug")
    entries = logged(said)
    for secret in SECRETS:
        assert json.dumps(secret)[1:-1] in said
    for logger in ("library", "uvicorn.error", "py.warnings"):
        assert any(SECRET in entry.get("message", "") for entry in entries if entry.get("logger") == logger)
    assert any(SECRET in entry.get("traceback", "") for entry in entries)
