"""Running the browser's search under Node."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import mkdocs.contrib.search
import pytest

from patternbook.site.assets import engine

_ROOT = Path(__file__).parents[1]
_LUNR = Path(mkdocs.contrib.search.__file__).parent / "templates" / "search" / "lunr.js"
_RUNNER = _ROOT / "tests" / "search" / "parity.js"


def ask_node(requests: list[dict[str, Any]], index: Path | None = None) -> list[Any]:
    """Answer requests with ``engine.js`` and stock ``lunr.js``; skips the test where there is no Node.

    Args:
        requests: objects with a key ``do``, as ``parity.js`` reads them.
        index: the ``index.json`` to open.
    """
    node = shutil.which("node")
    if node is None:
        reason = "Node is missing: install it with `apt-get install nodejs` or from nodejs.org"
        if os.environ.get("PATTERNBOOK_REQUIRE") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    with TemporaryDirectory() as folder:
        script = Path(folder) / "engine.js"
        script.write_bytes(engine(None))
        command = [node, str(_RUNNER), str(script), str(_LUNR), *([str(index)] if index else [])]
        done = subprocess.run(command, input=lines, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]
