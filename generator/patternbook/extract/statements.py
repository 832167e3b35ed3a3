"""The statements of a block, each with its lines, without the prompts of a session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from patternbook.extract.judging import Piece

PROMPTS = (">>> ", "... ")
"""What precedes the first line of a statement in a session, and the others."""

Row = tuple[int, str]
"""A line with the number of the file's line that it is."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement at the top level of a block."""

    rows: tuple[Row, ...]
    silent: bool = False
    """Whether it was typed in a session and nothing came of it: it may have changed something."""
    typed: bool = False
    """Whether it was typed in a session."""

    @property
    def text(self) -> str:
        """Its lines."""
        return "\n".join(text for _, text in self.rows)


def statements_of(piece: Piece) -> Iterator[Statement]:
    """The statements of a block in its order; what decorates a definition belongs to it."""
    yield from (_typed if piece.session else _written)(piece)


def prompted(rows: Sequence[Row]) -> list[Row]:
    """A statement's lines as typed at a prompt."""
    return [(number, f"{PROMPTS[place > 0]}{text}".rstrip()) for place, (number, text) in enumerate(rows)]


def without_prompt(line: str) -> str:
    """A line of a session without its prompt."""
    return line.lstrip()[len(PROMPTS[0]) :]


def _typed(piece: Piece) -> Iterator[Statement]:
    first, following = (prompt.strip() for prompt in PROMPTS)
    statement: list[Row] = []
    silent = True
    for number, line in zip(piece.numbers, piece.source.split("\n"), strict=False):
        bare = line.lstrip()
        if bare.startswith(first) and statement:
            yield Statement(tuple(statement), silent, typed=True)
            statement = []
        if bare.startswith(first):
            statement, silent = [(number, without_prompt(line))], True
        elif bare.startswith(following) and statement and silent:
            statement.append((number, without_prompt(line)))
        elif bare:
            silent = False
    if statement:
        yield Statement(tuple(statement), silent, typed=True)


def _written(piece: Piece) -> Iterator[Statement]:
    rows = list(zip(piece.numbers, piece.source.split("\n"), strict=False))
    outline = piece.outline
    spans = [*outline.statements, *(found.span for found in outline.definitions if not found.owner)]
    end = 0
    for last in sorted({span.end_line for span in spans}):
        own = rows[end:last]
        while own and (not own[0][1].strip() or own[0][1].startswith("#")):
            own.pop(0)
        if own:
            yield Statement(tuple(own))
        end = last
