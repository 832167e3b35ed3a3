"""What an expression is made of: literals, names, parentheses, and what other chapters bring."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from patternbook.languages.beamtalk.grammar import blocks, collections, directives, expressions
from patternbook.languages.beamtalk.lookahead import is_class_name
from patternbook.languages.beamtalk.strings import unescaped
from patternbook.languages.beamtalk.syntax import (
    ClassReference,
    Field,
    Interpolation,
    Literal,
    Name,
    Node,
    Parens,
    Super,
)
from patternbook.languages.beamtalk.tokens import (
    IDENTIFIER,
    LITERALS,
    STRING_END,
    STRING_SEGMENT,
    STRING_START,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from patternbook.languages.beamtalk.cursor import Cursor
    from patternbook.languages.beamtalk.rules import Rule
    from patternbook.languages.beamtalk.tokens import Token


def leaf(c: Cursor) -> Node | None:
    """An operand that holds no other expression; ``None``, and nothing read, if it is not one."""
    kind = c.kind
    if kind == IDENTIFIER:
        return name(c)
    if kind in LITERALS:
        return literal(c)
    if kind == "@expect":
        return directives.expectation(c)
    if kind in ("@primitive", "@intrinsic"):
        return directives.primitive(c)
    return None


def compound(c: Cursor) -> Rule[Node]:
    """An operand that holds other expressions. The token that opens it chooses the rule."""
    rule = _OPENED_BY.get(c.kind)
    if rule is None:
        raise c.fault("an expression", _HABITS.get(c.text, ""))
    return rule(c)


def literal(c: Cursor) -> Literal:
    """A number, character, symbol or plain string."""
    token = c.advance()
    return Literal(token.start, token.end, token.kind, token.text)


def name(c: Cursor) -> Node:
    """``name``, ``Class``, ``package@Class`` or ``super``, with the fields that are taken from it."""
    token = c.advance()
    node: Node
    if token.text == "super":
        node = Super(token.start, token.end)
    elif is_class_name(token.text):
        node = ClassReference(token.start, token.end, token.text)
    elif c.take("@"):
        node = _qualified_class(c, token)
    else:
        node = Name(token.start, token.end, token.text)
    # A period with a blank or a line end after it ends a statement. What stands before it does not matter.
    while c.kind == "." and c.peek() == IDENTIFIER and c.adjacent():
        c.skip()
        field = c.advance()
        node = Field(token.start, field.end, node, field.text)
    return node


def _qualified_class(c: Cursor, package: Token) -> Node:
    if c.kind != IDENTIFIER or not is_class_name(c.text):
        raise c.fault(f"the name of a class after `{package.text}@`")
    token = c.advance()
    return ClassReference(package.start, token.end, token.text, package.text)


def _parenthesised(c: Cursor) -> Rule[Node]:
    """Exactly one expression; a line end separates nothing inside."""
    start = c.start
    c.skip()
    inner: Node = yield expressions.expression(c)
    return Parens(start, c.close(")"), inner)


def _interpolated_string(c: Cursor) -> Rule[Node]:
    """Each interpolation is exactly one keyword message."""
    c.enter()
    start = c.start
    texts: list[str] = []
    values: list[Node] = []
    while c.kind != STRING_END:
        texts.append(unescaped(c.advance().text[1:-1]))
        if c.kind in (STRING_SEGMENT, STRING_END):
            # Only a comment stands between the braces: that is allowed, and interpolates nothing.
            continue
        values.append((yield expressions.keyword_message(c)))
        if c.kind not in (STRING_SEGMENT, STRING_END):
            raise c.fault("`}` after one expression")
    end = c.advance()
    texts.append(unescaped(end.text[1:-1]))
    c.leave()
    return Interpolation(start, end.end, texts, values)


_OPENED_BY: Final[dict[str, Callable[[Cursor], Rule[Node]]]] = {
    "(": _parenthesised,
    STRING_START: _interpolated_string,
    "[": blocks.block,
    "#(": collections.list_literal,
    "#[": collections.array_literal,
    "#{": collections.map_literal,
}

_HABITS: Final = {
    "=": " (to compare, send `=:=` or `==`)",
    "~=": " (for not equal, send `=/=` or `/=`)",
    ",": " (to join, send `++`)",
    "|": " (variables are not declared)",
}
"""What those who come from other languages should hear about tokens that begin no expression."""
