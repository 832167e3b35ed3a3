"""What the extraction made of a file, as plain values to compare with a case."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from patternbook.model import Rejection

if TYPE_CHECKING:
    from patternbook.model import Checked


def facts(outcome: Checked | Rejection, wanted: dict[str, Any]) -> dict[str, Any]:
    """The facts that a case names; of a name that is unknown, something that no case expects."""
    if isinstance(outcome, Rejection):
        return {"reason": outcome.reason, "line": outcome.line}
    snippet = outcome.snippet
    known: dict[str, Any] = {
        "key": list(snippet.key),
        "title": snippet.title,
        "explanation": snippet.explanation,
        "source": snippet.source,
        "starts": snippet.source[: len(wanted.get("starts", ""))],
        "project": snippet.project,
        "topics": list(snippet.topics),
        "first_line": snippet.origin.start_line,
        "last_line": snippet.origin.end_line,
        "lines": list(snippet.lines),
        "preparation": list(snippet.preparation),
        "uses": [symbol for symbol in wanted.get("uses", ()) if symbol in outcome.uses],
    }
    return {name: known.get(name, "a snippet") for name in wanted}
