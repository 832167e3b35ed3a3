"""``patternbook eval`` as users run it."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any

import pytest

import books
from evaluation_logs import log_text, nothing, search_line
from support import cases, run_patternbook

if TYPE_CHECKING:
    from pathlib import Path

_JUDGED = [
    {
        "qid": "one",
        "query": "count to 1",
        "kind": "plain",
        "relevant": [{"id": "counters-count-1", "grade": 2}],
    },
    {"qid": "two", "query": "a ledger", "kind": "plain", "relevant": [{"id": "ledger-whole", "grade": 2}]},
    {"qid": "bread", "query": "sourdough bread", "kind": "absent"},
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a log, a corpus and judged queries."""
    lines = [*(search_line(n) for n in range(18)), nothing(90, query="\x1b[31mbread [bold]"), nothing(91)]
    (tmp_path / "x.log").write_text(log_text(*lines, "damaged"), encoding="utf-8")
    books.write(tmp_path)
    (tmp_path / "judged.jsonl").write_text(log_text(*_JUDGED), encoding="utf-8")
    stale = {"query": "a", "relevant": [{"id": "counters-count-999", "grade": 1}]}
    (tmp_path / "stale.jsonl").write_text(log_text(stale), encoding="utf-8")
    return tmp_path


def judged(folder: Path, *options: str) -> Any:
    return run_patternbook(
        "eval", "--queries", "judged.jsonl", "--corpus", "corpus.json", *options, cwd=folder
    )


@pytest.mark.parametrize("case", cases("evaluation/wrong_use.toml"))
def test_wrong_use(case: dict[str, Any], folder: Path) -> None:
    done = run_patternbook("eval", *case["command"], cwd=folder)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) <= 2
    for part in case["says"]:
        assert part in done.stderr


def test_a_log_in_a_pipe_is_plain_text(folder: Path) -> None:
    done = run_patternbook("eval", "x.log", cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert "No result: 2 of 20 (10.0 %), within the threshold of 15 %" in done.stdout
    assert "\ufffd[31mbread [bold]" in done.stdout
    assert "\x1b" not in done.stdout
    assert "1 damaged line skipped: 1 not JSON" in done.stdout
    assert not [line for line in done.stdout.splitlines() if line != line.rstrip()]


@pytest.mark.parametrize(("threshold", "code"), [("10", 0), ("9.9%", 1), ("0.05", 1), ("100", 0)])
def test_the_threshold_decides_the_exit_code(threshold: str, code: int, folder: Path) -> None:
    done = run_patternbook("eval", "x.log", "--threshold", threshold, cwd=folder)
    assert done.returncode == code
    assert ("above" if code else "within") in done.stdout


def test_json_is_one_document_with_the_whole_hashes(folder: Path) -> None:
    done = run_patternbook("eval", "x.log", "--json", "--html", "report.html", cwd=folder)
    facts = json.loads(done.stdout)
    assert (facts["searches"], facts["passed"], facts["threshold_percent"]) == (20, True, 15.0)
    assert [len(query["query_hash"]) for query in facts["empty"]["queries"]] == [64, 64]
    assert (folder / "report.html").read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize("content", [b"", b"\n \n", gzip.compress(b"", mtime=0), b"\x00\xff\n"])
def test_a_log_without_a_search_gives_a_clear_answer(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "x.log").write_bytes(content)
    done = run_patternbook("eval", "x.log", "--threshold", "0", "--html", "r.html", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("No search in x.log: nothing to report, and no threshold to miss.")
    assert (tmp_path / "r.html").is_file()


def test_standard_input(folder: Path) -> None:
    done = run_patternbook("eval", "-", cwd=folder, stdin=(folder / "x.log").read_text(encoding="utf-8"))
    assert done.stdout.startswith("20 searches in standard input")


def test_judged_queries_and_those_without_an_answer(folder: Path) -> None:
    facts = json.loads(judged(folder, "--json").stdout)
    (overall,) = facts["judged"]
    assert overall["queries"] == 2
    assert overall["figures"]["success@1"] == {"mean": 1.0, "low": 1.0, "high": 1.0}
    (absent,) = facts["absent"]
    assert absent["figures"]["level right"]["mean"] == 1.0
    assert facts["corpora"] == {"Shop Floor": 34}
    assert facts["missed"] == facts["level_wrong"] == []


def test_a_regression_fails_and_is_not_saved(folder: Path) -> None:
    assert judged(folder, "--save-baseline", "b.json").returncode == 0
    good = (folder / "b.json").read_text(encoding="utf-8")
    better = json.loads(good)
    worse = json.loads(good)
    better["queries"]["two"] |= {"rank": 4, "ndcg": 0.4}
    (folder / "b.json").write_text(json.dumps(better), encoding="utf-8")
    done = judged(folder, "--baseline", "b.json", "--save-baseline", "b.json")
    assert done.returncode == 0
    assert "no regression (0 worse, 1 better)" in done.stdout
    assert (folder / "b.json").read_text(encoding="utf-8") == good

    worse["queries"]["bread"]["match"] = "none"
    corpus = json.loads((folder / "corpus.json").read_bytes())
    for entry in corpus["entries"]:
        if entry["id"] == "ledger-whole":
            entry |= {"title": "Bookkeeping", "category": "money", "source": "x := 1", "uses": [], "tags": []}
    (folder / "corpus.json").write_text(json.dumps(corpus), encoding="utf-8")
    (folder / "index.json").unlink()
    worse["corpora"] = {folder.name: "0"}
    (folder / "b.json").write_text(json.dumps(worse), encoding="utf-8")
    done = judged(folder, "--baseline", "b.json", "--save-baseline", "b.json")
    assert done.returncode == 1
    assert "regression in success@1" in done.stdout
    assert "Got worse" in done.stdout
    assert "changed since the baseline" in done.stdout
    assert "b.json: not saved, since a figure has regressed" in done.stderr
    assert json.loads((folder / "b.json").read_text(encoding="utf-8")) == worse
