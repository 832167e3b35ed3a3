"""Lines out of logs: what each is, where they come from, and what is done with damaged ones."""

from __future__ import annotations

import gzip
import io
import json
import os
from typing import TYPE_CHECKING, Any

import pytest

from evaluation_logs import log_text, nothing, search_line
from patternbook.errors import EvaluationError
from patternbook.evaluation.entries import DamagedError, Search, read_entry
from patternbook.evaluation.logs import LONGEST, Line, LogFile, named_logs, read_lines
from patternbook.evaluation.tally import Tally
from support import cases

if TYPE_CHECKING:
    from pathlib import Path


def kind_of(raw: bytes) -> str:
    try:
        entry = read_entry(Line(1, raw))
    except DamagedError as damage:
        return damage.reason
    return "search" if isinstance(entry, Search) else entry


def tallied(*names: object) -> Tally:
    tally = Tally()
    tally.read(named_logs(map(str, names)))
    return tally


@pytest.mark.parametrize("case", cases("evaluation/lines.toml"))
def test_what_a_line_is(case: dict[str, Any]) -> None:
    line = search_line() | case.get("fields", {})
    for key in case.get("without", []):
        del line[key]
    assert kind_of((case.get("text") or json.dumps(line)).encode() + b"\n") == case["is"]


@pytest.mark.parametrize("value", ["9" * 5_000, "1e400", "-1", "-0.5", "1" + "0" * 400])
def test_numbers_that_no_score_can_be(value: str) -> None:
    raw = log_text(search_line(top_score="HERE")).replace('"HERE"', value).encode()
    assert kind_of(raw) in {"wrong types", "not JSON"}


def test_a_huge_duration_and_count_are_counted_as_the_highest() -> None:
    tally = Tally()
    entry = read_entry(Line(1, log_text(search_line(duration_us=10**30, result_count=10**30)).encode()))
    assert isinstance(entry, Search)
    tally.count(entry)
    assert tally.durations_us.quantiles([1.0]) == [3_600_000_000]
    assert tally.result_counts == {21: 1}


def test_a_line_that_is_still_being_written() -> None:
    whole = log_text(search_line()).encode()
    assert kind_of(whole[:100]) == "unfinished"
    assert kind_of(whole[:100] + b"\n") == "not JSON"
    assert kind_of(whole[:-1]) == "search"


def test_bytes_that_are_no_text() -> None:
    assert kind_of(b"\xff\xfe\x00binary\n") == "not UTF-8"
    assert kind_of(b"[" * 100_000 + b"\n") == "not JSON"


def test_times_are_read_in_any_zone_and_kept_in_utc() -> None:
    entry = read_entry(Line(1, log_text(search_line(timestamp="2026-03-01T12:00:00+02:00")).encode()))
    assert isinstance(entry, Search)
    assert entry.stamp is not None
    assert entry.stamp.isoformat() == "2026-03-01T10:00:00+00:00"


def test_a_query_that_no_encoding_can_hold_and_a_long_one() -> None:
    odd = read_entry(Line(1, log_text(search_line(query_hash="ab", query="\ud800")).encode()))
    long = read_entry(Line(1, log_text(search_line(query="x" * 5_000)).encode()))
    assert isinstance(odd, Search)
    assert isinstance(long, Search)
    assert odd.query == "?"
    assert long.query == "x" * 199 + "…"


def test_rotated_and_gzipped_logs_are_read_together_whatever_they_are_called(tmp_path: Path) -> None:
    (tmp_path / "x.log").write_text(log_text(search_line(1), nothing(2)), encoding="utf-8")
    (tmp_path / "x.log.1").write_text(log_text(search_line(3)), encoding="utf-8")
    (tmp_path / "x.log.2.gz").write_bytes(gzip.compress(log_text(search_line(4)).encode()))
    twice = gzip.compress(log_text(search_line(5)).encode()) + gzip.compress(
        log_text(search_line(6)).encode()
    )
    (tmp_path / "x.log.3").write_bytes(twice)
    tally = tallied(*sorted(tmp_path.iterdir()))
    assert tally.lines["search"] == 6
    assert tally.empty == 1
    assert not tally.damaged


def test_a_log_named_twice_is_read_once(tmp_path: Path) -> None:
    log = tmp_path / "x.log"
    log.write_text(log_text(search_line()), encoding="utf-8")
    os.link(log, tmp_path / "same.log")
    tally = tallied(log, tmp_path / "." / "x.log", tmp_path / "same.log")
    assert tally.lines["search"] == 1


def test_a_gzipped_log_that_breaks_off_counts_as_far_as_it_goes(tmp_path: Path) -> None:
    lines = [search_line(n, query=os.urandom(20).hex()) for n in range(2_000)]
    whole = gzip.compress(log_text(*lines).encode())
    (tmp_path / "cut.gz").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "broken.gz").write_bytes(whole[: len(whole) // 2] + b"\0" * 1_000)
    (tmp_path / "trailing.gz").write_bytes(whole + b"garbage")
    for name, least in (("cut.gz", 500), ("broken.gz", 500), ("trailing.gz", 2_000)):
        tally = tallied(tmp_path / name)
        assert tally.lines["search"] >= least
        assert tally.cut_short == [str(tmp_path / name)]


def test_damage_is_counted_by_reason_and_the_first_places_are_kept(tmp_path: Path) -> None:
    log = tmp_path / "x.log"
    damaged = ["patternbook: a note", '{"event": "search"}', "", log_text(search_line())[:50]]
    log.write_bytes(
        b"\xef\xbb\xbf" + log_text(search_line(), *damaged[:3]).encode() + b"\xfe\n" + damaged[3].encode()
    )
    tally = tallied(log)
    assert tally.lines == {"search": 1, "blank": 1}
    assert tally.damaged == {"not JSON": 1, "wrong types": 1, "not UTF-8": 1, "unfinished": 1}
    assert tally.damaged_places[0] == (str(log), 2, "not JSON")
    assert tally.damaged_places[-1] == (str(log), 6, "unfinished")


def test_a_line_of_any_length_is_skipped_and_the_next_one_read(tmp_path: Path) -> None:
    log = tmp_path / "x.log"
    huge = json.dumps(search_line(query="y" * (3 * LONGEST)))
    log.write_text(log_text(search_line(), huge, search_line()) + "z" * (2 * LONGEST), encoding="utf-8")
    tally = tallied(log)
    assert tally.lines["search"] == 2
    assert tally.damaged == {"too long": 2}
    assert [number for _, number, _ in tally.damaged_places] == [2, 4]


def test_standard_input_may_be_gzipped_too(monkeypatch: pytest.MonkeyPatch) -> None:
    packed = gzip.compress(log_text(search_line(), search_line()).encode())
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(packed)))
    assert tallied("-", "-").lines["search"] == 2


def test_progress_sees_every_byte(tmp_path: Path) -> None:
    log = tmp_path / "x.log"
    log.write_bytes(gzip.compress(log_text(*(search_line(n) for n in range(50))).encode()))
    sizes: list[int] = []

    def watch(file: Any, size: int) -> Any:
        sizes.append(size)
        return file

    assert len(list(read_lines(LogFile("x", log), watch))) == 50
    assert sizes == [log.stat().st_size]


def test_what_is_no_log(tmp_path: Path) -> None:
    with pytest.raises(EvaluationError, match=r"gone\.log: no log here \(No such file"):
        named_logs([str(tmp_path / "gone.log")])
    with pytest.raises(EvaluationError, match="a folder; name the logs in it"):
        named_logs([str(tmp_path)])
    with pytest.raises(EvaluationError, match="no log here"):
        named_logs(["a\0b"])
