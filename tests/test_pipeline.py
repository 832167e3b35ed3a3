"""A build from end to end: what enters, what does not, and that bytes depend on the sources alone."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from patternbook.config import load_config
from patternbook.pipeline import build
from support import ROOT, run_patternbook


def _entries(folder: Path) -> dict[str, dict[str, Any]]:
    document = json.loads((folder / "out" / "corpus.json").read_bytes())
    return {entry["id"]: entry for entry in document["entries"]}


def _build(folder: Path, *arguments: str, env: dict[str, str] | None = None) -> dict[str, Any]:
    done = run_patternbook("build", "--json", *arguments, cwd=folder, env=env)
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def test_build_says_what_it_did(project: Path) -> None:
    answer = _build(project)
    assert answer.pop("seconds") > 0
    assert answer == {
        "files": 3,
        "entries": 4,
        "rejected": {"syntax": 1},
        "output": str(project / "out"),
    }


def test_each_kind_of_entry(project: Path) -> None:
    _build(project)
    entries = _entries(project)
    assert sorted(entries) == [
        "actors-counter",
        "guide-fold-a-list-with-inject-into",
        "list-test-size",
        "list-test-sum",
    ]
    counter = entries["actors-counter"]
    assert counter["title"] == "Count things in an actor"
    assert counter["explanation"] == "Use it when several processes count together."
    assert counter["category"] == "actors"
    assert counter["source"].startswith("/// Count things")
    assert counter["defines"] == ["Counter", "Counter >> increment", "increment"]
    assert counter["origin"]["start_line"] == 4
    assert counter["validation"] == {"level": "parsed", "by": "beamtalk@5e38222c"}
    fold = entries["guide-fold-a-list-with-inject-into"]
    assert fold["title"] == "Fold a list with inject:into:"
    assert fold["explanation"] == "Also called reduce."
    assert "inject:into:" in fold["uses"]
    assert fold["tags"] == ["folding", "guide", "lists"]
    total = entries["list-test-sum"]
    assert total["title"] == "Sum a list by folding it"
    assert total["source"] == (
        "/// Lists keep their order.\n"
        "TestCase subclass: ListTest\n"
        "  field: items = #()\n\n"
        "  setUp => self withItems: #(1, 2, 3)\n\n"
        "  expected => 6\n\n"
        "  /// Sum a list by folding it. The start value is the sum of an empty list.\n"
        "  testSum => self assert: (self.items inject: 0 into: [:a :b | a + b]) equals: self expected"
    )
    assert "expected => 6" not in entries["list-test-size"]["source"]


def test_origin_is_the_span_in_the_file(project: Path) -> None:
    _build(project)
    for entry in _entries(project).values():
        origin = entry["origin"]
        raw = (project / origin["path"]).read_bytes()
        cut = raw[origin["start_byte"] : origin["end_byte"]].decode()
        assert cut.strip() in entry["source"]
        assert origin["start_line"] == raw[: origin["start_byte"]].count(b"\n") + 1
        assert origin["end_line"] == raw[: origin["end_byte"]].count(b"\n") + 1


@pytest.mark.parametrize(
    ("arguments", "env"),
    [
        (["--no-cache", "--jobs", "1"], {"PYTHONHASHSEED": "0"}),
        (["--no-cache", "--jobs", "3"], {"PYTHONHASHSEED": "42"}),
        (["--jobs", "2"], {"PYTHONHASHSEED": "7", "LC_ALL": "C", "LANG": "C"}),
        (["--no-cache"], {"LC_ALL": "tr_TR.UTF-8", "PYTHONUTF8": "0", "TZ": "Pacific/Apia"}),
    ],
    ids=["one worker", "three workers", "C locale with cache", "Turkish"],
)
def test_the_embedded_corpus_has_the_same_bytes_anywhere(
    arguments: list[str], env: dict[str, str], tmp_path: Path
) -> None:
    copy = tmp_path / "copy"
    for name in ("docs", "pyproject.toml"):
        source = ROOT / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, _made(copy) / name)
    config = str(copy / "pyproject.toml")
    output = str(tmp_path / "out")
    done = run_patternbook("build", "--config", config, "--output", output, *arguments, cwd=tmp_path, env=env)
    assert done.returncode == 0, done.stderr
    for name in ("corpus.json", "index.json"):
        bundled = ROOT / "generator" / "patternbook" / "bundled" / name
        assert (tmp_path / "out" / name).read_bytes() == bundled.read_bytes(), name


def _made(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    return folder


def test_line_ends_do_not_matter(project: Path) -> None:
    _build(project)
    before = (project / "out" / "corpus.json").read_bytes()
    for path in project.glob("*/**/*.*"):
        if path.suffix in {".md", ".bt"}:
            path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    _build(project)
    assert (project / "out" / "corpus.json").read_bytes() == before


def test_ids_stay_when_unrelated_content_changes(project: Path) -> None:
    _build(project)
    before = _entries(project)
    guide = project / "docs" / "guide.md"
    guide.write_text("# Guide\n\n## New\n\n```beamtalk\nx := 5\n```\n" + guide.read_text()[8:])
    (project / "lib" / "actors" / "aaa.bt").write_text("Object subclass: Aaa\n")
    _build(project)
    after = _entries(project)
    assert after.keys() - before.keys() == {"guide-new", "actors-aaa"}
    assert before.keys() - after.keys() == set()


def test_a_second_build_parses_nothing_again(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = load_config(project / "patternbook.toml")
    first = build(config, jobs=1)
    monkeypatch.setattr(
        "patternbook.pipeline.stages.take", lambda source: pytest.fail(f"read {source.file.path} again")
    )
    second = build(config, jobs=1)
    assert second.corpus.raw == first.corpus.raw
    assert second.report.rejections == first.report.rejections


def _damage(kind: str, text: str) -> str:
    document = json.loads(text)
    match kind:
        case "truncated":
            return text[: len(text) // 2]
        case "another format":
            return json.dumps(document | {"format": 99})
        case "changed by hand":
            return text.replace("Count things", "Count nothing")
        case "no object":
            return "[]"
        case _:
            return json.dumps({"format": 1, "sha256": "0", "payload": {"x": 1}})


@pytest.mark.parametrize("kind", ["truncated", "another format", "changed by hand", "no object", "foreign"])
def test_a_damaged_cache_is_ignored(project: Path, kind: str) -> None:
    _build(project)
    good = (project / "out" / "corpus.json").read_bytes()
    cache = project / ".patternbook" / "cache.json"
    cache.write_text(_damage(kind, cache.read_text()))
    _build(project)
    assert (project / "out" / "corpus.json").read_bytes() == good


def test_check_says_what_changed_and_how_to_mend_it(project: Path) -> None:
    assert run_patternbook("check", cwd=project).returncode == 1
    _build(project)
    fresh = run_patternbook("check", cwd=project)
    assert (fresh.returncode, fresh.stdout.startswith("fresh")) == (0, True)
    counter = project / "lib" / "actors" / "counter.bt"
    counter.write_text(counter.read_text().replace("One more.", "One more each time."))
    (project / "lib" / "b.bt").write_text("Object subclass: B\n")
    guide = project / "docs" / "guide.md"
    guide.write_text(guide.read_text().replace("Fold a list", "Sum a list"))
    stale = run_patternbook("check", cwd=project)
    assert stale.returncode == 1
    assert stale.stdout.splitlines() == [
        "added: b",
        "added: guide-sum-a-list-with-inject-into",
        "removed: guide-fold-a-list-with-inject-into",
        "changed: actors-counter",
        f"stale: run `patternbook build` in {project}",
    ]
    answer = json.loads(run_patternbook("check", "--json", cwd=project).stdout)
    assert answer == {
        "fresh": False,
        "added": ["b", "guide-sum-a-list-with-inject-into"],
        "removed": ["guide-fold-a-list-with-inject-into"],
        "changed": ["actors-counter"],
    }


def test_check_notices_an_index_that_is_not_the_builds(project: Path) -> None:
    _build(project)
    index = project / "out" / "index.json"
    index.write_bytes(index.read_bytes() + b"\n")
    stale = run_patternbook("check", cwd=project)
    assert stale.returncode == 1
    assert "differs in its bytes" in stale.stdout


def test_report_holds_every_rejection(project: Path) -> None:
    _build(project, "--report", "report.json")
    report = json.loads((project / "report.json").read_bytes())
    assert report["files"] == 3
    assert report["rejected"] == {"syntax": 1}
    (rejection,) = report["rejections"]
    assert (rejection["path"], rejection["line"], rejection["reason"]) == ("docs/guide.md", 14, "syntax")


def test_links_that_leave_the_project_and_others_code_stay_out(project: Path, tmp_path: Path) -> None:
    (tmp_path / "outside.bt").write_text("Object subclass: Outside\n")
    (project / "lib" / "outside.bt").symlink_to(tmp_path / "outside.bt")
    (project / "lib" / "again.bt").symlink_to(project / "lib" / "actors" / "counter.bt")
    for name, text in {
        "lib/vendor/x.bt": "Object subclass: X\n",
        "lib/.hidden/y.bt": "Object subclass: Y\n",
        "lib/made.bt": "// Code generated by a tool. DO NOT EDIT.\nObject subclass: Made\n",
    }.items():
        (project / name).parent.mkdir(exist_ok=True)
        (project / name).write_text(text)
    answer = _build(project)
    assert answer["rejected"] == {"generated": 1, "symlink": 2, "syntax": 1, "vendored": 2}
    assert not {"outside", "vendor-x", "made"} & _entries(project).keys()
