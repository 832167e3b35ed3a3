"""`patternbook check --format github`: what drifted, at its lines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from support import run_patternbook, write_project

if TYPE_CHECKING:
    from pathlib import Path

_LINE = re.compile(r"::(error|warning) ((?:\w+=[^:,\r\n]*,?)+)::(.*)")


def _annotations(text: str) -> list[tuple[str, dict[str, str], str]]:
    """Read annotations back by the rules of the service."""
    found = []
    for line in text.splitlines():
        match = _LINE.fullmatch(line)
        if line.startswith("::"):
            assert match is not None, line
            pairs = (pair.partition("=") for pair in match[2].split(","))
            found.append((match[1], {key: _plain(value) for key, _, value in pairs}, _plain(match[3])))
    return found


def _plain(text: str) -> str:
    for code, mark in (("%2C", ","), ("%3A", ":"), ("%0A", "\n"), ("%0D", "\r"), ("%25", "%")):
        text = text.replace(code, mark)
    return text


def _check(project: Path, summary: Path | None = None, workspace: Path | None = None) -> tuple[int, str]:
    env = {"GITHUB_STEP_SUMMARY": str(summary or ""), "GITHUB_WORKSPACE": str(workspace or "")}
    done = run_patternbook("check", "--format", "github", cwd=project, env=env)
    return done.returncode, done.stdout


def test_a_fresh_corpus_has_no_annotations(project: Path, tmp_path: Path) -> None:
    assert run_patternbook("build", cwd=project).returncode == 0
    summary = tmp_path / "summary.md"
    code, text = _check(project, summary)
    assert (code, _annotations(text)) == (0, [])
    assert summary.read_text(encoding="utf-8").startswith("### Demo: the corpus is fresh\n")


def test_each_entry_that_drifted_is_annotated(project: Path, tmp_path: Path) -> None:
    assert run_patternbook("build", cwd=project).returncode == 0
    guide, test = project / "docs" / "guide.md", project / "test" / "list_test.bt"
    guide.write_text(guide.read_text(encoding="utf-8").replace("sum + each", "sum * each"), encoding="utf-8")
    test.write_text(test.read_text(encoding="utf-8").replace("testSize", "testCount"), encoding="utf-8")
    summary = tmp_path / "summary.md"
    summary.write_text("before\n", encoding="utf-8")
    code, text = _check(project, summary, workspace=tmp_path)
    assert code == 1
    found = _annotations(text)
    places = {(kind, where.get("file"), where.get("line")) for kind, where, _ in found}
    assert ("error", "project/docs/guide.md", "8") in places
    assert ("error", "project/test/list_test.bt", "12") in places
    assert ("warning", "project/test/list_test.bt", "12") in places
    assert found[-1] == (
        "error",
        {"title": "Patternbook"},
        "the corpus is stale: run `patternbook build` in project and commit",
    )
    told = summary.read_text(encoding="utf-8")
    assert told.startswith("before\n### Demo: the corpus is stale\n")
    assert (
        len([line for line in told.splitlines() if line.startswith(("| changed", "| removed", "| added"))])
        == 3
    )


def test_titles_break_out_of_nothing(tmp_path: Path) -> None:
    page = "# A\n\n## 100% | ::error::, 1 < 2\n\n```beamtalk\nx := 1\n```\n"
    project = tmp_path / "a, b: c%"
    write_project(project, {"docs/a.md": page}, '[[sources]]\ninclude = ["docs/*.md"]\nextract = "blocks"\n')
    summary = tmp_path / "summary.md"
    code, text = _check(project, summary, workspace=tmp_path)
    assert code == 1
    (kind, where, message), _ = _annotations(text)
    assert (kind, where["file"], where["line"]) == ("warning", "a, b: c%/docs/a.md", "6")
    assert "100% | ::error::, 1 < 2" in message
    told = summary.read_text(encoding="utf-8")
    assert "<" not in told
    (row,) = [line for line in told.splitlines() if line.startswith("| added")]
    assert row.count("|") == 4


def test_many_entries_stay_few_annotations(tmp_path: Path) -> None:
    page = "# A\n" + "".join(f"\n## Part {n}\n\n```beamtalk\nx{n} := {n}\n```\n" for n in range(80))
    write_project(tmp_path, {"a.md": page}, '[[sources]]\ninclude = ["a.md"]\nextract = "blocks"\n')
    found = _annotations(_check(tmp_path)[1])
    assert len(found) == 52
    assert found[-2][2].startswith("30 more entries differ")


def test_an_error_is_annotated_too(tmp_path: Path) -> None:
    write_project(tmp_path, {}, '[[sources]]\ninclude = ["none/*.md"]\nextract = "blocks"\n')
    code, text = _check(tmp_path)
    assert code == 2
    ((kind, _, message),) = _annotations(text)
    assert kind == "error"
    assert "matches no file" in message


@pytest.mark.parametrize("arguments", [("--format", "gitlab"), ("--format", "github", "--json")])
def test_wrong_use(project: Path, arguments: tuple[str, ...]) -> None:
    done = run_patternbook("check", *arguments, cwd=project)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) <= 2
