"""Expressions, loosest first.

expression := '^' assignment | assignment
assignment := pattern ':=' assignment | cascade [ ['::' type] ':=' assignment ]
cascade    := keywords ( ';' message )*
keywords   := binary ( KEYWORD binary )*  |  binary 'match:' '[' arms ']'
binary     := unary ( OPERATOR unary )*        by the powers in BINDING
unary      := primary IDENTIFIER*              names on the same line
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from patternbook.languages.beamtalk.cursor import Cursor, ParseError
from patternbook.languages.beamtalk.grammar import destructuring, matching, primaries, types
from patternbook.languages.beamtalk.syntax import (
    ArrayLiteral,
    Assignment,
    Cascade,
    Field,
    ListLiteral,
    MapLiteral,
    Message,
    Name,
    Node,
    Return,
    Send,
    Type,
)
from patternbook.languages.beamtalk.tokens import IDENTIFIER, KEYWORD, MESSAGE_OPERATORS

if TYPE_CHECKING:
    from patternbook.languages.beamtalk.rules import Rule

BINDING: Final = {
    "->": (3, 4),
    ">>": (5, 6),
    **dict.fromkeys(("==", "/=", "=:=", "=/="), (10, 11)),
    **dict.fromkeys(("<", ">", "<=", ">="), (20, 21)),
    **dict.fromkeys(("+", "-", "++"), (30, 31)),
    **dict.fromkeys(("*", "/", "%"), (40, 41)),
    "**": (51, 50),
}
"""How strongly each operator binds to its left and to its right. Any other operator ends an expression."""

MEMBER_COLUMN: Final = 2
"""In the body of a class's method, a keyword that begins a line at this column or before it never continues
a message. The language fixes the number, whatever the indentation of the class."""

_WEAKEST: Final = (-1, -1)


def expression(c: Cursor) -> Rule[Node]:
    """One level of nesting: a statement, or what stands in parentheses, guards and defaults."""
    c.enter()
    caret = c.take("^")
    value: Node = yield assignment(c)
    c.leave()
    return value if caret is None else Return(caret.start, value.end, value)


def assignment(c: Cursor) -> Rule[Node]:
    """An expression without ``^``. Targets are names, fields and patterns."""
    return destructuring.tuple_assignment(c) if c.token.kind == "{" else _cascade_or_assignment(c)


def _cascade_or_assignment(c: Cursor) -> Rule[Node]:
    target: Node = yield cascade(c)
    annotation: Type | None = None
    if c.token.kind == "::":
        if not isinstance(target, Name):
            raise ParseError("only a variable can have a type: expected a name before `::`", c.token.start)
        c.advance()
        annotation = yield types.type_expression(c)
    elif c.token.kind != ":=":
        return target
    if isinstance(target, ListLiteral | ArrayLiteral | MapLiteral):
        destructured: Node = yield destructuring.collection_assignment(c, target)
        return destructured
    if not isinstance(target, Name | Field):
        raise c.fault(
            "a variable, a field or a pattern to the left of `:=`, and then the end of the expression"
        )
    value: Node = yield assigned_value(c)
    return Assignment(target.start, value.end, target, annotation, value)


def assigned_value(c: Cursor) -> Rule[Node]:
    """What follows ``:=``, one level deeper."""
    c.expect(":=")
    c.enter()
    value: Node = yield assignment(c)
    c.leave()
    return value


def cascade(c: Cursor) -> Rule[Node]:
    """Line ends around ``;`` are free."""
    first: Node = yield keyword_message(c)
    if c.token.kind != ";":
        return first
    messages: list[Message] = []
    while c.take(";"):
        messages.append((yield _cascade_message(c)))
    return Cascade(first.start, messages[-1].end, first, messages)


def _cascade_message(c: Cursor) -> Rule[Message]:
    """Keywords, or any operator with one *unary* argument, or exactly one name."""
    token = c.token
    if token.kind == KEYWORD:
        selector, arguments = yield _keyword_parts(c)
        if arguments:
            return Message(token.start, arguments[-1].end, selector, arguments)
    elif token.kind in MESSAGE_OPERATORS:
        c.advance()
        argument: Node = yield unary(c)
        return Message(token.start, argument.end, token.text, [argument])
    elif token.kind == IDENTIFIER:
        c.advance()
        return Message(token.start, token.end, token.text, [])
    raise c.fault("a message after `;`")


def keyword_message(c: Cursor) -> Rule[Node]:
    """A binary expression, or a keyword message to it."""
    receiver: Node = yield binary(c, 0)
    first = c.token
    if first.kind != KEYWORD or (first.indent is not None and _starts_a_member(c, first.indent)):
        return receiver
    if first.text in matching.KEYWORDS and c.peek().kind == "[":
        matched: Node = yield matching.match(c, receiver)
        return matched
    selector, arguments = yield _keyword_parts(c)
    return Send(receiver.start, arguments[-1].end, receiver, selector, arguments, first.start)


def _starts_a_member(c: Cursor, indent: int) -> bool:
    """Whether a keyword at the start of a line begins something new and not a message to what is before."""
    if not c.in_class:
        return c.look.method(c.index)
    return c.method is None or indent <= MEMBER_COLUMN


def _keyword_parts(c: Cursor) -> Rule[tuple[str, list[Node]]]:
    """Keywords with their arguments. Line ends do not matter but for what ``_ends_message`` says."""
    selector = ""
    arguments: list[Node] = []
    column: int | None = None
    while c.token.kind == KEYWORD:
        indent = c.token.indent
        if indent is not None:
            if _ends_message(c, indent, column, bool(arguments)):
                break
            column = indent if column is None else column
        selector += c.advance().text
        arguments.append((yield binary(c, 0)))
    return selector, arguments


def _ends_message(c: Cursor, indent: int, column: int | None, begun: bool) -> bool:
    """Whether a keyword at the start of a line is no further part of the message.

    In a class's method the first such keyword sets the column that later ones must reach; elsewhere only
    the header of a method ends a message.
    """
    if c.in_class and c.method is not None:
        return indent <= MEMBER_COLUMN if column is None else indent < column
    return begun and c.look.method(c.index)


def binary(c: Cursor, least: int) -> Rule[Node]:
    """Operators that bind at least as strongly as ``least``."""
    left: Node = yield unary(c)
    while c.token.kind in MESSAGE_OPERATORS:
        operator = c.token
        to_left, to_right = BINDING.get(operator.text, _WEAKEST)
        if to_left < least or (operator.indent is not None and c.look.method(c.index)):
            break
        c.advance()
        right: Node = yield binary(c, to_right)
        left = Send(left.start, right.end, left, operator.text, [right], left.start)
    return left


def unary(c: Cursor) -> Rule[Node]:
    """A name on the next line begins a statement of its own."""
    leaf = primaries.leaf(c)
    receiver: Node = leaf if leaf is not None else (yield primaries.compound(c))
    while c.token.kind == IDENTIFIER and c.token.indent is None:
        selector = c.advance()
        receiver = Send(receiver.start, selector.end, receiver, selector.text, [], receiver.start)
    return receiver


def cast(c: Cursor, statement: Node) -> None:
    """``!`` after a statement: its message is sent without waiting for an answer."""
    if not isinstance(statement, Send):
        raise ParseError("`!` ends a message send, and nothing else", c.previous.start)
    statement.cast = True
    if c.token.kind == ".":
        raise c.fault("a statement after `!`")
