"""Patterns of binaries.

binary  := '<<' [ segment (',' segment)* ] '>>'
segment := name [':' size] ['/' specifier ('-' specifier)*]
size    := INTEGER | IDENTIFIER
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
    start = c.expect("<<").start
    segments: list[Segment] = []
    if c.token.kind != ">>":
        segments.append(_segment(c))
        while c.take_operator(","):
            segments.append(_segment(c))
    return BinaryPattern(start, c.expect(">>", " after the segments").end, segments)


def _segment(c: Cursor) -> Segment:
    token = c.token
    size: Node | None = None
    value: Node
    if token.kind == KEYWORD:  # `a:8`: the lexer took the colon for that of a keyword
        c.advance()
        value = patterns.bound(token.start, token.end - 1, token.text[:-1])
        size = _size(c)
    else:
        c.expect(IDENTIFIER, " of a segment")
        value = patterns.bound(token.start, token.end, token.text)
        if c.take(":"):
            size = _size(c)
    specifiers = _specifiers(c)
    return Segment(token.start, c.previous.end, value, size, specifiers)


def _size(c: Cursor) -> Node:
    if c.token.kind == INTEGER:
        return primaries.literal(c)
    if c.token.kind == IDENTIFIER:
        at = c.token.start
        size = primaries.name(c)
        if isinstance(size, Name):
            return size
        raise ParseError("expected an integer or the name of a variable as the size of a segment", at)
    raise c.fault("the size of a segment")


def _specifiers(c: Cursor) -> list[str]:
    if not c.take_operator("/"):
        return []
    specifiers = [_specifier(c)]
    while c.take_operator("-"):
        specifiers.append(_specifier(c))
    settled = [SPECIFIERS[specifier] for specifier in specifiers]
    for index, subject in enumerate(settled):
        if subject in settled[:index]:
            raise ParseError(
                f"`{specifiers[index]}`: the {subject} of the segment is settled already", c.previous.start
            )
    return specifiers


def _specifier(c: Cursor) -> str:
    token = c.expect(IDENTIFIER, " of a segment's type, sign or byte order")
    if token.text not in SPECIFIERS:
        raise ParseError(f"`{token.text}` is no specifier; there are {', '.join(SPECIFIERS)}", token.start)
    return token.text
