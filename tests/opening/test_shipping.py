"""A package of ours ships its corpus: built, made a wheel, installed in a fresh environment, asked."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import anyio
import mcp
import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.types import TextContent

import patternbook
from mcp_wire import PATIENCE
from support import run_patternbook

if TYPE_CHECKING:
    from collections.abc import Callable

FILES = {
    "pyproject.toml": """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "Tea.Shop"
version = "2.4.1"

[project.entry-points."patternbook.corpora"]
examples = "teashop._patternbook"

[tool.hatch.build.targets.wheel]
packages = ["src/teashop"]

[tool.patternbook]
name = "Tea Shop"
language = "beamtalk"
output = "src/teashop/_patternbook"

[[tool.patternbook.sources]]
include = ["docs/*.md"]
extract = "blocks"
category = "{stem}"
""",
    "src/teashop/__init__.py": 'raise RuntimeError("a corpus is read without its package being run")\n',
    "docs/brewing.md": """\
# Brewing

## Steep some oolong

Two minutes are enough.

```beamtalk
kettle := Kettle new
kettle steep: #oolong minutes: 2
```

## Count the cups

```beamtalk
#(1, 2, 3) inject: 0 into: [:sum :each | sum + each]
```
""",
}


class Environment(NamedTuple):
    """A fresh virtual environment, and a folder that belongs to no project."""

    python: str
    folder: Path

    def patternbook(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run the command line in it."""
        return run(self.python, "-m", "patternbook", *arguments, cwd=self.folder)


def run(*command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a command that has nothing to do with this process's environment."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_"))}
    return subprocess.run(
        command, cwd=cwd, env=clean, capture_output=True, text=True, timeout=120, check=False
    )


def _make_environment(folder: Path) -> str:
    venv.create(folder, symlinks=os.name != "nt")
    (packages,) = folder.glob("**/site-packages")
    # Patternbook and the SDK are borrowed from where this test runs: nothing is downloaded.
    sources = [Path(patternbook.__file__).parents[1], Path(mcp.__file__).parents[1]]
    (packages / "borrowed.pth").write_text("\n".join(map(str, sources)), encoding="utf-8")
    return str(folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package's repository, with its corpus built in place."""
    folder = tmp_path_factory.mktemp("teashop")
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    built = run_patternbook("build", cwd=folder)
    assert built.returncode == 0, built.stderr
    return folder


@pytest.fixture(scope="module")
def installed(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment in which the package's wheel is installed."""
    folder = tmp_path_factory.mktemp("environment")
    python = _make_environment(folder / "venv")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    made = run(
        *pip,
        "wheel",
        "--no-deps",
        "--no-index",
        "--no-build-isolation",
        "-w",
        str(folder),
        str(project),
        cwd=folder,
    )
    assert made.returncode == 0, made.stderr
    (wheel,) = folder.glob("*.whl")
    done = run(*pip, "--python", python, "install", "--no-deps", "--no-index", str(wheel), cwd=folder)
    assert done.returncode == 0, done.stderr
    (folder / "elsewhere").mkdir()
    return Environment(python, folder / "elsewhere")


def test_it_is_listed(installed: Environment) -> None:
    done = installed.patternbook("corpora", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    (corpus,) = json.loads(done.stdout)["corpora"]
    assert corpus["name"] == "Tea Shop"
    assert corpus["version"] == "2.4.1"
    assert corpus["origin"] == "installed"
    assert corpus["package"] == "Tea.Shop"
    assert corpus["entries"] == 2
    assert corpus["size"] == Path(corpus["path"]).stat().st_size
    assert Path(corpus["path"]).parts[-3:] == ("teashop", "_patternbook", "corpus.json")
    assert corpus["index_usable"]
    assert "Tea Shop 2.4.1: 2 examples" in installed.patternbook("corpora").stdout


def test_it_is_searched(installed: Environment) -> None:
    done = installed.patternbook("search", "steep:minutes:", "--json")
    (result,) = json.loads(done.stdout)["results"]
    assert (result["corpus"], result["version"], result["exact"]) == ("Tea Shop", "2.4.1", True)


def with_client(program: list[str], folder: Path, use: Callable[[Client], Any]) -> None:
    """Start a server as the SDK does, and use it."""
    parameters = StdioServerParameters(command=program[0], args=program[1:], cwd=str(folder))

    async def main() -> None:
        with anyio.fail_after(PATIENCE):
            async with Client(parameters) as client:
                await use(client)

    anyio.run(main)


def test_it_is_served(installed: Environment) -> None:
    async def use(client: Client) -> None:
        (tool,) = (await client.list_tools()).tools
        assert "Tea Shop 2.4.1" in (tool.description or "")
        answer = await client.call_tool("search_examples", {"query": "oolong"})
        (result,) = answer.structured_content["results"]
        assert (result["corpus"], result["version"]) == ("Tea Shop", "2.4.1")
        assert result["uri"] == "patternbook://Tea%20Shop/brewing-steep-some-oolong"
        (text,) = answer.content
        assert isinstance(text, TextContent)
        assert "version: 2.4.1" in text.text

    with_client([installed.python, "-m", "patternbook", "mcp"], installed.folder, use)


def test_a_printed_configuration_starts_this_installation(installed: Environment) -> None:
    done = installed.patternbook("mcp", "--print-config", "json")
    entry = json.loads(done.stdout)["mcpServers"]["patternbook"]
    assert [entry["command"], *entry["args"]] == [installed.python, "-m", "patternbook", "mcp"]

    async def use(client: Client) -> None:
        answer = await client.call_tool("search_examples", {"query": "oolong"})
        assert answer.structured_content["results"][0]["corpus"] == "Tea Shop"

    with_client([entry["command"], *entry["args"]], installed.folder, use)


def test_in_the_repository_its_own_corpus_answers(installed: Environment, project: Path) -> None:
    done = run(installed.python, "-m", "patternbook", "corpora", "--json", cwd=project)
    (corpus,) = json.loads(done.stdout)["corpora"]
    assert (corpus["origin"], corpus["version"]) == ("project", None)
    assert Path(corpus["path"]).is_relative_to(project)


def test_an_editable_install_answers_from_the_repository(project: Path, tmp_path: Path) -> None:
    python = _make_environment(tmp_path / "venv")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python]
    done = run(
        *pip,
        "install",
        "--no-deps",
        "--no-index",
        "--no-build-isolation",
        "--editable",
        str(project),
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    listed = run(python, "-m", "patternbook", "corpora", "--json", cwd=tmp_path)
    (corpus,) = json.loads(listed.stdout)["corpora"]
    assert (corpus["origin"], corpus["version"]) == ("installed", "2.4.1")
    assert Path(corpus["path"]).is_relative_to(project)
