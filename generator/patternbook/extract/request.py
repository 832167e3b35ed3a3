"""What every extraction gets, and the little that all of them share."""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING

from patternbook.model import Origin, Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from patternbook.languages import Frontend
    from patternbook.model import Outline, SourceFile


@dataclass(frozen=True, slots=True)
class Request:
    """A file to take examples from."""

    file: SourceFile
    frontend: Frontend
    """The frontend of the code that is wanted."""
    outline: Outline | None
    """The outline of the file, or ``None`` where the file is prose that holds code."""
    key: tuple[str, ...]
    """Parts of an id that tell the file from its siblings, from its path."""
    category: str
    project: str = ""
    """Name of the example project that the file belongs to, for extractions that look at projects."""
    companions: tuple[SourceFile, ...] = ()
    """Neighbour files that the file's tests take things from, nearest first."""


_SENTENCE_END = re.compile(r"[.!?](?=\s+[A-Z`\"“(]|\s*$)")
_ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|etc|vs|cf|approx)$", re.IGNORECASE)


def split_sentence(text: str) -> tuple[str, str]:
    """Split a text into its first sentence, without its full stop, and the rest.

    The first sentence ends at the first full stop, question or exclamation mark that a capital letter or the
    end follows, or at the first blank line.
    """
    paragraph, _, rest = unwrap(text).partition("\n\n")
    for end in _SENTENCE_END.finditer(paragraph):
        if not _ABBREVIATION.search(paragraph[: end.start()]):
            tail = paragraph[end.end() :].strip()
            return paragraph[: end.end()].removesuffix("."), "\n\n".join(filter(None, (tail, rest)))
    return paragraph, rest


_KEPT_LINE = re.compile(r"\s|[-*+>|#]|\d+[.)]\s|```")
"""How a line starts that is more than the next words of a paragraph: a list, a table, code."""


def unwrap(text: str) -> str:
    """A documentation comment with each paragraph on one line; lists, tables and code keep their lines."""
    paragraphs = []
    for paragraph in text.strip().split("\n\n"):
        lines = paragraph.strip("\n").split("\n")
        plain = not any(_KEPT_LINE.match(line) for line in lines)
        paragraphs.append(" ".join(line.strip() for line in lines) if plain else "\n".join(lines))
    return "\n\n".join(filter(None, paragraphs))


def origin_of(file: SourceFile, span: Span) -> Origin:
    """The origin that a span of a file makes."""
    return Origin(file.path, span.start_line, span.end_line, span.start_byte, span.end_byte)


def tidy(code: str) -> str:
    """Remove common indentation, and blank lines around the code."""
    return textwrap.dedent(code).strip("\n").rstrip()


class Lines:
    """A text by lines, with the byte at which each one starts."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line.encode()) + 1)

    def text(self, start: int, end: int) -> str:
        """Lines ``start`` to ``end``, 1-based and inclusive."""
        return "\n".join(self._lines[start - 1 : end])

    def span(self, start: int, end: int) -> Span:
        """The span of lines ``start`` to ``end``, 1-based and inclusive, without the last line's end."""
        return Span(start, end, self._starts[start - 1], self._starts[end] - 1)

    def without_blank_ends(self, numbers: Sequence[int]) -> list[int]:
        """The same line numbers without those of blank lines at either end."""
        kept = [n for n, number in enumerate(numbers) if self._lines[number - 1].strip()]
        return list(numbers[kept[0] : kept[-1] + 1]) if kept else []

    def trimmed(self, start: int, end: int) -> tuple[int, int]:
        """The same lines without blank ones at either end; ``start > end`` where all are blank."""
        while start <= end and not self._lines[start - 1].strip():
            start += 1
        while end >= start and not self._lines[end - 1].strip():
            end -= 1
        return start, end

    def __len__(self) -> int:
        return len(self._lines)
