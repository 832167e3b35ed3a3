"""The gate: nothing enters a corpus unless its language's frontend accepts it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from patternbook.languages.symbols import defined_symbols, used_symbols
from patternbook.model import Checked, Rejection, Validation

if TYPE_CHECKING:
    from patternbook.languages import Frontend
    from patternbook.model import Outline, Snippet


def check(snippet: Snippet, outline: Outline, frontend: Frontend) -> Checked | Rejection:
    """Let a snippet in, or say why not.

    Args:
        snippet: what an extractor proposes.
        outline: what the frontend sees in the snippet's source, taken by itself.
        frontend: the frontend that made the outline.
    """
    error = outline.error
    if error is not None:
        return Rejection(snippet.origin.path, snippet.file_line(error.line), "syntax", error.message)
    if not outline.definitions and not outline.statements:
        line = snippet.origin.start_line
        return Rejection(snippet.origin.path, line, "empty", "no code, only comments or blank lines")
    return Checked(
        replace(snippet, outline=None),
        defines=defined_symbols(outline),
        uses=tuple(sorted({*used_symbols(outline), *snippet.about})),
        validation=Validation("parsed", f"{frontend.name}@{frontend.revision}"),
    )
