"""What a project did not write itself stays out, and the report says so."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from patternbook.config import load_config
from patternbook.model import SourceFile
from patternbook.sources import discover
from patternbook.sources.foreign import is_generated
from support import cases, write_project

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("case", cases("sources/foreign.toml"))
def test_folders_of_others(case: dict[str, Any], tmp_path: Path) -> None:
    pattern = case.get("pattern", "**/*.py")
    source = f'[[sources]]\ninclude = [{json.dumps(pattern)}]\nextract = "file"\nlanguage = "python"\n'
    files = dict.fromkeys([case["file"], *case.get("also", [])], "x = 1\n")
    found = discover(load_config(write_project(tmp_path, files, source)))
    left_out = [(r.path, r.reason) for r in found.left_out]
    assert left_out == ([(case["folder"], "vendored")] if case["folder"] else [])
    assert [s.file.path for s in found.sources] == ([] if case["folder"] else [case["file"]])


@pytest.mark.parametrize("case", cases("sources/generated.toml"))
def test_generated_files(case: dict[str, Any]) -> None:
    text = "x = 1\n" * (case.get("text_before", 0) // 6) + case["text"]
    assert is_generated(SourceFile(case["file"], text)) is case["generated"]


def test_a_folder_is_reported_once_with_its_number_of_files(tmp_path: Path) -> None:
    files = {f"vendor/p{n}/x.py": "x = 1\n" for n in range(1200)} | {"own.py": "x = 1\n"}
    source = '[[sources]]\ninclude = ["**/*.py"]\nextract = "file"\nlanguage = "python"\n'
    (rejection,) = discover(load_config(write_project(tmp_path, files, source))).left_out
    assert rejection.path == "vendor"
    assert "1,200 files" in rejection.message
