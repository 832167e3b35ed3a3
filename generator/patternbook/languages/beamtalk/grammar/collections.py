"""Collection literals.

    list  := '#(' [ element (',' element)* ['|' unary] ] ')'
    array := '#[' [ element (',' element)* ] ']'
    map   := '#{' [ unary '=>' keywords (',' unary '=>' keywords)* ] '}'
    element := keywords | '...' IDENTIFIER          the latter only at the end

A comma may follow the last element, but not ``...rest``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternbook.languages.beamtalk.cursor import Cursor, ParseError
from patternbook.languages.beamtalk.grammar import expressions
from patternbook.languages.beamtalk.syntax import (
    ArrayLiteral,
    ListLiteral,
    MapLiteral,
    Name,
    Node,
    Pair,
    Spread,
)
from patternbook.languages.beamtalk.tokens import IDENTIFIER

if TYPE_CHECKING:
    from patternbook.languages.beamtalk.rules import Rule


def list_literal(c: Cursor) -> Rule[Node]:
    """``#(head, … | tail)``."""
    start = c.start
    c.skip()
    elements: list[Node] = yield _elements(c, ")")
    tail: Node | None = None
    if elements and c.take("|"):
        tail = yield expressions.unary(c)
    return ListLiteral(start, c.close(")"), elements, tail)


def array_literal(c: Cursor) -> Rule[Node]:
    """``#[…]``."""
    start = c.start
    c.skip()
    elements: list[Node] = yield _elements(c, "]")
    return ArrayLiteral(start, c.close("]"), elements)


def _elements(c: Cursor, closing: str) -> Rule[list[Node]]:
    elements: list[Node] = []
    while c.kind != closing:
        if c.kind == "...":
            elements.append(_spread(c))
            break
        elements.append((yield expressions.keyword_message(c)))
        if not c.take_operator(","):
            break
    return elements


def _spread(c: Cursor) -> Node:
    start = c.start
    c.skip()
    name = c.expect(IDENTIFIER, " after `...`")
    return Spread(start, name.end, name.text)


def map_literal(c: Cursor) -> Rule[Node]:
    """``#{key => value, …}``."""
    start = c.start
    c.skip()
    pairs: list[Pair] = []
    while c.kind != "}":
        key: Node = yield expressions.unary(c)
        if c.kind == "=>" and isinstance(key, Name) and key.name[0] != "_":
            raise ParseError(
                f"a bare name is no key: write `#{key.name}` for a symbol or `({key.name})`", key.start
            )
        c.close("=>", " after the key")
        value: Node = yield expressions.keyword_message(c)
        pairs.append(Pair(key.start, value.end, key, value))
        if not c.take_operator(","):
            break
    return MapLiteral(start, c.close("}"), pairs)
