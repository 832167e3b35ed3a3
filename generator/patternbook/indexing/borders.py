"""Where a long source may be cut: from its outline, or from its layout where no frontend reads it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from patternbook.search.borders import DEEPEST, HEADS, LEADS, PLAIN, WHOLE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from patternbook.model import Outline, Span

_DIRECTIVE = "@"
_COMMENTS = ("//", "#", "--", ";", "%", "/*", "*", _DIRECTIVE)
"""What lines begin with that belong to the line after them, in one language or another."""
_CLOSER = re.compile(r"[\])}]|end\b")
_QUOTES = re.compile(r'"""|\'\'\'|```')
_FENCE = "```"


def marks_of(source: str, outline: Outline | None, comment: str) -> str:
    """Mark each line of a source.

    Args:
        source: the whole source.
        outline: what the frontend of its language saw; without one, indentation and blank lines tell.
        comment: what starts a comment to the end of the line, if that is known.
    """
    lines = source.split("\n")
    if outline is not None and outline.accepted:
        whole = {line for span in outline.unbroken for line in _lines_of(span)[1:]}
        whole |= _fenced(lines, (_FENCE,), comment)
        comments = _comments(lines, (comment, _DIRECTIVE) if comment else _COMMENTS)
        comments |= {line for found in outline.comments for line in _lines_of(found.span)[1:]}
        comments |= {found.span.start_line for found in outline.comments if len(_lines_of(found.span)) > 1}
        depths = _of_outline(outline)
    else:
        whole = _fenced(lines, ('"""', "'''", _FENCE), comment)
        comments = _comments(lines, _COMMENTS)
        depths = dict(_of_layout(lines, whole, comments))
    depths = {line: depth for line, depth in depths.items() if line not in whole}
    return _marks(lines, depths, whole, comments - depths.keys())


def _lines_of(span: Span) -> range:
    return range(span.start_line, span.end_line + 1)


def _comments(lines: Sequence[str], marks: tuple[str, ...]) -> set[int]:
    return {number for number, line in enumerate(lines, 1) if line.strip().startswith(marks)}


def _marks(lines: Sequence[str], depths: dict[int, int], whole: set[int], comments: set[int]) -> str:
    marks = [WHOLE if number in whole else PLAIN for number in range(1, len(lines) + 1)]
    for line, depth in depths.items():
        marks[line - 1] = HEADS[depth]
        first = next(n for n in range(_first_lead(lines, comments, line), line + 1) if n not in whole)
        if first < line:
            marks[first - 1] = LEADS[depth]
    for line in _afterwords(lines, comments, marks):
        marks[line - 1] = LEADS[0]
    return "".join(marks)


def _first_lead(lines: Sequence[str], comments: set[int], head: int) -> int:
    """First of the comments that lead to a line: those right before it, and paragraphs of them before these.

    A comment right after code belongs to that code.
    """
    first = line = head
    while line - 1 in comments:
        while line - 1 in comments:
            line -= 1
        if first < head and line > 1 and lines[line - 2].strip():
            break
        first = line
        if line > 1 and not lines[line - 2].strip():
            line -= 1
    return first


def _afterwords(lines: Sequence[str], comments: set[int], marks: Sequence[str]) -> Iterator[int]:
    """First lines of comments that stand apart after all that is defined, and lead to nothing."""
    apart: int | None = None
    for number in range(len(lines), 0, -1):
        if number in comments and marks[number - 1] in PLAIN + WHOLE:
            apart = number
        elif lines[number - 1].strip() or marks[number - 1] != PLAIN:
            return
        elif apart is not None:
            if marks[apart - 1] == PLAIN:
                yield apart
            apart = None


def _of_outline(outline: Outline) -> dict[int, int]:
    depths = dict.fromkeys(outline.steps, DEEPEST)
    depths |= {d.span.start_line: 1 if d.owner else 0 for d in reversed(outline.definitions)}
    return depths | {span.start_line: 0 for span in outline.statements}


def _of_layout(lines: Sequence[str], whole: set[int], comments: set[int]) -> Iterator[tuple[int, int]]:
    """Lines that begin something, and how deep: those after a blank line, and those indented otherwise."""
    levels: list[int] = []
    fresh, before = True, 0
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text or number in whole:
            fresh = fresh or not text
            continue
        indentation = len(line) - len(line.lstrip())
        if (fresh or indentation != before) and not _CLOSER.match(text):
            levels = [level for level in levels if level < indentation] + [indentation]
            fresh = number in comments
            if len(levels) <= DEEPEST + 1 and not fresh:
                yield number, len(levels) - 1
        before = indentation


def _fenced(lines: Sequence[str], quotes: Iterable[str], comment: str) -> set[int]:
    """Lines after the first of a stretch between two quotes of several characters, or between two fences."""
    within: set[int] = set()
    opened = ""
    for number, line in enumerate(lines, 1):
        if opened:
            within.add(number)
        text = (line.strip().lstrip(comment) if comment else line).strip()
        for quote in _QUOTES.findall(text):
            if quote in quotes and (quote != _FENCE or text.startswith(_FENCE)) and opened in ("", quote):
                opened = "" if opened else quote
    return set() if opened else within
