"""A whole file as one example, without its licence header."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from patternbook.extract.request import Lines, Request, origin_of, split_sentence, unwrap
from patternbook.model import Snippet
from patternbook.naming import sentence_case, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patternbook.model import Comment, Definition, Outline

_LICENCE = re.compile(
    r"SPDX-|copyright|\(c\)\s*\d{4}|licen[sc]ed under|all rights reserved|apache license|mit license",
    re.IGNORECASE,
)
_TITLE_LENGTH = 100


def extract_file(request: Request, kind: str = "file") -> Iterator[Snippet]:
    """The file as one snippet: title and explanation from the documentation of what it defines first."""
    outline = request.outline
    if outline is None:
        return
    lines = Lines(request.file.text)
    header = _licence_lines(outline)
    first, last = lines.trimmed(header + 1, len(lines))
    if first > last:
        first = last = 1
    title, explanation = _describe(request, outline, header)
    yield Snippet(
        kind=kind,
        language=request.frontend.name,
        source=lines.text(first, last).rstrip(),
        origin=origin_of(request.file, lines.span(first, last)),
        key=request.key,
        category=request.category,
        title=title,
        explanation=explanation,
        project=request.project,
        outline=outline if first == 1 else None,
    )


def _licence_lines(outline: Outline) -> int:
    """The number of the last line of the comments that open the file and name a licence, or 0."""
    code = _first_code_line(outline)
    last = 0
    for run in _runs(outline.comments):
        if code is not None and run[0].span.start_line >= code:
            break
        if any(_LICENCE.search(comment.text) for comment in run) and not run[0].documentation:
            last = run[-1].span.end_line
    return last


def _runs(comments: tuple[Comment, ...]) -> Iterator[list[Comment]]:
    """Comments of one form on lines that follow each other."""
    run: list[Comment] = []
    for comment in comments:
        follows = run and comment.span.start_line == run[-1].span.end_line + 1
        if run and not (follows and comment.documentation == run[-1].documentation):
            yield run
            run = []
        run.append(comment)
    if run:
        yield run


def _describe(request: Request, outline: Outline, header: int) -> tuple[str, str]:
    main = next((d for d in outline.definitions if not d.owner), None)
    doc = main.doc if main is not None else ""
    if not doc:
        doc = _opening_comment(outline, header)
    title, explanation = split_sentence(doc)
    if title and len(title) <= _TITLE_LENGTH:
        return title, explanation
    return _name(request, main), unwrap(doc)


def _opening_comment(outline: Outline, header: int) -> str:
    """The comment that opens a file after its licence."""
    code = _first_code_line(outline)
    run = next((run for run in _runs(outline.comments) if run[0].span.start_line > header), None)
    if run is None or (code is not None and run[0].span.start_line > code):
        return ""
    return "\n".join(comment.text for comment in run)


def _first_code_line(outline: Outline) -> int | None:
    spans = (*(definition.span for definition in outline.definitions), *outline.statements)
    return min((span.start_line for span in spans), default=None)


def _name(request: Request, main: Definition | None) -> str:
    name = main.name if main is not None else request.file.path.rpartition("/")[2].partition(".")[0]
    return sentence_case(words(name))
