from __future__ import annotations

import hashlib
import json
import sys
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from patternbook.errors import ConfigError
from patternbook.telemetry import FileSink, SearchRecord, StreamSink, Telemetry

if TYPE_CHECKING:
    from pathlib import Path

RECORD = SearchRecord("Zähler :=", 3, 4.25, "strong", 5, ("Beamtalk", "mine"), 1234)


class Lines:
    def __init__(self) -> None:
        self.lines: list[str] = []

    def write(self, line: str) -> None:
        self.lines.append(line)

    def close(self) -> None:
        self.lines.append("closed")


def logged(level: str) -> list[dict[str, Any]]:
    sink = Lines()
    Telemetry(level, sink).search(RECORD)
    return [json.loads(line) for line in sink.lines]


def test_a_search_is_one_line_with_the_hash_in_place_of_the_query() -> None:
    (line,) = logged("info")
    stamp = datetime.fromisoformat(line.pop("timestamp"))
    assert stamp.utcoffset() == timedelta(0)
    assert line == {
        "level": "INFO",
        "event": "search",
        "query_hash": hashlib.sha256("Zähler :=".encode()).hexdigest(),
        "result_count": 3,
        "top_score": 4.25,
        "match": "strong",
        "limit": 5,
        "corpora": ["Beamtalk", "mine"],
        "duration_us": 1234,
    }


def test_the_query_itself_stands_in_the_line_at_debug_only() -> None:
    (line,) = logged("DEBUG")
    assert line["query"] == "Zähler :="
    assert line["level"] == "DEBUG"
    assert logged("warning") == []


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(ConfigError, match="log level 'loud': expected one of debug, info, warning, error"):
        Telemetry("loud", Lines())


def test_a_query_that_is_no_text_can_be_hashed() -> None:
    sink = Lines()
    Telemetry("debug", sink).search(SearchRecord("\ud800", 0, 0, "none", 5, (), 1))
    assert json.loads(sink.lines[0])["query"] == "\ud800"


def test_a_file_is_appended_to(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    for _ in range(2):
        telemetry = Telemetry.open("info", path)
        telemetry.search(RECORD)
        telemetry.close()
    assert [json.loads(line)["event"] for line in path.read_text().splitlines()] == ["search", "search"]


def test_a_file_that_cannot_be_written_is_said_at_once(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"nowhere.*log file cannot be written"):
        FileSink(tmp_path / "nowhere" / "log.jsonl")


def test_standard_error_gets_whole_lines(capsys: pytest.CaptureFixture[str]) -> None:
    sink = StreamSink()
    for number in range(50):
        sink.write(f"line {number}")
    sink.close()
    captured = capsys.readouterr()
    assert captured.err.splitlines() == [f"line {number}" for number in range(50)]
    assert captured.out == ""


def test_a_closed_standard_error_does_not_matter(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with (tmp_path / "closed").open("w") as closed:
        monkeypatch.setattr(sys, "stderr", closed)
    sink = StreamSink()
    sink.write("nobody hears this")
    sink.close()
    assert not sink._thread.is_alive()


def test_lines_that_wait_too_long_are_dropped_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []

    class Stuck:
        def write(self, line: str) -> None:
            written.append(line)
            gate.wait()

        def flush(self) -> None:
            pass

    import threading

    gate = threading.Event()
    monkeypatch.setattr(sys, "stderr", Stuck())
    sink = StreamSink()
    for number in range(5_000):
        sink.write(f"line {number}")
    gate.set()
    sink.close()
    assert 0 < len(written) < 5_000
