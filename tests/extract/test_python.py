"""What the extraction makes of documents in Python, through the gate."""

from __future__ import annotations

from typing import Any

import pytest

from patternbook.config import SourceRule
from patternbook.languages import frontend
from patternbook.model import Checked, Rejection, SourceFile
from patternbook.pipeline import take
from patternbook.sources import Source
from support import cases


def _facts(
    outcome: Checked | Rejection, snippet_lines: tuple[int, ...], wanted: dict[str, Any]
) -> dict[str, Any]:
    if isinstance(outcome, Rejection):
        return {"reason": outcome.reason, "line": outcome.line}
    snippet = outcome.snippet
    facts: dict[str, Any] = {
        "key": list(snippet.key),
        "title": snippet.title,
        "explanation": snippet.explanation,
        "source": snippet.source,
        "topics": list(snippet.topics),
        "first_line": snippet.origin.start_line,
        "last_line": snippet.origin.end_line,
        "lines": list(snippet_lines),
        "preparation": list(snippet.preparation),
        "uses": [symbol for symbol in wanted.get("uses", ()) if symbol in outcome.uses],
    }
    return {name: facts.get(name, "a snippet") for name in wanted}


def _source(case: dict[str, Any]) -> Source:
    rule = SourceRule((), (), case.get("extract", "blocks"), "{parent}", "python", 1)
    return Source(rule, SourceFile(f"docs/{case['path']}", case["text"]), case["path"], "docs")


@pytest.mark.parametrize(
    "case",
    [*cases("extract/python.toml"), *cases("extract/context.toml"), *cases("extract/documentation.toml")],
)
def test_snippets(case: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    # The gate drops the lines when it has used them.
    lines: list[tuple[int, ...]] = []
    from patternbook.pipeline import one_file

    through = one_file._through_gate

    def noting(snippet: Any, language: Any) -> Any:
        lines.append(snippet.lines)
        return through(snippet, language)

    monkeypatch.setattr(one_file, "_through_gate", noting)
    outcomes = take(_source(case))
    taken = iter(lines)
    found = [
        _facts(outcome, next(taken) if isinstance(outcome, Checked) else (), wanted)
        for outcome, wanted in zip(outcomes, case["snippets"], strict=True)
    ]
    assert found == case["snippets"]
    for outcome in outcomes:
        if isinstance(outcome, Checked):
            assert frontend("python").parse(outcome.snippet.source).accepted
