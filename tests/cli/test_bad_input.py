"""Bad input: each fault gives its own message and the documented exit code, and never a traceback."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from support import cases, run_patternbook


@pytest.mark.parametrize("case", cases("cli/bad_input.toml"))
def test_bad_input(case: dict[str, Any], tmp_path: Path) -> None:
    for name, content in case.get("files", {}).items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode("latin-1") if case.get("latin1") else content.encode())
    for command in case.get("first", []):
        assert run_patternbook(*command, cwd=tmp_path).returncode == 0
    for name, content in case.get("then", {}).items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    done = run_patternbook(*case["command"], cwd=tmp_path)
    assert done.returncode == case["exit"], done.stderr
    assert "Traceback" not in done.stderr
    for part in case["says"]:
        assert part in done.stderr
    for part in case.get("prints", []):
        assert part in done.stdout
