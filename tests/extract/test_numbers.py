"""Numbers in titles are those of the ids, whatever stays out."""

from __future__ import annotations

from typing import Any

import pytest

from patternbook.config import SourceRule
from patternbook.model import Checked, SourceFile
from patternbook.pipeline import take
from patternbook.pipeline.assembly import examples_of, fold
from patternbook.sources import Source
from support import cases


@pytest.mark.parametrize("case", cases("extract/numbers.toml"))
def test_titles_and_ids(case: dict[str, Any]) -> None:
    rule = SourceRule((), (), "blocks", "{parent}", "python", 1)
    file = SourceFile(f"docs/{case['path']}", case["text"])
    found = take(Source(rule, file, case["path"], "docs"))
    kept, folded = fold([item for item in found if isinstance(item, Checked)])
    assert len(found) - len(kept) == case["out"]
    assert len(folded) == case.get("repeated", 0)
    assert [[example.id, example.title] for example in examples_of(kept)] == case["entries"]
