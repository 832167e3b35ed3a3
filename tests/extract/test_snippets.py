"""What each extraction makes of a file, through the gate."""

from __future__ import annotations

from typing import Any

import pytest

from patternbook.config import SourceRule
from patternbook.languages import frontend
from patternbook.model import Checked, Rejection, SourceFile
from patternbook.pipeline import take
from patternbook.sources import Source
from support import cases


def _facts(outcome: Checked | Rejection, wanted: dict[str, Any]) -> dict[str, Any]:
    if isinstance(outcome, Rejection):
        return {"reason": outcome.reason, "line": outcome.line}
    snippet = outcome.snippet
    facts: dict[str, Any] = {
        "key": list(snippet.key),
        "title": snippet.title,
        "explanation": snippet.explanation,
        "source": snippet.source,
        "project": snippet.project,
        "topics": list(snippet.topics),
        "first_line": snippet.origin.start_line,
    }
    if "starts" in wanted:
        facts["starts"] = snippet.source[: len(wanted["starts"])]
    return {name: facts.get(name, "a snippet") for name in wanted}


@pytest.mark.parametrize("case", cases("extract/snippets.toml"))
def test_snippets(case: dict[str, Any]) -> None:
    language = case.get("language", "beamtalk")
    rule = SourceRule((), (), case["extract"], "{parent}", language, 1)
    path = f"docs/{case['path']}"
    outcomes = take(Source(rule, SourceFile(path, case["text"]), case["path"], "docs"))
    assert len(outcomes) == len(case["snippets"])
    for outcome, wanted in zip(outcomes, case["snippets"], strict=True):
        assert _facts(outcome, wanted) == wanted
        if isinstance(outcome, Checked):
            assert frontend(language).parse(outcome.snippet.source).accepted
