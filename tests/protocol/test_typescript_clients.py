"""The TypeScript SDK's clients in Node, over real pipes: the 1.x line, and 2.x in both eras."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from mcp_wire import MODERN, PATIENCE, command
from node_packages import installed

CLIENTS = [("sdk", "legacy"), ("client", "legacy"), ("client", "auto"), ("client", MODERN)]


@pytest.fixture(scope="module")
def session() -> Path:
    """The script that is one session, with the packages that it needs beside it."""
    return installed(Path(__file__).parent / "node") / "session.mjs"


@pytest.mark.parametrize(("client", "mode"), CLIENTS)
def test_a_session(session: Path, served: Path, client: str, mode: str) -> None:
    done = subprocess.run(
        ["node", str(session), client, mode, *command(served, "--log-level", "error")],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    seen: dict[str, Any] = json.loads(done.stdout)
    assert seen["server"]["name"] == "patternbook"
    assert "search_examples" in seen["instructions"]
    assert [tool["name"] for tool in seen["tools"]] == ["search_examples"]
    found = seen["found"]
    assert len(found["structuredContent"]["results"]) == 3
    assert "### 1. Count to 1" in found["content"][0]["text"]
    assert seen["refused"]["isError"]
    assert 'send {"query": "..."}' in seen["refused"]["content"][0]["text"]
    assert len(seen["resources"]) == 34
    assert [template["uriTemplate"] for template in seen["templates"]] == ["patternbook://{corpus}/{+id}"]
    ids = [answer["structuredContent"]["results"][0]["id"] for answer in seen["together"]]
    assert ids == [f"counters-count-{number}" for number in range(1, 21)]
    assert seen["completed"]["completion"]["values"] == ["ledger-whole"]
    for name, told in (("absent", "no example has the id"), ("unknown", "no tool has the name 'find'")):
        assert seen[name]["code"] == -32602
        assert told in seen[name]["message"]
    assert "Counter new" in seen["read"]["contents"][0]["text"]
    assert seen["gone"]
