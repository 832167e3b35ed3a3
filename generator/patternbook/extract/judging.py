"""Which blocks of a document are examples in the wanted language, by what its frontend sees in them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from patternbook.extract.prose.code import is_session
from patternbook.extract.request import tidy
from patternbook.model import Rejection, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from patternbook.extract.prose import Block
    from patternbook.extract.request import Request
    from patternbook.languages import Frontend
    from patternbook.model import Outline

DEFAULT = "default"
"""The language of a block in a format that highlights what it can and passes over the rest."""

_NAME = re.compile(r"[\w.]+")
_STUB = re.compile(r"[(,=]\s*\.\.\.\s*[,)]")
"""An ellipsis for an argument: a signature, and no call that anyone made."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A block in the wanted language, with what the frontend sees in it."""

    block: Block
    source: str
    outline: Outline

    @property
    def session(self) -> bool:
        """Whether it is an interactive session."""
        return is_session(self.source)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The file's line of each line of the source."""
        return self.block.numbers or (self.block.span.start_line,)


def pieces_of(blocks: Iterable[Block], frontend: Frontend) -> Iterator[Piece]:
    """The blocks that are in the frontend's language or may be, each parsed by itself."""
    for block in blocks:
        if block.language in frontend.fences or (block.language == DEFAULT and block.code):
            source = tidy(block.code)
            yield Piece(block, source, frontend.parse(source))


def join(pieces: Sequence[Piece], frontend: Frontend) -> Piece:
    """Blocks as one; the blank line before a block counts as its first line."""
    if len(pieces) == 1:
        return pieces[0]
    first, last = pieces[0].block.span, pieces[-1].block.span
    source = "\n\n".join(piece.source for piece in pieces)
    numbers = [n for piece in pieces for n in (piece.numbers[0], *piece.numbers)][1:]
    block = replace(
        pieces[0].block,
        span=Span(first.start_line, last.end_line, first.start_byte, last.end_byte),
        numbers=tuple(numbers),
    )
    return Piece(block, source, frontend.parse(source))


def turned_away(piece: Piece, request: Request) -> Rejection | None:
    """A rejection for what is no example; ``None`` for what the gate may see."""
    block, path = piece.block, request.file.path
    if not piece.outline.accepted and not block.stated:
        language = request.frontend.title
        message = f"a block whose language the page does not say, and it is no {language}"
        return Rejection(path, block.span.start_line, "not code", message)
    if piece.outline.accepted and only_imports(piece.outline):
        message = "only imports; blocks that need them have them"
        return Rejection(path, block.span.start_line, "trivial", message)
    if piece.outline.accepted and _says_nothing(piece):
        message = "nothing is defined or called in it: a name, a value, or a signature"
        return Rejection(path, block.span.start_line, "trivial", message)
    return None


def only_imports(outline: Outline) -> bool:
    """Whether a text imports and does nothing else."""
    lines = {line for found in outline.imports for line in _lines(found.span.start_line, found.span.end_line)}
    rest = [span for span in outline.statements if span.start_line not in lines]
    return bool(outline.imports) and not rest and not outline.definitions


def _says_nothing(piece: Piece) -> bool:
    """Whether code is a single line that is a name, a value or a signature; or lines of nothing but names."""
    outline, lines = piece.outline, _code_lines(piece)
    if not outline.statements or outline.definitions:
        return False
    if len(lines) > 1:
        return not (outline.calls or outline.mentions) and all(_NAME.fullmatch(line) for line in lines)
    return not (outline.calls or outline.mentions) or _STUB.search(piece.source) is not None


def _code_lines(piece: Piece) -> list[str]:
    return [line for line in piece.source.split("\n") if line.strip() and not line.lstrip().startswith("#")]


def _lines(first: int, last: int) -> range:
    return range(first, last + 1)
