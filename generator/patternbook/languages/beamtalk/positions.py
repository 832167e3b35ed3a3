"""Offsets in a text as lines, columns and bytes."""

from __future__ import annotations

from bisect import bisect_right
from functools import partial
from typing import TYPE_CHECKING, Final

from patternbook.model import Span

if TYPE_CHECKING:
    from collections.abc import Callable

_STEP: Final = 1024
"""Characters between the offsets whose bytes are known; what lies between is counted when it is asked for."""


class Positions:
    """Where the offsets of a text lie. Offsets count characters, lines and columns begin at 1."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = [0]
        find = text.find
        newline = find("\n")
        while newline >= 0:
            self._starts.append(newline + 1)
            newline = find("\n", newline + 1)
        self._bytes = None if text.isascii() else _byte_counts(text)
        self.line: Callable[[int], int] = partial(bisect_right, self._starts)
        """The line on which an offset lies."""

    def column(self, offset: int) -> int:
        """The column of an offset, in characters."""
        return offset - self._starts[self.line(offset) - 1] + 1

    def byte(self, offset: int) -> int:
        """Bytes of UTF-8 before an offset."""
        if self._bytes is None:
            return offset
        known = offset // _STEP
        return self._bytes[known] + _length(self._text[known * _STEP : offset])

    def line_start(self, line: int) -> int:
        """Offset at which a line begins."""
        return self._starts[line - 1]

    def line_end(self, line: int) -> int:
        """Offset at which a line ends, its line feed left out."""
        return self._starts[line] - 1 if line < len(self._starts) else len(self._text)

    def span(self, start: int, end: int) -> Span:
        """The span between two offsets."""
        last = max(start, end - 1)
        return Span(self.line(start), self.line(last), self.byte(start), self.byte(end))

    def lines(self, first: int, last: int) -> Span:
        """The span of whole lines, without the line feed of the last."""
        return Span(first, last, self.byte(self.line_start(first)), self.byte(self.line_end(last)))


def _length(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _byte_counts(text: str) -> list[int]:
    counts = [0]
    for start in range(0, len(text), _STEP):
        counts.append(counts[-1] + _length(text[start : start + _STEP]))
    return counts
