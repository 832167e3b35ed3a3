"""The recipes of docs/ci.md do what they say: their commands pass on a fresh corpus and fail on a stale one."""

from __future__ import annotations

import ast
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from typing import TYPE_CHECKING, Any

import pytest
import yaml

import patternbook
from support import ROOT, require, run_patternbook, write_project

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_PAGE = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
_BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", _PAGE, re.DOTALL | re.MULTILINE)
_DOCUMENT = "# Sums\n\n```beamtalk\n#(1, 2) inject: 0 into: [:sum :each | sum + each]\n```\n"
_SCRIPTS = ("run", "before_script", "script", "commands", "command")
"""Keys under which the services' files hold commands."""


def _name(kind: str, text: str) -> str:
    """What a block is, from the comment in its first line."""
    first = text.partition("\n")[0]
    return first.lstrip("#/ ") if first.startswith(("#", "//")) else kind


def _strings(value: Any, *, wanted: bool = False) -> Iterator[str]:
    """Every command in a service's file, in order."""
    if isinstance(value, str) and wanted:
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item, wanted=wanted)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _strings(item, wanted=key in _SCRIPTS)


def _of_nox(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "session.run":
            yield shlex.join(ast.literal_eval(argument) for argument in node.args)


def _script(kind: str, text: str) -> str:
    if kind == "yaml":
        commands = list(_strings(yaml.safe_load(text)))
    elif kind == "groovy":
        commands = [
            single or double for single, double in re.findall(r"""\bsh (?:'([^']*)'|"([^"]*)")""", text)
        ]
    elif kind == "toml":
        commands = [shlex.join(command) for command in tomllib.loads(text)["env"]["examples"]["commands"]]
    elif kind == "python":
        commands = list(_of_nox(text))
    else:
        commands = [text]
    return "\n".join(commands)


_RUN = [
    pytest.param(_script(kind, text), id=f"{number}-{_name(kind, text)}")
    for number, (kind, text) in enumerate(_BLOCKS)
    if kind != "just" and "OWNER/" not in text
]


@pytest.fixture(scope="module")
def projects(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A project with a fresh corpus and one with a stale one.

    Beside them lie `patternbook` and a `pip` that installs nothing.
    """
    folder = tmp_path_factory.mktemp("projects")
    fresh, stale = folder / "fresh", folder / "stale"
    write_project(fresh, {"a.md": _DOCUMENT}, '[[sources]]\ninclude = ["a.md"]\nextract = "blocks"\n')
    assert run_patternbook("build", cwd=fresh).returncode == 0
    shutil.copytree(fresh, stale)
    (stale / "a.md").write_text(_DOCUMENT.replace("+", "*"), encoding="utf-8")
    (folder / "bin").mkdir()
    _program(folder / "bin" / "patternbook", f'exec "{sys.executable}" -m patternbook "$@"')
    _program(folder / "bin" / "pip", f'[ "$*" = "install patternbook[build]=={patternbook.__version__}" ]')
    return fresh, stale


def _program(file: Path, script: str) -> None:
    file.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    file.chmod(0o755)


def _bash(script: str, project: Path) -> subprocess.CompletedProcess[str]:
    path = f"{project.parent / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-e", "-c", script],
        cwd=project,
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_every_service_has_a_recipe() -> None:
    names = {_name(kind, text) for kind, text in _BLOCKS}
    wanted = {
        *(
            "bash",
            ".github/workflows/examples.yml",
            ".gitlab-ci.yml",
            ".woodpecker/examples.yaml",
            "Jenkinsfile",
        ),
        *("azure-pipelines.yml", ".circleci/config.yml", ".pre-commit-config.yaml", "tox.toml", "noxfile.py"),
        "Justfile",
    }
    assert wanted <= names
    assert len(_RUN) == len(_BLOCKS) - 3


@pytest.mark.parametrize("script", _RUN)
def test_a_recipe_passes_and_fails(script: str, projects: tuple[Path, Path]) -> None:
    fresh, stale = (_bash(script, project) for project in projects)
    assert fresh.returncode == 0, fresh.stdout + fresh.stderr
    assert "fresh: " in fresh.stdout
    assert stale.returncode == 1, stale.stdout + stale.stderr
    assert "stale: " in stale.stdout


def test_the_recipe_for_just(projects: tuple[Path, Path]) -> None:
    just = require("just", "pip install 'patternbook[dev]'")
    (text,) = (text for kind, text in _BLOCKS if kind == "just")
    for project, code in zip(projects, (0, 1), strict=True):
        (project / "Justfile").write_text(text, encoding="utf-8")
        assert _bash(f"{just} examples", project).returncode == code


def test_the_action_and_the_hooks_that_are_named_exist() -> None:
    workflow, hooks = (yaml.safe_load(text) for _, text in _BLOCKS if "OWNER/" in text)
    (job,) = workflow["jobs"].values()
    assert job["steps"][-1]["uses"] == f"OWNER/patternbook@v{patternbook.__version__}"
    (repository,) = hooks["repos"]
    assert repository["rev"] == f"v{patternbook.__version__}"
    offered = {
        hook["id"] for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    }
    assert {hook["id"] for hook in repository["hooks"]} <= offered
    assert offered <= set(re.findall(r"`(patternbook-\w+)`", _PAGE))
