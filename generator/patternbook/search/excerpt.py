"""Shorten a source at its own borders, around the place that answers the query."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

_ENOUGH = 0.6
"""A coarser border is taken when the excerpt keeps this share of what a finer one would allow."""

_PIECE = re.compile(r"\w+:?|[^\w\s]+")


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A run of whole lines of a source; of a line that is too long, its beginning."""

    text: str
    first_line: int
    last_line: int
    """1-based, inclusive, counted in the source."""


def excerpt(
    source: str, cuts: Sequence[int], terms: Iterable[str], fits: Callable[[Excerpt], bool]
) -> Excerpt | None:
    """Return the longest excerpt that fits and shows, if it can, where the terms stand.

    Args:
        source: the whole source.
        cuts: 1-based lines at which a definition, method or statement begins, ascending. Where they are
            missing or too far apart, blank lines are the borders, then any line.
        terms: terms of the query that the source holds.
        fits: whether an excerpt is short enough; true of any excerpt that is shorter than one that fits.

    Returns:
        ``None`` if not a single character fits.
    """
    lines = source.split("\n")
    blanks = [number + 1 for number, line in enumerate(lines, 1) if not line.strip()]
    cutter = _Cutter(lines, (cuts, blanks), fits)
    head = cutter.longest(1)
    wanted = _telling_line(lines, terms)
    if head is None or wanted <= head.last_line:
        return head
    return cutter.longest(cutter.border_before(wanted)) or head


@dataclass(frozen=True, slots=True)
class _Cutter:
    lines: list[str]
    borders: tuple[Sequence[int], ...]
    """Coarsest first."""
    fits: Callable[[Excerpt], bool]

    def longest(self, start: int) -> Excerpt | None:
        """Longest excerpt that fits from a line on, with the coarsest border that wastes little."""
        ends = range(start + 1, len(self.lines) + 2)
        fitting = bisect_left(ends, True, key=lambda end: not self.fits(self._run(start, end)))
        if not fitting:
            return self._beginning_of(start)
        end = ends[fitting - 1]
        finest = self._run(start, end)
        if end == ends[-1]:
            return finest
        for borders in self.borders:
            inside = [border for border in borders if start < border <= end]
            if inside:
                coarse = self._run(start, max(inside))
                if len(coarse.text) >= _ENOUGH * len(finest.text):
                    return coarse
        return finest

    def border_before(self, line: int) -> int:
        """Nearest border at or before a line: a coarse one, else a finer one, else the line itself."""
        for borders in self.borders:
            before = [border for border in borders if border <= line]
            if before:
                return max(before)
        return line

    def _run(self, start: int, end: int) -> Excerpt:
        """Lines from ``start`` up to but without ``end``, trailing blank ones left out."""
        while end > start + 1 and not self.lines[end - 2].strip():
            end -= 1
        return Excerpt("\n".join(self.lines[start - 1 : end - 1]), start, end - 1)

    def _beginning_of(self, line: int) -> Excerpt | None:
        text = self.lines[line - 1]
        lengths = range(1, len(text) + 1)
        fitting = bisect_left(
            lengths, True, key=lambda length: not self.fits(Excerpt(text[:length], line, line))
        )
        return Excerpt(text[:fitting], line, line) if fitting else None


def _telling_line(lines: Sequence[str], terms: Iterable[str]) -> int:
    """First of the lines that hold most pieces of the terms; 1 if none holds any.

    A term need not stand in the source as it is: the parts of ``inject:into:`` are apart in a send.
    """
    pieces = {piece for term in terms for piece in _PIECE.findall(term.lower())}
    best, best_count = 1, 0
    for number, line in enumerate(lines, 1):
        lowered = line.lower()
        count = sum(piece in lowered for piece in pieces)
        if count > best_count:
            best, best_count = number, count
    return best
