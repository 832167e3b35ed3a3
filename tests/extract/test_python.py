"""What the extraction makes of documents in Python, through the gate."""

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


def _source(case: dict[str, Any]) -> Source:
    rule = SourceRule((), (), case.get("extract", "blocks"), "{parent}", "python", 1)
    return Source(rule, SourceFile(f"docs/{case['path']}", case["text"]), case["path"], "docs")


@pytest.mark.parametrize(
    "case",
    [*cases("extract/python.toml"), *cases("extract/context.toml"), *cases("extract/documentation.toml")],
)
def test_snippets(case: dict[str, Any]) -> None:
    outcomes = take(_source(case))
    found = [facts(*pair) for pair in zip(outcomes, case["snippets"], strict=True)]
    assert found == case["snippets"]
    for outcome in outcomes:
        if isinstance(outcome, Checked):
            assert frontend("python").parse(outcome.snippet.source).accepted
