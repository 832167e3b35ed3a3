"""Comments: what follows a ``#`` outside of strings."""

from __future__ import annotations

import io
import re
import tokenize
from itertools import accumulate
from typing import TYPE_CHECKING

from patternbook.model import Comment

if TYPE_CHECKING:
    import ast
    from collections.abc import Iterable, Iterator

    from patternbook.languages.python.places import Places

_COMMENT = re.compile(rb"#[^\r\n]*")
_SHEBANG = b"#!"
_CODING = re.compile(rb"#.*?coding[:=][ \t]*[-\w.]+")
_LAST_ROW_FOR_CODING = 2


def comments(strings: Iterable[ast.expr], places: Places) -> tuple[Comment, ...]:
    """Every comment of an accepted text, in source order; what names an interpreter or an encoding is none.

    The tree says where strings are, so the text need not be tokenized; only a stretch of several strings is,
    for comments may stand between them.
    """
    if b"#" not in places.code:
        return ()
    marks = _marks(strings, places)
    return tuple(_comment(start, end, places) for start, end in marks if not _is_directive(start, places))


def _is_directive(start: int, places: Places) -> bool:
    row, column = places.place(start)
    if column or row > _LAST_ROW_FOR_CODING:
        return False
    line = places.code_row(row)
    return (row == 1 and line.startswith(_SHEBANG)) or _CODING.match(line) is not None


def _marks(strings: Iterable[ast.expr], places: Places) -> Iterator[tuple[int, int]]:
    """Start and end of each comment, in bytes of the code."""
    code = places.code
    stretches = sorted(
        (
            places.code_byte(node.lineno, node.col_offset),
            places.code_byte(node.end_lineno or node.lineno, node.end_col_offset or 0),
        )
        for node in strings
    )
    at = 0
    for start, end in [*stretches, (len(code), len(code))]:
        if start >= at:
            yield from (found.span() for found in _COMMENT.finditer(code, at, start))
            yield from _among_strings(code, start, end)
            at = end


def _among_strings(code: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Comments between strings that make one value together."""
    stretch = code[start:end]
    if b"#" not in stretch or b"\n" not in stretch:
        return
    text = f"({stretch.decode('utf-8')})"
    lines = text.split("\n")
    starts = list(accumulate((len(line.encode()) + 1 for line in lines), initial=start - 1))
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            first = starts[row - 1] + len(lines[row - 1][:column].encode())
            yield first, first + len(token.string.encode())


def _comment(start: int, end: int, places: Places) -> Comment:
    text = places.code[start:end].decode()
    return Comment(
        text[1:].removeprefix(" ").rstrip(), places.between(places.place(start), places.place(end))
    )
