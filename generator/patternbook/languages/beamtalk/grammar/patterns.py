"""Patterns.

    pattern := '_' | 'nil' | IDENTIFIER ['::' IDENTIFIER] | literal | '-' number
             | '{' [pattern (',' pattern)*] '}'
             | '#[' [pattern (',' pattern)*] [',' '...' IDENTIFIER] ']'
             | '#{' [key '=>' value (',' key '=>' value)*] '}'
             | CLASS ( KEYWORD binding )+
             | '<<' segments '>>'

A pattern is one level of nesting.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternbook.languages.beamtalk.cursor import Cursor, ParseError
from patternbook.languages.beamtalk.grammar import binaries, primaries
from patternbook.languages.beamtalk.lookahead import is_class_name
from patternbook.languages.beamtalk.pattern_syntax import (
    Argument,
    ArrayPattern,
    Binding,
    ConstructorPattern,
    MapPattern,
    NilPattern,
    TuplePattern,
    TypePattern,
    Wildcard,
)
from patternbook.languages.beamtalk.syntax import Literal, Node, Pair
from patternbook.languages.beamtalk.tokens import (
    FLOAT,
    IDENTIFIER,
    INTEGER,
    KEYWORD,
    LITERALS,
    STRING,
    SYMBOL,
)

if TYPE_CHECKING:
    from patternbook.languages.beamtalk.rules import Rule


def pattern(c: Cursor) -> Rule[Node]:
    """One level of nesting."""
    c.enter()
    kind = c.kind
    node: Node
    if kind == IDENTIFIER:
        node = _constructor(c) if c.peek() == KEYWORD and is_class_name(c.text) else _name(c)
    elif kind == "{":
        node = yield tuple_pattern(c)
    elif kind == "#[":
        node = yield _array(c)
    elif kind == "#{":
        node = _map(c)
    elif kind == "<<":
        node = binaries.binary_pattern(c)
    else:
        node = _literal(c, "a pattern")
    c.leave()
    return node


def tuple_pattern(c: Cursor) -> Rule[Node]:
    """No comma may follow the last element."""
    start = c.start
    c.close("{")
    elements: list[Node] = []
    if c.kind != "}":
        elements.append((yield pattern(c)))
        while c.take_operator(","):
            elements.append((yield pattern(c)))
    return TuplePattern(start, c.close("}"), elements)


def _array(c: Cursor) -> Rule[Node]:
    """A comma may follow the last element, but not ``...rest``."""
    start = c.start
    c.skip()
    elements: list[Node] = []
    rest: Node | None = None
    while c.kind != "]":
        if c.kind == "...":
            rest_start = c.start
            c.skip()
            name = c.expect(IDENTIFIER, " after `...`")
            rest = bound(rest_start, name.end, name.text)
            break
        elements.append((yield pattern(c)))
        if not c.take_operator(","):
            break
    return ArrayPattern(start, c.close("]"), elements, rest)


def _map(c: Cursor) -> Node:
    """Keys are symbols or plain strings; values do not nest."""
    start = c.start
    c.skip()
    pairs: list[Pair] = []
    while c.kind != "}":
        if c.kind not in (SYMBOL, STRING):
            raise c.fault('a symbol or a string as the key, such as `#key` or `"key"`')
        key = primaries.literal(c)
        c.close("=>", " after the key")
        value = _map_value(c)
        pairs.append(Pair(key.start, value.end, key, value))
        if not c.take_operator(","):
            break
    return MapPattern(start, c.close("}"), pairs)


def _map_value(c: Cursor) -> Node:
    if c.kind == IDENTIFIER:
        name = c.advance()
        return bound(name.start, name.end, name.text)
    return _literal(c, "a name, `_` or a literal")


def _constructor(c: Cursor) -> Node:
    """At least one keyword; bindings do not nest."""
    name = c.advance()
    arguments: list[Argument] = []
    while c.kind == KEYWORD and c.text != "when:":
        keyword = c.advance()
        value = _constructor_argument(c)
        arguments.append(Argument(keyword.start, value.end, keyword.text, value))
    if not arguments:
        raise c.fault(f"a keyword of the constructor after `{name.text}`")
    return ConstructorPattern(name.start, c.previous_end, name.text, arguments)


def _constructor_argument(c: Cursor) -> Node:
    if c.kind == IDENTIFIER:
        return _untyped_name(c)
    c.enter()
    node = _literal(c, "a name, `_`, `nil` or a literal")
    c.leave()
    return node


def _name(c: Cursor) -> Node:
    """``_``, ``nil``, a name, or a name with a class."""
    if c.peek() != "::" or c.text in ("_", "nil", "true", "false"):
        return _untyped_name(c)
    token = c.advance()
    c.skip()
    class_name = c.expect(IDENTIFIER, " of a class after `::`")
    if c.kind == "(":
        raise c.fault("no type arguments: a pattern's type is a class name alone")
    return TypePattern(token.start, class_name.end, token.text, class_name.text)


def _untyped_name(c: Cursor) -> Node:
    token = c.advance()
    if token.text in ("true", "false"):
        raise ParseError(
            f"`{token.text}` is no pattern: use `name :: {token.text.capitalize()}` or a guard", token.start
        )
    if token.text == "nil":
        return NilPattern(token.start, token.end)
    return bound(token.start, token.end, token.text)


def bound(start: int, end: int, name: str) -> Node:
    """A binding, or the wildcard."""
    return Wildcard(start, end) if name == "_" else Binding(start, end, name)


def _literal(c: Cursor, expected: str) -> Node:
    """A literal. A minus may stand apart from its number."""
    start = c.start
    if c.take_operator("-"):
        if c.kind not in (INTEGER, FLOAT):
            raise c.fault("a number after `-`")
        number = primaries.literal(c)
        text = number.text.removeprefix("-") if number.text.startswith("-") else f"-{number.text}"
        return Literal(start, number.end, number.kind, text)
    if c.kind not in LITERALS:
        raise c.fault(expected)
    return primaries.literal(c)
