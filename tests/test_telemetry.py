from __future__ import annotations

import hashlib
import json
import logging
import os
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


def told(error: BaseException, logger: str = "library", level: str = "info") -> dict[str, Any]:
    """The line of a record with an exception, and with a message that quotes what was asked."""
    sink = Lines()
    try:
        raise error
    except type(error):
        record = logging.LogRecord(
            logger, logging.ERROR, "shelf.py", 7, "about %s", ("inject:into:",), sys.exc_info()
        )
    Telemetry(level, sink).handler.handle(record)
    line: dict[str, Any] = json.loads(sink.lines[0])
    return line


def causes() -> BaseException:
    error = ExceptionGroup("inject:into:", [ValueError("inject:into:"), KeyError("inject:into:")])
    error.__cause__ = LookupError("inject:into:")
    return error


def test_what_others_say_is_left_out_unless_queries_may_be_logged() -> None:
    line = told(causes())
    assert "inject:into:" not in json.dumps(line)
    assert line["event"] == "log"
    assert line["level"] == "ERROR"
    assert line["logger"] == "library"
    assert line["where"] == "shelf:7"
    for kind in ("ExceptionGroup", "ValueError", "KeyError", "LookupError"):
        assert kind in line["traceback"].splitlines()
    assert f"{__file__}:" in line["traceback"]
    loud = told(causes(), level="debug")
    assert loud["message"] == "about inject:into:"
    assert "KeyError: 'inject:into:'" in loud["traceback"]


def test_what_we_say_ourselves_is_kept_but_not_what_an_exception_says() -> None:
    line = told(ValueError("a query"), "patternbook.server")
    assert line["message"] == "about inject:into:"
    assert "a query" not in line["traceback"]


def test_a_record_that_cannot_be_formatted_disturbs_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    sink = Lines()
    telemetry = Telemetry("info", sink)
    telemetry.handler.handle(logging.LogRecord("library", logging.ERROR, "", 0, "%d", ("no number",), None))
    telemetry.search(RECORD)
    note, line = map(json.loads, sink.lines)
    assert note["message"] == "1 log lines were dropped"
    assert line["event"] == "search"
    assert capsys.readouterr().err == ""


def test_lines_that_were_dropped_are_counted_in_the_log() -> None:
    class Full(Lines):
        def write(self, line: str) -> bool:  # type: ignore[override]
            return not full and not super().write(line)

    sink = Full()
    telemetry = Telemetry("info", sink)
    full = True
    for _ in range(3):
        telemetry.search(RECORD)
    full = False
    telemetry.search(RECORD)
    telemetry.search(RECORD)
    assert [json.loads(line).get("message", "search") for line in sink.lines] == [
        "3 log lines were dropped",
        "search",
        "search",
    ]


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


@pytest.mark.parametrize("name", ["", "nul\0l"])
def test_a_path_that_can_be_no_file_is_said_too(tmp_path: Path, name: str) -> None:
    with pytest.raises(ConfigError, match="log file cannot be written"):
        FileSink(tmp_path / name)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_that_nobody_reads_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ConfigError, match="log file cannot be written"):
        FileSink(tmp_path / "pipe")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows keeps no such modes")
def test_a_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    FileSink(tmp_path / "log.jsonl")
    assert (tmp_path / "log.jsonl").stat().st_mode & 0o077 == 0


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
    taken = [sink.write(f"line {number}") for number in range(20_000)]
    gate.set()
    sink._lines.put(None)
    sink._thread.join(60)
    assert taken.count(True) == len(written)
    assert False in taken
