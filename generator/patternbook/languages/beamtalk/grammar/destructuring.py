"""Assignments to patterns.

    tuple      := '{' patterns '}' ':=' assignment
    collection := (list | array | map) ':=' assignment

A collection is read as a literal before ``:=`` shows that it is a pattern, so it knows fewer patterns than
a match arm: names, ``_``, literals and a final ``...rest``; in maps, names and ``_``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternbook.languages.beamtalk.cursor import Cursor, ParseError
from patternbook.languages.beamtalk.grammar import expressions, patterns
from patternbook.languages.beamtalk.pattern_syntax import ArrayPattern, MapPattern
from patternbook.languages.beamtalk.syntax import (
    ArrayLiteral,
    Destructuring,
    ListLiteral,
    Literal,
    MapLiteral,
    Name,
    Node,
    Pair,
    Spread,
)
from patternbook.languages.beamtalk.tokens import STRING, SYMBOL

if TYPE_CHECKING:
    from patternbook.languages.beamtalk.rules import Rule


def tuple_assignment(c: Cursor) -> Rule[Node]:
    """A tuple is a pattern and never a value."""
    pattern: Node = yield patterns.tuple_pattern(c)
    if c.kind != ":=":
        raise c.fault("`:=` after `{…}`, which is a pattern and no value")
    value: Node = yield expressions.assigned_value(c)
    return Destructuring(pattern.start, value.end, pattern, value)


def collection_assignment(c: Cursor, target: ListLiteral | ArrayLiteral | MapLiteral) -> Rule[Node]:
    """Turn a literal into the pattern that it was meant to be."""
    pattern = _map_pattern(target) if isinstance(target, MapLiteral) else _array_pattern(target)
    value: Node = yield expressions.assigned_value(c)
    return Destructuring(pattern.start, value.end, pattern, value)


def _array_pattern(target: ListLiteral | ArrayLiteral) -> Node:
    is_list = isinstance(target, ListLiteral)
    if isinstance(target, ListLiteral) and target.tail is not None:
        raise ParseError("`#(head | tail)` is no pattern: write `#(head, ...tail)`", target.tail.start)
    elements: list[Node] = []
    rest: Node | None = None
    for element in target.elements:
        if isinstance(element, Spread):
            rest = patterns.bound(element.start, element.end, element.name)
        else:
            elements.append(_element(element))
    return ArrayPattern(target.start, target.end, elements, rest, is_list)


def _element(element: Node) -> Node:
    if isinstance(element, Literal):
        return element
    return _variable(element, "a name, `_` or a literal to the left of `:=`")


def _map_pattern(target: MapLiteral) -> Node:
    pairs: list[Pair] = []
    for pair in target.pairs:
        if not isinstance(pair.key, Literal) or pair.key.kind not in (SYMBOL, STRING):
            raise ParseError("expected a symbol or a string as the key to the left of `:=`", pair.start)
        variable = _variable(pair.value, "a name or `_` to the left of `:=`")
        pairs.append(Pair(pair.start, pair.end, pair.key, variable))
    return MapPattern(target.start, target.end, pairs)


def _variable(node: Node, expected: str) -> Node:
    if not isinstance(node, Name):
        raise ParseError(f"expected {expected}", node.start)
    return patterns.bound(node.start, node.end, node.name)
