r"""Types.

    type       := difference ('|' difference)*
    difference := single (('\\' single)* | ('&' single)*)          not both without parentheses
    single     := '(' type ')' | IDENTIFIER '(' [type (',' type)*] ')' | IDENTIFIER ['class'] | SYMBOL

White space and line ends do not matter, but for ``class``, which must be on the line of its name.
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
    if c.kind != "|":
        return first
    members = _union_members(first)
    while c.take("|"):
        member: Type = yield _difference(c)
        members.extend(_union_members(member))
    return Type(first.start, c.previous_end, "|", parts=members)


def _union_members(member: Type) -> list[Type]:
    return list(member.parts) if member.kind == "|" else [member]


def _difference(c: Cursor) -> Rule[Type]:
    simple = _simple_type(c)
    left: Type = simple if simple is not None else (yield _compound_type(c))
    operator = ""
    while c.kind == OPERATOR and (text := c.text) in ("\\", "&", "\\\\"):
        if text == "\\\\":
            raise ParseError("`\\\\` is no operator on types: write `\\`", c.start)
        if operator and text != operator:
            raise ParseError("`\\` and `&` need parentheses to be mixed", c.start)
        c.skip()
        operator = text
        right: Type = yield single_type(c)
        left = Type(left.start, c.previous_end, operator, parts=[left, right])
    return left


def single_type(c: Cursor) -> Rule[Type]:
    """A type without operators outside parentheses."""
    simple = _simple_type(c)
    return simple if simple is not None else (yield _compound_type(c))


def _simple_type(c: Cursor) -> Type | None:
    """A symbol, a name or a metatype; ``None``, and nothing read, if it is not one."""
    if c.kind == SYMBOL:
        symbol = c.advance()
        return Type(symbol.start, symbol.end, "symbol", symbol.text)
    if c.kind != IDENTIFIER or (c.peek() == "(" and c.text != "Self"):
        return None
    name = c.advance()
    if c.kind == IDENTIFIER and c.text == "class" and c.same_line():
        return Type(name.start, c.advance().end, "metatype", name.text)
    return Type(name.start, name.end, "name", name.text)


def _compound_type(c: Cursor) -> Rule[Type]:
    """A type in parentheses, or a name with type arguments."""
    start = c.start
    if c.take("("):
        inner: Type = yield type_expression(c)
        return Type(start, c.close(")", " after the type"), inner.kind, inner.name, inner.parts)
    name = c.expect(IDENTIFIER, " of a type")
    c.close("(")
    arguments: list[Type] = yield types(c)
    return Type(start, c.close(")", " after the type arguments"), "generic", name.text, arguments)


def types(c: Cursor) -> Rule[list[Type]]:
    """Types between commas up to ``)``, which is left to be read. No comma may follow the last."""
    found: list[Type] = []
    if c.kind == ")":
        return found
    found.append((yield type_expression(c)))
    while c.take_operator(","):
        found.append((yield type_expression(c)))
    return found
