"""Overrides change what they say, and those that match nothing are named."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from patternbook.curate.overrides import apply_overrides, load_overrides
from patternbook.errors import ConfigError
from patternbook.model import Example
from support import cases

_A = Example("a", "Title", "cat", ("t",), "x", "Why.")


@pytest.mark.parametrize("case", cases("curate/overrides.toml"))
def test_refused(case: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "overrides.toml"
    file.write_text(case["text"], encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_overrides(file)
    for part in (str(file), *case["says"]):
        assert part in str(caught.value)


def test_applied(tmp_path: Path) -> None:
    file = tmp_path / "overrides.toml"
    file.write_text(
        '[entries.a]\ntitle = "New"\nadd_tags = ["s"]\n[entries.b]\nexclude = true\n[entries.gone]\ntags = []\n',
        encoding="utf-8",
    )
    kept, unmatched = apply_overrides([_A, replace(_A, id="b"), replace(_A, id="c")], load_overrides(file))
    assert kept == [replace(_A, title="New", tags=("s", "t")), replace(_A, id="c")]
    assert unmatched == ("gone",)


def test_no_file_changes_nothing() -> None:
    assert apply_overrides([_A], load_overrides(None)) == ([_A], ())
