"""Files of judged queries: what is understood, and what is said of the rest."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from books import book
from patternbook.errors import EvaluationError
from patternbook.evaluation.judged import check_judgments, read_judged
from support import cases

if TYPE_CHECKING:
    from pathlib import Path


def write(folder: Path, *lines: object) -> Path:
    path = folder / "judged.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


@pytest.mark.parametrize("case", cases("evaluation/judged.toml"))
def test_broken_files(case: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "judged.jsonl"
    path.write_text("[" * 200_000 if case.get("deep") else case["text"], encoding="utf-8")
    with pytest.raises(EvaluationError) as caught:
        read_judged([path])
    assert str(path) in str(caught.value)
    for part in case["says"]:
        assert part in str(caught.value)


def test_what_is_left_out_has_a_default(tmp_path: Path) -> None:
    path = tmp_path / "judged.jsonl"
    path.write_text(
        '\ufeff{"query": "Zähler", "relevant": [{"id": "x", "grade": 2}]}\r\n\n', encoding="utf-8"
    )
    (query,) = read_judged([path])
    assert (query.qid, query.kind, query.group, query.grades) == ("Zähler", "any", "Zähler", {"x": 2})
    assert not query.absent


@pytest.mark.parametrize("said", [{"relevant": []}, {"kind": "absent"}])
def test_two_ways_to_say_that_there_is_no_answer(said: dict[str, object], tmp_path: Path) -> None:
    (query,) = read_judged([write(tmp_path, {"query": "sourdough"} | said)])
    assert query.absent


def test_a_missing_file_and_one_that_is_not_text(tmp_path: Path) -> None:
    with pytest.raises(EvaluationError, match=r"gone\.jsonl: cannot be read"):
        read_judged([tmp_path / "gone.jsonl"])
    (tmp_path / "binary.jsonl").write_bytes(b'{"query": "\xff"}')
    with pytest.raises(EvaluationError, match=r"binary\.jsonl: not UTF-8 at byte 11"):
        read_judged([tmp_path / "binary.jsonl"])


def test_the_digest_follows_query_and_judgments(tmp_path: Path) -> None:
    lines = [
        {"qid": "1", "query": "a", "relevant": [{"id": "x", "grade": 2}, {"id": "y", "grade": 1}]},
        {
            "qid": "2",
            "query": "a",
            "kind": "k",
            "relevant": [{"id": "y", "grade": 1}, {"id": "x", "grade": 2}],
        },
        {"qid": "3", "query": "a", "relevant": [{"id": "x", "grade": 1}, {"id": "y", "grade": 1}]},
        {"qid": "4", "query": "b", "relevant": [{"id": "x", "grade": 2}, {"id": "y", "grade": 1}]},
    ]
    first, same, graded, asked = (query.digest for query in read_judged([write(tmp_path, *lines)]))
    assert first == same
    assert len({first, graded, asked}) == 3


def test_stale_judgments_are_named_with_line_and_a_near_id(tmp_path: Path) -> None:
    lines = [
        {"query": "a", "relevant": [{"id": "counters-count-1", "grade": 2}]},
        {
            "query": "b",
            "relevant": [{"id": "counters-count-2", "grade": 2}, {"id": "counter-count-3", "grade": 1}],
        },
        {"query": "c", "relevant": [{"id": "quite-gone", "grade": 1}]},
    ]
    queries = read_judged([write(tmp_path, *lines)])
    check_judgments(queries[:1], book())
    with pytest.raises(EvaluationError) as caught:
        check_judgments(queries, book())
    first, others = str(caught.value).split("\n")
    assert "line 2: the judgments are stale: Shop Floor has no example 'counter-count-3'" in first
    assert "but 'counters-count-3'" in first
    assert "line 3" in others
