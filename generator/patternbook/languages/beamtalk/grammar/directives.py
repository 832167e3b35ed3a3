"""Directives: ``@primitive``, ``@intrinsic`` and ``@expect``."""

from __future__ import annotations

from typing import Final

from patternbook.languages.beamtalk.cursor import Cursor, ParseError
from patternbook.languages.beamtalk.strings import unescaped
from patternbook.languages.beamtalk.syntax import Expect, Node, Primitive
from patternbook.languages.beamtalk.tokens import IDENTIFIER, STRING

CATEGORIES: Final = (
    "dnu",
    "type",
    "unused",
    "dead_assignment",
    "deprecation",
    "actor_new",
    "visibility",
    "unresolved_class",
    "unresolved_ffi",
    "arity_mismatch",
    "shadowed_class",
    "type_annotation",
    "inheritance",
    "sendability",
    "all",
)
"""The kinds of diagnostics that can be expected."""


def primitive(c: Cursor) -> Node:
    """Only in the body of a method. The name, a plain string or a bare name, stands on the same line."""
    directive = c.advance()
    if c.method is None:
        raise ParseError(f"`{directive.text}` outside the body of a method", directive.start)
    if c.same_line() and c.kind in (STRING, IDENTIFIER):
        token = c.advance()
        quoted = token.kind == STRING
        name = unescaped(token.text[1:-1]) if quoted else token.text
        return Primitive(directive.start, token.end, directive.text, name, quoted)
    if directive.text == "@intrinsic":
        raise c.fault("the name of an intrinsic on the line of `@intrinsic`")
    return Primitive(directive.start, directive.end, directive.text, c.method, True, True)


def expectation(c: Cursor) -> Expect:
    """``@expect category ["reason"]``; the reason is a plain string on the same line."""
    start = c.expect("@expect").start
    category = c.expect(IDENTIFIER, " of a category after `@expect`")
    if category.text not in CATEGORIES:
        raise ParseError(
            f"`{category.text}` is no category of `@expect`; there are {', '.join(CATEGORIES)}",
            category.start,
        )
    if c.kind == STRING and c.same_line():
        reason = c.advance()
        return Expect(start, reason.end, category.text, unescaped(reason.text[1:-1]))
    return Expect(start, category.end, category.text, None)
