"""Every shell command of the documentation is run as it stands, but for installs and programs of others."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from sites import write_corpus
from support import ROOT, require

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_PAGES = (
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted(page for page in (ROOT / "docs").rglob("*.md") if "beamtalk" not in page.parts),
)
_BLOCK = re.compile(r"^```(bash|sh|shell|console)\n(.*?)^```", re.DOTALL | re.MULTILINE)
_INSTALLS = re.compile(r"python3 -m venv|(?:\S*/)?pip install|(?:\S*/)?just ci$|claude mcp add-json")
"""What needs the network or a program of others, and `just ci`, which runs this test."""
_LOOP = "evaluation.md"
"""A page whose commands and answers the test of the curator's loop runs, in their order."""
_SERVERS = re.compile(r"patternbook mcp --http|^curl ")
_PROJECT = {
    "docs/lists.md": "# Lists\n\n## Fold a dictionary\n\nFold it.\n\n```beamtalk\n#(1, 2) inject: 0 into: [:a :b | a + b]\n```\n",
    "tests/first_test.bt": "TestCase subclass: FirstTest\n  testOne => self assert: 1 equals: 1\n",
}


def _commands(page: Path) -> Iterator[str]:
    for kind, block in _BLOCK.findall(page.read_text(encoding="utf-8")):
        text = block.replace("\\\n", " ")
        lines = text.splitlines()
        if kind == "console":
            lines = [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]
        for line in lines:
            for part in re.sub(r"\s+#\s.*", "", line).split(" && "):
                if part.strip():
                    yield part.strip()


_ALL = [
    (page.name, command)
    for page in _PAGES
    if page.name != _LOOP
    for command in _commands(page)
    if not _INSTALLS.match(command)
]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with the README's configuration, a site, and the commands in `.venv/bin`."""
    folder = tmp_path_factory.mktemp("project")
    for name, text in _PROJECT.items():
        file = folder / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (configuration,) = re.findall(r"```toml\n(.*?)```", readme, re.DOTALL)
    (folder / "patternbook.toml").write_text(configuration, encoding="utf-8")
    site = {"site_name": "Site", "plugins": ["search", {"patternbook": {"corpus": "_patternbook"}}]}
    (folder / "mkdocs.yml").write_text(
        json.dumps(site | {"theme": {"name": "material", "font": False}}), "utf-8"
    )
    write_corpus(folder / "docs" / "_patternbook")
    (folder / "docs" / "index.md").write_text("# Site\n", encoding="utf-8")
    shutil.copy(ROOT / "Justfile", folder)
    (folder / ".venv" / "bin").mkdir(parents=True)
    for name in ("patternbook", "mkdocs"):
        command = folder / ".venv" / "bin" / name
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m {name} "$@"\n', encoding="utf-8")
        command.chmod(0o755)
    just = shutil.which("just") or shutil.which("just", path=os.path.dirname(sys.executable))  # noqa: PTH120
    if just:
        (folder / ".venv" / "bin" / "just").symlink_to(just)
    assert _run(project=folder, command="patternbook build").returncode == 0
    return folder


def _environment(project: Path) -> dict[str, str]:
    path = f"{project / '.venv' / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return os.environ | {"PATH": path, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": str(ROOT / "generator")}


def _run(project: Path, command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        shell=True,
        cwd=project,
        env=_environment(project),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def _without_configuration(project: Path) -> Path:
    """A copy of the project in which `patternbook init` has something to do."""
    copy = project.with_name(f"{project.name}-before")
    shutil.copytree(project, copy, symlinks=True, dirs_exist_ok=True)
    (copy / "patternbook.toml").unlink()
    return copy


def test_every_page_is_looked_at() -> None:
    assert {"README.md", "site.md", "server.md", "connect.md"} <= {name for name, _ in _ALL}
    loop = (ROOT / "tests" / "evaluation" / "test_curators_loop.py").read_text(encoding="utf-8")
    assert f'"{_LOOP}"' in loop


@pytest.mark.parametrize(("page", "command"), [each for each in _ALL if not _SERVERS.search(each[1])])
def test_a_command_does_what_is_said(project: Path, page: str, command: str) -> None:
    if "bin/just" in command and not (project / ".venv" / "bin" / "just").exists():
        require("just", "pip install 'patternbook[dev]'")
    if command.startswith("claude mcp add "):
        command = command.partition(" -- ")[2]  # what the client will run
    if command == "patternbook init":
        project = _without_configuration(project)
    done = _run(project, command)
    assert done.returncode == 0, f"{page}: {command}\n{done.stdout}\n{done.stderr}"
    assert "Traceback" not in done.stderr
    assert done.stdout or done.stderr or "cd " in command or command.endswith(" mcp"), command


def test_a_search_over_http_answers(project: Path) -> None:
    curl = require("curl", "install it with `apt-get install curl`")
    commands = [command for _, command in _ALL if _SERVERS.search(command)]
    servers = [command for command in commands if not command.startswith("curl")]
    (question,) = (command for command in commands if command.startswith("curl"))
    for server in servers:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = str(free.getsockname()[1])
        line = re.sub(r":87\d\d\b", f":{port}", server).rstrip("& ")
        running = subprocess.Popen(
            f"exec {line}",
            shell=True,
            cwd=project,
            env=_environment(project),
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            assert running.stderr is not None
            assert f"serving at http://127.0.0.1:{port}/mcp" in running.stderr.readline()
            asked = re.sub(r":87\d\d\b", f":{port}", question).replace("curl", curl, 1)
            answer = json.loads(_run(project, asked).stdout)
        finally:
            running.terminate()
            running.communicate(timeout=30)
        assert answer["result"]["content"], answer
    assert servers
