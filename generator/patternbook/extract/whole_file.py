"""A whole file as one example, without its licence header."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternbook.extract.licence import (
    description,
    first_code_line,
    licence_lines,
    runs,
    without_licence,
)
from patternbook.extract.request import Lines, Request, origin_of, split_sentence, unwrap
from patternbook.model import Snippet
from patternbook.naming import sentence_case, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patternbook.model import Definition, Outline

_TITLE_LENGTH = 100
_DETAILS = frozenset({"constant", "function"})
"""Kinds of definition of which a file has many, so that the first says little about it."""


def extract_file(request: Request, kind: str = "file") -> Iterator[Snippet]:
    """The file as one snippet: title and explanation from the documentation of what it defines first."""
    outline = request.outline
    if outline is None:
        return
    lines = Lines(request.file.text)
    header = licence_lines(outline)
    kept = [n for n in range(1, len(lines) + 1) if header is None or not header[0] <= n <= header[1]]
    kept = lines.without_blank_ends(kept) or [1]
    title, explanation = _describe(request, outline)
    yield Snippet(
        kind=kind,
        language=request.frontend.name,
        source="\n".join(lines.text(n, n) for n in kept).rstrip(),
        origin=origin_of(request.file, lines.span(kept[0], kept[-1])),
        key=request.key,
        category=request.category,
        title=title,
        explanation=explanation,
        project=request.project,
        outline=outline if header is None and kept[0] == 1 else None,
        lines=tuple(kept),
    )


def _describe(request: Request, outline: Outline) -> tuple[str, str]:
    main = next((d for d in outline.definitions if not d.owner), None)
    doc = without_licence(outline.doc)
    if not doc and main is not None:
        doc = without_licence(main.doc)
    if not doc:
        doc = _opening_comment(outline)
    title, explanation = split_sentence(doc)
    if title and len(title) <= _TITLE_LENGTH:
        return title, explanation
    return _name(request, main), unwrap(doc)


def _opening_comment(outline: Outline) -> str:
    """The first comment before all code that says something beside a licence."""
    code = first_code_line(outline)
    for run in runs(outline.comments):
        if code is not None and run[0].span.start_line > code:
            break
        text = description(run)
        if text:
            return text
    return ""


def _name(request: Request, main: Definition | None) -> str:
    telling = main is not None and main.kind not in _DETAILS
    name = main.name if main and telling else request.file.path.rpartition("/")[2].partition(".")[0]
    return sentence_case(words(name))
