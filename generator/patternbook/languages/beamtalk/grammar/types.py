r"""Types.

type       := difference ('|' difference)*
difference := single (('\\' single)* | ('&' single)*)          not both without parentheses
single     := '(' type ')' | IDENTIFIER '(' [type (',' type)*] ')' | IDENTIFIER ['class'] | SYMBOL
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternbook.languages.beamtalk.cursor import Cursor, ParseError
from patternbook.languages.beamtalk.syntax import Type
from patternbook.languages.beamtalk.tokens import IDENTIFIER, OPERATOR, SYMBOL

if TYPE_CHECKING:
    from patternbook.languages.beamtalk.rules import Rule


def type_expression(c: Cursor) -> Rule[Type]:
    """A whole type. Unions inside unions are one union."""
    first: Type = yield _difference(c)
    if c.token.kind != "|":
        return first
    members = _union_members(first)
    while c.take("|"):
        member: Type = yield _difference(c)
        members.extend(_union_members(member))
    return Type(first.start, c.previous.end, "|", parts=members)


def _union_members(member: Type) -> list[Type]:
    return list(member.parts) if member.kind == "|" else [member]


def _difference(c: Cursor) -> Rule[Type]:
    left: Type = yield single_type(c)
    operator = ""
    while c.token.kind == OPERATOR and c.token.text in ("\\", "&", "\\\\"):
        if c.token.text == "\\\\":
            raise ParseError("`\\\\` is no operator on types: write `\\`", c.token.start)
        if operator and c.token.text != operator:
            raise ParseError("`\\` and `&` need parentheses to be mixed", c.token.start)
        operator = c.advance().text
        right: Type = yield single_type(c)
        left = Type(left.start, c.previous.end, operator, parts=[left, right])
    return left


def single_type(c: Cursor) -> Rule[Type]:
    """A type without operators outside parentheses."""
    token = c.token
    if token.kind == SYMBOL:
        c.advance()
        return Type(token.start, token.end, "symbol", token.text)
    if token.kind == "(":
        c.advance()
        inner: Type = yield type_expression(c)
        end = c.expect(")", " after the type").end
        return Type(token.start, end, inner.kind, inner.name, inner.parts)
    if token.kind != IDENTIFIER:
        raise c.fault("a type")
    c.advance()
    if c.token.kind == "(" and token.text != "Self":
        c.advance()
        arguments: list[Type] = yield types(c)
        return Type(
            token.start, c.expect(")", " after the type arguments").end, "generic", token.text, arguments
        )
    if c.at_word("class") and c.same_line():
        return Type(token.start, c.advance().end, "metatype", token.text)
    return Type(token.start, token.end, "name", token.text)


def types(c: Cursor) -> Rule[list[Type]]:
    """Types between commas up to ``)``, which is left to be read. No comma may follow the last."""
    found: list[Type] = []
    if c.token.kind == ")":
        return found
    found.append((yield type_expression(c)))
    while c.take_operator(","):
        found.append((yield type_expression(c)))
    return found
