"""Where a text may be cut within its definitions, and where it must not be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternbook.languages.beamtalk.declarations import Class, Extension
from patternbook.languages.beamtalk.tokens import STRING, STRING_END, STRING_START

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patternbook.languages.beamtalk.declarations import Method, Module
    from patternbook.languages.beamtalk.lexer import Lexed
    from patternbook.languages.beamtalk.positions import Positions
    from patternbook.model import Span


def steps(module: Module, lexed: Lexed, positions: Positions) -> tuple[int, ...]:
    """Lines that begin with a statement of a method's body, ascending."""
    starts = (statement.start for method in _methods(module) for statement in method.body)
    lines = ((positions.line(start), start) for start in starts)
    return tuple(sorted({n for n, start in lines if not lexed.text[positions.line_start(n) : start].strip()}))


def unbroken(lexed: Lexed, positions: Positions) -> tuple[Span, ...]:
    """Strings and comments of several lines, in source order."""
    stretches = [*_strings(lexed), *lexed.comments]
    spans = (positions.span(start, end) for start, end in sorted(stretches))
    return tuple(span for span in spans if span.start_line < span.end_line)


def _methods(module: Module) -> Iterator[Method]:
    for item in module.items:
        if isinstance(item, Class):
            yield from item.methods
        elif isinstance(item, Extension):
            yield item.method


def _strings(lexed: Lexed) -> Iterator[tuple[int, int]]:
    """Offsets of each string; an interpolated one may hold others, and is the outermost of them."""
    opened: list[int] = []
    for kind, start, end in zip(lexed.kinds, lexed.starts, lexed.ends, strict=False):
        if kind == STRING_START:
            opened.append(start)
        elif kind == STRING_END and opened:
            yield opened.pop(), end
        elif kind == STRING:
            yield start, end
