"""What each extraction makes of a file, through the gate."""

from __future__ import annotations

from typing import Any

import pytest

from patternbook.config import SourceRule
from patternbook.languages import frontend
from patternbook.model import Checked, SourceFile
from patternbook.pipeline import take
from patternbook.sources import Source
from snippet_facts import facts
from support import cases


@pytest.mark.parametrize("case", cases("extract/snippets.toml"))
def test_snippets(case: dict[str, Any]) -> None:
    language = case.get("language", "beamtalk")
    rule = SourceRule((), (), case["extract"], "{parent}", language, 1)
    path = f"docs/{case['path']}"
    outcomes = take(Source(rule, SourceFile(path, case["text"]), case["path"], "docs"))
    assert len(outcomes) == len(case["snippets"])
    for outcome, wanted in zip(outcomes, case["snippets"], strict=True):
        assert facts(outcome, wanted) == wanted
        if isinstance(outcome, Checked):
            assert frontend(language).parse(outcome.snippet.source).accepted
