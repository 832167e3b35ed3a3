"""Where the parts of a tree lie: the parser's lines and byte columns as lines and bytes of the whole text."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from patternbook.model import Span

if TYPE_CHECKING:
    import ast
    from collections.abc import Sequence

    from patternbook.languages.python.prompts import Code

_LINE_END = re.compile(rb"\r\n?|\n")
"""What ends a line for the parser; the lines of a text end with line feeds alone."""


class Places:
    """The lines of a text. Columns given are the parser's: bytes of UTF-8 from 0; prompts do not count."""

    def __init__(self, text: str, code: Code) -> None:
        self.code = code.text.encode("utf-8", "surrogatepass")
        """The code in bytes."""
        raw = text.encode("utf-8", "surrogatepass") if code.session else self.code
        self._shifts = code.shifts
        self._code_starts = _starts(self.code)
        self._starts = _starts(raw) if code.session else self._code_starts
        self._size = len(raw)
        self._numbers = _numbers(raw, self._starts) if b"\r" in raw else None

    def line(self, row: int) -> int:
        """The text's line that a line of the parser is on, 1-based."""
        row = min(max(row, 1), len(self._starts))
        return self._numbers[row - 1] if self._numbers is not None else row

    def byte(self, row: int, column: int) -> int:
        """The text's byte at a place."""
        shift = self._shifts[row - 1] if self._shifts else 0
        return min(self._starts[row - 1] + shift + column, self._size)

    def code_byte(self, row: int, column: int) -> int:
        """The code's byte at a place."""
        return self._code_starts[row - 1] + column

    def place(self, byte: int) -> tuple[int, int]:
        """The line and the column at a byte of the code."""
        row = bisect_right(self._code_starts, byte)
        return row, byte - self._code_starts[row - 1]

    def code_row(self, row: int) -> bytes:
        """A line of the code, its end left out."""
        end = self._code_starts[row] if row < len(self._code_starts) else len(self.code)
        return self.code[self._code_starts[row - 1] : end].rstrip(b"\r\n")

    def between(self, first: tuple[int, int], last: tuple[int, int]) -> Span:
        """The span from one place (line and column) to another."""
        return Span(self.line(first[0]), self.line(last[0]), self.byte(*first), self.byte(*last))

    def rows(self, first: int, last: int) -> Span:
        """The span of whole lines, without the end of the last; prompts are part of them."""
        end = self._starts[last] if last < len(self._starts) else self._size + 1
        return Span(self.line(first), self.line(last), self._starts[first - 1], end - 1)

    def span(self, node: ast.stmt | ast.expr) -> Span:
        """The span of a node; decorators with their ``@`` are part of what they decorate."""
        row, column = node.lineno, node.col_offset
        decorators: Sequence[ast.expr] = getattr(node, "decorator_list", ())
        if decorators:
            row, column = self._at_sign(decorators[0])
        return self.between((row, column), (node.end_lineno or row, node.end_col_offset or column))

    def _at_sign(self, decorator: ast.expr) -> tuple[int, int]:
        """The place of the ``@`` before a decorator: on its line, or above it behind a bracket."""
        row, column = decorator.lineno, decorator.col_offset
        while row > 0:
            found = self.code_row(row)[:column].rfind(b"@")
            if found >= 0:
                return row, found
            row -= 1
            column = len(self.code_row(row)) if row else 0
        return decorator.lineno, decorator.col_offset


def _starts(raw: bytes) -> list[int]:
    return [0, *(found.end() for found in _LINE_END.finditer(raw))]


def _numbers(raw: bytes, starts: Sequence[int]) -> list[int]:
    numbers = []
    number, before = 1, 0
    for start in starts:
        number += raw.count(b"\n", before, start)
        before = start
        numbers.append(number)
    return numbers
