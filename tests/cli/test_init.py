"""`patternbook init` as a person meets it."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import tomllib
from typing import TYPE_CHECKING

import pytest

from support import run_patternbook
from trees import make_repository, make_tree

if TYPE_CHECKING:
    from pathlib import Path

_TREE = {
    "README.md": "@bt-page",
    "docs/lists.md": "# Lists\n\n## Fold a list\n\nFold it.\n\n```beamtalk\n#(1, 2) inject: 0 into: [:a :b | a + b]\n```\n",
    "test/cart_test.bt": "@bt-test",
    "CHANGELOG.md": "@bt-page",
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small Beamtalk project."""
    root = tmp_path / "shop"
    make_tree(root, _TREE)
    return root


def test_a_build_works_right_after(tree: Path) -> None:
    done = run_patternbook("init", cwd=tree)
    assert (done.returncode, done.stderr) == (0, "")
    assert "README.md has code in Beamtalk" in done.stdout
    assert "1 × changelogs and release notes: CHANGELOG.md" in done.stdout
    assert f"written: {tree / 'patternbook.toml'}" in done.stdout
    built = run_patternbook("build", cwd=tree)
    assert built.returncode == 0, built.stderr
    assert "3 files → 3 examples" in built.stdout
    assert run_patternbook("check", cwd=tree).returncode == 0
    assert "Fold a list" in run_patternbook("search", "fold", cwd=tree).stdout


def test_python_builds_right_after(tmp_path: Path) -> None:
    make_tree(
        tmp_path,
        {
            "README.md": "@page",
            "shop/__init__.py": "@doctest",
            "tests/test_cart.py": "@test",
            "examples/a.py": "@script",
        },
    )
    assert run_patternbook("init", cwd=tmp_path).returncode == 0
    built = run_patternbook("build", cwd=tmp_path)
    assert built.returncode == 0, built.stderr
    assert "4 files → 4 examples" in built.stdout


def test_a_folder_is_named(tree: Path, tmp_path: Path) -> None:
    assert run_patternbook("init", "shop", cwd=tmp_path).returncode == 0
    assert (tree / "patternbook.toml").is_file()


def test_print_writes_nothing(tree: Path) -> None:
    done = run_patternbook("init", "--print", cwd=tree)
    assert done.returncode == 0
    assert tomllib.loads(done.stdout)["language"] == "beamtalk"
    assert "left out:" in done.stderr
    assert not (tree / "patternbook.toml").exists()
    assert run_patternbook("init", cwd=tree).returncode == 0
    assert (tree / "patternbook.toml").read_text(encoding="utf-8") == done.stdout


def test_nothing_is_replaced_unasked(tree: Path) -> None:
    file = tree / "patternbook.toml"
    file.write_text("# mine\n", encoding="utf-8")
    done = run_patternbook("init", cwd=tree)
    assert done.returncode == 1
    assert done.stderr == f"patternbook: there is {file} already; --force replaces it, --print only shows\n"
    assert file.read_text(encoding="utf-8") == "# mine\n"
    assert run_patternbook("init", "--print", cwd=tree).returncode == 0
    assert run_patternbook("init", "--force", cwd=tree).returncode == 0
    assert tomllib.loads(file.read_text(encoding="utf-8"))["sources"]


def test_a_table_in_pyproject_is_a_configuration_too(tree: Path) -> None:
    (tree / "pyproject.toml").write_text('[tool.patternbook]\nlanguage = "beamtalk"\n', encoding="utf-8")
    done = run_patternbook("init", cwd=tree)
    assert done.returncode == 1
    assert "[tool.patternbook] in " in done.stderr
    assert not (tree / "patternbook.toml").exists()
    forced = run_patternbook("init", "--force", cwd=tree)
    assert forced.returncode == 0
    assert "which is not read any more" in forced.stdout


@pytest.mark.parametrize(
    ("answer", "replaced"), [("y\n", True), ("YES\n", True), ("n\n", False), ("\n", False)]
)
def test_on_a_terminal_it_asks(tree: Path, answer: str, replaced: bool) -> None:
    file = tree / "patternbook.toml"
    file.write_text("# mine\n", encoding="utf-8")
    ours, theirs = pty.openpty()
    try:
        os.write(ours, answer.encode())
        done = subprocess.run(
            [sys.executable, "-m", "patternbook", "init"],
            cwd=tree,
            stdin=theirs,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    finally:
        os.close(ours)
        os.close(theirs)
    assert "Replace it? [y/N]" in done.stderr
    assert done.returncode == (0 if replaced else 1)
    assert (file.read_text(encoding="utf-8") == "# mine\n") is not replaced


@pytest.mark.parametrize("files", [{}, {"README.md": "@prose", "shop/a.py": "@code"}])
def test_nothing_to_take(tmp_path: Path, files: dict[str, str]) -> None:
    make_tree(tmp_path, files)
    done = run_patternbook("init", cwd=tmp_path)
    assert done.returncode == 1
    assert "nothing here to take examples from; looked for tests, example files" in done.stderr
    assert not (tmp_path / "patternbook.toml").exists()


@pytest.mark.parametrize("name", ["missing", "file"])
def test_a_folder_is_expected(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    done = run_patternbook("init", name, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == f"patternbook: {name}: expected the folder of a project; there is none\n"


def test_what_comes_next_fits_the_project(tree: Path) -> None:
    make_tree(tree, {"mkdocs.yml": "site_name: Shop\n", ".gitignore": "_*/\n"})
    make_repository(tree)
    done = run_patternbook("init", cwd=tree)
    assert "git add patternbook.toml _patternbook" in done.stdout
    assert "take _patternbook/ out of .gitignore" in done.stdout
    assert "echo /.patternbook/ >> .gitignore" in done.stdout
    assert "in mkdocs.yml, under plugins: - patternbook: {corpus: _patternbook}" in done.stdout


def test_names_cannot_command_a_terminal(tmp_path: Path) -> None:
    make_tree(tmp_path, {"docs/\x1b[2J.de.md": "@page", "docs/\x1b[2J.md": "@page"})
    done = run_patternbook("init", cwd=tmp_path)
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert "\x1b" not in (tmp_path / "patternbook.toml").read_text(encoding="utf-8")
