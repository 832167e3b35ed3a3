"""Commands on good input: what they print, as text and as JSON."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import patternbook
from support import run_patternbook

_SIX = {"id", "title", "category", "tags", "source", "explanation"}


def _json(*arguments: str, cwd: Path, stdin: str = "", exit_code: int = 0) -> Any:
    done = run_patternbook(*arguments, "--json", cwd=cwd, stdin=stdin)
    assert done.returncode == exit_code, done.stderr
    return json.loads(done.stdout)


def test_version(tmp_path: Path) -> None:
    assert run_patternbook("--version", cwd=tmp_path).stdout == f"patternbook {patternbook.__version__}\n"


@pytest.mark.parametrize("command", ["build", "check", "search", "show", "parse", "mcp", "corpora", "site"])
def test_every_command_has_help(command: str, tmp_path: Path) -> None:
    done = run_patternbook(command, "--help", cwd=tmp_path)
    assert done.returncode == 0
    assert f"usage: patternbook {command}" in done.stdout


def test_search_as_json(tmp_path: Path) -> None:
    answer = _json("search", "inject:into:", "--limit", "3", cwd=tmp_path)
    assert set(answer) == {
        *("query", "match", "total", "exact_total", "results", "suggestions", "categories"),
    }
    assert (answer["query"], answer["match"], len(answer["results"])) == ("inject:into:", "exact", 3)
    assert answer["total"] >= answer["exact_total"] >= 3
    for result in answer["results"]:
        assert set(result) == _SIX | {"score", "exact", "corpus", "version", "path", "lines", "validation"}
        assert result["exact"] is True
        assert "inject:" in result["source"]
        assert result["corpus"] == "Beamtalk"
        start, _, end = result["lines"].partition("-")
        assert int(start) <= int(end or start)
        assert result["validation"] == "parsed"


def test_search_is_the_python_search(tmp_path: Path) -> None:
    answer = _json("search", "fold", "a", "list", cwd=tmp_path)
    results = patternbook.load().search("fold a list")
    assert [(r["id"], r["score"]) for r in answer["results"]] == [(h.example.id, h.score) for h in results]
    assert answer["total"] == results.total


@pytest.mark.parametrize(
    "query", ["++", "->", "--x", "-", ":=", "#()", "@expect", ">>", "a^", "foo~", "+x", "*"]
)
def test_any_query_can_be_typed(query: str, tmp_path: Path) -> None:
    arguments = ["search", query] if not query.startswith("--") else ["search", "--", query]
    done = run_patternbook(*arguments, cwd=tmp_path)
    assert done.returncode in {0, 1}
    assert "match: " in done.stdout


@pytest.mark.parametrize("query", ["inject:into:", "fold a list", "how to catch an exception", "++"])
def test_explanations_add_up_to_the_scores(query: str, tmp_path: Path) -> None:
    answer = _json("search", query, "--explain", cwd=tmp_path)
    (corpus,) = answer["explain"]["corpora"]
    assert [hit["id"] for hit in corpus["hits"]] == [r["id"] for r in answer["results"]]
    for hit in corpus["hits"]:
        assert sum(part["score"] for part in hit["contributions"]) == pytest.approx(hit["score"])
        for part in hit["contributions"]:
            if part["fields"]:
                assert sum(part["fields"].values()) == pytest.approx(part["score"])


def test_explanation_as_text(tmp_path: Path) -> None:
    text = run_patternbook("search", "fold", "--explain", "--limit", "1", cwd=tmp_path).stdout
    assert "terms: fold (word: fold)" in text
    assert "  text: fold × 1.00 (word)" in text
    assert "title " in text


def test_search_as_text_marks_exact_hits(tmp_path: Path) -> None:
    done = run_patternbook("search", "inject:into:", "--limit", "1", cwd=tmp_path)
    lines = done.stdout.splitlines()
    assert lines[0].startswith("match: exact (")
    assert lines[2].startswith("= ")


def test_batch(tmp_path: Path) -> None:
    queries = [{"qid": "a", "query": "inject:into:"}, {"qid": "b", "query": "zzyzxqqq"}]
    (tmp_path / "q.jsonl").write_text("\n\n".join(json.dumps(q) for q in queries), encoding="utf-8")
    done = run_patternbook("search", "--queries", "q.jsonl", "--limit", "2", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    first, second = map(json.loads, done.stdout.splitlines())
    expected = patternbook.load().search("inject:into:", limit=2)
    assert first == {"qid": "a", "ids": [h.example.id for h in expected], "match": "exact"}
    assert second == {"qid": "b", "ids": [], "match": "none"}


def test_show(tmp_path: Path) -> None:
    example = patternbook.load().search("inject:into:").hits[0].example
    answer = _json("show", example.id, cwd=tmp_path)
    assert answer["source"] == example.source
    assert set(answer) == _SIX | {"language", "defines", "uses", "origin", "validation"}
    text = run_patternbook("show", example.id, cwd=tmp_path).stdout
    assert text.startswith(f"{example.title}\n")
    assert example.source in text


def test_show_names_near_ids(tmp_path: Path) -> None:
    example = patternbook.load().search("inject:into:").hits[0].example
    done = run_patternbook("show", example.id[:-1], cwd=tmp_path)
    assert done.returncode == 1
    assert example.id in done.stderr


def test_parse_as_json(tmp_path: Path) -> None:
    source = "/// Counts.\nActor subclass: Counter\n  state: n = 0\n\n  add: k => self.n := self.n + k\n\nCounter spawn add: 2\n"
    (tmp_path / "a.bt").write_text(source, encoding="utf-8")
    answer = _json("parse", "a.bt", cwd=tmp_path)
    (file,) = answer["files"]
    assert (file["file"], file["accepted"], file["diagnostics"]) == ("a.bt", True, [])
    symbols = {d["symbol"]: d for d in file["definitions"]}
    assert symbols["Counter"]["kind"] == "class"
    assert symbols["Counter"]["doc"] == "Counts."
    assert (symbols["Counter >> add:"]["start_line"], symbols["Counter >> add:"]["end_line"]) == (5, 5)
    assert {"caller": "Counter >> add:", "callee": "+", "line": 5} in file["calls"]
    assert {"caller": "", "callee": "add:", "line": 7} in file["calls"]


def test_parse_from_standard_input(tmp_path: Path) -> None:
    answer = _json("parse", "-", cwd=tmp_path, stdin="x := := 1\n", exit_code=1)
    (file,) = answer["files"]
    assert (file["file"], file["accepted"]) == ("-", False)
    (diagnostic,) = file["diagnostics"]
    assert (diagnostic["severity"], diagnostic["line"], diagnostic["column"]) == ("error", 1, 6)


def test_parse_of_standard_input_goes_by_the_project(tmp_path: Path) -> None:
    assert run_patternbook("parse", "-", cwd=tmp_path, stdin="def f(): pass\n").returncode == 1
    source = '[[sources]]\ninclude = ["*.py"]\nextract = "file"\n'
    (tmp_path / "patternbook.toml").write_text(f'language = "python"\n{source}', encoding="utf-8")
    assert run_patternbook("parse", "-", cwd=tmp_path, stdin="def f(): pass\n").returncode == 0


def test_parse_of_many_files_keeps_their_order(tmp_path: Path) -> None:
    names = []
    for number in range(200):
        name = f"f{number}.bt"
        (tmp_path / name).write_text(f"x := {number}\n" if number % 7 else "x :=\n", encoding="utf-8")
        names.append(name)
    answer = _json("parse", *names, cwd=tmp_path, exit_code=1)
    assert [(f["file"], f["accepted"]) for f in answer["files"]] == [
        (name, bool(number % 7)) for number, name in enumerate(names)
    ]


def test_several_corpora_answer_together(project: Path, tmp_path: Path) -> None:
    assert run_patternbook("build", cwd=project).returncode == 0
    answer = _json(
        *("search", "Counter", "--corpus", str(project / "out"), "--corpus", "bundled", "--limit", "20"),
        cwd=tmp_path,
    )
    assert {r["corpus"] for r in answer["results"]} == {"Demo", "Beamtalk"}


def test_the_project_around_the_working_directory_answers(project: Path) -> None:
    assert run_patternbook("build", cwd=project).returncode == 0
    answer = _json("search", "Counter", cwd=project / "lib" / "actors")
    assert {r["corpus"] for r in answer["results"]} == {"Demo"}


def test_no_control_characters_reach_a_terminal(tmp_path: Path) -> None:
    entry = {
        "id": "a",
        "title": "Bell \x07 and \x1b[2J",
        "category": "c",
        "tags": [],
        "source": "x",
        "explanation": "",
    }
    (tmp_path / "corpus.json").write_text(json.dumps({"entries": [entry]}), encoding="utf-8")
    done = run_patternbook("search", "bell", "--corpus", "corpus.json", cwd=tmp_path)
    assert "Bell \ufffd and \ufffd[2J" in done.stdout


def test_a_closed_standard_output_is_no_fault(tmp_path: Path) -> None:
    command = f'"{sys.executable}" -m patternbook show no-such-id --corpus bundled >&-'
    done = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "no example has the id" in done.stderr


def test_a_closed_pipe_is_no_error(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "patternbook", "search", "inject:into:", "--limit", "20", "--json"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    process.wait(30)
    process.stderr.close()
