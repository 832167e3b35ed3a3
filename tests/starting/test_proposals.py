"""What is proposed for trees of all kinds, as data; and that a build accepts it."""

from __future__ import annotations

import os
import tomllib
from typing import TYPE_CHECKING, Any

import pytest

from patternbook.config import load_config
from patternbook.sources import discover
from patternbook.starting import Proposal, propose
from support import cases
from trees import git, make_repository, make_tree

if TYPE_CHECKING:
    from pathlib import Path

_SOURCES = [*cases("init/layouts.toml"), *cases("init/left_out.toml"), *cases("init/names.toml")]


def _propose(folder: Path, case: dict[str, Any]) -> tuple[Path, Proposal]:
    root = folder / "shop"
    root.mkdir()
    make_tree(root, case["files"])
    if "git" in case:
        make_repository(root, **case["git"])
    return root, propose(root)


@pytest.mark.parametrize("case", _SOURCES)
def test_sources(case: dict[str, Any], tmp_path: Path) -> None:
    root, proposal = _propose(tmp_path, case)
    assert tomllib.loads(proposal.text).get("sources", []) == case["sources"]
    if not proposal.text:
        return
    file = root / "patternbook.toml"
    file.write_text(proposal.text, encoding="utf-8")
    found = discover(load_config(file))
    assert {source.rule.number for source in found.sources} == set(range(1, len(case["sources"]) + 1))
    read = {source.file.path for source in found.sources}
    assert read.isdisjoint(
        path for paths in case.get("left_out", {}).values() for path in paths if path != "docs/b.md"
    )


@pytest.mark.parametrize("case", cases("init/left_out.toml"))
def test_what_is_left_out(case: dict[str, Any], tmp_path: Path) -> None:
    _, proposal = _propose(tmp_path, case)
    assert {why: list(paths) for why, paths in proposal.survey.left_out.items()} == case["left_out"]


@pytest.mark.parametrize("case", cases("init/manifests.toml"))
def test_what_a_project_says_of_itself(case: dict[str, Any], tmp_path: Path) -> None:
    root, proposal = _propose(tmp_path, case)
    written = tomllib.loads(proposal.text)
    assert {key: written.get(key, "") for key in ("name", "licence", "source_url")} == case["head"]
    assert str(tmp_path) not in proposal.text
    assert root.name == "shop"


def test_there_are_cases_enough() -> None:
    assert len(_SOURCES) >= 40


def test_a_folder_of_a_repository_links_into_it(tmp_path: Path) -> None:
    make_tree(tmp_path, {"pack {1}/shop/test_a.py": "@test"})
    make_repository(tmp_path, "https://github.com/a/shop")
    url = tomllib.loads(propose(tmp_path / "pack {1}" / "shop").text)["source_url"]
    filled = url.format(path="test_a.py", start=1, end=2)
    assert filled == "https://github.com/a/shop/blob/main/pack%20%7B1%7D/shop/test_a.py#L1-L2"


def test_the_default_branch_is_the_remotes(tmp_path: Path) -> None:
    make_tree(tmp_path, {"test_a.py": "@test"})
    make_repository(tmp_path, "https://github.com/a/shop", branch="feature")
    git(tmp_path, "commit", "-q", "-m", "x")
    git(tmp_path, "update-ref", "refs/remotes/origin/trunk", "HEAD")
    git(tmp_path, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/trunk")
    assert "/blob/trunk/{path}" in propose(tmp_path).text


def test_a_repository_that_ignores_the_folder_says_nothing_about_it(tmp_path: Path) -> None:
    make_tree(tmp_path, {".gitignore": "/work/\n", "work/test_a.py": "@test"})
    make_repository(tmp_path)
    proposal = propose(tmp_path / "work")
    assert [rule.include for rule in proposal.rules] == [("test_*.py",)]
    assert not proposal.survey.listing.repository


def test_git_runs_no_program_of_the_project(tmp_path: Path) -> None:
    make_tree(tmp_path, {"test_a.py": "@test", "watch": "#!/bin/sh\ntouch watched\n"})
    make_repository(tmp_path)
    (tmp_path / "watch").chmod(0o755)
    git(tmp_path, "config", "core.fsmonitor", "./watch")
    assert propose(tmp_path).rules
    assert not (tmp_path / "watched").exists()
    git(tmp_path, "status")
    assert (tmp_path / "watched").exists()


def test_many_files_of_one_kind_stay_few_categories(tmp_path: Path) -> None:
    make_tree(tmp_path, {f"tests/part{n % 5}/test_{n}.py": "@test" for n in range(200)})
    (rule,) = propose(tmp_path).rules
    assert rule.category == "{parent}"


def test_names_that_are_not_utf8_are_left_out(tmp_path: Path) -> None:
    make_tree(tmp_path, {"docs/a.md": "@page"})
    try:
        (tmp_path / "docs" / "b\udcff.md").write_text("```python\nx = 1\n```\n", encoding="utf-8")
    except OSError:
        pytest.skip("this file system takes only names in UTF-8")
    proposal = propose(tmp_path)
    assert proposal.survey.left_out["names that are not UTF-8"] == ["docs/b\\udcff.md"]
    proposal.text.encode("utf-8")


def test_text_that_is_not_utf8_is_left_out(tmp_path: Path) -> None:
    make_tree(tmp_path, {"docs/a.md": "@page"})
    (tmp_path / "docs" / "b.md").write_bytes(b"```python\nx = '\xff'\n```\n")
    proposal = propose(tmp_path)
    assert proposal.survey.left_out["cannot be read as UTF-8"] == ["docs/b.md"]
    assert proposal.rules[0].exclude == ("docs/b.md",)


def test_a_folder_that_cannot_be_read_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_tree(tmp_path, {"docs/a.md": "@page", "secret/b.md": "@page"})
    scan = os.scandir

    def guarded(folder: Path) -> Any:
        if folder.name == "secret":
            raise PermissionError(13, "Permission denied", str(folder))
        return scan(folder)

    monkeypatch.setattr(os, "scandir", guarded)
    proposal = propose(tmp_path)
    assert proposal.survey.left_out == {"cannot be read": ["secret/"]}
    assert [rule.include for rule in proposal.rules] == [("docs/**/*.md",)]
