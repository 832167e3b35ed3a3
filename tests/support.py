"""What tests of several rooms share."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

CASES = Path(__file__).parent / "cases"
ROOT = Path(__file__).parent.parent


def cases(name: str) -> list[Any]:
    """The ``[[case]]`` tables of a file of cases, each a pytest parameter named by its ``name``."""
    document = tomllib.loads((CASES / name).read_text(encoding="utf-8"))
    return [pytest.param(case, id=case["name"]) for case in document["case"]]


def write_project(folder: Path, files: dict[str, str], sources: str, head: str = "") -> Path:
    """A project with files and a ``patternbook.toml``; returns the configuration's path."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    config = folder / "patternbook.toml"
    config.write_text(
        f'name = "Demo"\nlanguage = "beamtalk"\noutput = "out"\n{head}\n{sources}', encoding="utf-8"
    )
    return config


def run_patternbook(
    *arguments: str, cwd: Path, env: dict[str, str] | None = None, stdin: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run the command line as a user would, in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "patternbook", *arguments],
        cwd=cwd,
        env=os.environ | (env or {}),
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def require(program: str, install: str) -> str:
    """The path of a program that a test needs; without it the test skips, or fails where CI demands it."""
    found = shutil.which(program)
    if found is None:
        message = f"{program} is missing: {install}"
        if os.environ.get("PATTERNBOOK_REQUIRE") == "1":
            pytest.fail(message)
        pytest.skip(message)
    return found
