"""Licence headers, which reach neither a source nor an explanation."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patternbook.model import Comment, Outline

_LICENCE = re.compile(
    r"^[\s*#/;%!-]*(?:"
    r"SPDX-|copyright\s+(?:\(c\)|©|[12]\d{3})|\(c\)\s*[12]\d{3}|©\s*[12]\d{3}"
    r"|(?:this \w+ is )?licen[sc]ed under\b|all rights reserved\b"
    r"|permission is hereby granted\b|redistribution and use in source\b"
    r")",
    re.IGNORECASE | re.MULTILINE,
)


_TAG = re.compile(r"^[\s*#/;%!-]*(?:SPDX-|copyright\b|\(c\)|©)", re.IGNORECASE)
"""A line that is a licence, or a part of one, by itself."""
_SPDX = re.compile(r"^[\s*#/;%!-]*SPDX-License-Identifier:", re.IGNORECASE | re.MULTILINE)
_EDITORS = re.compile(
    r"^[\s*#/;%!-]*(?:vim?:|ex:|-\*-.*-\*-|(?:pylint|flake8|ruff|mypy|isort|fmt|type|noqa):|noqa$)"
)
"""A line for editors and tools."""


def licence_lines(outline: Outline) -> tuple[int, int] | None:
    """First and last line of a licence in the comments that open a text, 1-based; ``None`` without one.

    Comments on lines that follow each other are one header. What stands in it before the first line that
    names a licence is description and stays; so does what follows a licence that an SPDX tag names, for that
    needs no text.
    """
    code = first_code_line(outline)
    for run in runs(outline.comments):
        if code is not None and run[-1].span.end_line >= code:
            return None
        for position, comment in enumerate(run):
            if _LICENCE.search(comment.text):
                return comment.span.start_line, _end(run[position:])
    return None


def _end(run: list[Comment]) -> int:
    if any(_SPDX.search(comment.text) for comment in run):
        return max(c.span.end_line for c in run if _TAG.search(c.text) or _SPDX.search(c.text))
    return run[-1].span.end_line


def description(run: list[Comment]) -> str:
    """What comments that follow each other say to people beside a licence."""
    start = next((c.span.start_line for c in run if _LICENCE.search(c.text)), None)
    if start is None:
        rest = run
    else:
        end = _end([comment for comment in run if comment.span.start_line >= start])
        rest = [c for c in run if c.span.end_line < start or c.span.start_line > end]
        rest = rest or run  # one comment may hold both
    told = (comment.text for comment in rest if not _EDITORS.match(comment.text))
    return without_licence("\n".join(told)).strip()


def without_licence(text: str) -> str:
    """A documentation comment's text up to the first line that names a licence."""
    found = _LICENCE.search(text)
    return text if found is None else text[: found.start()].rstrip()


def runs(comments: tuple[Comment, ...]) -> Iterator[list[Comment]]:
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


def first_code_line(outline: Outline) -> int | None:
    """The line on which the first definition or statement begins."""
    spans = (*(definition.span for definition in outline.definitions), *outline.statements)
    return min((span.start_line for span in spans), default=None)
