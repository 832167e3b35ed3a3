"""Text → syntax tree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from patternbook.languages.beamtalk.cursor import Cursor, ParseError, Remark
from patternbook.languages.beamtalk.declarations import Module
from patternbook.languages.beamtalk.docs import is_documentation
from patternbook.languages.beamtalk.grammar.module import module
from patternbook.languages.beamtalk.lexer import Lexed, lex
from patternbook.languages.beamtalk.rules import run

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Parsed:
    """What became of a text."""

    lexed: Lexed
    module: Module
    """Empty if the text is rejected."""
    error: ParseError | None
    """Why it is rejected; ``None`` if it is accepted."""
    remarks: tuple[Remark, ...] = ()
    """What else there is to say about a text that is accepted, in source order."""


_HOPELESS: Final = 10_000
"""So many brackets too few at the end, and the place where the first of them is missed is no news."""


def parse(text: str) -> Parsed:
    """Parse a whole text. Never raises for what is wrong with it."""
    lexed = lex(text)
    if lexed.unclosed() > _HOPELESS:
        error = ParseError(f"{lexed.unclosed()} brackets are opened and never closed", len(text))
        return Parsed(lexed, Module(0, 0, []), error)
    cursor = Cursor(lexed)
    try:
        tree = run(module(cursor))
    except ParseError as error:
        return Parsed(lexed, Module(0, 0, []), error)
    remarks = [*cursor.remarks, *_stray_documentation(cursor, lexed)]
    return Parsed(lexed, tree, None, tuple(sorted(remarks, key=lambda remark: remark.at)))


def _stray_documentation(cursor: Cursor, lexed: Lexed) -> Iterator[Remark]:
    """A warning for each run of documentation that belongs to no declaration."""
    text = lexed.text
    attached = iter([*sorted(cursor.documented), (len(text), len(text))])
    begins, ends = next(attached)
    next_line = -1
    for start, end in lexed.comments:
        while ends <= start and ends < len(text):
            begins, ends = next(attached)
        if begins <= start or not is_documentation(text, start):
            continue
        line_start = text.rfind("\n", 0, start) + 1
        if not text[line_start:start].strip():
            if line_start != next_line:
                yield Remark("warning", "this comment documents nothing: no declaration follows it", start)
            next_line = end + 1
