"""What the server loads when it starts, and who may import the SDK."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

import books
import patternbook

LOADED = """
import json, sys
from patternbook.cli import main
from patternbook.server import app

def stop(*_):
    json.dump(sorted(sys.modules), sys.stderr)
    raise SystemExit

sys.argv = ["patternbook", "mcp", "--corpus", sys.argv[1]]
import anyio
anyio.run = stop
main()
"""

RUNTIME = {
    "__init__",
    "__main__",
    "book",
    "cli",
    "config",
    "config_values",
    "corpus",
    "errors",
    "model",
    "opening",
    "search",
    "server",
    "telemetry",
}
SDK_IMPORTERS = {"server/messages.py", "server/protocol.py", "server/stdio.py", "server/webapp.py"}


def test_it_starts_with_the_runtime_and_the_sdk_alone(tmp_path: Path) -> None:
    corpus = books.write(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", LOADED, str(corpus)], capture_output=True, text=True, timeout=60, check=True
    )
    modules = set(json.loads(done.stderr))
    assert "patternbook.server.protocol" in modules
    ours = {name.split(".")[1] for name in modules if name.startswith("patternbook.")}
    assert ours <= RUNTIME
    assert not modules & {
        f"patternbook.server.{name}" for name in ("http", "webapp", "deadlines", "listening")
    }
    assert not {name.split(".")[0] for name in modules} & {
        "mkdocs",
        "jinja2",
        "lunr",
        "markdown_it",
        "pygments",
        "rich",
    }


@pytest.mark.parametrize("path", sorted(Path(patternbook.__file__).parent.rglob("*.py")), ids=str)
def test_only_the_protocol_side_of_the_server_imports_the_sdk(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    if "mcp" in imported:
        assert path.relative_to(Path(patternbook.__file__).parent).as_posix() in SDK_IMPORTERS
