"""Patterns of binaries.

    binary  := '<<' [ segment (',' segment)* ] '>>'
    segment := name [':' size] ['/' specifier ('-' specifier)*]
    size    := INTEGER | IDENTIFIER

They stand in patterns only.
"""

from __future__ import annotations

from typing import Final

from patternbook.languages.beamtalk.cursor import Cursor, ParseError
from patternbook.languages.beamtalk.grammar import patterns, primaries
from patternbook.languages.beamtalk.pattern_syntax import BinaryPattern, Segment
from patternbook.languages.beamtalk.syntax import Name, Node
from patternbook.languages.beamtalk.tokens import IDENTIFIER, INTEGER, KEYWORD

SPECIFIERS: Final = {
    **dict.fromkeys(("integer", "float", "binary", "bytes", "utf8"), "type"),
    **dict.fromkeys(("signed", "unsigned"), "sign"),
    **dict.fromkeys(("big", "little", "native"), "byte order"),
}
"""Each specifier and what it settles. Nothing is settled twice."""


def binary_pattern(c: Cursor) -> Node:
    """No comma may follow the last segment."""
    start = c.start
    c.close("<<")
    segments: list[Segment] = []
    if c.kind != ">>":
        segments.append(_segment(c))
        while c.take_operator(","):
            segments.append(_segment(c))
    return BinaryPattern(start, c.close(">>", " after the segments"), segments)


def _segment(c: Cursor) -> Segment:
    size: Node | None = None
    value: Node
    if c.kind == KEYWORD:  # `a:8`: the lexer took the colon for that of a keyword
        token = c.advance()
        value = patterns.bound(token.start, token.end - 1, token.text[:-1])
        size = _size(c)
    else:
        token = c.expect(IDENTIFIER, " of a segment")
        value = patterns.bound(token.start, token.end, token.text)
        if c.take(":"):
            size = _size(c)
    specifiers = _specifiers(c)
    return Segment(token.start, c.previous_end, value, size, specifiers)


def _size(c: Cursor) -> Node:
    if c.kind == INTEGER:
        return primaries.literal(c)
    if c.kind == IDENTIFIER:
        at = c.start
        size = primaries.name(c)
        if isinstance(size, Name):
            return size
        raise ParseError("expected an integer or the name of a variable as the size of a segment", at)
    raise c.fault("the size of a segment")


def _specifiers(c: Cursor) -> list[str]:
    if not c.take_operator("/"):
        return []
    specifiers: dict[str, str] = {}
    while True:
        token = c.expect(IDENTIFIER, " of a segment's type, sign or byte order")
        subject = SPECIFIERS.get(token.text)
        if subject is None:
            raise ParseError(
                f"`{token.text}` is no specifier; there are {', '.join(SPECIFIERS)}", token.start
            )
        if subject in specifiers:
            raise ParseError(f"`{token.text}`: the {subject} of the segment is settled already", token.start)
        specifiers[subject] = token.text
        if not c.take_operator("-"):
            return list(specifiers.values())
