"""What a block needs from earlier blocks of its page in order to stand by itself: their imports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from patternbook.extract.judging import Piece
    from patternbook.languages import Frontend
    from patternbook.model import Outline

_EVERYTHING = "*"
"""The name that stands for all that an import may bring."""
_PROMPTS = (">>> ", "... ")

Row = tuple[int, str]
"""A line with the number of the file's line that it is."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A source as it goes to the gate."""

    source: str
    numbers: tuple[int, ...]
    """The file's line of each of its lines."""
    outline: Outline


class Imports:
    """The imports that a page has made so far."""

    def __init__(self) -> None:
        self._of: dict[str, int] = {}
        """Name → place in ``_rows``; the last import of a name counts."""
        self._rows: list[tuple[Row, ...]] = []
        """Lines of each import, without prompts."""

    def add(self, piece: Piece) -> None:
        """Take the imports of a block; one that the frontend does not accept has none."""
        source = piece.source.split("\n")
        for found in piece.outline.imports:
            first, last = found.span.start_line, found.span.end_line
            texts = [_plain(text) if piece.session else text for text in source[first - 1 : last]]
            self._of |= dict.fromkeys(found.names, len(self._rows))
            self._rows.append(tuple(zip(piece.numbers[first - 1 : last], texts, strict=False)))

    def put_before(self, piece: Piece, frontend: Frontend) -> Ready:
        """A block's source with the imports that it needs before it.

        The source stays as it is where the imports before it would make it wrong.
        """
        alone = Ready(piece.source, piece.numbers, piece.outline)
        needed = self._needed(piece.outline) if piece.outline.accepted else []
        if not needed:
            return alone
        rows = [row for lines in needed for row in (_prompted(lines) if piece.session else lines)]
        if not piece.session and not _begins_with_import(piece.outline):
            rows.append((piece.numbers[0], ""))
        whole = "\n".join([*(text for _, text in rows), piece.source])
        outline = frontend.parse(whole)
        return Ready(whole, (*(n for n, _ in rows), *piece.numbers), outline) if outline.accepted else alone

    def _needed(self, outline: Outline) -> list[tuple[Row, ...]]:
        """The imports that bring the names which a text needs, in the page's order."""
        wanted = {self._of[name] for name in outline.unbound if name in self._of}
        if _EVERYTHING in self._of and not all(name in self._of for name in outline.unbound):
            wanted.add(self._of[_EVERYTHING])
        found = {tuple(text for _, text in self._rows[place]): self._rows[place] for place in sorted(wanted)}
        return list(found.values())


def _begins_with_import(outline: Outline) -> bool:
    return any(found.span.start_line == 1 for found in outline.imports)


def _plain(text: str) -> str:
    return text.lstrip()[len(_PROMPTS[0]) :]


def _prompted(rows: Iterable[Row]) -> list[Row]:
    """An import's lines as typed at a prompt."""
    return [(number, f"{_PROMPTS[place > 0]}{text}") for place, (number, text) in enumerate(rows)]
