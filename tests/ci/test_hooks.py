"""The hooks for pre-commit: run by the real one in a small repository."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from support import ROOT, require, run_patternbook
from trees import git, make_repository, make_tree

if TYPE_CHECKING:
    from pathlib import Path

_HOOKS: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
_PARTS = ("pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml", "generator", "site-templates")
"""What an installation of the project needs."""


@pytest.fixture
def repository(project: Path, tmp_path: Path) -> Path:
    """A repository with a committed corpus, whose configuration has the hooks as they are offered.

    Their environment alone is not made: `patternbook` is found on the path.
    """
    programs = tmp_path / "bin"
    programs.mkdir()
    command = programs / "patternbook"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m patternbook "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    hooks = [
        {key: value for key, value in hook.items() if key != "additional_dependencies"}
        | {"language": "system"}
        for hook in _HOOKS
    ]
    configuration = {"repos": [{"repo": "local", "hooks": hooks}]}
    (project / ".pre-commit-config.yaml").write_text(yaml.safe_dump(configuration), encoding="utf-8")
    (project / ".gitignore").write_text("/.patternbook/\n", encoding="utf-8")
    assert run_patternbook("build", cwd=project).returncode == 0
    make_repository(project)
    git(project, "commit", "-q", "-m", "Start")
    return project


def _pre_commit(repository: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    found = require("pre-commit", "pip install 'patternbook[dev]'")
    env = os.environ | {
        "PATH": f"{repository.parent / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PRE_COMMIT_HOME": str(repository.parent / "pre-commit"),
        "PYTHONPATH": str(ROOT / "generator"),
    }
    return subprocess.run(
        [found, *arguments], cwd=repository, env=env, capture_output=True, text=True, timeout=600, check=False
    )


def _drift(repository: Path) -> None:
    page = repository / "docs" / "guide.md"
    page.write_text(page.read_text(encoding="utf-8").replace("sum + each", "sum * each"), encoding="utf-8")
    git(repository, "add", ".")


def test_what_is_offered() -> None:
    assert [hook["id"] for hook in _HOOKS] == ["patternbook-check", "patternbook-build"]
    for hook in _HOOKS:
        assert hook["entry"] == f"patternbook {hook['id'].removeprefix('patternbook-')}"
        assert (hook["language"], hook["pass_filenames"], hook["always_run"]) == ("python", False, True)


def test_a_fresh_corpus_passes(repository: Path) -> None:
    done = _pre_commit(repository, "run", "--all-files")
    assert done.returncode == 0, done.stdout
    assert done.stdout.count("Passed") == len(_HOOKS)


def test_a_stale_corpus_stops_a_commit(repository: Path) -> None:
    _drift(repository)
    done = _pre_commit(repository, "run", "patternbook-check")
    assert done.returncode == 1
    assert "changed: guide-fold-a-list-with-inject-into" in done.stdout


def test_a_file_that_is_deleted_stops_a_commit(repository: Path) -> None:
    make_tree(repository, {"test/cart_test.bt": "@bt-test"})
    assert run_patternbook("build", cwd=repository).returncode == 0
    git(repository, "add", ".")
    git(repository, "commit", "-q", "-m", "One more")
    git(repository, "rm", "-q", "test/cart_test.bt")
    done = _pre_commit(repository, "run", "patternbook-check")
    assert done.returncode == 1
    assert "removed: " in done.stdout


def test_building_stops_a_commit_once(repository: Path) -> None:
    _drift(repository)
    done = _pre_commit(repository, "run", "patternbook-build")
    assert done.returncode == 1
    assert "files were modified by this hook" in done.stdout
    git(repository, "add", ".")
    assert _pre_commit(repository, "run").returncode == 0


@pytest.mark.skipif(
    os.environ.get("PATTERNBOOK_INSTALL") != "1",
    reason="installs from the network: set PATTERNBOOK_INSTALL=1",
)
def test_pre_commit_installs_the_project(repository: Path, tmp_path: Path) -> None:
    offered = tmp_path / "offered"
    offered.mkdir()
    for part in _PARTS:
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, offered / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, offered / part)
    make_repository(offered)
    git(offered, "commit", "-q", "-m", "Offer")
    done = _pre_commit(repository, "try-repo", str(offered), "patternbook-check", "--all-files")
    assert done.returncode == 0, done.stdout + done.stderr
